#!/usr/bin/python3
"""Fits a net of the bot expert to rows that TestExpertRows of package policy wrote.

    go test ./policy -run TestExpertRows -expertrows /tmp/mil.rows -expertrules mil -experthands 100000
    python3 policy/experts/fit.py -o policy/experts/mil.net /tmp/mil.rows

It needs numpy and torch, and one core. A row has the gain of another action over the
usual one, the kind of the decision with the hand's seed modulo 16, how many actions there
were, and what the net reads of both actions. Hands of seed 0 modulo 16 are held out. The
net is fitted to the difference of its two values, by squares; --start begins with another
net, as it was saved next to it.
"""

import argparse
import math

import numpy as np
import torch

TRAITS, HIDDEN, BATCH = 85, 64, 4096


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(TRAITS, HIDDEN)
        self.second = torch.nn.Linear(HIDDEN, 1, bias=False)
        self.direct = torch.nn.Linear(TRAITS, 1, bias=False)
        with torch.no_grad():
            self.second.weight.mul_(0.1)
            self.direct.weight.zero_()
            self.direct.weight[0, 0] = 1.0  # value's worth

    def forward(self, x):
        return (self.second(torch.relu(self.first(x))) + self.direct(x)).squeeze(1)


def rows_of(paths):
    width = 3 + 2 * TRAITS
    parts = [np.fromfile(p, dtype="<i2") for p in paths]
    return np.concatenate([p[: len(p) // width * width] for p in parts]).reshape(-1, width)


def tensors(rows, most):
    x = torch.from_numpy(rows[:, 3:].astype(np.float32) / 256)
    gain = torch.from_numpy(np.clip(rows[:, 0].astype(np.float32), -most, most))
    return x[:, :TRAITS], x[:, TRAITS:], gain


def report(net, rows, most):
    """Prints the error of held-out rows, and the mean gain a row where the net prefers the other action."""
    usual, other, gain = tensors(rows, most)
    with torch.no_grad():
        more = torch.cat([net(b) - net(a) for a, b in zip(usual.split(65536), other.split(65536))])
    error, before = ((gain - more) ** 2).mean(), ((gain - (other[:, 0] - usual[:, 0])) ** 2).mean()
    text = f"held out: {len(rows)} rows, error {error:.3f}, by value's worth {before:.3f}; gain a decision"
    kinds = torch.from_numpy(rows[:, 1].astype(np.int64) & 15)
    for kind, name in ((1, "turn"), (2, "claim"), (3, "win")):
        g = gain[(kinds == kind)] * (more[kinds == kind] > 0)
        text += f", {name} {g.mean():.4f} ± {1.96 * g.std() / max(len(g), 1) ** 0.5:.4f}"
    print(text, flush=True)


def write(net, path):
    def numbers(w, scale):
        return np.clip(np.rint(w.detach().numpy() * scale), -32767, 32767).astype("<i2").tobytes()

    with open(path, "wb") as f:
        f.write(numbers(net.first.weight.t().contiguous(), 4096))
        f.write(numbers(net.first.bias, 256))
        f.write(numbers(net.second.weight[0], 4096))
        f.write(numbers(net.direct.weight[0], 4096))
    torch.save(net.state_dict(), path + ".pt")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("rows", nargs="+")
    p.add_argument("-o", "--output", required=True)
    p.add_argument("--start", help="net to begin with, NAME.net.pt")
    p.add_argument("--passes", type=float, default=3)
    p.add_argument("--rate", type=float, default=2e-3)
    p.add_argument("--most", type=float, default=40, help="what one row's gain counts at most")
    o = p.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    rows = rows_of(o.rows)
    held_out = rows[:, 1] >> 4 == 0
    test, train = rows[held_out], rows[~held_out]
    del rows
    net = Net()
    if o.start:
        net.load_state_dict(torch.load(o.start))
    steps = int(len(train) * o.passes / BATCH)
    optimizer = torch.optim.AdamW(net.parameters(), lr=o.rate, weight_decay=1e-3)
    rng = np.random.default_rng(1)
    at = len(train)
    for i in range(steps):
        if at + BATCH > len(train):
            order, at = rng.permutation(len(train)), 0
        usual, other, gain = tensors(train[order[at : at + BATCH]], o.most)
        at += BATCH
        for g in optimizer.param_groups:
            g["lr"] = o.rate * 0.5 * (1 + math.cos(math.pi * i / steps))
        loss = ((net(other) - net(usual) - gain) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    report(net, test, o.most)
    write(net, o.output)


if __name__ == "__main__":
    main()

"""Nets come home: what torch has fitted is what the bot plays by."""

import json
import pickle
import random

import numpy as np
import pytest
import xuezhan

try:
    import torch
except ImportError:
    torch = None

needs_torch = pytest.mark.skipif(torch is None, reason="torch is not installed")

POSITIONS = 10_000


class Tensor:
    """Numbers with as much of torch's tensor as a net is read by."""

    def __init__(self, numbers):
        self.numbers = np.array(numbers, np.float64)

    def detach(self):
        return self

    cpu = double = detach

    def numpy(self):
        return self.numbers


class Linear:
    def __init__(self, inputs, outputs, weight=0.5, bias=True):
        self.weight = Tensor(np.full((outputs, inputs), weight))
        self.bias = Tensor(np.full(outputs, 0.25)) if bias else None


class ReLU:
    pass


class Tanh:
    pass


class Sequential(list):
    pass


def small(*parts):
    return Sequential(parts or (Linear(2, 3), ReLU(), Linear(3, 1, bias=False)))


def candidates(rows=500):
    """Return what actions lead to in at least POSITIONS positions of play: obs, and where
    the candidates of each choice begin."""
    with xuezhan.VectorEnv(rows, seats=("", "fast", "", "fast"), seed=11) as env:
        env.reset()
        obs, begins, total = [], [0], 0
        while total < POSITIONS:
            for _ in range(9):
                env.step(env.sample_legal())
            offset, _, after, _ = env.after()
            obs.append(after.copy())
            begins.extend(total + offset[1:])
            total += len(after)
    return np.concatenate(obs), np.array(begins)


def test_values_are_the_formula(tmp_path):
    net = xuezhan.save_net(small(), tmp_path / "a.json", inputs=["left", "shanten"], mean=[1, 2], scale=[2, 4], about="a test")
    assert (net.features, net.width, net.inputs, net.hidden) == ("v1", 283, ["left", "shanten"], 3)
    names = [e["name"] for e in xuezhan.schema("v1")["entries"]]
    obs = np.zeros((2, 283), np.float32)
    obs[:, names.index("left")] = 9, 1
    obs[:, names.index("shanten")] = 6, -4
    assert net(obs).tolist() == [3 * 0.5 * (0.25 + 0.5 * 4 + 0.5 * 1), 0]
    assert net(obs).dtype == np.float32 and net(obs[0]) == net(obs)[0]
    assert net(obs.astype(np.float64)[:, ::1]).tolist() == net(obs).tolist() and len(net(obs[:0])) == 0
    assert json.loads((tmp_path / "a.json").read_text())["history"] == {"about": "a test"}
    assert list(tmp_path.iterdir()) == [tmp_path / "a.json"]
    again = pickle.loads(pickle.dumps(net))
    assert again.digest == net.digest and again(obs).tolist() == net(obs).tolist()


def test_all_features_are_the_inputs(tmp_path):
    for features in ("v1", "v2"):
        names = [e["name"] for e in xuezhan.schema(features)["entries"]]
        net = xuezhan.save_net(small(Linear(len(names), 1)), tmp_path / "all.json", features)
        assert net.features == features and net.width == len(names) and net.inputs == names and net.hidden == 0


@pytest.mark.parametrize("module, what", [
    (Linear(2, 1), "the module is a Linear, not a torch.nn.Sequential"),
    (Sequential(), "the module has no layers"),
    (small(Linear(2, 3), Tanh(), Linear(3, 1)), "layer 1 is a Tanh, not a ReLU"),
    (small(Linear(2, 3), Linear(3, 1)), "layer 1 is a Linear, not a ReLU"),
    (small(ReLU(), Linear(2, 1)), "layer 0 is a ReLU, not a Linear"),
    (small(Linear(2, 1), ReLU()), "the last layer is a ReLU, not a Linear"),
    (small(Linear(2, 3), ReLU(), Linear(4, 1)), "layer 2 has 4 inputs, but layer 0 has 3 outputs"),
    (small(Linear(2, 3)), "the last layer has 3 outputs, not 1"),
    (small(Linear(3, 1)), "the first layer has 3 inputs, not 2"),
    (small(Linear(2, 1, np.nan)), "the weight of layer 0 has a number that is not finite"),
    (small(Linear(2, 1, 2e6)), "layer 0 has a weight or bias beyond"),
    (small(Linear(2, 600), ReLU(), Linear(600, 1)), 'field "layers\\[0\\].bias": it has 600 numbers, not 1 to 512'),
])
def test_wrong_modules(tmp_path, module, what):
    with pytest.raises((TypeError, ValueError), match=what):
        xuezhan.save_net(module, tmp_path / "a.json", inputs=["left", "shanten"])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("options, what", [
    ({"features": "planes"}, "a net reads the features"),
    ({"inputs": "left"}, "not the text 'left'"),
    ({"inputs": ["left", "wind"]}, "'wind' is no feature of v1"),
    ({"inputs": ["left", "wins_next"]}, "'wins_next' is no feature of v1"),
    ({"inputs": ["left", "left"]}, "'left' is listed twice"),
    ({"mean": [1, 2, 3]}, "mean has the shape"),
    ({"scale": [1, 0]}, "the scale of 'shanten' is 0"),
    ({"scale": [1, np.inf]}, "scale has a number that is not finite"),
    ({"scale": [1, 1e-9]}, "beyond ±1000000 after it is divided by the scale"),
    ({"about": 3}, "about is a text, not int"),
])
def test_wrong_options(tmp_path, options, what):
    with pytest.raises((TypeError, ValueError), match=what):
        xuezhan.save_net(small(), tmp_path / "a.json", **{"inputs": ["left", "shanten"], **options})
    assert not list(tmp_path.iterdir())


def test_wrong_net_leaves_the_file(tmp_path):
    kept = xuezhan.save_net(small(), tmp_path / "a.json", inputs=["left", "shanten"])
    with pytest.raises(ValueError, match="a.json: field"):
        xuezhan.save_net(small(Linear(2, 600), ReLU(), Linear(600, 1)), tmp_path / "a.json", inputs=["left", "shanten"])
    assert xuezhan.Net(tmp_path / "a.json").digest == kept.digest


def test_wrong_questions(tmp_path):
    net = xuezhan.save_net(small(), tmp_path / "a.json", inputs=["left", "shanten"])
    for obs in (np.zeros((2, 3)), np.zeros(()), np.zeros((1, 2, 283))):
        with pytest.raises(ValueError, match="observations have the shape"):
            net(obs)
    with pytest.raises(TypeError, match="observations are numbers"):
        net(np.full((1, 283), "x"))
    net.close()
    net.close()
    with pytest.raises(ValueError, match="the net is closed"):
        net(np.zeros(283))
    with pytest.raises(ValueError, match="no such file"):
        xuezhan.Net(tmp_path / "none.json")
    (tmp_path / "b.json").write_text("{}")
    with pytest.raises(ValueError, match='b.json: .*field "format" is missing'):
        xuezhan.Net(tmp_path / "b.json")


def torch_net(inputs, hidden, seed):
    torch.manual_seed(seed)
    parts = []
    for n in hidden:
        parts += [torch.nn.Linear(inputs, n), torch.nn.ReLU()]
        inputs = n
    return torch.nn.Sequential(*parts, torch.nn.Linear(inputs, 1))


@needs_torch
@pytest.mark.parametrize("hidden, subset", [((), False), ((64,), True), ((256, 128), False), ((32, 32, 32, 32), True)])
def test_go_and_torch_agree(tmp_path, hidden, subset):
    obs, begins = candidates()
    names = [e["name"] for e in xuezhan.schema("v1")["entries"]]
    read = [i for i in range(283) if obs[:, i].std() > 0]
    if subset:
        random.Random(1).shuffle(read)
        read = read[:100]
    mean, scale = obs[:, read].mean(0), obs[:, read].std(0)
    module = torch_net(len(read), hidden, seed=len(hidden))
    net = xuezhan.save_net(module, tmp_path / "a.json", inputs=[names[i] for i in read], mean=mean, scale=scale)
    with torch.no_grad():
        want = module(torch.from_numpy((obs[:, read] - mean) / scale)).numpy()[:, 0]
    got = net(obs)
    assert len(obs) >= POSITIONS and np.abs(want).max() > 0.05
    assert np.abs(got - want).max() <= 1e-5
    for first, last in zip(begins, begins[1:]):
        a, b = got[first:last].argmax(), want[first:last].argmax()
        assert a == b or abs(want[first:last][a] - want[first:last][b]) <= 1e-6, "another choice, and not by a tie"


def test_candidates_are_what_the_bot_compares(tmp_path):
    """What learned@FILE plays is the candidate with the most worth and pay, pungs and kongs
    included; only among tiles of one suit, maybe the void one, it may play another."""
    net = xuezhan.save_net(small(Linear(283, 1, np.random.default_rng(4).normal(size=283))), tmp_path / "a.json")
    names = xuezhan.actions()
    compared = {"discard": 0, "pung": 0, "kong": 0}
    with xuezhan.VectorEnv(400, rules="wap-flow", observe=False) as env:
        env.reset(9)
        for _ in range(120):
            offset, action, obs, pay = env.after()
            worth, chosen = net(obs) + pay, env.advise(f"learned@{tmp_path / 'a.json'}")
            for i in np.flatnonzero(env.mask[:, 81:139].sum(1) == 0):
                own = slice(offset[i], offset[i + 1])
                discards = action[own][action[own] < 27]
                if len(set(discards // 9)) == 1:
                    continue
                assert worth[own][action[own] == chosen[i]].max() >= worth[own].max() - 1e-4
                for kind in compared:
                    compared[kind] += kind in names[chosen[i]]
            env.step(env.sample_legal())
    assert min(compared.values()) > 10, compared


def void_of(record, seat):
    """Return the suit that a seat named as void in a recorded hand."""
    events = map(json.loads, record.splitlines()[1:])
    return next(e["suit"] for e in events if e["event"] == "void" and e["seat"] == seat)


@needs_torch
def test_the_bot_plays_by_it(tmp_path):
    """learned@FILE:call=never discards what leads to the most by torch: hands that the bot
    plays are equal, record for record, to hands that are played by torch."""
    module = torch_net(283, (32, 16), seed=5)
    xuezhan.save_net(module, tmp_path / "a.json")
    names = xuezhan.actions()
    bot, options = f"learned@{tmp_path / 'a.json'}:call=never", {"rules": "mil", "seed": 3}
    with xuezhan.VectorEnv(1, seats=(bot, "", "fast", "fast"), **options) as env:
        env.reset()
        records = []
        while len(records) < 10:
            _, _, done = env.step(env.mask.argmax(1))
            records += [env.record()] if done[0] else []

    def choose(env, void):
        """Return the choice of seat 0: the recorded void, a win, a pass, or the discard that
        leads to the most by torch. Tiles of the void suit go first, the bot's own taste says
        which."""
        _, action, after, _ = env.after()
        legal = [names[a] for a in action]
        for plain in (f"name_void {void}", "win", "pass"):
            if plain in legal:
                return names.index(plain)
        among = [i for i, name in enumerate(legal) if name.startswith("discard")]
        if legal[among[0]].endswith(void):
            return env.advise(bot)[0]
        with torch.no_grad():
            return action[among[module(torch.from_numpy(after[among])).argmax()]]

    with xuezhan.VectorEnv(1, seats=("", "", "fast", "fast"), **options) as env:
        env.reset()
        for record in records:
            done = [0]
            while not done[0]:
                action = choose(env, void_of(record, 0)) if env.seat[0] == 0 else env.mask[0].argmax()
                _, _, done = env.step([action])
            assert env.record().splitlines()[1:] == record.splitlines()[1:]

#!/usr/bin/env python3
"""A bot for xuezhan in Python, with nothing but the standard library.

    xuezhan match -a "exec:python3 policy/example/bot.py" -b fast

It reads a JSON object a line from its standard input and answers each with one;
the comment of the package policy/external has the protocol, of which it speaks
version 3. It passes on the lowest tiles of its shortest suit and names that suit as
void, discards tiles of the void suit first and then the one that holds least together
with the others, takes every win and nothing else. With a file's name as its argument
it adds a line there, at its end, of what its seats have gained:

    xuezhan run --seats "exec:python3 policy/example/bot.py gains.txt,fast,fast,fast"
"""

import json
import sys

# The ids of actions: tiles 0-26 are 1m-9m, 1p-9p, 1s-9s.
DISCARD, EXCHANGE, COMMIT_VOID, NAME_VOID, WIN, PASS = 0, 81, 108, 135, 138, 141


def counts(text):
    """Returns how many of each tile a text such as "123m55p" has."""
    held, ranks = [0] * 27, []
    for c in text:
        if c in "mps":
            for rank in ranks:
                held["mps".index(c) * 9 + rank - 1] += 1
            ranks = []
        else:
            ranks.append(int(c))
    return held


def shortest(held, suits):
    """Returns the suit with the fewest tiles, of equal ones the first."""
    return min(suits, key=lambda suit: (sum(held[suit * 9:suit * 9 + 9]), suit))


def suit_of(action):
    """Returns the suit that an action passes on or names as void."""
    if action >= NAME_VOID:
        return action - NAME_VOID
    return (action - EXCHANGE) % 27 // 9


def hold(held, tile):
    """Says how much a tile holds together with the others of its suit."""
    rank = tile % 9
    worth = 4 * (held[tile] - 1)
    for step, gain in ((1, 2), (2, 1)):
        if rank >= step:
            worth += gain * held[tile - step]
        if rank + step < 9:
            worth += gain * held[tile + step]
    return worth


def decide(view):
    """Returns the id of one of the legal actions."""
    legal, held = view["legal"], counts(view["held"])
    if view["phase"] in ("exchange", "void"):
        for tile, n in enumerate(counts(view.get("passed", ""))):
            held[tile] += n
        suit = shortest(held, {suit_of(a) for a in legal})
        return next(a for a in legal if suit_of(a) == suit)
    if WIN in legal:
        return WIN
    if PASS in legal:
        return PASS
    discards = [a for a in legal if a < 27]
    void = "mps".find(view["void"][view["seat"]])
    for tile in discards:
        if tile // 9 == void:
            return tile
    return min(discards, key=lambda tile: (hold(held, tile), tile))


def main():
    gains = []  # points, a hand of a seat each
    for line in sys.stdin:
        question = json.loads(line)
        if "hello" in question:
            answer = {"hello": {"protocol": 3, "name": "shortest", "version": "1", "views": 256}}
        else:
            gains += [over["points"][over["seat"]] for over in question.get("over", []) if "points" in over]
            answer = {"ask": question["ask"], "actions": [decide(view) for view in question["views"]]}
        print(json.dumps(answer), flush=True)
    if len(sys.argv) > 1:
        with open(sys.argv[1], "a") as file:
            print(f"{sum(gains)} points in {len(gains)} hands", file=file)


if __name__ == "__main__":
    main()

"""A function that chooses is a bot at the command line's tables."""

import io
import json
import os
import sys

import numpy as np
import pytest
import xuezhan

BOT = """
import json, sys
sys.path.insert(0, {package!r})
import numpy as np, xuezhan

weight = np.random.default_rng(1).normal(size=(283, 142))
gains = []

def choose(obs, mask, views):
    print("this must not end up among the answers")
    return np.where(mask, obs @ weight, -np.inf).argmax(1)

def over(hands):
    gains.extend((h["hand"], h["points"][h["seat"]]) for h in hands)

xuezhan.serve(choose, over=over)
json.dump(gains, open({gains!r}, "w"))
"""


def test_a_function_plays_the_same_in_both_ways(tmp_path):
    """A bot that is served plays, hand for hand, what it plays in an environment: the
    features are equal, and so are the points that it is told."""
    bot, gains = tmp_path / "bot.py", tmp_path / "gains.json"
    package = os.path.dirname(os.path.dirname(xuezhan.__file__))
    bot.write_text(BOT.format(package=package, gains=str(gains)))
    xuezhan.xuezhan("run", "--seats", f"exec:{sys.executable} {bot},fast,fast,fast", "--hands", 30, "--seed", 7,
                    "--workers", 1, "--rules", "wap-battle")
    weight = np.random.default_rng(1).normal(size=(283, 142))
    with xuezhan.VectorEnv(1, seats=("", "fast", "fast", "fast")) as env:
        env.reset(7)
        want, points = {}, 0
        while len(want) < 30:
            hand = int(env.hand[0])
            _, reward, done = env.step(np.where(env.mask, env.obs @ weight, -np.inf).argmax(1))
            points += int(reward[0, 0])
            if done[0]:
                want[hand], points = points, 0
    assert dict(json.loads(gains.read_text())) == want


def answer(choose, features, *lines, **options):
    """Return what a served bot says to some lines."""
    answers = io.StringIO()
    xuezhan.serve(choose, features, lines=[json.dumps(line) for line in lines], answers=answers, **options)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


@pytest.mark.parametrize("features, shape", [("v1", (283,)), ("v2", (486,)), ("planes", (83, 27)), ("none", (0,))])
def test_shapes(features, shape):
    seen = []

    def choose(obs, mask, views):
        seen.append((obs.shape, obs.dtype, mask.shape))
        return mask.argmax(1)

    numbers = {} if features == "none" else {"features": [0] * int(np.prod(shape))}
    views = [{"legal": [3, 7], **numbers}, {"legal": [138, 141], **numbers}]
    hello, first, last = answer(choose, features, {"hello": {}}, {"ask": 1, "views": views}, {"ask": 2, "views": []}, views=9)
    assert hello["hello"].get("features", "none") == features and hello["hello"]["views"] == 9
    assert first == {"ask": 1, "actions": [3, 138]} and last == {"ask": 2, "actions": []}
    assert seen == [((2, *shape), np.uint8 if features in ("planes", "none") else np.float32, (2, 142))]


def test_wrong_features_and_choices():
    with pytest.raises(ValueError, match="v9"):
        xuezhan.serve(None, "v9")
    with pytest.raises(ValueError, match="shape"):
        answer(lambda obs, mask, views: [1, 2], "none", {"ask": 1, "views": [{"legal": [1, 2]}]})

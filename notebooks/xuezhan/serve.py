"""A bot of one's own at the command line's tables: the other end of ``exec:COMMAND``."""

import contextlib
import json
import sys

import numpy as np

from .envs import FEATURES, NUM_ACTIONS

PROTOCOL = 3
"""The version of the protocol that is spoken; Go's package policy/external describes it."""


def serve(choose, features="v1", *, name="python", version="", views=256, over=None, lines=None, answers=None):
    """Play as the program of an ``exec:`` bot until the input ends. A file mine.py with

        import numpy as np, xuezhan

        def choose(obs, mask, views):
            return np.where(mask, net(obs), -np.inf).argmax(1)

        xuezhan.serve(choose)

    is the bot of ``xuezhan match -a "exec:python3 mine.py" -b fast``. choose gets what
    VectorEnv has: obs [V,…] by the features ("v1", "v2", "planes" or "none"), mask uint8
    [V,142], and the views as dicts; it returns the ids of V legal actions. Up to so many
    views come at once. A choice must be a function of its own view alone, so that hands
    can be repeated. over, if there is one, is called with a list of the hands that are
    over, dicts with table, seat, hand and points. What is printed goes to the standard
    error. lines and answers stand in for the standard input and output.
    """
    if features not in FEATURES:
        raise ValueError(f'unknown features "{features}"; there are {", ".join(FEATURES)}')
    lines, answers = lines or sys.stdin, answers or sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        for line in lines:
            question = json.loads(line)
            if "hello" in question:
                answer = {"hello": _hello(features, name, version, views)}
            else:
                if over and "over" in question:
                    over(question["over"])
                answer = {"ask": question["ask"], "actions": _chosen(choose, features, question["views"])}
            answers.write(json.dumps(answer) + "\n")
            answers.flush()


def _hello(features, name, version, views):
    """Return what the bot says of itself."""
    hello = {"protocol": PROTOCOL, "name": name, "version": version, "views": views}
    return hello if features == "none" else {**hello, "features": features}


def _chosen(choose, features, views):
    """Return the actions for some views, maybe none."""
    if not views:
        return []
    dtype, shape = FEATURES[features]
    obs = np.array([view.get("features", ()) for view in views], dtype).reshape(len(views), *shape)
    mask = np.zeros((len(views), NUM_ACTIONS), np.uint8)
    for row, view in zip(mask, views):
        row[view["legal"]] = 1
    actions = np.asarray(choose(obs, mask, views))
    if actions.shape != (len(views),):
        raise ValueError(f"the choices have the shape {actions.shape}, not ({len(views)},)")
    return actions.tolist()

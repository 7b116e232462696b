"""xuezhan plays Sichuan mahjong by the million; this package is the way in from Python.

    import xuezhan

    env = xuezhan.VectorEnv(1024, rules="wap-battle", seats=("", "fast", "fast", "fast"))
    obs = env.reset(seed=1)
    obs, reward, done = env.step(env.sample_legal())

VectorEnv is many hands in lockstep as numpy arrays; GymVectorEnv and HandEnv have
gymnasium's and PettingZoo's shapes. eval, match and learn are the command line's answers;
load reads what a run has stored (with pandas), tiles draws tiles. A torch net comes home as a bot:

    net = xuezhan.save_net(module, "mine.json")  # torch.nn.Sequential of Linear and ReLU
    net(obs)                                     # what it says of observations
    xuezhan.match("learned@mine.json", "fast")   # what it is worth

serve makes a function that chooses a bot of its own, with the same numbers.

It needs numpy, and nothing else until it is asked for.
"""

import importlib

from .envs import NUM_ACTIONS, NUM_SEATS, VectorEnv, actions, schema
from .library import Error, IllegalAction
from .program import eval, folder, learn, match, page_of, program, xuezhan, xuezhan_json
from .serve import serve

_LATER = {
    "tiles": "drawn",
    "GymVectorEnv": "gym", "HandEnv": "zoo",
    **dict.fromkeys(["Net", "save_net"], "nets"),
    **dict.fromkeys(["load", "read_lines", "stratum"], "tables"),
    **dict.fromkeys(["Estimate", "MIN_HANDS", "student_t", "mean", "difference", "means"], "intervals"),
    **dict.fromkeys(["BLUE", "ORANGE", "GREEN", "PINK", "SKY", "GREY", "style", "draw_means", "draw_map"], "pictures"),
}
"""Where the names are that need more than numpy, or other packages if there are any."""

__all__ = ["NUM_ACTIONS", "NUM_SEATS", "VectorEnv", "actions", "schema", "Error", "IllegalAction", "eval", "folder",
           "learn", "match", "page_of", "program", "serve", "xuezhan", "xuezhan_json", *_LATER]


def __getattr__(name):
    if name not in _LATER:
        raise AttributeError(f"module 'xuezhan' has no attribute {name!r}")
    return getattr(importlib.import_module("." + _LATER[name], __name__), name)

"""Many hands in lockstep as numpy arrays: the core that learning stands on."""

import ctypes
import json
import os
from typing import NamedTuple

import numpy as np

from .library import Arrays, SHORT, check, describe, load, text

NUM_ACTIONS = 142
NUM_SEATS = 4
FEATURES = {"v1": (np.float32, (283,)), "v2": (np.float32, (486,)), "planes": (np.uint8, (83, 27)), "none": (np.uint8, (0,))}
"""What an observation is, by the name of its features: its dtype and its shape."""


def actions():
    """Return the names of the actions, by id: "discard 1m" to "pass"."""
    return list(describe("actions"))


def schema(features):
    """Return what each number of "v1" or "v2", or each channel of "planes", means."""
    return describe(features)


class After(NamedTuple):
    """What legal actions lead to, a candidate each."""

    offset: np.ndarray  # int32 [N+1]
    action: np.ndarray  # int64 [M]
    obs: np.ndarray  # [M,…] by the environment's features
    pay: np.ndarray  # float32 [M] points that the action, a kong, pays its seat at once


class VectorEnv:
    """N hands in lockstep. Row i plays the hands i, i+N, i+2N … that ``xuezhan run``
    plays with the same seed, and waits for a choice of a seat that no bot has.

    The arrays below are filled in anew by each reset and step; copy what is to be kept.

    ======  ================  =======================================================
    seat    int8 [N]          whose choice the row is
    obs     float32 [N,283]   what that seat sees, by features "v1"; float32 [N,486] by
                              "v2", uint8 [N,83,27] by "planes"
    mask    uint8 [N,142]     1 at each legal action, at least two a row
    reward  float32 [N,4]     points gained since the call before; sums to 0
    done    uint8 [N]         1 where a hand ended within the call
    hand    int64 [N]         index of the hand in play
    ======  ================  =======================================================

    Where a hand ends, the next one is dealt within the same call: reward is of the hand
    that ended, seat, obs, mask and hand are of the new one. final() has the last
    observation of the hand that ended, record() its record.

    rules is a preset's name or a dict like a rules file; seats are four specs of bots, ""
    for the caller's; rotate turns the seating by one seat a hand; walls is "shared" or
    "lanes"; observe=False leaves obs out, None then, for those who look at after() alone. An
    environment is used by one thread of one process: start others by spawn.
    """

    def __init__(self, num_envs=1, rules="wap-battle", seats=("", "", "", ""), *, rotate=False,
                 walls="shared", features="v1", seed=0, observe=True):
        if features not in FEATURES:
            raise ValueError(f'unknown features "{features}"; there are {", ".join(FEATURES)}')
        if isinstance(seats, str) or len(seats) != NUM_SEATS:
            raise ValueError(f"seats are four specs, not {seats!r}")
        self._number = 0
        self._lib = load()
        config = {"rules": rules, "rows": int(num_envs), "seats": [str(s) for s in seats],
                  "rotate": bool(rotate), "walls": walls, "features": features}
        self._number = check(self._lib, self._lib.xz_create(json.dumps(config).encode()))
        self._owner = os.getpid()
        self.num_envs, self.features, self.seats, self.rules = int(num_envs), features, tuple(seats), rules
        n, (self.obs_dtype, self.obs_shape) = self.num_envs, FEATURES[features]
        self.seat = np.zeros(n, np.int8)
        self.mask = np.zeros((n, NUM_ACTIONS), np.uint8)
        self.obs = np.zeros((n, *self.obs_shape), self.obs_dtype) if observe else None
        self.reward = np.zeros((n, NUM_SEATS), np.float32)
        self.done = np.zeros(n, np.uint8)
        self.hand = np.zeros(n, np.int64)
        self._actions = np.zeros(n, np.int64)
        arrays = (self.seat, self.mask, self.obs, self.reward, self.done, self.hand)
        self._arrays = Arrays(*(None if a is None else a.ctypes.data for a in arrays))
        self._to = ctypes.addressof(self._arrays)
        self._room = 0
        self._seed = seed

    def reset(self, seed=None):
        """Begin the hands of a seed, the one given to the constructor if there is none,
        and return obs."""
        self._open()
        if seed is not None:
            self._seed = seed
        if not 0 <= int(self._seed) < 2**64:
            raise ValueError(f"a seed is 0 to 2**64−1, not {self._seed}")
        check(self._lib, self._lib.xz_reset(self._number, int(self._seed), self._to))
        return self.obs

    def step(self, actions):
        """Play one action a row and every row up to its next choice; return obs, reward
        and done. An action that is not legal is an IllegalAction, which names the row,
        the seat and the legal actions; nothing is played then."""
        self._open()
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise ValueError(f"actions have the shape {given.shape}, not ({self.num_envs},)")
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {given.dtype}")
        if given.dtype != np.int64 or not given.flags.c_contiguous:
            self._actions[:] = given
            given = self._actions
        check(self._lib, self._lib.xz_step(self._number, given.ctypes.data, self._to))
        return self.obs, self.reward, self.done

    def sample_legal(self, out=None):
        """Return a legal action for each row, each as likely as any other; what is drawn
        is fixed by the seed of the last reset."""
        self._open()
        out = np.empty(self.num_envs, np.int64) if out is None else _own(out, np.int64, (self.num_envs,))
        check(self._lib, self._lib.xz_sample(self._number, out.ctypes.data))
        return out

    def advise(self, bot, out=None):
        """Return what a bot, such as "value", would play in each row, whatever has been
        played so far: something to imitate, or to play on by. Nothing is played. Bots that
        are processes or remember what they were asked, such as "random", cannot advise."""
        self._open()
        out = np.empty(self.num_envs, np.int64) if out is None else _own(out, np.int64, (self.num_envs,))
        check(self._lib, self._lib.xz_advise(self._number, str(bot).encode(), out.ctypes.data))
        return out

    def after(self):
        """Return what every legal action of every row leads to, before anything else
        happens: an After, where offset[i] up to offset[i+1] are the candidates of row i. A
        pung has a candidate for each discard that may follow it. A net's choice is the
        action of the candidate with the most net(obs) + pay, as the bot learned@FILE plays
        (but it discards tiles of the void suit in any order). The arrays are filled in anew
        by the next call."""
        self._open()
        while True:
            if self._room == 0:
                self._allocate(max(32 * self.num_envs, 64))
            n = self._lib.xz_after(self._number, self._room, self._offset.ctypes.data, self._action.ctypes.data,
                                   self._pay.ctypes.data, self._candidates.ctypes.data)
            if n != SHORT:
                check(self._lib, n)
                return After(self._offset, self._action[:n], self._candidates[:n], self._pay[:n])
            self._allocate(check(self._lib, self._lib.xz_after(self._number, 0, None, None, None, None)) * 2)

    def _allocate(self, room):
        self._room = room
        self._offset = np.zeros(self.num_envs + 1, np.int32)
        self._action = np.zeros(room, np.int64)
        self._pay = np.zeros(room, np.float32)
        self._candidates = np.zeros((room, *self.obs_shape), self.obs_dtype)

    def final(self):
        """Return the last observations [N,…] of the rows that are done, as the seat saw it
        that chose last; other rows are 0."""
        self._open()
        obs = np.zeros((self.num_envs, *self.obs_shape), self.obs_dtype)
        check(self._lib, self._lib.xz_final(self._number, obs.ctypes.data))
        return obs

    def observe(self, row, seat):
        """Return what a seat sees of a row's hand, whoever is to choose in it."""
        self._open()
        obs = np.zeros(self.obs_shape, self.obs_dtype)
        check(self._lib, self._lib.xz_observe(self._number, row, seat, obs.ctypes.data))
        return obs

    def record(self, row=0):
        """Return the hand of a row that ended last as text, which ``xuezhan replay``
        verifies and shows."""
        self._open()
        return text(self._lib, self._lib.xz_record, self._number, row)

    def render(self, row=0):
        """Return the hand of a row that ended last as a page to watch, for Jupyter."""
        from .program import page_of
        return page_of(self.record(row))

    def close(self):
        """End the environment. Whatever is called afterwards is an error."""
        if self._number and os.getpid() == self._owner:
            self._lib.xz_close(self._number)
        self._number = 0

    def _open(self):
        if not self._number:
            raise ValueError("the environment is closed")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if getattr(self, "_number", 0):
            self.close()

    def __getstate__(self):
        raise TypeError("an environment cannot be pickled: make one in each process, and start processes by spawn")


def _own(array, dtype, shape):
    if array.dtype != dtype or array.shape != shape or not array.flags.c_contiguous or not array.flags.writeable:
        raise ValueError(f"the array has to be writeable, contiguous, {np.dtype(dtype)} and of shape {shape}")
    return array

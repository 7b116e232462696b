"""The environment as gymnasium's VectorEnv: one learner at a table of bots.

Where gymnasium is installed, GymVectorEnv is a gymnasium.vector.VectorEnv and its spaces
are gymnasium's; where it is not, it has the same methods, attributes and infos, with
spaces that can sample and contain.
"""

import numpy as np

from .envs import NUM_ACTIONS, VectorEnv

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode

    Base, SAME_STEP = gymnasium.vector.VectorEnv, AutoresetMode.SAME_STEP
except ImportError:
    gymnasium, Base, SAME_STEP = None, object, "SameStep"

    class spaces:  # noqa: N801, as gymnasium has it
        """The two spaces that are needed of gymnasium's."""

        class _Space:
            def seed(self, seed=None):
                """Seed what sample draws from."""
                self._random = np.random.default_rng(seed)

            def __repr__(self):
                return f"{type(self).__name__}(shape={self.shape}, dtype={self.dtype})"

        class Box(_Space):
            """Arrays between two bounds."""

            def __init__(self, low, high, shape, dtype):
                self.low, self.high, self.shape, self.dtype = low, high, tuple(shape), np.dtype(dtype)
                self.seed()

            def contains(self, x):
                """Report whether x is of the space."""
                return isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype

            def sample(self):
                """Return an array of the space."""
                return self._random.uniform(0, 1, self.shape).astype(self.dtype)

        class Discrete(_Space):
            """The numbers 0 to n − 1."""

            def __init__(self, n):
                self.n, self.shape, self.dtype = n, (), np.dtype(np.int64)
                self.seed()

            def contains(self, x):
                """Report whether x is of the space."""
                return 0 <= int(x) < self.n

            def sample(self, mask=None):
                """Return one of the numbers, of those whose mask is not 0."""
                return np.int64(self._random.choice(self.n if mask is None else np.flatnonzero(mask)))

        class MultiDiscrete(_Space):
            """A number of each of several Discrete spaces."""

            def __init__(self, nvec):
                self.nvec = np.asarray(nvec)
                self.shape, self.dtype = self.nvec.shape, np.dtype(np.int64)
                self.seed()

            def contains(self, x):
                """Report whether x is of the space."""
                return np.shape(x) == self.shape and bool(np.all((np.asarray(x) >= 0) & (x < self.nvec)))

            def sample(self):
                """Return numbers of the space."""
                return self._random.integers(0, self.nvec)


class GymVectorEnv(Base):
    """N tables, at each of which one learner sits with three bots of the catalog.

    A step is the learner's next choice; what it gains until then is its reward, in
    points. A hand is an episode: terminations are its end, truncations never come. The
    next hand is dealt within the same step (SAME_STEP): infos["final_obs"] and
    infos["final_info"] have what was last seen, infos["_final_obs"] where. The legal
    actions are infos["action_mask"], int8 [N,142]; only they may be played.
    """

    metadata = {"render_modes": [], "autoreset_mode": SAME_STEP}
    render_mode = None
    spec = None
    closed = False

    def __init__(self, num_envs=1, rules="wap-battle", opponents=("fast", "fast", "fast"), *, rotate=True,
                 walls="shared", features="v1"):
        if len(opponents) != 3 or not all(opponents):
            raise ValueError(f"opponents are the specs of three bots, not {opponents!r}")
        self.env = VectorEnv(num_envs, rules, ("", *opponents), rotate=rotate, walls=walls, features=features)
        self.num_envs = num_envs
        core = self.env
        high = np.inf if core.obs_dtype == np.float32 else 1
        low = -high if core.obs_dtype == np.float32 else 0
        self.single_observation_space = spaces.Box(low, high, core.obs_shape, core.obs_dtype)
        self.observation_space = spaces.Box(low, high, (num_envs, *core.obs_shape), core.obs_dtype)
        self.single_action_space = spaces.Discrete(NUM_ACTIONS)
        self.action_space = spaces.MultiDiscrete([NUM_ACTIONS] * num_envs)

    def reset(self, *, seed=None, options=None):
        """Begin the hands of a seed; return observations and infos."""
        if isinstance(seed, (list, tuple, np.ndarray)):
            raise ValueError("one seed is for all rows: row i plays its hands i, i+N, …")
        self.env.reset(seed)
        return self.env.obs.copy(), self._infos()

    def step(self, actions):
        """Play the learner's choices; return observations, rewards, terminations,
        truncations and infos."""
        core = self.env
        seat = core.seat.copy()
        core.step(actions)
        rewards = core.reward[np.arange(self.num_envs), seat].astype(np.float64)
        terminations = core.done.astype(bool)
        infos = self._infos()
        if terminations.any():
            infos["final_obs"], infos["_final_obs"] = core.final(), terminations.copy()
            points = np.where(terminations, rewards, 0)
            infos["final_info"] = {"reward": points, "_reward": terminations.copy(),
                                   "seat": seat, "_seat": terminations.copy()}
            infos["_final_info"] = terminations.copy()
        return core.obs.copy(), rewards, terminations, np.zeros(self.num_envs, bool), infos

    def _infos(self):
        everywhere = np.ones(self.num_envs, bool)
        return {
            "action_mask": self.env.mask.astype(np.int8), "_action_mask": everywhere,
            "hand": self.env.hand.copy(), "_hand": everywhere.copy(),
            "seat": self.env.seat.copy(), "_seat": everywhere.copy(),
        }

    def sample_legal(self):
        """Return a legal action for each table."""
        return self.env.sample_legal()

    def close(self, **_):
        """End the environment."""
        self.env.close()
        self.closed = True

    @property
    def unwrapped(self):
        """The environment itself."""
        return self

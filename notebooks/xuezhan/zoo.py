"""The environment as PettingZoo's AEC: one hand, and every seat an agent.

Where pettingzoo is installed, HandEnv is a pettingzoo.AECEnv; where it is not, it has
the same methods and attributes.
"""

import numpy as np

from .envs import NUM_ACTIONS, NUM_SEATS, VectorEnv
from .gym import spaces

try:
    from pettingzoo import AECEnv as Base
except ImportError:
    Base = object

AGENTS = [f"seat_{s}" for s in range(NUM_SEATS)]


class HandEnv(Base):
    """One hand of four agents, seat_0 to seat_3. An observation is a dict of the features
    and the action_mask, which is all 0 for a seat that is not to choose. Each reset deals
    the next hand of the seed, or the first one of a new seed."""

    metadata = {"name": "xuezhan_v0", "render_modes": [], "is_parallelizable": False}
    render_mode = None

    def __init__(self, rules="wap-battle", *, walls="shared", features="v1"):
        self._env = VectorEnv(1, rules, walls=walls, features=features)
        self._begun = False
        self.possible_agents = list(AGENTS)
        self.agents = []

    def observation_space(self, agent):
        """Return the space of an agent's features."""
        core = self._env
        bound = np.inf if core.obs_dtype == np.float32 else 1
        return spaces.Box(-bound if bound > 1 else 0, bound, core.obs_shape, core.obs_dtype)

    def action_space(self, agent):
        """Return the space of an agent's actions."""
        return spaces.Discrete(NUM_ACTIONS)

    def reset(self, seed=None, options=None):
        """Deal a hand."""
        if seed is not None or not self._begun:
            self._env.reset(seed)
            self._begun = True
        elif not self._over:
            self._env.reset(self._env._seed)
        self._over = False
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {a: {} for a in AGENTS}
        self._select()

    def _select(self):
        self.agent_selection = AGENTS[int(self._env.seat[0])]
        self.infos = {a: {"hand": int(self._env.hand[0])} for a in AGENTS}
        self.infos[self.agent_selection]["action_mask"] = self._env.mask[0].astype(np.int8)

    def observe(self, agent):
        """Return what an agent sees: {"observation", "action_mask"}."""
        mask = np.zeros(NUM_ACTIONS, np.int8)
        if self._over:
            return {"observation": self._last[agent], "action_mask": mask}
        if agent == self.agent_selection:
            mask = self._env.mask[0].astype(np.int8)
        return {"observation": self._env.observe(0, AGENTS.index(agent)), "action_mask": mask}

    def last(self, observe=True):
        """Return the observation, cumulative reward, termination, truncation and info of
        the agent that is to choose."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def step(self, action):
        """Play the agent's action; None for an agent whose hand is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("when an agent is dead, the only valid action is None")
            return self._bury(agent)
        if action is None:
            raise ValueError(f"{agent} has to choose an action")
        seen = {a: self._env.observe(0, s) for s, a in enumerate(AGENTS)}
        self._env.step(np.array([action]))
        self._cumulative_rewards[agent] = 0.0
        for s, a in enumerate(AGENTS):
            self.rewards[a] = float(self._env.reward[0, s])
            self._cumulative_rewards[a] += self.rewards[a]
        if not self._env.done[0]:
            self._select()
            return None
        self._over, self._last = True, seen
        self.terminations = dict.fromkeys(AGENTS, True)
        self.infos = {a: {} for a in AGENTS}
        self.agent_selection = self.agents[0]
        return None

    def _bury(self, agent):
        """Take an agent whose hand is over from the table."""
        self.agents.remove(agent)
        for about in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
            about.pop(agent)
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter=2**63):
        """Yield the agent that is to choose until none is left."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    @property
    def num_agents(self):
        """The number of agents at the table."""
        return len(self.agents)

    @property
    def max_num_agents(self):
        """The number of agents at the table as the hand begins."""
        return NUM_SEATS

    @property
    def unwrapped(self):
        """The environment itself."""
        return self

    def record(self):
        """Return the hand that ended last as text."""
        return self._env.record()

    def close(self):
        """End the environment."""
        self._env.close()

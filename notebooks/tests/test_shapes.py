"""The environment in gymnasium's and PettingZoo's shapes, by their documented contracts."""

import numpy as np
import pytest
import xuezhan


def test_gym_contract(rules):
    env = xuezhan.GymVectorEnv(6, rules)
    try:
        assert "SAME" in str(env.metadata["autoreset_mode"]).upper()
        obs, infos = env.reset(seed=4)
        assert obs.shape == env.observation_space.shape and obs.dtype == env.observation_space.dtype
        ended = 0
        for _ in range(300):
            mask = infos["action_mask"]
            assert mask.shape == (6, 142) and mask.dtype == np.int8 and (mask.sum(1) >= 2).all()
            actions = env.sample_legal()
            before = obs.copy()
            obs2, rewards, terminations, truncations, infos = env.step(actions)
            assert (obs == before).all(), "an observation has changed behind the caller's back"
            obs = obs2
            assert rewards.shape == terminations.shape == truncations.shape == (6,)
            assert terminations.dtype == bool and not truncations.any()
            if terminations.any():
                ended += terminations.sum()
                assert (infos["_final_obs"] == terminations).all()
                assert infos["final_obs"][terminations].any(1).all()
                assert (infos["final_info"]["reward"][terminations] == rewards[terminations]).all()
            else:
                assert "final_obs" not in infos
        assert ended > 6
    finally:
        env.close()


def test_gym_rewards_are_the_learners(rules):
    """Over a hand the learner's rewards are its points in the record."""
    import json

    env = xuezhan.GymVectorEnv(3, rules)
    env.reset(seed=9)
    sums = np.zeros(3)
    for _ in range(300):
        seat = env.env.seat.copy()
        _, rewards, over, _, _ = env.step(env.sample_legal())
        sums += rewards
        for i in np.flatnonzero(over):
            assert json.loads(env.env.record(i).splitlines()[-1])["points"][seat[i]] == sums[i]
            sums[i] = 0
    env.close()


def test_gym_seeds_repeat():
    def play():
        env = xuezhan.GymVectorEnv(4)
        env.reset(seed=7)
        log = [env.step(env.sample_legal())[:3] for _ in range(50)]
        env.close()
        return log

    assert all(np.array_equal(a, b) for x, y in zip(play(), play()) for a, b in zip(x, y))


def test_gym_refuses():
    with pytest.raises(ValueError, match="opponents"):
        xuezhan.GymVectorEnv(1, opponents=("fast", "fast"))
    env = xuezhan.GymVectorEnv(2)
    with pytest.raises(ValueError, match="one seed"):
        env.reset(seed=[1, 2])
    env.close()


def test_aec_contract(rules):
    env = xuezhan.HandEnv(rules)
    random = np.random.default_rng(1)
    for seed in (1, None, None, 2):
        env.reset(seed=seed)
        assert env.agents == env.possible_agents == ["seat_0", "seat_1", "seat_2", "seat_3"]
        totals = dict.fromkeys(env.agents, 0.0)
        choices = 0
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            totals[agent] += reward
            assert not truncation
            if termination:
                env.step(None)
                continue
            mask = observation["action_mask"]
            assert mask.sum() >= 2 and (info["action_mask"] == mask).all()
            for other in env.agents:
                seen = env.observe(other)
                assert seen["action_mask"].any() == (other == agent)
            env.step(int(random.choice(np.flatnonzero(mask))))
            choices += 1
        assert choices > 8 and sum(totals.values()) == 0
        assert not env.agents
    env.close()


def test_aec_refuses():
    env = xuezhan.HandEnv()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="has to choose"):
        env.step(None)
    with pytest.raises(xuezhan.IllegalAction):
        env.step(138)
    env.close()

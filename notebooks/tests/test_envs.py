"""What the environment promises, whoever learns in it."""

import json
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
import xuezhan

BOTS = ("", "fast", "fast", "fast")


def play(env, seed, steps):
    """Return a copy of all arrays after each of some steps of legal actions."""
    env.reset(seed)
    log = []
    for _ in range(steps):
        log.append([a.copy() for a in (env.seat, env.mask, env.obs, env.reward, env.done, env.hand)])
        env.step(env.sample_legal())
    return log


def same(first, second):
    return all(np.array_equal(a, b) for x, y in zip(first, second) for a, b in zip(x, y))


@pytest.mark.parametrize("features", ["v1", "v2", "planes", "none"])
@pytest.mark.parametrize("seats", [("", "", "", ""), BOTS])
def test_masks_and_rewards(make, rules, features, seats):
    env = make(9, rules, seats, features=features)
    env.reset(5)
    total = np.zeros((9, 4))
    ended = 0
    for _ in range(700):
        assert (env.mask.sum(1) >= 2).all()
        assert ((0 <= env.seat) & (env.seat < 4)).all()
        actions = env.sample_legal()
        assert (env.mask[np.arange(9), actions] == 1).all()
        obs, reward, done = env.step(actions)
        assert obs is env.obs and reward is env.reward and done is env.done
        assert (reward.sum(1) == 0).all()
        total += reward
        for i in np.flatnonzero(done):
            lines = env.record(i).splitlines()
            assert json.loads(lines[-1])["points"] == list(total[i])
            total[i] = 0
            ended += 1
    assert ended > 9


def test_seeds_repeat(make):
    env, other = make(7, seats=BOTS, rotate=True), make(7, seats=BOTS, rotate=True)
    first = play(env, 3, 200)
    assert same(first, play(other, 3, 200))
    assert same(first, play(env, 3, 200))
    assert not same(first, play(env, 4, 200))


def test_rows_are_independent(make):
    """A hand is the same however many others are in play, if the choices are."""

    def by_hand(rows):
        env = make(rows, seats=BOTS)
        env.reset(8)
        points, told = {}, np.zeros((rows, 4))
        while not all(h in points for h in range(12)):
            was = env.hand.copy()
            env.step(env.mask.argmax(1))  # the first legal action: no chance of the environment's
            told += env.reward
            for i in np.flatnonzero(env.done):
                points[was[i]] = tuple(told[i])
                told[i] = 0
        return [points[h] for h in range(12)]

    assert by_hand(1) == by_hand(5) == by_hand(12)


def test_hands_are_those_of_a_run(make, rules, tmp_path):
    """Each hand's record is verified, and its deck is that of the seed and index."""
    env = make(3, rules)
    env.reset(2026)
    seen = set()
    while len(seen) < 9:
        was = env.hand.copy()
        env.step(env.sample_legal())
        for i in np.flatnonzero(env.done):
            text = env.record(i)
            head = json.loads(text.splitlines()[0])
            assert (head["seed"], head["hand"]) == ("2026", was[i])
            name = tmp_path / "hand.jsonl"
            name.write_text(text)
            xuezhan.xuezhan("replay", name, "--verify")
            seen.add(was[i])
    assert seen >= set(range(6))


def test_after(make):
    env = make(6, features="v1")
    pung, pungs = xuezhan.actions().index("pung"), 0
    env.reset(1)
    for _ in range(200):
        offset, action, obs, pay = env.after()
        assert offset[0] == 0 and offset[-1] == len(action) == len(obs) == len(pay)
        for i in range(6):
            candidates = action[offset[i]:offset[i + 1]]
            assert list(np.unique(candidates)) == list(np.flatnonzero(env.mask[i]))
            again = candidates[1:][candidates[1:] == candidates[:-1]]
            assert (again == pung).all()
            pungs += len(again)
        assert ((pay == 0) | (action >= 27)).all()
        env.step(env.sample_legal())
    assert pungs > 0


def test_without_observations(make):
    env, other = make(5, observe=False), make(5)
    assert env.reset(3) is None and other.reset(3) is not None
    for _ in range(50):
        assert all(np.array_equal(a, b) for a, b in zip(env.after(), other.after()))
        actions = env.sample_legal()
        assert env.step(actions)[0] is None
        other.step(actions)
    assert np.array_equal(env.mask, other.mask) and env.final().shape == (5, 283)


def test_advice(make):
    """Who follows a bot's advice plays its hands."""
    env, by_bot = make(1, seats=BOTS), make(1, seats=("value", "", "fast", "fast"))
    env.reset(6)
    by_bot.reset(6)
    played = []
    for _ in range(3):
        while True:
            actions = env.advise("value")
            assert env.mask[0, actions[0]] == 1
            if env.step(actions)[2][0]:
                break
        while not by_bot.step(by_bot.advise("fast"))[2][0]:
            pass
        played.append(env.record().splitlines()[1:] == by_bot.record().splitlines()[1:])
    assert all(played)
    for wrong, what in (("random", "remembers"), ("exec:true", "process"), ("fastt", "fast"), ("", "")):
        with pytest.raises(ValueError, match=what):
            env.advise(wrong)
    with pytest.raises(ValueError, match="array"):
        env.advise("fast", out=np.zeros(2, np.int64))


def test_final(make):
    env = make(4, seats=BOTS)
    env.reset(1)
    while not env.done.any():
        env.step(env.sample_legal())
    final = env.final()
    assert final[env.done == 1].any(1).all() and not final[env.done == 0].any()


def test_illegal_actions(make):
    env = make(3)
    env.reset(1)
    before = [a.copy() for a in (env.obs, env.mask, env.seat, env.hand)]
    for wrong in (-1, 142, 138, 2**40):
        actions = env.sample_legal()
        actions[2] = wrong
        with pytest.raises(xuezhan.IllegalAction, match=r"row 2: seat \d may not play action .*legal are \d+ \("):
            env.step(actions)
    assert all(np.array_equal(a, b) for a, b in zip(before, (env.obs, env.mask, env.seat, env.hand)))
    env.step(env.sample_legal())


@pytest.mark.parametrize("wrong, error", [
    (np.zeros(2, np.int64), ValueError), (np.zeros((3, 1), np.int64), ValueError), (5, ValueError),
    (np.zeros(3), TypeError), (np.array(["a"] * 3), TypeError), (np.zeros(3, bool), TypeError),
])
def test_wrong_shapes_and_dtypes(make, wrong, error):
    env = make(3)
    env.reset(1)
    with pytest.raises(error, match="actions"):
        env.step(wrong)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64])
def test_other_whole_numbers(make, dtype):
    env = make(3)
    env.reset(1)
    env.step(env.sample_legal().astype(dtype))
    env.step(np.repeat(env.sample_legal(), 2)[::2])  # not contiguous


@pytest.mark.parametrize("options, what", [
    ({"rules": "nowhere"}, "nowhere"), ({"rules": {"base": "tsumo", "fan_cap": "x"}}, "fan_cap"),
    ({"num_envs": 0}, "rows"), ({"seats": ("", "fastt", "", "")}, "fast"), ({"features": "v9"}, "v9"),
    ({"walls": "round"}, "round"), ({"seats": ("fast",)}, "seats"), ({"seats": "fast"}, "seats"),
])
def test_wrong_configurations(options, what):
    with pytest.raises(ValueError, match=what):
        xuezhan.VectorEnv(**options)


def test_rules_of_a_dict(make):
    env = make(2, {"base": "tsumo", "name": "tsumo-5", "fan_cap": 5})
    env.reset(1)
    env.step(env.sample_legal())


def test_before_reset_and_after_close(make):
    env = make(2)
    for call in (lambda: env.step(np.zeros(2, np.int64)), env.sample_legal, env.after):
        with pytest.raises(xuezhan.Error, match="reset"):
            call()
    env.reset(1)
    actions = env.sample_legal()
    env.close()
    env.close()
    for call in (lambda: env.step(actions), env.reset, env.sample_legal, env.after, env.final, env.record):
        with pytest.raises(ValueError, match="closed"):
            call()


def test_seeds(make):
    env = make(1)
    env.reset(2**64 - 1)
    for wrong in (-1, 2**64):
        with pytest.raises(ValueError, match="seed"):
            env.reset(wrong)


def test_no_pickle(make):
    with pytest.raises(TypeError, match="spawn"):
        pickle.dumps(make(1))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_fork_is_refused(make):
    env = make(1)
    env.reset(1)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            env.step(np.zeros(1, np.int64))
            said = "nothing"
        except Exception as error:
            said = str(error)
        os.write(write, said.encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert "spawn" in os.read(read, 1000).decode()
    env.step(env.sample_legal())


def test_a_spawned_process_plays():
    code = "import xuezhan; e = xuezhan.VectorEnv(2); e.reset(1); e.step(e.sample_legal()); print(int(e.hand.sum()))"
    path = os.pathsep.join([os.path.dirname(os.path.dirname(xuezhan.__file__)), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path})
    assert done.stdout == "1\n", done.stderr


def test_no_go_says_so(tmp_path, monkeypatch):
    from xuezhan import build
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "go.mod").touch()
    monkeypatch.setattr(build, "SOURCE", tmp_path)
    with pytest.raises(build.NoGo, match="no Go on the PATH"):
        build.library(tmp_path / "lib.so")
    (tmp_path / "go.mod").unlink()
    with pytest.raises(build.NoGo, match="pip install ./notebooks"):
        build.library(tmp_path / "lib.so")


def test_descriptions():
    names = xuezhan.actions()
    assert len(names) == xuezhan.NUM_ACTIONS and names[138] == "win" and names[141] == "pass"
    assert len(xuezhan.schema("v1")["entries"]) == 283
    assert len(xuezhan.schema("v2")["entries"]) == 486
    assert len(xuezhan.schema("planes")["entries"]) == 83


def test_answers():
    assert xuezhan.eval("123m11p456p77p999m", rules="tsumo")["shanten"] is not None
    result = xuezhan.match("fast", "random", blocks=100)
    assert result["verdict"] == "better"


@pytest.mark.skipif("XUEZHAN_SOAK" not in os.environ, reason="XUEZHAN_SOAK=STEPS plays so many decisions")
def test_soak(make):
    import resource

    steps, rows = int(os.environ["XUEZHAN_SOAK"]), 1024
    env = make(rows, seats=BOTS, features="v1")
    env.reset(1)
    actions, early = np.zeros(rows, np.int64), None
    for n in range(0, steps, rows):
        env.step(env.sample_legal(actions))
        if early is None and n > steps // 10:
            early = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    late = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{steps:,} decisions, {env.hand.max():,} hands: {early:,} kB after a tenth, {late:,} kB at the end")
    assert late < early * 1.05 + 2048, f"{early} kB grew to {late} kB"


def test_rates():
    from xuezhan import rates
    for name, options in rates.KINDS.items():
        assert rates.rate(0.01, **options) > 1000, name
    assert 0 < rates.fast_hand(0.01) < 1

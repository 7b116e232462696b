"""How many decisions a second environments make on this machine:

    python3 -m xuezhan.rates

Each line is of 1,024 hands in lockstep on one core, legal actions drawn at random, the
drawing included. Seconds are of the processor, so that a busy machine matters less. Beside
it stands what part of a hand of four fast, played here in the same minute, a decision takes.
"""

import multiprocessing
import os
import sys
import time

import numpy as np

from . import VectorEnv

ROWS = 1024
ALONE, LEARNER = ("", "", "", ""), ("", "fast", "fast", "fast")
KINDS = {
    "bare": dict(features="none"),
    "v1": dict(features="v1"),
    "v2": dict(features="v2"),
    "planes": dict(features="planes"),
    "v1 after each legal action": dict(features="v1", observe=False),
    "learner against three fast, bare": dict(features="none", seats=LEARNER),
}
"""The options of the environment for each line."""


def rate(seconds, seats=ALONE, **options):
    """Return the decisions of a second of the processor."""
    with VectorEnv(ROWS, seats=seats, **options) as env:
        env.reset(1)
        actions, after = np.zeros(ROWS, np.int64), not options.get("observe", True)
        steps, started = -20, 0  # some to warm up
        while steps <= 0 or time.process_time() - started < seconds:
            if steps == 0:
                started = time.process_time()
            if after:
                env.after()
            env.step(env.sample_legal(actions))
            steps += 1
        return steps * ROWS / (time.process_time() - started)


def fast_hand(seconds):
    """Return the seconds of a hand of four fast."""
    with VectorEnv(ROWS, seats=LEARNER, features="none") as env:
        env.reset(1)
        actions, hands = np.zeros(ROWS, np.int64), 0
        started = time.process_time()
        while time.process_time() - started < seconds:
            hands += int(env.step(env.advise("fast", actions))[2].sum())
        return (time.process_time() - started) / hands


def _bare(seconds):
    """Return the bare rate, as a function that other processes can find."""
    return rate(seconds, features="none")


def together(workers, seconds):
    """Return how many times the decisions of one process as many processes make."""
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        alone = beside = 0
        for _ in range(3):
            alone = max(alone, pool.apply(_bare, [seconds]))
            beside = max(beside, sum(pool.map(_bare, [seconds] * workers, chunksize=1)))
        return beside / alone


def main(seconds=2.0):
    """Print the table."""
    for name, options in KINDS.items():
        decisions, hand = rate(seconds, **options), fast_hand(seconds / 4)
        print(f"{name:34} {decisions / 1e6:5.2f} M decisions/s, {1 / decisions / hand:.3f} of a hand of four fast ({1e6 * hand:.1f} us)")
    workers = min(2, os.cpu_count())
    print(f"{workers} processes, bare: {together(workers, seconds):.2f} times one")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))

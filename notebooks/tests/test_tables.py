"""What is stored comes as frames, and tiles as pictures."""

import numpy as np
import pytest
import xuezhan as xz


def test_run(tmp_path):
    out = tmp_path / "run"
    xz.xuezhan("run", "--hands", 300, "--seats", "fast,big,value,fast", "--seed", 5, "--out", out)
    hands, seats, wins = (xz.load(out, table) for table in ("hands", "seats", "wins"))
    assert len(hands) == 300 and len(seats) == 1200
    assert (seats.groupby("hand").points.sum() == 0).all()
    assert set(wins.hand) <= set(hands.hand)
    assert list(xz.load(out, "seats", ["hand", "points"]).columns) == ["hand", "points"]


def test_match(tmp_path):
    out = tmp_path / "match"
    result = xz.match("fast", "big", seed=6, blocks=120, out=out)
    blocks = xz.load(out, "blocks")
    assert list(blocks.block) == list(range(120))
    points = blocks[[f"points_{hand}_{seat}" for hand in range(2) for seat in range(4)]]
    assert (points.to_numpy().reshape(-1, 4).sum(axis=1) == 0).all()
    # A block has four seats of a in its two hands.
    assert np.isclose((blocks.points_a - blocks.points_b).mean() / 4, result["difference"]["value"])


def test_study(tmp_path):
    out = tmp_path / "study"
    answer = xz.xuezhan_json("study", "wait", "--hands", 60, "--seed", 7, "--out", out)
    forks = xz.load(out, "forks")
    assert forks.hand.between(0, 59).all()
    assert len(forks.groupby(["hand", "fork"])) == answer["forks"]


def test_decisions(tmp_path):
    out = tmp_path / "decisions"
    xz.xuezhan("dataset", "decisions", "--hands", 20, "--seed", 8, "--out", out)
    rows = xz.load(out, "decisions")
    assert set(rows.hand) == set(range(20)) and set(rows.seat) == set(range(4))


def test_tiles():
    hand = xz.tiles("123m11p[9999sc]")
    assert repr(hand) == "123m11p[9999sc]"
    assert hand._repr_svg_().count('class="tile-face"') == 7
    with pytest.raises(ValueError, match="fifth copy of 9m"):
        xz.tiles("99999m")

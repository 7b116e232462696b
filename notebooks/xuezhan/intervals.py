"""Means and differences with their intervals.

The independent unit is the hand (one wall), or the block of a match. The rows of one
hand share its wall, and what one seat wins another pays; counted as independent, they
give intervals that are too narrow or too wide. A mean here is a ratio of sums per hand,
as in ``xuezhan dataset query``.
"""

from statistics import NormalDist
from typing import NamedTuple

import numpy as np
import pandas as pd

MIN_HANDS = 100
"""Hands below which there is no interval: 'too few' is said instead."""


class Estimate(NamedTuple):
    """A mean or a difference with the interval that covers it in 95 of 100 runs."""

    value: float
    lo: float
    hi: float
    units: int
    """independent units: hands, or blocks of a match"""

    def __str__(self):
        if np.isnan(self.lo):
            return f"too few ({self.units})"
        return f"{self.value:+.3f} [{self.lo:+.3f}, {self.hi:+.3f}]"

    @property
    def half_width(self):
        return (self.hi - self.lo) / 2

    @classmethod
    def of(cls, answer):
        """Return the estimate of a JSON answer of the program; None is too few."""
        if answer is None:
            return cls(np.nan, np.nan, np.nan, 0)
        return cls(answer["value"], answer["lo"], answer["hi"], answer.get("n", answer.get("units", 0)))


def student_t(units, level=0.95):
    """Return the factor of a standard error, for at least MIN_HANDS units.

    It is Student's t by its expansion about the normal quantile, Abramowitz and
    Stegun 26.7.5.
    """
    z, df = NormalDist().inv_cdf((1 + level) / 2), units - 1
    return z + z * (z**2 + 1) / (4 * df) + z * (5 * z**4 + 16 * z**2 + 3) / (96 * df**2)


def _ratio(rows, column):
    """Return the mean of a column, and by hand how far it pulls the mean."""
    values = rows[column].astype(float)
    known = values.notna()
    by_hand = values[known].groupby(rows["hand"][known]).agg(["sum", "count"])
    if by_hand.empty:
        return np.nan, by_hand["sum"]
    count = by_hand["count"].sum()
    mean = by_hand["sum"].sum() / count
    return mean, (by_hand["sum"] - mean * by_hand["count"]) / count


def _interval(value, pulls, level, *groups):
    """Return the interval; pulls and each of the groups are by hand and need MIN_HANDS."""
    n, fewest = len(pulls), min(map(len, [pulls, *groups]))
    if fewest < MIN_HANDS:
        return Estimate(np.nan, np.nan, np.nan, fewest)
    half = student_t(n, level) * np.sqrt(n / (n - 1) * (pulls**2).sum())
    return Estimate(value, value - half, value + half, n)


def mean(rows, column, level=0.95):
    """Return the mean of a column over rows, which need a column hand."""
    return _interval(*_ratio(rows, column), level)


def difference(first, second, column, level=0.95):
    """Return the mean of a column over the first rows less that over the second.

    What the two share (hands, and that one's gain is the other's loss) is in the
    interval. Either side needs MIN_HANDS hands.
    """
    a, pulls_a = _ratio(first, column)
    b, pulls_b = _ratio(second, column)
    return _interval(a - b, pulls_a.sub(pulls_b, fill_value=0), level, pulls_a, pulls_b)


def means(rows, by, column):
    """Return a frame with the mean of a column for each value of another one."""
    groups = {key: mean(group, column) for key, group in rows.groupby(by)}
    return pd.DataFrame(groups.values(), index=pd.Index(groups.keys(), name=by))

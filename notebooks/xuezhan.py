"""What the notebooks share: the program, its tables, intervals, and pictures.

The notebooks play their own hands with the program ``xuezhan`` and then read
nothing but what it left behind. Nothing here knows the rules of the game.

Where the program is: in the variable XUEZHAN of the environment, else on the
PATH, else it is built with Go from the source next to this folder.

Intervals: the independent unit is the hand (one wall), or the block of a match.
The rows of one hand share its wall, and what one seat wins another pays; counted
as independent, they give intervals that are too narrow or too wide. A mean here
is a ratio of sums per hand, as in ``xuezhan dataset query``.
"""

import atexit
import functools
import io
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from statistics import NormalDist
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib_inline.backend_inline import set_matplotlib_formats

try:
    import pyarrow  # noqa: F401, pandas reads Parquet by it
except ImportError:
    pyarrow = None

MIN_HANDS = 100
"""Hands below which there is no interval: 'too few' is said instead."""

BLUE, ORANGE, GREEN, PINK, SKY, GREY = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#777777"
"""Colours that people with any colour vision tell apart (Okabe and Ito)."""


# --- the program -----------------------------------------------------------


@functools.lru_cache(maxsize=None)
def program():
    """Return the path of the program; see above."""
    found = os.environ.get("XUEZHAN") or shutil.which("xuezhan")
    if found:
        return str(Path(found).resolve())
    source = Path(__file__).resolve().parent.parent
    built = Path(folder()) / "xuezhan"
    subprocess.run(["go", "build", "-o", built, "./cmd/xuezhan"], cwd=source, check=True)
    return str(built)


def folder():
    """Return a new temporary folder, which is gone when Python ends."""
    name = tempfile.mkdtemp(prefix="xuezhan-")
    atexit.register(shutil.rmtree, name, ignore_errors=True)
    return Path(name)


def xuezhan(*arguments, fine=(0,)):
    """Run the program and return its standard output.

    A status that is not among fine is a RuntimeError with the program's message.
    """
    done = subprocess.run([program(), *map(str, arguments)], capture_output=True, text=True)
    if done.returncode not in fine:
        raise RuntimeError(f"xuezhan {arguments[0]}: status {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def xuezhan_json(*arguments, fine=(0,)):
    """Run the program with --json and return what it printed."""
    return json.loads(xuezhan(*arguments, "--json", fine=fine))


# --- tables ----------------------------------------------------------------


def load(run, table, columns=None):
    """Return a table of a stored run (hands, seats or wins) as a data frame.

    It is read as Parquet where pyarrow is installed, else as CSV through
    'xuezhan dataset export'; the frame is the same. Columns is a list of names,
    or None for all. Numbers that may be null are floats, null is NaN.
    """
    if pyarrow:
        return _load_parquet(run, table, columns)
    return _load_csv(run, table, columns)


def _load_parquet(run, table, columns):
    parts = sorted(Path(run).glob(f"{table}-*.parquet"))
    frame = pd.concat([pd.read_parquet(p, columns=columns) for p in parts], ignore_index=True)
    return frame.astype({name: "int64" for name in frame.columns[frame.dtypes == "int32"]})


def _load_csv(run, table, columns):
    only = ["--columns", ",".join(columns)] if columns else []
    text = xuezhan("dataset", "export", run, "--table", table, *only)
    frame = pd.read_csv(io.StringIO(text), na_values=[""], keep_default_na=False)
    texts = frame.columns[frame.dtypes == object]
    return frame.fillna({name: "" for name in texts})


def read_lines(path):
    """Return the objects of a file with a JSON object a line."""
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def stratum(study, name):
    """Return the classes of one stratum of a study's JSON, in their order."""
    return next(s["classes"] for s in study["strata"] if s["name"] == name)


# --- intervals -------------------------------------------------------------


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


# --- pictures --------------------------------------------------------------


def style():
    """Set how all pictures and tables look."""
    set_matplotlib_formats("png", pil_kwargs={"optimize": True})
    pd.set_option("display.max_colwidth", None)
    plt.rcParams.update({
        "figure.dpi": 72, "figure.figsize": (6.4, 3.4), "font.size": 9,
        "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
        "axes.axisbelow": True, "grid.color": "#e4e4e4", "legend.frameon": False,
        "axes.prop_cycle": plt.cycler(color=[BLUE, ORANGE, GREEN, PINK, SKY]),
    })


def draw_means(axes, positions, estimates, **look):
    """Draw estimates as points with their intervals; those of too few are left out."""
    shown = [(x, e) for x, e in zip(positions, estimates) if not np.isnan(e.lo)]
    xs = [x for x, _ in shown]
    ys = [e.value for _, e in shown]
    axes.errorbar(xs, ys, yerr=[e.half_width for _, e in shown], **{"fmt": "o", "capsize": 3, "ms": 4, **look})


def draw_map(axes, answer, limit):
    """Draw the map of a study's JSON: a heat map, purple where the first
    alternative is worth more and orange where the second one is, deepest at limit
    points.

    A cell has its difference; ~ marks those that the study does not call either
    way after Holm's adjustment, and cells of too few hands are empty.
    """
    cells = answer["cells"]
    values = np.array([[c["difference"]["value"] if c["difference"] else np.nan for c in row] for row in cells])
    image = axes.imshow(values, cmap="PuOr", vmin=-limit, vmax=limit, aspect="auto", origin="lower")
    for r, c in np.argwhere(~np.isnan(values)):
        undecided = " ~" if cells[r][c]["verdict"] == "~" else ""
        dark = abs(values[r, c]) > 0.7 * limit
        axes.text(c, r, f"{values[r, c]:+.1f}{undecided}", ha="center", va="center", fontsize=7,
                  color="white" if dark else "black")
    axes.grid(False)
    axes.set_facecolor("#eeeeee")
    axes.set_xticks(range(values.shape[1]), answer["columns"]["classes"])
    axes.set_yticks(range(values.shape[0]), answer["rows"]["classes"])
    axes.set_xlabel(answer["columns"]["name"])
    axes.set_ylabel(answer["rows"]["name"])
    axes.figure.colorbar(image, ax=axes, label="points per fork")

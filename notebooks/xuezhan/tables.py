"""Stored runs, studies, matches and decisions as frames."""

import io
import json
from pathlib import Path

import pandas as pd

from .program import xuezhan

try:
    import pyarrow  # noqa: F401, pandas reads Parquet by it
except ImportError:
    pyarrow = None


def load(run, table, columns=None):
    """Return a table of a stored run (hands, seats, wins), study, match (blocks) or set of
    decisions as a data frame.

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

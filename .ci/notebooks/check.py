"""Checks notebooks: check.py KEPT EXECUTED

Each notebook in the folder KEPT must have been executed from top to bottom and
be small, and neither it nor its copy in EXECUTED may show a path of a machine, a
warning or an error. A copy that says something else than what is kept is named;
that is no fault, since libraries of other versions print other texts.
"""

import json
import re
import sys
from pathlib import Path

MAX_BYTES = 150_000
PATH = re.compile(r"(?<![\w.<])/(?:[\w.-]+/)+[\w.-]+|[A-Z]:\\\w")
TROUBLE = re.compile(r"warning|traceback|error:", re.IGNORECASE)


def outputs(notebook):
    """Yield each output of a notebook with the number of its cell."""
    for number, cell in enumerate(notebook["cells"]):
        for output in cell.get("outputs", []):
            yield number, output


def texts(output):
    """Return what an output shows as text, pictures left out."""
    data = output.get("data", {})
    shown = [output.get("text", ""), *(data[kind] for kind in data if kind.startswith("text/"))]
    return "\n".join("".join(text) for text in shown)


def faults(notebook):
    """Yield what is wrong with a notebook, a line a fault."""
    counts = [cell["execution_count"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    if counts != list(range(1, len(counts) + 1)):
        yield "was not executed from top to bottom"
    if any(cell["metadata"] for cell in notebook["cells"]):
        yield "has metadata in cells, such as times of execution"
    for number, output in outputs(notebook):
        if output["output_type"] == "error" or output.get("name") == "stderr":
            yield f"cell {number}: error or output on stderr"
        for pattern in (PATH, TROUBLE):
            if found := pattern.search(texts(output)):
                yield f"cell {number}: prints {found.group()!r}"


def main(kept, executed):
    bad = 0
    paths = sorted(Path(kept).glob("*.ipynb"))
    for path in paths:
        copy = Path(executed) / path.name
        was, now = (json.loads(p.read_text()) for p in (path, copy))
        found = [f"{path}: {fault}" for fault in faults(was)] + [f"{path}, run now: {fault}" for fault in faults(now)]
        if path.stat().st_size > MAX_BYTES:
            found.append(f"{path}: {path.stat().st_size:,} bytes, more than {MAX_BYTES:,}")
        if [texts(o) for _, o in outputs(was)] != [texts(o) for _, o in outputs(now)]:
            print(f"note: {path} prints other texts now; '.ci/notebooks/run --update' keeps them")
        print(*found or [f"{path}: fine"], sep="\n")
        bad += len(found)
    if not paths:
        sys.exit(f"{kept}: no notebooks")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""The command line's answers as objects.

The program is found in the variable XUEZHAN of the environment, else beside this file,
where ``pip install`` puts it, else on the PATH, else it is built with Go from the source
that this file stands in.
"""

import atexit
import functools
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from . import build


@functools.lru_cache(maxsize=None)
def program():
    """Return the path of the program; see above."""
    beside = Path(__file__).parent / "bin" / "xuezhan"
    found = os.environ.get("XUEZHAN") or (str(beside) if beside.exists() else shutil.which("xuezhan"))
    if found:
        return str(Path(found).resolve())
    built = folder() / "xuezhan"
    build.program(built)
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


def eval(tiles, **flags):  # noqa: A001, the command's name
    """Return what ``xuezhan eval`` says of tiles, such as "123m11p456p77p[9999mc]".

    Flags are the command's, with _ for -: eval(tiles, rules="tsumo", draws=3).
    """
    answer = xuezhan_json("eval", tiles, *_flags(flags))
    return answer[0] if isinstance(answer, list) and len(answer) == 1 else answer


def match(a, b, **flags):
    """Return the result of ``xuezhan match`` of bot a against bot b: a dict with the
    verdict and the difference in points a hand with its interval."""
    return xuezhan_json("match", "-a", a, "-b", b, *_flags(flags))


def learn(out, **flags):
    """Fit a net to hands as ``xuezhan learn`` does, write it to the file out, and return
    what was learned."""
    return xuezhan_json("learn", "-o", out, *_flags(flags))


def _flags(flags):
    """Return keyword arguments as flags: True is a flag alone, False and None are none."""
    words = []
    for name, value in flags.items():
        if value is None or value is False:
            continue
        words.append("--" + name.replace("_", "-"))
        if value is not True:
            words.append(str(value))
    return words


def page_of(record):
    """Return a record's hand as a page to watch, which Jupyter shows."""
    name = folder() / "hand.jsonl"
    name.write_text(record)
    return Page(xuezhan("replay", name, "--format", "html"))


class Page:
    """A page that Jupyter shows in a frame."""

    def __init__(self, html):
        self.html = html

    def _repr_html_(self):
        text = self.html.replace("&", "&amp;").replace('"', "&quot;")
        return f'<iframe srcdoc="{text}" style="width:100%;height:640px;border:0" title="a hand"></iframe>'

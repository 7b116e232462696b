"""Builds the engine's library and program with Go from the source around this package."""

import platform
import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent
"""The project's folder, if the package stands in it."""

LIBRARY = {"Darwin": "libxuezhan.dylib", "Windows": "xuezhan.dll"}.get(platform.system(), "libxuezhan.so")
"""The name of the library's file."""


class NoGo(RuntimeError):
    """There is neither something built nor a way to build it."""


def library(target):
    """Build the C library as the file target."""
    _go("build", "-trimpath", "-ldflags=-s -w", "-buildmode=c-shared", "-o", target, "./cmd/libxuezhan", what="the library")
    Path(target).with_suffix(".h").unlink(missing_ok=True)


def program(target):
    """Build the command line as the file target."""
    _go("build", "-trimpath", "-ldflags=-s -w", "-o", target, "./cmd/xuezhan", what="the program")


def _go(*arguments, what):
    if not (SOURCE / "go.mod").exists():
        raise NoGo(f"xuezhan: {what} is not here, and neither is the source to build it from; "
                   "install the package from a checkout: pip install ./notebooks")
    if not shutil.which("go"):
        raise NoGo(f"xuezhan: {what} has to be built, and there is no Go on the PATH; "
                   "install Go 1.26 or newer, or a wheel built where there is Go")
    done = subprocess.run(["go", *map(str, arguments)], cwd=SOURCE, capture_output=True, text=True)
    if done.returncode:
        raise NoGo(f"xuezhan: {what} could not be built (a C compiler is needed for the library):\n{done.stderr.strip()}")

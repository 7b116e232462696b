"""The engine as a C library: where it is, its functions, its errors.

The library is found in the variable XUEZHAN_LIBRARY of the environment, else beside
this file, where ``pip install`` puts it, else it is built with Go from the source that
this file stands in. Nothing is fetched.
"""

import ctypes
import functools
import json
import os
from pathlib import Path

from . import build

INTERFACE = 3
"""The version of the C interface that this package speaks."""

OK, WRONG, CLOSED, FAILED, FORKED, SHORT = 0, -1, -2, -3, -4, -5


class Error(RuntimeError):
    """What the engine says went wrong."""


class IllegalAction(ValueError):
    """An action that is not legal; nothing has been played."""


class Arrays(ctypes.Structure):
    """xz_arrays of the header: the addresses of the caller's arrays."""

    _fields_ = [(name, ctypes.c_void_p) for name in ("seat", "mask", "obs", "reward", "done", "hand")]


def path():
    """Return where the library is, and build it if it is nowhere."""
    named = os.environ.get("XUEZHAN_LIBRARY")
    if named:
        return Path(named)
    beside = Path(__file__).parent / build.LIBRARY
    if not beside.exists():
        build.library(beside)
    return beside


@functools.lru_cache(maxsize=None)
def load():
    """Return the library, loaded once in a process."""
    lib = ctypes.CDLL(str(path()))
    i64, ptr = ctypes.c_int64, ctypes.c_void_p
    for name, result, arguments in (
        ("xz_create", i64, [ctypes.c_char_p]),
        ("xz_reset", ctypes.c_int, [i64, ctypes.c_uint64, ptr]),
        ("xz_step", ctypes.c_int, [i64, ptr, ptr]),
        ("xz_sample", ctypes.c_int, [i64, ptr]),
        ("xz_advise", ctypes.c_int, [i64, ctypes.c_char_p, ptr]),
        ("xz_after", i64, [i64, i64, ptr, ptr, ptr, ptr]),
        ("xz_final", ctypes.c_int, [i64, ptr]),
        ("xz_observe", ctypes.c_int, [i64, i64, ctypes.c_int32, ptr]),
        ("xz_record", i64, [i64, i64, ptr, i64]),
        ("xz_describe", i64, [ctypes.c_char_p, ptr, i64]),
        ("xz_close", ctypes.c_int, [i64]),
        ("xz_net_open", i64, [ctypes.c_char_p]),
        ("xz_net_values", ctypes.c_int, [i64, i64, i64, ptr, ptr]),
        ("xz_net_describe", i64, [i64, ptr, i64]),
        ("xz_net_close", ctypes.c_int, [i64]),
        ("xz_error", ctypes.c_char_p, []),
    ):
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    speaks = json.loads(text(lib, lib.xz_describe, b"version"))
    if speaks != INTERFACE:
        raise Error(f"the library {path()} has interface {speaks}, this package needs {INTERFACE}: install both anew")
    return lib


def check(lib, status):
    """Return a result; raise what the library says if it is a failure."""
    if status >= 0:
        return status
    what = (lib.xz_error() or b"").decode(errors="replace")
    if status == WRONG and "may not play action" in what:
        raise IllegalAction(what)
    if status in (WRONG, SHORT):
        raise ValueError(what)
    raise Error(what)


def text(lib, function, *arguments):
    """Return the text that a function of the library writes."""
    size = check(lib, function(*arguments, None, 0))
    buffer = ctypes.create_string_buffer(size)
    check(lib, function(*arguments, buffer, size))
    return buffer.raw[:size].decode()


@functools.lru_cache(maxsize=None)
def describe(what):
    """Return what the library says of "actions", "v1", "v2", "planes" or "presets"."""
    lib = load()
    return json.loads(text(lib, lib.xz_describe, what.encode()))

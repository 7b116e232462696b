"""Nets that bots play by: save_net writes a torch module as the file that the bot
``learned@FILE`` reads, Net asks such a file. torch itself is never imported here: what
is read of a module are its layers and their weights."""

import json
import os

import numpy as np

from .envs import schema
from .library import check, load, text

MAX_WEIGHT = 1e6
"""The greatest weight or bias of a net."""


class Net:
    """A net from a file, as save_net and ``xuezhan learn`` write them.

    net(obs) returns what the net says of observations: float32 [M] for [M,283], or one
    number for [283], in points that the seat is expected to gain. Of a net that reads v2
    an observation has net.width numbers. The bot learned@FILE computes the same, bit by
    bit, of what each legal action leads to (see VectorEnv.after), and takes the best.

    path, features ("v1" or "v2"), width, inputs (names), hidden (units) and digest say
    what the net is. Threads may share a net.
    """

    def __init__(self, path):
        self._number = 0
        self._lib = load()
        self.path = os.fspath(path)
        self._number = check(self._lib, self._lib.xz_net_open(os.fsencode(self.path)))
        self._owner = os.getpid()
        about = json.loads(text(self._lib, self._lib.xz_net_describe, self._number))
        self.features, self.width, self.inputs = about["features"], about["width"], about["inputs"]
        self.hidden, self.digest = about["hidden"], about["digest"]

    def __call__(self, obs):
        if not self._number:
            raise ValueError("the net is closed")
        given = np.asarray(obs)
        if given.dtype.kind not in "fiu":
            raise TypeError(f"observations are numbers, not {given.dtype}")
        if given.ndim not in (1, 2) or given.shape[-1] != self.width:
            raise ValueError(f"observations have the shape {given.shape}, not (M, {self.width}) or ({self.width},)")
        rows = np.ascontiguousarray(given, np.float32).reshape(-1, self.width)
        values = np.empty(len(rows), np.float32)
        check(self._lib, self._lib.xz_net_values(self._number, len(rows), self.width, rows.ctypes.data, values.ctypes.data))
        return values if given.ndim == 2 else values[0]

    def close(self):
        """End the net. Asking it afterwards is an error."""
        if self._number and os.getpid() == self._owner:
            self._lib.xz_net_close(self._number)
        self._number = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if getattr(self, "_number", 0):
            self.close()

    def __reduce__(self):
        return Net, (self.path,)

    def __repr__(self):
        return f"Net({self.path!r}, {self.features}, {len(self.inputs)} inputs, {self.hidden} hidden units, {self.digest})"


def save_net(module, path, features="v1", inputs=None, mean=None, scale=None, about=""):
    """Write a torch module to a file as a net that the bot learned@PATH plays by, and
    return it as a Net.

    module is a torch.nn.Sequential of Linear layers with a ReLU between each two, which
    ends in one output: the points that the seat is expected to gain. inputs are the names
    of the features it reads, in the order of its first layer; None stands for all of
    "v1" or "v2" (see schema). If it was fitted to (x − mean) / scale, give mean and scale,
    one number an input or one for all: they become part of the first layer's weights.
    about is a text that the file keeps. A file that is there already is replaced, but
    only by a whole one.
    """
    known = _features(features)
    names = list(known) if inputs is None else _names(inputs, known, features)
    layers = _layers(module)
    if layers[0][0].shape[1] != len(names):
        raise ValueError(f"the first layer has {layers[0][0].shape[1]} inputs, not {len(names)}, one for each name")
    layers[0] = _unscaled(*layers[0], names, mean, scale)
    _check_bounds(layers, scaled=scale is not None)
    if not isinstance(about, str):
        raise TypeError(f"about is a text, not {type(about).__name__}")
    head = {"format": 2, "features": features, "schema": schema(features)["hash"], "inputs": names}
    history = json.dumps({"about": about})
    whole = f'{json.dumps(head)[:-1]}, "layers": [{", ".join(_layer_text(w, b) for w, b in layers)}], "history": {history}}}\n'
    return _replace(os.fspath(path), whole)


def _features(features):
    """Return the names of the features that a net may read."""
    if features not in ("v1", "v2"):
        raise ValueError(f'a net reads the features "v1" or "v2", not {features!r}')
    return [e["name"] for e in schema(features)["entries"]]


def _names(inputs, known, features):
    """Return the names of the inputs, all of which have to be known."""
    if isinstance(inputs, str):
        raise TypeError(f"inputs is a list of names, not the text {inputs!r}")
    names = [str(name) for name in inputs]
    unknown = sorted(set(names) - set(known))
    if unknown:
        raise ValueError(f"{unknown[0]!r} is no feature of {features}; schema({features!r}) lists them")
    if len(set(names)) < len(names):
        raise ValueError(f"the input {next(n for n in names if names.count(n) > 1)!r} is listed twice")
    return names


def _layers(module):
    """Return the weights and biases of a module's Linear layers."""
    if type(module).__name__ != "Sequential":
        raise TypeError(f"the module is a {type(module).__name__}, not a torch.nn.Sequential of Linear and ReLU")
    parts = list(module)
    for i, part in enumerate(parts):
        want = ("Linear", "ReLU")[i % 2]
        if type(part).__name__ != want:
            raise TypeError(f"layer {i} is a {type(part).__name__}, not a {want}: a net has Linear, ReLU, Linear … Linear")
    if len(parts) % 2 == 0:
        raise TypeError("the last layer is a ReLU, not a Linear" if parts else "the module has no layers")
    layers = []
    for i, part in enumerate(parts[::2]):
        weight = _numbers(part.weight, f"weight of layer {2 * i}")
        bias = np.zeros(len(weight)) if part.bias is None else _numbers(part.bias, f"bias of layer {2 * i}")
        layers.append((weight, bias))
    for i in range(1, len(layers)):
        before, now = layers[i - 1][0].shape[0], layers[i][0].shape[1]
        if before != now:
            raise ValueError(f"layer {2 * i} has {now} inputs, but layer {2 * i - 2} has {before} outputs")
    outputs = layers[-1][0].shape[0]
    if outputs != 1:
        raise ValueError(f"the last layer has {outputs} outputs, not 1")
    return layers


def _numbers(tensor, what):
    """Return a tensor as numpy numbers, all of which have to be finite."""
    numbers = tensor.detach().cpu().double().numpy()
    if not np.isfinite(numbers).all():
        raise ValueError(f"the {what} has a number that is not finite")
    return numbers


def _unscaled(weight, bias, names, mean, scale):
    """Return the first layer as it reads features that are not scaled."""
    mean, scale = _per_input(mean, 0, names, "mean"), _per_input(scale, 1, names, "scale")
    if (scale == 0).any():
        raise ValueError(f"the scale of {names[int(np.argmax(scale == 0))]!r} is 0; leave out inputs that do not vary")
    weight = weight / scale
    return weight, bias - weight @ mean


def _per_input(given, default, names, what):
    """Return one number an input."""
    numbers = np.asarray(default if given is None else given, np.float64)
    if numbers.shape not in ((), (len(names),)):
        raise ValueError(f"{what} has the shape {numbers.shape}, not ({len(names)},), one number an input")
    if not np.isfinite(numbers).all():
        raise ValueError(f"{what} has a number that is not finite")
    return np.broadcast_to(numbers, len(names))


def _check_bounds(layers, scaled):
    """Check that no number is greater than a net may have."""
    for i, numbers in enumerate(layers):
        if not all((np.abs(x) <= MAX_WEIGHT).all() for x in numbers):
            why = " after it is divided by the scale" if scaled and i == 0 else ""
            raise ValueError(f"layer {2 * i} has a weight or bias beyond ±{MAX_WEIGHT:.0f}{why}")


def _layer_text(weight, bias):
    """Return a layer as JSON. A number has the digits that float32 needs, and no more."""
    rows = ", ".join(_list_text(row) for row in weight)
    return f'{{"bias": {_list_text(bias)}, "weights": [{rows}]}}'


def _list_text(numbers):
    return "[" + ",".join(map(str, np.asarray(numbers, np.float32))) + "]"


def _replace(path, whole):
    """Write a net's file in place of what is there, if the engine can read it."""
    part = f"{path}.{os.getpid()}.part"
    try:
        with open(part, "w", encoding="utf-8") as file:
            file.write(whole)
        try:
            Net(part).close()
        except ValueError as wrong:
            raise ValueError(str(wrong).replace(part, path)) from None
        os.replace(part, path)
    finally:
        if os.path.exists(part):
            os.remove(part)
    return Net(path)

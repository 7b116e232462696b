"""Makes the wheel: the package, and in it the library and the program, built with Go.

It is a build backend as PEP 517 has it, without needs of its own. The wheel is
py3-none-PLATFORM, since the library is called through ctypes and knows no Python.
"""

import base64
import hashlib
import importlib.util
import io
import sysconfig
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAME, VERSION = "xuezhan", "1.0"


def get_requires_for_build_wheel(config_settings=None):
    """Nothing is needed."""
    return []


get_requires_for_build_editable = get_requires_for_build_wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Write the wheel and return its name."""
    build = _builder()
    with tempfile.TemporaryDirectory() as folder:
        built = {f"{NAME}/{build.LIBRARY}": Path(folder) / build.LIBRARY, f"{NAME}/bin/xuezhan": Path(folder) / "xuezhan"}
        build.library(built[f"{NAME}/{build.LIBRARY}"])
        build.program(built[f"{NAME}/bin/xuezhan"])
        files = {name: path.read_bytes() for name, path in built.items()}
    for path in sorted((HERE / NAME).glob("*.py")):
        files[f"{NAME}/{path.name}"] = path.read_bytes()
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return _write(wheel_directory, f"py3-none-{platform}", files)


def _builder():
    """Return the package's build module. The package itself needs numpy, which is not
    there while a wheel is made."""
    spec = importlib.util.spec_from_file_location("build", HERE / NAME / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """Write a wheel that leads to this folder, and return its name."""
    return _write(wheel_directory, "py3-none-any", {f"{NAME}.pth": f"{HERE}\n".encode()})


def _write(directory, tag, files):
    info = f"{NAME}-{VERSION}.dist-info"
    files = dict(files)
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {VERSION}\nRequires-Python: >=3.9\nRequires-Dist: numpy\n").encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    listed = io.StringIO()
    name = f"{NAME}-{VERSION}-{tag}.whl"
    with zipfile.ZipFile(Path(directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file, data in files.items():
            entry = zipfile.ZipInfo(file, (2026, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100755 if "/bin/" in file or file.endswith(".so") else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            listed.write(f"{file},sha256={digest},{len(data)}\n")
        listed.write(f"{info}/RECORD,,\n")
        wheel.writestr(zipfile.ZipInfo(f"{info}/RECORD", (2026, 1, 1, 0, 0, 0)), listed.getvalue())
    return name

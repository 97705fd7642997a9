"""Build hook of the wheel: the declarations of recto.h for cffi, and the library itself.

RECTO_LIBRARY is the path of the linked librecto.so, by default `out/link/librecto.so`.
"""

import os
import pathlib
import re
from typing import Any

import cffi
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = pathlib.Path(__file__).resolve().parent
REPOSITORY = ROOT.parent


def declarations(header: str) -> str:
    """Returns the declarations of recto.h, without preprocessor lines."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.DOTALL)
    text = re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE)
    return text.replace("RECTO_API", "")


def write_abi(target: pathlib.Path) -> None:
    """Writes the module that cffi loads in ABI mode: importing it needs neither a compiler nor a parser."""
    builder = cffi.FFI()
    builder.cdef(declarations((REPOSITORY / "Sources/CRecto/include/recto.h").read_text()))
    builder.set_source("recto._abi", None)
    builder.emit_python_code(str(target))


class WheelHook(BuildHookInterface):  # type: ignore[type-arg, misc, unused-ignore]
    """Adds the generated module and the library to the wheel, which supports every Python 3 of the platform."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        library = pathlib.Path(os.environ.get("RECTO_LIBRARY", REPOSITORY / "out/link/librecto.so")).resolve()
        if not library.is_file():
            raise SystemExit(f"error: {library} is missing: `make link` builds it")
        generated = REPOSITORY / "out/python/_abi.py"
        generated.parent.mkdir(parents=True, exist_ok=True)
        write_abi(generated)
        build_data["force_include"][str(generated)] = "recto/_abi.py"
        build_data["force_include"][str(library)] = "recto/librecto.so"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-linux_{os.uname().machine}"

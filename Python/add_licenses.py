"""Adds the licenses of everything that a repaired wheel includes to its dist-info: add_licenses.py WHEEL

auditwheel names a copied library like `libpng16-d00bd151.so.16.39.0`. Its license is in the library's Debian package.
Swift's runtime and libzbar are linked into librecto.so itself.
"""

from __future__ import annotations

import base64
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

HASHED = re.compile(r"(?P<name>.+)-[0-9a-f]{8}(?P<version>\.so[.\d]*)$")


def debian_license(library: str) -> bytes:
    """Returns the license of the package that contains a library."""
    owner = subprocess.run(["dpkg", "-S", f"*/{library}"], capture_output=True, text=True, check=True).stdout
    package = owner.split(":")[0]
    return pathlib.Path(f"/usr/share/doc/{package}/copyright").read_bytes()


def swift_license() -> bytes:
    compiler = pathlib.Path(shutil.which("swiftc") or sys.exit("error: swiftc is not installed")).resolve()
    return (compiler.parents[1] / "share/swift/LICENSE.txt").read_bytes()


def licenses(names: list[str]) -> dict[str, bytes]:
    """Returns the texts by file name."""
    found = {
        "LICENSE": (pathlib.Path(__file__).parents[1] / "LICENSE").read_bytes(),
        "libzbar.a.txt": debian_license("libzbar.a"),
        "swift.txt": swift_license(),
    }
    for name in names:
        if match := HASHED.fullmatch(pathlib.PurePosixPath(name).name):
            library = match["name"] + match["version"]
            found[f"{library}.txt"] = debian_license(library)
    return found


def add(wheel: pathlib.Path) -> None:
    changed = wheel.with_suffix(".licensed")
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new:
        names = old.namelist()
        info = next(name for name in names if name.endswith(".dist-info/RECORD")).rsplit("/", 1)[0]
        texts = {f"{info}/licenses/{name}": text for name, text in sorted(licenses(names).items())}
        metadata = old.read(f"{info}/METADATA")
        fields = "".join(f"License-File: {name.rpartition('/licenses/')[2]}\n" for name in texts).encode()
        head, _, body = metadata.partition(b"\n\n")
        texts[f"{info}/METADATA"] = head + b"\n" + fields + b"\n" + body
        record: list[str] = []
        for line in old.read(f"{info}/RECORD").decode().splitlines():
            if line.split(",")[0] not in texts:
                record.append(line)
        for name, text in texts.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(text)}")
        texts[f"{info}/RECORD"] = ("\n".join(record) + "\n").encode()
        for item in old.infolist():
            if item.filename not in texts:
                new.writestr(item, old.read(item.filename))
        for name, text in texts.items():
            new.writestr(name, text)
    changed.replace(wheel)


add(pathlib.Path(sys.argv[1]))

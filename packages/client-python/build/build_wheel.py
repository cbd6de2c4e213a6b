"""Builds the wheel: a zip archive with the package and its metadata, the same bytes on every machine. A PEP 517 backend without
dependencies; `python3 build/build_wheel.py FOLDER [REPOSITORY]` builds without pip, with the address of the repository in the metadata."""

from __future__ import annotations

import ast
import base64
import hashlib
import re
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any, cast

ROOT = Path(__file__).resolve().parent.parent
TIME = (1980, 1, 1, 0, 0, 0)  # The earliest that a zip archive can write.
TAG = "py3-none-any"


def _project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def _metadata(project: dict[str, Any], repository: str | None) -> str:
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"Requires-Python: {project['requires-python']}",
        f"License-Expression: {project['license']}",
        "License-File: LICENSE",
        *(
            []
            if repository is None
            else [f"Project-URL: Issues, {repository}/issues", f"Project-URL: Source, {repository}"]
        ),
        *(f"Classifier: {one}" for one in project["classifiers"]),
        "Description-Content-Type: text/markdown",
    ]
    # What it is, in five lines; the chapters behind it are on every gateway.
    about, _, _ = (ROOT / "README.md").read_text("utf-8").partition("\n## ")
    return "\n".join(lines) + "\n\n" + about


def _files(project: dict[str, Any], repository: str | None) -> dict[str, bytes]:
    info = f"{project['name']}-{project['version']}.dist-info"
    sources = sorted((ROOT / "src/reelgate").glob("*.py"))
    exported = set(re.findall(r'^    "(\w+)",$', (ROOT / "src/reelgate/__init__.py").read_text("utf-8"), re.MULTILINE))
    package = {f"reelgate/{one.name}": _shipped(one.name, one.read_text("utf-8"), exported).encode() for one in sources}
    package["reelgate/py.typed"] = b""
    package[f"{info}/METADATA"] = _metadata(project, repository).encode()
    package[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: reelgate\nRoot-Is-Purelib: true\nTag: {TAG}\n".encode()
    package[f"{info}/licenses/LICENSE"] = (ROOT / "../../LICENSE").read_bytes()
    package[f"{info}/RECORD"] = _record(package, f"{info}/RECORD").encode()
    return package


def _shipped(name: str, text: str, exported: set[str]) -> str:
    """Leaves out texts that no editor shows to users of the package: comments, and docstrings of private modules except those of
    exported classes and of options. Empty lines take their places, so that the line numbers of tracebacks stay true."""
    lines = text.split("\n")

    def empty(node: ast.AST) -> None:
        body: list[ast.stmt] = getattr(node, "body", [])
        for one in body:
            if isinstance(one, ast.ClassDef) and (one.name in exported or one.name.endswith("Options")):
                continue
            if _is_text(one) and len(body) > 1:
                lines[one.lineno - 1 : one.end_lineno] = [""] * ((one.end_lineno or 0) - one.lineno + 1)
            empty(one)

    if re.match("_[a-z]", name) and name != "_data.py":
        empty(ast.parse(text))
    shown = "\n".join("" if line.lstrip().startswith("#") else line for line in lines)
    # Proves that the code is the same.
    if _code(shown) != _code(text):
        raise RuntimeError(f"{name} would have other code")
    return shown


def _code(text: str) -> str:
    """The syntax tree without its docstrings."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body: Any = getattr(node, "body", None)
        # A lambda has an expression as its body.
        if isinstance(body, list):
            body[:] = [one for one in cast(list[Any], body) if not _is_text(one)]
    return ast.dump(tree)


def _is_text(one: ast.stmt) -> bool:
    return isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)


def _record(files: dict[str, bytes], own: str) -> str:
    def digest(content: bytes) -> str:
        return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()

    lines = [f"{name},sha256={digest(content)},{len(content)}" for name, content in files.items()]
    return "\n".join([*lines, f"{own},,"]) + "\n"


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    return _build(wheel_directory, None)


def _build(wheel_directory: str, repository: str | None) -> str:
    project = _project()
    name = f"{project['name']}-{project['version']}-{TAG}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in _files(project, repository).items():
            entry = zipfile.ZipInfo(path, TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return name


if __name__ == "__main__":
    print(_build(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None))

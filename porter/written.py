"""Outputs that somebody may have worked on: a file is replaced only as porter wrote it.

What porter wrote lies beside the output as well, in `.porter/`. So a file that was changed by hand
is known, and with a changed original it can be merged: what was written last is the base. Links are
not followed: a repository from elsewhere could lead them to any file of the user's.
"""

from __future__ import annotations

import os
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from porter import source

FOLDER = ".porter"
_PAGE = b"<!DOCTYPE html>"
_BY_HAND = "by hand"
_CONFLICT = f"<<<<<<< {_BY_HAND}\n".encode()


class Replace(Enum):
    """What becomes of an output that was changed by hand: --update merges, --force replaces."""

    KEEP = "keep"
    UPDATE = "update"
    FORCE = "force"


class Refused(Exception):
    """An output that is not written: why, and what to do about it."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


class Put(NamedTuple):
    """What became of an output: a merge's conflicts; `kept`: it stays as somebody changed it."""

    conflicts: int = 0
    kept: bool = False


def put(
    target: Path,
    data: bytes,
    mode: int | None = None,
    replace: Replace = Replace.KEEP,
    top: Path | None = None,
) -> Put:
    """Write an output, unless that loses somebody's work.

    What was changed by hand stays where the port is still the one that was changed. Below `top`,
    the output directory, no directory may be a link. Raises Refused and OSError.
    """
    if is_device(target):
        target.write_bytes(data)
        return Put()
    refuse_links(target, target.parent / FOLDER, _base(target), *below(top, target))
    if target.exists() and not target.is_file():
        raise Refused(f"{target} is no file: nothing is written", "choose another output with -o")
    base = _base(target)
    if replace is not Replace.FORCE and (left := _conflicts(target)):
        return Put(left, kept=True)
    conflicts, merged = 0, data
    if replace is not Replace.FORCE and not _is_replaceable(target, data, base):
        if base.is_file() and base.read_bytes() == data:
            return Put(kept=True)
        if replace is Replace.KEEP:
            raise Refused(f"{target} {_why(base)}: it is not replaced", _hint(base))
        conflicts, merged = _merged(target, base, data)
    source.write(target, merged, mode)
    source.write(base, data)
    return Put(conflicts)


def page(path: Path, text: str) -> None:
    """Write an HTML page, which a project may name: it replaces a page and nothing else. Raises
    Refused and OSError."""
    check_page(path)
    source.write(path, text.encode("utf-8", "backslashreplace"))


def check_page(path: Path) -> None:
    """Raises Refused where no page could be written. Raises OSError."""
    if is_device(path):
        return
    refuse_links(path)
    if path.exists() and not path.is_file():
        raise Refused(f"{path} is no file: nothing is written", "choose another name")
    there = path.read_bytes().strip() if path.exists() else b""
    if there and not there.startswith(_PAGE):
        raise Refused(f"{path} is no page: it is not replaced", "choose another name")


def is_device(target: Path) -> bool:
    """/dev/null, or a pipe as `-o >(less)` names it: it holds nothing that could be lost."""
    of_the_system = target.absolute().parts[1:2] in (("dev",), ("proc",))
    return of_the_system and target.exists() and not target.is_file()


def below(top: Path | None, target: Path) -> list[Path]:
    """The directories that an output lies in, within the output directory."""
    if top is None or not target.is_relative_to(top):
        return []
    return [place for place in target.parents if place.is_relative_to(top) and place != top]


def refuse_links(*places: Path) -> None:
    """Raises Refused where one of them is a link."""
    for place in places:
        if place.is_symlink():
            hint = "take the link away, or choose another output with -o"
            raise Refused(f"{place} is a link, which is not followed: nothing is written", hint)


def _base(target: Path) -> Path:
    """Where a copy of what porter wrote lies; its name is that of no Python file."""
    name = f"{target.name}.written"
    if len(os.fsencode(name)) > 200:
        import hashlib

        name = f"{hashlib.sha256(os.fsencode(name)).hexdigest()}.written"
    return target.parent / FOLDER / name


def _is_replaceable(target: Path, data: bytes, base: Path) -> bool:
    if not target.exists():
        return True
    now = target.read_bytes()
    return not now.strip() or now == data or (base.is_file() and now == base.read_bytes())


def _conflicts(target: Path) -> int:
    """How many conflicts of an earlier merge are left: to merge again would nest them."""
    return target.read_bytes().count(_CONFLICT) if target.exists() else 0


def _why(base: Path) -> str:
    return "was changed by hand" if base.is_file() else "is not known to be porter's"


def _hint(base: Path) -> str:
    update = "--update merges, " if base.is_file() else ""
    return f"{update}--force replaces it, -o chooses another output"


def _merged(target: Path, base: Path, data: bytes) -> tuple[int, bytes]:
    """What somebody made of the last port, with what changed in the port since then."""
    if not base.is_file():
        message = f"{target} can't be merged: what porter wrote last is not in {base.parent}"
        raise Refused(message, "--force replaces it, -o chooses another output")
    import shutil
    import subprocess
    import tempfile

    if shutil.which("git") is None:
        raise Refused("--update merges with git, which is not installed", "install git")
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder, "new")
        new.write_bytes(data)
        names = "-L", _BY_HAND, "-L", "written last", "-L", "new port"
        paths = map(str, (target.absolute(), base.absolute(), new))
        command = ["git", "merge-file", "-p", "--diff3", *names, *paths]
        done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode > 127:  # git's own errors; else it is the number of conflicts
        raise Refused(f"git can't merge {target}: {done.stderr.decode().strip()}", "use --force")
    if done.returncode and target.suffix == ".ipynb":
        message = f"{target} has conflicts with the new port, and a notebook can't show them"
        raise Refused(message, "-o writes the new port elsewhere, --force replaces this one")
    return done.returncode, done.stdout

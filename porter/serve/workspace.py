"""What is open: a file, or the files of a directory. Nothing is written here."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from porter import files, pyproject, source

LARGEST = 1_000_000  # characters of one file
TOO_LONG = f"over {LARGEST:,} characters: use porter convert"
MOST = 2_000  # files of a project that is run: all of them are copied


class CannotOpen(Exception):
    """A path that cannot be opened; the text is for the user."""


@dataclass(frozen=True)
class Workspace:
    """`root` is the directory that imports are looked up in; None where there is no file at all."""

    root: Path | None = None
    only: str = ""  # the one file that was opened; "" opens all of the directory

    @classmethod
    def of(cls, path: Path) -> Workspace:
        """A file or a directory. Raises CannotOpen."""
        if path.is_dir():
            return cls(path.resolve())
        if path.is_file() and path.suffix in files.SUFFIXES:
            return cls(path.resolve().parent, path.name)
        what = "neither a .py nor an .ipynb file" if path.exists() else "no such file or directory"
        raise CannotOpen(f"{path}: {what}")

    @property
    def rules(self) -> tuple[Path, ...]:
        """The project's own. Raises SettingsError."""
        return pyproject.rule_files(self.root) if self.root is not None else ()

    def names(self) -> list[str]:
        """The files to choose from, as paths below the root."""
        if self.root is None or self.only:
            return [self.only] if self.only else []
        work = files.find([str(self.root)], str(self.root / ".porter-serve"))
        return [Path(job.path).relative_to(self.root).as_posix() for job in work.jobs]

    def path(self, name: str) -> Path | None:
        """Where a file of it lies; None for what is no file of it."""
        return self.root / name if self.root is not None and name in self.names() else None

    def read(self, name: str) -> str:
        """The text of a file of it. Raises CannotOpen."""
        path = self.path(name)
        if path is None:
            raise CannotOpen(f"{name}: no file of what is open")
        try:
            text = source.read(str(path)).text
        except source.Unreadable as error:
            raise CannotOpen(f"{name}: {error.message}; {error.hint}") from None
        if len(text) > LARGEST:
            raise CannotOpen(f"{name}: {TOO_LONG}")
        return text

    def copied(self, folder: Path, name: str, text: str) -> Path:
        """Copy it, with this text for the file that is edited; the path of that file there.

        A directory's Python files are copied, and so no run can change them; other files are links.
        Raises CannotOpen.
        """
        path = self.path(name)
        script = folder / (name if path else Path(name).name)
        if path is not None and self.root is not None:
            if len(names := self.names()) > MOST:
                raise CannotOpen(f"over {MOST:,} files: use porter check")
            _mirror(self.root, folder, {Path(n).parts[0] for n in names} if self.only else None)
        script.parent.mkdir(parents=True, exist_ok=True)
        script.unlink(missing_ok=True)
        script.write_bytes(text.encode("utf-8", "surrogatepass"))
        return script


def _mirror(root: Path, folder: Path, only: set[str] | None) -> None:
    """`only`: of one file, whose neighbours are links."""
    if only is not None:
        folder.mkdir(parents=True)
        for path in root.iterdir():
            if path.name not in only:
                (folder / path.name).symlink_to(path)
        return

    def left_out(here: str, found: list[str]) -> list[str]:
        inside = (Path(here, one) for one in found)
        return [path.name for path in inside if path.is_dir() and files.is_left_out(path)]

    def put(path: str, target: str) -> None:
        if path.endswith(files.SUFFIXES):
            shutil.copyfile(path, target)
        else:
            os.symlink(path, target)

    shutil.copytree(root, folder, ignore=left_out, copy_function=put)

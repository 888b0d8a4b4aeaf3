"""Which files are converted, and where their output goes.

Beside the original: `agent.py` becomes `agent_tf.py`. Into a directory (-o DIR): names and the
tree below a directory are kept, so that imports between the files still hold; files without torch
are copied byte for byte. Only .py and .ipynb files are taken from a directory, and small files of
data that these name (`data_files.py`); hidden ones, caches and virtual environments are left out.
Links to directories are not followed, nor are those that lead out of the directory.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from porter import data_files, written
from porter.source import STDIN, reason

SUFFIXES = (".py", ".ipynb")
STDOUT = "-"
_NAMES_OF_STDOUT = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
_CACHES = frozenset({"__pycache__", "node_modules", "site-packages"})


class UsageError(Exception):
    """Something is wrong with the command line."""


@dataclass(frozen=True)
class Job:
    """One file to convert."""

    path: str  # as it was given, or STDIN
    output: Path | None  # None: standard output
    root: Path | None  # where its imports are looked up
    copy: bool = False  # whether the output gets the file as it is, if there is no torch in it
    tree: Path | None = None  # the output directory of the directory that it comes from
    port_of: str = ""  # an earlier output of porter, and of which file
    helpers: str = "inline"


@dataclass(frozen=True)
class Work:
    """All jobs of one command, directories that could not be listed, and things worth a line."""

    jobs: tuple[Job, ...]
    unlisted: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    # Files of data, where they go, and the output directory
    data: tuple[tuple[Path, Path, Path], ...] = ()


def find(
    paths: Sequence[str], output: str | None, helpers: str | None = None, dry_run: bool = False
) -> Work:
    """The jobs of a command line; raises UsageError.

    Without a choice of `helpers`, files import them from a module beside them. A directory needs an
    output that is named; where nothing is written, it is called after the directory.
    """
    paths = list(dict.fromkeys(paths))
    if output in _NAMES_OF_STDOUT:
        output = STDOUT
    if "-" in paths:
        work = _standard_input(paths, output)
    elif len(paths) == 1 and not Path(paths[0]).is_dir():
        work = Work((_single(paths[0], output),))
    else:
        if dry_run and output is None and len(paths) == 1:
            output = str(beside(Path(paths[0])))
        work = _several(paths, output)
    _check_outputs(work.jobs)
    choice = [helpers or ("inline" if _alone(job) else "module") for job in work.jobs]
    if any(h == "module" and _is_printed(job) for h, job in zip(choice, work.jobs)):
        raise UsageError("--helpers module writes a file beside the output: name one with -o")
    return replace(work, jobs=tuple(replace(j, helpers=h) for j, h in zip(work.jobs, choice)))


def _alone(job: Job) -> bool:
    """Whether its port is to run without other files: a notebook, what is printed or piped."""
    is_notebook = job.output is not None and job.output.suffix == ".ipynb"
    return _is_printed(job) or (job.tree is None and is_notebook)


def _is_printed(job: Job) -> bool:
    return job.output is None or written.is_device(job.output)


def _standard_input(paths: Sequence[str], output: str | None) -> Work:
    if len(paths) > 1:
        raise UsageError("- (standard input) cannot be combined with other paths")
    if output not in (None, STDOUT) and _is_directory(str(output)):
        raise UsageError(f"{output} is a directory: give standard input an output file")
    target = None if output in (None, STDOUT) else Path(str(output))
    return Work((Job(STDIN, target, None, copy=target is None),))


def _single(path: str, output: str | None) -> Job:
    root = Path(path).parent
    if output is None:
        return Job(path, beside(Path(path)), root)
    if output == STDOUT:
        return Job(path, None, root, copy=True)
    if _is_directory(output):
        return Job(path, Path(output, Path(path).name), root, copy=True)
    return Job(path, Path(output), root)


def _several(paths: Sequence[str], output: str | None) -> Work:
    if output == STDOUT:
        raise UsageError("standard output takes one file: choose a directory with -o")
    folder = None if output is None else Path(output)
    if folder is not None and folder.exists() and not folder.is_dir():
        raise UsageError(f"{output} is no directory, and there is more than one file to write")
    jobs: list[Job] = []
    unlisted: list[tuple[str, str]] = []
    notes: list[str] = []
    data: list[tuple[Path, Path, Path]] = []
    given = {os.path.realpath(p) for p in paths}
    for path in paths:
        if not Path(path).is_dir():
            original = _original(Path(path))
            port_of = str(original) if original and os.path.realpath(original) in given else ""
            target = folder / Path(path).name if folder else beside(Path(path))
            jobs.append(Job(path, target, Path(path).parent, bool(folder), port_of=port_of))
        elif folder is None:
            raise UsageError(f"{path} is a directory: name the output directory with -o OUT_DIR")
        else:
            inside = folder if len(paths) == 1 else folder / Path(path).resolve().name
            jobs += _tree(Path(path), inside, folder, unlisted, notes, data)
    return Work(tuple(jobs), tuple(unlisted), tuple(notes), tuple(data))


def _tree(
    top: Path,
    out: Path,
    folder: Path,
    unlisted: list[tuple[str, str]],
    notes: list[str],
    data: list[tuple[Path, Path, Path]],
) -> Iterator[Job]:
    """The files below a directory, in order."""
    if _same(top, folder):
        raise UsageError(f"{folder} is the directory to convert: choose another one with -o")
    others: list[Path] = []
    sources: list[Path] = []

    def failed(error: OSError) -> None:
        unlisted.append((str(error.filename), reason(error)))

    for here, directories, names in os.walk(top, onerror=failed):
        inside = sorted(directories)
        directories[:] = [d for d in inside if _wanted(Path(here, d), folder, notes)]
        for name in sorted(names):
            path = Path(here, name)
            if not name.endswith(SUFFIXES) or name.startswith("."):
                others.append(path)
                continue
            if path.is_symlink() and not is_inside(path, top):
                notes.append(f"{path}: a link that leads out of the directory: not followed")
                continue
            sources.append(path)
            original = _original(path)
            port_of = str(original) if original and original.exists() else ""
            yield Job(str(path), out / path.relative_to(top), top, True, out, port_of)
    named = data_files.named(others, sources)
    data += [(path, out / path.relative_to(top), out) for path in named]
    if left := len(others) - len(named):
        files = "1 file that is" if left == 1 else f"{left} files that are"
        notes.append(f"{top}: {files} neither .py nor .ipynb: not copied")
    if not sources:
        notes.append(f"{top}: no .py or .ipynb file in it")


def _wanted(directory: Path, folder: Path, notes: list[str]) -> bool:
    """Whether to go into a directory."""
    if _is_hidden(directory) or _same(directory, folder):
        return False
    if directory.is_symlink():
        notes.append(f"{directory}: a link to a directory: not followed")
        return False
    if (directory / "pyvenv.cfg").exists():
        notes.append(f"{directory}: a virtual environment: left out")
        return False
    return True


def is_inside(link: Path, top: Path) -> bool:
    """Whether a link leads to something below the directory; one to nowhere is told later."""
    target = Path(os.path.realpath(link))
    return target.is_relative_to(os.path.realpath(top)) or not target.exists()


def is_left_out(directory: Path) -> bool:
    """Whether a directory is hidden, a cache, a virtual environment or a link."""
    inside = _is_hidden(directory) or directory.is_symlink()
    return inside or (directory / "pyvenv.cfg").exists()


def _is_hidden(directory: Path) -> bool:
    return directory.name.startswith(".") or directory.name in _CACHES


def beside(path: Path) -> Path:
    """Where a port goes that is given no other place: agent_tf.py of agent.py, project_tf."""
    if path.is_dir():
        path = path.resolve() if path.name in ("", "..") else path
        return path.with_name(f"{path.name}_tf")
    return path.with_name(f"{path.stem}_tf{path.suffix}")


def _original(path: Path) -> Path | None:
    """The file that this one may be a port of: agent.py of agent_tf.py."""
    stem = path.stem.removesuffix("_tf")
    return path.with_name(stem + path.suffix) if stem not in ("", path.stem) else None


def _is_directory(output: str) -> bool:
    try:
        return output.endswith(("/", os.sep)) or Path(output).is_dir()
    except OSError as error:  # no name of a file can be so long
        raise UsageError(f"-o {output}: {reason(error)}") from None


def _same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _check_outputs(jobs: Iterable[Job]) -> None:
    """No output is an input, whatever its name, and no two outputs are the same file."""
    inputs = {key: job for job in jobs if (key := identity(Path(job.path)))}
    outputs: dict[str, Job] = {}
    for job in jobs:
        if job.output is None or (job.port_of and not job.copy):
            continue
        clash = inputs.get(identity(job.output) or ())
        if clash is not None and not (clash.port_of and not clash.copy):
            raise UsageError(f"{job.output} is the input {clash.path}: choose another output")
        other = outputs.setdefault(os.path.realpath(job.output), job)
        if other is not job:
            raise UsageError(f"{other.path} and {job.path} would both be written to {job.output}")


def identity(path: Path) -> tuple[int, ...]:
    """What a file is on disk, the same for every name that it has."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return ()
    return (status.st_dev, status.st_ino)

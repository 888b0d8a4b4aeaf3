"""What files became at the last run, kept in the output directory: `OUT/.porter_cache`.

An outcome hangs on the file, on the files of its project, on the rules and the options, and on
porter itself. The key of an entry is a hash of all of that: one file that changed makes all files
of its project new. An entry is data (JSON); one that can't be read is none.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from porter import source
from porter.explain import Passage
from porter.files import Job
from porter.findings import Finding, Severity
from porter.import_graph import top_of
from porter.pipeline import Converted, Options, Outcome, Skipped, rulebook
from porter.rulebook.load import rule_files

FOLDER = ".porter_cache"
_READ = (".py", ".ipynb", ".yaml", ".yml", ".toml", ".cfg")  # what a conversion may look into
_NO_SOURCES = frozenset({".git", "__pycache__", FOLDER})
_UPWARDS = re.compile(rb"^[ \t]*from[ \t]+(\.+)", re.M)  # `from ..nets import Actor`
_MANY, _LARGE = 3_000, 100 << 20  # files of a project, and their bytes: more are not looked at
_IGNORE = "# porter's own: it may be removed at any time\n*\n"


def forget() -> None:
    """Files may have changed since they were read: a new command begins."""
    _project.cache_clear()
    _texts.cache_clear()


def load(job: Job, text: str, options: Options) -> Outcome | None:
    """What the file became before, if nothing that this hangs on is different now."""
    place, key = _place(job), _key(job, text, options)
    if place is None or key is None:
        return None
    try:
        entry = json.loads(place.read_text("utf-8"))
        return _outcome(entry["kind"], entry["outcome"]) if entry["key"] == key else None
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def save(job: Job, text: str, options: Options, outcome: Outcome) -> None:
    """Keep what the file became; where nothing can be written, nothing is kept."""
    place, key = _place(job), _key(job, text, options)
    if place is None or key is None or not isinstance(outcome, (Converted, Skipped)):
        return
    data = asdict(outcome)
    if isinstance(outcome, Converted):
        data["blocks"] = sorted(outcome.blocks)
    entry = {"key": key, "kind": type(outcome).__name__, "outcome": data}
    with suppress(OSError, UnicodeError):
        source.write(place, json.dumps(entry).encode("utf-8"))
        ignore = place.parent / ".gitignore"
        if not ignore.exists():
            source.write(ignore, _IGNORE.encode())


def _outcome(kind: str, data: dict[str, Any]) -> Outcome:
    if kind == "Skipped":
        return Skipped(**data)
    findings = (Finding(**{**f, "severity": Severity(f["severity"])}) for f in data["findings"])
    return Converted(
        **{
            **data,
            "findings": tuple(findings),
            "plan": tuple(Passage(**passage) for passage in data["plan"]),
            "blocks": frozenset(data["blocks"]),
            "lines": tuple((old, new) for old, new in data["lines"]),
        }
    )


def _place(job: Job) -> Path | None:
    """Where a file's entry lies; None for files that are not of a directory."""
    if job.tree is None or job.root is None:
        return None
    folder = job.tree / FOLDER
    name = sha256(os.fsencode(job.path)).hexdigest()[:32]
    return None if folder.is_symlink() else folder / f"{name}.json"


def _key(job: Job, text: str, options: Options) -> str | None:
    project = _project(job.root) if job.root is not None else None
    if project is None:
        return None
    rules, chosen = _texts(options.rules), f"{options!r} {job.root!r} {Path.cwd()!r}"
    parts = (_porter(), project, rules, chosen, job.path, text)
    return _hashed(part.encode("utf-8", "surrogatepass") for part in parts)


def _hashed(parts: Iterable[bytes]) -> str:
    found = sha256()
    for part in parts:
        found.update(b"%d:" % len(part))
        found.update(part)
    return found.hexdigest()


@lru_cache(maxsize=1)
def _porter() -> str:
    """porter as it is here, its rules, and what it runs on."""
    import libcst

    own = sorted(Path(__file__).parent.rglob("*.py"))
    texts = [path.read_bytes() for path in (*own, *rule_files())]
    return _hashed([sys.version.encode(), libcst.__file__.encode(), *texts])


@lru_cache(maxsize=4)
def _texts(rules: tuple[Path, ...]) -> str:
    rulebook(rules)  # which tells of files that are none
    return _hashed(path.read_bytes() for path in rules)


@lru_cache(maxsize=4)
def _project(root: Path) -> str | None:
    """All files that a conversion may look into, from the top of the project; None for too many,
    where one can't be read, and where some may lie elsewhere."""
    top, parts, size = top_of(root), list[bytes](), 0
    try:
        for path in _below(top):
            data = path.read_bytes() if path.is_file() else b""
            parts += [os.fsencode(path), data]
            size += len(data)
            ups = max(map(len, _UPWARDS.findall(data)), default=0)
            if len(parts) > 2 * _MANY or size > _LARGE or ups > len(path.relative_to(top).parts):
                return None
    except OSError:
        return None
    return _hashed(parts)


def _below(top: Path) -> Iterator[Path]:
    """Such files below a directory, in order. Raises OSError where a directory is a link, or can't
    be read."""

    def failed(error: OSError) -> None:
        raise error

    for folder, directories, names in os.walk(top, onerror=failed):
        directories[:] = sorted(name for name in directories if name not in _NO_SOURCES)
        if any(Path(folder, name).is_symlink() for name in directories):
            raise OSError(f"a link to a directory in {folder}")
        yield from (Path(folder, name) for name in sorted(names) if name.endswith(_READ))

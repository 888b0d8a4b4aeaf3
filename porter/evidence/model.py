"""What was seen: values by place, places by file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

# Where an expression begins and ends: line, column, line, column, from 1, in characters. The end
# is that of its last character, plus one.
Place = tuple[int, int, int, int]
Mark = tuple[int, int]  # where a statement begins: line and column in bytes, from 1

MOST_VALUES = 8  # kinds of value that a place keeps the sizes of
MOST_ITEMS = 8  # of a tuple whose items are told
# With a dtype, a rank and sizes; the others have none
MEMORY = ("", "alone", "shared")
SHAPED = ("tensor", "parameter", "array")
KINDS = (
    *SHAPED,
    *("scalar", "number", "text", "none", "list", "dict", "tuple", "size", "device", "dtype"),
    *("network", "optimizer", "object"),
)


@dataclass(frozen=True)
class Value:
    """One kind of value. `name` is a dtype, a number's type, or the class of an object, which
    stands in `file` where it is the program's own; `shape` has None for sizes that differ. `memory`
    is told of tensors that are changed in place: "alone" where nothing else held them, "shared"."""

    kind: str
    name: str = ""
    shape: tuple[int | None, ...] | None = None
    file: str = ""
    items: tuple[Value, ...] | None = None  # of a tuple
    memory: str = ""

    @property
    def sort(self) -> Value:
        """The same without sizes."""
        shape = None if self.shape is None else (None,) * len(self.shape)
        return replace(self, shape=shape)

    def __str__(self) -> str:
        """ "a float32 tensor of rank 2", "a network (Actor)" """
        if self.kind in SHAPED or self.kind == "scalar":
            what = {"scalar": "NumPy number"}.get(self.kind, self.kind)
            rank = "" if self.shape is None else f" of rank {len(self.shape)}"
            held = {"alone": " that nothing else holds", "shared": " that others hold, too"}
            text = f"{self.name} {what}{rank}{held.get(self.memory, '')}".strip()
            return f"{'an' if text[0] in 'aiu' else 'a'} {text}"
        if self.kind in ("network", "optimizer", "object"):
            return f"{'a' if self.kind == 'network' else 'an'} {self.kind} ({self.name})"
        names = {"none": "None", "number": f"a number ({self.name})", "device": "a device"}
        return names.get(self.kind, f"a {self.kind}")


Counts = dict[Value, int]
Seen = tuple[Place, Counts]  # what an expression was, and where it stands


@dataclass
class FileSeen:
    """What was seen in one file, which had this text."""

    digest: str
    places: dict[Place, Counts] = field(default_factory=dict)
    ran: set[Mark] | None = None  # the statements that the run came to; None: not told


@dataclass(eq=False)
class Evidence:
    """Of one run, or of several; files by their names from the project's folder."""

    files: dict[str, FileSeen] = field(default_factory=dict)
    runs: int = 0
    texts: dict[str, str] = field(default_factory=dict)  # by real paths: read in place of files

    def of_text(self, digest: str) -> FileSeen | None:
        """What was seen in a file of this text."""
        return next((seen for seen in self.files.values() if seen.digest == digest), None)

    def is_stale(self, path: Path, root: Path, text: str) -> bool:
        """Whether it is of another version of a file, which has the same name from some folder
        around the project's."""
        whole, below = path.resolve().as_posix(), _below(path, root)
        fitting = [
            seen
            for name, seen in self.files.items()
            if f"/{name}".endswith(f"/{below}") and whole.endswith(f"/{name}")
        ]
        return bool(fitting) and self.of_text(digest(text)) is None


def _below(path: Path, root: Path) -> str:
    try:
        return path.resolve().relative_to(root.resolve()).as_posix()
    except ValueError:
        return path.name


def digest(text: str) -> str:
    """Of a text, whatever its line ends are."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()


def joined(counts: Iterable[tuple[Value, int]]) -> Counts:
    """Values that are alike but for their sizes are one, which has the sizes that all have."""
    found: dict[Value, tuple[Value, int]] = {}
    for value, calls in counts:
        known, before = found.get(value.sort, (value, 0))
        if value.shape is not None and known.shape is not None:
            sizes = (a if a == b else None for a, b in zip(known.shape, value.shape))
            known = replace(known, shape=tuple(sizes))
        found[value.sort] = known, before + calls
    return dict(found.values())


def together(one: Mapping[Value, int], other: Mapping[Value, int]) -> Counts:
    """What a place was in both."""
    return joined((*one.items(), *other.items()))

"""Evidence as JSON, and back: a file that is no evidence is told in one line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from porter.evidence.model import (
    KINDS,
    MEMORY,
    Counts,
    Evidence,
    FileSeen,
    Mark,
    Place,
    Value,
    joined,
    together,
)
from porter.source import reason

FORMAT = 1
_PLACE = re.compile(r"(\d{1,7}):(\d{1,7})-(\d{1,7}):(\d{1,7})")
_MARK = re.compile(r"(\d{1,7}):(\d{1,7})")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_NAME = re.compile(r"[\w.<>\[\]]{0,300}")
_LARGEST = 200_000_000  # bytes; what is larger was not written by porter


class Broken(Exception):
    """A file that is no evidence; the text is for the user."""


def load(path: Path) -> Evidence:
    """The evidence in a file. Raises Broken."""
    try:
        if path.stat().st_size > _LARGEST:
            raise Broken(f"{path}: too large for evidence of porter's")
        data = json.loads(path.read_bytes())
        return _evidence(data)
    except OSError as error:
        raise Broken(f"{path}: {reason(error)}") from None
    except (ValueError, RecursionError):
        raise Broken(f"{path}: it is no JSON; porter observe writes evidence") from None
    except _Wrong as wrong:
        raise Broken(f"{path}: no evidence of porter's: {wrong}") from None


def save(evidence: Evidence, path: Path) -> None:
    """Write it, whole or not at all. Raises OSError."""
    temporary = path.with_name(f".{path.name}.new")
    temporary.write_text(json.dumps(as_json(evidence), separators=(",", ":")) + "\n", "utf-8")
    temporary.replace(path)


def merged(parts: Iterable[Evidence]) -> Evidence:
    """All runs in one; of a file in several versions the last one counts."""
    found = Evidence()
    for part in parts:
        found.runs += part.runs
        for name, seen in part.files.items():
            known = found.files.get(name)
            if known is None or known.digest != seen.digest:
                known = found.files[name] = FileSeen(seen.digest, ran=set())
            known.ran = None if known.ran is None or seen.ran is None else known.ran | seen.ran
            for place, counts in seen.places.items():
                known.places[place] = together(known.places.get(place, {}), counts)
    return found


# -- out
def as_json(evidence: Evidence) -> dict[str, Any]:
    """As docs/evidence-schema.json describes it."""
    files = {
        name: {
            "sha256": seen.digest,
            "places": {
                "{}:{}-{}:{}".format(*place): [
                    {**_value_out(value), "calls": calls} for value, calls in counts.items()
                ]
                for place, counts in sorted(seen.places.items())
                if counts
            },
            **({} if seen.ran is None else {"ran": [f"{a}:{b}" for a, b in sorted(seen.ran)]}),
        }
        for name, seen in sorted(evidence.files.items())
    }
    return {"evidence": FORMAT, "runs": evidence.runs, "files": files}


def _value_out(value: Value) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": value.kind}
    found |= {"name": value.name} if value.name else {}
    found |= {"file": value.file} if value.file else {}
    found |= {"memory": value.memory} if value.memory else {}
    found |= {"shape": list(value.shape)} if value.shape is not None else {}
    if value.items is not None:
        found["items"] = [_value_out(item) for item in value.items]
    return found


# -- in
class _Wrong(Exception):
    """What is wrong with it."""


def _evidence(data: Any) -> Evidence:
    table = _table(data, "the file")
    if table.get("evidence") != FORMAT:
        raise _Wrong(f'"evidence" is not {FORMAT}: it may be of another version of porter')
    files = {
        name: _file(name, value) for name, value in _table(table.get("files"), '"files"').items()
    }
    return Evidence(files, _count(table.get("runs")))


def _file(name: str, data: Any) -> FileSeen:
    table = _table(data, f"{name!r}")
    digest = table.get("sha256")
    if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
        raise _Wrong(f"{name!r} has no sha256")
    places = _table(table.get("places"), f"the places of {name!r}")
    found = {_place(text): _counts(values) for text, values in places.items()}
    return FileSeen(digest, found, _ran(table.get("ran")))


def _ran(data: Any) -> set[Mark] | None:
    """The statements that ran; earlier versions of porter did not tell."""
    if data is None:
        return None
    found = [_MARK.fullmatch(one) if isinstance(one, str) else None for one in _list(data)]
    if None in found:
        raise _Wrong("a statement that ran has a line and a column")
    return {(int(one[1]), int(one[2])) for one in found if one is not None}


def _list(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise _Wrong("the statements that ran are a list")
    return data


def _place(text: str) -> Place:
    found = _PLACE.fullmatch(text)
    if found is None:
        raise _Wrong(f"{text[:40]!r} is no place")
    line, column, end_line, end_column = map(int, found.groups())
    return line, column, end_line, end_column


def _counts(data: Any) -> Counts:
    if not isinstance(data, list):
        raise _Wrong("a place has a list of values")
    return joined((_value(item), _count(item.get("calls"))) for item in map(_as_table, data))


def _value(data: Any) -> Value:
    table = _as_table(data)
    kind, name, file = table.get("kind"), table.get("name", ""), table.get("file", "")
    if kind not in KINDS:
        raise _Wrong(f"{str(kind)[:40]!r} is no kind of value")
    if not isinstance(name, str) or not _NAME.fullmatch(name) or not isinstance(file, str):
        raise _Wrong(f"a name of a {kind} is wrong")
    shape, items = table.get("shape"), table.get("items")
    memory = table.get("memory", "")
    if memory not in MEMORY:
        raise _Wrong(f"the memory of a {kind} is wrong")
    if shape is not None:
        good = isinstance(shape, list) and len(shape) <= 64
        if not good or not all(s is None or (type(s) is int and s >= 0) for s in shape):
            raise _Wrong(f"the shape of a {kind} is wrong")
        shape = tuple(shape)
    if items is not None:
        if not isinstance(items, list):
            raise _Wrong("the items of a tuple are a list")
        items = tuple(map(_value, items))
    return Value(kind, name, shape, file, items, memory)


def _as_table(data: Any) -> dict[str, Any]:
    return _table(data, "a value")


def _table(data: Any, what: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise _Wrong(f"{what} is no table")
    return data


def _count(data: Any) -> int:
    if type(data) is not int or not 0 <= data < 1 << 60:
        raise _Wrong("a count is wrong")
    return data

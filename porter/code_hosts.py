"""What code hosts read: the frame of a SARIF log, and GitHub's annotations."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from porter import __version__
from porter.findings import printable

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
DOCS = "https://github.com/porter-rl/porter/blob/main/docs/"


def sarif(rules: Sequence[dict[str, Any]], results: Sequence[dict[str, Any]], page: str) -> Any:
    """The SARIF 2.1.0 log of one run."""
    information = {"version": __version__, "informationUri": f"{DOCS}{page}"}
    driver = {"name": "porter", **information, "rules": list(rules)}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": list(results),
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def uri(path: str) -> str:
    """Relative to where the command runs, which is the root of the checkout in a pipeline."""
    full = Path(path).absolute()
    here = Path.cwd()
    near = full.relative_to(here) if full.is_relative_to(here) else PurePath(path)
    return quote(near.as_posix())


def fingerprint(rule: str, path: str, line: str, seen: Counter[str]) -> str:
    """The same while the line is the same, wherever it moves in its file."""
    text = "\0".join((rule, uri(path), " ".join(line.split())))
    key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    seen[key] += 1
    return f"{key}:{seen[key]}"


def annotation(level: str, message: str, **properties: object) -> str:
    """A line of output that GitHub's runners show at a line of the file."""
    told = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{level} {told}::{_escaped(message)}\n"


def _escaped(text: str) -> str:
    return printable(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")

"""SARIF 2.1.0, which code hosts read: all rules, all findings, the suppressed ones marked."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from porter.linter import registry
from porter.linter.documents import Document
from porter.linter.finding import Finding
from porter.linter.rule import Rule, Tier

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_PAGE = "https://github.com/porter-rl/porter/blob/main/docs/lint.md"


def log(documents: Sequence[Document]) -> dict[str, Any]:
    """The log of one run."""
    from porter import __version__

    described = [_engine_rule(code, *texts) for code, texts in registry.ENGINE.items()]
    described += [_rule(rule) for rule in registry.every()]
    places = {rule["id"]: index for index, rule in enumerate(described)}
    seen: Counter[str] = Counter()
    results = [
        _result(finding, document, places, seen)
        for document in documents
        for finding in document.findings
    ]
    driver = {"name": "porter", "version": __version__, "informationUri": _PAGE, "rules": described}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(rule: Rule) -> dict[str, Any]:
    summary = rule.documentation().partition("\n")[0]
    return {
        "id": rule.id,
        "name": rule.name,
        "shortDescription": {"text": summary},
        "fullDescription": {"text": rule.documentation()},
        "helpUri": f"{_PAGE}#{rule.id.lower()}-{rule.name}",
        "defaultConfiguration": {
            "level": "warning",
            "enabled": rule.tier is Tier.DEFAULT,
        },
    }


def _engine_rule(code: str, name: str, text: str) -> dict[str, Any]:
    return {"id": code, "name": name, "shortDescription": {"text": text}, "helpUri": _PAGE}


def _result(
    finding: Finding, document: Document, places: dict[str, int], seen: Counter[str]
) -> dict[str, Any]:
    line = document.line(finding)
    cell = f"cell {finding.cell}: " if finding.cell else ""
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": places[finding.rule],
        "level": "error" if finding.rule == registry.SYNTAX else "warning",
        "message": {"text": cell + finding.message},
        "locations": [_location(finding, document)],
        "partialFingerprints": {"porterLine/v1": _fingerprint(finding, line, seen)},
    }
    if finding.loop and finding.loop_cell == finding.cell:
        related = _location(finding, document, finding.loop)
        result["relatedLocations"] = [{**related, "id": 1, "message": {"text": "the loop"}}]
    if finding.suppressed:
        result["suppressions"] = [{"kind": "inSource"}]
    return result


def _location(finding: Finding, document: Document, line: int = 0) -> dict[str, Any]:
    if finding.cell:  # the file has its own lines, of JSON
        line = document.row(finding.cell, line or finding.line)
    region = {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.end_line,
        "endColumn": finding.end_column,
    }
    artifact = {"uri": _uri(finding.path)}
    where = {"artifactLocation": artifact, "region": {"startLine": line} if line else region}
    return {"physicalLocation": where}


def _uri(path: str) -> str:
    """Relative to where the command runs, which is the root of the checkout in a pipeline."""
    full = Path(path).absolute()
    here = Path.cwd()
    near = full.relative_to(here) if full.is_relative_to(here) else PurePath(path)
    return quote(near.as_posix())


def _fingerprint(finding: Finding, line: str, seen: Counter[str]) -> str:
    """The same while the line is the same, wherever it moves in its file."""
    text = "\0".join((finding.rule, _uri(finding.path), " ".join(line.split())))
    key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    seen[key] += 1
    return f"{key}:{seen[key]}"

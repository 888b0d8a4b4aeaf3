"""SARIF 2.1.0, which code hosts read: all rules, all findings, the suppressed ones marked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from porter import code_hosts
from porter.code_hosts import fingerprint, uri
from porter.linter import registry
from porter.linter.documents import Document
from porter.linter.finding import Finding
from porter.linter.rule import Rule, Tier

_PAGE = f"{code_hosts.DOCS}lint.md"


def log(documents: Sequence[Document]) -> Any:
    """The log of one run."""
    described = [_engine_rule(code, *texts) for code, texts in registry.ENGINE.items()]
    described += [_rule(rule) for rule in registry.every()]
    places = {rule["id"]: index for index, rule in enumerate(described)}
    seen: Counter[str] = Counter()
    results = [
        _result(finding, document, places, seen)
        for document in documents
        for finding in document.findings
    ]
    return code_hosts.sarif(described, results, "lint.md")


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
    line = fingerprint(finding.rule, finding.path, document.line(finding), seen)
    cell = f"cell {finding.cell}: " if finding.cell else ""
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": places[finding.rule],
        "level": "error" if finding.rule == registry.SYNTAX else "warning",
        "message": {"text": cell + finding.message},
        "locations": [_location(finding, document)],
        "partialFingerprints": {"porterLine/v1": line},
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
    artifact = {"uri": uri(finding.path)}
    where = {"artifactLocation": artifact, "region": {"startLine": line} if line else region}
    return {"physicalLocation": where}

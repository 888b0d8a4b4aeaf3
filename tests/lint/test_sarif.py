"""SARIF: what the standard asks of the parts that porter writes, and fingerprints that stay.

The schema here has those parts of the standard's, and allows nothing else. The standard's own is
not ours to ship; SARIF_SCHEMA=FILE validates against it as well.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from porter.cli import main
from porter.linter import registry

SLOW = """\
import tensorflow as tf

q = tf.random.normal([200, 4])
def pick(actions):
    return [q[i][actions[i]] for i in range(len(actions))]
while True:
    pick(actions)
"""
TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
PLACE = {"type": "integer", "minimum": 1}
REGION = {
    "type": "object",
    "additionalProperties": False,
    "required": ["startLine"],
    "properties": dict.fromkeys(("startLine", "startColumn", "endLine", "endColumn"), PLACE),
}
LOCATION = {
    "type": "object",
    "additionalProperties": False,
    "required": ["physicalLocation"],
    "properties": {
        "id": {"type": "integer", "minimum": -1},
        "message": TEXT,
        "physicalLocation": {
            "type": "object",
            "additionalProperties": False,
            "required": ["artifactLocation"],
            "properties": {
                "artifactLocation": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {"uri": {"type": "string", "format": "uri-reference"}},
                },
                "region": REGION,
            },
        },
    },
}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
RULE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["id"],
    "properties": {
        "id": {"type": "string"},
        "name": {"type": "string"},
        "shortDescription": TEXT,
        "fullDescription": TEXT,
        "helpUri": {"type": "string", "format": "uri"},
        "defaultConfiguration": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"level": LEVEL, "enabled": {"type": "boolean"}},
        },
    },
}
RESULT = {
    "type": "object",
    "additionalProperties": False,
    "required": ["message"],
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": -1},
        "level": LEVEL,
        "message": TEXT,
        "locations": {"type": "array", "items": LOCATION},
        "relatedLocations": {"type": "array", "items": LOCATION},
        "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
        "suppressions": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["kind"],
                "properties": {"kind": {"enum": ["inSource", "external"]}},
            },
        },
    },
}
DRIVER = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name"],
    "properties": {
        "name": {"type": "string"},
        "version": {"type": "string"},
        "informationUri": {"type": "string", "format": "uri"},
        "rules": {"type": "array", "uniqueItems": True, "items": RULE},
    },
}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"enum": ["2.1.0"]},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["tool"],
                "properties": {
                    "tool": {
                        "type": "object",
                        "additionalProperties": False,
                        "required": ["driver"],
                        "properties": {"driver": DRIVER},
                    },
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "results": {"type": "array", "items": RESULT},
                },
            },
        },
    },
}


@pytest.fixture(autouse=True)
def agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("")
    return tmp_path / "my agent.py"


def run(capsys: pytest.CaptureFixture[str], *paths: str) -> dict[str, Any]:
    """The run that is written, valid."""
    main(["lint", *(paths or ["."]), "--format", "sarif"])
    log = json.loads(capsys.readouterr().out)
    jsonschema.validate(log, SCHEMA, format_checker=jsonschema.FormatChecker())
    if standard := os.environ.get("SARIF_SCHEMA"):
        jsonschema.validate(log, json.loads(Path(standard).read_text()))
    found: dict[str, Any] = log["runs"][0]
    return found


def fingerprints(found: dict[str, Any]) -> list[str]:
    return [result["partialFingerprints"]["porterLine/v1"] for result in found["results"]]


def test_a_finding(agent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    agent.write_text(SLOW)
    found = run(capsys)
    [result] = found["results"]
    rules = found["tool"]["driver"]["rules"]
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == "TFE101"
    assert [rule["id"] for rule in rules] == [
        *registry.ENGINE,
        *(rule.id for rule in registry.every()),
    ]
    where = result["locations"][0]["physicalLocation"]
    assert where["artifactLocation"]["uri"] == "my%20agent.py"
    assert where["region"] == {"startLine": 5, "startColumn": 12, "endLine": 5, "endColumn": 59}
    [loop] = result["relatedLocations"]
    assert loop["physicalLocation"]["region"]["startLine"] == 6


def test_suppressed_findings_are_in_it(agent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    agent.write_text(SLOW.replace("(len(actions))]", "(len(actions))]  # noqa: TFE101"))
    [result] = run(capsys)["results"]
    assert result["suppressions"] == [{"kind": "inSource"}]


def test_broken_and_empty(agent: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys)["results"] == []
    agent.write_text("import tensorflow as tf\nx = (\n")
    [result] = run(capsys)["results"]
    assert (result["ruleId"], result["level"]) == ("TFE000", "error")


def test_fingerprints_stay_where_lines_move(
    agent: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    twice = SLOW.replace(
        "    return", "    x = [q[i][actions[i]] for i in range(len(actions))]\n" * 2 + "    return"
    )
    agent.write_text(twice)
    before = fingerprints(run(capsys))
    agent.write_text("\n# a comment\n" + twice.replace("    x = ", "    x  =   "))
    assert fingerprints(run(capsys)) == before
    assert len(set(before)) == len(before) == 3

"""The report: honest counts, the documented schema, a fresh table of codes."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema

from porter.explain import Passage
from porter.findings import CODES, Finding, Severity
from porter.pipeline import Converted, Failed, Outcome, Skipped
from porter.report import Entry, Report, as_json, as_text, code_table

DOCS = Path(__file__).parent.parent / "docs"
LEFT = Finding("a.py", 3, 5, "P101", Severity.ERROR, "torch.foo has no rule", "write it by hand")
NOTE = Finding("n.ipynb:cell 4", 2, 1, "N402", Severity.NOTE, "another meaning")
BROKEN = Finding("b.py", 1, 1, "P002", Severity.ERROR, "invalid syntax", "correct the file")

PLAN = (Passage(1, 2, "the plan"),)


def converted(path: str, *findings: Finding, left: int = 0, changed: int = 0) -> Outcome:
    return Converted(path, "", findings, PLAN, 5, left, changed, frozenset({"Linear"}))


def mixed(**options: bool) -> Report:
    return Report(
        (
            Entry(converted("a.py", LEFT, left=2), "a_tf.py"),
            Entry(converted("n.ipynb", NOTE, changed=1), "n_tf.ipynb"),
            Entry(Skipped("c.py", "no torch in it")),
            Entry(Failed("b.py", BROKEN)),
        ),
        ("torch_compat.py",),
        ("d: a link to a directory: not followed",),
        **options,
    )


def test_text_has_one_line_a_finding_and_a_summary() -> None:
    assert as_text(mixed()).splitlines() == [
        "a.py:3:5: P101 error torch.foo has no rule -> write it by hand",
        "n.ipynb:cell 4:2:1: N402 note another meaning",
        "b.py:1:1: P002 error invalid syntax -> correct the file",
        "a.py -> a_tf.py",
        "n.ipynb -> n_tf.ipynb",
        "c.py: skipped: no torch in it; nothing written",
        "building blocks: torch_compat.py",
        "d: a link to a directory: not followed",
        "4 files: 2 converted, 1 skipped, 1 failed",
        "torch uses: 10 of 12 ported, 2 left, 1 changed meaning",
    ]


def test_json_follows_the_schema() -> None:
    schema = json.loads((DOCS / "report-schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    for report in (mixed(), mixed(explain=True), mixed(dry_run=True), Report(())):
        jsonschema.validate(json.loads(as_json(report, "1.0")), schema)


def test_json_says_where_in_a_notebook() -> None:
    found = json.loads(as_json(mixed(), "1.0"))
    assert found["findings"][1]["path"] == "n.ipynb"
    assert found["findings"][1]["cell"] == 4
    assert found["findings"][0]["cell"] is None
    assert found["outputs"] == ["a_tf.py", "n_tf.ipynb", "torch_compat.py"]
    assert json.loads(as_json(mixed(dry_run=True), "1.0"))["outputs"] == []


def test_exit_codes() -> None:
    note, left = Entry(converted("n.py", NOTE)), Entry(converted("a.py", LEFT, left=1))
    assert Report((note, Entry(Skipped("c.py", "")))).exit_code == 0
    assert Report((note, left)).exit_code == 1
    assert Report((left, Entry(Failed("b.py", BROKEN)))).exit_code == 2


def test_the_table_of_codes_is_fresh(update: bool) -> None:
    path = DOCS / "findings.md"
    if update:
        path.write_text(code_table(), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == code_table()
    assert all(f"| {code} |" in code_table() for code in CODES)

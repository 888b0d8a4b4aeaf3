"""Every agent of the cases, run with the probes in: where the text leaves nothing open, evidence
changes nothing of the port; and what the run shows is what porter reads in the text."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.evidence import Evidence
from porter.findings import Severity
from porter.observe.run import observe
from porter.pipeline import Converted, Options, convert
from tests.observe.programs import seen_in
from tests.test_cases import CASES, sections

AGENTS = sorted((CASES / "agents").glob("*.py"))
TELLING = 20  # places at least: the agent ran


def _seen(script: Path, text: str) -> Evidence:
    if "multiprocessing" not in text:
        return seen_in(script)[0]
    with (script.parent / "log").open("wb") as log:  # it forks: a process of its own, as ever
        found = observe(script, (), seconds=120.0, output=log).evidence
    assert found is not None
    return found


@pytest.mark.parametrize("path", AGENTS, ids=lambda path: str(path.name))
def test_evidence_changes_nothing_that_was_decided(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    script = tmp_path / path.name
    text = sections(path.read_text("utf-8"))[0]
    script.write_text(text, "utf-8")
    evidence = _seen(script, text)
    assert len(evidence.files[path.name].places) > TELLING
    before = convert(text, path.name, tmp_path, Options(helpers="module"))
    after = convert(text, path.name, tmp_path, Options(helpers="module", evidence=evidence))
    assert isinstance(before, Converted)
    assert isinstance(after, Converted)
    assert "P105" not in [finding.code for finding in after.findings]
    if not any(finding.severity is Severity.ERROR for finding in before.findings):
        assert after.output == before.output
        assert after.findings == before.findings

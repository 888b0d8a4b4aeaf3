"""Every file of tests/cases is a conversion: input, `# output`, what porter must write.

A second marker, `# findings`, is followed by the report, one commented line a finding. A case
without `# output` must stay as it is. `pytest tests/test_cases.py --update` rewrites the
expectations: read the diff before you commit it.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from porter.findings import gathered
from porter.pipeline import Converted, Options, Skipped, convert

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.rglob("*.py"))
OUTPUT, FINDINGS = "# output\n", "# findings\n"


def sections(text: str) -> tuple[str, str, str]:
    """Input, expected output and expected findings of a case."""
    source, _, rest = text.partition(OUTPUT)
    output, _, findings = rest.partition(FINDINGS)
    return source, output, findings


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree of cases without what is expected of them: the files that a case imports."""
    top = tmp_path_factory.mktemp("inputs")
    for path in FILES:
        copy = top / path.relative_to(CASES)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(sections(path.read_text(encoding="utf-8"))[0], encoding="utf-8")
    return top


def converted(source: str, path: Path, inputs: Path) -> tuple[str, str]:
    """The output and the findings of one conversion; building blocks are only imported."""
    name = path.relative_to(CASES)
    outcome = convert(source, str(name), (inputs / name).parent, Options(helpers="module"))
    if isinstance(outcome, Skipped):
        return "", ""
    assert isinstance(outcome, Converted), outcome
    report = "".join(f"# {finding}\n" for finding in gathered(outcome.findings))
    return outcome.output, report


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(CASES)))
def test_case(path: Path, inputs: Path, update: bool) -> None:
    source, output, findings = sections(path.read_text(encoding="utf-8"))
    found_output, found_findings = converted(source, path, inputs)
    if update:
        text = source
        if found_output:
            text += OUTPUT + found_output
        if found_findings:
            text += FINDINGS + found_findings
        path.write_text(text, encoding="utf-8")
        return
    assert found_output == output
    assert found_findings == findings


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(CASES)))
def test_output_parses_and_is_stable(path: Path, inputs: Path) -> None:
    source, _, _ = sections(path.read_text(encoding="utf-8"))
    output, _ = converted(source, path, inputs)
    ast.parse(output)
    if output:
        again = convert(output, "again.py")
        if "# porter: P" in output:  # what is left is told again, and nothing is touched
            assert isinstance(again, Converted)
            assert again.output == output
            assert again.left == output.count("# porter: P")
        else:
            assert isinstance(again, Skipped)

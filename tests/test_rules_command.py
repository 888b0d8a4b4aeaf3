"""porter rules: the table, one rule explained, the page that is generated."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from porter.cli import main
from porter.rulebook import Rulebook
from porter.rulebook.table import as_markdown, rows


def test_the_table_has_every_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    out = capsys.readouterr().out
    assert "torch.clamp, torch.clip, Tensor.clamp, Tensor.clip\n    tf.minimum(" in out
    names = {name for rule in Rulebook.load().rules.values() for name in rule.names}
    assert not [name for name in names if name not in out]


@pytest.mark.parametrize(
    ("pattern", "found", "not_found"),
    [("clamp", "torch.clamp", "torch.abs"), ("torch.*exp", "torch.exp", "Tensor.exp_")],
)
def test_a_pattern(
    pattern: str, found: str, not_found: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", pattern]) == 0
    out = capsys.readouterr().out
    assert found in out
    assert not_found not in out


def test_an_unknown_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "torch.nothing_like_it"]) == 1
    assert "no rule is called 'torch.nothing_like_it'" in capsys.readouterr().err


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "torch.clamp", "--format", "json"]) == 0
    [row] = json.loads(capsys.readouterr().out)
    assert row["names"][0] == "torch.clamp"
    assert row["becomes"] == "tf.minimum(tf.maximum(input, min), max)"
    assert re.fullmatch(r"rules/\w+\.py:\d+", row["place"])


def test_explained_with_what_the_proof_becomes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--explain", "torch.clamp"]) == 0
    out = capsys.readouterr().out
    assert ">>> x.clamp(max=0.5)\n      tf.minimum(x, 0.5)" in out
    assert "def clamp(input" in out


def test_own_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from porter.rule import *\n\n\n"
        '@port("torch.mine")\ndef mine(input) -> Tensor:\n'
        '    """Mine.\n\n    >>> torch.mine(x)\n    """\n'
        "    return tf.exp(input)\n"
    )
    assert main(["rules", "--explain", "torch.mine", "--rules", str(path)]) == 0
    assert ">>> torch.mine(x)\n      tf.exp(x)" in capsys.readouterr().out
    path.write_text("def mine(input):\n    return input\n")
    assert main(["rules", "--rules", str(path)]) == 2
    assert f"{path}:1: mine is no rule" in capsys.readouterr().err


def test_the_page_is_fresh(request: pytest.FixtureRequest) -> None:
    page = Path(__file__).parent.parent / "rules" / "README.md"
    wanted = as_markdown(rows(Rulebook.load()))
    if request.config.getoption("--update"):
        page.write_text(wanted)
    assert page.read_text() == wanted, "porter rules --format markdown > rules/README.md"

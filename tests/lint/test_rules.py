"""The examples of every rule, which are its tests."""

from __future__ import annotations

import ast
import re
import textwrap
from pathlib import Path
from typing import Any

import pytest

from porter.linter import engine, fixing, measured, registry
from porter.linter.rule import Fixable, Invalid, Rule

HEAD = "import numpy as np\nimport tensorflow as tf\nfrom tensorflow import keras\n\n"
HEADINGS = ("What it does", "Why is this bad?", "Example", "Use instead", "When not")
VALID = [(rule, code) for rule in registry.every() for code in rule.valid]
# More of what a rule is silent about than its file has room for, in folders by the rules' ids.
SILENT = sorted((Path(__file__).parent / "silent").glob("*/*.py"))
INVALID = [(rule, example) for rule in registry.every() for example in rule.invalid]
FIXED = [(rule, example) for rule, example in INVALID if example.fixed]


def name(value: Any) -> str:
    return value.id if isinstance(value, Rule) else ""


by_rule = pytest.mark.parametrize("rule", registry.every(), ids=name)


def program(code: str) -> str:
    """An example as a file: with the usual imports, unless it has its own."""
    text = textwrap.dedent(code).strip("\n") + "\n"
    return text if re.search(r"^(import|from) ", text, re.MULTILINE) else HEAD + text


def lines(text: str, rule: Rule) -> list[int]:
    return [finding.line for finding in engine.lint(text, "agent.py", (rule,))]


@pytest.mark.parametrize(("rule", "code"), VALID, ids=name)
def test_valid(rule: Rule, code: str) -> None:
    assert lines(program(code), rule) == []


@pytest.mark.parametrize("path", SILENT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_silent(path: Path) -> None:
    rule = next(rule for rule in registry.every() if rule.id == path.parent.name)
    assert lines(program(path.read_text("utf-8")), rule) == []


@pytest.mark.parametrize(("rule", "example"), INVALID, ids=name)
def test_invalid(rule: Rule, example: Invalid) -> None:
    text = program(example.code)
    marked = [n for n, line in enumerate(text.split("\n"), 1) if line.endswith(f"# {rule.id}")]
    assert marked, f"no line ends in # {rule.id}"
    assert lines(text, rule) == marked


@pytest.mark.parametrize(("rule", "example"), FIXED, ids=name)
def test_fixed(rule: Rule, example: Invalid) -> None:
    text = program(example.code)
    unsafe = rule.fixable is Fixable.UNSAFE or example.unsafe
    fixed = _fixed(text, rule, unsafe=unsafe)
    assert fixed == program(example.fixed)
    assert lines(fixed, rule) == []
    if unsafe:
        assert _fixed(text, rule, unsafe=False) == text


def _fixed(text: str, rule: Rule, *, unsafe: bool) -> str:
    once = fixing.fix(text, lambda t: engine.lint(t, "agent.py", (rule,)), unsafe).text
    again = fixing.fix(once, lambda t: engine.lint(t, "agent.py", (rule,)), unsafe).text
    assert once == again
    return re.sub(rf"  # {rule.id}$", "", once, flags=re.MULTILINE) if once != text else text


@pytest.mark.parametrize(("rule", "example"), FIXED, ids=name)
def test_fixes_keep_the_values(rule: Rule, example: Invalid) -> None:
    import numpy as np

    assert example.result, "a fix is proven: give a setup and a result"
    before = _run(example.code, example)
    after = _run(example.fixed, example)
    for one, other in zip(before, after, strict=True):
        np.testing.assert_array_equal(np.asarray(one), np.asarray(other))
        if rule.fixable is Fixable.SAFE and not example.unsafe:
            assert type(one) is type(other)


def _run(code: str, example: Invalid) -> list[Any]:
    """What the example computes: `result` is an expression, or several with commas between."""
    space: dict[str, Any] = {}
    exec(compile(HEAD + textwrap.dedent(example.setup), "setup", "exec"), space)
    exec(compile(program(code), "example", "exec"), space)
    value = eval(example.result, space)
    return list(value) if isinstance(value, tuple) else [value]


@by_rule
def test_a_rule_is_complete(rule: Rule) -> None:
    assert re.fullmatch(r"TFE[1-9]\d\d", rule.id)
    assert re.fullmatch(r"[a-z]+(_?-[a-z]+)*", rule.name)
    module = type(rule).__module__.rpartition(".")[2]
    assert module == f"{rule.id.lower()}_{rule.name.replace('-', '_')}"
    assert rule.valid
    assert rule.invalid
    assert measured.of(rule.id), f"benchmarks/lint/{rule.id}.py has not been run"


@by_rule
def test_a_rule_is_documented(rule: Rule) -> None:
    text = rule.documentation()
    assert tuple(re.findall(r"^### (.*)$", text, re.MULTILINE)) == HEADINGS
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        ast.parse(code)


@by_rule
def test_fixable_as_it_says(rule: Rule) -> None:
    assert (rule.fixable is not Fixable.NO) == any(example.fixed for example in rule.invalid)


def test_ids_and_names_are_unique() -> None:
    rules = registry.every()
    assert len({rule.id for rule in rules}) == len({rule.name for rule in rules}) == len(rules)

"""The Python API: what `porter` itself exports, with the examples of its documentation."""

from __future__ import annotations

import doctest
import inspect
import os
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import porter
from porter import api

ROOT = Path(__file__).parents[1]
FIRST = ROOT / "tests" / "equivalence" / "programs" / "corridor.py"
NET = "import torch\n\nnet = torch.nn.Linear(2, 3)\n"


def examples(function: object) -> doctest.TestResults:
    """Run the examples of a docstring."""
    [test] = doctest.DocTestFinder(recurse=False).find(function, globs={})
    assert test.examples
    return doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(test)


@pytest.mark.parametrize("name", ["convert", "lint"])
def test_the_examples_of_the_documentation(name: str) -> None:
    assert examples(getattr(porter, name)).failed == 0


@pytest.mark.slow
def test_the_example_of_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source = FIRST.read_text("utf-8").replace("sys.argv[1]", "20")
    Path("agent.py").write_text(source, "utf-8")
    converted = porter.convert(source, path="agent.py")
    assert converted.ok
    Path("agent_tf.py").write_text(converted.code, "utf-8")
    assert examples(porter.check).failed == 0


def test_every_public_name_is_there_and_documented() -> None:
    assert set(porter.__all__) == {*porter._HOMES, "__version__"}
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    for name in porter.__all__:
        assert inspect.getdoc(getattr(porter, name))
        assert name in page, f"docs/api.md does not tell of {name}"
    assert set(porter.__all__) <= set(dir(porter))


@pytest.mark.parametrize("function", [api.convert, api.lint, api.check])
def test_every_parameter_is_documented_and_typed(function: typing.Any) -> None:
    text = inspect.getdoc(function) or ""
    for name, parameter in inspect.signature(function).parameters.items():
        assert parameter.annotation is not inspect.Parameter.empty
        assert f"    {name}: " in text, name


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'no_such_name'"):
        porter.no_such_name  # noqa: B018


def test_importing_porter_imports_nothing() -> None:
    program = (
        "import sys\nbefore = set(sys.modules)\nimport porter\n"
        "print(*sorted(set(sys.modules) - before))\n"
        "porter.lint('import tensorflow as tf')\nassert callable(porter.lint)\n"
        "porter.convert('import torch')\n"
        "print(*sorted({'torch', 'tensorflow', 'numpy', 'rich'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.stdout == "porter\n\n"


def test_building_blocks_in_a_module() -> None:
    inline = porter.convert(NET)
    assert "class Linear(" in inline.code
    assert not inline.helper_module
    module = porter.convert(NET, helpers="module")
    assert "from torch_compat import Linear" in module.code
    assert "class Linear(" in module.helper_module
    assert module.plan == "no update step"


def test_nothing_to_convert_gives_the_source_back() -> None:
    source = "import math\n\nx = math.pi\n"
    assert porter.convert(source) == porter.Converted(source, skipped="no torch in it")
    assert porter.convert(source).ok


def test_what_cannot_be_converted_is_an_exception_with_its_finding() -> None:
    with pytest.raises(porter.ConversionError, match=r"agent\.py:2:\d+: P002 error") as caught:
        porter.convert("import torch\nx = (\n", path="agent.py")
    assert caught.value.finding.severity is porter.Severity.ERROR
    with pytest.raises(porter.RuleError, match=r"no_rules\.py"):
        porter.convert(NET, rules=[Path("no_rules.py")])


def test_a_notebook() -> None:
    book = (
        '{"cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": null,'
        ' "source": "import torch\\nx = torch.exp(torch.ones(2))"}], "metadata": {},'
        ' "nbformat": 4, "nbformat_minor": 4}'
    )
    assert "tf.exp" in porter.convert(book, path="nb.ipynb").code


def test_a_project_that_has_changed_is_read_again(tmp_path: Path) -> None:
    program = "import torch\nfrom net import make\n\nx = make().abs()\ny = torch.ones(3)\n"
    found = []
    made = "import torch\n\n\ndef make():\n    return torch.ones(2)\n"
    for text in ("def make():\n    return {}\n", made):
        (tmp_path / "net.py").write_text(text, "utf-8")
        found.append(porter.convert(program, path=str(tmp_path / "a.py"), root=tmp_path).code)
    assert "x = make().abs()" in found[0]
    assert "x = tf.abs(make())" in found[1]


def test_selected_rules() -> None:
    program = "import tensorflow as tf\n\n\ndef f(x):\n    tf.ones([2])[x]\n    return x\n"
    assert porter.lint(program, select=["TFE4"]) == ()
    with pytest.raises(ValueError, match="no rule is called 'TFE000x'"):
        porter.lint(program, ignore=["TFE000x"])
    assert porter.lint("import tensorflow as tf\nx = (\n")[0].rule == "TFE000"


def test_check_says_what_is_wrong_with_its_arguments(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"gone\.py: no such file"):
        porter.check(tmp_path / "gone.py", FIRST)
    with pytest.raises(ValueError, match="at least one update"):
        porter.check(FIRST, FIRST, updates=0)

"""Trees are parsed without libcst's checks; all other nodes are made with them."""

import inspect
from pathlib import Path

import libcst as cst
import pytest

from porter import parsing
from porter.parsing import parsed


@pytest.mark.parametrize("text", ["x = f(a)[1:]  # why\n", "x = (\n"])
def test_only_the_parser_makes_nodes_unchecked(text: str) -> None:
    try:
        assert parsed(text).code == text
    except cst.ParserSyntaxError:
        assert text == "x = (\n"
    with pytest.raises(cst.CSTValidationError):
        cst.Name("")


def test_nodes_are_made_as_the_dataclasses_of_libcst_are() -> None:
    """By position and by name, with defaults, with new ones of defaults that are made."""
    call = cst.Call(cst.Name("f"), args=[cst.Arg(cst.Integer("1"))])
    assert (cst.Module([]).code_for_node(call), call.lpar) == ("f(1)", ())
    assert cst.IndentedBlock([]).header is not cst.IndentedBlock([]).header
    default = inspect.signature(cst.IndentedBlock).parameters["header"].default
    assert isinstance(cst.IndentedBlock([], default).header, cst.TrailingWhitespace)
    with pytest.raises(TypeError, match="value"):
        cst.Name()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected"):
        call.with_changes(function=call.func)


HARD = [
    "# top\n\nx = 1\n\n# why\ny = 2  # so\n\n# end\n",
    "def f():\n    pass\n    # its own\n\n  # between\n# next\n@g\n# h\ndef h(): pass\n\n",
    "class A:\n    def f(self):\n        return 1\n\n        # f\n    # A\n\nx = [\n1,\n]; y = 2\n",
    's = """\nx = 1\n"""\ny = """\\\n"""\nif s:\n  pass\nelse:\n  pass\n',
    "x = 1\n\\\n\\\ny = 2\nfor i in x:\n\ty = i",
    "if x:\n  y = 1\nif x:\n    y = 2\nclass B:\n   z = 1\n",
    "x = 1\n\n    \n\t\ny = 2\n  # deep\n",
]


@pytest.mark.parametrize("text", HARD)
@pytest.mark.parametrize("size", [0, 3])
def test_a_tree_in_pieces_is_the_same(
    text: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    _same_in_pieces(text, size, monkeypatch)


def test_the_trees_of_porters_files_in_pieces_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [path.read_text() for path in Path(parsing.__file__).parent.glob("*.py")]
    assert sum(_same_in_pieces(text, 20, monkeypatch) for text in texts) > 40


def _same_in_pieces(text: str, size: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    whole = cst.parse_module(text)
    monkeypatch.setattr(parsing, "_AT_ONCE", 0)
    monkeypatch.setattr(parsing, "_PIECE", size)
    starts = parsing._starts(text, text.split("\n"))
    assert parsed(text).deep_equals(whole)
    return len(starts) > 1


@pytest.mark.parametrize(
    "text", ["x = (\n", "x = 1\ry = (\r", "x = 1\nif x:\n\ty\n        z\n", "\0"]
)
def test_what_is_no_python_is_refused_as_ever(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "_AT_ONCE", 0)
    with pytest.raises(cst.ParserSyntaxError) as whole:
        cst.parse_module(text)
    with pytest.raises(cst.ParserSyntaxError) as ours:
        parsed(text)
    assert str(ours.value) == str(whole.value)

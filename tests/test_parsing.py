"""Trees are parsed without libcst's checks; all other nodes are made with them."""

import inspect

import libcst as cst
import pytest

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

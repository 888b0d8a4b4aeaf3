"""Trees are parsed without libcst's checks; all other nodes are made with them."""

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

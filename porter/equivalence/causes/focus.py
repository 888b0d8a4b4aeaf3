"""What is otherwise in a statement: the smallest parts of two syntax trees that hold it all."""

from __future__ import annotations

import ast
from dataclasses import dataclass

Node = ast.AST


@dataclass(frozen=True)
class Focus:
    """The smallest parts of two statements that hold all of the difference.

    `within` names what is around them, the outermost first: calls, keywords as "axis=", the target
    of an assignment as "=loss", and "[=" for an index.
    """

    wanted: Node
    found: Node
    within: tuple[str, ...] = ()

    @staticmethod
    def of(wanted: Node, found: Node) -> Focus:
        focus = Focus(wanted, found)
        while inner := focus._inner():
            focus = inner
        return focus

    def _inner(self) -> Focus | None:
        """The child that differs, if it is just one."""
        if type(self.wanted) is not type(self.found):
            return None
        children = [list(ast.iter_child_nodes(node)) for node in (self.wanted, self.found)]
        if len(children[0]) != len(children[1]) or _own(self.wanted) != _own(self.found):
            return None
        pairs = [pair for pair in zip(*children) if ast.dump(pair[0]) != ast.dump(pair[1])]
        if len(pairs) != 1:
            return None
        wanted, found = pairs[0]
        return Focus(wanted, found, (*self.within, _around(self.wanted, wanted)))

    @property
    def call(self) -> str:
        """The innermost call that the difference is an argument of, or the function of."""
        return next((name for name in self.within[::-1][:2] if "=" not in name), "")

    @property
    def lost(self) -> Node | None:
        """The operand that is gone, where the other one is all that is left; or what became 0."""
        wanted, found = self.wanted, self.found
        if isinstance(wanted, ast.BinOp | ast.BoolOp):
            operands = _operands(wanted)
            same = [ast.dump(found) == ast.dump(operand) for operand in operands]
            if len(same) == 2 and any(same):
                return operands[same.index(False)] if not all(same) else operands[1]
        zero = isinstance(found, ast.Constant) and found.value == 0
        return wanted if zero and not isinstance(wanted, ast.Constant) else None

    def texts(self) -> tuple[str, str]:
        """The parts' texts: where an operand is gone, that one's; and what a number is for."""
        if self.lost:
            return ast.unparse(self.lost).lower(), ""
        given = self.within[-1] if isinstance(self.wanted, ast.Constant) and self.within else ""
        wanted, found = (f"{given} {ast.unparse(node)}" for node in (self.wanted, self.found))
        return wanted.lower(), found.lower()

    def counts(self, *names: str) -> tuple[int, int]:
        """How often functions of these names are called, in either part."""
        wanted, found = (
            sum(called(node) in names for node in ast.walk(part))
            for part in (self.wanted, self.found)
        )
        return wanted, found


def _operands(node: ast.BinOp | ast.BoolOp) -> list[ast.expr]:
    return node.values if isinstance(node, ast.BoolOp) else [node.left, node.right]


def _own(node: Node) -> list[object]:
    """A node's own fields, which are no nodes: a name, a constant, an operator's kind."""
    return [value for _, value in ast.iter_fields(node) if not isinstance(value, (ast.AST, list))]


def _around(node: Node, inner: Node) -> str:
    """What `inner` is in a node."""
    match node:
        case ast.keyword(arg=name):
            return f"{name}="
        case ast.Subscript() if inner is node.slice:
            return "[="
        case ast.Assign(targets=[ast.Name() | ast.Attribute() as target]):
            return f"={ast.unparse(target)}"
    return called(node)


def called(node: Node) -> str:
    """The name of the function that is called; "" if the node is no call."""
    return last(node.func) if isinstance(node, ast.Call) else ""


def last(node: Node) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")

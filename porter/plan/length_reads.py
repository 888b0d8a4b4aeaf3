"""What has to know in a trace how long a batch is: `x.size(0)`, `len(x)`, `x.chunk(3)`.

A trace for any length finds None there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from porter.facts import Facts, Port
from porter.kinds import UNKNOWN, Module, Named, Tensor
from porter.plan.instead import is_of_heir
from porter.rulebook.bind import bind
from porter.tree import walk


def reads_length(facts: Facts, body: Iterable[cst.CSTNode]) -> cst.CSTNode | None:
    """The statement that would find None where a trace is for any length: `x.size(0)`."""
    for statement in body:
        for home, node in run(facts, statement):
            if home.api(node) in ("Tensor.shape", "Tensor.size") or is_length(home, node):
                return statement
            if is_of_heir(home, node):  # it may do that
                return statement
            port = home.ports.get(node)
            if port is not None and asks_for_rows(port):
                return statement
    return None


def run(facts: Facts, statement: cst.CSTNode) -> Iterator[tuple[Facts, cst.CSTNode]]:
    """The nodes of a statement, and of the functions of the project that it calls, each with what
    is known of its file."""
    open_: list[tuple[cst.CSTNode, Facts]] = [(statement, facts)]
    seen = {statement}
    while open_:
        part, home = open_.pop()
        for node in walk(part):
            yield home, node
            kind = home.kind(node.func) if isinstance(node, cst.Call) else UNKNOWN
            module = isinstance(kind, Module)
            info = home.method(kind, "forward") if module else home.function(kind)
            if info is not None and info.node not in seen:
                seen.add(info.node)
                open_.append((info.node.body, info.home or home))


def asks_for_rows(port: Port) -> bool:
    """Whether a port has to know how many rows there are: `x.chunk(3)`, `x.numel()`.

    Along another dimension it asks for what each trace knows: `x.chunk(2, dim=-1)`.
    """
    if not port.decision.reads_length:
        return False
    along, first = bind(port.rule, port.args).get("dim"), port.args[0].kind
    dim = along.literal if along is not None else None
    rank = first.rank if isinstance(first, Tensor) else None
    inner = type(dim) is int and dim != 0 and (rank is None or dim % rank != 0)
    return not inner


def is_length(facts: Facts, node: cst.CSTNode) -> bool:
    """len(x) of a tensor"""
    if not (isinstance(node, cst.Call) and len(node.args) == 1):
        return False
    of_tensor = isinstance(facts.kind(node.args[0].value), Tensor)
    return facts.kind(node.func) == Named("builtins.len") and of_tensor

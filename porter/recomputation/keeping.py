"""What acting keeps: `log_probs.append((state, action))`, and the lines before it as a function."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.analysis.liveness import upward_exposed
from porter.codegen import code
from porter.facts import Facts
from porter.recomputation.backward_slices import BackwardSlice, names_in
from porter.recomputation.edits import Edits, replaced, stated


def keep(facts: Facts, edits: Edits, sliced: BackwardSlice) -> None:
    """Changes the lines that act."""
    for line in sliced.unread:
        edits.become[line] = []
    for site in sliced.sites:
        if site.summed:
            edits.become[site.acting.last] = []
            continue
        new = cst.parse_expression(sliced.item(site))
        edits.replace(site.acting.last, {site.whole or site.item: new})
    names = {node: cst.Name(name) for node, name in sliced.data.items()}
    made = {name: code(node) for node, name in reversed(sliced.data.items())}
    lines = [cst.parse_statement(f"{name} = {text}") for name, text in made.items()]
    if sliced.acting:
        _outlined(edits, sliced, names, lines)
    else:
        computed = [line for line in sliced.again if line not in edits.become]
        for line in computed:
            edits.replace(line, names)
        first = computed[0] if computed else sliced.sites[0].acting.last
        edits.become[first] = _below(lines, edits.become[first])
    if sliced.early is not None:
        _moved_up(edits, sliced, sliced.early)


def _moved_up(edits: Edits, sliced: BackwardSlice, behind: cst.CSTNode) -> None:
    """What is kept stands behind the lines that act, before anything changes it."""
    at = sliced.acting[0] if behind in sliced.acting else behind
    for site in sliced.sites:
        line = site.acting.last
        edits.become[at] = [*edits.become.get(at, [at]), *edits.become[line]]
        edits.become[line] = []
        edits.moved.add(line)


def _outlined(
    edits: Edits, sliced: BackwardSlice, names: dict[cst.CSTNode, cst.Name], lines: list[Any]
) -> None:
    """`action = act(state)`"""
    run = [replaced(one, names) for one in sliced.acting]
    reads = upward_exposed(run)
    own = sliced.frame.local.union(sliced.data.values())
    params = [n for n in dict.fromkeys(n.value for n in names_in(run)) if n in reads & own]
    result = ", ".join(sliced.chosen)
    first, last = sliced.acting[0], sliced.acting[-1]
    run[0] = run[0].with_changes(leading_lines=())
    function = sliced.frame.function
    name = edits.fresh("act", f"{function.name.value}_body" if function is not None else "act")
    if edits.in_class(sliced.frame):
        name = edits.fresh(f"_{name}")
    edits.acting.append(name)
    body = [*run, cst.parse_statement(f"return {result}")]
    call = edits.define(name, params, body, sliced.frame)
    for line in sliced.acting:
        edits.become[line] = []
        edits.moved.add(line)
    called = stated(f"{result} = {call}({', '.join(params)})", last, first.leading_lines)
    edits.become[first] = _below(lines, [called])


def _below(lines: list[Any], new: list[Any]) -> list[Any]:
    """New lines above others, under the comments that these have."""
    if not lines or not new:
        return [*lines, *new]
    lines[0] = lines[0].with_changes(leading_lines=new[0].leading_lines)
    return [*lines, new[0].with_changes(leading_lines=()), *new[1:]]

"""The program with such updates changed, and why others are not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.plan.acting import Recordings, Site
from porter.plan.model import Plan
from porter.plan.places import body_of
from porter.plan.region import Refusal
from porter.recomputation.ahead import without_numbers
from porter.recomputation.backward_slices import BackwardSlice, BackwardSlices, frame_of
from porter.recomputation.conditions import Conditions
from porter.recomputation.edits import Edits
from porter.recomputation.keeping import keep
from porter.recomputation.local_lists import LocalLists
from porter.recomputation.loops import Loop, Loops
from porter.recomputation.update import Reading, compute
from porter.recomputation.uses import Uses, line_of, uses
from porter.tree import only, walk


@dataclass
class Again:
    """What was changed; `functions` are those that a step of acting became."""

    module: cst.Module
    functions: frozenset[str] = frozenset()
    steps: frozenset[str] = frozenset()  # functions that compute one item for the update
    changed: dict[str, cst.CSTNode] = field(default_factory=dict)  # list: where it is filled
    reasons: dict[str, Refusal] = field(default_factory=dict)  # list: why it is kept as it is


def recomputed(facts: Facts) -> Again | None:
    """The program that keeps states and actions; None where nothing is recorded."""
    if not any(_appends(call) for call in facts.index.all(cst.Call)):
        return None
    recordings = Recordings(facts)
    lists = LocalLists(facts)
    local = {one.site: one.uses for one in lists.found()}
    filled = {facts.index.parents[site.acting.first] for site in local}
    local |= {one.site: one.uses for one in lists.sums(filled)}
    if not recordings.sites and not local:
        return None
    again = Again(facts.module)
    edits = Edits(facts)
    suites: dict[cst.CSTNode, list[Site]] = {}
    for name, sites in recordings.sites.items():
        if len(sites) > 1:
            again.reasons[name] = Refusal(sites[1].at, "it is filled in several places")
        suites.setdefault(facts.index.parents[sites[0].acting.first], []).append(sites[0])
    for site in local:
        suites.setdefault(facts.index.parents[site.acting.first], []).append(site)
    for group in suites.values():
        refusal = next((again.reasons[s.name] for s in group if s.name in again.reasons), None)
        refusal = refusal or _change(facts, recordings, edits, group, local)
        if refusal is not None:
            again.reasons |= {site.name: refusal for site in group}
        else:
            again.changed |= {site.name: site.acting.last for site in group}
    if edits.any:
        again.module = edits.module()
        again.functions, again.steps = frozenset(edits.acting), frozenset(edits.steps)
    return again


def traced(plan: Plan, again: Again) -> bool:
    """Whether all that is computed again is part of a train body: else nothing was won."""
    called = {
        node.value if isinstance(node, cst.Name) else node.attr.value
        for body in plan.bodies
        for statement in body.graph
        for node in walk(statement)
        if isinstance(node, (cst.Name, cst.Attribute))
    }
    return again.steps <= called


def _appends(call: cst.Call) -> bool:
    """`log_probs.append(…)`"""
    return isinstance(call.func, cst.Attribute) and call.func.attr.value == "append"


def _change(
    facts: Facts,
    recordings: Recordings,
    edits: Edits,
    sites: Sequence[Site],
    local: Mapping[Site, Uses],
) -> Refusal | None:
    """Changes what is done with the lists of one suite; or tells why that can't be."""
    try:
        found = [local[site] if site in local else uses(facts, site) for site in sites]
        sliced = BackwardSlices(facts, recordings).sliced(
            [without_numbers(facts, site) for site in sites]
        )
        reading = _reading(facts, sliced, found)
        Conditions(facts).check(sliced, found, reading)
        compute(facts, edits, sliced, reading)
        keep(facts, edits, sliced)
    except Refusal as refusal:
        return refusal
    return None


def _reading(facts: Facts, sliced: BackwardSlice, found: Sequence[Uses]) -> Reading:
    """Where the update reads the lists."""
    reads: dict[cst.BaseExpression, Site] = {}
    renamed: dict[str, str] = {}
    for site, one in zip(sliced.sites, found):
        if len(one.reads) != 1:
            where = line_of(facts, one.reads[1]) if one.reads else site.at
            raise Refusal(where, f"{site.name} is read in several places, or in none")
        [read] = one.reads
        if isinstance(read, cst.Attribute):
            renamed |= {site.owner: code(read.value)} if code(read.value) != site.owner else {}
            reads[_alias(facts, read)] = site
        else:
            renamed |= one.renamed
            reads[read] = site
    lines = [line_of(facts, read) for read in reads]
    suite = body_of(facts.index.parents[lines[0]])
    apis = {
        facts.api(node)
        for line in suite
        for node in walk(line if line in lines else only(line) or cst.Pass())
    }
    if "Tensor.backward" not in apis or not all(line in suite for line in lines):
        raise Refusal(lines[0], "the lists are not read where the backward is")
    frame = frame_of(facts, lines[0])
    if any(site.owner for site in sliced.sites):
        if frame.function is None or suite is not frame.function.body.body:
            raise Refusal(lines[0], "the update is not a function of its own")
    loops = Loops(facts, frame.local, suite, reads)
    loop: Loop | None = None
    joins: dict[Site, tuple[cst.BaseExpression, str]] = {}
    for read, line in zip(reads, lines):
        if isinstance(line, cst.For):
            if loop is not None and loop.statement is not line:
                raise Refusal(line, "several loops go through the lists")
            loop = loop or loops.loop(line)
        elif reads[read].summed:
            joins[reads[read]] = read, ".sum(0)"
        else:
            joins[reads[read]] = loops.join(read, reads[read].item)
    return Reading(frame, suite, renamed, reads, loop, joins)


def _alias(facts: Facts, read: cst.Attribute) -> cst.BaseExpression:
    """The one use of `saved = model.saved`, where the list got a short name."""
    line = line_of(facts, read)
    small, function = only(line), facts.index.function(read)
    names = small.targets if isinstance(small, cst.Assign) and small.value is read else ()
    if len(names) != 1 or not isinstance(names[0].target, cst.Name) or function is None:
        return read
    name = names[0].target
    found = [n for n in walk(function) if isinstance(n, cst.Name) and n.value == name.value]
    if len(found) != 2:
        raise Refusal(line, f"{name.value} is read in several places, or in none")
    return next(n for n in found if n is not name)

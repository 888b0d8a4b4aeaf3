"""The program as it is ported: rearranged where that brings more of its updates into graphs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.findings import Severity
from porter.infer import infer
from porter.plan.make import make_plan
from porter.plan.model import Plan, Problem
from porter.project import Project
from porter.rearrange.appended_parameters import lists_in_one
from porter.rearrange.at_use import made_at_use
from porter.rearrange.backwards import split_backwards
from porter.rearrange.branch_names import branch_names
from porter.rearrange.branches import branches_split
from porter.rearrange.changed_arguments import given_back, told_of_callers
from porter.rearrange.checkpoints import CHECKPOINTED, called_once
from porter.rearrange.child_tables import TABLES, children_by_method
from porter.rearrange.closures import closures_in_line
from porter.rearrange.drawn import split_draws
from porter.rearrange.estimates import computed_inside
from porter.rearrange.forwards import forwards_at_use
from porter.rearrange.function_names import functions_named
from porter.rearrange.grad_blocks import SWITCHED, switches_as_blocks
from porter.rearrange.handed_back import without_handing_back
from porter.rearrange.idle_leaves import FLAGGED, without_idle_flags
from porter.rearrange.item_changes import changed_by_index
from porter.rearrange.kept_numbers import numbers_behind, numbers_by_name
from porter.rearrange.leaf_marks import MARKED, marks_set
from porter.rearrange.local_attributes import attributes_named
from porter.rearrange.logs import logs_behind
from porter.rearrange.loss_data import data_first
from porter.rearrange.mixed_precision import MIXED, in_float32
from porter.rearrange.optimizer_state import state_cleared
from porter.rearrange.own_lines import CALLED, calls_apart
from porter.rearrange.store_loops import stores_in_turn
from porter.rearrange.stores import split_stores
from porter.rearrange.weighted_backwards import sums_of_weighted
from porter.recomputation import recomputed, traced
from porter.rulebook import Rulebook
from porter.sharing.told import shared_memory

_ONE_LOOK = 15_000  # lines that take seconds to analyse: what is told of them stays told


def planned(
    path: str, original: cst.Module, book: Rulebook, project: Project, text: str
) -> tuple[Facts, Plan]:
    """What is known of a file with this text, and what was decided; of the file without blocks of
    mixed precision and without checkpoints, and with branches and loss functions in two where that
    brings more of its updates into graphs."""
    told: list[Problem] = []
    facts = _divided_early(path, original, book, project)
    early = (
        *((CHECKPOINTED, called_once), (MIXED, in_float32), (MARKED, marks_set)),
        *((CALLED, calls_apart), (FLAGGED, without_idle_flags), (SWITCHED, switches_as_blocks)),
        (TABLES, children_by_method),
    )
    for wanted, without in early:
        if wanted.search(text):
            module, notes = without(facts)
            if module is not facts.module:
                facts = infer(path, module, book, project)
            told += notes
    facts, notes = _given_back(facts, book, project)
    told += notes
    facts, plan = _in_graphs(facts, book, project)
    return facts, replace(plan, problems=(*plan.problems, *told))


def _divided_early(path: str, original: cst.Module, book: Rulebook, project: Project) -> Facts:
    """What is known of the file, with its numbers for a log behind their block if its names are
    those of torch: `numbers_behind` would find the same, and the file were analysed twice."""
    guess = numbers_by_name(original)
    if guess is not None:
        facts = infer(path, guess.module, book, project)
        if guess.holds(facts):
            return facts
    return infer(path, original, book, project)


def _given_back(facts: Facts, book: Rulebook, project: Project) -> tuple[Facts, list[Problem]]:
    """The same of the file whose functions give back the arguments that they change in place, where
    their callers can do without the change."""
    if facts.texts[0].count("\n") > _ONE_LOOK:
        return facts, []
    changed, left = told_of_callers(facts), frozenset[str]()
    while changed and (found := given_back(facts, changed, left)):
        other = infer(facts.path, found[0], book, project)
        still = {function.name.value for function in told_of_callers(other, "")} & {*found[1]}
        if not still:
            return other, [*found[1].values()]
        left |= still
    return facts, []


def _in_graphs(facts: Facts, book: Rulebook, project: Project) -> tuple[Facts, Plan]:
    path = facts.path
    facts, plan = first = _complete(facts, book, project)

    def again(facts: Facts, module: cst.Module) -> tuple[Facts, Plan]:
        other = infer(path, module, book, project)
        other.acting, other.kept = facts.acting, facts.kept
        return other, make_plan(other)

    for _ in range(_ROUNDS):
        if (module := _divided(facts, plan)) is None:
            break
        facts, plan = again(facts, module)
    if len(plan.eager) >= len(first[1].eager):
        facts, plan = first
    return _acting(facts, plan, again)


def _acting(
    facts: Facts, plan: Plan, again: Callable[[Facts, cst.Module], tuple[Facts, Plan]]
) -> tuple[Facts, Plan]:
    """The same of the file with lines that draw an action in two, where a graph has the draw."""
    apart = split_draws(facts)
    while apart is not None:
        other, better = again(facts, apart.module)
        drawn = (body for body in better.bodies if not body.updates)
        traced = {code(line).strip() for body in drawn for line in body.graph}
        if traced.issuperset(apart.lines) and _errors(better) <= _errors(plan):
            return other, better
        left = traced.intersection(apart.lines)
        apart = split_draws(facts, left) if len(left) < len({*apart.lines}) else None
    return facts, plan


def _complete(facts: Facts, book: Rulebook, project: Project) -> tuple[Facts, Plan]:
    """The same of the file whose updates compute what they were handed, where they need it."""
    path = facts.path
    facts, plan = _planned(facts, book, project)
    told: tuple[Problem, ...] = ()
    while moved := computed_inside(facts, plan):
        other, better = _planned(infer(path, moved[0], book, project), book, project)
        if _errors(better) >= _errors(plan):
            break
        facts, plan, told = other, better, (*told, *moved[1])
    if late := forwards_at_use(facts, plan):
        other, better = _planned(infer(path, late, book, project), book, project)
        if _errors(better) < _errors(plan):
            facts, plan = other, better
    return facts, replace(plan, problems=(*plan.problems, *told))


_ROUNDS = 30  # of dividing a program further: the longest ones seen need five
_APART = (
    lists_in_one,
    functions_named,
    closures_in_line,
    split_backwards,
    sums_of_weighted,
    stores_in_turn,
    changed_by_index,
    split_stores,
    without_handing_back,
    state_cleared,
    numbers_behind,
)


def _errors(plan: Plan) -> int:
    return sum(problem.severity is Severity.ERROR for problem in plan.problems)


def _divided(facts: Facts, plan: Plan) -> cst.Module | None:
    """The program with something in two, where an update stays in eager mode for it."""
    if not any(problem.code == "N403" for problem in plan.problems):
        return None
    divided = (attributes_named, branch_names, branches_split, logs_behind, data_first)
    return next((module for apart in divided if (module := apart(facts, plan))), None)


def _at_use(path: str, facts: Facts, book: Rulebook, project: Project) -> Facts:
    """The same of the file that makes tensors of shared memory where they are read, where that
    leaves none that TensorFlow would copy too early."""
    found = facts
    while module := made_at_use(found):
        found = infer(path, module, book, project)
    return facts if found is facts or found.once(shared_memory) else found


def _planned(facts: Facts, book: Rulebook, project: Project) -> tuple[Facts, Plan]:
    """The same of the file with the graphs of its rollouts computed again in the update, where
    that gives the same."""
    path = facts.path
    for apart in _APART:
        if module := apart(facts):
            facts = infer(path, module, book, project)
    facts = _at_use(path, facts, book, project)
    again = recomputed(facts)
    if again is None:
        return facts, make_plan(facts)
    facts.kept = {name: (why.node, str(why)) for name, why in again.reasons.items()}
    if again.module is facts.module:
        return facts, make_plan(facts)
    other = infer(path, again.module, book, project)
    other.acting, other.kept = again.functions, facts.kept
    plan = make_plan(other)
    if traced(plan, again):
        return other, plan
    told = next((p.message for p in plan.problems if p.code == "N403"), "it can't be traced")
    facts.kept |= {name: (why, told) for name, why in again.changed.items()}
    return facts, make_plan(facts)

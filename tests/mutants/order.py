"""The order of lines, what statements and calls change, and what a trace may keep."""

# ruff: noqa: E501 -- lines of porter as they stand

from __future__ import annotations

from tests.mutants.model import Mutant

ORDER = (
    Mutant(
        "porter/plan/random_numbers.py",
        "a random draw in a function that is called does not count",
        "if function is not None and function.name not in seen:",
        "if function is not None and function.name in seen:",
        ("test_cases.py::test_case[order/forward_again.py]",),
    ),
    Mutant(
        "porter/plan/scopes.py",
        "a global that is bound in a loop does not change",
        "return bound <= 1 and name not in self.declared and name not in self.turning",
        "return bound <= 1 and name not in self.declared",
        ("test_cases.py::test_case[order/bound_in_a_loop.py]",),
    ),
    Mutant(
        "porter/analysis/liveness.py",
        "x = x + 1 does not need x",
        "live = (live - found.kills) | found.reads | self._always",
        "live = ((live | found.reads) - found.kills) | self._always",
        ("test_cases.py::test_case[agents/choose_action.py]",),
    ),
    Mutant(
        "porter/analysis/library.py",
        "what reshape() gives shares nothing with its array",
        '" format index item join max mean min numel prod repeat round',
        '" format index item join max mean min numel prod repeat reshape round',
        ("test_cases.py::test_case[order/written_by_position.py]",),
    ),
    Mutant(
        "porter/plan/effects.py",
        "x += 1 does not read x",
        "        self.visit(node.value)\n        self.visit(node.target)\n        self.target(node.target)",
        "        self.visit(node.value)\n        self.target(node.target)",
        ("test_cases.py::test_case[in_place/several_results.py]",),
    ),
    Mutant(
        "porter/analysis/library.py",
        "np.add(a, b, w) does not change w",
        "inputs = 1 if short in _UNARY else 2 if short in _BINARY else len(given)",
        "inputs = len(given)",
        ("test_cases.py::test_case[order/written_by_position.py]",),
    ),
    Mutant(
        "porter/changes.py",
        "an attribute that __init__ sets, which is called again, stays",
        "self._own.attributes + self._of_classes(self._own, classes) + self._made_again",
        "self._own.attributes + self._of_classes(self._own, classes)",
        ("test_cases.py::test_case[order/init_again.py]",),
    ),
    Mutant(
        "porter/reloaded.py",
        "a network that a method returns is no other name",
        "isinstance(around, (cst.Element, cst.DictElement, cst.Return))",
        "isinstance(around, (cst.Element, cst.DictElement))",
        ("test_cases.py::test_case[order/network_handed_out.py]",),
    ),
    Mutant(
        "porter/plan/region.py",
        "a line that clears gradients changes places with a backward",
        "(region[i])) and not any(\n                j > i and (self._changes(region[j], region[i]) or self._adds(region[j], region[i]))",
        "(region[i])) and not any(\n                j > i and self._changes(region[j], region[i])",
        ("test_cases.py::test_case[agents/cleared_late.py]",),
    ),
    Mutant(
        "porter/analysis/library.py",
        "random.shuffle() changes nothing",
        '    "random": "shuffle",\n',
        "",
        ("test_cases.py::test_case[order/written_by_position.py]",),
    ),
    Mutant(
        "porter/analysis/reach.py",
        "a line that reads what a later one writes may go behind it",
        "one.writes & (other.reads | other.writes) or one.reads & other.writes for other in others",
        "one.writes & (other.reads | other.writes) for other in others",
        ("test_cases.py::test_case[agents/dict_of_losses.py]",),
    ),
    Mutant(
        "porter/plan/random_numbers.py",
        "a forward pass with dropout is done again",
        '(isinstance(kind, Module) and "Dropout" in kind.cls)',
        '(isinstance(kind, Module) and kind.cls == "Dropout")',
        ("test_cases.py::test_case[order/forward_again.py]",),
    ),
    Mutant(
        "porter/plan/region.py",
        "a line that reads a parameter sinks behind the step of an optimizer in a loop",
        "return not made or listed or bool(leaves & given)",
        "return not made or bool(leaves & given)",
        ("test_cases.py::test_case[order/read_behind_a_step.py]",),
    ),
    Mutant(
        "porter/keeping.py",
        "a part of what a function returns is new though another part is a view of it",
        "return not any(isinstance(n, cst.Name) and n.value == name for n in others)",
        "return True",
        ("test_programs.py::test_what_is_told[in_place/parts_that_are_held.py]",),
    ),
    Mutant(
        "porter/ended_views.py",
        "a view of an attribute ends though its function calls what changes that",
        "if run is None or changing & run:",
        "if run is None:",
        ("test_programs.py::test_what_is_told[in_place/views_that_others_see.py]",),
    ),
    Mutant(
        "porter/ended_views.py",
        "a view of an attribute ends though its function calls by name",
        "if run is None or changing & run:",
        "if run and changing & run:",
        ("test_programs.py::test_what_is_told[in_place/views_that_others_see.py]",),
    ),
    Mutant(
        "porter/ended_views.py",
        "a view of an attribute ends though a generator holds it",
        "if not isinstance(function, cst.FunctionDef) or _pauses(function):",
        "if not isinstance(function, cst.FunctionDef):",
        ("test_programs.py::test_what_is_told[in_place/views_that_others_see.py]",),
    ),
    Mutant(
        "porter/ended_views.py",
        "a view of an attribute ends though a function inside has it",
        "all(aliases.function(n) is function for n in uses)",
        "True",
        ("test_programs.py::test_what_is_told[in_place/views_that_others_see.py]",),
    ),
    Mutant(
        "porter/let_go.py",
        "the parts of a parameter are new though its caller reads it again",
        "and aliases.dead_after_callers(scope, root.value, part)",
        "",
        ("test_programs.py::test_what_is_told[in_place/parts_that_are_held.py]",),
    ),
    Mutant(
        "porter/keeping.py",
        "an argument that a function hands back and keeps is not kept",
        "        self._trusting = outer\n        return not found",
        "        self._trusting = outer\n        return True",
        ("test_programs.py::test_what_is_told[sharing/batches_that_networks_keep.py]",),
    ),
)

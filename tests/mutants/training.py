"""Update steps: what clears gradients, whose parameters an optimizer has, what is frozen."""

# ruff: noqa: E501 -- lines of porter as they stand

from __future__ import annotations

from tests.mutants.model import Mutant

TRAINING = (
    Mutant(
        "porter/plan/updates.py",
        "any optimizer's zero_grad() clears this one's",
        "return code(self.receiver(statement)) == code(optimizer)",
        "return True",
        ("test_cases.py::test_case[clearing/by_another_optimizer.py]",),
    ),
    Mutant(
        "porter/plan/updates.py",
        "the step of any optimizer ends the search for this one's backwards",
        "return steps and code(self.receiver(statement)) == code(self.receiver(step))",
        "return steps",
        ("test_cases.py::test_case[clearing/behind_both_steps.py]",),
    ),
    Mutant(
        "porter/plan/updates.py",
        "one of two networks that is apart is enough: the loss is left out of a step",
        "return not all(self.owners.disjoint(a, b) for a in ours for b in theirs)",
        "return not any(self.owners.disjoint(a, b) for a in ours for b in theirs)",
        ("test_cases.py::test_case[agents/choose_action.py]",),
    ),
    Mutant(
        "porter/plan/region.py",
        "a host line that may raise an error sinks behind the step",
        "failing = between and fails(self.facts, region[i])",
        "failing = False",
    ),
    Mutant(
        "porter/plan/updates.py",
        "gradients that pile up before a late zero_grad() are not counted",
        "piles_up = piles_up or any(self._adds(suite, s, optimizer) for s in later)",
        "piles_up = piles_up or False",
        ("test_cases.py::test_case[clearing/again_behind_it.py]",),
    ),
    Mutant(
        "porter/plan/updates.py",
        "backward(gradient) is ported as backward()",
        "return bool(names)",
        "return False",
        ("test_cases.py::test_case[steps/retain_graph.py]",),
    ),
    Mutant(
        "porter/plan/updates.py",
        "step(closure) is ported as step()",
        "if self.arguments(step):",
        "if len(self.arguments(step)) > 1:",
        ("test_cases.py::test_case[clearing/closure.py]",),
    ),
    Mutant(
        "porter/plan/clearing.py",
        "one other backward that is cleared late is enough for all",
        "if not site.early and any(not other.late for other in others):",
        "if not site.early and all(not other.late for other in others):",
        ("test_cases.py::test_case[agents/by_hand.py]",),
    ),
    Mutant(
        "porter/plan/clearing.py",
        "a gradient that an optimizer's backward leaves counts as cleared",
        "yield _Site(update.backward, name, False, True, False)",
        "yield _Site(update.backward, name, False, True, True)",
        ("test_cases.py::test_case[steps/left_gradients.py]",),
    ),
    Mutant(
        "porter/plan/manual_step.py",
        "several backwards before one loop over gradients pass",
        "or _backwards(facts, suite) > 1",
        "or _backwards(facts, suite) > 2",
        ("test_cases.py::test_case[clearing/loop_of_two_losses.py]",),
    ),
    Mutant(
        "porter/plan/manual_step.py",
        "gradients that are cleared before they are used pass",
        "early = [s for s in zeros if s in suite[at : last + 1]]",
        "early = [s for s in zeros if s in suite[last + 1 :]]",
        ("test_cases.py::test_case[clearing/before_the_loop.py]",),
    ),
    Mutant(
        "porter/plan/owners.py",
        "one network of several is enough for zero_grad() to clear all",
        'return bool(names) and all(n == network or n.startswith(f"{network}.") for n in names)',
        'return bool(names) and any(n == network or n.startswith(f"{network}.") for n in names)',
        ("test_cases.py::test_case[clearing/of_one_network.py]",),
    ),
    Mutant(
        "porter/plan/owners.py",
        "a network's zero_grad() clears an optimizer that nothing is known of",
        'return bool(names) and all(n == network or n.startswith(f"{network}.") for n in names)',
        'return all(n == network or n.startswith(f"{network}.") for n in names)',
        ("test_cases.py::test_case[clearing/of_an_unknown_optimizer.py]",),
    ),
    Mutant(
        "porter/plan/owners.py",
        "an optimizer of a part of a frozen network trains it",
        'return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")',
        'return f"{other}.".startswith(f"{one}.")',
        (
            "test_cases.py::test_case[freezing/part_of_frozen.py]",
            "test_cases.py::test_case[freezing/frozen_part.py]",
        ),
    ),
    Mutant(
        "porter/plan/owners.py",
        "what a network is a part of counts as apart from it",
        'return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")',
        'return f"{one}.".startswith(f"{other}.")',
        (
            "test_cases.py::test_case[freezing/part_of_frozen.py]",
            "test_cases.py::test_case[freezing/frozen_part.py]",
        ),
    ),
    Mutant(
        "porter/plan/owners.py",
        "a network counts as apart from what it was built from",
        "return frozenset({name}).union(texts,",
        "return frozenset().union(texts,",
        ("test_cases.py::test_case[freezing/built_from.py]",),
    ),
    Mutant(
        "porter/plan/owners.py",
        "what the parts of a network were built from is not asked",
        "*(self._ingredients(text) or () for text in texts))",
        "())",
        ("test_cases.py::test_case[freezing/built_from_parts.py]",),
    ),
    Mutant(
        "porter/plan/owners.py",
        "networks that share an encoder count as apart",
        "return not any(nested(one, another) for one in ours for another in theirs)",
        "return not nested(network, other)",
        ("test_cases.py::test_case[freezing/shared_encoder.py]",),
    ),
    Mutant(
        "porter/plan/freezing.py",
        "x.requires_grad_(False) in __init__ of what is no part of the network counts as settled",
        'return root == "self"',
        "return True",
        ("test_cases.py::test_case[freezing/in_init_of_another.py]",),
    ),
    Mutant(
        "porter/plan/freezing.py",
        "Parameter(x, requires_grad=False) is trained",
        "made = self._elsewhere or self._made or self._grows",
        "made = self._elsewhere or self._grows",
        ("test_cases.py::test_case[freezing/parameter_that_is_none.py]",),
    ),
    Mutant(
        "porter/plan/freezing.py",
        "what an optimizer has counts as not frozen where it can't be told",
        "            if sources is None:\n                return False\n            if not all(self._disjoint",
        "            if sources is None:\n                continue\n            if not all(self._disjoint",
        ("test_cases.py::test_case[freezing/list_of_the_optimizer.py]",),
    ),
    Mutant(
        "porter/plan/freezing.py",
        "a flag that a training loop sets counts as settled",
        "if any(isinstance(n, (cst.For, cst.While)) and n is not over for n in above):\n            return False",
        "if any(isinstance(n, (cst.For, cst.While)) and n is not over for n in above):\n            return True",
        ("test_programs.py::test_what_is_told[freezing/gradients_of_zeros.py]",),
    ),
    Mutant(
        "porter/plan/freezing.py",
        "a flag before one of several optimizers counts as settled",
        "return bool(self._built) and all(here < self._at(suite, call) for call in self._built)",
        "return bool(self._built) and any(here < self._at(suite, call) for call in self._built)",
        ("test_cases.py::test_case[freezing/between_two_optimizers.py]",),
    ),
    Mutant(
        "porter/plan/together.py",
        "the gradient of two optimizers is taken from where one of the losses begins",
        "return min(one.first, other.first, key=lambda s: index_of(suite, s))",
        "return max(one.first, other.first, key=lambda s: index_of(suite, s))",
        ("test_cases.py::test_case[agents/value_and_critics.py]",),
    ),
)

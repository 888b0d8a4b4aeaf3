"""`porter check`: what counts as equal."""

from __future__ import annotations

from tests.mutants.model import Mutant

HARNESS = (
    Mutant(
        "porter/equivalence/compare.py",
        "NaN on one side is equal",
        "(np.isnan(e) & np.isnan(a))",
        "(np.isnan(e) | np.isnan(a))",
        ("equivalence/test_compare.py::test_nan_equals_only_nan",),
    ),
    Mutant(
        "porter/equivalence/compare.py",
        "what is missing at the end of a list is not compared",
        "enumerate(expected[len(actual) :], len(actual))",
        "enumerate(expected[len(expected) :], len(actual))",
        ("equivalence/test_compare.py::test_each_kind_of_failure",),
    ),
    Mutant(
        "porter/equivalence/verdict/judge.py",
        "a run without an update is equivalent",
        "return Outcome.COULD_NOT_RUN if crashed or not self.updates else Outcome.EQUIVALENT",
        "return Outcome.COULD_NOT_RUN if crashed else Outcome.EQUIVALENT",
        ("equivalence/test_judge.py::test_nothing_compared_is_no_pass",),
    ),
    Mutant(
        "porter/equivalence/verdict/rounding.py",
        "what has not been proven to be rounding is excused",
        "return update in self.excused",
        "return update in self.found",
        ("equivalence/test_judge.py::test_the_first_divergence",),
    ),
    Mutant(
        "porter/equivalence/verdict/tolerances.py",
        "an update is judged by the size of the weights",
        "scale = (distance(expected, update) if base else size) + rounding / limit",
        "scale = size + rounding / limit",
        ("equivalence/test_judge.py::test_the_first_divergence",),
    ),
    Mutant(
        "porter/equivalence/verdict/ending.py",
        "updates that one program makes more are no difference",
        '        (Phase.WEIGHTS, "makes {} updates more", judge.steps),\n',
        "",
        ("equivalence/test_judge.py::test_what_is_left_over",),
    ),
    Mutant(
        "porter/equivalence/verdict/construction.py",
        "an optimizer may lack parameters",
        "missing = [path for path in expected if path not in actual]",
        "missing = [path for path in expected if path in actual]",
        ("equivalence/test_judge.py::test_a_right_port_is_equivalent",),
    ),
    Mutant(
        "porter/equivalence/verdict/update.py",
        "a gradient that only the port has is no difference",
        "lost = {p for p in expected.keys() ^ actual.keys() if",
        "lost = {p for p in expected.keys() - actual.keys() if",
        ("equivalence/test_judge.py::test_a_gradient_that_only_the_port_has",),
    ),
    Mutant(
        "porter/equivalence/verdict/update.py",
        "a gradient of zeros that only the port has is a difference",
        "expected.keys() ^ actual.keys() if (expected | actual)[p].any()}",
        "expected.keys() ^ actual.keys()}",
        ("equivalence/test_judge.py::test_a_gradient_that_only_the_port_has",),
    ),
    Mutant(
        "porter/equivalence/verdict/update.py",
        "an update may move weights that another optimizer owns",
        "            (Phase.WEIGHTS, rest, foreign),\n",
        "",
        ("equivalence/test_judge.py::test_an_update_that_moves_weights_of_another_optimizer",),
    ),
    Mutant(
        "porter/equivalence/verdict/update.py",
        "an update may move weights of no optimizer",
        "            (Phase.TARGETS, targets, foreign),\n",
        "",
        ("equivalence/test_judge.py::test_an_update_that_moves_weights_of_no_optimizer",),
    ),
    Mutant(
        "porter/equivalence/verdict/update.py",
        "what only the port moves in an update has not been moved",
        "still = (_left_alone(torch) & _left_alone(port)) - own.keys()",
        "still = _left_alone(torch) - own.keys()",
        ("equivalence/test_judge.py::test_an_update_that_moves_weights_of_another_optimizer",),
    ),
    Mutant(
        "porter/equivalence/verdict/update.py",
        "what no side moved in an update is measured by no movement",
        "still = (_left_alone(torch) & _left_alone(port)) - own.keys()",
        "still: set[str] = set()",
        (
            "equivalence/test_judge.py"
            "::test_drift_of_what_no_optimizer_moves_is_measured_where_it_moves",
        ),
    ),
    Mutant(
        "porter/equivalence/verdict/update.py",
        "any wrong gradient is one of clipping",
        "clipped = bool(wrong) and wrong <= before_clipping",
        "clipped = bool(wrong)",
        (
            "equivalence/test_judge.py"
            "::test_clipping_is_to_blame_where_the_gradients_were_the_same_before",
        ),
    ),
    Mutant(
        "porter/equivalence/verdict/update.py",
        "targets that move after the last update are not compared",
        'self._between(pair, pair.torch.arrays, pair.port.arrays, "at the end")',
        "pass",
        ("equivalence/test_judge.py::test_targets_that_move_after_the_last_update",),
    ),
    Mutant(
        "porter/equivalence/verdict/backward.py",
        "losses that differ do not count where the gradients are the same",
        "if (unseen or (ours and uneven)) and same_gradients:",
        "if ours and same_gradients:",
        ("equivalence/test_judge.py::test_another_loss_of_the_same_gradients",),
    ),
    Mutant(
        "porter/equivalence/twin.py",
        "the twin tells the state of another update",
        "return self.states[step - self.torch.steps - 1]",
        "return self.states[-1]",
        ("equivalence/test_twin.py::test_the_state_of_the_update_that_was_asked_for",),
    ),
    Mutant(
        "porter/equivalence/twin.py",
        "the twin tells the weights before the update",
        'wanted = ("after/", "slots_after/")',
        'wanted = ("before/", "slots_before/")',
        ("equivalence/test_twin.py::test_the_state_of_the_update_that_was_asked_for",),
    ),
    Mutant(
        "porter/equivalence/twin.py",
        "the twin tells of no state where the original has not come that far",
        "if reply is None and not self.passed:",
        "if reply is None:",
        ("equivalence/test_twin.py::test_a_state_that_is_to_come_is_waited_for",),
    ),
    Mutant(
        "porter/equivalence/twin.py",
        "one program runs ahead of the other, whose state is forgotten",
        "(other.ended or side.steps <= other.steps + AHEAD)",
        "(other.ended or side.steps >= other.steps)",
        ("equivalence/test_twin.py::test_the_state_of_the_update_that_was_asked_for",),
    ),
    Mutant(
        "porter/equivalence/verdict/rounding.py",
        "what does not follow from an equal loss is excused",
        "if not all(d.phase in FOLLOWS and d.differences for d in found):",
        "if not all(d.differences for d in found):",
        ("equivalence/test_rounding.py",),
    ),
    Mutant(
        "porter/equivalence/causes/inputs.py",
        "a factor behind a ReLU is another rate of dropout",
        "if not both.any() or dropped[0] == dropped[1]:",
        "if not both.any() or dropped[0] == dropped[1] == 0:",
        ("equivalence/test_causes.py::test_a_factor_behind_a_relu_is_no_dropout",),
    ),
)

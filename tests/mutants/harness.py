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
)

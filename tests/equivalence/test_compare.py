"""The one definition of "equal": which leaf failed, by how much, and what was allowed."""

from __future__ import annotations

import numpy as np
import pytest

from porter.equivalence.compare import (
    EXACT,
    Tolerance,
    compare,
    relative_error,
    ulps_between,
    update_error,
)


def only(differences):
    (difference,) = differences
    return difference


@pytest.mark.parametrize(
    "value",
    [
        {"a": [1, (2.5, None, "text")], "b": np.arange(6.0).reshape(2, 3)},
        np.array([np.nan, np.inf, -np.inf, 0.0]),
        np.array([], np.float32),
        np.array(["a", "b"]),
        np.array([1 + 2j, np.nan]),
        True,
    ],
)
def test_a_value_equals_itself(value) -> None:
    assert compare(value, value) == []


def test_the_path_leads_to_the_leaf() -> None:
    found = only(compare({"q": [0, {"w": 1.0}]}, {"q": [0, {"w": 2.0}]}, path="net"))
    assert found.path == "net.q[1].w"
    assert str(found) == ("net.q[1].w: 1.0 expected, 2.0 found, off by 1, relative 1, 4.5e+15 ulp")


def test_each_kind_of_failure() -> None:
    expected = {"a": np.zeros(2), "b": np.zeros(2, np.float32), "c": [1], "d": 1, "e": "x"}
    actual = {"a": np.zeros((2, 1)), "b": np.zeros(2), "c": 1, "e": "y", "f": [1, 2]}
    assert [(d.path, d.kind, d.text) for d in compare(expected, actual)] == [
        ("a", "shape", "shape (2,) expected, (2, 1) found"),
        ("b", "dtype", "float32 expected, float64 found"),
        ("c", "type", "a sequence expected, a leaf (int) found"),
        ("d", "missing", "missing; 1 expected"),
        ("e", "value", "'x' expected, 'y' found"),
        ("f", "extra", "a sequence of 2 found, nothing expected"),
    ]
    assert [d.path for d in compare([1, 2], [1])] == ["[1]"]
    assert [d.kind for d in compare([1], [1, 2])] == ["extra"]
    assert compare(None, 0)[0].kind == "value"


def test_counts_and_greatest_differences() -> None:
    expected = np.array([[1.0, 100.0], [0.001, 5.0]])
    found = only(
        compare(expected, np.array([[1.0, 101.0], [0.501, 5.0]]), Tolerance(relative=1e-3))
    )
    assert (found.mismatches, found.elements) == (2, 4)
    assert (found.absolute.size, found.absolute.index) == (1.0, (0, 1))
    assert (found.absolute.expected, found.absolute.actual) == (100.0, 101.0)
    assert found.allowed == pytest.approx(0.1)
    assert found.relative.index == (1, 0)
    assert found.relative.size == pytest.approx(500)
    assert str(found).startswith(
        "the value: 2 of 4 elements differ: 100.0 expected, 101.0 found at (0, 1), "
        "off by 1 (allowed 0.1)"
    )


def test_the_tolerance_is_torch_testings() -> None:
    tolerance = Tolerance(relative=0.1, absolute=0.5)
    assert compare(np.array([10.0, 0.0]), np.array([11.5, -0.5]), tolerance) == []
    assert compare(np.array([10.0, 0.0]), np.array([11.6, 0.0]), tolerance)


def test_integers_are_exact_whatever_the_tolerance() -> None:
    big = np.array([2**53, 7])
    found = only(compare(big, np.array([2**53 + 1, 7]), Tolerance(1.0, 10.0)))
    assert found.mismatches == 1
    assert "1 of 2 elements differ" in str(found)
    assert "allowed" not in str(found)
    assert compare(np.array([True]), np.array([False]), Tolerance(1.0, 10.0))


@pytest.mark.parametrize("other", [0.0, np.inf, -np.inf])
def test_nan_equals_only_nan(other: float) -> None:
    for pair in ((np.nan, other), (other, np.nan)):
        assert only(compare(*pair, Tolerance(1.0, 1e300))).absolute.size == np.inf


def test_infinity_equals_only_itself() -> None:
    assert compare(np.inf, -np.inf, Tolerance(1.0, 1.0))
    assert compare(np.inf, 1e308, Tolerance(1.0, 1.0))


def test_python_scalars_have_no_dtype() -> None:
    assert compare(1.0, np.float32(1.0)) == []
    assert compare(np.int32(1), np.int64(1))[0].kind == "dtype"
    assert compare(np.int32(1), np.int64(1), dtypes=False) == []


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_ulps_count_representable_numbers(dtype) -> None:
    one = np.array([1, -1, 0, 1], dtype)
    next_ = np.nextafter(one, np.array([2, -2, 1, 1], dtype))
    np.testing.assert_array_equal(ulps_between(one, next_), [1, 1, 1, 0])
    np.testing.assert_array_equal(ulps_between(next_, one), [1, 1, 1, 0])
    tiny = np.array(np.finfo(dtype).smallest_subnormal)
    assert ulps_between(-tiny, tiny) == 2
    assert ulps_between(np.array(0, dtype), np.array(np.nan, dtype)) == np.inf
    greatest = np.array(np.finfo(dtype).max)
    assert ulps_between(-greatest, greatest) > 6e4


def test_ulps_are_those_of_the_narrower_dtype() -> None:
    assert ulps_between(np.array(1.0), np.array(1.0, np.float32) + np.spacing(np.float32(1))) == 1


def test_relative_error() -> None:
    assert relative_error(np.array([1.0, -4.0]), np.array([1.5, -4.0])) == 0.125
    assert relative_error(np.zeros(2), np.zeros(2)) == 0
    assert relative_error(np.zeros(2), np.ones(2)) == np.inf
    assert relative_error(np.array([1.0, 2.0]), np.array([1.0, np.nan])) == np.inf
    assert relative_error(np.array([np.nan]), np.array([np.nan])) == 0


def test_update_error_is_that_of_all_arrays_together() -> None:
    before = {"w": np.zeros(2), "b": np.zeros(1)}
    expected = {"w": np.array([3.0, 0.0]), "b": np.array([4.0])}
    actual = {"w": np.array([3.0, 0.5]), "b": np.array([4.0])}
    assert update_error(before, expected, actual) == pytest.approx(0.1)
    assert update_error(before, before, before) == 0
    assert update_error(before, before, actual) == np.inf


def test_nothing_is_allowed_unless_asked_for() -> None:
    assert EXACT.allowed(1e300) == 0

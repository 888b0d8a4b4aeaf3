"""What "equal" means in this project: two nested values, compared leaf by leaf. NumPy only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from porter.equivalence.events import Array, Arrays

Failure = Literal["shape", "dtype", "value", "missing", "extra", "type"]


@dataclass(frozen=True)
class Tolerance:
    """An element is equal if |actual - expected| <= absolute + relative * |expected|.

    That is torch.testing's formula. It holds for floats; all else must be equal exactly.
    """

    relative: float = 0.0
    absolute: float = 0.0

    def allowed(self, expected: Any) -> Any:
        """The greatest difference allowed for this expected value or array of values."""
        return self.absolute + self.relative * np.abs(expected)


EXACT = Tolerance()


@dataclass(frozen=True)
class Peak:
    """A greatest difference: its size, its index in the array and both values there."""

    size: float
    index: tuple[int, ...]
    expected: Any
    actual: Any


@dataclass(frozen=True)
class Difference:
    """A leaf that failed. `path` is "" for the root; `text` says what was expected and found.

    For the kind "value": `mismatches` of `elements` differ by more than is allowed; `absolute`,
    `relative` and `ulps` are the greatest differences in either measure, and `allowed` is what
    the element with the greatest absolute one might have differed by.
    """

    path: str
    kind: Failure
    text: str
    mismatches: int = 0
    elements: int = 0
    absolute: Peak | None = None
    relative: Peak | None = None
    ulps: Peak | None = None
    allowed: float = 0.0

    def __str__(self) -> str:
        return f"{self.path or 'the value'}: {self.text}"


def compare(
    expected: Any,
    actual: Any,
    tolerance: Tolerance = EXACT,
    path: str = "",
    *,
    dtypes: bool = True,
) -> list[Difference]:
    """Compare dicts, lists, tuples, arrays and scalars; the leaves that differ, in order.

    NaN equals NaN at the same place. `dtypes` says whether an array's dtype must be equal too;
    a Python scalar has none of its own.
    """
    return list(_compare(expected, actual, tolerance, path, dtypes))


def _compare(
    expected: Any, actual: Any, tolerance: Tolerance, path: str, dtypes: bool
) -> Iterator[Difference]:
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        yield from _mappings(expected, actual, tolerance, path, dtypes)
    elif _is_sequence(expected) and _is_sequence(actual):
        yield from _sequences(expected, actual, tolerance, path, dtypes)
    elif _is_leaf(expected) and _is_leaf(actual):
        difference = _leaves(expected, actual, tolerance, path, dtypes)
        if difference:
            yield difference
    else:
        yield Difference(path, "type", f"{_type(expected)} expected, {_type(actual)} found")


def _mappings(
    expected: Mapping[Any, Any],
    actual: Mapping[Any, Any],
    tolerance: Tolerance,
    path: str,
    dtypes: bool,
) -> Iterator[Difference]:
    for key, value in expected.items():
        below = f"{path}.{key}" if path else str(key)
        if key in actual:
            yield from _compare(value, actual[key], tolerance, below, dtypes)
        else:
            yield Difference(below, "missing", f"missing; {_described(value)} expected")
    for key, value in actual.items():
        if key not in expected:
            below = f"{path}.{key}" if path else str(key)
            yield Difference(below, "extra", f"{_described(value)} found, nothing expected")


def _sequences(
    expected: Sequence[Any], actual: Sequence[Any], tolerance: Tolerance, path: str, dtypes: bool
) -> Iterator[Difference]:
    for i, (one, other) in enumerate(zip(expected, actual, strict=False)):
        yield from _compare(one, other, tolerance, f"{path}[{i}]", dtypes)
    for i, value in enumerate(expected[len(actual) :], len(actual)):
        yield Difference(f"{path}[{i}]", "missing", f"missing; {_described(value)} expected")
    for i, value in enumerate(actual[len(expected) :], len(expected)):
        yield Difference(f"{path}[{i}]", "extra", f"{_described(value)} found, nothing expected")


def _leaves(
    expected: Any, actual: Any, tolerance: Tolerance, path: str, dtypes: bool
) -> Difference | None:
    if any(value is None or isinstance(value, str) for value in (expected, actual)):
        if type(expected) is type(actual) and expected == actual:
            return None
        return Difference(path, "value", f"{expected!r} expected, {actual!r} found")
    e, a = np.asarray(expected), np.asarray(actual)
    if e.shape != a.shape:
        return Difference(path, "shape", f"shape {e.shape} expected, {a.shape} found")
    both_typed = hasattr(expected, "dtype") and hasattr(actual, "dtype")
    if dtypes and both_typed and e.dtype != a.dtype:
        return Difference(path, "dtype", f"{e.dtype} expected, {a.dtype} found")
    return _values(e, a, tolerance, path)


def _values(e: Array, a: Array, tolerance: Tolerance, path: str) -> Difference | None:
    """The difference of two arrays of one shape."""
    if not (_is_number(e) and _is_number(a)):
        wrong = np.asarray(e != a)
        if not wrong.any():
            return None
        index = _index(wrong)
        text = f"{_of(wrong)} elements differ, the first at {index}: {e[index]} and {a[index]}"
        return Difference(path, "value", text, int(wrong.sum()), e.size)
    exact = not (np.issubdtype(e.dtype, np.inexact) or np.issubdtype(a.dtype, np.inexact))
    same = _same(e, a)
    absolute = np.where(same, 0.0, _distance(e, a))
    allowed = (
        np.zeros_like(absolute) if exact else tolerance.allowed(np.where(np.isfinite(e), e, 0.0))
    )
    wrong = ~same if exact else ~same & ~(absolute <= allowed)
    if not wrong.any():
        return None
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = np.where(same, 0.0, absolute / np.abs(e))
    peaks = _peak(absolute, e, a), _peak(relative, e, a), _peak(ulps_between(e, a), e, a)
    limit = float(np.asarray(allowed)[peaks[0].index])
    text = _line(wrong, peaks, limit, exact)
    return Difference(path, "value", text, int(wrong.sum()), e.size, *peaks, allowed=limit)


def _line(wrong: Array, peaks: tuple[Peak, Peak, Peak], allowed: float, exact: bool) -> str:
    absolute, relative, ulps = peaks
    where = f" at {absolute.index}" if absolute.index else ""
    values = f"{absolute.expected!s} expected, {absolute.actual!s} found{where}"
    sizes = f"off by {absolute.size:.3g}"
    if allowed:
        sizes += f" (allowed {allowed:.3g})"
    if not exact:
        sizes += f", relative {relative.size:.3g}, {ulps.size:.3g} ulp"
    count = f"{_of(wrong)} elements differ: " if wrong.size > 1 else ""
    return f"{count}{values}, {sizes}"


def _same(e: Array, a: Array) -> Array:
    return np.asarray((e == a) | (np.isnan(e) & np.isnan(a)))


def _distance(e: Array, a: Array) -> Array:
    """|a - e| as float64; infinite where just one of them is finite."""
    wide = np.complex128 if np.iscomplexobj(e) or np.iscomplexobj(a) else np.float64
    with np.errstate(invalid="ignore", over="ignore"):
        distance = np.abs(a.astype(wide) - e.astype(wide))
    return np.where(np.isnan(distance), np.inf, distance)


def ulps_between(expected: Array, actual: Array) -> npt.NDArray[np.float64]:
    """How many representable numbers lie between two arrays of one shape, in the narrower dtype.

    For floats of 16, 32 or 64 bits; of other dtypes it is the plain distance.
    """
    dtype = min(expected.dtype, actual.dtype, key=lambda dtype: dtype.itemsize)
    if dtype.kind != "f" or dtype.itemsize > 8:
        return _distance(expected, actual)
    with np.errstate(over="ignore"):
        e, a = (_rank(array.astype(dtype)) for array in (expected, actual))
    # The distance of two int64 can need 64 bits: the subtraction wraps, as unsigned it is right
    distance = np.where(a > e, a - e, e - a).view(np.uint64).astype(np.float64)
    nan = np.isnan(expected), np.isnan(actual)
    return np.where(nan[0] & nan[1], 0.0, np.where(nan[0] | nan[1], np.inf, distance))


def _rank(array: Array) -> npt.NDArray[np.int64]:
    """The position of every float among all floats of its dtype; 0 is 0."""
    integers = np.dtype(f"i{array.dtype.itemsize}")
    bits = array.view(integers).astype(np.int64)
    return np.where(bits < 0, np.iinfo(integers).min - bits, bits)


def _peak(sizes: Array, e: Array, a: Array) -> Peak:
    sizes = np.where(np.isnan(sizes), np.inf, sizes)
    index = _index(sizes)
    return Peak(float(sizes[index]), index, e[index].item(), a[index].item())


def _index(sizes: Array) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(int(np.argmax(sizes)), sizes.shape))


def _of(wrong: Array) -> str:
    return f"{int(wrong.sum())} of {wrong.size}"


def _is_number(array: Array) -> bool:
    return array.dtype.kind in "biufc"


def _is_sequence(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _is_leaf(value: Any) -> bool:
    return not isinstance(value, Mapping) and not _is_sequence(value)


def _type(value: Any) -> str:
    if isinstance(value, Mapping):
        return "a dict"
    return "a sequence" if _is_sequence(value) else f"a leaf ({type(value).__name__})"


def _described(value: Any) -> str:
    if isinstance(value, Mapping) or _is_sequence(value):
        return f"{_type(value)} of {len(value)}"
    array = np.asarray(value)
    return f"{array.dtype}{list(array.shape)}" if array.ndim else repr(value)


# -- errors in one number -----------------------------------------------------------------------


def greatest(array: Array) -> float:
    """The greatest finite magnitude in an array; 0 in an empty one."""
    if array.dtype.kind == "f" and array.size:
        most = max(float(array.max()), -float(array.min()))
        if np.isfinite(most):
            return most
    finite = np.abs(array[np.isfinite(array)])
    return float(finite.max(initial=0.0))


def greatest_error(expected: Array, actual: Array) -> float:
    """max|actual - expected| of two arrays of one shape; 0 where both are empty."""
    difference = _difference(expected, actual)
    if difference.size:
        most = max(float(difference.max()), -float(difference.min()))
        if np.isfinite(most):
            return most
    return float(_errors(expected, actual).max(initial=0.0))


def distance(expected: Arrays, actual: Arrays) -> float:
    """The L2 norm of `actual` - `expected`, all of the expected arrays together."""
    return float(np.sqrt(sum(_square(e, actual[path]) for path, e in expected.items())))


def _square(expected: Array, actual: Array) -> float:
    difference = _difference(expected, actual)
    with np.errstate(over="ignore"):
        square = float(np.vdot(difference, difference))
        return square if np.isfinite(square) else float(np.sum(_errors(expected, actual) ** 2))


def _difference(expected: Array, actual: Array) -> Array:
    """actual - expected, as float64; NaN if that does not tell the distance."""
    if "c" in expected.dtype.kind + actual.dtype.kind:
        return np.full(1, np.nan)
    with np.errstate(invalid="ignore", over="ignore"):
        return np.subtract(actual, expected, dtype=np.float64).ravel()


def alike(expected: Arrays, actual: Arrays) -> tuple[Arrays, Arrays]:
    """The arrays that both have in the same shape."""
    paths = [p for p, e in expected.items() if p in actual and e.shape == actual[p].shape]
    return {path: expected[path] for path in paths}, {path: actual[path] for path in paths}


def norm(arrays: Arrays) -> float:
    """The L2 norm of all arrays together."""
    return float(np.sqrt(sum(_square(np.zeros(()), array) for array in arrays.values())))


def ratio(error: float, scale: float) -> float:
    """error / scale; 0 where nothing is off, infinite where anything is off from nothing."""
    return error / scale if scale else float("inf") if error else 0.0


def relative_error(expected: Array, actual: Array) -> float:
    """max|actual - expected| / max|expected| of two arrays of one shape.

    Infinite where the expected array is zero and the other is not, or where just one is finite.
    """
    return ratio(greatest_error(expected, actual), greatest(expected))


def update_error(before: Arrays, expected_after: Arrays, actual_after: Arrays) -> float:
    """|actual - expected| / |expected - before|, each the L2 norm over all arrays together.

    The error of one update, of the size of that update: what float32 is judged by.
    """
    return ratio(distance(expected_after, actual_after), distance(expected_after, before))


def _errors(expected: Array, actual: Array) -> Array:
    return np.where(_same(expected, actual), 0.0, _distance(expected, actual))

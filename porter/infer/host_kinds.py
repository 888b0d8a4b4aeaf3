"""What NumPy, the standard library and Python's builtins give back, as far as it matters."""

from __future__ import annotations

import builtins
from collections.abc import Sequence as Seq

from porter import promotion
from porter.infer import records
from porter.kinds import (
    NEVER,
    TAINTED,
    UNKNOWN,
    Array,
    Kind,
    Named,
    Nothing,
    Number,
    Parameters,
    Sequence,
    Tensor,
    Text,
    Tuple,
    item_of,
    join,
    may_be_tensor,
)

_SIMPLE: dict[str, Kind] = {
    "builtins.float": Number("float"),
    "builtins.int": Number("int"),
    "builtins.len": Number("int"),
    "builtins.bool": Number("bool"),
    "builtins.isinstance": Number("bool"),
    "builtins.hasattr": Number("bool"),
    "builtins.str": Text(),
    "builtins.repr": Text(),
    "builtins.print": Nothing(),
    "builtins.range": Sequence(Number("int")),
    "collections.deque": Sequence(NEVER),
    "builtins.list": Sequence(NEVER),
    "random.random": Number("float"),
    "random.uniform": Number("float"),
    "random.gauss": Number("float"),
    "random.randint": Number("int"),
    "random.randrange": Number("int"),
    "time.time": Number("float"),
    "time.perf_counter": Number("float"),
    "os.path.join": Text(),
    "os.cpu_count": Number("int"),
    "multiprocessing.cpu_count": Number("int"),
    # A generator's methods are what the functions of numpy.random are.
    "numpy.random.RandomState": Named("numpy.random"),
    "numpy.random.default_rng": Named("numpy.random"),
}
# NumPy functions that give a scalar when they are called with nothing but these arguments.
_SCALAR = {
    "numpy.random.rand": (0, "float"),
    "numpy.random.random": (0, "float"),
    "numpy.random.randn": (0, "float"),
    "numpy.random.uniform": (2, "float"),
    "numpy.random.normal": (2, "float"),
    "numpy.random.randint": (2, "int"),
    "numpy.random.integers": (2, "int"),
    "numpy.random.standard_normal": (0, "float"),
    "numpy.argmax": (1, "int"),
    "numpy.argmin": (1, "int"),
    "numpy.prod": (1, None),
    "numpy.sum": (1, None),
    "numpy.mean": (1, "float"),
    "numpy.max": (1, None),
    "numpy.min": (1, None),
}


def called(name: str, args: Seq[Kind], keywords: Seq[str]) -> Kind:
    """The kind of a call of the function `name` with these arguments."""
    found = _SIMPLE.get(name)
    if found is not None and not (args and name in ("builtins.list", "collections.deque")):
        return found
    if name in _SCALAR:
        most, kind = _SCALAR[name]
        return Number(kind) if len(args) <= most and not keywords else Array()
    if name.startswith("numpy."):
        return Array()
    if not args:
        return UNKNOWN
    first = args[0]
    if name in ("builtins.list", "builtins.tuple", "builtins.sorted", "builtins.reversed"):
        return first if isinstance(first, Parameters) else Sequence(item_of(first))
    if name == "collections.deque":
        return Sequence(item_of(first))
    if name in ("random.sample", "random.choices"):
        return Sequence(item_of(first))
    if name == "random.choice":
        return item_of(first)
    if name == "builtins.enumerate":
        return Sequence(Tuple((Number("int"), item_of(first))))
    if name == "builtins.dict" and not keywords:
        return records.of_pairs(first)
    if name == "builtins.zip":
        return Sequence(Tuple(tuple(item_of(a) for a in args)))
    if name in ("builtins.max", "builtins.min", "builtins.abs", "builtins.sum", "builtins.round"):
        return _folded(args)
    if any(may_be_tensor(a) for a in args):
        return TAINTED
    return UNKNOWN


def _folded(args: Seq[Kind]) -> Kind:
    """abs(x), max(a, b), sum(xs): the kind of what goes in."""
    found: Kind = NEVER
    for arg in args:
        found = join(found, item_of(arg) if isinstance(arg, Sequence) else arg)
    return found


def arithmetic(left: Kind, right: Kind, operator: str) -> Kind:
    """The kind of `left operator right`, for arithmetic; other operators are "?"."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Tensor):
            return _tensor(one, other, operator)
    if left == TAINTED or right == TAINTED:
        return TAINTED
    if isinstance(left, Array) or isinstance(right, Array):
        return Array()
    if isinstance(left, Number) and isinstance(right, Number):
        if operator == "/" or "float" in (left.type, right.type):
            return Number("float")
        return Number("int" if left.type == right.type == "int" else None)
    if isinstance(left, Text) or (isinstance(left, Sequence) and operator in "+*"):
        return left
    return UNKNOWN


def augmented(before: Kind, value: Kind, operator: str) -> Kind:
    """The kind of x after `x += value`: a tensor is changed in place and keeps its dtype."""
    after = arithmetic(before, value, operator)
    in_place = isinstance(before, Tensor) and isinstance(after, Tensor)
    return before if in_place else after


def _tensor(one: Tensor, other: Kind, operator: str) -> Tensor:
    dtype = promotion.common([one, other])
    if dtype is None and promotion.is_float(one.dtype) and not isinstance(other, Tensor):
        dtype = one.dtype
    if dtype is not None and operator == "/":
        dtype = promotion.as_float(dtype)
    ranks = [k.rank if isinstance(k, Tensor) else 0 for k in (one, other)]
    if None in ranks or not isinstance(other, (Tensor, Number)):
        return Tensor(dtype)
    low, high = sorted(rank for rank in ranks if rank is not None)
    return Tensor(dtype, low + high - 2 if operator == "@" and low == 1 else high)


def builtin(name: str) -> Kind | None:
    """The kind of a name that nothing in the program binds, None if Python has no such name."""
    if name in _CONSTANTS:
        return _CONSTANTS[name]
    return Named(f"builtins.{name}") if name in _BUILTINS else None


_CONSTANTS = {"None": Nothing(), "True": Number("bool"), "False": Number("bool")}
_BUILTINS = frozenset(dir(builtins))

"""What NumPy, the standard library and Python's builtins give back, as far as it matters."""

from __future__ import annotations

import builtins
from collections.abc import Sequence as Seq
from dataclasses import replace
from itertools import product

from porter import promotion
from porter.infer import arrays, einops_kinds, records
from porter.kinds import (
    HOST,
    NEVER,
    TAINTED,
    UNKNOWN,
    Array,
    Device,
    Dtype,
    Instance,
    Kind,
    Listed,
    Named,
    Never,
    Nothing,
    Number,
    Parameters,
    Scalar,
    Sequence,
    Tensor,
    Text,
    Tuple,
    Union,
    item_of,
    join,
    may_be_tensor,
    of_dtypes,
    present,
)
from porter.rulebook import Argument

_SIMPLE: dict[str, Kind] = {
    "builtins.float": Number("float"),
    "builtins.int": Number("int"),
    "builtins.len": Number("int"),
    "builtins.bool": Number("bool"),
    "builtins.isinstance": Number("bool"),
    "builtins.hasattr": Number("bool"),
    "builtins.str": Text(),
    "builtins.repr": Text(),
    "builtins.chr": Text(),
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
}
_FOLDED = {  # those that fold one array into a number of NumPy's
    "numpy.argmax": "int",
    "numpy.argmin": "int",
    "numpy.prod": None,
    "numpy.sum": None,
    "numpy.mean": "float",
    "numpy.std": "float",
    "numpy.var": "float",
    "numpy.max": None,
    "numpy.min": None,
}
_INTS = frozenset(
    f"math.{name}" for name in "ceil comb factorial floor gcd isqrt lcm perm trunc".split()
)
_BOOLS = frozenset({"math.isclose", "math.isfinite", "math.isinf", "math.isnan"})


# The functions of Python's operator module that are arithmetic
SYMBOLS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "matmul": "@",
}
# Libraries whose objects neither are tensors nor keep any.
_NO_TENSORS = frozenset(
    "PIL ale_py argparse csv cv2 datetime d4rl dm_control dm_env glob gym gymnasium h5py"
    " flax highway_env imageio jax json logging math matplotlib minigrid mujoco mujoco_py numba os"
    " pandas pathlib pettingzoo platform plotly procgen pybullet pygame re roboschool scipy seaborn"
    " shutil skimage sklearn socket string subprocess sys tabulate time wandb yaml".split()
)


_COPIES = frozenset({"copy.copy", "copy.deepcopy", "copy.replace", "dataclasses.replace"})
_DICTS = frozenset({"builtins.dict", "collections.OrderedDict"})


def called(name: str, arguments: Seq[Argument]) -> Kind:
    """The kind of a call of the function `name` with these arguments."""
    args = [arg.kind for arg in arguments if arg.keyword is None and not arg.star]
    keywords = [arg.keyword for arg in arguments if arg.keyword]
    if name in _COPIES and arguments:
        return arguments[0].kind
    if name == "collections.namedtuple":
        return records.named_tuple(list(arguments))
    if name in _DICTS and arguments and not args and len(keywords) == len(arguments):
        return records.of_keywords(list(arguments))
    if name in _DICTS and (copy := records.copied(list(arguments))) is not None:
        return copy
    found = _SIMPLE.get(name)
    if found is not None and not (args and name in ("builtins.list", "collections.deque")):
        return found
    if name in _SCALAR:
        most, kind = _SCALAR[name]
        if len(args) <= most and not keywords:
            return Number(kind)
    if name in _FOLDED and len(args) == len(arguments) == 1:
        return Scalar(_FOLDED[name])
    if name.startswith("numpy."):
        several = arrays.several(name, arguments)
        return several or arrays.scalar(name, args) or arrays.function(name, arguments) or Array()
    if name.startswith("einops."):
        return einops_kinds.called(name, arguments)
    if name.startswith("math."):
        return Number("int" if name in _INTS else "bool" if name in _BOOLS else "float")
    symbol = SYMBOLS.get(name.removeprefix("operator.")) if name.startswith("operator.") else None
    if symbol is not None and len(args) == 2:
        return arithmetic(args[0], args[1], symbol)
    gives = HOST if name.partition(".")[0] in _NO_TENSORS else UNKNOWN
    if name == "builtins.zip" and len(arguments) == 1 and arguments[0].star == "*":
        return _columns(item_of(arguments[0].kind))
    if not args:
        return gives
    first = args[0]
    if name in ("builtins.list", "builtins.tuple", "builtins.sorted", "builtins.reversed"):
        return first if isinstance(first, Parameters) else Sequence(item_of(first))
    if name in ("builtins.next", "builtins.iter") and len(arguments) == 1:
        return _iterated(first, name == "builtins.next")
    if name == "collections.deque":
        return Sequence(item_of(first))
    if name in ("random.sample", "random.choices"):
        return Sequence(item_of(first))
    if name == "random.choice":
        return item_of(first)
    if name == "functools.reduce" and len(args) > 1:
        item = item_of(args[1])
        operator = first.name.removeprefix("operator.") if isinstance(first, Named) else ""
        if operator in SYMBOLS:
            return arithmetic(item, item, SYMBOLS[operator])
    if name == "builtins.enumerate":
        return Sequence(Tuple((Number("int"), item_of(first))))
    if name in _DICTS and not keywords:
        return records.of_pairs(first)
    if name == "builtins.zip":
        return Sequence(Tuple(tuple(item_of(a) for a in args)))
    if name in ("builtins.max", "builtins.min", "builtins.abs", "builtins.sum", "builtins.round"):
        return _folded(args)
    if name == "builtins.pow" and len(args) == 2 and all(isinstance(a, Number) for a in args):
        return arithmetic(first, args[1], "**")
    if any(may_be_tensor(a) for a in args):
        return TAINTED
    return gives


def _iterated(kind: Kind, one: bool) -> Kind:
    """`next(net.parameters())` and `iter(net.parameters())`, of what is gone through once."""
    if not isinstance(kind, (Parameters, Sequence)):
        return TAINTED if may_be_tensor(kind) else UNKNOWN
    return item_of(kind) if one else kind


def _columns(row: Kind) -> Kind:
    """`zip(*rows)`: the first items of all rows, the second ones …"""
    return Tuple(tuple(map(Sequence, row.items))) if isinstance(row, Tuple) else UNKNOWN


def _folded(args: Seq[Kind]) -> Kind:
    """abs(x), max(a, b), sum(xs): the kind of what goes in."""
    found: Kind = NEVER
    for arg in args:
        if isinstance(arg, Instance):  # what it gives, one by one
            return UNKNOWN
        found = join(found, item_of(arg) if isinstance(arg, Sequence) else arg)
    return found


def arithmetic(left: Kind, right: Kind, operator: str) -> Kind:
    """The kind of `left operator right`, for arithmetic; other operators are "?"."""
    if isinstance(left, Text) or (isinstance(right, Text) and operator == "+"):
        return Text()  # a text takes no tensor but into `"%s" % x`
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Tensor):
            return other if operator == "*" and repeats(other) else _tensor(one, other, operator)
    if isinstance(left, Union) or isinstance(right, Union):
        return _either(left, right, operator)
    if left == TAINTED or right == TAINTED:
        return TAINTED
    if isinstance(left, Array) or isinstance(right, Array):
        return arrays.arithmetic(left, right, operator)
    if HOST in (left, right) and UNKNOWN not in (left, right):
        return HOST
    if isinstance(left, Number) and isinstance(right, Number):
        sort = Scalar if Scalar in (type(left), type(right)) else Number
        if operator == "/" or "float" in (left.type, right.type):
            return sort("float")
        return sort("int" if left.type == right.type == "int" else None)
    if isinstance(left, Parameters) and isinstance(right, Parameters) and operator == "+":
        return left if left == right else Parameters(None)
    if isinstance(left, Sequence) or type(left) is type(right) is Tuple:
        return _joined(left, right, operator)
    return UNKNOWN


def _joined(left: Sequence | Tuple, right: Kind, operator: str) -> Kind:
    """The kind of `[x] + rest` and `[x] * n`: what is in it is the same as before."""
    if operator not in ("+", "*"):
        return UNKNOWN
    if isinstance(left, Tuple):
        return Tuple((*left.items, *right.items)) if isinstance(right, Tuple) else UNKNOWN
    if not isinstance(left, Listed):
        more = isinstance(right, Sequence) and type(left) is Sequence
        return join(left, right) if more else left
    if isinstance(right, Listed) and operator == "+":
        return Listed(join(left.item, right.item), (*left.items, *right.items))
    return Sequence(join(left.item, right.item) if isinstance(right, Sequence) else left.item)


def repeats(kind: Kind) -> bool:
    """Whether a product with it repeats it: `"-" * n`."""
    return type(kind) in (Text, Sequence, Listed, Tuple)


def augmented(before: Kind, value: Kind, operator: str) -> Kind:
    """The kind of x after `x += value`: a tensor is changed in place and keeps its dtype."""
    after = arithmetic(before, value, operator)
    in_place = isinstance(before, Tensor) and isinstance(after, Tensor)
    return before if in_place else after


def operand(kind: Kind) -> Kind:
    """The kind of an operand: it is not None; a tensor here and a number there stay both."""
    values = all(isinstance(choice, (Tensor, Array, Number)) for choice in promotion.choices(kind))
    return kind if isinstance(kind, Union) and values else present(kind)


def _either(left: Kind, right: Kind, operator: str) -> Kind:
    """What operands of several kinds give."""
    found: Kind = NEVER
    for one, other in product(promotion.choices(left), promotion.choices(right)):
        found = join(found, arithmetic(one, other, operator))
    return found


def _tensor(one: Tensor, other: Kind, operator: str) -> Tensor:
    dtype = promotion.common([one, other])
    if dtype is None and promotion.is_float(one.dtype) and not isinstance(other, (Tensor, Array)):
        dtype = one.dtype
    among = {dtype} if dtype is not None else promotion.among([one, other])
    found = of_dtypes(promotion.as_float(d) if operator == "/" else d for d in among)
    ranks = [k.rank if isinstance(k, Tensor) else 0 for k in (one, other)]
    if None in ranks or not isinstance(other, (Tensor, Number)):
        return found
    low, high = sorted(rank for rank in ranks if rank is not None)
    return replace(found, rank=low + high - 2 if operator == "@" and low == 1 else high)


def builtin(name: str) -> Kind | None:
    """The kind of a name that nothing in the program binds, None if Python has no such name."""
    if name in _CONSTANTS:
        return _CONSTANTS[name]
    return Named(f"builtins.{name}") if name in _BUILTINS else None


_CONSTANTS = {"None": Nothing(), "True": Number("bool"), "False": Number("bool")}
_BUILTINS = frozenset(dir(builtins))


def of_host(kind: Kind) -> bool:
    """Whether there is nothing of torch's in it that a program would call methods of."""
    if isinstance(kind, Tuple):
        return all(map(of_host, kind.items))
    if isinstance(kind, Sequence):
        return of_host(kind.item)
    return kind == HOST or isinstance(kind, (Array, Device, Dtype, Never, Nothing, Number, Text))

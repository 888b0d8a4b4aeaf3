"""The small lattice of what a value is: tensor, array, network, number …

A kind is what porter knows before it runs anything. `UNKNOWN` is the honest default:
nothing is rewritten on a guess. Kinds without fields of their own inherit what dataclass() made
for their base: each call of it costs a millisecond at start-up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce


@dataclass(frozen=True)
class Kind:
    """What a value is. The base class itself is never used as a value."""


@dataclass(frozen=True)
class Unknown(Kind):
    """Could be anything; `tainted` if it came out of tensors by a way that porter can't follow,
    `host` if a library gave it that knows no tensors."""

    tainted: bool = False
    host: bool = False


@dataclass(frozen=True)
class Tensor(Kind):
    """A tensor; `dtype` is torch's name ("float32"), None where not known; where callers disagree,
    `among` has all that it may be."""

    dtype: str | None = None
    rank: int | None = None
    among: frozenset[str] = frozenset()


class Parameter(Tensor):
    """A trainable tensor: an item of `net.parameters()`, or a leaf with requires_grad."""


class Memory(Parameter):
    """The memory of one, `p.data`: it changes with the parameter, and asks for no gradient."""


@dataclass(frozen=True)
class Array(Kind):
    """A NumPy array; `dtype` is None where not known, `among` has all where callers disagree."""

    dtype: str | None = None
    rank: int | None = None
    among: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Number(Kind):
    """A Python number; `type` is "int", "float", "bool" or None."""

    type: str | None = None


class Scalar(Number):
    """A number of NumPy's: as Python's beside a tensor, but a tensor of it keeps its dtype."""


class Text(Kind):
    """A string."""


class Nothing(Kind):
    """None."""


@dataclass(frozen=True)
class Sequence(Kind):
    """A list, deque, generator or set of `item`s, of unknown length."""

    item: Kind = Unknown()


@dataclass(frozen=True)
class Tuple(Kind):
    """A tuple of known length."""

    items: tuple[Kind, ...] = ()


@dataclass(frozen=True)
class Listed(Sequence):
    """A list whose `items` are known, each by itself; `item` is any of them."""

    items: tuple[Kind, ...] = ()


class Size(Sequence):
    """torch.Size, the shape of a tensor of unknown rank."""


class Shape(Tuple):
    """torch.Size, the shape of a tensor of known rank."""


@dataclass(frozen=True)
class Record(Tuple):
    """An object of a collections.namedtuple; `names` are those of its items."""

    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class RecordClass(Kind):
    """A collections.namedtuple itself."""

    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Dictionary(Kind):
    """A dict of tensors and arrays by the names that the program spells out, as far as known;
    "" stands for all others."""

    entries: tuple[tuple[str, Kind], ...] = ()

    def get(self, name: str) -> Kind:
        found = dict(self.entries)
        return found.get(name, found.get("", UNKNOWN))


@dataclass(frozen=True)
class Module(Kind):
    """A network; `cls` is the qualified name of its class ("TD3.Actor", "torch.nn.Linear").

    A container holds `item`, a ModuleDict `entries` by name. A loss that `reduces` gives a scalar.
    """

    cls: str = ""
    item: Kind = Unknown()
    reduces: bool = True
    entries: tuple[tuple[str, Kind], ...] = ()


@dataclass(frozen=True)
class Optimizer(Kind):
    """A torch optimizer; `cls` is the qualified name of its class, "" where not known."""

    cls: str = ""
    grouped: bool = False  # made with parameter groups


@dataclass(frozen=True)
class OptimizerDict(Kind):
    """A dict of an optimizer of the program's own: a "group" of its options, its "state" by
    parameter, or the "entry" of one parameter there."""

    cls: str = ""
    part: str = ""


class ParamGroup(Kind):
    """An item of `optimizer.param_groups`: the optimizer of that group."""


class GroupOptions(Kind):
    """{"params": …, "lr": …}: what an optimizer makes a group of."""


@dataclass(frozen=True)
class Parameters(Kind):
    """`net.parameters()`: of any `dtype` where that is None."""

    dtype: str | None = "float32"


@dataclass(frozen=True)
class StateDict(Kind):
    """`net.state_dict()`; `of` is the kind of the owner."""

    of: Kind = Unknown()


class Device(Kind):
    """A torch.device."""


@dataclass(frozen=True)
class Dtype(Kind):
    """torch.float32 and its like."""

    name: str = ""


@dataclass(frozen=True)
class Named(Kind):
    """Something imported or built in, by its qualified name ("torch.nn", "builtins.len")."""

    name: str = ""


@dataclass(frozen=True)
class Function(Kind):
    """A function or method of the project; `name` is its key in the index of functions."""

    name: str = ""


@dataclass(frozen=True)
class Class(Kind):
    """A class of the project, by its qualified name ("TD3.Actor")."""

    name: str = ""


@dataclass(frozen=True)
class Instance(Kind):
    """An object of a class of the project that is no network; `dtype` is that of the tensors that
    one of torch's was made of: a distribution's parameters."""

    cls: str = ""
    dtype: str | None = None


@dataclass(frozen=True)
class Derived(Kind):
    """A function that torch.func made of another: `torch.func.grad(f)`."""

    how: str = ""
    node: object = None  # the function as it is written
    of: Kind = Unknown()
    places: tuple[int, ...] = (0,)  # of the arguments that it is derived by, -1 where not known
    several: bool = False  # a tuple of places was given: so is the result
    whole: tuple[int, ...] = ()  # of vmap: the arguments that are the same for all items


@dataclass(frozen=True)
class Passed(Kind):
    """A function or class of torch that came as an argument or lies in an attribute, or a lambda
    that makes a network or an optimizer.

    Which one it is may be another caller's business: it stays a name. `gives` is what a call gives.
    """

    gives: Kind = Unknown()


@dataclass(frozen=True)
class Union(Kind):
    """One of several kinds: the value of a name that two branches bind."""

    kinds: frozenset[Kind] = frozenset()


class Never(Kind):
    """No value yet: the items of an empty list."""


DICTS = frozenset({"torch.nn.ModuleDict", "torch.nn.ParameterDict"})
UNKNOWN = Unknown()
NEVER = Never()
_SEVERAL = 6  # kinds of one value
TAINTED = Unknown(tainted=True)
HOST = Unknown(host=True)
TENSOR = Tensor()
FLOAT = Tensor("float32")


def join(a: Kind, b: Kind) -> Kind:
    """The kind of a value that is either an `a` or a `b`."""
    if a == b or isinstance(b, Never):
        return a
    if isinstance(a, Never):
        return b
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        if may_be_tensor(a) or may_be_tensor(b):
            return TAINTED
        return UNKNOWN if UNKNOWN in (a, b) else HOST
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        both = Parameter if isinstance(a, Parameter) and isinstance(b, Parameter) else Tensor
        both = Memory if isinstance(a, Memory) and isinstance(b, Memory) else both
        return both(*_alike(a, b))
    if isinstance(a, Array) and isinstance(b, Array):
        return Array(*_alike(a, b))
    if isinstance(a, Number) and isinstance(b, Number):
        return Number(a.type if a.type == b.type else None)
    if isinstance(a, Sequence) and isinstance(b, Sequence):
        return Sequence(join(a.item, b.item))
    if isinstance(a, Optimizer) and isinstance(b, Optimizer):
        return Optimizer(a.cls if a.cls == b.cls else "", a.grouped or b.grouped)
    if isinstance(a, Passed) and isinstance(b, Passed):
        return Passed(join(a.gives, b.gives))
    if isinstance(a, Tuple) and isinstance(b, Tuple) and len(a.items) == len(b.items):
        items = tuple(join(x, y) for x, y in zip(a.items, b.items))
        if isinstance(a, Record) and isinstance(b, Record) and a.names == b.names:
            return Record(items, a.names)
        return Tuple(items)
    if isinstance(a, Dictionary) and isinstance(b, Dictionary):
        x, y = dict(a.entries), dict(b.entries)
        rests = x.get("", NEVER), y.get("", NEVER)
        joint = {k: join(x.get(k, rests[0]), y.get(k, rests[1])) for k in {**x, **y}}
        return Dictionary(tuple(joint.items()))
    if isinstance(a, Instance) and isinstance(b, Instance) and a.cls == b.cls:
        return Instance(a.cls)
    if isinstance(a, Module) and isinstance(b, Module) and a.cls == b.cls:
        return Module(a.cls, join(a.item, b.item))
    kinds = members(a) | members(b)
    if {type(kind) for kind in kinds} == {Optimizer, Instance}:  # torch's, or the program's own
        return UNKNOWN
    kinds = kinds if len(kinds) <= _SEVERAL else _of_sorts(kinds)
    return UNKNOWN if len(kinds) > _SEVERAL else Union(kinds)


def _of_sorts(kinds: Iterable[Kind]) -> frozenset[Kind]:
    """One kind for all tensors, one for all arrays, one for all numbers."""
    found: dict[type[Kind], Kind] = {}
    others = set[Kind]()
    for kind in kinds:
        if isinstance(kind, (Tensor, Array, Number)):
            found[type(kind)] = join(found.get(type(kind), NEVER), kind)
        else:
            others.add(kind)
    return frozenset((*found.values(), *others))


def _alike(a: Tensor | Array, b: Tensor | Array) -> tuple[str | None, int | None, frozenset[str]]:
    """The dtype, or all that it may be, and the rank of what is either."""
    one, other = dtypes(a), dtypes(b)
    found = of_dtypes(one | other if one and other else ())
    return found.dtype, a.rank if a.rank == b.rank else None, found.among


def dtypes(kind: Tensor | Array) -> frozenset[str]:
    """All that its dtype may be; none where nothing is known."""
    return kind.among if kind.dtype is None else frozenset({kind.dtype})


def of_dtypes(found: Iterable[str], rank: int | None = None) -> Tensor:
    """A tensor of one of these dtypes."""
    several = frozenset(found)
    return Tensor(next(iter(several)), rank) if len(several) == 1 else Tensor(None, rank, several)


def may_be_tensor(kind: Kind) -> bool:
    """Whether a value of this kind is, or could have come from, a tensor."""
    return any(isinstance(k, Tensor) or k == TAINTED for k in members(kind))


def present(kind: Kind) -> Kind:
    """The kind of a value that something is read from: it is not None, so it is all but that; an
    item of a list that nobody was seen to fill is something all the same."""
    if isinstance(kind, (Never, Nothing)):
        return UNKNOWN
    if not isinstance(kind, Union):
        return kind
    nothing: Kind = NEVER
    found = reduce(join, kind.kinds - {Nothing()}, nothing)
    return TAINTED if isinstance(found, Union) and may_be_tensor(found) else found


def networks(kind: Kind) -> tuple[Module, ...]:
    """The networks that a value may be; none where it may be something else, too."""
    if not isinstance(kind, Union):
        return (kind,) if isinstance(kind, Module) else ()
    found = [k for k in members(kind) if isinstance(k, Module)]
    if len(found) > 1:
        found.sort(key=repr)  # a set has another order in each process
    return tuple(found) if len(found) == len(members(kind)) else ()


def members(kind: Kind) -> frozenset[Kind]:
    """All that a value may be."""
    return kind.kinds if isinstance(kind, Union) else frozenset({kind})


def item_of(kind: Kind) -> Kind:
    """What iterating over a value gives."""
    if isinstance(kind, Sequence):
        return kind.item
    if isinstance(kind, Module):
        return Text() if kind.cls in DICTS else kind.item
    if isinstance(kind, (Parameters, StateDict)):
        return Parameter(kind.dtype) if isinstance(kind, Parameters) else Text()
    if isinstance(kind, Tuple) and kind.items:
        return reduce(join, kind.items)
    if isinstance(kind, Tensor):
        return Tensor(kind.dtype, kind.rank - 1 if kind.rank else None, kind.among)
    if isinstance(kind, Array) and kind.rank:
        return row(kind, kind.rank - 1)
    if isinstance(kind, Union):
        return reduce(join, map(item_of, kind.kinds))
    return HOST if kind == HOST else UNKNOWN


def row(array: Array, rank: int) -> Kind:
    """A part of an array, of this rank: a number, or an array again."""
    if rank:
        return Array(array.dtype, rank, array.among)
    types = [*{dtype.strip("u0123456789") for dtype in dtypes(array)}]
    return Scalar(types[0] if len(types) == 1 else None)

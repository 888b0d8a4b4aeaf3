"""The small lattice of what a value is: tensor, array, network, number …

A kind is what porter knows before it runs anything. `UNKNOWN` is the honest default:
nothing is rewritten on a guess. Kinds without fields of their own inherit what dataclass() made
for their base: each call of it costs a millisecond at start-up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """What a value is. The base class itself is never used as a value."""


@dataclass(frozen=True)
class Unknown(Kind):
    """Could be anything; `tainted` if it came out of tensors by a way that porter can't follow."""

    tainted: bool = False


@dataclass(frozen=True)
class Tensor(Kind):
    """A tensor; `dtype` is torch's name ("float32"), None where not known."""

    dtype: str | None = None
    rank: int | None = None


class Parameter(Tensor):
    """A trainable tensor: an item of `net.parameters()`, or a leaf with requires_grad."""


class Array(Kind):
    """A NumPy array."""


@dataclass(frozen=True)
class Number(Kind):
    """A Python number; `type` is "int", "float", "bool" or None."""

    type: str | None = None


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

    `item` is what a container holds. A loss that `reduces` gives a scalar; with reduction="none"
    it does not.
    """

    cls: str = ""
    item: Kind = Unknown()
    reduces: bool = True


@dataclass(frozen=True)
class Optimizer(Kind):
    """A torch optimizer; `cls` is the qualified name of its class, "" where not known."""

    cls: str = ""
    grouped: bool = False  # made with parameter groups


class ParamGroup(Kind):
    """An item of `optimizer.param_groups`; in the port, the optimizer of that group."""


class GroupOptions(Kind):
    """{"params": …, "lr": …}: what an optimizer makes a group of."""


class Parameters(Kind):
    """`net.parameters()`: an iterable of Parameter."""


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
    """An object of a class of the project that is no network."""

    cls: str = ""


@dataclass(frozen=True)
class Derived(Kind):
    """A function that torch.func made of another: `torch.func.grad(f)`."""

    how: str = ""
    node: object = None  # the function as it is written
    of: Kind = Unknown()
    place: int = 0  # of the argument that it is derived by, -1 where not known
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
TAINTED = Unknown(tainted=True)
TENSOR = Tensor()
FLOAT = Tensor("float32")


def join(a: Kind, b: Kind) -> Kind:
    """The kind of a value that is either an `a` or a `b`."""
    if a == b or isinstance(b, Never):
        return a
    if isinstance(a, Never):
        return b
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        return TAINTED if may_be_tensor(a) or may_be_tensor(b) else UNKNOWN
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        both = Parameter if isinstance(a, Parameter) and isinstance(b, Parameter) else Tensor
        return both(a.dtype if a.dtype == b.dtype else None, a.rank if a.rank == b.rank else None)
    if isinstance(a, Number) and isinstance(b, Number):
        return Number()
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
    if isinstance(a, Module) and isinstance(b, Module) and a.cls == b.cls:
        return Module(a.cls, join(a.item, b.item))
    kinds = _members(a) | _members(b)
    return UNKNOWN if len(kinds) > 6 else Union(kinds)


def widest(kind: Kind) -> Kind:
    """The same sort of value, of any dtype and rank."""
    if isinstance(kind, Tensor):
        return type(kind)()
    if isinstance(kind, Number):
        return Number()
    if type(kind) is Tuple:
        return Tuple(tuple(map(widest, kind.items)))
    return kind


def may_be_tensor(kind: Kind) -> bool:
    """Whether a value of this kind is, or could have come from, a tensor."""
    if isinstance(kind, Union):
        return any(may_be_tensor(k) for k in kind.kinds)
    return isinstance(kind, Tensor) or kind == TAINTED


def present(kind: Kind) -> Kind:
    """The kind of a value that something is read from: it is not None, so it is all but that."""
    if not isinstance(kind, Union):
        return kind
    found: Kind = NEVER
    for member in kind.kinds - {Nothing()}:
        found = join(found, member)
    return TAINTED if isinstance(found, Union) and may_be_tensor(found) else found


def networks(kind: Kind) -> tuple[Module, ...]:
    """The networks that a value may be; none where it may be something else, too."""
    found = tuple(k for k in _members(kind) if isinstance(k, Module))
    return found if len(found) == len(_members(kind)) else ()


def network_called(kind: Kind) -> bool:
    """Whether a call of it asks a network; a loss of torch's has nothing to train."""
    return not all(_is_loss(one.cls) for one in networks(kind))


def _is_loss(cls: str) -> bool:
    return cls.startswith("torch.nn.") and cls.endswith("Loss") and "Adaptive" not in cls


def _members(kind: Kind) -> frozenset[Kind]:
    return kind.kinds if isinstance(kind, Union) else frozenset({kind})


def item_of(kind: Kind) -> Kind:
    """What iterating over a value gives."""
    if isinstance(kind, Sequence):
        return kind.item
    if isinstance(kind, Module):
        return Text() if kind.cls in DICTS else kind.item
    if isinstance(kind, Parameters):
        return Parameter()
    if isinstance(kind, StateDict):
        return Text()
    if isinstance(kind, Tuple) and kind.items:
        found = kind.items[0]
        for other in kind.items[1:]:
            found = join(found, other)
        return found
    if isinstance(kind, Tensor):
        return Tensor(kind.dtype, kind.rank - 1 if kind.rank else None)
    return UNKNOWN


def owner(kind: Kind, method: str) -> Kind:
    """The kind of a value that a method is called of: it is not None, and no plain tuple."""
    if isinstance(kind, Union) and method not in ("count", "index"):
        others = frozenset(k for k in kind.kinds if type(k) is not Tuple)
        kind = Union(others) if others else kind
    return present(kind)


def unpacked(kind: Kind, count: int) -> list[Kind]:
    """What `a, b = value` binds; of one of several values, those that have so many parts."""
    members = _members(kind) - {Nothing()} or {UNKNOWN}
    fitting = [k for k in members if not isinstance(k, Tuple) or len(k.items) == count] or members
    return [_of_any(_part(k, index, count) for k in fitting) for index in range(count)]


def indexed(kind: Union, index: int) -> Kind:
    """`value[0]` of a tuple of one network, and of a tensor of another."""
    members = kind.kinds - {Nothing()}
    known = all(isinstance(k, (Tuple, Tensor)) for k in members)
    fitting = [k for k in members if not isinstance(k, Tuple) or index < len(k.items)]
    sure = known and fitting and index >= 0
    return _of_any(_part(k, index) for k in fitting) if sure else TAINTED


def _part(kind: Kind, index: int, count: int | None = None) -> Kind:
    exact = isinstance(kind, Tuple) and count in (None, len(kind.items))
    return kind.items[index] if exact else item_of(kind)  # type: ignore[attr-defined]


def _of_any(kinds: Iterable[Kind]) -> Kind:
    found, *others = kinds
    if not others:
        return found
    for kind in others:
        found = join(found, kind)
    return TAINTED if isinstance(found, Union) and may_be_tensor(found) else found

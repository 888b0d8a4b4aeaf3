"""What the analysis found out about one file: side tables keyed by node."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import libcst as cst

from porter.codegen import module_code
from porter.index import Index
from porter.kinds import (
    UNKNOWN,
    Class,
    Function,
    Instance,
    Kind,
    Module,
    Tuple,
    Union,
    networks,
)
from porter.rulebook import Argument, Decision, Refused, Rule
from porter.tree import dotted, has_decorator, only, statements, walk
from porter.variables import Variables
from porter.watched import watched

if TYPE_CHECKING:
    from porter.evidence.model import Seen

T = TypeVar("T")


@dataclass(frozen=True)
class Api:
    """A use of a torch name: "torch.cat", "Tensor.squeeze"; args with the receiver first."""

    name: str
    args: tuple[Argument, ...] = ()


@dataclass(frozen=True)
class Port:
    """A rule that was found to fit: `decision.build()` on the rewritten `args` gives the port."""

    rule: Rule
    decision: Decision
    args: tuple[Argument, ...]


@dataclass
class FunctionInfo:
    """A function or method of the project and what is known of its calls."""

    name: str
    node: cst.FunctionDef
    scope: Scope
    cls: ClassInfo | None = None
    arguments: dict[str, Kind] = field(default_factory=dict)
    given: set[str] = field(default_factory=set)  # the parameters that some call gives
    known: dict[str, Kind] = field(default_factory=dict)  # what calls gave before an unknown one
    by_use: set[str] = field(default_factory=set)  # those that only their use tells, so far
    returns: Kind = UNKNOWN
    runs: int = 0
    running: bool = False
    stale: bool = False  # something that it reads is known better by now
    torch: bool = False  # of another file: whether that imports torch
    home: Facts | None = None  # of another file: what is known of that

    @property
    def positional(self) -> list[str]:
        """The parameters that a call gives by position: no `self`, no class."""
        params = self.node.params
        names = [param.name.value for param in (*params.posonly_params, *params.params)]
        return names if self.cls is None or has_decorator(self.node, "staticmethod") else names[1:]


@dataclass
class ClassInfo:
    """A class of the project; `attributes` joins every `self.x = …` of its methods."""

    name: str
    node: cst.ClassDef
    bases: tuple[Kind, ...] = ()
    is_module: bool = False
    block: str = ""  # the torch class that it inherits from, where that is a building block
    methods: dict[str, FunctionInfo] = field(default_factory=dict)
    attributes: dict[str, Kind] = field(default_factory=dict)
    buffers: dict[str, Kind] = field(default_factory=dict)  # that are saved, as they were made
    refined: dict[str, Kind] = field(default_factory=dict)  # attributes that only their use tells
    asked: set[str] = field(default_factory=set)  # attributes that something has read
    built: bool = False


class Scope:
    """The names of a module, class or function body."""

    def __init__(self, parent: Scope | None = None, cls: ClassInfo | None = None) -> None:
        self.names: dict[str, Kind] = {}
        # What names were bound to of which only a later use tells what it is, and the names then
        self.open: dict[str, tuple[cst.CSTNode, dict[str, Kind], dict[str, Any]]] = {}
        self.parent = parent
        self.cls = cls
        self.declared: set[str] = set()  # names that are the module's: `global x` …
        self.shared: set[str] = set()  # … and those of a function around: `nonlocal x`
        self.grown = False  # one of these became something else than it was
        self.returns: list[Kind] = []

    def look_up(self, name: str) -> Kind | None:
        """The kind of a name here or in a scope around; class scopes are skipped by inner ones."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None


@dataclass
class Facts:
    """Everything that plan and rewrite look up. Keys are nodes of the original tree."""

    path: str
    module: cst.Module
    width: int = 100  # of a line
    kinds: dict[cst.CSTNode, Kind] = field(default_factory=dict)
    apis: dict[cst.CSTNode, Api] = field(default_factory=dict)
    ports: dict[cst.CSTNode, Port] = field(default_factory=dict)
    refused: dict[cst.CSTNode, Refused] = field(default_factory=dict)
    either: set[cst.CSTNode] = field(default_factory=set)  # ports that a tensor alone gets
    inplace: set[cst.CSTNode] = field(default_factory=set)  # calls with inplace=True
    alone: dict[cst.CSTNode, cst.Name] = field(default_factory=dict)  # `value` of `value, _ = …`
    classes: dict[str, ClassInfo] = field(default_factory=dict)
    functions: dict[str, FunctionInfo] = field(default_factory=dict)
    others: dict[str, FunctionInfo] = field(default_factory=dict)  # functions of other files
    other_classes: dict[str, ClassInfo] = field(default_factory=dict)
    names: dict[str, Kind] = field(default_factory=dict)  # of the module's own scope
    by_run: dict[cst.CSTNode, Seen] = field(default_factory=dict)  # what a run decided
    guessed: set[cst.CSTNode] = field(default_factory=set)  # a network takes them: tensors
    unshared: dict[cst.CSTNode, Seen] = field(default_factory=dict)  # that nothing else held
    derived: set[cst.CSTNode] = field(default_factory=set)  # calls of autograd.grad with a tape
    general: frozenset[cst.CSTNode] = frozenset()  # the functions whose updates have that form
    workers: dict[cst.Call, tuple[Argument, list[Argument]]] = field(
        default_factory=dict
    )  # what processes and threads run, with its arguments
    unbound: set[str] = field(default_factory=set)  # names that nothing in sight binds
    unread: list[cst.ImportFrom] = field(default_factory=list)  # `import *` of who knows what
    by_name: dict[cst.CSTNode, tuple[str, ...]] = field(
        default_factory=dict
    )  # getattr(torch.optim, name): the names that the program spells out
    modal: set[str] = field(default_factory=set)  # layers' classes that train() and eval() change
    acting: frozenset[str] = frozenset()  # names of functions that a step of acting became
    kept: dict[str, tuple[cst.CSTNode, str]] = field(
        default_factory=dict
    )  # lists of what was computed while acting: why the update can't compute it again
    text: Callable[[cst.Module], str] = module_code  # of the tree
    importers: Callable[[], list[Facts]] = list  # of the files that import this one
    together: Callable[[], frozenset[str]] = frozenset  # real paths of the files of its programs
    is_library: Callable[[], bool] = lambda: False  # more files import it than were asked
    beside: Callable[[], frozenset[str]] = frozenset  # names of files that `import *` this one
    foreign: Callable[[str], bool] = lambda module: True  # no file of the project
    mentioned: Callable[[str, str], bool] = lambda attribute, path: False  # by other files …
    # … use an attribute of a class, or inherit from it
    touched: Callable[[str, str, str], bool] = lambda attribute, cls, path: False
    said: Callable[[str, str], bool] = lambda word, path: False  # … have a word in them
    read: Callable[[str, str], bool] = lambda attribute, path: False  # … do more than set
    shared: Callable[[str, str], bool] = lambda attribute, path: False  # … of one program
    texts_elsewhere: Callable[[], tuple[str, ...]] = tuple  # of those files
    frozen_elsewhere: Callable[[str], bool] = lambda path: False  # other files freeze parameters
    modes_elsewhere: Callable[[str], bool] = lambda path: False  # … or change modes of networks

    _known: dict[Callable[[Facts], Any], Any] = field(default_factory=dict, init=False, repr=False)

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of all files of a program with this one, which comes first."""
        return (self.text(self.module), *self.texts_elsewhere())

    def once(self, analysis: Callable[[Facts], T]) -> T:
        """What an analysis finds out about the file, when somebody asks: `facts.once(Changes)`.

        Analyses import the facts, so the facts know none of them by name.
        """
        if analysis not in self._known:
            self._known[analysis] = analysis(self)
        found: T = self._known[analysis]
        return found

    @cached_property
    def real_path(self) -> str:
        """The file, however it was named."""
        return os.path.realpath(self.path)

    @cached_property
    def index(self) -> Index:
        """The nodes of the tree by their types."""
        return Index(self.module)

    @cached_property
    def variables(self) -> Variables:
        """Whose names they are."""
        return Variables(self.index)

    @cached_property
    def uses(self) -> dict[str, list[cst.CSTNode]]:
        """For each function of the project the calls of this file, and the names of it that pass
        it on without a call."""
        found: dict[str, list[cst.CSTNode]] = {}
        for node in self.index.all(cst.Name, cst.Attribute):
            kind = self.kind(node)
            if isinstance(kind, Function):
                above = self.index.parents[node]
                called = isinstance(above, cst.Call) and above.func is node
                found.setdefault(kind.name, []).append(above if called else node)
        return found

    @cached_property
    def calls_of(self) -> dict[cst.CSTNode, list[tuple[cst.Call, FunctionInfo]]]:
        """The calls of this file by the definition of the function of the project that they run."""
        found: dict[cst.CSTNode, list[tuple[cst.Call, FunctionInfo]]] = {}
        for call in self.index.all(cst.Call):
            kind = self.kind(call.func)
            info = self.function(kind)
            if isinstance(kind, Instance):  # an object that is called
                info = self.method(kind, "__call__")
            if info is not None:
                found.setdefault(info.node, []).append((call, info))
        return found

    @cached_property
    def watched(self) -> frozenset[cst.CSTNode]:
        """What marks a tensor that a tape watches, as it is."""
        return watched(self.index)

    def forget(self, node: cst.CSTNode) -> None:
        """What was decided of it for other arguments: it is evaluated again."""
        self.apis.pop(node, None)
        self.ports.pop(node, None)
        self.refused.pop(node, None)
        self.either.discard(node)

    def kind(self, node: cst.CSTNode) -> Kind:
        """The node's kind, UNKNOWN for code that nothing reached."""
        return self.kinds.get(node, UNKNOWN)

    def api(self, node: cst.CSTNode) -> str:
        """The torch name that a call, attribute or name stands for, "" if none."""
        found = self.apis.get(node)
        return found.name if found else ""

    def is_distribution(self, kind: Kind) -> bool:
        """Python objects that hold tensors: a graph may make and use them, but not return them. So
        it is with packed sequences."""
        if isinstance(kind, (Tuple, Union)):
            parts = kind.items if isinstance(kind, Tuple) else kind.kinds
            return any(map(self.is_distribution, parts))
        if not isinstance(kind, Instance):
            return False
        info = self.class_info(kind.cls)
        name = info.block if info is not None else kind.cls
        return name.startswith(("torch.distributions.", "torch.nn.utils.rnn."))

    def class_info(self, name: str) -> ClassInfo | None:
        """A class of the file, or of another file of the project."""
        return self.classes.get(name) or self.other_classes.get(name)

    def function(self, kind: Kind) -> FunctionInfo | None:
        """A function of the file, or of another file of the project, which is its home."""
        name = kind.name if isinstance(kind, Function) else ""
        return self.functions.get(name) or self.others.get(name)

    def holds(self, attribute: str) -> bool:
        """Whether a class of the project keeps something under this name, be it a function."""
        every = (*self.classes.values(), *self.other_classes.values())
        return any(attribute in info.attributes for info in every)

    def class_around(self, node: cst.CSTNode) -> ClassInfo | None:
        """The class of the file that a node stands in."""
        around = self.index.above(node)
        cls = next((one for one in around if isinstance(one, cst.ClassDef)), None)
        return next((info for info in self.classes.values() if info.node is cls), None)

    def family_around(self, node: cst.CSTNode) -> Iterator[ClassInfo]:
        """The class that a node stands in, and those of the project that it inherits from."""
        return self.family(self.class_around(node))

    def akin(self, one: str, other: str) -> bool:
        """Whether an object of one class may be of the other, by their names."""
        families = (self.family(self.class_info(name)) for name in (one, other))
        ours, theirs = ({info.name for info in family} for family in families)
        return one in theirs or other in ours

    def family(self, info: ClassInfo | None) -> Iterator[ClassInfo]:
        """A class, and those of the project that it inherits from."""
        open_, seen = [info] if info is not None else [], set[str]()
        while open_:
            one = open_.pop()
            if one.name not in seen:
                seen.add(one.name)
                yield one
                bases = [kind.name for kind in one.bases if isinstance(kind, Class)]
                open_ += filter(None, map(self.class_info, bases))

    def defined_at(self, node: cst.CSTNode | None) -> FunctionInfo | None:
        """The function of the file that this definition is."""
        return self._definitions.get(node)

    @cached_property
    def _definitions(self) -> dict[cst.CSTNode | None, FunctionInfo]:
        """The functions of the file by their definitions, once it is analysed."""
        return {info.node: info for info in self.functions.values()}

    def forward_params(self, kind: Kind, count: int) -> Sequence[cst.Param]:
        """The parameters of forward(); of one of several networks, those of all that take so many
        arguments, if they are called the same."""
        forwards = filter(None, (self.method(k, "forward") for k in networks(kind) or (kind,)))
        params = [info.node.params.params[1:] for info in forwards]
        fitting = [p for p in params if len(p) >= count] if len(params) > 1 else params
        names = {tuple(param.name.value for param in p[:count]) for p in fitting}
        return fitting[0] if len(names) == 1 else ()

    def method(self, owner: Kind, name: str) -> FunctionInfo | None:
        """A method of an object or network whose class, or a base of it, is in the project."""
        info = self.class_info(owner.cls) if isinstance(owner, (Instance, Module)) else None
        if info is None or name in info.methods:
            return info.methods[name] if info is not None else None
        bases = (base for base in info.bases if isinstance(base, Class))
        found = (self.method(Instance(base.name), name) for base in bases)
        return next((method for method in found if method is not None), None)

    def of_data(self, call: cst.Call) -> str:
        """The method of a tensor or an array, whichever its object is; "" of anything else."""
        port = self.ports.get(call) if call in self.either else None
        return port.rule.name if port is not None and not self.defines(port.rule.name) else ""

    def defines(self, method: str) -> bool:
        """Whether a class of the project has a method of this name of its own."""
        for known in (self.classes, self.other_classes):
            for info in known.values():
                if method in info.methods:
                    return True
        return False


def keyword(args: Sequence[cst.Arg], name: str, position: int) -> cst.BaseExpression | None:
    """The argument of a call by keyword or position."""
    for index, arg in enumerate(args):
        if (arg.keyword is not None and arg.keyword.value == name) or (
            arg.keyword is None and index == position and not arg.star
        ):
            return arg.value
    return None


_PROPERTIES = (
    *("property", "cached_property", "functools.cached_property", "lazy_property"),
    *("abstractproperty", "abc.abstractproperty"),
)


def is_property(info: FunctionInfo | None) -> bool:
    """Whether a method is read like an attribute."""
    return info is not None and has_decorator(info.node, *_PROPERTIES)


def getter(facts: Facts, node: cst.Attribute) -> FunctionInfo | None:
    """The property that an attribute reads."""
    method = facts.method(facts.kind(node.value), node.attr.value)
    return method if is_property(method) else None


def is_unbound(info: FunctionInfo | None) -> bool:
    """Whether a method is called of its class."""
    return info is not None and has_decorator(info.node, "staticmethod", "classmethod")


def is_abstract(node: cst.FunctionDef) -> bool:
    """Whether a method says that subclasses have to write it."""
    if any((dotted(d.decorator) or "").endswith("abstractmethod") for d in node.decorators):
        return True
    last = statements(node.body)[-1]
    small = only(last)
    return isinstance(small, cst.Raise) and any(
        isinstance(n, cst.Name) and n.value == "NotImplementedError" for n in walk(small)
    )

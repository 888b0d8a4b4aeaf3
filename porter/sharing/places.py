"""Which names, attributes and results of functions may hold the same array of NumPy's.

What an assignment, a call or a return hands on flows from one place to the other, whatever the
order of the lines. Two places may hold the same array if one object flows into both (`flows.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import libcst as cst

from porter import subscripts
from porter.kinds import (
    HOST,
    Array,
    Class,
    Dictionary,
    Function,
    Instance,
    Kind,
    Module,
    Named,
    Nothing,
    Sequence,
    Tuple,
    Union,
    Unknown,
)
from porter.remembered import remembered
from porter.sharing.flows import Flows, Place, items
from porter.sharing.owners import Owners
from porter.tree import dotted, walk

if TYPE_CHECKING:
    from porter.facts import ClassInfo, Facts, FunctionInfo

WEIGHTS: Place = ("weights", "")  # of all networks
MOVED: Place = ("weights", "moved")  # that get other memory: `p.data = x`
_NEW = -2  # the place of an array that begins with an expression
_WHOLE = -1  # what a function returns that is no tuple
_MANY = 12  # files that are looked at
_HOLDERS = (Array, Unknown, Sequence, Tuple, Dictionary)
VIEWS = frozenset("reshape ravel squeeze transpose swapaxes view T flat real".split())
_NUMPY_VIEWS = frozenset(
    "asarray asanyarray ascontiguousarray ravel reshape squeeze transpose atleast_1d atleast_2d"
    " expand_dims swapaxes broadcast_to moveaxis".split()
)
_PASSING = frozenset("list tuple iter reversed sorted dict zip enumerate next set".split())
_GETTERS = frozenset("get items values pop popleft copy".split())
_PUTTERS = frozenset("append appendleft extend add insert put setdefault update".split())


class Places:
    """The places of a file, and of the files that share functions or classes with it."""

    def __init__(self, facts: Facts) -> None:
        self.files = related(facts)
        own = facts.functions.values()
        self._own = {info.name.removeprefix(facts.path): info for info in own}
        self._path = facts.real_path
        self._flows = Flows()
        self.made: dict[Place, tuple[Facts, cst.BaseExpression]] = {}  # new arrays
        self.calls: dict[cst.CSTNode, list[tuple[Facts, cst.Call]]] = {}
        self._owners = Owners(self.files)
        self._callees: dict[cst.Call, list[FunctionInfo]] = {}
        self._lambdas: dict[int, dict[str, list[cst.Lambda]]] = {}  # of each file, by their names
        for file in self.files:
            self._join(file)

    # -- what the others ask
    def of(self, facts: Facts, node: cst.CSTNode) -> frozenset[Place]:
        """The places whose array an expression may be, or may have in it."""
        return frozenset().union(*map(self._flows.objects, self._roots(facts, node)))

    def is_new(self, facts: Facts, value: cst.CSTNode) -> bool:
        """Whether an expression gives an array that no place holds."""
        return not self._roots(facts, value)

    def callees(self, facts: Facts, call: cst.Call) -> list[FunctionInfo]:
        """The functions of the project that a call may run."""
        if call not in self._callees:
            self._callees[call] = self._found(facts, call)
        return self._callees[call]

    def _found(self, facts: Facts, call: cst.Call) -> list[FunctionInfo]:
        func = called(facts, call)
        kind, info = facts.kind(func), None
        if isinstance(kind, Function):
            info = facts.function(kind)
        elif isinstance(kind, Class):
            info = facts.method(Instance(kind.name), "__init__")
        elif isinstance(kind, (Module, Instance)):
            info = facts.method(kind, "forward" if isinstance(kind, Module) else "__call__")
        if info is not None:
            return [self._here(info)]
        if isinstance(kind, Unknown) and isinstance(func, cst.Attribute):
            owner = facts.kind(func.value)
            own = isinstance(owner, (Instance, Module)) and facts.class_info(owner.cls) is not None
            if not facts.api(call) and (own or (isinstance(owner, Unknown) and owner != HOST)):
                return self._owners.methods(facts, func)
        return []

    def _here(self, info: FunctionInfo) -> FunctionInfo:
        """The same function in the tree that is ported, which other files know another one of."""
        home = info.home
        if home is None or home.real_path != self._path:
            return info
        return self._own.get(info.name.removeprefix(home.path), info)

    def own_to(self, scope: cst.CSTNode, places: Iterable[Place]) -> bool:
        """Whether only names of this function hold these arrays."""
        wanted = frozenset(places)
        if not wanted.isdisjoint((WEIGHTS, MOVED)):
            return False
        held = (p for p in self._flows.places() if self._flows.objects(p) & wanted)
        return all(place[0] is scope or place[1] == _NEW for place in held)

    def _join(self, facts: Facts) -> None:
        for assign in facts.index.all(cst.Assign):
            for target in assign.targets:
                self._bind(facts, target.target, assign.value)
        for node in facts.index.all(cst.AnnAssign, cst.NamedExpr):
            if node.value is not None:
                self._bind(facts, node.target, node.value)
        for node in facts.index.all(cst.For, cst.CompFor):
            self._iterate(facts, node.target, node.iter)
        for call in facts.index.all(cst.Call):
            self._called(facts, call)
        for node in facts.index.all(cst.Return):
            function = facts.index.function(node)
            if function is not None and node.value is not None:
                self._returned(facts, function, node.value)

    def _bind(self, facts: Facts, target: cst.CSTNode, value: cst.BaseExpression) -> None:
        if isinstance(target, (cst.Tuple, cst.List)):
            if isinstance(value, cst.Tuple) and len(value.elements) == len(target.elements):
                for element, given in zip(target.elements, value.elements):
                    self._bind(facts, element.value, given.value)
                return
            for index, element in enumerate(target.elements):
                part = self._part(facts, value, index)
                self._give(facts, element.value, part or {(element, _NEW)})
        elif isinstance(target, (cst.Name, cst.Attribute)):
            found = self._roots(facts, value)
            if not found and not isinstance(facts.kind(value), Nothing):
                found = {(value, _NEW)}
                self.made[value, _NEW] = facts, value
                if isinstance(facts.kind(value), Array):
                    self._flows.arrays.add((value, _NEW))
            self._give(facts, target, found)
        else:
            self._give(facts, target, self._roots(facts, value))

    def _give(self, facts: Facts, target: cst.CSTNode, values: set[Place]) -> None:
        if isinstance(target, (cst.Tuple, cst.List)):
            for element in target.elements:
                self._give(facts, element.value, items(values))
        elif isinstance(target, cst.Subscript) and not isinstance(facts.kind(target.value), Array):
            self._flows.put(self._roots(facts, target.value), values)
        elif isinstance(target, (cst.Name, cst.Attribute)):
            for place in self._roots(facts, target):
                self._flows.give(place, values)

    def _part(self, facts: Facts, value: cst.CSTNode, index: int) -> set[Place]:
        """Of what `a, b = value` gives to the one at an index."""
        if isinstance(value, cst.Call):
            infos = self.callees(facts, value)
            if infos:
                places = [(i.node, n) for i in infos for n in _results(i.node)]
                whole = items(place for place in places if place[1] == _WHOLE)
                return {place for place in places if place[1] == index} | whole
        return items(self._roots(facts, value))

    def _iterate(self, facts: Facts, target: cst.CSTNode, value: cst.CSTNode) -> None:
        """`for x, y in zip(xs, ys)` binds each to its own."""
        func = value.func if isinstance(value, cst.Call) else None
        name = func.value if isinstance(func, cst.Name) else ""
        if isinstance(target, cst.Tuple) and isinstance(value, cst.Call):
            args = [arg.value for arg in value.args]
            if name == "enumerate" and len(target.elements) == 2 and args:
                return self._iterate(facts, target.elements[1].value, args[0])
            if name == "zip" and len(args) == len(target.elements):
                for element, arg in zip(target.elements, args):
                    self._iterate(facts, element.value, arg)
                return None
        self._give(facts, target, items(self._roots(facts, value)))
        return None

    def _called(self, facts: Facts, call: cst.Call) -> None:
        infos = self.callees(facts, call)
        for info in infos:
            self.calls.setdefault(info.node, []).append((facts, call))
            for param, value in handed(info, call, facts):
                self._flows.give((info.node, param), self._handed(facts, call, value))
        func = call.func
        if not infos:
            self._called_lambda(facts, call)
        if not infos and isinstance(func, cst.Attribute) and func.attr.value in _PUTTERS:
            given = (self._roots(facts, arg.value) for arg in call.args)
            self._flows.put(self._roots(facts, func.value), set().union(*given))

    def _argument(self, facts: Facts, value: cst.CSTNode) -> set[Place]:
        return self._roots(facts, value) or {(value, _NEW)}

    def _handed(self, facts: Facts, call: cst.Call, value: cst.CSTNode) -> set[Place]:
        """What a parameter gets: the items of what map() is given."""
        found = self._argument(facts, value)
        return items(found) if is_map(facts, call) else found

    def _called_lambda(self, facts: Facts, call: cst.Call) -> None:
        if id(facts) not in self._lambdas:
            self._lambdas[id(facts)] = _lambdas(facts)
        func = called(facts, call)
        name = func.value if isinstance(func, cst.Name) else ""
        written = [func] if isinstance(func, cst.Lambda) else []
        for node in written or self._lambdas[id(facts)].get(name, []):
            self.calls.setdefault(node, []).append((facts, call))
            for param, arg in zip(node.params.params, passed(facts, call)):
                self._flows.give((node, param.name.value), self._handed(facts, call, arg.value))

    def _returned(self, facts: Facts, function: cst.FunctionDef, value: cst.CSTNode) -> None:
        if isinstance(value, cst.Tuple):
            for index, element in enumerate(value.elements):
                self._flows.give((function, index), self._argument(facts, element.value))
        else:
            self._flows.give((function, _WHOLE), self._argument(facts, value))

    # -- expressions
    def _roots(self, facts: Facts, node: cst.CSTNode) -> set[Place]:
        if not _may_hold(facts.kind(node)):
            return set()
        method = _ROOTS.get(type(node))
        return method(self, facts, node) if method is not None else set()

    def _name(self, facts: Facts, node: cst.Name) -> set[Place]:
        return {(facts.variables.owner(node), node.value)}

    def _attribute(self, facts: Facts, node: cst.Attribute) -> set[Place]:
        name, owner = node.attr.value, facts.kind(node.value)
        if name in VIEWS and isinstance(owner, Array):
            return self._roots(facts, node.value)
        if isinstance(owner, (Instance, Module)):
            return {(_family(facts, owner.cls), name)}
        return {("", name)} if isinstance(owner, Unknown) else set()

    def _subscript(self, facts: Facts, node: cst.Subscript) -> set[Place]:
        if isinstance(facts.kind(node.value), Array):
            parts = subscripts.parts(node, facts.kind)
            if any(part.picks for part in parts):
                return set()
            return self._roots(facts, node.value)
        return items(self._roots(facts, node.value))

    def _call(self, facts: Facts, node: cst.Call) -> set[Place]:
        infos = self.callees(facts, node)
        if infos:
            return {(i.node, n) for i in infos for n in _results(i.node)}
        func, kind = node.func, facts.kind(node.func)
        given = [arg.value for arg in node.args]
        if isinstance(kind, Named):
            library, _, name = kind.name.rpartition(".")
            views = library == "numpy" and name in _NUMPY_VIEWS
            if (views or (library == "builtins" and name in _PASSING)) and given:
                used = given[:1] if views else given
                found = set().union(*(self._roots(facts, value) for value in used))
                return found if views else items(found)
            return set()
        if isinstance(func, cst.Attribute):
            owner, name = facts.kind(func.value), func.attr.value
            if isinstance(owner, Array):
                shared = name in VIEWS or (name == "astype" and _uncopied(node))
                return self._roots(facts, func.value) if shared else set()
            if name in _GETTERS and not isinstance(owner, Unknown):
                return items(self._roots(facts, func.value))
        return set()

    def _several(self, facts: Facts, node: Any) -> set[Place]:
        found = (self._roots(facts, element.value) for element in node.elements)
        return set().union(*found)

    def _computed(self, facts: Facts, node: Any) -> set[Place]:
        return self._roots(facts, node.value if isinstance(node, cst.DictComp) else node.elt)

    def _choice(self, facts: Facts, node: cst.IfExp) -> set[Place]:
        return self._roots(facts, node.body) | self._roots(facts, node.orelse)

    def _either(self, facts: Facts, node: cst.BooleanOperation) -> set[Place]:
        return self._roots(facts, node.left) | self._roots(facts, node.right)

    def _walrus(self, facts: Facts, node: cst.NamedExpr) -> set[Place]:
        return self._roots(facts, node.value)


_ROOTS: dict[type[Any], Any] = {
    cst.Name: Places._name,
    cst.Attribute: Places._attribute,
    cst.Subscript: Places._subscript,
    cst.Call: Places._call,
    cst.Tuple: Places._several,
    cst.List: Places._several,
    cst.Dict: Places._several,
    cst.ListComp: Places._computed,
    cst.GeneratorExp: Places._computed,
    cst.DictComp: Places._computed,
    cst.IfExp: Places._choice,
    cst.BooleanOperation: Places._either,
    cst.NamedExpr: Places._walrus,
}


def _lambdas(facts: Facts) -> dict[str, list[cst.Lambda]]:
    """Those of a file that an assignment gives a name."""
    found: dict[str, list[cst.Lambda]] = {}
    for node in facts.index.all(cst.Lambda):
        above: Any = facts.index.parents[node]
        if isinstance(above, cst.Assign):
            found.setdefault(dotted(above.targets[0].target) or "", []).append(node)
    return found


def _may_hold(kind: Kind) -> bool:
    """Whether a value of this kind may be an array, or have one in it."""
    if isinstance(kind, Union):
        return any(map(_may_hold, kind.kinds))
    if isinstance(kind, Sequence):
        return _may_hold(kind.item)
    if isinstance(kind, Tuple):
        return any(map(_may_hold, kind.items))
    if isinstance(kind, Dictionary):
        return not kind.entries or any(_may_hold(item) for _, item in kind.entries)
    return isinstance(kind, _HOLDERS)


def related(facts: Facts) -> list[Facts]:
    """The file, and those of its programs that it imports functions from, that import it, and so
    on. What another program does that only imports the same file has nothing to do with it."""
    found: dict[str, Facts] = {facts.real_path: facts}
    programs, open_ = facts.together(), [facts]
    while open_ and len(found) < _MANY:
        one = open_.pop(0)
        for other in [*(info.home for info in one.others.values()), *one.importers()]:
            if other is not None and other.real_path in programs and other.real_path not in found:
                found[other.real_path] = other
                open_.append(other)
    return list(found.values())


def _family(facts: Facts, cls: str) -> str:
    """The name of the class that a class comes from: an attribute is the same in both."""
    info: ClassInfo | None = facts.class_info(cls)
    while info is not None:
        base = next((b for b in info.bases if isinstance(b, Class)), None)
        if base is None:
            break
        cls, info = base.name, facts.class_info(base.name)
    return cls.rpartition(":")[2].rpartition(".")[2]


@remembered
def _results(function: cst.FunctionDef) -> Iterable[int]:
    """The places of what a function returns: the parts of its tuples, and what is none."""
    values = [n.value for n in walk(function.body) if isinstance(n, cst.Return) and n.value]
    tuples = [len(v.elements) for v in values if isinstance(v, cst.Tuple)]
    return range(_WHOLE if len(tuples) < len(values) else 0, max(tuples, default=0))


def is_map(facts: Facts, call: cst.Call) -> bool:
    """`map(self.to_torch, rows)`, which calls the function for each row."""
    return len(call.args) > 1 and facts.kind(call.func) == Named("builtins.map")


def called(facts: Facts, call: cst.Call) -> cst.BaseExpression:
    """The function that a call runs."""
    return call.args[0].value if is_map(facts, call) else call.func


def passed(facts: Facts, call: cst.Call) -> tuple[cst.Arg, ...]:
    """The arguments of that function; of map(), what has the items that it gets."""
    return tuple(call.args[1:] if is_map(facts, call) else call.args)


def handed(
    info: FunctionInfo, call: cst.Call, facts: Facts
) -> Iterator[tuple[str, cst.BaseExpression]]:
    """The parameters of a call, and what they get."""
    names = info.positional
    for place, arg in enumerate(passed(facts, call)):
        if arg.keyword is not None:
            yield arg.keyword.value, arg.value
        elif not arg.star and place < len(names):
            yield names[place], arg.value


def _uncopied(call: cst.Call) -> bool:
    """`a.astype(d, copy=False)`"""
    return any(arg.keyword is not None and arg.keyword.value == "copy" for arg in call.args)

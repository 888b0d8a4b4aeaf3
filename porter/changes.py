"""What a program changes while it runs: a traced function would keep the first value for good."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

import libcst as cst

from porter.index import Index
from porter.tree import children, dotted, is_expression, walk

_MUTATORS = frozenset(
    "add append appendleft clear discard extend insert pop popleft remove reverse setdefault sort"
    " update".split()
)
_LOOPS = frozenset({cst.For, cst.While})
_COPIES = frozenset({"copy.deepcopy", "deepcopy"})


class Changes:
    """The names of a file whose value changes, each set found once and when it is asked for."""

    def __init__(self, index: Index) -> None:
        self._index = index

    @cached_property
    def attributes(self) -> frozenset[str]:
        """Names of attributes that are set anywhere but on self in `__init__`, or once before the
        program's loops: `args.batch_size = args.num_envs * args.num_steps`."""
        places: list[cst.CSTNode] = []
        early: list[cst.CSTNode] = []
        for assign in self._index.all(cst.Assign):
            if not _copies(assign.value):
                at_start = len(assign.targets) == 1 and self._at_start(assign)
                (early if at_start else places).extend(target.target for target in assign.targets)
        others = self._index.all(cst.AugAssign, cst.AnnAssign, cst.For)
        places += [node.target for node in others]
        for call in self._index.all(cst.Expr):
            owner = mutated(call.value)
            if isinstance(owner, cst.Attribute):
                places.append(owner)
        counts = Counter(name for place in early for name in self._attributes(place))
        again = frozenset(name for name, count in counts.items() if count > 1)
        return again.union(*map(self._attributes, places))

    def _at_start(self, node: cst.CSTNode) -> bool:
        """Whether a statement of the script itself runs before any loop does."""
        below = node
        for above in self._index.above(node):
            if isinstance(above, (cst.For, cst.While, cst.FunctionDef, cst.ClassDef)):
                return False
            if isinstance(above, (cst.Module, cst.IndentedBlock)):
                before = above.body[: next(i for i, s in enumerate(above.body) if s is below)]
                if any(type(statement) in _LOOPS for statement in before):
                    return False
            below = above
        return True

    def _attributes(self, target: cst.CSTNode) -> set[str]:
        if isinstance(target, (cst.Tuple, cst.List)):
            return set().union(*(self._attributes(e.value) for e in target.elements), set())
        if isinstance(target, cst.Subscript):
            return self._attributes(target.value)
        if not isinstance(target, cst.Attribute):
            return set()
        own = isinstance(target.value, cst.Name) and target.value.value == "self"
        return set() if own and self._in_init(target) else {target.attr.value}

    def _in_init(self, node: cst.CSTNode) -> bool:
        function = self._index.function(node)
        return function is not None and function.name.value == "__init__"

    @cached_property
    def mutated(self) -> frozenset[str]:
        """Names whose list or dict is changed: `xs.append(x)`, `d[k] = v`, `d[k] += 1`."""
        places = [mutated(node.value) for node in self._index.all(cst.Expr)]
        targets = [t.target for node in self._index.all(cst.Assign) for t in node.targets]
        targets += [node.target for node in self._index.all(cst.AugAssign)]
        places += [target.value for target in targets if isinstance(target, cst.Subscript)]
        return frozenset(place.value for place in places if isinstance(place, cst.Name))

    @cached_property
    def declared(self) -> frozenset[str]:
        """The names of `global` statements."""
        nodes = self._index.all(cst.Global)
        return frozenset(item.name.value for node in nodes for item in node.names)

    @cached_property
    def globals(self) -> frozenset[str]:
        """Names of the module that are bound more than once, in a loop, by `global`, or changed."""
        counts: Counter[str] = Counter()

        def visit(node: cst.CSTNode, loop: bool) -> None:
            if is_expression(node) or isinstance(node, (cst.FunctionDef, cst.ClassDef)):
                return
            loop = loop or isinstance(node, (cst.For, cst.While))
            targets: list[cst.CSTNode] = []
            if isinstance(node, cst.Assign):
                targets = [t.target for t in node.targets]
            elif isinstance(node, (cst.AugAssign, cst.For)):
                targets = [node.target, node.target]
            for target in targets:
                for name in walk(target):
                    if isinstance(name, cst.Name):
                        counts[name.value] += 2 if loop else 1
            for child in children(node):
                visit(child, loop)

        visit(self._index.module, False)
        several = frozenset(name for name, count in counts.items() if count > 1)
        return several | self.declared | self.mutated


def _copies(value: cst.CSTNode) -> bool:
    """`copy.deepcopy(net)`, also with methods called on the copy."""
    while isinstance(value, (cst.Call, cst.Attribute)):
        if isinstance(value, cst.Call) and dotted(value.func) in _COPIES:
            return True
        value = value.func if isinstance(value, cst.Call) else value.value
    return False


def mutated(node: cst.CSTNode) -> cst.CSTNode | None:
    """xs of `xs.append(x)`."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        if node.func.attr.value in _MUTATORS:
            return node.func.value
    return None

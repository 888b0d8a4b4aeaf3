"""What a file changes while the program runs, by name: attributes, globals, lists and dicts.

Read with `ast`, for this is asked of every file of a program, also of those without torch.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from porter.ast_names import (
    bare,
    gives_module,
    has_keys,
    inside,
    is_globals,
    last,
    makes,
    modules_of_python,
    moves,
    namespace,
    parts,
    target_name,
    words,
    written,
)
from porter.called_names import Calls
from porter.computed_names import ComputedNames
from porter.made_with import MAKING, made_with
from porter.option_names import option_names
from porter.source import syntax_tree

MUTATORS = frozenset(
    "add append appendleft clear discard extend extendleft insert pop popitem popleft remove"
    " reverse rotate setdefault sort update".split()
)
_GIVING = frozenset({"pop", "popitem", "popleft", "setdefault"})  # and changing on the way
_AMBIGUOUS = frozenset({"add", "update"})  # agents and statistics have methods of these names
_SETS = re.compile(r"\bsetattr\b")
_SETTERS = frozenset({"setattr", "delattr", "__setattr__"})
_REPLACERS = frozenset({"replace", "_replace"})  # of dataclasses, of named tuples
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_BLOCKS = (ast.If, ast.With, ast.Try, ast.For, ast.While, ast.AsyncFor, ast.AsyncWith)
_DISPLAYS = (ast.Dict, ast.List, ast.Set, ast.DictComp, ast.ListComp)
_ARITHMETIC = (ast.BinOp, ast.UnaryOp)
_OF_NUMBERS = frozenset({"abs", "float", "max", "min", "pow", "round"})
_FIELDS = frozenset({"__dict__", "__slots__", "asdict", "dir", "fields", "load", "loads", "vars"})
_PUT_TOGETHER = (ast.JoinedStr, ast.BinOp, ast.Call)
_LOOPS = (ast.For, ast.While, ast.AsyncFor)
# What itself changes nothing
_IDLE = frozenset(
    {ast.Subscript, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.IfExp, ast.Slice, ast.Starred}
    | {ast.Tuple, ast.List, ast.Set, ast.Dict, ast.keyword, ast.Return, ast.arg}
    | {ast.FormattedValue, ast.arguments, ast.ExceptHandler}
)


@dataclass
class Changed:
    """The names of one file whose value changes."""

    attributes: Counter[str] = field(default_factory=Counter)  # `agent.ent *= 0.5`: how often
    options: Counter[str] = field(default_factory=Counter)  # of those of the command line
    own: dict[str, Counter[str]] = field(default_factory=dict)  # `self.x = …` outside of __init__
    made: dict[str, Counter[str]] = field(default_factory=dict)  # by `__init__` …
    again: set[str] = field(default_factory=set)  # … which is called again; "" for any class's
    # by methods that only `__init__` runs in this file: {"build": {"Agent": …}}
    built: dict[str, dict[str, Counter[str]]] = field(default_factory=dict)
    ambiguous: set[str] = field(default_factory=set)  # `x.stats.update(…)`: of a dict, or a method
    bases: dict[str, list[str]] = field(default_factory=dict)  # of each class
    methods: dict[str, set[str]] = field(default_factory=dict)
    shared: dict[str, set[str]] = field(default_factory=dict)  # `act = relu` in a class body
    written: set[str] = field(default_factory=set)  # `agent.mean.add_(x)`, `agent.w.fill(2.0)`
    declared: set[str] = field(default_factory=set)  # `global x`
    mutated: set[str] = field(default_factory=set)  # lists and dicts under names
    numbers: set[str] = field(default_factory=set)  # of both: what becomes the result of arithmetic
    keys: set[str] = field(default_factory=set)  # of `x["beta"] = 0.5`, as they are written …
    any_key: bool = False  # … or computed, for what may be a dict
    # setattr() with names that stand elsewhere, by the class of its object, "" for any object …
    any_name: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)  # … maybe here: in quotes, as keywords
    parts: set[str] = field(default_factory=set)  # … or put together: "c_" of f"c_{name}"
    # the same by the tables of the module that have the names, if another file changes one
    tables: dict[str, set[str]] = field(default_factory=dict)
    any_field: set[str] = field(default_factory=set)  # setattr() with the names of an object …
    fields: set[str] = field(default_factory=set)  # … and those that hold what no call makes
    modules: bool = False  # it gets modules by their names: `sys.modules[__name__].BETA = 0.1`

    def of_classes(self, names: Iterable[str]) -> Counter[str]:
        """What methods of these classes set of their own objects."""
        return sum((self.own[name] for name in names if name in self.own), Counter())


@lru_cache(maxsize=512)
def changed_names(text: str) -> Changed:
    """What the file with this text changes; nothing if it can't be run."""
    try:
        tree = syntax_tree(text)
    except (SyntaxError, ValueError):
        return Changed()
    return _Reader(text, tree).found


class _Reader:
    """Goes through a file in the order of its lines."""

    def __init__(self, text: str, tree: ast.Module) -> None:
        self.found = Changed()
        self.building, self.computed = made_with(tree), ComputedNames(tree)
        self.calls, self.options = Calls(tree), option_names(text, tree)
        self.pythons = modules_of_python(tree) if _SETS.search(text) else frozenset()
        self.cls = ""
        self.function: ast.AST | None = None
        self.own = ""  # how the method at hand calls its object
        self.fresh: set[str] = set()  # names of objects that nobody has used yet
        self.held: dict[str, ast.expr] = {}  # names of what something else holds: agent.weights
        self.texts: set[str] = set()  # names that loops over keys have bound
        self.names: set[str] = set()  # of these, those that loop over the names of an object
        for statement in tree.body:
            self.visit(statement)

    def visit(self, node: ast.AST) -> None:
        if type(node) in _IDLE:
            for part in inside(node):
                self.visit(part)
        elif isinstance(node, (ast.Name, ast.Attribute)):
            self.found.modules |= gives_module(node)
            if isinstance(node, ast.Attribute):
                self.visit(node.value)
        elif isinstance(node, ast.ClassDef):
            self._class(node)
        elif isinstance(node, _SCOPES):
            self._function(node)
        elif isinstance(node, _BLOCKS):
            self._block(node)
        else:
            self._simple(node)

    def _class(self, node: ast.ClassDef) -> None:
        self.found.bases[node.name] = [last(base) for base in node.bases]
        functions = (ast.FunctionDef, ast.AsyncFunctionDef)
        self.found.methods[node.name] = {n.name for n in node.body if isinstance(n, functions)}
        lines = (n for n in node.body if isinstance(n, (ast.Assign, ast.AnnAssign)))
        names = (n for line in lines for n in ast.walk(line) if isinstance(n, ast.Name))
        self.found.shared[node.name] = {n.id for n in names if isinstance(n.ctx, ast.Store)}
        before, self.cls = self.cls, node.name
        for part in inside(node):
            self.visit(part)
        self.cls = before

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        before = self.function, self.own, self.fresh, self.held
        args = [*node.args.posonlyargs, *node.args.args]
        if self.cls and self.function is None and args and not isinstance(node, ast.Lambda):
            static = any(last(one) == "staticmethod" for one in node.decorator_list)
            self.own = "" if static else args[0].arg
        self.function, self.fresh, self.held = node, set(), {**self.held}
        for part in inside(node):
            self.visit(part)
        self.function, self.own, self.fresh, self.held = before

    def _block(self, node: ast.AST) -> None:
        if isinstance(node, _LOOPS):
            self.fresh = set()  # what was made before is used in the first turn
        if isinstance(node, ast.For) and has_keys(node.iter):
            bound = {n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)}
            self.texts |= bound
            parts = (n for n in ast.walk(node.iter) if isinstance(n, (ast.Name, ast.Attribute)))
            self.names |= bound if any(last(n) in _FIELDS for n in parts) else set()
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            self.held[node.target.id] = node.iter
        for part in inside(node):
            self.visit(part)
        if isinstance(node, _LOOPS):
            self.fresh = set()
        self._targets(node)

    def _simple(self, node: ast.AST) -> None:
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and node.value.isidentifier():
                self.found.words.add(node.value)
        elif isinstance(node, ast.Import):
            self.found.modules |= any(one.name == "__main__" for one in node.names)
        if isinstance(node, _PUT_TOGETHER):
            self.found.parts.update(part for part in parts(node) if len(part) > 1)
        for part in inside(node):
            self.visit(part)
        if isinstance(node, ast.Call):
            self._call(node)
            if self.fresh:
                self.fresh -= self.calls.used(node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            func = node.value.func
            if isinstance(func, ast.Attribute) and func.attr in MUTATORS - _GIVING:
                self._mutation(node.value, func)
            elif isinstance(func, ast.Attribute) and func.attr == "add_module":
                if isinstance(func.value, ast.Attribute):  # of a layer of the network
                    self._attribute(func.value.value, func.value.attr)
        elif isinstance(node, ast.Global):
            self.found.declared.update(node.names)
        self._targets(node)

    def _targets(self, node: ast.AST) -> None:
        """What a statement binds."""
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and not isinstance(node.value, ast.Call):
            places = node.targets if isinstance(node, ast.Assign) else [node.target]
            self.found.fields.update(map(target_name, places))
            if self.cls and self.function is None:
                self.found.fields.update(
                    place.id for place in places if isinstance(place, ast.Name)
                )
        if isinstance(node, ast.Assign) and not moves(node):
            for target in node.targets:
                if isinstance(node.value, _ARITHMETIC) or last(node.value) in _OF_NUMBERS:
                    self.found.numbers.add(target_name(target))
                if not (self._is_new(target) and len(node.targets) == 1):
                    self._target(target)
            self._bound(node.targets, node.value)
        elif isinstance(node, (ast.AugAssign, ast.For, ast.AsyncFor, ast.comprehension)):
            if isinstance(node, ast.AugAssign):
                self.found.numbers.add(target_name(node.target))
            self._target(node.target)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._target(node.target)
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            self._target(node.optional_vars)
        elif isinstance(node, ast.Delete):
            for target in node.targets:
                self._target(target)

    def _bound(self, targets: list[ast.expr], value: ast.expr) -> None:
        """A name that is bound to a new object is nobody else's, until another one is."""
        names = {target.id for target in targets if isinstance(target, ast.Name)}
        if self.fresh:
            self.fresh -= names | bare(value)
        called = isinstance(value, ast.Call) and (self.function is None or makes(value))
        if called or isinstance(value, _DISPLAYS):
            self.fresh |= names
        if isinstance(value, (ast.Attribute, ast.Subscript)):
            self.held.update(dict.fromkeys(names, value))

    def _is_new(self, target: ast.expr) -> bool:
        """`args.batch_size = …` of an object that nobody has used yet."""
        root = target
        while isinstance(root, ast.Attribute):
            root = root.value
        return root is not target and isinstance(root, ast.Name) and root.id in self.fresh

    def _target(self, node: ast.expr) -> None:
        if isinstance(node, (ast.Tuple, ast.List)):
            for element in node.elts:
                self._target(element)
        elif isinstance(node, ast.Starred):
            self._target(node.value)
        elif isinstance(node, ast.Attribute):
            if node.attr == "__dict__":
                self._unknown(node.value)
            else:
                self._attribute(node.value, node.attr)
        elif isinstance(node, ast.Subscript):
            self._item(node)

    def _attribute(self, owner: ast.expr, name: str) -> None:
        known = owner.id if isinstance(owner, ast.Name) else ""
        if known in self.options:
            self.found.options[name] += 1
        elif known != self.own or not known:
            self.found.attributes[name] += 1
        else:
            method = getattr(self.function, "name", "")
            owned = self.found.made if method in MAKING else self.found.own
            if method in self.building:
                owned = self.found.built.setdefault(method, {})
            owned.setdefault(self.cls, Counter())[name] += 1

    def _in_init(self) -> bool:
        return getattr(self.function, "name", "") in MAKING

    def _item(self, node: ast.Subscript) -> None:
        """`x[k] = v`"""
        owner = namespace(node.value)
        if owner is not None:
            self._named(owner, node.slice)
        elif is_globals(node.value):
            names = self.computed.of(node.slice, self.function)
            self.found.declared.update(names or words([node.slice]))
        else:
            self._key(node)
            self._container(node.value)

    def _key(self, node: ast.Subscript) -> None:
        owner: ast.expr = node
        while isinstance(owner, (ast.Subscript, ast.Attribute)):
            if isinstance(owner, ast.Attribute) and isinstance(owner.value, ast.Name):
                if owner.value.id == self.own and self._in_init():
                    return
            owner = owner.value
        if isinstance(owner, ast.Name) and owner.id in self.fresh:
            return
        if isinstance(node.slice, ast.Constant):
            self.found.keys.add(repr(node.slice.value))
        elif isinstance(node.slice, ast.Name) and node.slice.id in self.texts:
            self.found.any_key = True

    def _container(self, node: ast.expr) -> None:
        while isinstance(node, ast.Subscript):
            node = node.value
        if isinstance(node, ast.Attribute):
            self._attribute(node.value, node.attr)
        elif isinstance(node, ast.Name):
            self.found.mutated.add(node.id)
            self._holder(self.held.get(node.id))

    def _holder(self, node: ast.expr | None) -> None:
        """What the list of a name is an item or an attribute of changes, too."""
        held = {**self.held}
        while isinstance(node, (ast.Subscript, ast.Name)):
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                self.found.keys.add(repr(node.slice.value))
            node = held.pop(node.id, None) if isinstance(node, ast.Name) else node.value
        if isinstance(node, ast.Attribute):
            self._attribute(node.value, node.attr)

    def _call(self, node: ast.Call) -> None:
        self.found.words.update(k.arg for k in node.keywords if k.arg is not None)
        self.found.written.update(written(node))
        name = last(node.func)
        if name in _SETTERS and node.args:
            bound = isinstance(node.func, ast.Attribute) and len(node.args) == 2
            given = [node.func.value, *node.args] if bound else node.args  # type: ignore[attr-defined]
            if len(given) > 1:
                self._named(given[0], given[1])
        elif name in _REPLACERS:  # another object, with other values
            for keyword in node.keywords:
                self._attribute(node.func, keyword.arg or "")
        elif name == "__init__" and isinstance(node.func, ast.Attribute) and not self._in_init():
            own = isinstance(node.func.value, ast.Name) and node.func.value.id == self.own
            self.found.again.add(self.cls if own else "")
        elif isinstance(node.func, ast.Attribute) and name in _GIVING:
            self._mutation(node, node.func)

    def _named(self, owner: ast.expr, name: ast.expr) -> None:
        """An attribute whose name is given: setattr(owner, name, value)."""
        self.computed.tables.clear()
        names = self.computed.of(name, self.function)
        if names is None:
            self._unknown(owner, name)
        elif not self._is_new(ast.Attribute(owner, "", ast.Store())):
            for one in names:
                self._attribute(owner, one)
            own = isinstance(owner, ast.Name) and owner.id == self.own != ""
            for table in self.computed.tables:
                self.found.tables.setdefault(table, set()).add(self.cls if own else "")

    def _unknown(self, owner: ast.expr, name: ast.expr | None = None) -> None:
        """Some attribute of an object."""
        known = owner.id if isinstance(owner, ast.Name) else ""
        if known in self.pythons:
            return
        own = known == self.own != ""
        if not (own and self._in_init()) and known not in self.fresh:
            cls = self.cls if own else ""
            self.found.any_name.add(cls)
            if isinstance(name, _PUT_TOGETHER):
                self.found.parts.update(parts(name) or [""])
            used = {n.id for n in ast.walk(name) if isinstance(n, ast.Name)} if name else set()
            if name is None or not used.isdisjoint(self.names):
                self.found.any_field.add(cls)

    def _mutation(self, call: ast.Call, func: ast.Attribute) -> None:
        given = [k.arg for k in call.keywords if k.arg is not None]
        given += words(call.args)
        self.found.keys.update(map(repr, given))
        owner = namespace(func.value)
        if owner is None and not is_globals(func.value):
            if func.attr not in _AMBIGUOUS or isinstance(func.value, ast.Name):
                self._container(func.value)
            elif isinstance(func.value, ast.Attribute):
                self.found.ambiguous.add(func.value.attr)
            return
        if owner is None:
            self.found.declared.update(given)
            return
        for name in given:
            self._attribute(owner, name)
        plain = all(isinstance(arg, ast.Dict) for arg in call.args)
        if not plain or any(k.arg is None for k in call.keywords):
            self._unknown(owner, call if self._are_keywords(call) else None)

    def _are_keywords(self, call: ast.Call) -> bool:
        """`.update(kwargs)`, `.update(**kwargs)` of the function's own: its callers write them."""
        args = getattr(self.function, "args", None)
        own = args.kwarg.arg if args is not None and args.kwarg is not None else ""
        given = [*call.args, *(k.value for k in call.keywords)]
        return all(isinstance(n, (ast.Dict, ast.Constant)) or last(n) == own for n in given)

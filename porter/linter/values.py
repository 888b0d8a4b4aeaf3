"""Which kind an expression has: tensor evidence, from all bindings of the names in it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from porter.linter import kinds
from porter.linter.bindings import Binding, Bindings, Found, How, argument_of
from porter.linter.kinds import NOTHING, UNKNOWN, Kind, What, join
from porter.linter.names import Names
from porter.linter.tree import AnyFunction, Function, Tree, dotted

_BUDGET = 200  # evaluations per node of the tree; behind it everything is unknown
_FAMILY = 20  # classes that one inherits from
_DEPTH = 100  # expressions that are being evaluated at once
_DEEP = _DEPTH + 1
_SAME = frozenset("read_value value identity gpu cpu copy assign assign_add assign_sub".split())
_USED_AS_MODEL = frozenset(
    "trainable_variables trainable_weights train_on_batch predict_on_batch test_on_batch "
    "get_layer compile".split()
)
_OF_DATASETS = frozenset(
    "batch cache interleave map padded_batch prefetch repeat shuffle unbatch with_options".split()
)
_WRAPPERS = frozenset(["tf.function", "tf.contrib.eager.defun", "tf.compat.v1.function"])


class Values:
    """Kinds of expressions, found when they are asked for."""

    def __init__(self, tree: Tree, names: Names, bindings: Bindings, size: int) -> None:
        self._tree, self._names, self._bindings = tree, names, bindings
        self._known: dict[object, Kind] = {}
        self._busy: dict[object, int] = {}  # what is being evaluated, with its depth
        self._lowest = _DEEP  # of what was asked for while it is being evaluated
        self._methods: dict[ast.ClassDef, dict[str, AnyFunction]] = {}
        self._left = _BUDGET * size
        self._as_models: set[tuple[ast.AST | None, str]] | None = None
        self._callers: Callable[[AnyFunction], Iterable[ast.Call]] = lambda function: ()

    def know_callers(self, callers: Callable[[AnyFunction], Iterable[ast.Call]]) -> None:
        """Who calls a function, which takes kinds to find out: they are found anew with it."""
        self._callers = callers
        self._known.clear()

    def __call__(self, node: ast.AST | None) -> Kind:
        """The kind of an expression."""
        return NOTHING if node is None else self._once(node, lambda: self._evaluate(node))

    def _once(self, key: object, find: Callable[[], Kind]) -> Kind:
        """What is found for a key, which may ask for itself on the way."""
        if key in self._known:
            return self._known[key]
        self._left -= 1
        depth = len(self._busy)
        if key in self._busy:
            return self._cut(self._busy[key], NOTHING)
        if self._left < 0 or depth > _DEPTH:
            return self._cut(0, UNKNOWN)
        before, self._lowest = self._lowest, _DEEP
        self._busy[key] = depth
        found = find()
        del self._busy[key]
        if self._lowest >= depth:  # it hangs on nothing that is still open
            self._known[key] = found
            self._lowest = before
        return self._cut(before, found)

    def _cut(self, depth: int, kind: Kind) -> Kind:
        """A kind that hangs on what is being evaluated at this depth."""
        self._lowest = min(self._lowest, depth)
        return kind

    def _evaluate(self, node: ast.AST) -> Kind:
        if isinstance(node, ast.Name):
            return self._name(node)
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.Subscript):
            return self._item(self(node.value), node.slice)
        if isinstance(node, ast.BinOp):
            return self._operation(self(node.left), self(node.right))
        if isinstance(node, ast.UnaryOp):
            return self(node.operand)
        if isinstance(node, ast.Compare) and len(node.comparators) == 1:
            both = self._operation(self(node.left), self(node.comparators[0]))
            return both if both.is_tensor else UNKNOWN
        if isinstance(node, ast.IfExp):
            return join((self(node.body), self(node.orelse)))
        if isinstance(node, (ast.List, ast.Tuple)):
            return Kind(What.LIST, item=join(map(self, node.elts)) if node.elts else None)
        if isinstance(node, ast.ListComp):
            return Kind(What.LIST, item=self(node.elt))
        if isinstance(node, ast.Constant):
            return _of_constant(node.value)
        if isinstance(node, ast.NamedExpr):
            return self(node.value)
        if isinstance(node, ast.Lambda):
            return Kind(What.FUNCTION, node)
        return UNKNOWN

    def _name(self, node: ast.Name) -> Kind:
        found = self._bindings.of_name(node)
        return self._joined(found, node)

    def _joined(self, found: Found, node: ast.Name | ast.Attribute) -> Kind:
        """What all bindings agree on; where none tells, what the name is used as."""
        if found in self._busy:
            return self._cut(self._busy[found], NOTHING)
        kind = self._once(found, lambda: self._common(found)) if found else UNKNOWN
        return kind or self._by_use(node)

    def _common(self, found: Found) -> Kind:
        """The kind of all bindings; what is appended matters to lists only."""
        kind = join(self._bound(b) for b in found if b.how is not How.APPENDED)
        if kind.what is not What.LIST:
            return kind
        return join((kind, *(self._bound(b) for b in found if b.how is How.APPENDED)))

    def _bound(self, binding: Binding) -> Kind:
        source = binding.source
        if binding.how is How.VALUE:
            return self(source)
        if binding.how is How.CHANGED:
            changed = self(source)
            return changed if changed.is_tensor else NOTHING
        if binding.how is How.APPENDED:
            return Kind(What.LIST, item=self(source))
        if binding.how is How.ITEM:
            return self._item(self(source), None)
        if binding.how is How.PART:
            return self._part(source, binding.index)
        if binding.how is How.DEFINITION:
            return self.definition(source)
        if binding.how is How.PARAMETER and isinstance(source, ast.arg):
            return self._parameter(source, binding.index)
        return UNKNOWN

    def definition(self, node: ast.AST) -> Kind:
        """What a `def` or a `class` binds."""
        if isinstance(node, ast.ClassDef):
            return Kind(What.CLASS, node)
        if isinstance(node, Function):
            wrapped = any(self.wraps(decorator) for decorator in node.decorator_list)
            return Kind(What.GRAPH if wrapped else What.FUNCTION, node)
        return UNKNOWN

    def wraps(self, node: ast.expr) -> bool:
        """Whether this is tf.function: bare, called with options, or in a partial."""
        if isinstance(node, ast.Call):
            partial = self._names(node.func) == "functools.partial" and node.args
            return self.wraps(node.args[0] if partial else node.func)
        return self._names(node) in _WRAPPERS

    def _parameter(self, argument: ast.arg, index: int) -> Kind:
        if argument.annotation is not None and (kind := self._annotation(argument.annotation)):
            return kind
        if (function := self._tree.function_of(argument)) is None:
            return UNKNOWN
        if index == 0 and argument.arg == "self" and (owner := self._tree.owner(function)):
            return self.instance(owner)
        given = [argument_of(call, function, index) for call in self._callers(function)]
        return join(map(self, given)) if given and all(given) else UNKNOWN

    def _annotation(self, node: ast.expr) -> Kind:
        name = self._names(node)
        if name in ("tf.Tensor", "tf.Variable"):
            return kinds.TENSOR
        if name == "np.ndarray":
            return kinds.ARRAY
        if isinstance(node, ast.Name) and node.id in ("int", "float"):
            return kinds.NUMBER
        return kinds.of_base(name) if name else UNKNOWN

    def family(self, owner: ast.ClassDef) -> list[ast.ClassDef]:
        """A class and the classes of this file that it inherits from, the nearest first."""
        found = [owner]
        for here in found:
            above = [self(base).node for base in here.bases]
            found += [a for a in above if isinstance(a, ast.ClassDef) and a not in found]
            if len(found) > _FAMILY:
                break
        return found

    def method(self, owner: ast.ClassDef, name: str) -> AnyFunction | None:
        """The method of this name that a class itself has."""
        if owner not in self._methods:
            methods = [member for member in owner.body if isinstance(member, Function)]
            self._methods[owner] = {method.name: method for method in reversed(methods)}
        return self._methods[owner].get(name)

    def instance(self, owner: ast.ClassDef) -> Kind:
        """What an object of a class of this file is."""
        for here in self.family(owner):
            for base in here.bases:
                if kind := kinds.of_base(self._names(base)):
                    return Kind(kind.what, owner)
        return Kind(What.INSTANCE, owner)

    def _attribute(self, node: ast.Attribute) -> Kind:
        if self._names(node):
            return UNKNOWN
        of = self(node.value)
        if of.is_tensor:
            return of if node.attr == "T" else UNKNOWN
        if of.what is What.ARRAY:
            return of if node.attr == "T" else UNKNOWN
        if isinstance(of.node, ast.ClassDef):
            for owner in self.family(of.node):
                if found := self._bindings.of_attribute(owner, node.attr):
                    return self._joined(found, node)
        return self._by_use(node)

    def _by_use(self, node: ast.Name | ast.Attribute) -> Kind:
        """A model, where the same name is used elsewhere as only a model can be."""
        if self._as_models is None:
            self._as_models = {
                (self._home(use.value), name)
                for use in self._tree.of(ast.Attribute)
                if use.attr in _USED_AS_MODEL and (name := dotted(use.value)) not in ("self", "")
            }
        home = self._home(node)
        return kinds.MODEL if (home, dotted(node)) in self._as_models else UNKNOWN

    def _home(self, node: ast.expr) -> ast.AST | None:
        """Where a name means the same thing: the class for self.x, else the function."""
        if dotted(node).startswith("self."):
            return self._tree.owner(node)
        first: ast.expr = node
        while isinstance(first, ast.Attribute):
            first = first.value
        found = self._bindings.of_name(first) if isinstance(first, ast.Name) else []
        source = found[0].source if found else None
        if isinstance(source, ast.arg):
            return self._tree.function_of(source)
        return None if source is None else self._tree.scope(source)

    def _call(self, node: ast.Call) -> Kind:
        if name := self._names(node.func):
            if name in _WRAPPERS and node.args:
                return Kind(What.GRAPH, self(node.args[0]).node)
            if name == "copy.deepcopy" and node.args:
                return self(node.args[0])
            return kinds.of_call(name)
        if isinstance(node.func, ast.Attribute) and (kind := self._method(node.func)) != UNKNOWN:
            return kind
        function = self(node.func)
        if function.what in (What.MODEL, What.LAYER):
            return self._output(function)
        if function.what is What.KERAS:
            return kinds.TENSOR
        if function.what is What.CLASS and isinstance(function.node, ast.ClassDef):
            return self.instance(function.node)
        if isinstance(function.node, Function):
            return self.returned(function.node)
        if function.what is What.GRAPH:
            return self._output(function)
        return (
            self._builtin(node.func.id, node.args) if isinstance(node.func, ast.Name) else UNKNOWN
        )

    def _builtin(self, name: str, arguments: list[ast.expr]) -> Kind:
        if name == "range":
            return Kind(What.LIST, item=kinds.NUMBER)
        if name in ("list", "tuple", "sorted"):
            return Kind(What.LIST, item=UNKNOWN)
        if name in ("max", "min") and len(arguments) > 1:
            return join(map(self, arguments))
        return kinds.of_call(name)

    def _output(self, model: Kind) -> Kind:
        """What calling a network gives: one tensor for sure where `call` says so."""
        if isinstance(model.node, ast.ClassDef):
            if method := self.method(model.node, "call"):
                return kinds.TENSOR if self.returned(method).is_tensor else kinds.OUTPUT
        return kinds.TENSOR if model.what is What.LAYER else model.item or kinds.OUTPUT

    def _method(self, function: ast.Attribute) -> Kind:
        of = self(function.value)
        if of.what is What.MODEL:
            if function.attr in ("predict", "predict_on_batch"):
                return kinds.ROWS
            return kinds.LIST if function.attr == "get_weights" else UNKNOWN
        if of.indexes:
            if function.attr == "numpy":
                return kinds.ARRAY
            return kinds.TENSOR if function.attr in _SAME else UNKNOWN
        if of.what is What.ARRAY:
            return kinds.LIST if function.attr == "tolist" else kinds.ARRAY
        if of == NOTHING and function.attr in _OF_DATASETS:  # dataset = dataset.map(f)
            return NOTHING
        return of if of.what is What.DATASET else UNKNOWN

    def returned(self, function: AnyFunction) -> Kind:
        """What a function of this file returns."""
        return self._once(("returned", function), lambda: self._returned(function))

    def _returned(self, function: AnyFunction) -> Kind:
        values = [
            node.value
            for statement in function.body
            for node in self._tree.inside(statement)
            if isinstance(node, ast.Return)
        ]
        return join(map(self, values)) if values else UNKNOWN

    def _part(self, source: ast.AST, index: int) -> Kind:
        if _is_environment_step(source):
            return kinds.NUMBER if index == 1 else UNKNOWN
        kind = self(source)
        if kind.what is What.OUTPUT:
            return kinds.TENSOR
        if isinstance(source, ast.Call) and isinstance(self(source.func).node, Function):
            return UNKNOWN  # a tuple of unlike things
        return self._item(kind, None)

    def _item(self, of: Kind, index: ast.expr | None) -> Kind:
        if of.is_tensor or of.what is What.ARRAY:
            return kinds.TENSOR if of.is_tensor else kinds.ARRAY
        if of.what is What.OUTPUT:
            return kinds.TENSOR
        if of.what is What.LIST and not isinstance(index, ast.Slice):
            return of.item or UNKNOWN
        return of if of.what is What.LIST else UNKNOWN

    @staticmethod
    def _operation(left: Kind, right: Kind) -> Kind:
        if left.indexes or right.indexes:
            return kinds.TENSOR
        if NOTHING in (left, right):  # the same name, a pass of a loop before
            return right if left == NOTHING else left
        both = {left.what, right.what}
        if both <= {What.ARRAY, What.NUMBER}:
            if left.has_rows or right.has_rows:
                return kinds.ROWS
            return kinds.ARRAY if What.ARRAY in both else kinds.NUMBER
        return UNKNOWN


def _is_environment_step(node: ast.AST) -> bool:
    """`state, reward, done, info = env.step(action)`."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    return node.func.attr == "step" and "env" in dotted(node.func.value).lower()


def _of_constant(value: object) -> Kind:
    if value is None:
        return NOTHING
    return kinds.NUMBER if isinstance(value, (int, float)) else UNKNOWN

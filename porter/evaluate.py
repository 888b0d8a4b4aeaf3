"""Kinds of expressions: one method a node type, results in the facts' tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import libcst as cst

from porter import host_kinds
from porter.facts import Api, ClassInfo, Facts, FunctionInfo, Port, Scope
from porter.kinds import (
    FLOAT,
    NEVER,
    TAINTED,
    TENSOR,
    UNKNOWN,
    Array,
    Class,
    Device,
    Dtype,
    Function,
    Instance,
    Kind,
    Module,
    Named,
    Nothing,
    Number,
    Optimizer,
    Parameter,
    Parameters,
    Sequence,
    StateDict,
    Tensor,
    Text,
    Tuple,
    Union,
    Unknown,
    item_of,
    join,
    may_be_tensor,
)
from porter.rulebook import Argument, Refused, Rulebook
from porter.tree import children

# Methods that nothing but a tensor has: their receiver is a tensor wherever they stand.
TENSOR_ONLY = frozenset(
    "backward detach unsqueeze cpu cuda requires_grad_ gather clamp clamp_ masked_fill scatter_"
    " index_add_ expand_as index_select detach_ numpy long float double bmm addmm".split()
)
# Methods that give an array where the receiver did not come out of tensors.
_ARRAY_METHODS = frozenset({"reshape", "astype", "ravel", "flatten"})
# Methods that arrays and tensors both have: the receiver decides what they become.
_SHARED_METHODS = _ARRAY_METHODS | frozenset(
    "abs argmax argmin clip cumsum max mean min prod round squeeze std sum transpose view".split()
)
# What nn.Module gives to a user's network.
MODULE_NAMES = frozenset(
    "add_module apply bfloat16 buffers children cpu cuda double eval extra_repr float forward half"
    " load_state_dict modules named_buffers named_children named_modules named_parameters"
    " parameters register_buffer register_forward_hook register_parameter requires_grad_"
    " share_memory state_dict to train training type zero_grad".split()
)
# Namespaces of rules by kind, the most specific first.
_SPACES: tuple[tuple[type[Kind], tuple[str, ...]], ...] = (
    (Parameter, ("Parameter", "Tensor")),
    (Tensor, ("Tensor",)),
    (Module, ("Module",)),
    (Optimizer, ("Optimizer",)),
    (Parameters, ("Parameters",)),
    (StateDict, ("StateDict",)),
    (Device, ("Device",)),
)
_OPERATORS: dict[type[cst.CSTNode], str] = {
    cst.Add: "+",
    cst.Subtract: "-",
    cst.Multiply: "*",
    cst.Divide: "/",
    cst.FloorDivide: "//",
    cst.Modulo: "%",
    cst.Power: "**",
    cst.MatrixMultiply: "@",
}


class Evaluator:
    """Evaluates expressions in a scope; `Inference` adds statements, functions and classes."""

    def __init__(self, facts: Facts, book: Rulebook) -> None:
        self.facts = facts
        self.book = book
        self.scope = Scope()
        self.imports_torch = False
        self.ambiguous: set[cst.CSTNode] = set()  # calls of a shared method on something unknown

    # -- what Inference adds
    def run(self, info: FunctionInfo, args: list[Argument], bound: bool) -> Kind:
        raise NotImplementedError

    def build(self, cls: ClassInfo, args: list[Argument]) -> None:
        raise NotImplementedError

    def class_info(self, name: str) -> ClassInfo | None:
        raise NotImplementedError

    def function_info(self, name: str) -> FunctionInfo | None:
        raise NotImplementedError

    def imported(self, name: str) -> Kind:
        raise NotImplementedError

    # -- expressions
    def kind(self, node: cst.CSTNode) -> Kind:
        """Evaluate an expression, and keep what was found."""
        method = _METHODS.get(type(node))
        if method is None:
            for child in children(node):
                self.kind(child)
            found: Kind = UNKNOWN
        else:
            found = method(self, node)
        self.facts.kinds[node] = found
        if type(node) in _IDIOM_ROOTS:
            self._idiom(node)
            found = self.facts.kinds[node]
        return found

    def name(self, node: cst.Name) -> Kind:
        found = self.scope.look_up(node.value)
        if found is None:
            return host_kinds.builtin(node.value) or UNKNOWN
        return self._torch_name(node, found) if isinstance(found, Named) else found

    def attribute(self, node: cst.Attribute) -> Kind:
        return self._attribute_of(node, self.kind(node.value))

    def _attribute_of(self, node: cst.Attribute, base: Kind) -> Kind:
        name = node.attr.value
        if isinstance(base, Named):
            if base.name == "builtins.super()":
                return UNKNOWN
            return self._torch_name(node, self.imported(f"{base.name}.{name}"))
        if isinstance(base, (Instance, Module)):
            info = self.class_info(base.cls)
            if info is not None:
                found = self._member(info, name)
                if found is not None:
                    return found
        if isinstance(base, Tensor) and name == "shape":
            items = (Number("int"),) * base.rank if base.rank is not None else None
            self._ported(node, "shape", base)
            return Tuple(items) if items is not None else Sequence(Number("int"))
        return self._ported(node, name, base)

    def _ported(self, node: cst.Attribute, name: str, base: Kind) -> Kind:
        """An attribute of a torch object: `x.data`, `net.weight`."""
        if isinstance(base, Unknown) and name in ("grad_fn", "requires_grad"):
            base = TENSOR
        if isinstance(base, Parameter) and name == "data":
            self._ported_as(node, "Parameter.data", base)
            return base
        for spaces in (spaces for kind, spaces in _SPACES if isinstance(base, kind)):
            if not self._has(base, name):
                return UNKNOWN
            argument = Argument(node.value, base)
            self.facts.apis[node] = Api(f"{spaces[-1]}.{name}", (argument,))
            for space in spaces:
                rule = self.book.find(f"{space}.{name}")
                if rule is not None:
                    return self._decide(node, rule, (argument,))
            return TAINTED if isinstance(base, Tensor) else UNKNOWN
        return TAINTED if may_be_tensor(base) else UNKNOWN

    def _has(self, base: Kind, name: str) -> bool:
        """Whether torch gives this name to such an object, and not a class of the user's."""
        if isinstance(base, Module) and self.class_info(base.cls) is not None:
            return name in MODULE_NAMES or self.book.find(f"Module.{name}") is not None
        return True

    def _ported_as(self, node: cst.Attribute, name: str, base: Kind) -> None:
        self.facts.apis[node] = Api(name, (Argument(node.value, base),))
        rule = self.book.find(name)
        if rule is not None:
            self._decide(node, rule, self.facts.apis[node].args)

    def _torch_name(self, node: cst.CSTNode, found: Kind) -> Kind:
        """A torch name that isn't called may have a rule of its own: torch.float32."""
        if isinstance(found, Named) and is_torch(found.name):
            self.facts.apis[node] = Api(found.name)
            short = found.name.rpartition(".")[2]
            if short in DTYPES:
                self._decide_if_ruled(node, found.name)
                return Dtype(DTYPES[short])
        return found

    def _decide_if_ruled(self, node: cst.CSTNode, name: str) -> None:
        rule = self.book.find(name)
        if rule is not None:
            self._decide(node, rule, ())

    def _member(self, info: ClassInfo, name: str) -> Kind | None:
        """An attribute or method of a class of the project, its bases included."""
        if not info.built:
            self.build(info, [])
        if name in info.attributes:
            return info.attributes[name]
        if name in info.methods:
            return Function(info.methods[name].name)
        for base in info.bases:
            other = self.class_info(base.name) if isinstance(base, Class) else None
            found = self._member(other, name) if other else None
            if found is not None:
                return found
        return None

    def call(self, node: cst.Call) -> Kind:
        func = node.func
        if isinstance(func, cst.Attribute):
            base = self.kind(func.value)
            method = self._method(node, func, base)
            if method is not None:
                return method
            callee = self.facts.kinds[func] = self._attribute_of(func, base)
        else:
            callee = self.kind(func)
        args = self.arguments(node)
        if isinstance(callee, Named):
            return self._named(node, callee.name, args)
        if isinstance(callee, Class):
            info = self.class_info(callee.name)
            if info is not None:
                self.build(info, args)
                return Module(info.name) if info.is_module else Instance(info.name)
        if isinstance(callee, Function):
            function = self.function_info(callee.name)
            if function is not None:
                return self.run(function, args, bound=function.cls is not None)
        if isinstance(callee, Module):
            return self.forward(node, callee, args)
        if isinstance(callee, Instance):
            info = self.class_info(callee.cls)
            found = self._member(info, "__call__") if info else None
            function = self.function_info(found.name) if isinstance(found, Function) else None
            if function is not None:
                return self.run(function, args, bound=True)
        tainted = may_be_tensor(callee) or any(may_be_tensor(a.kind) for a in args)
        return TAINTED if tainted else UNKNOWN

    def arguments(self, node: cst.Call) -> list[Argument]:
        return [
            Argument(
                arg.value,
                self.kind(arg.value),
                arg.keyword.value if arg.keyword else None,
                str(arg.star),
            )
            for arg in node.args
        ]

    def _method(self, node: cst.Call, func: cst.Attribute, base: Kind) -> Kind | None:
        """A method of a torch object; None if the receiver is something else."""
        name = func.attr.value
        if isinstance(base, (Instance, Module)):
            info = self.class_info(base.cls)
            if info is not None and self._member(info, name) is not None:
                return None
        if isinstance(base, Unknown) and name in TENSOR_ONLY and self.imports_torch:
            base = self.refine(func.value, TENSOR)
        if base == TAINTED and self.book.find(f"Tensor.{name}") is not None:
            self.arguments(node)
            self.facts.kinds[func] = UNKNOWN
            self.facts.refused[node] = Refused("P103", f"the receiver of {name}() {_NOT_KNOWN}")
            return TAINTED
        if isinstance(base, Sequence) and name in ("append", "appendleft", "add"):
            args = self.arguments(node)
            if args and isinstance(func.value, (cst.Name, cst.Attribute)):
                self.assign(func.value, Sequence(join(base.item, args[0].kind)))
            return Nothing()
        if base == UNKNOWN and name in _SHARED_METHODS:
            self.facts.kinds[func] = UNKNOWN
            self.ambiguous.add(node)
            self.arguments(node)
            return Array() if name in _ARRAY_METHODS else UNKNOWN
        for spaces in (spaces for kind, spaces in _SPACES if isinstance(base, kind)):
            if not self._has(base, name):
                return None
            args = [Argument(func.value, base), *self.arguments(node)]
            self.facts.kinds[func] = UNKNOWN
            if isinstance(base, Module) and name == "forward":
                self.facts.apis[node] = Api("Module.forward", tuple(args))
                return self.forward(node, base, args[1:])
            for space in spaces:
                if self.book.find(f"{space}.{name}") is not None:
                    return self._torch(node, f"{space}.{name}", args)
            return self._torch(node, f"{spaces[-1]}.{name}", args)
        return None

    def forward(self, node: cst.Call, callee: Module, args: list[Argument]) -> Kind:
        """A call of a network: its arguments are tensors."""
        for arg in args:
            if isinstance(arg.kind, Unknown) or arg.node in self.ambiguous:
                self.refine(arg.node, TENSOR)
        info = self.class_info(callee.cls)
        found = self._member(info, "forward") if info else None
        function = self.function_info(found.name) if isinstance(found, Function) else None
        if function is not None:
            return self.run(function, args, bound=True)
        if callee.cls.endswith("Loss"):
            return Tensor("float32", 0)
        return Tensor("float32", _rank(args)) if callee.cls.startswith("torch.") else TAINTED

    def _named(self, node: cst.Call, name: str, args: list[Argument]) -> Kind:
        """A call of something imported or built in."""
        if is_torch(name):
            return self._torch(node, name, args)
        if name == "copy.deepcopy" and args:
            return args[0].kind
        if name == "builtins.super":
            return Named("builtins.super()")
        positional = [a.kind for a in args if a.keyword is None and not a.star]
        return host_kinds.called(name, positional, [a.keyword for a in args if a.keyword])

    def _torch(self, node: cst.Call, name: str, args: list[Argument]) -> Kind:
        """A call of a torch API: the rule says what it gives."""
        self.facts.apis[node] = Api(name, tuple(args))
        rule = self.book.find(name)
        found = self._decide(node, rule, tuple(args)) if rule is not None else None
        for prefix, kind in (("torch.nn.functional.", None), ("torch.nn.", Module)):
            if name.startswith(prefix) and name.rpartition(".")[2][:1].isupper():
                return Module(name) if kind else FLOAT
        if name.startswith("torch.optim.") and name.rpartition(".")[2][:1].isupper():
            return Optimizer(name)
        if name == "torch.device":
            return Device()
        if name in ("Module.state_dict", "Optimizer.state_dict"):
            return StateDict(args[0].kind)
        if name in ("Module.to", "Module.cuda", "Module.cpu", "Module.train", "Module.eval"):
            return args[0].kind
        if found is not None:
            return found
        return TAINTED

    def _decide(
        self,
        node: cst.CSTNode,
        rule: Any,
        args: tuple[Argument, ...],
        element: int | None = None,
    ) -> Kind:
        """Ask the rule; keep the port or the refusal."""
        self.facts.ports.pop(node, None)
        self.facts.refused.pop(node, None)
        try:
            decision = self.book.decide(rule, args, element)
        except Refused as refused:
            self.facts.refused[node] = refused
            return TENSOR if self.facts.api(node).startswith("Tensor.") else TAINTED
        self.facts.ports[node] = Port(rule, decision, args)
        for name, arg in zip(decision.parameters, args):
            if name and (isinstance(arg.kind, Unknown) or arg.node in self.ambiguous):
                self.refine(arg.node, TENSOR)
        return decision.kind

    def _idiom(self, node: Any) -> None:
        """An idiom that spans several calls replaces what its parts would give."""
        found = self.book.idiom(node, self._bound, self.facts.kind)
        if found is None:
            return
        rule, holes = found
        args = tuple(holes.values())
        kind = self._decide(node, rule, args)
        if node in self.facts.ports:
            self.facts.kinds[node] = kind

    def _bound(self, node: cst.BaseExpression) -> tuple[str, list[Argument]] | None:
        api = self.facts.apis.get(node)
        return (api.name, list(api.args)) if api else None

    def subscript(self, node: cst.Subscript) -> Kind:
        base = self.kind(node.value)
        for element in node.slice:
            for child in children(element):
                for part in children(child):
                    self.kind(part)
        index = constant_index(node)
        if index is not None and isinstance(base, Tuple) and -len(base.items) <= index:
            if index < len(base.items):
                port = self.facts.ports.get(node.value)
                if port is not None and isinstance(node.value, cst.Call):
                    self._decide(node, port.rule, port.args, index)
                return base.items[index]
        if isinstance(base, Sequence):
            whole = isinstance(node.slice[0].slice, cst.Slice)
            return base if whole else base.item
        if isinstance(base, Tensor):
            return Tensor(base.dtype, _indexed_rank(base, node))
        if isinstance(base, Array):
            return base
        return TAINTED if may_be_tensor(base) else UNKNOWN

    def binary(self, node: cst.BinaryOperation) -> Kind:
        left, right = self.kind(node.left), self.kind(node.right)
        for one, other in ((left, node.right), (right, node.left)):
            if isinstance(one, Tensor) and other in self.ambiguous:
                self.facts.refused[other] = Refused("P103", f"the receiver {_NOT_KNOWN}")
        return host_kinds.arithmetic(left, right, _OPERATORS.get(type(node.operator), "?"))

    def unary(self, node: cst.UnaryOperation) -> Kind:
        found = self.kind(node.expression)
        if isinstance(node.operator, cst.Not):
            return Number("bool")
        return Tensor(found.dtype, found.rank) if isinstance(found, Parameter) else found

    def boolean(self, node: cst.BooleanOperation) -> Kind:
        return join(self.kind(node.left), self.kind(node.right))

    def comparison(self, node: cst.Comparison) -> Kind:
        kinds = [self.kind(node.left)] + [self.kind(c.comparator) for c in node.comparisons]
        if isinstance(node.comparisons[0].operator, (cst.Is, cst.IsNot, cst.In, cst.NotIn)):
            return Number("bool")
        for kind in kinds:
            if isinstance(kind, Tensor):
                return Tensor("bool", kind.rank if len(set(kinds)) == 1 else None)
            if kind == TAINTED or isinstance(kind, Array):
                return kind
        return Number("bool")

    def choice(self, node: cst.IfExp) -> Kind:
        self.kind(node.test)
        return join(self.kind(node.body), self.kind(node.orelse))

    def tuple(self, node: cst.Tuple) -> Kind:
        kinds = [self.kind(e.value) for e in node.elements]
        if any(isinstance(e, cst.StarredElement) for e in node.elements):
            return UNKNOWN
        return Tuple(tuple(kinds))

    def list(self, node: cst.List) -> Kind:
        found: Kind = NEVER
        for element in node.elements:
            found = join(found, self.kind(element.value))
        return Sequence(found)

    def comprehension(self, node: cst.ListComp | cst.GeneratorExp | cst.SetComp) -> Kind:
        self.scope = Scope(self.scope)
        self._loops(node.for_in)
        item = self.kind(node.elt)
        assert self.scope.parent is not None
        self.scope = self.scope.parent
        return Sequence(item)

    def dict_comprehension(self, node: cst.DictComp) -> Kind:
        self.scope = Scope(self.scope)
        self._loops(node.for_in)
        self.kind(node.key)
        self.kind(node.value)
        assert self.scope.parent is not None
        self.scope = self.scope.parent
        return UNKNOWN

    def _loops(self, node: cst.CompFor) -> None:
        self.assign(node.target, item_of(self.kind(node.iter)))
        for test in node.ifs:
            self.kind(test.test)
        if node.inner_for_in:
            self._loops(node.inner_for_in)

    def named(self, node: cst.NamedExpr) -> Kind:
        found = self.kind(node.value)
        self.assign(node.target, found)
        return found

    def lambda_(self, node: cst.Lambda) -> Kind:
        self.scope = Scope(self.scope)
        for param in node.params.params:
            self.scope.names[param.name.value] = UNKNOWN
        self.kind(node.body)
        assert self.scope.parent is not None
        self.scope = self.scope.parent
        return UNKNOWN

    # -- names
    def assign(self, target: cst.CSTNode, kind: Kind) -> None:
        """Bind what an assignment, loop or comprehension binds."""
        if isinstance(target, cst.Name):
            self.scope.names[target.value] = kind
            self.facts.kinds[target] = kind
        elif isinstance(target, (cst.Tuple, cst.List)):
            items = kind.items if isinstance(kind, Tuple) else ()
            exact = len(items) == len(target.elements)
            for index, element in enumerate(target.elements):
                self.assign(element.value, items[index] if exact else item_of(kind))
        elif isinstance(target, cst.Attribute):
            self.set_attribute(target, kind)
        elif isinstance(target, cst.Subscript):
            self.kind(target)
        elif isinstance(target, cst.StarredElement):
            self.assign(target.value, Sequence(item_of(kind)))

    def set_attribute(self, target: cst.Attribute, kind: Kind) -> None:
        base = self.kind(target.value)
        self.facts.kinds[target] = kind
        info = self.class_info(base.cls) if isinstance(base, (Instance, Module)) else None
        if info is not None:
            name = target.attr.value
            before = info.attributes.get(name)
            info.attributes[name] = kind if before is None else join(before, kind)

    def refine(self, node: cst.CSTNode, kind: Kind) -> Kind:
        """Torch takes only this kind here, so the name is of this kind from now on."""
        self.facts.kinds[node] = kind
        if node in self.ambiguous and isinstance(node, cst.Call):
            self.ambiguous.discard(node)
            assert isinstance(node.func, cst.Attribute)
            found = self._method(node, node.func, self.refine(node.func.value, TENSOR))
            self.facts.kinds[node] = found or kind
        if isinstance(node, cst.Name) and node.value in self.scope.names:
            self.scope.names[node.value] = kind
        return kind


_NOT_KNOWN = "may be a tensor or an array: porter can't tell"
DTYPES = {
    "float32": "float32", "float": "float32", "float64": "float64", "double": "float64",
    "float16": "float16", "half": "float16", "bfloat16": "bfloat16", "int64": "int64",
    "long": "int64", "int32": "int32", "int": "int32", "int16": "int16", "int8": "int8",
    "uint8": "uint8", "bool": "bool",
}  # fmt: skip


def is_torch(name: str) -> bool:
    """Whether a qualified name belongs to torch."""
    return name == "torch" or name.startswith("torch.")


def constant_index(node: cst.Subscript) -> int | None:
    """The 0 of `x[0]`."""
    if len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index):
        value = node.slice[0].slice.value
        if isinstance(value, cst.Integer):
            return int(value.value, 0)
    return None


def _rank(args: list[Argument]) -> int | None:
    kind = args[0].kind if args else UNKNOWN
    return kind.rank if isinstance(kind, Tensor) else None


def _indexed_rank(base: Tensor, node: cst.Subscript) -> int | None:
    if base.rank is None or constant_index(node) is None:
        return None
    return base.rank - 1


_METHODS: dict[type[cst.CSTNode], Callable[[Any, Any], Kind]] = {
    cst.Name: Evaluator.name,
    cst.Attribute: Evaluator.attribute,
    cst.Call: Evaluator.call,
    cst.Subscript: Evaluator.subscript,
    cst.BinaryOperation: Evaluator.binary,
    cst.UnaryOperation: Evaluator.unary,
    cst.BooleanOperation: Evaluator.boolean,
    cst.Comparison: Evaluator.comparison,
    cst.IfExp: Evaluator.choice,
    cst.Tuple: Evaluator.tuple,
    cst.List: Evaluator.list,
    cst.ListComp: Evaluator.comprehension,
    cst.SetComp: Evaluator.comprehension,
    cst.GeneratorExp: Evaluator.comprehension,
    cst.DictComp: Evaluator.dict_comprehension,
    cst.NamedExpr: Evaluator.named,
    cst.Lambda: Evaluator.lambda_,
    cst.Integer: lambda self, node: Number("int"),
    cst.Float: lambda self, node: Number("float"),
    cst.SimpleString: lambda self, node: Text(),
}
_IDIOM_ROOTS = (cst.Call, cst.ListComp, cst.Subscript, cst.Attribute)


def kinds_of(kind: Kind) -> frozenset[Kind]:
    """The members of a union, or the kind itself."""
    return kind.kinds if isinstance(kind, Union) else frozenset({kind})

"""Kinds of expressions: one method a node type, results in the facts' tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import libcst as cst

from porter.facts import Api, ClassInfo, Facts, FunctionInfo, Port, Scope
from porter.infer import host_kinds
from porter.infer.names import (
    ARRAY_METHODS,
    DTYPES,
    MODULE_NAMES,
    NOT_KNOWN,
    SHARED_METHODS,
    SPACES,
    TENSOR_ONLY,
    is_torch,
)
from porter.infer.operators import Operators
from porter.kinds import (
    FLOAT,
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
    Sequence,
    StateDict,
    Tensor,
    Text,
    Tuple,
    Unknown,
    item_of,
    join,
    may_be_tensor,
)
from porter.rulebook import Argument, Refused, Rule, Rulebook
from porter.tree import children


class Evaluator(Operators):
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
            if base.name == "numpy" and name in _NUMPY_NUMBERS:
                return Number("float")
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
        for spaces in (spaces for kind, spaces in SPACES if isinstance(base, kind)):
            if not self._has(base, name):
                return UNKNOWN
            argument = Argument(node.value, base)
            self.facts.apis[node] = Api(f"{spaces[-1]}.{name}", (argument,))
            for space in spaces:
                rule = self.book.find(f"{space}.{name}")
                if rule is not None:
                    return self.decide(node, rule, (argument,))
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
            self.decide(node, rule, self.facts.apis[node].args)

    def _torch_name(self, node: cst.CSTNode, found: Kind) -> Kind:
        """A torch name that isn't called may have a rule of its own: torch.float32."""
        if isinstance(found, Named) and is_torch(found.name):
            self.facts.apis[node] = Api(found.name)
            short = found.name.rpartition(".")[2]
            if short in DTYPES:
                rule = self.book.find(found.name)
                if rule is not None:
                    self.decide(node, rule, ())
                return Dtype(DTYPES[short])
        return found

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
            self.facts.refused[node] = Refused("P103", f"the receiver of {name}() {NOT_KNOWN}")
            return TAINTED
        if isinstance(base, Sequence) and name in ("append", "appendleft", "add"):
            args = self.arguments(node)
            if args and isinstance(func.value, (cst.Name, cst.Attribute)):
                self.assign(func.value, Sequence(join(base.item, args[0].kind)))
            return Nothing()
        if base == UNKNOWN and name in SHARED_METHODS:
            self.facts.kinds[func] = UNKNOWN
            self.ambiguous.add(node)
            self.arguments(node)
            return Array() if name in ARRAY_METHODS else UNKNOWN
        for spaces in (spaces for kind, spaces in SPACES if isinstance(base, kind)):
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
        found = self.decide(node, rule, tuple(args)) if rule is not None else None
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

    def decide(
        self,
        node: cst.CSTNode,
        rule: Rule,
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
        kind = self.decide(node, rule, args)
        if node in self.facts.ports:
            self.facts.kinds[node] = kind

    def _bound(self, node: cst.BaseExpression) -> tuple[str, list[Argument]] | None:
        api = self.facts.apis.get(node)
        return (api.name, list(api.args)) if api else None

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


def _rank(args: list[Argument]) -> int | None:
    kind = args[0].kind if args else UNKNOWN
    return kind.rank if isinstance(kind, Tensor) else None


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
_NUMPY_NUMBERS = frozenset({"inf", "pi", "e", "nan", "infty", "euler_gamma"})
_IDIOM_ROOTS = (cst.Call, cst.ListComp, cst.Subscript, cst.Attribute)

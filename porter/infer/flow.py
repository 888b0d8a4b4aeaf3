"""Kinds flow through statements, functions and classes: one pass, cheap and capped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import libcst as cst

from porter.facts import Api, ClassInfo, Facts, FunctionInfo, Scope
from porter.infer import optimizers
from porter.infer.annotations import annotated, with_default
from porter.infer.evaluate import Evaluator
from porter.infer.host_kinds import augmented
from porter.infer.names import is_torch, passed
from porter.kinds import (
    NEVER,
    TENSOR,
    UNKNOWN,
    Class,
    Device,
    Function,
    Instance,
    Kind,
    Module,
    Named,
    Nothing,
    Number,
    Parameter,
    ParamGroup,
    Tensor,
    Unknown,
    item_of,
    join,
)
from porter.project import Project
from porter.rulebook import Argument, Refused, Rulebook
from porter.tree import children, dotted, is_expression, statements

_RUNS = 2  # a function is evaluated again when a later call widens its arguments, so often


def infer(path: str, module: cst.Module, book: Rulebook, project: Project) -> Facts:
    """Evaluate a whole file."""
    inference = Inference(Facts(path, module), book, project)
    inference.file()
    inference.facts.names = inference.module_scope.names
    return inference.facts


class Inference(Evaluator):
    """Statements, functions and classes, on top of expressions."""

    def __init__(self, facts: Facts, book: Rulebook, project: Project) -> None:
        super().__init__(facts, book)
        self.project = project
        self.module_scope = self.scope
        self.loops = 0
        self._defined: dict[cst.FunctionDef, FunctionInfo] = {}

    def file(self) -> None:
        """The module body, then every function and class that nothing called, inner ones last."""
        self.suite(self.facts.module.body)
        while True:
            unbuilt = [info for info in self.facts.classes.values() if not info.built]
            for info in unbuilt:
                self.build(info, [])
            uncalled = [f for f in self.facts.functions.values() if not f.runs]
            for function in uncalled:
                if not function.runs:
                    self.run(function, [], bound=False)
            if not unbuilt and not uncalled:
                return

    # -- statements
    def suite(self, body: Any) -> None:
        for statement in body:
            self.statement(statement)

    def statement(self, node: cst.CSTNode) -> None:
        method = _STATEMENTS.get(type(node))
        if method is not None:
            method(self, node)
            return
        for child in children(node):
            if is_expression(child):
                self.kind(child)
            else:
                self.statement(child)

    def assignment(self, node: cst.Assign) -> None:
        kind = self.kind(node.value)
        for target in node.targets:
            self.assign(target.target, kind)
            self._requires_grad(target.target, node.value)
        self._setting(node, kind)
        self._rate(node, node.targets[0].target, Argument(node.value, kind))

    def _requires_grad(self, target: cst.CSTNode, value: cst.CSTNode) -> None:
        """`m.requires_grad = True` makes m a leaf."""
        if isinstance(target, cst.Attribute) and target.attr.value == "requires_grad":
            base = self.facts.kind(target.value)
            if isinstance(base, Tensor) and isinstance(target.value, cst.Name):
                self.scope.names[target.value.value] = Parameter(base.dtype, base.rank)

    def _setting(self, node: cst.Assign, kind: Kind) -> None:
        """`torch.backends.cudnn.benchmark = True` is ported as a call with the value."""
        target = node.targets[0].target
        owner = self.facts.kind(target.value) if isinstance(target, cst.Attribute) else UNKNOWN
        if isinstance(target, cst.Attribute) and isinstance(owner, Named) and is_torch(owner.name):
            name = f"{owner.name}.{target.attr.value}"
            rule = self.book.find(name) if len(node.targets) == 1 else None
            self.facts.apis[target if rule is None else node] = Api(name)
            if rule is not None:
                self.decide(node, rule, (Argument(node.value, kind),))

    def _rate(self, node: cst.CSTNode, target: cst.CSTNode, value: Argument) -> None:
        """`group["lr"] = lr` is ported as a call, too."""
        if not isinstance(target, cst.Subscript):
            return
        base = self.facts.kind(target.value)
        if isinstance(base, ParamGroup):
            name = f"ParamGroup.{optimizers.text_index(target)}="
            rule = self.book.find(name)
            if rule is not None:
                self.facts.apis[node] = Api(name)
                self.decide(node, rule, (Argument(target.value, base), value))
            else:
                message = "only the lr of a parameter group can be changed"
                self.facts.ports.pop(target, None)
                self.facts.refused[target] = Refused("P102", message)

    def annotated(self, node: cst.AnnAssign) -> None:
        promised = self._annotation(node.annotation)
        kind = self.kind(node.value) if node.value else promised
        if self.scope.cls is not None:
            kind = with_default(promised, kind)
        self.assign(node.target, promised if isinstance(kind, Unknown) else kind)

    def augmented(self, node: cst.AugAssign) -> None:
        before, value = self.kind(node.target), self.kind(node.value)
        symbol = {cst.AddAssign: "+", cst.DivideAssign: "/"}.get(type(node.operator), "*")
        self.assign(node.target, augmented(before, value, symbol))
        change = optimizers.AUGMENTED.get(type(node.operator))
        if change is not None and isinstance(node.target, cst.Subscript):
            new = cst.BinaryOperation(node.target, change(), node.value)
            self._rate(node, node.target, Argument(new, Number()))

    def returned(self, node: cst.Return) -> None:
        self.scope.returns.append(self.kind(node.value) if node.value else Nothing())

    def branch(self, node: cst.If) -> None:
        self.kind(node.test)
        before = dict(self.scope.names)
        self.statement(node.body)
        after = self.scope.names
        self.scope.names = before
        if node.orelse is not None:
            self.statement(node.orelse)
        self._merge(after)

    def _merge(self, other: dict[str, Kind]) -> None:
        names = self.scope.names
        for name, kind in other.items():
            if name in names and names[name] != kind:
                names[name] = join(names[name], kind)
            else:
                names[name] = kind

    def for_loop(self, node: cst.For) -> None:
        items = self.kind(node.iter)
        self._loop(node, lambda: self.assign(node.target, item_of(items)))

    def while_loop(self, node: cst.While) -> None:
        self._loop(node, lambda: self.kind(node.test))

    def _loop(self, node: cst.For | cst.While, head: Callable[[], Any]) -> None:
        """The body once; a second time if the outermost loop changed what it began with."""
        self.loops += 1
        before = dict(self.scope.names)
        head()
        self.statement(node.body)
        grown = {
            name: join(kind, self.scope.names[name])
            for name, kind in before.items()
            if self.scope.names.get(name, kind) != kind
        }
        if self.loops == 1 and any(before[name] != kind for name, kind in grown.items()):
            self.scope.names.update(grown)
            head()
            self.statement(node.body)
        self._merge(before)
        self.loops -= 1
        if node.orelse is not None:
            self.statement(node.orelse)

    def with_block(self, node: cst.With) -> None:
        for item in node.items:
            kind = self.kind(item.item)
            if isinstance(kind, Device):
                self.facts.ports.pop(item.item, None)
                message = "a block on a device: TensorFlow places tensors itself"
                self.facts.refused[item.item] = Refused("P102", message)
            if item.asname is not None:
                self.assign(item.asname.name, UNKNOWN if isinstance(kind, Unknown) else kind)
        self.statement(node.body)

    def deletion(self, node: cst.Del) -> None:
        self.kind(node.target)

    def importing(self, node: cst.Import) -> None:
        for alias in node.names:
            full = dotted(alias.name) or ""
            if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
                self.scope.names[alias.asname.name.value] = self.imported(full)
            else:
                self.scope.names[full.partition(".")[0]] = Named(full.partition(".")[0])
                self.imports_torch = self.imports_torch or is_torch(full)

    def importing_from(self, node: cst.ImportFrom) -> None:
        base = "." * len(node.relative) + ((dotted(node.module) or "") if node.module else "")
        if isinstance(node.names, cst.ImportStar):
            for name, kind in self.project.star(base, self.facts.path, self.book).items():
                self.scope.names[name] = kind
            return
        joint = base if base.endswith(".") or not base else f"{base}."
        for alias in node.names:
            bound = alias.asname.name if alias.asname else alias.name
            if isinstance(bound, cst.Name):
                self.scope.names[bound.value] = self.imported(f"{joint}{dotted(alias.name)}")

    def imported(self, name: str) -> Kind:
        """A qualified name, looked up in the project's own files first."""
        self.imports_torch = self.imports_torch or is_torch(name)
        if is_torch(name) or name.startswith("numpy"):
            return Named(_canonical(name))
        return self.project.look_up(name, self.facts.path, self.book) or Named(name)

    # -- functions and classes
    def define(self, node: cst.FunctionDef) -> None:
        info = self._function(node, self.scope.cls)
        self.scope.names[node.name.value] = Function(info.name)

    def _function(self, node: cst.FunctionDef, cls: ClassInfo | None) -> FunctionInfo:
        owner = f"{cls.name}." if cls else ""
        name = f"{self.facts.path}:{owner}{node.name.value}#{len(self.facts.functions)}"
        if node in self._defined:
            return self._defined[node]
        info = self._defined[node] = FunctionInfo(name, node, self.scope, cls)
        self.facts.functions[name] = info
        for decorator in node.decorators:
            self.kind(decorator.decorator)
        return info

    def define_class(self, node: cst.ClassDef) -> None:
        name = f"{self.facts.path}:{node.name.value}"
        info = ClassInfo(name, node, tuple(self.kind(base.value) for base in node.bases))
        self.facts.classes[name] = info
        info.is_module = any(self._is_module(base) for base in info.bases)
        info.block = next(filter(None, map(self._block, info.bases)), "")
        self.scope.names[node.name.value] = Class(name)
        self.scope = Scope(self.scope, info)
        for statement in statements(node.body):
            self.statement(statement)
            if isinstance(statement, cst.FunctionDef):
                found = self.scope.names[statement.name.value]
                assert isinstance(found, Function)
                info.methods[statement.name.value] = self.facts.functions[found.name]
        for name, kind in self.scope.names.items():
            if not isinstance(kind, Function):
                info.attributes.setdefault(name, kind)
        assert self.scope.parent is not None
        self.scope = self.scope.parent

    def _block(self, base: Kind) -> str:
        """The torch class behind a base, where that is a building block."""
        if isinstance(base, Class):
            info = self.class_info(base.name)
            return info.block if info is not None else ""
        rule = self.book.find(base.name) if isinstance(base, Named) else None
        return base.name if isinstance(base, Named) and rule is not None and rule.is_class else ""

    def _is_module(self, base: Kind) -> bool:
        if isinstance(base, Class):
            info = self.class_info(base.name)
            return info is not None and info.is_module
        if not isinstance(base, Named) or base.name.endswith("Loss"):
            return False
        layer = base.name.startswith("torch.nn.") and self._block(base)
        return bool(layer) or base.name in ("torch.nn.Module", "torch.nn.Sequential")

    def class_info(self, name: str) -> ClassInfo | None:
        return self.facts.classes.get(name) or self.project.classes.get(name)

    def function_info(self, name: str) -> FunctionInfo | None:
        return self.facts.functions.get(name) or self.project.functions.get(name)

    def build(self, cls: ClassInfo, args: list[Argument]) -> None:
        """Run `__init__`, so that the attributes are known."""
        if cls.built and not args:
            return
        cls.built = True
        init = cls.methods.get("__init__")
        if init is not None and init.name in self.facts.functions:
            self.run(init, args, bound=True)

    def run(self, info: FunctionInfo, args: list[Argument], bound: bool) -> Kind:
        """The kind that a call returns; the body is evaluated when it learns something new."""
        if info.name not in self.facts.functions:
            return info.returns
        learned = self._bind(info, args, bound)
        if info.running or (info.runs and not learned) or info.runs >= _RUNS:
            return info.returns
        if info.cls is not None and not info.cls.built:
            self.build(info.cls, [])
        info.running = True
        info.runs += 1
        outer, loops, self.loops = self.scope, self.loops, 0
        self.scope = Scope(info.scope if info.cls is None else info.scope.parent)
        self.scope.names.update(info.arguments)
        promised = self._annotation(info.node.returns) if info.node.returns else UNKNOWN
        info.returns = promised if info.runs == 1 else info.returns
        self.statement(info.node.body)
        found: Kind = NEVER
        for kind in self.scope.returns:
            found = join(found, kind)
        found = Nothing() if found == NEVER else found
        # a generator and an abstract method return nothing themselves
        vague = isinstance(found, (Unknown, Nothing)) and promised != UNKNOWN
        info.returns = promised if vague else found
        for name, kind in self.scope.names.items():  # what the body's use told of an argument
            if name in info.arguments and isinstance(info.arguments[name], Unknown):
                if isinstance(kind, Tensor):
                    info.arguments[name] = kind
        self.scope, self.loops = outer, loops
        info.running = False
        return info.returns

    def _bind(self, info: FunctionInfo, args: list[Argument], bound: bool) -> bool:
        """Join the call's arguments into the function's; True if that told anything new."""
        params = info.node.params
        names = [p.name.value for p in (*params.posonly_params, *params.params)]
        every = (*params.posonly_params, *params.params, *params.kwonly_params)
        before = dict(info.arguments)
        if not before:
            for param in every:
                info.arguments[param.name.value] = self._default(info, param)
            for star in (params.star_arg, params.star_kwarg):
                if isinstance(star, cst.Param) and star.annotation is not None:
                    self._annotation(star.annotation)
            if info.cls is not None and names and not _is_static(info.node):
                own = Module if info.cls.is_module else Instance
                info.arguments[names[0]] = own(info.cls.name)
        rest = names if info.cls is None or _is_static(info.node) else names[1:]
        for index, arg in enumerate(args):
            if arg.star:
                break
            name = arg.keyword or (rest[index] if index < len(rest) else "")
            if name not in info.arguments:
                continue
            old, kind = before.get(name), passed(arg.kind)
            learned = kind if old is None or isinstance(old, Unknown) else join(old, kind)
            if not (isinstance(learned, Unknown) and isinstance(info.arguments[name], Tensor)):
                info.arguments[name] = learned
        return info.arguments != before

    def _default(self, info: FunctionInfo, param: cst.Param) -> Kind:
        """The kind of a parameter before any call: annotation, default, forward's convention."""
        kind = self._annotation(param.annotation) if param.annotation else UNKNOWN
        if param.default is not None:
            kind = with_default(kind, passed(self.kind(param.default)))
        forward = info.cls is not None and info.cls.is_module and info.node.name.value == "forward"
        if forward and param.default is None and isinstance(kind, Unknown):
            return TENSOR
        if info.cls is not None and info.cls.block and isinstance(kind, Unknown):
            return self.book.promised(info.cls.block, info.node.name.value, param.name.value)
        return kind

    def _annotation(self, node: cst.Annotation) -> Kind:
        self.kind(node.annotation)
        return annotated(node.annotation, self.facts.kind, self.class_info)


def _is_static(node: cst.FunctionDef) -> bool:
    return any(dotted(d.decorator) == "staticmethod" for d in node.decorators)


def _canonical(name: str) -> str:
    """One spelling for names that torch and NumPy export twice."""
    return name.replace("torch.nn.modules.", "torch.nn.")


_STATEMENTS: dict[type[cst.CSTNode], Callable[[Any, Any], None]] = {
    cst.Assign: Inference.assignment,
    cst.AnnAssign: Inference.annotated,
    cst.AugAssign: Inference.augmented,
    cst.Return: Inference.returned,
    cst.If: Inference.branch,
    cst.For: Inference.for_loop,
    cst.While: Inference.while_loop,
    cst.With: Inference.with_block,
    cst.Del: Inference.deletion,
    cst.Import: Inference.importing,
    cst.ImportFrom: Inference.importing_from,
    cst.FunctionDef: Inference.define,
    cst.ClassDef: Inference.define_class,
}

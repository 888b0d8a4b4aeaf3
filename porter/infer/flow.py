"""Kinds flow through statements, functions and classes: one pass, cheap and capped."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

import libcst as cst

from porter.facts import Api, Facts
from porter.infer import foreign, optimizers, own_optimizers, records, workers
from porter.infer.annotations import with_default
from porter.infer.custom_functions import CustomFunctions
from porter.infer.host_kinds import augmented
from porter.infer.names import has_tensors, is_torch, one_spelling
from porter.infer.narrowing import cast_to, ended
from porter.infer.replaced_parts import replaced_part
from porter.infer.unread import only_first
from porter.kinds import (
    UNKNOWN,
    Class,
    Device,
    Kind,
    Named,
    Nothing,
    Number,
    Parameter,
    ParamGroup,
    Tensor,
    Tuple,
    Unknown,
    item_of,
    join,
)
from porter.rulebook import Argument, Refused, Rulebook
from porter.tree import children, dotted, is_expression, is_for_missing, only, statements

if TYPE_CHECKING:  # it imports the package
    from porter.project import Project


def infer(path: str, module: cst.Module, book: Rulebook, project: Project) -> Facts:
    """Evaluate a whole file; once more where it gives other files more than these knew, and where
    callers disagree and that was learned too late. What was so learned of a tree that was changed
    since then holds for what it has still."""
    facts, given = Facts(path, module), project.callers(path, book)
    inference = _evaluated(Inference(facts, book, project), project, given)
    if project.learn(path, inference.facts, inference.module_scope.names, book):
        inference = _evaluated(Inference(_again(facts), book, project), project, given)
    if inference.late.adds_to(project.learned):
        project.learned.add(inference.late)
        inference = _evaluated(Inference(_again(facts), book, project), project, given)
    inference.facts.names = inference.module_scope.names
    return inference.facts


def _evaluated(
    inference: Inference, project: Project, given: dict[str, dict[str, Kind]]
) -> Inference:
    inference.known, inference.elsewhere = project.learned, project.told
    inference.told_by_callers(given)
    inference.file()
    return inference


def _again(facts: Facts) -> Facts:
    """Nothing is known of the same tree, but where its nodes are."""
    other = Facts(facts.path, facts.module)
    other.index = facts.index
    return other


_EXTREMES = frozenset({"max_of", "min_of"})  # rules whose second result is often left alone


class Inference(CustomFunctions):
    """Statements, on top of functions, classes and expressions."""

    def file(self) -> None:
        """The module body, then every function and class that nothing called, inner ones last;
        a class that another part of the file makes objects of waits for what that gives it."""
        self.suite(self.facts.module.body)
        made: Collection[str] = self.facts.index.called
        while True:
            unbuilt = [info for info in self.facts.classes.values() if not info.built]
            bases = {base for info in unbuilt for base in info.bases}
            first = [info for info in unbuilt if info.node.name.value not in made]
            for info in sorted(first, key=lambda info: Class(info.name) in bases):  # heirs first
                self.build(info, [])
            uncalled = [f for f in self.facts.functions.values() if not f.runs]
            early = [f for f in uncalled if f.cls is None or f.cls.built]
            for function in early if made else uncalled:
                if not function.runs:
                    self.run(function, [], bound=False)
            if not unbuilt and not uncalled:
                return
            if not first and not early:
                made = ()

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
        kind = self.as_dtype(node.value, self.kind(node.value))
        first = self._first_alone(node, kind)
        if first is not None:
            kind = self.facts.kinds[node.value] = self.facts.kinds[first]
        kind = own_optimizers.bound(kind, node, self.kind)
        for target in node.targets:
            self.assign(first or target.target, kind)
            self._requires_grad(target.target, node.value)
        self.left_open(node.targets[0].target, node.value)
        self._setting(node, kind)
        self._rate(node, node.targets[0].target, Argument(node.value, kind))

    def _first_alone(self, node: cst.Assign, kind: Kind) -> cst.Name | None:
        """`value, _ = x.max(1)` is ported as `value = x.max(1)[0]`."""
        self.facts.alone.pop(node, None)
        port = self.facts.ports.get(node.value)
        if port is None or not isinstance(kind, Tuple) or port.rule.name not in _EXTREMES:
            return None
        first = only_first(self.facts.index, node)
        if first is not None:
            self.facts.kinds[first] = self.decide(node.value, port.rule, port.args, 0)
            self.facts.alone[node] = first
        return first

    def _requires_grad(self, target: cst.CSTNode, value: cst.CSTNode) -> None:
        """`m.requires_grad = True` makes m a leaf."""
        if not isinstance(target, cst.Attribute) or target.attr.value != "requires_grad":
            return
        base, owner = self.facts.kind(target.value), target.value
        if not isinstance(base, Tensor) or dotted(value) != "True" or target in self.facts.watched:
            return
        leaf = Parameter(base.dtype, base.rank)
        if isinstance(owner, cst.Name):
            self.scope.names[owner.value] = leaf
        elif isinstance(owner, cst.Attribute):
            self.set_attribute(owner, leaf, anew=True)

    def _setting(self, node: cst.Assign, kind: Kind) -> None:
        """`torch.backends.cudnn.benchmark = True` is ported as a call with the value."""
        target = node.targets[0].target
        owner = self.facts.kind(target.value) if isinstance(target, cst.Attribute) else UNKNOWN
        if isinstance(target, cst.Attribute) and isinstance(owner, Named) and is_torch(owner.name):
            name = f"{owner.name}.{target.attr.value}"
            rule = self.book.find(name) if len(node.targets) == 1 else None
            if rule is not None and not name.startswith("torch.backends."):
                rule = None
                message = f"{name} is replaced: the port's own would stay what it is"
                self.facts.refused[target] = Refused("P102", message)
            self.facts.apis[target if rule is None else node] = Api(name)
            if rule is not None:
                self.decide(node, rule, (Argument(node.value, kind),))
        elif (refused := replaced_part(self.facts, target, kind)) is not None:
            self.facts.refused[target] = refused

    def _rate(self, node: cst.CSTNode, target: cst.CSTNode, value: Argument) -> None:
        """`group["lr"] = lr` is ported as a call, too."""
        if not isinstance(target, cst.Subscript):
            return
        base = self.facts.kind(target.value)
        if isinstance(base, ParamGroup):
            key = optimizers.any_index(target)
            name = f"ParamGroup.{optimizers.text_index(target)}="
            rule = self.book.find(name)
            args = [Argument(target.value, base), value]
            if rule is None and key is not None:
                name = "ParamGroup.[]="
                rule = self.book.find(name)
                args.insert(1, Argument(key, self.kind(key)))
            if rule is not None:
                self.facts.apis[node] = Api(name)
                self.decide(node, rule, tuple(args))
                if node in self.facts.refused:  # an option that stays what it is
                    self.facts.refused[target] = self.facts.refused.pop(node)
                    self.facts.ports.pop(target, None)

    def annotated(self, node: cst.AnnAssign) -> None:
        promised = self._annotation(node.annotation)
        kind = self.kind(node.value) if node.value else promised
        if node.value is None and isinstance(promised, Unknown) and self._constructs():
            return  # its constructor tells what it is
        if self.scope.cls is not None:
            kind = with_default(promised, kind)
        self.assign(node.target, promised if isinstance(kind, Unknown) else kind)

    def _constructs(self) -> bool:
        """Whether a class has a constructor of its own."""
        lines = statements(self.scope.cls.node.body) if self.scope.cls is not None else ()
        functions = (line for line in lines if isinstance(line, cst.FunctionDef))
        return any(function.name.value == "__init__" for function in functions)

    def augmented(self, node: cst.AugAssign) -> None:
        before, value = self.kind(node.target), self.kind(node.value)
        symbol = {cst.AddAssign: "+", cst.DivideAssign: "/"}.get(type(node.operator), "*")
        sides = Argument(node.target, before), Argument(node.value, value)
        own = self.overloaded(node.operator, *sides)
        self.assign(node.target, own or augmented(before, value, symbol))
        change = optimizers.AUGMENTED.get(type(node.operator))
        if change is not None and isinstance(node.target, cst.Subscript):
            new = cst.BinaryOperation(node.target, change(), node.value)
            self._rate(node, node.target, Argument(new, Number()))

    def returned(self, node: cst.Return) -> None:
        self.scope.returns.append(self.kind(node.value) if node.value else Nothing())

    def branch(self, node: cst.If) -> None:
        self.kind(node.test)
        before, open_ = dict(self.scope.names), dict(self.scope.open)
        told = self.narrowing.told(node.test)
        after = self._suite(node.body, before, told.true)
        opened, self.scope.open = self.scope.open, open_
        other = self._suite(node.orelse, before, told.false)
        self.globals_of_both((after, told.true), (other, told.false))
        self.scope.names = other
        self._merge(after)
        leaves = _leaves(node.body), _is_left(node.orelse)
        if leaves.count(True) == 1:  # what is behind runs where the condition is the other
            rest, behind = (told.false, other) if leaves[0] else (told.true, after)
            self.scope.names |= {n: k for n, k in rest.items() if behind.get(n) is before.get(n)}
        if cast := cast_to(node):
            self.scope.names[cast] = after[cast]
        for name in opened.keys() | self.scope.open.keys():
            if opened.get(name) is not self.scope.open.get(name):  # one of the two
                self.scope.open.pop(name, None)

    def asserted(self, node: cst.Assert) -> None:
        for part in children(node):
            self.kind(part)
        self.scope.names |= self.narrowing.told(node.test).true

    def _suite(
        self, suite: cst.CSTNode | None, before: dict[str, Kind], told: Mapping[str, Kind]
    ) -> dict[str, Kind]:
        """The names behind a suite that runs under a condition; what the condition told ends."""
        self.scope.names = {**before, **told}
        if suite is not None:
            self.statement(suite)
        return ended(self.scope.names, before, told)

    def _merge(self, other: dict[str, Kind]) -> None:
        names = self.scope.names
        for name, kind in other.items():
            if name in names and names[name] != kind:
                names[name] = join(names[name], kind)
            else:
                names[name] = kind

    def for_loop(self, node: cst.For) -> None:
        items = foreign.gone_over(self.facts, node.iter, self.kind(node.iter))
        self._loop(node, lambda: self.assign(node.target, item_of(items)))
        filled = records.filled(node, self.facts.kind)
        if filled is not None:
            self.assign(*filled)

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

    def try_block(self, node: cst.Try) -> None:
        """A handler may begin anywhere in the body; what comes behind sees either.

        What an import gives, though, is what the program runs with, if it uses that at all:
        `except ImportError: torch = None`.
        """
        before = dict(self.scope.names)
        self.statement(node.body)
        if node.orelse is not None:
            self.statement(node.orelse)
        after = self.scope.names
        given = {n: k for n, k in after.items() if isinstance(k, Named) and is_torch(k.name)}
        for handler in node.handlers:
            self.scope.names = dict(before)
            self._merge(after)
            self.statement(handler)
            if not _leaves(handler.body):
                self._merge(after)
                after = self.scope.names | (given if is_for_missing(handler) else {})
        self.scope.names = after
        if node.finalbody is not None:
            self.statement(node.finalbody)

    def with_block(self, node: cst.With) -> None:
        for item in node.items:
            kind = self.kind(item.item)
            if isinstance(kind, Device):
                self.facts.ports.pop(item.item, None)
                message = "a block on a device: TensorFlow places tensors itself"
                self.facts.refused[item.item] = Refused("P102", message)
            if item.asname is not None:
                given = UNKNOWN if isinstance(kind, Unknown) else self.entered(kind)
                self.assign(item.asname.name, given)
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
                self.imports_torch |= has_tensors(full)

    def importing_from(self, node: cst.ImportFrom) -> None:
        base = "." * len(node.relative) + ((dotted(node.module) or "") if node.module else "")
        if isinstance(node.names, cst.ImportStar) and is_torch(base):
            for name in self.book.names_in(base):
                self.scope.names[name] = self.imported(f"{base}.{name}")
            return
        if isinstance(node.names, cst.ImportStar):
            brought = self.project.star(base, self.facts.path, self.book)
            self.facts.unread += [node] if brought is None else []
            for name, kind in (brought or {}).items():
                self.scope.names[name] = kind
                self.imports_torch |= isinstance(kind, Named) and has_tensors(kind.name)
            return
        joint = base if base.endswith(".") or not base else f"{base}."
        for alias in node.names:
            bound = alias.asname.name if alias.asname else alias.name
            if isinstance(bound, cst.Name):
                self.scope.names[bound.value] = self.imported(f"{joint}{dotted(alias.name)}")

    def imported(self, name: str) -> Kind:
        """A qualified name, looked up in the project's own files first."""
        self.imports_torch |= has_tensors(name)
        name = workers.canonical(name)
        if is_torch(name) or name.startswith("numpy"):
            return Named(one_spelling(name))
        return self.project.look_up(name, self.facts.path, self.book) or Named(name)


_STATEMENTS: dict[type[cst.CSTNode], Callable[[Any, Any], None]] = {
    cst.Assign: Inference.assignment,
    cst.AnnAssign: Inference.annotated,
    cst.AugAssign: Inference.augmented,
    cst.Return: Inference.returned,
    cst.If: Inference.branch,
    cst.Assert: Inference.asserted,
    cst.For: Inference.for_loop,
    cst.While: Inference.while_loop,
    cst.Try: Inference.try_block,
    cst.With: Inference.with_block,
    cst.Del: Inference.deletion,
    **dict.fromkeys((cst.Global, cst.Nonlocal), Inference.declared),
    cst.Import: Inference.importing,
    cst.ImportFrom: Inference.importing_from,
    cst.FunctionDef: Inference.define,
    cst.ClassDef: Inference.define_class,
}


def _is_left(orelse: cst.If | cst.Else | None) -> bool:
    """Whether nothing behind an `if` runs after its `else`, or its `elif`s."""
    if isinstance(orelse, cst.If):
        return _leaves(orelse.body) and _is_left(orelse.orelse)
    return orelse is not None and _leaves(orelse.body)


def _leaves(suite: cst.BaseSuite) -> bool:
    """Whether nothing behind a suite runs after it."""
    lines = statements(suite)  # none where a rearrangement moved them
    return bool(lines) and isinstance(
        only(lines[-1]), (cst.Return, cst.Raise, cst.Continue, cst.Break)
    )

"""Functions and classes: what a call teaches about parameters, and what it returns."""

from __future__ import annotations

from functools import cached_property, partial, reduce
from typing import TYPE_CHECKING

import libcst as cst

from porter.facts import Api, ClassInfo, Facts, FunctionInfo, Scope, is_abstract
from porter.infer import evidence, network_inputs, open_bases, own_optimizers, passing
from porter.infer.alternatives import narrowed
from porter.infer.annotations import annotated, meant_by, with_default
from porter.infer.asked_by_name import asked_by_name
from porter.infer.chosen_by_text import choices, is_made
from porter.infer.class_tests import asked_classes
from porter.infer.decorators import Decorators
from porter.infer.either import is_decided
from porter.infer.flagged import returned
from porter.infer.hydra import INSTANTIATE
from porter.infer.kept_class import kept_class
from porter.infer.learned import fitting
from porter.infer.names import BY_NAME, is_torch, passed
from porter.infer.ports import made_of
from porter.infer.reflection import Reflection
from porter.infer.unset import filled, unset
from porter.kinds import (
    NEVER,
    TAINTED,
    TENSOR,
    UNKNOWN,
    Array,
    Class,
    Function,
    Instance,
    Kind,
    Listed,
    Module,
    Named,
    Nothing,
    Optimizer,
    Passed,
    Sequence,
    Tensor,
    Tuple,
    Unknown,
    join,
)
from porter.rulebook import Argument, Refused, Rulebook
from porter.rulebook.bind import literal
from porter.tree import children, dotted, has_decorator, named_parameters, statements, walk

if TYPE_CHECKING:  # it imports the package
    from porter.project import Project

_RUNS = 4  # a function is evaluated again when a later call widens its arguments, so often


class Definitions(Decorators):
    """Functions and classes, on top of expressions; `Inference` adds statements."""

    def __init__(self, facts: Facts, book: Rulebook, project: Project) -> None:
        super().__init__(facts, book)
        self.project, self.seen = project, project.decided_by
        facts.others, facts.other_classes = project.functions, project.classes
        facts.mentioned, facts.shared = project.mentions, project.shares
        facts.touched, facts.said = project.touches, project.says
        facts.frozen_elsewhere, facts.modes_elsewhere = project.freezes, project.changes_modes
        facts.read, facts.importers = project.reads, partial(project.importers, facts.path)
        facts.text = project.text
        facts.together = partial(project.together, facts.path)
        facts.beside = partial(project.beside, facts.path)
        facts.is_library = partial(project.is_library, facts.path)
        facts.foreign = partial(project.foreign, facts.path)
        facts.texts_elsewhere = partial(project.texts, facts.path)
        self.given: dict[str, dict[str, Kind]] = {}  # what other files pass to functions
        self.tells = False  # of a file that is read for the sake of others
        self.loops = 0
        self._defined: dict[cst.FunctionDef, FunctionInfo] = {}

    def told_by_callers(self, given: dict[str, dict[str, Kind]]) -> None:
        """Other files pass this to functions: a file that is given tensors is one that has them."""
        self.given, self.tells = given, True
        self.imports_torch |= passing.gives_torch(given)

    @cached_property
    def _reflection(self) -> Reflection:
        return Reflection(
            self.facts,
            lambda name: self.book.find(f"Tensor.{name}") is not None,
            self.scope.look_up,
        )

    # -- what Inference adds
    def statement(self, node: cst.CSTNode) -> None:
        raise NotImplementedError

    def _named(self, node: cst.Call, name: str, args: list[Argument]) -> Kind:
        if self.imports_torch and (why := self._reflection.refusal(node, name, args)):
            self.facts.refused[node] = why
            return TAINTED
        asks = name == "builtins.hasattr" and self.imports_torch and len(args) == 2
        if asks and not is_decided(self.facts, node):
            if self._reflection.asks(args[0].kind, args[1]):
                space = "Tensor" if isinstance(args[0].kind, Tensor) else "Either"
                return self.torch(node, f"{space}.hasattr", args)
        if name == "builtins.isinstance" and len(args) == 2:
            asked_classes(self.facts, args[1])
        if name == "builtins.getattr" and len(args) > 1:
            if len(args) == 2 and isinstance(args[0].kind, Named) and args[0].kind.name in BY_NAME:
                return self._by_name(node, args[0].kind.name, args[1].node)
            if asked := asked_by_name(self.facts, args, self.class_info, self.member):
                return asked
        if name == "builtins.setattr" and len(args) == 3:
            self.set_by_name(args)
        if name == "builtins.map" and len(args) == 2 and (each := self._mapped_each(*args)):
            return each
        if name == "builtins.map" and args and (item := self._mapped(args[0].kind)) != UNKNOWN:
            return Sequence(item)
        if name in INSTANTIATE and args:
            target = self.project.configurations.target((dotted(args[0].node) or "").split(".")[-1])
            found = self.imported(target) if target is not None else None
            if isinstance(found, Class) and (info := self.class_info(found.name)):
                return Module(info.name) if info.is_module else Instance(info.name)
        return super()._named(node, name, args)

    def _by_name(self, node: cst.Call, home: str, name: cst.BaseExpression) -> Kind:
        """getattr(torch.optim, name): one of those that the program names somewhere."""
        text, quoted = literal(name), self.project.quoted()
        words = {str(t.evaluated_value) for t in self.facts.index.all(cst.SimpleString)} | quoted
        made = not isinstance(text, str) and is_made(node, self.facts.index.parents.get(node))
        words = {text} if isinstance(text, str) else words | self.project.configurations.words
        known, found = choices(home, sorted(words), self.book, made)
        if known:
            self.facts.apis.pop(node.args[0].value, None)
            self.facts.by_name[node] = known
        return found

    def _mapped_each(self, function: Argument, items: Argument) -> Kind | None:
        """What `map(torch.stack, zip(*rows))` makes of each item by itself."""
        kind, over = function.kind, items.kind
        rule = self.book.find(kind.name) if isinstance(kind, Named) else None
        if rule is None or rule.is_class or not isinstance(over, (Tuple, Listed)):
            return None
        found: list[Kind] = []
        for item in over.items:
            try:
                decision = self.book.decide(rule, (Argument(cst.Name("x"), item),))
            except Refused:
                return None
            found.append(made_of(rule, decision.kind, item))
        return Listed(reduce(join, found), tuple(found)) if found else None

    def _mapped(self, kind: Kind) -> Kind:
        """What `map(torch.stack, zip(*batch))` makes of each item; a lambda, a function, a class:
        where that is a network."""
        if isinstance(kind, Named) and is_torch(kind.name):
            return self.book.gives(kind.name)
        found: Kind | None = None
        if isinstance(kind, Passed):
            found = kind.gives
        elif isinstance(kind, Function):
            function = self.function_info(kind.name)
            found = self.run(function, [], bound=False) if function is not None else None
        elif isinstance(kind, Class):
            info = self.class_info(kind.name)
            found = Module(info.name) if info is not None and info.is_module else None
        return found if isinstance(found, Module) else UNKNOWN

    # -- functions and classes
    def define(self, node: cst.FunctionDef) -> None:
        info = self._function(node, self.scope.cls)
        if not has_decorator(node, f"{node.name.value}.setter", f"{node.name.value}.deleter"):
            self.assign(node.name, Function(info.name))

    def _function(self, node: cst.FunctionDef, cls: ClassInfo | None) -> FunctionInfo:
        owner = f"{cls.name}." if cls else ""
        name = f"{self.facts.path}:{owner}{node.name.value}#{len(self.facts.functions)}"
        if node in self._defined:
            again = self._defined[node]
            again.stale |= again.scope is not self.scope  # of another call of the function around
            again.scope = self.scope
            return again
        info = self._defined[node] = FunctionInfo(name, node, self.scope, cls)
        self.facts.functions[name] = info
        for decorator in node.decorators:
            self.kind(decorator.decorator)
        return info

    def define_class(self, node: cst.ClassDef) -> None:
        name = f"{self.facts.path}:{node.name.value}"
        if name in self.facts.classes:  # `class Agent(Agent):` of a notebook
            name = f"{name}#{len(self.facts.classes)}"
        info = ClassInfo(name, node, tuple(self.kind(base.value) for base in node.bases))
        self.facts.classes[name] = info
        info.attributes.update(own_optimizers.parts(info, self.class_info))
        own = name.rpartition(":")[2]
        info.attributes.update({n: kind for (c, n), kind in self.elsewhere.items() if c == own})
        info.attributes.update(self.known.names_of(node))
        info.is_module = any(self._is_module(base) for base in info.bases)
        info.block = open_bases.block(info, self.class_info, self.book)
        self.imports_torch |= open_bases.have_tensors(info, self.class_info)
        self.scope.names[node.name.value] = Class(name)
        self.scope = Scope(self.scope, info)
        for statement in statements(node.body):
            self.statement(statement)
            if isinstance(statement, cst.FunctionDef):
                found = self.scope.names.get(statement.name.value)
                if not isinstance(found, Function):
                    continue  # the setter of a base's property
                info.methods[statement.name.value] = self.facts.functions[found.name]
        if self.imports_torch:
            open_bases.refuse(self.facts, info, self.facts.kind)
        for name, kind in self.scope.names.items():
            if not isinstance(kind, Function):
                info.attributes.setdefault(name, kind)
        assert self.scope.parent is not None
        self.scope = self.scope.parent

    def _is_module(self, base: Kind) -> bool:
        if isinstance(base, Class):
            info = self.class_info(base.name)
            return info is not None and info.is_module
        if not isinstance(base, Named) or base.name.endswith("Loss"):
            return False
        if base.name in ("torch.nn.Module", "torch.nn.Sequential"):
            return True
        rule = self.book.find(base.name) if base.name.startswith("torch.nn.") else None
        return rule is not None and (rule.is_class or rule.gives_layer)

    def class_info(self, name: str) -> ClassInfo | None:
        return self.facts.classes.get(name) or self.project.classes.get(name)

    def function_info(self, name: str) -> FunctionInfo | None:
        return self.facts.functions.get(name) or self.project.functions.get(name)

    def build(self, cls: ClassInfo, args: list[Argument]) -> None:
        """Run `__init__`, so that the attributes are known."""
        if cls.built and not args:
            return
        cls.built = True
        init = cls.methods.get("__init__") or self.special(cls.name, "__init__")  # a base's
        if init is not None and init.name not in self.facts.functions:
            self._tell(init, args)
        elif init is not None:
            self.run(init, args, bound=True)
            if init.stale:
                self.run(init, [], bound=True)
        else:
            self._fields(cls, args)

    def _fields(self, cls: ClassInfo, args: list[Argument]) -> None:
        """The fields of a dataclass are what its calls give, where they give tensors."""
        lines = (small for line in statements(cls.node.body) for small in children(line))
        fields = [
            n for n in lines if isinstance(n, cst.AnnAssign) and isinstance(n.target, cst.Name)
        ]
        names = [field.target.value for field in fields]  # type: ignore[attr-defined]
        defaults = {dotted(field.target) for field in fields if field.value is not None}
        for i, arg in enumerate(args):
            name = arg.keyword or (names[i] if i < len(names) else "")
            if name not in names or arg.star or isinstance(arg.kind, Unknown):
                continue
            before = cls.attributes.get(name)
            first = name not in defaults and name not in cls.refined
            if first and name not in self.known.names_of(cls.node) and isinstance(before, Tensor):
                before = None
            cls.refined[name] = arg.kind
            cls.attributes[name] = arg.kind if before is None else join(before, arg.kind)
            self.late.attribute(cls, name, before, cls.attributes[name])

    def plain(self, info: FunctionInfo, args: list[Argument], bound: bool) -> Kind:
        """The kind that a call returns by itself; a network that is handed back keeps its class."""
        found = self._run(info, args, bound)
        home = info.home or self.facts
        if not info.running and (by_flags := returned(info, args, home.kind)) is not None:
            return by_flags
        own = None if bound or any(arg.star for arg in args) else kept_class(info.node)
        if own is None:
            return found
        place, name = own
        given = [a.kind for i, a in enumerate(args) if a.keyword == name or i == place]
        return given[0] if given and isinstance(given[0], Module) else found

    def _run(self, info: FunctionInfo, args: list[Argument], bound: bool) -> Kind:
        """What its calls return; the body is evaluated when it learns something new."""
        if info.name not in self.facts.functions:
            self._tell(info, args)
            return info.returns
        learned = self._bind(info, args, bound)
        if info.running or (info.runs and not learned and not info.stale) or info.runs >= _RUNS:
            if learned and not info.running:
                self.late.call(info)
            info.stale |= learned and info.running  # it calls itself with something else
            return info.returns
        if info.cls is not None and not info.cls.built:
            info.cls.built = info.node.name.value == "__init__"
            if not info.cls.built:
                self.build(info.cls, [])
        info.running, info.stale = True, False
        info.runs += 1
        outer, loops, self.loops = self.scope, self.loops, 0
        self.scope = Scope(info.scope if info.cls is None else info.scope.parent)
        if self.imports_torch:
            cls = info.cls.node if info.cls else None
            for name, kind in evidence.parameters(info.node, cls, self.has_own).items():
                before = info.arguments.get(name)
                if isinstance(before, (Unknown, Nothing)):  # None is the default
                    info.arguments[name] = kind if before != Nothing() else join(before, kind)
        if info.runs == _RUNS:  # what comes later is not looked at: it has to fit
            info.arguments = {name: fitting(kind) for name, kind in info.arguments.items()}
        self.scope.names.update(own_optimizers.arguments(info, self.class_info))
        promised = self._annotation(info.node.returns) if info.node.returns else UNKNOWN
        info.returns = promised if info.runs == 1 else info.returns
        blank = unset(info.cls)
        self.statement(info.node.body)
        if blank and filled(info.cls, blank):
            self.statement(info.node.body)
        self.again(info.node.body)
        found: Kind = NEVER
        for kind in self.scope.returns:
            found = join(found, kind)
        found = (UNKNOWN if is_abstract(info.node) else Nothing()) if found == NEVER else found
        info.returns = narrowed(found, promised)
        passing.tell_by_use(info, self.scope.names)
        self.scope, self.loops = outer, loops
        info.running = False
        return self._run(info, [], bound) if info.stale and info.runs < _RUNS else info.returns

    def _bind(self, info: FunctionInfo, args: list[Argument], bound: bool) -> bool:
        """Join the call's arguments into the function's; True if that told anything new."""
        before, known = dict(info.arguments), dict(info.arguments)
        given = self.given.get(info.name, {}) if not before else {}
        if not before:
            self._defaults(info)
            given = {**given, **self.known.arguments.get(info.node, {})}
        several = passing.gathering(info.node.params)
        calls = (*given.items(), *passing.parameters(info, args))
        for name, kind in (call for call in calls if call[0] in info.arguments):
            if passing.knows_first(info, name, kind):
                known = {}
            old = before.get(name)
            alone = name not in info.given and old == TENSOR  # by its annotation
            told = alone or old in (Module(), Optimizer())  # by its use alone
            info.given.add(name)
            vague = isinstance(old, Unknown) and not (old == TAINTED and isinstance(kind, Array))
            joined = passing.gathered if name in several else join
            learned = kind if old is None or vague or told else joined(old, kind)
            learned = passing.with_known(info, name, old, learned)
            if passing.may_be_dtype(learned) and passing.may_be_left_out(info, name):
                learned = join(learned, Nothing())
            if not (isinstance(learned, Unknown) and isinstance(info.arguments[name], Tensor)):
                info.arguments[name] = before[name] = learned
        return info.arguments != known

    def _tell(self, info: FunctionInfo, args: list[Argument]) -> None:
        """A function of another file is called: its own file may want to know."""
        if self.tells:
            self.project.passed(self.facts.path, info, passing.parameters(info, args))

    def _defaults(self, info: FunctionInfo) -> None:
        """What the parameters of a function are before anybody calls it."""
        params = info.node.params
        for param in named_parameters(params):
            info.arguments[param.name.value] = self._default(info, param)
        for star in (params.star_arg, params.star_kwarg):
            if isinstance(star, cst.Param):
                each = self._annotation(star.annotation) if star.annotation else UNKNOWN
                found = passing.annotated(each, star is params.star_arg)
                info.arguments[star.name.value] = found
        first = [*params.posonly_params, *params.params][:1]
        if info.cls is not None and first and not has_decorator(info.node, "staticmethod"):
            own = Module if info.cls.is_module else Instance
            bound = Class if has_decorator(info.node, "classmethod") else own
            info.arguments[first[0].name.value] = bound(info.cls.name)

    def _default(self, info: FunctionInfo, param: cst.Param) -> Kind:
        """The kind of a parameter before any call: annotation, default, forward's convention."""
        kind = self._annotation(param.annotation) if param.annotation else UNKNOWN
        if param.default is not None:
            kind = with_default(kind, passed(self.kind(param.default)))
        forward = info.cls is not None and info.cls.is_module and info.node.name.value == "forward"
        if forward and param.default is None and isinstance(kind, Unknown):
            found = network_inputs.of_forward(info.node, param.name.value)
            names = network_inputs.names(info.node).get(param.name.value, ())
            return UNKNOWN if self.are_otherwise(names, found) else found
        if info.cls is not None and info.cls.block and isinstance(kind, Unknown):
            return self.book.promised(info.cls.block, info.node.name.value, param.name.value)
        return kind

    def _annotation(self, node: cst.Annotation) -> Kind:
        self.kind(node.annotation)
        inner = {part.value for part in walk(node.annotation) if isinstance(part, cst.Attribute)}
        for part in walk(node.annotation):
            meant = meant_by(self.facts.api(part) or self.facts.kind(part))
            if meant and part not in inner:
                self.facts.apis[part], self.facts.kinds[part] = Api(meant), Named(meant)
        promised = partial(self.project.promised, self.facts)
        return annotated(node.annotation, promised, self.class_info)

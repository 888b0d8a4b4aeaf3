"""From a rule and a call's arguments to a decision: what to write, and what it gives."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce

import libcst as cst

from porter import kinds, promotion
from porter.ast_names import nodes as below
from porter.codegen import code
from porter.kinds import Kind
from porter.rulebook import guards, legacy, promote
from porter.rulebook.bind import (
    TENSORS,
    Value,
    alike,
    bind,
    is_gathered,
    is_neutral,
    literal,
    with_torchs_names,
)
from porter.rulebook.load import BUILTINS
from porter.rulebook.members import constructor, methods
from porter.rulebook.model import MODULES, Argument, Refused, Rule, reason
from porter.rulebook.parens import bare, parsed
from porter.rulebook.paste import executable
from porter.rulebook.template import SHAPE, Defaults, Template
from porter.rulebook.words import own_dtype, result

Build = Callable[[Sequence[cst.BaseExpression], Mapping[str, str]], cst.BaseExpression]


@dataclass(frozen=True)
class Decision:
    """How a call is ported."""

    kind: Kind
    note: str
    blocks: frozenset[str]  # the building blocks that the output must have
    imports: frozenset[str]  # modules and names of Python's own that the expression uses
    parameters: tuple[str, ...]  # for each argument: its parameter if that is a Tensor, else ""
    callee: str  # the building block if the call only gets another name: Linear(a, b)
    returns_input: bool  # nothing is left of the call but its first argument
    _build: Build = field(repr=False, compare=False)
    reads_length: bool = False  # it has to know how many rows its tensors have

    def build(
        self, nodes: Sequence[cst.BaseExpression], names: Mapping[str, str] | None = None
    ) -> cst.BaseExpression:
        """The expression, given the rewritten arguments and the spelling of free names."""
        return self._build(nodes, names or {})

    def instead(self, plain: Mapping[str, str]) -> Decision:
        """The same with other functions for these blocks."""

        def build(
            nodes: Sequence[cst.BaseExpression], names: Mapping[str, str]
        ) -> cst.BaseExpression:
            spelled = {name: _spelled(function, names) for name, function in plain.items()}
            return self._build(nodes, {**names, **spelled})

        imports = {function.partition(".")[0] for function in plain.values()}
        blocks = self.blocks - plain.keys()
        return replace(self, blocks=blocks, imports=self.imports | imports, _build=build)


def _spelled(function: str, names: Mapping[str, str]) -> str:
    """`tf.maximum` as the output calls TensorFlow."""
    module, _, name = function.partition(".")
    return f"{names.get(module, module)}.{name}"


@dataclass
class _Path:
    """Where the guards lead to."""

    ends: list[ast.Return | ast.Raise] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)  # parameters that decided guards looked at
    undecided: bool = False


def decide(
    rule: Rule,
    args: Sequence[Argument],
    element: int | None,
    rules: Mapping[str, Rule],
    defaults: Defaults,
) -> Decision:
    """Choose what the rule returns for these arguments; Refused if it does not cover them."""
    if legacy.is_old(args) and any(p.name == "reduction" and p.keyword_only for p in rule.params):
        kept, more = legacy.reduced(rule, args)
        given = [*(args[i] for i in kept), *more]
        return _of_some(decide(rule, given, element, rules, defaults), kept, len(args), more)
    called = constructor(rule, rules) if rule.is_class else rule
    if (some := legacy.placed(called, args)) is not None:
        kept, more = some
        given = [*(args[i] for i in kept), *more]
        return _of_some(decide(rule, given, element, rules, defaults), kept, len(args), more)
    if rule.is_class:
        return _construct(called, args)
    args = with_torchs_names(rule, args)
    fixed = not any(p.star for p in rule.params)
    first = bool(args) and (rule.given or not args[0].star)
    if fixed and element is None and first and any(arg.star for arg in args):
        return _starred(rule, args)
    if rule.given and element is None and any(map(is_gathered, args)):
        return _starred(rule, args, rules[rule.given])
    bound = alike(rule, bind(rule, args))
    _check_scalar(rule, bound)
    dtypes = promote.casts(rule, bound)
    if dtypes:
        args = promote.promoted(args, dtypes)
        found = _decide(rule, args, bind(rule, args), element, rules, defaults)
        return replace(
            found,
            imports=found.imports | {"tf"},
            blocks=found.blocks
            | ({*promote.WHILE_RUNNING.values()} & {*map(str, dtypes.values())}),
            callee="",  # its arguments are not those of the call
            returns_input=False,
            _build=lambda nodes, names: found.build(
                [
                    promote.cast(n, dtypes[i], names) if i in dtypes else n
                    for i, n in enumerate(nodes)
                ],
                names,
            ),
        )
    found = _decide(rule, args, bound, element, rules, defaults)
    return together(found, promote.met(rule, bound, promotion.disagree))


def together(found: Decision, places: tuple[int, ...]) -> Decision:
    """The same of arguments that get a common dtype while the program runs."""
    if not places:
        return found
    return replace(
        found,
        blocks=found.blocks | {"together"},
        callee="",
        returns_input=False,
        _build=lambda nodes, names: promote.together(
            lambda new: found.build(new, names), nodes, places, names.get("together", "together")
        ),
    )


def _starred(rule: Rule, args: Sequence[Argument], block: Rule | None = None) -> Decision:
    """`x.clamp(*limits)`: only the program knows which arguments these are. It calls the rule, or
    the block that stands for it."""
    first = next(i for i, arg in enumerate(args) if arg.star)
    bound = {p.name: Value(kinds.UNKNOWN) for p in rule.params}
    for parameter, arg in zip(rule.params, args[:first]):
        bound[parameter.name] = Value(arg.kind, literal(arg.node), nodes=(arg.node,))
    given = [result(returned, bound) for returned in rule.returns.values()]
    if not given:  # whatever the arguments are
        refusals = (node for node in ast.walk(rule.node) if isinstance(node, ast.Raise))
        raise Refused("P104", f"{rule.title}: {reason(next(refusals))}")
    kind = reduce(kinds.join, given)
    return _call(block or rule, args, bound, kind, None)


def _decide(
    rule: Rule,
    args: Sequence[Argument],
    bound: Mapping[str, Value],
    element: int | None,
    rules: Mapping[str, Rule],
    defaults: Defaults,
) -> Decision:
    assert isinstance(rule.node, ast.FunctionDef)
    path = _Path()
    _follow(rule.node.body, bound, path)
    for end in path.ends:
        if isinstance(end, ast.Raise):
            always = len(rule.node.body) <= 2 and not path.asked
            raise Refused("P104" if always else "P102", f"{rule.title}: {reason(end)}")
    returns = [end for end in path.ends if isinstance(end, ast.Return)]
    assert returns, rule.title
    kind = reduce(kinds.join, (result(rule.returns.get(end.lineno), bound) for end in returns))
    if not path.undecided:
        expression = returns[0].value
        assert expression is not None
        _check_used(rule, bound, _loads(expression) | path.asked)
        if element is not None and isinstance(expression, ast.Tuple):
            kind = _item(kind, element)
            expression, element = expression.elts[element], None
        template = Template(expression, bound, defaults)
        if template.inlines():
            return _inline(rule, args, bound, template, kind, element, rules)
    _check_used(rule, bound, _loads(rule.node))
    return _call(rule, args, bound, kind, element)


def _follow(body: Sequence[ast.stmt], bound: Mapping[str, Value], path: _Path) -> bool:
    """Collect where a body may end; True if it may also run on behind it."""
    for statement in body:
        if isinstance(statement, (ast.Return, ast.Raise)):
            path.ends.append(statement)
            return False
        if isinstance(statement, ast.If):
            answer = guards.decide(statement.test, bound)
            if answer is None and isinstance(statement.body[0], ast.Raise):
                answer = None if guards.is_refused(statement.test, bound) else False
            if answer is None:
                path.undecided = True
            else:
                path.asked |= _loads(statement.test)
            goes_on = False
            if answer is not False:
                goes_on = _follow(statement.body, bound, path)
            if answer is not True:
                goes_on = _follow(statement.orelse, bound, path) or goes_on
            if not goes_on:
                return False
    return True


def _inline(
    rule: Rule,
    args: Sequence[Argument],
    bound: Mapping[str, Value],
    template: Template,
    kind: Kind,
    element: int | None,
    rules: Mapping[str, Rule],
) -> Decision:
    names = _loads(template.expression) - bound.keys()
    if element is not None:
        kind = _item(kind, element)

    def build(nodes: Sequence[cst.BaseExpression], names: Mapping[str, str]) -> cst.BaseExpression:
        found = template.build(nodes, names)
        return found if element is None else _subscript(found, element)

    first = rule.params[0].name if rule.params else ""
    return Decision(
        kind,
        rule.note,
        frozenset(names & rules.keys()) | {SHAPE for v in bound.values() if v.either},
        frozenset(names & (MODULES | BUILTINS)),
        _tensors(rule, args, bound),
        "",
        isinstance(template.expression, ast.Name) and template.expression.id == first,
        build,
        rule.reads_length or any(rules[name].reads_length for name in names & rules.keys()),
    )


def _construct(rule: Rule, args: Sequence[Argument]) -> Decision:
    """A call of the pasted class, without the arguments that are harmless."""
    kept = [
        i for i, arg in enumerate(args) if not (_is_harmless(rule, arg) or is_neutral(rule, arg, i))
    ]
    given = [args[i] for i in kept]
    bound = bind(rule, given)
    found = _call(rule, given, bound, _constructed(rule, bound), None)
    return found if len(given) == len(args) else _of_some(found, kept, len(args))


def _of_some(
    found: Decision, kept: Sequence[int], count: int, more: Sequence[Argument] = ()
) -> Decision:
    """A decision on some of a call's arguments, and on more that the call does not have."""
    parameters = dict(zip(kept, found.parameters))
    own = [arg.node for arg in more]
    return replace(
        found,
        parameters=tuple(parameters.get(i, "") for i in range(count)),
        callee="",
        _build=lambda nodes, names: found.build([*(nodes[i] for i in kept), *own], names),
    )


def _is_harmless(rule: Rule, arg: Argument) -> bool:
    """Whether no number depends on an argument, or none on this value of it."""
    if arg.keyword in rule.harmless:
        return True
    valued = any(text.startswith(f"{arg.keyword}=") for text in rule.harmless)
    return valued and f"{arg.keyword}={code(arg.node)}" in rule.harmless


def _constructed(rule: Rule, bound: Mapping[str, Value]) -> Kind:
    """What a class makes; if it says what iterating over it gives, that is what counts."""
    name, items = rule.title, methods(rule).get("__iter__")
    if items is not None and items.returns is not None:
        return result(items.returns, bound)
    if name.startswith("torch.optim.") and name.count(".") == 2:
        return kinds.Optimizer(name)
    if name.startswith("torch.distributions."):
        return kinds.Instance(name, own_dtype(value.kind for value in bound.values()))
    if not name.startswith("torch.nn.") or name.startswith("torch.nn.utils."):
        return kinds.Instance(name)
    reduction = bound.get("reduction")
    reduces = reduction is None or reduction.literal in ("mean", "sum", "batchmean")
    return kinds.Module(name, reduces=reduces)


def _call(
    rule: Rule,
    args: Sequence[Argument],
    bound: Mapping[str, Value],
    kind: Kind,
    element: int | None,
) -> Decision:
    """A call of the pasted rule, its arguments as they were spelled."""
    if rule.names or rule.patterns:
        problem = "" if rule.is_class else executable(rule)
        if problem:
            raise Refused("P102", f"{rule.title}: {problem}")

    def build(nodes: Sequence[cst.BaseExpression], names: Mapping[str, str]) -> cst.BaseExpression:
        found: cst.BaseExpression = cst.Call(
            parsed(names.get(rule.name, rule.name)),
            [
                cst.Arg(
                    bare(node),
                    keyword=cst.Name(arg.keyword) if arg.keyword else None,
                    star=arg.star,  # type: ignore[arg-type]
                    equal=cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
                    if arg.keyword
                    else cst.MaybeSentinel.DEFAULT,
                )
                for node, arg in zip(nodes, args)
            ],
        )
        return found if element is None else _subscript(found, element)

    return Decision(
        kind if element is None else _item(kind, element),
        rule.note,
        frozenset({rule.name}),
        frozenset(),
        _tensors(rule, args, bound),
        rule.name if element is None else "",
        False,
        build,
        rule.reads_length,
    )


def _subscript(node: cst.BaseExpression, index: int) -> cst.BaseExpression:
    return cst.Subscript(node, [cst.SubscriptElement(cst.Index(cst.Integer(str(index))))])


def _item(kind: Kind, element: int) -> Kind:
    if isinstance(kind, kinds.Tuple) and element < len(kind.items):
        return kind.items[element]
    return kinds.item_of(kind)


def _check_used(rule: Rule, bound: Mapping[str, Value], used: Set[str]) -> None:
    """An argument without effect on the result is refused, never dropped."""
    for name, value in bound.items():
        if value.given and name not in used and name not in rule.harmless:
            raise Refused("P102", f"{rule.title}: the argument {name} is not supported")


def _check_scalar(rule: Rule, bound: Mapping[str, Value]) -> None:
    """torch gives a scalar tensor one dimension where a function asks for `dim`."""
    value = next(iter(bound.values()), None)
    dim = bound.get("dim")
    if value is None or dim is None or not isinstance(value.kind, kinds.Tensor):
        return
    if dim.literal in ((), []):
        raise Refused("P102", f"{rule.title}: an empty dim means all or none, by function")
    assert isinstance(rule.node, ast.FunctionDef)
    if isinstance(rule.node.returns, ast.Name) and rule.node.returns.id == "Raised":
        return  # unsqueeze makes one
    if value.kind.rank == 0 and not isinstance(dim.kind, (kinds.Nothing, kinds.Tensor)):
        raise Refused("P102", f"{rule.title}: a scalar has no dimension in TensorFlow")


def _tensors(rule: Rule, args: Sequence[Argument], bound: Mapping[str, Value]) -> tuple[str, ...]:
    found = [""] * len(args)
    for parameter in rule.params:
        if parameter.annotation in TENSORS and parameter.name in bound:
            for index in bound[parameter.name].indices:
                found[index] = parameter.name
    return tuple(found)


@lru_cache(maxsize=4096)
def _loads(node: ast.AST) -> frozenset[str]:
    """The names that a part of a rule reads."""
    names = (n for n in below(node) if isinstance(n, ast.Name))
    return frozenset(n.id for n in names if isinstance(n.ctx, ast.Load))

"""Which parameter gets which argument of a call; what `*rest` and `**options` hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

import libcst as cst

from porter.codegen import code
from porter.facts import FunctionInfo
from porter.infer import evidence
from porter.infer.names import passed
from porter.kinds import (
    TENSOR,
    UNKNOWN,
    Dictionary,
    Dtype,
    Kind,
    Module,
    Named,
    Never,
    Nothing,
    Number,
    Optimizer,
    Tensor,
    Text,
    Tuple,
    Union,
    Unknown,
    item_of,
    join,
)
from porter.kinds import Sequence as Items
from porter.kinds_of_torch import is_of_torch
from porter.rulebook import Argument
from porter.tree import named_parameters


def parameters(info: FunctionInfo, args: Sequence[Argument]) -> Iterator[tuple[str, Kind]]:
    """A call's arguments by the names of the function's parameters; behind a `*list` of unknown
    length nothing is known of positions."""
    return given(info.node.params, info.positional, args)


def given(
    params: cst.Parameters, positional: Sequence[str], args: Sequence[Argument]
) -> Iterator[tuple[str, Kind]]:
    """The same for the parameters of a function or a lambda, of which these are given in order."""
    star, options = gathering(params)
    names = positional
    own = {*names, *(param.name.value for param in params.kwonly_params)}
    found: list[Kind] = []
    named: dict[str, Kind] = {}
    for arg in args:
        if arg.star == "**" and isinstance(arg.kind, Dictionary):
            entries = {name: kind for name, kind in arg.kind.entries if name}
            named |= {n: kind for n, kind in entries.items() if not isinstance(kind, Unknown)}
        items = _spread(params, positional, args, arg) if arg.star == "*" else [arg.kind]
        if arg.star == "**" or not items:
            names, star = names[: len(found)], ""
        elif arg.keyword:
            named[arg.keyword] = passed(arg.kind)
        else:
            found += map(passed, items)
    yield from zip(names, found)
    yield from ((name, kind) for name, kind in named.items() if name in own)
    rest, others = found[len(names) :], {n: k for n, k in named.items() if n not in own}
    if star and rest:
        yield star, Tuple(tuple(rest)) if _is_counted(args) else Items(reduce(join, rest))
    if options and others:
        yield options, Dictionary(tuple(others.items()))


def tells_more(known: Kind | None, given: Kind) -> bool:
    """Whether a caller tells more of a parameter than its file: an annotation does not say which
    network or optimizer it is."""
    if known in (Module(), Optimizer()):
        return given not in (Module(), Optimizer()) and not isinstance(given, (Unknown, Nothing))
    return isinstance(known, Unknown) and not isinstance(given, (Number, Text, Nothing))


def gives_torch(calls: Mapping[str, Mapping[str, Kind]]) -> bool:
    """Whether any of these functions is given what is torch's, by their parameters."""
    return any(is_of_torch(kind) for given in calls.values() for kind in given.values())


def gathering(params: cst.Parameters) -> tuple[str, str]:
    """The names of `*rest` and `**options`; "" where there is none."""
    star, options = params.star_arg, params.star_kwarg
    rest = star.name.value if isinstance(star, cst.Param) else ""
    return rest, options.name.value if options is not None else ""


def annotated(each: Kind, is_rest: bool) -> Kind:
    """What `*rest: each` holds, or `**options: each`, before anybody calls the function."""
    if isinstance(each, Unknown):
        return UNKNOWN
    return Items(each) if is_rest else Dictionary((("", each),))


def gathered(old: Kind, new: Kind) -> Kind:
    """What `*rest` or `**options` holds after two calls: tuples of unlike lengths are sequences."""
    alike = isinstance(old, Tuple) and isinstance(new, Tuple) and len(old.items) == len(new.items)
    if isinstance(old, (Tuple, Items)) and isinstance(new, (Tuple, Items)) and not alike:
        return Items(join(item_of(old), item_of(new)))
    return join(old, new)


_SAYS_NOTHING = (Tensor, Unknown, Nothing, Never)


def _is_counted(args: Sequence[Argument]) -> bool:
    """Whether it is known how many arguments a call gives."""
    return all(arg.star != "*" or isinstance(arg.kind, Tuple) for arg in args)


def _spread(
    params: cst.Parameters, positional: Sequence[str], args: Sequence[Argument], star: Argument
) -> Sequence[Kind]:
    """The kinds of `*batch` of `f(net, *batch, 0.9)`: as many as f has parameters for, and one more
    for its `*rest`; none where that is not known."""
    if isinstance(star.kind, Tuple):
        return star.kind.items
    by_name = {arg.keyword for arg in args}
    unnamed = [p for p in params.params if p.name.value not in by_name]
    several = sum(arg.star != "" for arg in args) > 1
    if several or any(param.default for param in unnamed):
        return ()
    others = sum(arg.keyword is None for arg in args) - 1
    rest = gathering(params)[0] != ""
    if rest and args.index(star) < others:
        return ()
    missing = sum(name not in by_name for name in positional) - others
    return [item_of(star.kind)] * (max(missing, 0) + 1 if rest else missing)


def may_be_dtype(kind: Kind) -> bool:
    """Whether all that it may be are dtypes, Python's types among them, or None."""
    if isinstance(kind, Union):
        return all(isinstance(one, Nothing) or may_be_dtype(one) for one in kind.kinds)
    types = isinstance(kind, Named) and kind.name in ("builtins.float", "builtins.int")
    return isinstance(kind, Dtype) or types or kind == Named("builtins.bool")


def may_be_left_out(info: FunctionInfo, name: str) -> bool:
    """Whether a parameter is None where a call does not give it."""
    defaults = [p.default for p in named_parameters(info.node.params) if p.name.value == name]
    return any(default is not None and code(default) == "None" for default in defaults)


def with_known(info: FunctionInfo, name: str, old: Kind | None, learned: Kind) -> Kind:
    """What a parameter is, with what calls gave that is no tensor before one gave what nobody
    knows: `show(2.0)`, `show(json.loads(text))`, `show(loss)`."""
    if isinstance(learned, Unknown) and old is not None and not isinstance(old, _SAYS_NOTHING):
        info.known[name] = join(info.known.get(name, old), old)
    lost = isinstance(learned, Tensor) and name in info.known
    return join(info.known[name], learned) if lost else learned


def tell_by_use(info: FunctionInfo, names: Mapping[str, Kind]) -> None:
    """What the body of a function told of its arguments, by their kinds where it ends."""
    several = evidence.containers(info.node)
    for name, kind in names.items():
        known = info.arguments.get(name)
        if isinstance(known, Unknown) and isinstance(kind, Tensor) and name not in several:
            info.arguments[name] = with_known(info, name, None, kind)
            info.by_use.add(name)
        elif known == TENSOR and isinstance(kind, Text):
            info.arguments[name] = kind


def knows_first(info: FunctionInfo, name: str, kind: Kind) -> bool:
    """Whether a call is the first to tell that an argument is a tensor, which its use told too
    late for the lines above that."""
    if name not in info.by_use or not isinstance(kind, Tensor):
        return False
    info.by_use.discard(name)
    return True


def is_new(functions: Mapping[str, FunctionInfo], passed: Mapping[str, Mapping[str, Kind]]) -> bool:
    """Whether what is passed to functions tells more of their parameters than they knew."""
    return any(
        tells_more(functions[name].arguments.get(parameter), kind)
        for name, kinds in passed.items()
        if name in functions
        for parameter, kind in kinds.items()
    )

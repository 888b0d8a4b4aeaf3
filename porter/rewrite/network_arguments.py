"""The arguments of a network: tensors by position, and all else by name, where it has one.

Keras looks for tensors among what comes by position. porter's networks take the rest there, too,
where `*rest` has no name for it, or the class of the network is not known.
"""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.kinds import Kind, Nothing, Number, Sequence, Text, Tuple, Unknown, item_of
from porter.named_tuples import is_own_object
from porter.tree import named

_NO_TENSOR = (Number, Text, Nothing)


def numbers_by_name(facts: Facts, call: cst.Call, kind: Kind) -> list[cst.Arg]:
    """The arguments, from the first number on by name; as they are if one of `*rest` is in the
    way."""
    args = list(call.args)
    params = facts.forward_params(kind, len(args))
    objects = [arg for arg in args if is_own_object(facts, facts.kind(arg.value))]
    for arg in args[len(params) :] if params else objects:
        no_tensor = arg in objects or _is_plain(facts.kind(arg.value), _NO_TENSOR)
        if no_tensor and not (arg.keyword or arg.star):
            return args  # it is one of *rest, or the network's class is not known
    for index, (arg, param) in enumerate(zip(list(args), params)):
        number = isinstance(param.default, (cst.Integer, cst.Float))
        open_ = number and index > 0  # what is not known of may be a number then
        plain = (*_NO_TENSOR, Unknown) if open_ else _NO_TENSOR
        no_tensor = arg in objects or _is_plain(facts.kind(arg.value), plain)
        if not no_tensor or arg.keyword or arg.star:
            continue
        if any(later.star == "*" for later in args[index:]):
            return args
        for later in range(index, len(args)):
            if args[later].keyword is None and not args[later].star:
                args[later] = named(params[later].name.value, args[later].value)
        break
    return args


def _is_plain(kind: Kind, plain: tuple[type[Kind], ...]) -> bool:
    """Whether it is of these kinds, or a list of numbers."""
    numbers = isinstance(kind, (Sequence, Tuple)) and isinstance(item_of(kind), Number)
    return numbers or isinstance(kind, plain)

"""Functions of functions: what torch.func's transforms give, and what their results give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import libcst as cst

from porter.kinds import TAINTED, Derived, Kind, Number, Tensor, Tuple, item_of
from porter.kinds import Sequence as ListKind
from porter.rulebook import Argument

_HOMES = ("torch.func.", "torch.")
_TRANSFORMS = frozenset("grad grad_and_value vmap jacrev jacfwd hessian".split())


def derived(name: str, args: Sequence[Argument]) -> Kind | None:
    """The kind of `torch.func.grad(f)`; None for any other API."""
    last = name.rpartition(".")[2]
    if last not in _TRANSFORMS or name not in {home + last for home in _HOMES} or not args:
        return None
    numbers = next(
        (a.node for i, a in enumerate(args) if (a.keyword or ("", "argnums")[i == 1]) == "argnums"),
        None,
    )
    several = isinstance(numbers, (cst.Tuple, cst.List))
    given = [e.value for e in numbers.elements] if several else [numbers]  # type: ignore[union-attr]
    places = tuple(map(_place, given))
    return Derived(last, args[0].node, args[0].kind, places, several, _whole(last, args))


def _place(number: cst.CSTNode | None) -> int:
    """The place of an argument that a gradient is of; -1 where it is not spelled out."""
    text = "0" if number is None else getattr(number, "value", "")
    return int(text) if isinstance(text, str) and text.isdigit() else -1


def _whole(last: str, args: Sequence[Argument]) -> tuple[int, ...]:
    """The arguments whose dimension is None: `vmap(f, in_dims=(None, 0))`"""
    if last != "vmap":
        return ()
    given = next((a.node for i, a in enumerate(args) if (a.keyword or ("", "in_dims")[i == 1])
                  == "in_dims"), None)  # fmt: skip
    elements = given.elements if isinstance(given, cst.Tuple) else ()
    return tuple(i for i, e in enumerate(elements) if getattr(e.value, "value", "") == "None")


def primals(name: str, args: Sequence[Argument]) -> list[Argument] | None:
    """What `torch.func.vjp(f, x)` gives to f right away; None for any other API."""
    if name == "torch.func.vjp":
        return list(args[1:])
    if name in ("torch.func.jvp", "torch.autograd.functional.jacobian") and len(args) > 1:
        kind = args[1].kind
        items = kind.items if isinstance(kind, Tuple) else (kind,)
        return [Argument(args[1].node, item) for item in items]
    return None


def gradients(args: Sequence[Argument]) -> Kind:
    """What torch.autograd.grad gives: a tensor for each of its inputs."""
    given = [
        a.kind for i, a in enumerate(args) if (a.keyword or ("", "inputs")[i == 1]) == "inputs"
    ]
    kind = given[0] if given else TAINTED
    if isinstance(kind, Tensor):
        return Tuple((_ranked(kind, 0),))
    if isinstance(kind, Tuple):
        return Tuple(tuple(_ranked(item, 0) for item in kind.items))
    item = item_of(kind)
    return ListKind(_ranked(item, 0)) if isinstance(item, Tensor) else TAINTED


def inner(callee: Derived, args: Sequence[Argument]) -> list[Argument]:
    """The arguments that the function itself gets: vmap takes a dimension away."""
    if callee.how != "vmap":
        return list(args)
    return [
        a if i in callee.whole else replace(a, kind=_ranked(a.kind, -1)) for i, a in enumerate(args)
    ]


def result(callee: Derived, args: Sequence[Argument], value: Kind) -> Kind:
    """What a call gives, if a call of the function itself gives `value`."""
    if callee.how == "vmap":
        if isinstance(value, Tuple):
            return Tuple(tuple(_ranked(item, 1) for item in value.items))
        return _ranked(value, 1)
    if callee.how in ("grad", "grad_and_value"):
        given = [args[i].kind if 0 <= i < len(args) else TAINTED for i in callee.places]
        found = [Tensor(by.dtype, by.rank) if isinstance(by, Tensor) else TAINTED for by in given]
        grad: Kind = Tuple(tuple(found)) if callee.several else found[0]
        return grad if callee.how == "grad" else Tuple((grad, value))
    return Tensor(value.dtype) if isinstance(value, Tensor) else TAINTED


def _ranked(kind: Kind, more: int) -> Kind:
    if isinstance(kind, Number):
        return Tensor(None, 1) if more > 0 else kind
    if not isinstance(kind, Tensor):
        return TAINTED
    return Tensor(kind.dtype, None if kind.rank is None else max(kind.rank + more, 0))

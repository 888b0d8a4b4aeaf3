"""getattr(torch.optim, name): which of torch's classes and functions a text may choose."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from porter.infer.names import passed
from porter.kinds import NEVER, UNKNOWN, Kind, Module, Named, Passed, join
from porter.rulebook import Rulebook

# What stands for all activations: of `getattr(nn, config.activation)()` the program may spell none.
ACTIVATION = "torch.nn: an activation"
ACTIVATIONS = frozenset(
    "CELU ELU GELU Hardshrink Hardsigmoid Hardswish Hardtanh Identity LeakyReLU LogSigmoid Mish "
    "ReLU ReLU6 SELU Sigmoid SiLU Softplus Softshrink Softsign Tanh Tanhshrink".split()
)


def choices(
    home: str, words: Iterable[str], book: Rulebook, made: bool
) -> tuple[tuple[str, ...], Kind]:
    """Those of these words that name something of torch's module `home` that is ported, and what
    that is; `made`: it is called without arguments, which leaves activations and losses."""
    found: Kind = NEVER
    known: list[str] = []
    if home == "torch.nn" and made:
        words = [word for word in words if word in ACTIVATIONS or word.endswith("Loss")]
    for word in words:
        kind = passed(Named(f"{home}.{word}"))
        if isinstance(kind, Passed) and book.find(f"{home}.{word}") is not None:
            found = join(found, kind)
            known.append(word)
    if home == "torch.nn" and made and ACTIVATIONS.issuperset(known):
        return (ACTIVATION,), Passed(Module("torch.nn.Tanh"))
    return tuple(f"{home}.{word}" for word in known), found if known else UNKNOWN


def is_made(node: cst.CSTNode, above: cst.CSTNode | None) -> bool:
    """Whether what a text chooses is called at once, without arguments: `getattr(nn, name)()`."""
    return isinstance(above, cst.Call) and above.func is node and not above.args

"""torch's documented names: which are ported, refused with a reason, or unknown to porter."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase

from porter.documented import documented
from porter.infer.in_place import changes
from porter.infer.names import one_spelling
from porter.rulebook import Rulebook
from porter.rulebook.table import Row

PORTED, REFUSED, UNKNOWN = "ported", "refused", "unknown"
# What the converter knows without a rule of this name: classes that are inherited from, the steps
# of updates, and what only idioms have (torch.finfo(dtype).eps).
WITHOUT_RULE = frozenset(
    {
        "torch.Tensor",
        "torch.nn.Module",
        "torch.optim.Optimizer",
        "torch.autograd.grad",
        "torch.finfo",
        "torch.iinfo",
        "Tensor.backward",
        "Tensor.grad",
        "Tensor.register_hook",
        "Tensor.retain_grad",
        "Module.extra_repr",
        "Module.forward",
        "Module.zero_grad",
        "Optimizer.step",
        "Optimizer.zero_grad",
        "torch.nn.utils.clip_grad_norm_",
        "torch.nn.utils.clip_grad_value_",
    }
)


@dataclass(frozen=True)
class Name:
    """A documented name; `files` of public code use it, None for a method that is not torch's
    alone."""

    name: str
    files: int | None
    state: str


def names(book: Rulebook) -> list[Name]:
    """All of them, the most used first."""
    counted = documented()
    found = [Name(name, files, state(book, name)) for name, files in counted.items()]
    return sorted(found, key=lambda one: (-(one.files or 0), one.name))


def state(book: Rulebook, name: str) -> str:
    """What porter does about a name; `x.abs_()` is written by the rule of `x.abs()`."""
    name = one_spelling(name)
    if name in WITHOUT_RULE:
        return PORTED
    rule = book.find(name)
    if rule is None and name.startswith("Tensor.") and changes(name):
        rule = book.find(name[:-1])
    if rule is None:
        return UNKNOWN
    return REFUSED if Row(rule).is_refused else PORTED


def missing(every: Sequence[Name], pattern: str = "") -> list[Name]:
    """Those that are unknown and match; without a `*` the pattern may stand anywhere."""
    wanted = pattern if "*" in pattern else f"*{pattern}*"
    return [one for one in every if one.state == UNKNOWN and fnmatchcase(one.name, wanted)]


def totals(every: Sequence[Name]) -> str:
    """The three figures."""
    count = Counter(one.state for one in every)
    share = count[UNKNOWN] / max(len(every), 1)
    return (
        f"Of {len(every)} documented names of torch {count[PORTED]} are ported, {count[REFUSED]}"
        f" are refused with a reason, {count[UNKNOWN]} are unknown ({share:.1%})."
    )


def as_text(found: Sequence[Name], every: Sequence[Name]) -> str:
    """One name a line, behind the number of files."""
    return (
        "\n".join([*(f"{_files(one):>5}  {one.name}" for one in found), "", totals(every)]) + "\n"
    )


def as_markdown(found: Sequence[Name], every: Sequence[Name]) -> str:
    """The figures and a table."""
    rows = [f"| `{one.name}` | {_files(one)} |" for one in found]
    return "\n".join([totals(every), "", "| torch | files |", "| --- | ---: |", *rows]) + "\n"


def as_json(found: Sequence[Name], every: Sequence[Name]) -> str:
    """A list of objects, one a name."""
    return json.dumps([asdict(one) for one in found], indent=2) + "\n"


def _files(one: Name) -> str:
    return "-" if one.files is None else str(one.files)

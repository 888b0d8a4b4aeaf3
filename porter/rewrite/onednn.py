"""The setting with which TensorFlow's products and convolutions are fast on every processor.

They are oneDNN's where a processor has AVX-512's VNNI. Elsewhere they are only if the environment
says so before TensorFlow is imported: convolutions take twice as long without, an update of 256
units half as long again (benchmarks/README.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import libcst as cst

from porter.project import Project
from porter.rewrite import lines
from porter.rewrite.imports import insert, is_import, standard_position, starts_group
from porter.tree import bound_name, dotted, only

_BLOCKS = {"Layer", "convolve", "convolve_transposed"}
_LAYER = re.compile(r"\bnn\.[A-Z]|\btorch\.nn import\b")  # as torch spells it
_SETTING = """\
{}.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512
"""


def loads(module: cst.Module, helper_module: str) -> bool:
    """Whether TensorFlow is imported there already, as in a port."""
    return any(_loads(statement, helper_module) for statement in module.body)


def has_layers(blocks: Iterable[str], project: Project, path: str) -> bool:
    """Whether this file has layers, or one that it imports: TensorFlow is imported here first."""
    return not _BLOCKS.isdisjoint(blocks) or project.loads(_LAYER, path)


def with_onednn(module: cst.Module, system: str, helper_module: str) -> cst.Module:
    """The module with the setting above what imports TensorFlow; `system` is its name for `os`."""
    body: list[Any] = list(module.body)
    loading = next((i for i, s in enumerate(body) if _loads(s, helper_module)), None)
    if loading is None:
        return module
    above, below = body[:loading], body[loading:]
    text = "import os" if system == "os" else f"import os as {system}"
    if not any(_is_os(s, system) for s in above):
        below = [s for s in below if module.code_for_node(s).rstrip() != text]
        at = standard_position(above)
        if at is not None:
            above, _ = insert(above, at, [text])
    new: list[Any] = [cst.parse_statement(_SETTING.format(system))]
    known = next((i for i, s in enumerate(above) if _is_os(s, system)), None)
    if known is None:
        new.insert(0, cst.parse_statement(text))
        place = len(above)
        while place and is_import(above[place - 1]) and not starts_group([*above, *below][place]):
            place -= 1
    else:
        groups = (i for i in range(known + 1, len(above)) if starts_group(above[i]))
        place = next(groups, len(above))
    body = [*above, *below]
    mark, own = lines.split_cell(lines.leading(body[place]))
    body[place] = lines.with_leading(body[place], (*lines.blank(1), *lines.without_blanks(own)))
    new[-1] = lines.with_leading(new[-1], lines.blank(1))
    if mark or known is None:
        new[0] = lines.with_leading(new[0], mark or lines.blanks(own))
    return module.with_changes(body=[*body[:place], *new, *body[place:]])


def _loads(statement: cst.CSTNode, helper_module: str) -> bool:
    """Whether TensorFlow is imported there."""
    small = only(statement)
    modules: list[cst.CSTNode] = []
    if isinstance(small, cst.Import):
        modules = [alias.name for alias in small.names]
    elif isinstance(small, cst.ImportFrom) and small.module and not small.relative:
        modules = [small.module]
    tops = [(dotted(module) or "").split(".")[0] for module in modules]
    return any(top in ("keras", helper_module) or top.startswith("tensorflow") for top in tops)


def _is_os(statement: cst.CSTNode, system: str) -> bool:
    """Whether `os` is imported there under this name."""
    small = only(statement)
    return isinstance(small, cst.Import) and any(
        dotted(alias.name) == "os" and bound_name(alias) == system for alias in small.names
    )

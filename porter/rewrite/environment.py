"""What TensorFlow reads from the environment before it is used: once a program, where it begins.

oneDNN: TensorFlow's products and convolutions are oneDNN's where a processor has AVX-512's VNNI.
Elsewhere they are only if the environment says so before TensorFlow is imported: convolutions take
twice as long without, an update of 256 units half as long again (benchmarks/README.md).

Memory: a program that chooses a GPU takes the memory that it needs, as with torch. TensorFlow takes
all of it otherwise, and nothing else can run there. `set_memory_growth` would say the same, but
raises where anything was computed before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.project import Project
from porter.rewrite import lines
from porter.rewrite.imports import insert, is_import, standard_position, starts_group
from porter.tree import bound_name, dotted, only

_BLOCKS = {"Layer", "convolve", "convolve_transposed"}
_GPU = re.compile(r"""\.device\(.*["']cuda""")
_LAYER = re.compile(r"\bnn\.[A-Z]|\btorch\.nn import\b")  # as torch spells it
ONEDNN = 'setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512'
GROWTH = 'setdefault("TF_FORCE_GPU_ALLOW_GROWTH", "true")  # others may use the GPU as well'


def loads(module: cst.Module, helper_module: str) -> bool:
    """Whether TensorFlow is imported there already, as in a port."""
    return any(_loads(statement, helper_module) for statement in module.body)


def settings(
    blocks: Iterable[str], chooses_gpu: bool, project: Project, path: str
) -> Sequence[str]:
    """The settings for this file's text, or that of a file that it imports.

    None where all who import it have them.
    """
    if not project.begins(path):
        return ()
    layers = not _BLOCKS.isdisjoint(blocks) or project.loads(_LAYER, path)
    gpu = chooses_gpu or project.loads(_GPU, path)
    return [s for s, wanted in ((ONEDNN, layers), (GROWTH, gpu)) if wanted]


def with_settings(
    module: cst.Module, settings: Sequence[str], system: str, helper_module: str
) -> cst.Module:
    """The module with settings above what imports TensorFlow; `system` is its name for `os`."""
    if not settings:
        return module
    body: list[Any] = list(module.body)
    loading = next((i for i, s in enumerate(body) if _loads(s, helper_module)), None)
    if loading is None:
        return module
    above, below = body[:loading], body[loading:]
    text = "import os" if system == "os" else f"import os as {system}"
    if not any(_is_os(s, system) for s in above):
        below = [s for s in below if not (is_import(s) and code(s).rstrip() == text)]
        at = standard_position(above)
        if at is not None:
            above, _ = insert(above, at, [text])
    new: list[Any] = [cst.parse_statement(f"{system}.environ.{text}\n") for text in settings]
    first = new[0]
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
    new = [lines.with_leading(s, lines.blank(1)) if s is first else s for s in new]
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

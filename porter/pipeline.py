"""convert(): source text in, TensorFlow text and findings out."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import libcst as cst

from porter import needs_torch, torch_left, tree
from porter.codegen import module_code
from porter.evidence.model import Evidence
from porter.evidence.places import lines_around, nodes_seen
from porter.evidence.told import told, with_hint
from porter.explain import Passage, explain, nodes, updates_traced
from porter.facts import Facts
from porter.findings import Finding, Severity
from porter.index import Index
from porter.partial import left_in
from porter.plan.autograd import unknown_backwards
from porter.plan.general import with_general
from porter.plan.held_elsewhere import HeldElsewhere
from porter.plan.model import Plan, Problem
from porter.plan.unknown_clears import with_unknown_clears
from porter.positions import moved_positions, positions
from porter.project import Project
from porter.project_files import HELPER_MODULE
from porter.rearrange import planned
from porter.rewrite.comments import with_comments
from porter.rewrite.devices import chooses_gpu
from porter.rewrite.environment import loads, settings, with_settings
from porter.rewrite.idle_flags import idle_flags
from porter.rewrite.imports import rewrite_imports
from porter.rewrite.origins import Lines
from porter.rewrite.other_names import other_names
from porter.rewrite.pasted import outside
from porter.rewrite.spelling import IMPORTS, Spelling, by_kind, import_of
from porter.rewrite.steps import Steps
from porter.rewrite.torch_names import take_torch_names
from porter.rewrite.unused import imported_for_nothing
from porter.rewrite.wrap import width_of
from porter.rulebook import Rulebook
from porter.split_lines import split_lines
from porter.verbatim import original_texts, with_texts
from porter.verify import broken, verify


@dataclass(frozen=True)
class Options:
    """What the user can choose: how building blocks are delivered, XLA, own rule files."""

    helpers: str = "inline"  # or "module": blocks are imported from HELPER_MODULE
    jit: bool = False
    rules: tuple[Path, ...] = ()
    lines: bool = False  # also tell which line came from which
    evidence: Evidence | None = None  # of runs: it decides what the text leaves open …
    strict: bool = False  # … or is only compared with what the text tells


@dataclass(frozen=True)
class Converted:
    """A file that was converted; `ported`, `left`, `changed` count torch uses in the original.

    `plan` tells what was decided about each update step, `updates` which of them are graphs.
    `lines` has (original line, output line) of each statement's first line, if it was asked for.
    What porter adds for itself (imports, building blocks, the head of a train body) has no origin.
    """

    path: str
    output: str
    findings: tuple[Finding, ...]
    plan: tuple[Passage, ...]
    ported: int
    left: int
    changed: int
    blocks: frozenset[str]
    lines: Lines = ()
    updates: tuple[bool, ...] = ()

    @property
    def explanation(self) -> str:
        """What --explain prints."""
        return "\n".join(passage.text for passage in self.plan) or "no update step"


@dataclass(frozen=True)
class Skipped:
    """A file with nothing to convert."""

    path: str
    why: str


@dataclass(frozen=True)
class Failed:
    """A file that could not be read or parsed, or whose port could not: nothing is written."""

    path: str
    finding: Finding


Outcome = Converted | Skipped | Failed

# TensorFlow's programs and ports, which may tell of torch in their comments
_TENSORFLOW = re.compile(r"^[ \t]*(?:import|from)[ \t]+(?:tensorflow|keras)\b", re.M)
_TORCH = re.compile(r"\b(?:import|from)[ \t]+[\w., \t]*torch(?!_compat\b)|(?<!\"\")[\"']torch")
_FUNCTION = re.compile(r"\bdef\b")
_TAB, _SPACES = re.compile(r"^ *\t", re.M), re.compile(r"^ ", re.M)
# What a file that gets tensors from others does with them, and nobody but torch has …
TENSORS = re.compile(r"\.(?:cpu|detach)\(\)")
# … and what it may do with what files that have torch give it: tensors, networks, optimizers
OF_OTHERS = re.compile(
    r"\bparam_groups\b|\brequires_grad\b|\bdef forward\(|\.(?:device|grad)\b"
    r"|(?<!\bnp)(?<!\bnumpy)\.(?:"
    "abs|add_module|argmax|backward|bmm|bool|byte|children|chunk|clone|contiguous|cuda|dim|double"
    "|eval|exp|expand|expand_as|float|gather|half|index_select|int|item|load_state_dict|log|log_prob"
    "|long|masked_fill|masked_select|max|mean|min|mm|modules|named_modules|named_parameters|narrow"
    "|ndimension|nelement|norm|numel|numpy|parameters|permute|pow|register_buffer"
    "|register_parameter|reshape|sample|sigmoid|size|softmax|sqrt|squeeze|state_dict"
    "|std|sum|t|tanh|to|tolist|topk|transpose|type|type_as|unbind|unfold|unsqueeze|var|view"
    r"|zero_grad|[a-z]+_)\("
)


def convert(
    text: str,
    path: str = "<stdin>",
    root: Path | None = None,
    options: Options = Options(),
) -> Outcome:
    """Convert one file's text. `root` is the directory that its imports are looked up in.

    The text decides; evidence does where the text leaves errors, and leaves fewer of them: what was
    seen in the functions of these errors, or else what was seen anywhere. Raises RuleError where a
    rule file of the user's is wrong.
    """
    evidence, project = options.evidence, _project(root, options.evidence)
    by_text = _convert(text, path, project, options)
    if evidence is None or options.strict or not isinstance(by_text, Converted):
        return by_text
    best = by_text
    if any(_open(best)):
        lines = lines_around(text, (f.line for f in by_text.findings if _is_error(f)))
        nodes = nodes_seen(evidence, text, project.tree(text, path))
        project.decided_by = {node: seen for node, seen in nodes.items() if seen[0][0] in lines}
        best = _better(best, _convert(text, path, project, options))
        project.decided_by = {}
    if any(_open(best)):
        best = _better(best, _convert(text, path, _project(root, evidence, True), options))
    if best is by_text:
        return by_text
    return best


def _better(one: Converted, other: Outcome) -> Converted:
    """The other, where it leaves fewer errors."""
    return other if isinstance(other, Converted) and _open(other) < _open(one) else one


def _is_error(finding: Finding) -> bool:
    return finding.severity is Severity.ERROR


def _open(outcome: Outcome) -> tuple[int, int]:
    """How many errors a run may decide, and of how many receivers nothing is known."""
    found = outcome.findings if isinstance(outcome, Converted) else ()
    left = [finding.code for finding in found if _is_error(finding)]
    return len(left) - left.count("P105"), left.count("P103")


def _convert(text: str, path: str, project: Project, options: Options) -> Outcome:
    tree.forget()
    if not text.strip():
        return Skipped(path, "the file is empty")
    if text.startswith(_HELPER_HEAD):
        return Skipped(path, "porter's own building blocks")
    if project.text_in_place(path) is None and (left := left_in(text, path)):
        half = Passage(0, 0, "half ported: nothing is converted")
        return Converted(path, text, left, (half,), 0, len(left), 0, frozenset())
    plain = ("torch" not in text or _is_port(text)) and not TENSORS.search(text)
    book = rulebook(options.rules)
    if plain and not needs_torch.MENTIONED.search(text):
        if not _gets_tensors(text, path, project, book):
            return Skipped(path, "no torch in it")
    try:
        original = split_lines(project.tree(text, path), text)
    except cst.ParserSyntaxError as error:
        return Failed(path, _syntax_error(error, path, text))
    facts, plan = planned(path, project.plain(original, text, path), book, project, text)
    facts.width = width_of(text)
    plan, rewriter, module = _ported(facts, book, plan, options)
    errors = _errors(plan, rewriter)
    if module is original and (errors or not imported_for_nothing(facts)):
        return _untouched(path, text)
    if not errors:
        module = take_torch_names(module, rewriter.spelling)
    module = _finished(rewriter, module, options)
    blocks = book.closure(rewriter.spelling.blocks)
    if not loads(original, HELPER_MODULE):
        wanted = settings(blocks, chooses_gpu(rewriter.device_lines), project, path)
        module = with_settings(module, wanted, rewriter.spelling.names["os"], HELPER_MODULE)
    return _converted(text, original, module, plan, rewriter, options, project)


def _ported(
    facts: Facts, book: Rulebook, plan: Plan, options: Options
) -> tuple[Plan, Steps, cst.Module]:
    """The file by its plan; updates that this leaves over have the general form, where that
    leaves less."""
    plan = with_unknown_clears(facts, plan)
    rewriter = Steps(facts, book, Spelling(facts), plan, options.jit)
    module = rewriter.module()
    told, unknown = _errors(plan, rewriter), unknown_backwards(facts)
    held = facts.once(HeldElsewhere)
    wanted = told or unknown or held.here or held.by
    general = with_general(facts, told) if wanted else None
    if general is None:
        return plan, rewriter, module
    general = with_unknown_clears(facts, general)
    other = Steps(facts, book, Spelling(facts), general, options.jit)
    again = other.module()
    better = held.by or len(_errors(general, other)) < len(told) + unknown
    return (general, other, again) if better else (plan, rewriter, module)


def _errors(plan: Plan, rewriter: Steps) -> list[Problem]:
    return [p for p in _told(plan, rewriter) if p.severity is Severity.ERROR]


def _told(plan: Plan, rewriter: Steps) -> list[Problem]:
    return outside((*plan.problems, *rewriter.problems), rewriter.pasted, rewriter.facts)


def _gets_tensors(text: str, path: str, project: Project, book: Rulebook) -> bool:
    """Whether other files may give a file without torch what they have of it."""
    if not project.has_torch(path):
        return False
    if OF_OTHERS.search(text):
        return True
    if not _FUNCTION.search(text):
        return False
    try:
        project.tree(text, path)
    except cst.ParserSyntaxError:
        return False  # it is none of torch's: it stays as it is
    return project.gets_tensors(path, book)


def _is_port(text: str) -> bool:
    """Whether it imports TensorFlow and no torch: its comments may tell of that all the same."""
    return _TENSORFLOW.search(text) is not None and not _TORCH.search(text)


def _untouched(path: str, text: str) -> Outcome:
    """The outcome of a file with nothing to port; what asks for torch all the same is told."""
    left = tuple(torch_left.findings(path, text, text))
    if not left:
        return Skipped(path, "nothing in it uses torch")
    return Converted(path, text, left, (), 0, len(left), 0, frozenset())


def _converted(
    text: str,
    original: cst.Module,
    module: cst.Module,
    plan: Plan,
    rewriter: Steps,
    options: Options,
    project: Project,
) -> Outcome:
    """The outcome with findings in the order of the lines, after porter's own check."""
    facts, path = rewriter.facts, rewriter.facts.path
    count = rewriter.count
    problems = [_in_tree(problem, facts.index) for problem in _told(plan, rewriter)]
    texts = {**original_texts(original, text), **rewriter.wrapper.texts}
    output = module_code(with_texts(module, texts))
    if output == text and not any(p.severity is Severity.ERROR for p in problems):
        return _untouched(path, text)
    if (failure := broken(path, text, output)) is not None:
        return Failed(path, failure)

    def lines() -> Lines:
        return rewriter.origins.lines(original, text, module, output)

    output = with_comments(text, output, module.default_newline, lines)
    problems += [*idle_flags(facts, output), *other_names(facts)]
    wanted = {p.node for p in problems} | set(nodes(plan))
    if facts.module is original:
        where = positions(facts.index, text, wanted)
    else:
        where = moved_positions(facts.index, Index(original), text, wanted)
    found = {_finding(path, problem, where) for problem in problems}
    findings = sorted(with_hint(finding, options.evidence is not None) for finding in found)
    unaccounted = verify(path, text, output, findings, facts.defines)
    findings = sorted([*findings, *told(facts, project.seen, project.evaluated)])
    errors = {p.node for p in problems if p.severity is Severity.ERROR}
    ported, left = count.ported(errors, facts.index)
    changed = len({p.node for p in problems if p.code in ("N401", "N402")})
    return Converted(
        path,
        output,
        (*findings, *unaccounted),
        explain(plan, lambda node: where.get(node, (0, 0))[0]),
        ported,
        left + len(unaccounted),
        changed,
        frozenset(rewriter.spelling.blocks),
        lines() if options.lines else (),
        updates_traced(plan),
    )


def helper_module(blocks: Iterable[str], options: Options = Options()) -> str:
    """The text of the module that holds these building blocks (--helpers module)."""
    book, blocks = rulebook(options.rules), sorted(set(blocks), key=by_kind)
    groups: tuple[list[str], list[str]] = [], []
    for short in sorted(book.imports(blocks), key=lambda short: IMPORTS[short]):
        standard = IMPORTS[short].partition(".")[0] in sys.stdlib_module_names
        groups[not standard].append(import_of(short, short))
    for group in groups:
        group.sort(key=lambda text: text.startswith("from "))
    imports = "\n\n".join("\n".join(group) for group in groups if group)
    names = "".join(f'    "{name}",\n' for name in blocks)
    return f"{_HELPER_HEAD}\n{imports}\n\n__all__ = [\n{names}]\n\n\n{book.paste(blocks)}"


_HELPER_HEAD = '''"""PyTorch's arithmetic for Keras: the building blocks that the ported code uses.

What ports import stands in `__all__`; the rest is what that is made of. `porter convert` adds what
other files need, in a fixed order, and merges with your changes if it is asked to (`--update`).
Shapes and dtypes are torch's: the batch comes first, images are [batch, channels, height, width].
"""
'''


def _finished(rewriter: Steps, module: cst.Module, options: Options) -> cst.Module:
    """Imports cleaned up, building blocks pasted or imported."""
    facts, spelling, book = rewriter.facts, rewriter.spelling, rewriter.book
    whole = not rewriter.count.left and not facts.unbound  # which `import *` may bind
    used = {node.value for node in tree.walk(module) if isinstance(node, cst.Name)}
    spelling.blocks = {block for block in spelling.blocks if spelling.spelled(block) in used}
    if options.helpers == "module":
        return rewrite_imports(facts, module, spelling, (), frozenset(), HELPER_MODULE, whole)
    blocks = sorted(spelling.blocks)
    names = {name: spelling.spelled(name) for name in book.closure(blocks)} | spelling.in_blocks
    pasted = book.definitions(blocks, names)
    imports = book.imports(blocks)
    if book.builtins(blocks) & spelling.hidden.keys():
        imports |= {"builtins"}
    return rewrite_imports(facts, module, spelling, pasted, imports, "", whole)


def _in_tree(problem: Problem, index: Index) -> Problem:
    """A one-line suite (`if x: y`) was looked at as a line that the file does not have."""
    node = problem.node
    if isinstance(node, cst.SimpleStatementLine) and node not in index.parents:
        return replace(problem, node=node.body[0])
    return problem


def _finding(path: str, problem: Problem, where: dict[cst.CSTNode, tuple[int, int]]) -> Finding:
    line, column = where.get(problem.node, (1, 1))
    return Finding(
        path, line, column, problem.code, problem.severity, problem.message, problem.hint
    )


def _syntax_error(error: cst.ParserSyntaxError, path: str, text: str) -> Finding:
    """Python, whose parse comes before this, bears tabs beside spaces where libcst does not."""
    if (tab := _TAB.search(text)) and _SPACES.search(text):
        line = text.count("\n", 0, tab.start()) + 1
        message = "indented with tabs here and with spaces elsewhere: libcst cannot parse it"
        hint = f"indent with spaces alone: expand -i {path} > spaces.py"
        return Finding(path, line, 1, "P002", Severity.ERROR, message, hint)
    message = f"libcst cannot parse it: {error.message.splitlines()[0]}"
    where = (max(error.raw_line, 1), max(error.editor_column, 1))
    hint = "correct the file, or leave it out"
    return Finding(path, *where, "P002", Severity.ERROR, message, hint)


@lru_cache(maxsize=4)
def rulebook(rules: tuple[Path, ...]) -> Rulebook:
    """Porter's rules and the user's, read once; raises RuleError."""
    return Rulebook.load(rules)


def forget_files() -> None:
    """Files of projects may have changed since they were read: a new command begins."""
    _project.cache_clear()


@lru_cache(maxsize=4)
def _project(root: Path | None, seen: Evidence | None = None, decides: bool = False) -> Project:
    return Project(root, seen, decides)

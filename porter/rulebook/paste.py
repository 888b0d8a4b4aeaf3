"""The text of building blocks, as it is pasted into the output."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from porter.ast_names import nodes
from porter.rulebook.load import BUILTINS, foreign_names, free_names
from porter.rulebook.model import MODULES, Rule
from porter.rulebook.words import VOCABULARY, WORDS

# What `isinstance(x, Word)` is in a program that runs.
_RUNTIME = {
    "Tensor": "tf.is_tensor({0})",
    "Array": "isinstance({0}, np.ndarray)",
    "Number": "isinstance({0}, (int, float))",
    "Text": "isinstance({0}, str)",
    "Device": "isinstance({0}, str)",
    "Nothing": "{0} is None",
    "Sequence": "isinstance({0}, (list, tuple))",
    "Dtype": "isinstance({0}, tf.DType)",
    "Float": "tf.as_dtype({0}.dtype).is_floating",
    "Int": "tf.as_dtype({0}.dtype).is_integer",
    "Bool": "tf.as_dtype({0}.dtype).is_bool",
    "Complex": "tf.as_dtype({0}.dtype).is_complex",
    "Module": "isinstance({0}, keras.Layer)",
    "Optimizer": "isinstance({0}, keras.optimizers.Optimizer)",
    "Parameter": "isinstance({0}, keras.Variable)",
    "int": "isinstance({0}, int)",
    "float": "isinstance({0}, float)",
    "bool": "isinstance({0}, bool)",
}
_PROOF = (">>> ", "Not proven: ")
_IMPORTED = re.compile(r"^from rules\.(\w+) import", re.MULTILINE)
_TYPES = {"int", "float", "bool"}
_TENSORS = frozenset({"Tensor", "Promoted", "PromotedFloat", "Summed"})  # never numbers
Edit = tuple[int, int, str]  # from, to, replacement: offsets in bytes
Span = Callable[[ast.expr | ast.stmt | ast.arg], tuple[int, int]]


Renamed = tuple[tuple[str, str], ...]  # a rule's own name for something, and its new name


def definitions(names: Iterable[str], rules: Mapping[str, Rule], renamed: Renamed) -> list[str]:
    """The source of the blocks and of all that they use, in a fixed order."""
    found = (rules[name] for name in closure(names, rules))
    return [_text(rule, _own(rule, renamed)) for rule in found]


def definition(rule: Rule, renamed: Renamed) -> str:
    """The source of one block alone."""
    return _text(rule, _own(rule, renamed))


def _own(rule: Rule, renamed: Renamed) -> Renamed:
    """Of the new names, those that a rule has in it: few texts are not the same in every file."""
    own = foreign_names(rule.node) | BUILTINS | MODULES | {rule.name}
    return tuple(pair for pair in renamed if pair[0] in own)


def imports(names: Iterable[str], rules: Mapping[str, Rule]) -> frozenset[str]:
    """The modules that the blocks, and all that they use, need."""
    return frozenset().union(*(_reads(rules[name]) & MODULES for name in closure(names, rules)))


def builtins(names: Iterable[str], rules: Mapping[str, Rule]) -> frozenset[str]:
    """The names of Python's own that the blocks, and all that they use, read."""
    return frozenset().union(*(_reads(rules[name]) & BUILTINS for name in closure(names, rules)))


@lru_cache(maxsize=512)
def _reads(rule: Rule) -> frozenset[str]:
    return foreign_names(ast.parse(_text(rule, ())))


def closure(names: Iterable[str], rules: Mapping[str, Rule]) -> list[str]:
    """The blocks with those that they use, in the order of the rule files, which is Python's own:
    what a file imports comes first. So it does not hang on which others are asked for."""
    found: set[str] = set()
    wanted = list(names)
    while wanted:
        name = wanted.pop()
        if name not in found:
            found.add(name)
            wanted += free_names(rules[name].node) & rules.keys()
    order: dict[str, None] = {}

    def add(name: str) -> None:
        for other in _defines_with(rules[name]):
            if other in found and other not in order and other != name:
                add(other)  # a user's rule may stand for it
        order[name] = None

    for name in sorted(found, key=lambda name: (*_place(rules[name]), name)):
        if name not in order:
            add(name)
    return list(order)


def _place(rule: Rule) -> tuple[int, str, int]:
    """Where a block stands among all: how much its file imports, the file, the line."""
    return _depth(rule.path), rule.path.stem, rule.node.lineno


@lru_cache(maxsize=512)
def _depth(path: Path) -> int:
    """How many rule files import each other to reach this one, which imports them all."""
    imported = _IMPORTED.findall(path.read_text(encoding="utf-8")) if path.is_file() else ()
    beside = (path.with_name(f"{stem}.py") for stem in imported)
    return 1 + max((_depth(other) for other in beside if other != path), default=-1)


def _defines_with(rule: Rule) -> list[str]:
    """The names that are read when it is defined: of classes and decorators."""
    bases = rule.node.bases if isinstance(rule.node, ast.ClassDef) else []
    parts = [*bases, *(d for d in rule.node.decorator_list if not _is_ours(d))]
    return [n.id for part in parts for n in ast.walk(part) if isinstance(n, ast.Name)]


def executable(rule: Rule) -> str:
    """Why the rule can't be pasted as a function, "" if it can."""
    if any(p.star for p in rule.params):
        return "the arguments can't be told apart before the program runs"
    for node in ast.walk(rule.node):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            words = {w.id for a in node.args[1:] for w in ast.walk(a) if isinstance(w, ast.Name)}
            if node.func.id == "isinstance" and words & WORDS - _RUNTIME.keys():
                return f"whether it is {' or '.join(sorted(words))} is not known"
        if isinstance(node, ast.If) and _vanishes(node, rule) and node.orelse:
            return "a guard that only porter can decide"
    return ""


@lru_cache(maxsize=512)
def _text(rule: Rule, names: Renamed) -> str:
    """The definition's own lines, edited: comments and layout stay."""
    lines = rule.source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    source = b"".join(lines)

    def at(line: int | None, column: int | None) -> int:
        assert line is not None
        assert column is not None
        return starts[line - 1] + column

    def span(node: ast.expr | ast.stmt | ast.arg) -> tuple[int, int]:
        return at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)

    begin, end = span(rule.node)[0], starts[rule.node.end_lineno or 0]  # with its last comment
    renamed = dict(names)
    edits: list[Edit] = []
    if isinstance(rule.node, ast.FunctionDef) and (rule.names or rule.patterns):
        body = starts[rule.node.body[0].lineno - 1]
        edits.append((begin, body, _header(rule.node, renamed.get(rule.name, rule.name))))
    elif rule.name in renamed:
        start = source.index(rule.name.encode(), begin)
        edits.append((start, start + len(rule.name), renamed[rule.name]))
    edits += _docstring(rule.node, source, span)
    edits += _annotations(rule.node, source, span)
    edits += _attributes(rule.node, source, starts)
    for node in nodes(rule.node):
        if isinstance(node, ast.If) and _vanishes(node, rule):
            # from the start of its line to the start of the next statement's line
            edits.append((starts[node.lineno - 1], starts[node.end_lineno or 0], ""))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            text = _guard(node)
            if text:
                edits.append((*span(node), _spelled(ast.parse(text, mode="eval").body, renamed)))
        elif isinstance(node, ast.Name):
            plain = "NotImplementedError" if node.id == "Unsupported" else node.id
            name = renamed.get(plain, plain)
            if name != node.id:
                edits.append((*span(node), name))
    kept = [f"@{_spelled(d, renamed)}\n" for d in rule.node.decorator_list if not _is_ours(d)]
    return "".join(kept) + _edited(source, begin, end, edits)


def _spelled(node: ast.expr, renamed: Mapping[str, str]) -> str:
    """The text of an expression with other names."""
    found = copy.deepcopy(node)
    for name in (n for n in ast.walk(found) if isinstance(n, ast.Name)):
        name.id = renamed.get(name.id, name.id)
    text = ast.unparse(found)
    return text if '"' in text else text.replace("'", '"')


def _edited(source: bytes, begin: int, end: int, edits: list[Edit]) -> str:
    """The text from begin to end with the edits made; an edit inside of another is dropped."""
    found: list[bytes] = []
    place = begin
    for start, stop, text in sorted(edits, key=lambda e: (e[0], -e[1])):
        if start >= place:
            found += [source[place:start], text.encode()]
            place = stop
    found.append(source[place:end])
    return b"".join(found).decode().rstrip()


def _docstring(node: ast.FunctionDef | ast.ClassDef, source: bytes, span: Span) -> Iterator[Edit]:
    """Take the proof out of the docstring."""
    first = node.body[0]
    if not (isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)):
        return
    start, stop = span(first)
    text = source[start:stop].decode()
    quotes = text[-3:]
    lines = [line for line in text[:-3].splitlines() if not line.lstrip().startswith(_PROOF)]
    if len(lines) == len(text.splitlines()):
        return
    while lines and not lines[-1].strip():
        lines.pop()
    ending = "\n" + " " * first.col_offset if len(lines) > 1 else ""
    yield start, stop, "\n".join(lines) + ending + quotes


def _annotations(node: ast.AST, source: bytes, span: Span) -> Iterator[Edit]:
    """Take the kinds out of methods: `x: Tensor` and `-> Tensor` mean something to porter only."""
    for function in (n for n in nodes(node) if isinstance(n, ast.FunctionDef)):
        for arg in (n for n in ast.walk(function.args) if isinstance(n, ast.arg)):
            if arg.annotation is not None and _is_kind(arg.annotation):
                start = span(arg)[0] + len(arg.arg.encode())
                yield start, span(arg)[1], ""
        if function.returns is not None and _is_kind(function.returns):
            start, stop = span(function.returns)
            yield source.rindex(b")", 0, start) + 1, stop, ""


def _attributes(node: ast.AST, source: bytes, starts: list[int]) -> Iterator[Edit]:
    """Take out `weight: Parameter` in a class's body, with the blank line above the first one."""
    for item in node.body if isinstance(node, ast.ClassDef) else []:
        if isinstance(item, ast.AnnAssign) and item.value is None and _is_kind(item.annotation):
            start = starts[item.lineno - 1]
            blank = source[:start].endswith(b"\n\n")
            yield start - blank, starts[item.end_lineno or 0], ""


def _is_kind(annotation: ast.expr) -> bool:
    names = {n.id for n in ast.walk(annotation) if isinstance(n, ast.Name)}
    return bool(names & VOCABULARY - _TYPES)


def _header(node: ast.FunctionDef, name: str) -> str:
    """`def name(…):` without the annotations of the rules' vocabulary."""
    args = copy.deepcopy(node.args)
    for arg in ast.walk(args):
        if isinstance(arg, ast.arg):
            arg.annotation = None
    return f"def {name}({ast.unparse(args)}):\n".replace("'", '"')


def _is_ours(decorator: ast.expr) -> bool:
    func = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(func, ast.Name) and func.id in VOCABULARY


def _guard(call: ast.Call) -> str:
    """A guard of the vocabulary as code that runs, "" for any other call."""
    assert isinstance(call.func, ast.Name)
    if call.func.id == "rank":
        return f"{ast.unparse(call.args[0])}.shape.rank"
    if call.func.id == "dtype":
        return f"tf.as_dtype({ast.unparse(call.args[0])}.dtype).name"  # of a variable it's a text
    if call.func.id == "known" and len(call.args) == 1:
        return ast.unparse(call.args[0])
    if call.func.id not in ("isinstance", "known"):
        return ""
    words = [n.id for n in ast.walk(call.args[1]) if isinstance(n, ast.Name)]
    if not words or not all(word in _RUNTIME for word in words) or set(words) <= _TYPES:
        return ""
    texts = [_RUNTIME[word].format(ast.unparse(call.args[0])) for word in words]
    return texts[0] if len(texts) == 1 else f"({' or '.join(dict.fromkeys(texts))})"


def _vanishes(guard: ast.If, rule: Rule) -> bool:
    """Whether a guard is porter's alone. Which tensor is a mask is asked while the program runs,
    too: it may be one at one call, and none at the next."""
    return _static(guard.test) and not (
        isinstance(guard.body[0], ast.Return) and _asks_for_masks(guard.test, rule)
    )


def _asks_for_masks(test: ast.expr, rule: Rule) -> bool:
    tensors = {p.name for p in rule.params if p.annotation in _TENSORS}
    asked = False
    for call in (node for node in ast.walk(test) if isinstance(node, ast.Call)):
        if len(call.args) == 1 and not isinstance(call.args[0], ast.Call):
            continue  # known(alpha == 1)
        if not isinstance(call.func, ast.Name) or call.func.id != "known" or len(call.args) == 1:
            return False
        words = {w.id for w in ast.walk(call.args[1]) if isinstance(w, ast.Name)}
        if not words <= {"Bool", "Int", "Float"} or ast.unparse(call.args[0]) not in tensors:
            return False
        asked = asked or "Bool" in words
    return asked


def _static(test: ast.expr) -> bool:
    """A guard for a shorter spelling only: it is false when the program runs."""
    if isinstance(test, ast.BoolOp):
        combined = any if isinstance(test.op, ast.And) else all
        return combined(_static(item) for item in test.values)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _static(test.operand)
    return (
        isinstance(test, ast.Call)
        and isinstance(test.func, ast.Name)
        and test.func.id in ("known", "ordered", "same_dtype", "nonnegative")
    )

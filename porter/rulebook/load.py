"""Rule files in, rules out: read with `ast`, never imported."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from pathlib import Path
from typing import Any

from porter.ast_names import nodes
from porter.rulebook.model import (
    MODULES,
    NO_DEFAULT,
    Definition,
    Parameter,
    Rule,
    RuleError,
    alternatives,
)
from porter.rulebook.words import VOCABULARY

_PACKAGE = Path(__file__).resolve().parent.parent
_FOLDERS = (_PACKAGE / "rules", _PACKAGE.parent / "rules")
BUILTINS = frozenset(dir(builtins))
# A definition with its decorators, which may go over several lines.
_DEFINITION = re.compile(
    r"^((?:@[^\n]*\n(?:(?!@|def |class )[^\n]*\n)*)*)(?:def|class) (\w+)", re.MULTILINE
)
_DECORATOR = re.compile(r"^@(port|match)\(((?:(?!^@).)*)", re.MULTILINE | re.DOTALL)
_KEYWORD = re.compile(r"\b(?:note|harmless|reads_length|given)=")
_STRING = re.compile(r'"([^"\\]*)"')


def rule_files() -> list[Path]:
    """The rules that come with porter: inside the package in a wheel, beside it in a checkout."""
    folder = next((f for f in _FOLDERS if f.is_dir()), _FOLDERS[0])
    return sorted(folder.glob("*.py"))


def read(path: Path) -> list[Rule]:
    """The rules of one file, checked: of the user's files, whose mistakes are told at once."""
    source = _text_of(path)
    return [
        _rule(node, path, source)
        for node in _parsed(path, source).body
        if isinstance(node, (ast.FunctionDef, ast.ClassDef))
    ]


def index(path: Path) -> list[Rule]:
    """The same without parsing them: of porter's own files, which a test reads both ways."""
    source = _text_of(path)
    found = list(_DEFINITION.finditer(source))
    ends = [*(match.start() for match in found[1:]), len(source)]
    return [_unparsed(match, end, path, source) for match, end in zip(found, ends)]


def _text_of(path: Path) -> str:
    try:
        if path.exists() and not path.is_file():
            raise RuleError(f"{path}: it is no file -> check the path")
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise RuleError(f"{path}: {error} -> check the path") from error


def _parsed(path: Path, source: str) -> ast.Module:
    try:
        return ast.parse(source)
    except SyntaxError as error:
        raise RuleError(f"{path}:{error.lineno}: {error.msg} -> correct the syntax") from error


def _unparsed(match: re.Match[str], end: int, path: Path, source: str) -> Rule:
    names: list[str] = []
    patterns: list[str] = []
    for word, arguments in _DECORATOR.findall(match[1]):
        strings = _STRING.findall(_KEYWORD.split(arguments)[0])
        (names if word == "port" else patterns).extend(strings)

    def define() -> Definition:
        lines = source.count("\n", 0, match.start())
        node = _parsed(path, "\n" * lines + source[match.start() : end]).body[0]
        assert isinstance(node, (ast.FunctionDef, ast.ClassDef))
        return _rule(node, path, source).define()

    return Rule(match[2], tuple(names), tuple(patterns), path, source, define)


def check_names(rules: Iterable[Rule], names: Set[str]) -> None:
    """Every free name of a rule is a parameter, a module, a builtin or another rule."""
    for rule in rules:
        for name in sorted(free_names(rule.node) - MODULES - VOCABULARY - names):
            raise _error(
                rule.path,
                rule.node,
                f"{rule.name} uses {name}, which is no parameter, module or building block",
                f"define {name} with @block, or pass it as a parameter",
            )


def _rule(node: ast.FunctionDef | ast.ClassDef, path: Path, source: str) -> Rule:
    names: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    note = ""
    harmless: tuple[str, ...] = ()
    shorter: dict[str, str] = {}
    given = ""
    reads_length = False
    ruled = False
    for decorator in node.decorator_list:
        call = decorator if isinstance(decorator, ast.Call) else None
        func = call.func if call else decorator
        word = func.id if isinstance(func, ast.Name) else ""
        said = {k.arg: k.value for k in call.keywords if k.arg} if call is not None else {}
        reads_length |= said.pop("reads_length", None) is not None
        if call is not None and word in ("port", "match"):
            texts = tuple(_text(arg, path) for arg in call.args)
            names += texts if word == "port" else ()
            patterns += texts if word == "match" else ()
            note = _text(said["note"], path) if "note" in said else note
            given = _text(said["given"], path) if "given" in said else given
            harmless += ast.literal_eval(said["harmless"]) if "harmless" in said else ()
        if call is not None and word == "block":
            shorter = {name: _text(value, path) for name, value in said.items()}
        ruled = ruled or word in ("port", "match", "block")
    if not ruled:
        raise _error(path, node, f"{node.name} is no rule", "decorate it with @port or @block")
    if node.name in BUILTINS:
        raise _error(path, node, f"{node.name} hides a builtin", f"call it {node.name}_")
    own = parameters(node, path)
    shorter["given"] = given
    definition = Definition(node, own, note, harmless, reads_length=reads_length, **shorter)
    rule = Rule(node.name, names, patterns, path, source, lambda: definition)
    if isinstance(node, ast.FunctionDef) and (names or patterns):
        _check_template(rule, node)
    return rule


def _check_template(rule: Rule, node: ast.FunctionDef) -> None:
    """A template is made of guards, returns, refusals and `del`."""

    returns: list[ast.Return] = []

    def check(body: list[ast.stmt]) -> None:
        for statement in body:
            if isinstance(statement, ast.Return):
                returns.append(statement)
            if isinstance(statement, ast.If):
                check(statement.body)
                check(statement.orelse)
            elif not (
                isinstance(statement, (ast.Return, ast.Raise, ast.Delete))
                or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
            ):
                raise _error(
                    rule.path,
                    statement,
                    "a template may only use if, return, raise Unsupported and del",
                    "move the code to a @block function and call that",
                )

    check(node.body)
    if any(n.value is None for n in returns):
        raise _error(rule.path, node, "a return without a value", "return an expression")
    kinds = alternatives(node.returns) if node.returns else []
    if returns and len(kinds) not in (1, len(returns)):
        raise _error(
            rule.path,
            node,
            f"{rule.name} has {len(returns)} returns but {len(kinds)} kinds",
            "annotate one kind for all, or `A | B | …`, one for each return in order",
        )


def parameters(node: ast.FunctionDef | ast.ClassDef, path: Path) -> tuple[Parameter, ...]:
    """What a function takes, or the constructor of a class."""
    if isinstance(node, ast.ClassDef):
        for item in node.body:
            if isinstance(item, ast.FunctionDef) and item.name == "__init__":
                return tuple(_arguments(item.args, path))[1:]
        return ()
    return tuple(_arguments(node.args, path))


def _arguments(args: ast.arguments, path: Path) -> Iterator[Parameter]:
    positional = [*args.posonlyargs, *args.args]
    missing = len(positional) - len(args.defaults)
    for index, arg in enumerate(positional):
        default = args.defaults[index - missing] if index >= missing else None
        yield Parameter(arg.arg, _word(arg), _literal(default, path))
    if args.vararg:
        yield Parameter(args.vararg.arg, _word(args.vararg), star="*")
    for arg, kw_default in zip(args.kwonlyargs, args.kw_defaults):
        yield Parameter(arg.arg, _word(arg), _literal(kw_default, path), keyword_only=True)
    if args.kwarg:
        yield Parameter(args.kwarg.arg, _word(args.kwarg), star="**")


def _word(arg: ast.arg) -> str:
    return arg.annotation.id if isinstance(arg.annotation, ast.Name) else ""


def _literal(node: ast.expr | None, path: Path) -> Any:
    if node is None:
        return NO_DEFAULT
    try:
        return ast.literal_eval(node)
    except ValueError as error:
        raise _error(path, node, "a default that is no literal", "use None and a guard") from error


def _text(node: ast.expr, path: Path) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise _error(path, node, "not a string", "write the torch name or pattern as a literal")


def _error(path: Path, node: ast.AST, what: str, hint: str) -> RuleError:
    line = getattr(node, "lineno", 1)
    name = f"rules/{path.name}" if path.parent in _FOLDERS else str(path)
    return RuleError(f"{name}:{line}: {what} -> {hint}")


def free_names(node: ast.AST) -> frozenset[str]:
    """The names that a definition reads but does not bind; builtins left out."""
    return foreign_names(node) - BUILTINS


@lru_cache(maxsize=1024)
def foreign_names(node: ast.AST) -> frozenset[str]:
    """The same with those of Python's own."""
    read: set[str] = set()
    bound: set[str] = set()
    for item in nodes(node):
        if isinstance(item, ast.Name):
            (read if isinstance(item.ctx, ast.Load) else bound).add(item.id)
        elif isinstance(item, ast.arg):
            bound.add(item.arg)
        elif isinstance(item, (ast.FunctionDef, ast.ClassDef, ast.ExceptHandler)):
            bound.add(item.name or "")
        elif isinstance(item, ast.alias):  # imported where it is needed
            bound.add(item.asname or item.name.partition(".")[0])
    return frozenset(read - bound)

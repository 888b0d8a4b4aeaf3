"""Source text in and out: encodings, byte order marks and newlines kept, whole files or none."""

from __future__ import annotations

import ast
import io
import os
import re
import stat
import sys
import tokenize
import warnings
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from porter.findings import Finding, Severity

STDIN = "<stdin>"
_PYTHON_2 = re.compile(
    r"\s*(print\s+[^(=\s]|print\s*>>|exec\s+[\"']|raise\s+[\w.]+\s*,|except\s+[^:]+,\s*\w+\s*:)"
)


class Unreadable(Exception):
    """A file that cannot be read: the message and what to do about it."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


@dataclass(frozen=True)
class Source:
    """A file as it lies on disk, and as text with its newlines untouched."""

    data: bytes
    text: str
    encoding: str  # "utf-8-sig" where the file starts with a byte order mark
    mode: int | None  # permission bits; None for standard input


def read(path: str) -> Source:
    """A file, or standard input where `path` is STDIN; raises Unreadable."""
    try:
        if path == STDIN:
            data, mode = sys.stdin.buffer.read(), None
        else:
            if not _is_readable(path):
                raise Unreadable("it is no file", "leave it out")
            with open(path, "rb") as file:
                mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
                data = file.read()
    except OSError as error:
        raise Unreadable(reason(error), "check the path and its permissions") from error
    encoding = _encoding(data[:3] if path.endswith(".ipynb") else data)
    return Source(data, _decoded(data, encoding), encoding, mode)


def _is_readable(path: str) -> bool:
    """Whether a path is a file, or one of the system's for a stream: others may have no end."""
    return stat.S_ISREG(os.stat(path).st_mode) or path.startswith(
        ("/dev/std", "/dev/fd/", "/proc/")
    )


def _encoding(data: bytes) -> str:
    """What PEP 263 says about these bytes."""
    try:
        return tokenize.detect_encoding(iter(data.splitlines(keepends=True)).__next__)[0]
    except SyntaxError as error:
        message = str(error.msg).replace(" for 'None'", "")
        raise Unreadable(message, _ENCODING_HINT) from error


def _decoded(data: bytes, encoding: str) -> str:
    """The text; refused unless it gives back the same bytes."""
    try:
        text = data.decode(encoding)
        same = text.encode(encoding) == data
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"line {line} is not {encoding}: byte 0x{data[error.start]:02x}"
        raise Unreadable(message, _ENCODING_HINT) from error
    except (LookupError, ValueError) as error:
        raise Unreadable(f"the encoding {encoding} does not work here", _ENCODING_HINT) from error
    if not same:
        raise Unreadable(f"the file would change when written as {encoding}", _ENCODING_HINT)
    return text


_ENCODING_HINT = "save the file as UTF-8, or declare its encoding in the first line (PEP 263)"


def reason(error: OSError) -> str:
    """The error in a few words: "no such file or directory"."""
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]


def unreadable(path: str, error: Unreadable) -> Finding:
    """The finding of a file that cannot be read."""
    return Finding(path, 1, 1, "P001", Severity.ERROR, error.message, error.hint)


def unwritable(path: str, output: str, error: OSError) -> Finding:
    """The finding of an output that cannot be written."""
    message = f"cannot write {output}: {reason(error)}"
    return Finding(path, 1, 1, "P003", Severity.ERROR, message, "choose another output with -o")


@lru_cache(maxsize=8)
def syntax_tree(text: str) -> ast.Module:
    """Python's own tree of a text; the text at hand is asked for more than once, and so are those
    that it imports."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "\d" in somebody's string is no matter of ours
        return ast.parse(text)


def compiles(text: str) -> bool:
    """Whether Python compiles this text, which takes half as long as making its tree."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "<text>", "exec", dont_inherit=True)
    except (SyntaxError, RecursionError):
        return False
    return True


def parse_problem(text: str, path: str) -> Finding | None:
    """Why Python itself cannot parse this text; None where it can.

    Runs before libcst, which takes the process down where brackets are nested 5,000 deep, and
    whose messages point at the first line.
    """
    try:
        syntax_tree(text)
    except SyntaxError as error:
        return _syntax_error(text, path, error)
    except (RecursionError, MemoryError):
        return too_deep(path)
    except ValueError as error:  # a null character
        return Finding(path, 1, 1, "P002", Severity.ERROR, str(error), _SYNTAX_HINT)
    return None


_SYNTAX_HINT = "correct the file, or leave it out"


def too_deep(path: str) -> Finding:
    """The finding of a file whose nesting is beyond Python's limits."""
    message = "the code is nested too deeply"
    return Finding(path, 1, 1, "P002", Severity.ERROR, message, "split the deepest expression up")


def depth(text: str) -> int:
    """How deeply the code is nested, found without recursion."""
    nodes: list[ast.AST] = [ast.parse(text)]
    found = 0
    while nodes:
        nodes = [child for node in nodes for child in ast.iter_child_nodes(node)]
        found += 1
    return found


def _syntax_error(text: str, path: str, error: SyntaxError) -> Finding:
    number = error.lineno or 1
    lines = io.StringIO(text, newline=None).readlines()
    line = lines[number - 1] if number <= len(lines) else ""
    message, hint = str(error.msg), _SYNTAX_HINT
    if "print'" in message or re.match(r"\s*print\s+[^(=\s]", line):
        message, hint = (
            "a Python 2 print statement",
            "port the file to Python 3 first, with print()",
        )
    elif _PYTHON_2.match(line):
        message, hint = f"Python 2: {message}", "port the file to Python 3 first"
    return Finding(path, number, max(error.offset or 1, 1), "P002", Severity.ERROR, message, hint)


def write(path: Path, data: bytes, mode: int | None = None) -> None:
    """Write all of a file or nothing of it; a device directly. A link is not followed: the file
    replaces it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    draft = path.with_name(f".{os.getpid()}.porter")  # names may be as long as they can be
    try:
        with open(draft, "xb") as file:
            file.write(data)
        if mode is not None:
            draft.chmod(mode & 0o777)
        os.replace(draft, path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise

"""Objects of the user's program: a class is named as agent_tf:Actor, its arguments as texts."""

from __future__ import annotations

import ast
import importlib
import os
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from porter.equivalence.weights.bond import TransferError


def build(name: str, arguments: Iterable[str] = ()) -> Any:
    """An object of the class MODULE:CLASS, made with arguments such as "state_dim=17".

    The module is found as in a script that lies in the current directory; FILE.py:CLASS names it
    by its file. Raises TransferError where there is no such class or it can't be built so.
    """
    made = _class(name)
    keywords = dict(_argument(text) for text in arguments)
    try:
        return made(**keywords)
    except Exception as error:
        hint = "" if keywords else "; its arguments are given as --arg NAME=VALUE"
        raise TransferError(f"{name} can't be built: {_described(error)}{hint}") from error


def _class(name: str) -> Any:
    module_name, _, path = name.rpartition(":")
    if not module_name:
        raise TransferError(f"{name} names no class; write MODULE:CLASS, such as agent_tf:Actor")
    folder = os.getcwd()
    if module_name.endswith(".py"):
        folder, module_name = str(Path(module_name).resolve().parent), Path(module_name).stem
    sys.path.insert(0, folder)
    try:
        found = importlib.import_module(module_name)
    except (Exception, SystemExit) as error:
        raise TransferError(f"{name} can't be imported: {_described(error)}") from error
    finally:
        sys.path.remove(folder)
    try:
        for part in path.split("."):
            found = getattr(found, part)
    except AttributeError as error:
        raise TransferError(f"{name}: {error}") from error
    if not callable(found):
        raise TransferError(f"{name} is a {type(found).__name__}, no class")
    return found


def _argument(text: str) -> tuple[str, Any]:
    """A number, tuple, True, None … as Python writes it; anything else is a string."""
    name, equals, value = text.partition("=")
    if not equals:
        raise TransferError(f"--arg {text}: write NAME=VALUE, such as state_dim=17")
    try:
        return name, ast.literal_eval(value)
    except (SyntaxError, ValueError):
        return name, value


def _described(error: BaseException) -> str:
    """The error in one line, with its place if that is in the user's program."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    own = frame.filename != __file__ and "importlib" not in frame.filename
    place = f"{frame.filename}:{frame.lineno}: " if own else ""
    first = str(error).partition("\n")[0]
    return f"{place}{type(error).__name__}: {first}"

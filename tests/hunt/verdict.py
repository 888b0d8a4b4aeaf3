"""What becomes of a program: equal, told, CRASH, DIFFERENT; or its original stops."""

from __future__ import annotations

import contextlib
import io
import itertools
import linecache
import math
import re
import sys
import traceback
import types
import warnings

import torch  # before TensorFlow

# isort: split
import keras
import tensorflow as tf

from porter.findings import Severity
from porter.pipeline import Converted, Failed, convert

NUMBER = re.compile(r"-?\d+\.?\d*(?:e[+-]?\d+)?|-?\binf\b|\bnan\b")
WRONG = ("CRASH", "DIFFERENT", "PORTER CRASH")
COUNT = itertools.count()
torch.set_num_threads(1)


class Stopped(Exception):
    """The program raised an error; the text is its traceback's end."""


def printed(text: str, name: str) -> list[float]:
    """The numbers that a program prints. Raises Stopped."""
    before = sys.modules["__main__"]
    module = sys.modules["__main__"] = types.ModuleType("__main__")
    out = io.StringIO()
    name = f"{next(COUNT)}_{name}"
    linecache.cache[name] = len(text), None, text.splitlines(True), name  # AutoGraph reads it
    try:
        with contextlib.redirect_stdout(out), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(text, name, "exec"), module.__dict__)
    except Exception as error:  # any error of the program's is an answer
        raise Stopped("".join(traceback.format_exception(error)[-4:])) from None
    finally:
        sys.modules["__main__"] = before
        del linecache.cache[name]
        keras.config.set_floatx("float32")
        tf.keras.backend.clear_session()
    return [float(n) for n in NUMBER.findall(out.getvalue().replace("tensor", ""))]


def verdict(text: str) -> tuple[str, str]:
    """One of "equal", "told", "CRASH", "DIFFERENT", "PORTER CRASH", "stops"; and why."""
    try:
        wanted = printed(text, "original.py")
    except Stopped as error:
        return "stops", str(error)
    try:
        port = convert(text, "program.py")
    except Exception:  # porter must not raise, whatever the program is
        return "PORTER CRASH", traceback.format_exc()
    if isinstance(port, Failed):
        return "told", str(port.finding)
    if not isinstance(port, Converted):
        return "equal", "nothing to convert"
    errors = [f for f in port.findings if f.severity is Severity.ERROR]
    if errors:
        return "told", "; ".join(f"{f.line}: {f.code} {f.message}" for f in errors)
    try:
        found = printed(port.output, "port.py")
    except Stopped as error:
        return "CRASH", str(error)
    if len(found) != len(wanted):
        return "DIFFERENT", f"{len(wanted)} numbers, the port prints {len(found)}"
    for i, (a, b) in enumerate(zip(wanted, found)):
        close = math.isclose(a, b, rel_tol=1e-4, abs_tol=1e-4)
        if not (close or (math.isnan(a) and math.isnan(b))):
            return "DIFFERENT", f"number {i} is {a}, in the port {b}"
    return "equal", ""

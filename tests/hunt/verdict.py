"""What becomes of a program: equal, told, CRASH, DIFFERENT; or its original stops."""

from __future__ import annotations

import contextlib
import gc
import io
import itertools
import linecache
import math
import re
import sys
import traceback
import types
import warnings
from typing import NamedTuple

import torch  # before TensorFlow

# isort: split
import keras
import tensorflow as tf

from porter.findings import Severity
from porter.pipeline import Converted, Failed, convert

NUMBER = re.compile(r"-?\d+\.?\d*(?:e[+-]?\d+)?|-?\binf\b|\bnan\b")
DOUBLE = {
    "float32": "float64", ".float()": ".double()", "FloatTensor": "DoubleTensor",
    **{f"tf.{name}([2, 3])": f"tf.{name}([2, 3], tf.float64)" for name in ("zeros", "ones")},
}  # fmt: skip
SINGLE = re.compile("|".join(map(re.escape, DOUBLE)))
WRONG = ("CRASH", "DIFFERENT", "PORTER CRASH")
COUNT = itertools.count()
KEPT = 100  # programs until Keras forgets them: that takes longer than to run one
torch.set_num_threads(1)
gc.freeze()  # the libraries stay: nobody need look through them for garbage


class Verdict(NamedTuple):
    kind: str  # "equal", "told", "stops", or one of WRONG
    why: str
    lines: tuple[int, ...] = ()  # that are told of


class Stopped(Exception):
    """The program raised an error; the text is its traceback's end."""


def printed(text: str, name: str) -> list[float]:
    """The numbers that a program prints. Raises Stopped."""
    before, floatx = sys.modules["__main__"], keras.config.floatx()
    module = sys.modules["__main__"] = types.ModuleType("__main__")
    out = io.StringIO()
    count = next(COUNT)
    name = f"{count}_{name}"
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
        keras.config.set_floatx(floatx)
        if count % KEPT == 0:
            tf.keras.backend.clear_session()
    return [float(n) for n in NUMBER.findall(out.getvalue().replace("tensor", ""))]


def verdict(text: str) -> Verdict:
    """What the program's port does, beside the program."""
    try:
        wanted = printed(text, "original.py")
    except Stopped as error:
        return Verdict("stops", str(error))
    try:
        port = convert(text, "program.py")
    except Exception:  # porter must not raise, whatever the program is
        return Verdict("PORTER CRASH", traceback.format_exc())
    if isinstance(port, Failed):
        return Verdict("told", str(port.finding), (port.finding.line,))
    if not isinstance(port, Converted):
        return Verdict("equal", "nothing to convert")
    errors = [f for f in port.findings if f.severity is Severity.ERROR]
    if errors:
        why = "; ".join(f"{f.line}: {f.code} {f.message}" for f in errors)
        return Verdict("told", why, tuple(f.line for f in errors))
    try:
        found = printed(port.output, "port.py")
    except Stopped as error:
        return Verdict("CRASH", str(error))
    kind, why = compared(wanted, found)
    if kind == "DIFFERENT" and "backward" in text and is_rounding(text, port.output):
        return Verdict("equal", "in double precision")
    return Verdict(kind, why)


def use(precision: str) -> None:
    """Networks of both sides have weights of this precision from now on."""
    torch.set_default_dtype(getattr(torch, precision))
    keras.config.set_floatx(precision)
    keras.config.set_dtype_policy(precision)


def is_rounding(text: str, port: str) -> bool:
    """Whether both print the same in double precision: training may let rounding errors grow."""
    use("float64")
    try:
        wanted, found = (printed(SINGLE.sub(_double, side), "double.py") for side in (text, port))
    except Stopped:  # one of them asks for single precision
        return False
    finally:
        use("float32")
    return compared(wanted, found)[0] == "equal"


def _double(word: re.Match[str]) -> str:
    return DOUBLE[word.group()]


def compared(wanted: list[float], found: list[float]) -> tuple[str, str]:
    if len(found) != len(wanted):
        return "DIFFERENT", f"{len(wanted)} numbers, the port prints {len(found)}"
    for i, (a, b) in enumerate(zip(wanted, found)):
        close = math.isclose(a, b, rel_tol=1e-4, abs_tol=1e-4)
        if not (close or (math.isnan(a) and math.isnan(b))):
            return "DIFFERENT", f"number {i} is {a}, in the port {b}"
    return "equal", ""

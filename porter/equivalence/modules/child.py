"""The process of a module check: both frameworks, orders on stdin, the report in a file."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import torch  # before TensorFlow

# isort: split
import keras
import numpy as np

from porter.equivalence.modules.check import check_module
from porter.equivalence.modules.definitions import load
from porter.equivalence.modules.inputs import Input
from porter.equivalence.modules.report import CannotCheck, ModuleReport
from porter.equivalence.modules.run import reason
from porter.equivalence.sides import tf_precision, torch_precision


def build(path: Path, name: str, arguments: dict[str, Any]) -> Any:
    """An object of the file's class. Raises CannotCheck."""
    cls = load(path, name)
    if not isinstance(cls, type):
        raise CannotCheck(f"{path}: {name} is no class but a {type(cls).__name__}")
    try:
        return cls(**arguments)
    except Exception as error:
        given = ", ".join(f"{key}={value!r}" for key, value in arguments.items())
        raise CannotCheck(f"{name}({given}) raised {reason(error, str(path))}") from error


def check(orders: dict[str, Any]) -> ModuleReport:
    """Build both networks and compare them, in the precision that the frameworks are set to."""
    torch.manual_seed(orders["seed"])
    keras.utils.set_random_seed(orders["seed"])
    paths = Path(orders["original"]), Path(orders["port"])
    original, port = (build(path, orders["name"], orders["arguments"]) for path in paths)
    if not isinstance(original, torch.nn.Module):
        raise CannotCheck(f"{paths[0]}: {orders['name']} is no torch.nn.Module")
    rng = np.random.default_rng(orders["seed"])
    inputs = tuple(Input.parse(text).draw(rng) for text in orders["inputs"])
    given = ", ".join(f"{key}={value!r}" for key, value in orders["arguments"].items())
    return check_module(
        original, port, inputs, seed=orders["seed"], name=f"{orders['name']}({given})"
    )


def main() -> None:
    orders = json.loads(sys.stdin.read())
    torch_precision.use(orders["precision"])
    tf_precision.use(orders["precision"])
    with redirect_stdout(sys.stderr):  # what the programs print is no part of the report
        try:
            report = check(orders)
            answer = {"text": str(report), "report": report.as_json()}
        except CannotCheck as error:
            answer = {"error": str(error)}
    Path(orders["answer"]).write_text(json.dumps(answer, default=float), "utf-8")


if __name__ == "__main__":
    main()

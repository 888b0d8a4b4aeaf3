"""`porter check ORIGINAL PORT --module NAME`: one network and its port."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from porter import terminal
from porter.equivalence.modules.definitions import parsed
from porter.equivalence.modules.find_calls import constructor_arguments, method
from porter.equivalence.modules.input_shapes import input_shapes
from porter.equivalence.modules.inputs import Input, assigned
from porter.equivalence.modules.report import CannotCheck
from porter.equivalence.modules.values import Values, parameters
from porter.equivalence.verdict.model import Outcome

LAST_LINES = 12


def run_module_check(
    original: Path,
    port: Path,
    name: str,
    args: list[str],
    inputs: list[str],
    precision: str = "float64",
    seed: int = 0,
    as_json: bool = False,
    timeout: float = 300.0,
) -> int:
    """Check one network, print the report and give the exit code.

    `args` are the constructor's, "state_dim=17"; `inputs` are forward's in its order, "32x17", or
    by name, "state=32x17". What is not given is read from the original's source. 0: equivalent,
    1: different, 2: could not run, with a message on stderr.
    """
    try:
        answer = _answer(orders_for(original, port, name, args, inputs, precision, seed), timeout)
        if "error" in answer:
            raise CannotCheck(answer["error"])
    except CannotCheck as error:
        terminal.error(error)
        return Outcome.COULD_NOT_RUN.exit_code
    report = answer["report"]
    print(json.dumps(report, indent=2) if as_json else answer["text"])
    return Outcome(report["outcome"]).exit_code


def orders_for(
    original: Path,
    port: Path,
    name: str,
    args: list[str],
    inputs: list[str],
    precision: str = "float64",
    seed: int = 0,
) -> dict[str, Any]:
    """What to construct and to call, all of it known. Raises CannotCheck."""
    values = Values(parsed(original))
    if name not in values.classes:
        raise CannotCheck(
            f"{original} has no class {name}; it has {', '.join(values.classes) or 'no classes'}"
        )
    cls = values.classes[name]
    arguments, missing = constructor_arguments(
        values, cls, dict(assigned("--arg", text) for text in args)
    )
    forward = method(values, cls, "forward")
    if forward is None:
        raise CannotCheck(f"{original}:{cls.lineno}: {name} has no forward()")
    names = [parameter for parameter in parameters(forward) if parameter != "self"]
    given = _given(names, inputs)
    shown, unknown = input_shapes(values, cls, arguments)
    shapes = {p: given[p] if p in given else str(shown[p]) for p in names if p in {*given, *shown}}
    asked = {p: shape for p, shape in unknown.items() if p not in given}
    if missing or asked:
        raise CannotCheck(f"{original} does not show all that {name} needs: {_ask(missing, asked)}")
    return {
        "original": str(original.resolve()),
        "port": str(port.resolve()),
        "name": name,
        "arguments": arguments,
        "inputs": list(shapes.values()),
        "precision": precision,
        "seed": seed,
    }


def _given(names: list[str], inputs: list[str]) -> dict[str, str]:
    """The inputs of the command line by forward's parameter."""
    found: dict[str, str] = {}
    for i, text in enumerate(inputs):
        name, equals, shape = text.rpartition("=")
        if not equals:
            name = names[i] if i < len(names) else ""
        if name not in names:
            raise CannotCheck(
                f"--input {text}: forward takes {', '.join(names)}, give one --input for each"
            )
        found[name] = str(Input.parse(shape))
    return found


def _ask(missing: list[str], asked: dict[str, str]) -> str:
    """What to add to the command line."""
    wanted = [f"--arg {name}=VALUE" for name in missing]
    wanted += [f"--input {name}={shape}" for name, shape in asked.items()]
    note = " (with your own sizes; the first is the batch)" if asked else ""
    return f"give {' and '.join(wanted)}{note}"


def _answer(orders: dict[str, Any], timeout: float) -> dict[str, Any]:
    """Run the check in a process of its own. Raises CannotCheck where it crashes or hangs."""
    environment = {
        **os.environ,
        "KERAS_BACKEND": "tensorflow",
        "TF_CPP_MIN_LOG_LEVEL": "2",
        "OMP_NUM_THREADS": "1",
        "CUDA_VISIBLE_DEVICES": "",
        "PYTHONPATH": os.pathsep.join(
            filter(None, [str(Path(__file__).parents[3]), os.environ.get("PYTHONPATH")])
        ),
    }
    with TemporaryDirectory(prefix="porter-") as folder:
        file = Path(folder) / "answer.json"
        try:
            done = subprocess.run(
                [sys.executable, "-m", "porter.equivalence.modules.child"],
                input=json.dumps(orders | {"answer": str(file)}),
                capture_output=True,
                text=True,
                cwd=folder,
                env=environment,
                timeout=timeout,
            )
        except subprocess.TimeoutExpired:
            raise CannotCheck(f"{orders['name']}: no answer after {timeout:.0f} s") from None
        if not file.exists():
            last = "\n  ".join(done.stderr.splitlines()[-LAST_LINES:])
            raise CannotCheck(f"the check of {orders['name']} crashed; its last lines:\n  {last}")
        answer: dict[str, Any] = json.loads(file.read_text("utf-8"))
        return answer

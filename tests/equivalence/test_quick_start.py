"""What a check does not wait for: porter's own modules, TensorFlow for TensorBoard, a side that
goes on behind the other's end."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from porter.equivalence.sides.wire import Halt, Question, Wire


def loaded(code: str) -> str:
    """What a fresh process prints."""
    run = [sys.executable, "-c", code]
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip()


def test_the_processes_start_before_porter_is_imported() -> None:
    code = "import sys, porter.equivalence.check; print('porter.pipeline' in sys.modules)"
    assert loaded(code) == "False"


def test_tensorboard_of_the_original_brings_no_tensorflow() -> None:
    pytest.importorskip("tensorboard")
    code = (
        "import sys; from porter.equivalence.sides.torch_precision import use; use('float64');"
        "from torch.utils.tensorboard import SummaryWriter;"
        "import tempfile, os; folder = tempfile.mkdtemp(); writer = SummaryWriter(folder);"
        "writer.add_scalar('a', 1.0, 1); writer.close();"
        "print('tensorflow' in sys.modules, len(os.listdir(folder)))"
    )
    assert loaded(code) == "False 1"


class Connection:
    """One whose partner says these."""

    def __init__(self, *messages: Any) -> None:
        self.messages, self.sent = [*messages], list[Any]()

    def send(self, message: Any) -> None:
        self.sent.append(message)

    def recv(self) -> Any:
        return self.messages.pop(0)

    def poll(self) -> bool:
        return bool(self.messages)


def test_a_side_hears_that_it_is_enough() -> None:
    wire = Wire(Connection(Halt()))  # type: ignore[arg-type]
    assert wire.enough()
    assert wire.enough()
    assert not Wire(Connection()).enough()  # type: ignore[arg-type]


def test_an_answer_is_an_answer_also_behind_it() -> None:
    connection = Connection(Halt(), "actor")
    wire = Wire(connection)  # type: ignore[arg-type]
    assert wire.ask("next", 1) == "actor"
    assert connection.sent == [Question("next", 1)]
    assert wire.enough()

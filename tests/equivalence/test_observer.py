"""What an observed program sends."""

import os

import pytest

from porter.equivalence.events import Kind
from porter.equivalence.sides.observer import Observer
from porter.equivalence.sides.program import Run


class Sent(list):
    """A wire that keeps what is sent."""

    send = list.append


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # of threads, from Python 3.12
def test_forked_children_are_not_observed():
    sent = Sent()
    observer = Observer(
        Run("agent.py", (), -1, "float64", 0, None, resync=False, device="cpu"), sent
    )
    observer.emit(Kind.ACTION, ())
    child = os.fork()
    if child == 0:
        observer.emit(Kind.ACTION, ())
        os._exit(len(sent))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == len(sent) == 1

"""What an observed program sends."""

import os
import threading

import pytest

from porter.equivalence.events import Kind
from porter.equivalence.sides.classes import Construction
from porter.equivalence.sides.observer import Observer
from porter.equivalence.sides.program import Run
from porter.equivalence.tape import Tape


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


def test_threads_that_build_at_the_same_time():
    """Each network is complete when its own constructor ends, and the tape goes on after both."""
    both, first_is_out = threading.Barrier(2), threading.Event()

    class Network:
        def __init__(self, last):
            both.wait(10)
            if last:
                first_is_out.wait(10)

    complete, paused = [], []
    tape = Tape(seed=0)

    def build(last):
        complete.append(Network(last))
        first_is_out.set()
        paused.append(tape.paused)

    built = []
    with Construction(built.append, tape.pause).watching(Network):
        threads = [threading.Thread(target=build, args=(last,)) for last in (False, True)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert built == complete
    assert paused == [False, False]
    assert not tape.paused

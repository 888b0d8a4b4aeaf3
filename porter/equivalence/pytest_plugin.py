"""A pytest plugin for projects with a ported agent: it comes with the package.

    def test_port(assert_equivalent):
        assert_equivalent(TorchAgent(), TfAgent(), step=train, batches=batches, updates=20)

`transfer_weights(network, keras_network)` copies weights; `shared_tape` gives both frameworks the
same random numbers while the test runs; `devices` are those that both frameworks can compute on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from porter.equivalence.tape import Tape


@pytest.fixture
def assert_equivalent() -> Callable[..., Any]:
    """`check_equivalence` that fails the test where the agents are not the same."""

    def check(*agents: Any, **options: Any) -> Any:
        __tracebackhide__ = True
        from porter.equivalence.library import check_equivalence

        report = check_equivalence(*agents, **options)
        report.raise_if_different()
        return report

    return check


@pytest.fixture
def transfer_weights() -> Callable[[Any, Any], None]:
    """Give a Keras network the weights of a torch.nn.Module, by attribute path."""

    def transfer(network: Any, keras_network: Any) -> None:
        from porter.equivalence.weights.pairing import pair
        from porter.equivalence.weights.torch_weights import torch_weights

        arrays = torch_weights(network)
        pairing = pair(keras_network, list(arrays))
        assert not pairing.unpaired_torch, f"no variable for {pairing.unpaired_torch}"
        pairing.write(arrays)

    return transfer


@pytest.fixture
def shared_tape() -> Iterator[Tape]:
    """Both frameworks draw from one tape while the test runs.

    It starts with seed 0; `shared_tape.rewind()` between the two sides.
    """
    import porter.equivalence.tape.torch_draws as torch_draws  # torch has to come first
    from porter.equivalence.tape import Tape
    from porter.equivalence.tape.tf_draws import tf_on

    tape = Tape(seed=0)
    with ExitStack() as stack:
        stack.enter_context(torch_draws.torch_on(tape))
        stack.enter_context(tf_on(tape))
        yield tape


@pytest.fixture(scope="session")
def devices() -> tuple[str, ...]:
    """("cpu",), or ("cpu", "gpu") where both frameworks see a GPU."""
    from porter.equivalence.devices import gpu_missing

    return ("cpu",) if gpu_missing() else ("cpu", "gpu")

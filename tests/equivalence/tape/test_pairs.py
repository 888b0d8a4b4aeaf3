"""Both frameworks draw the same: eager, in a tf.function, under XLA."""

import torch  # before TensorFlow

# isort: split
import numpy as np
import pytest
import tensorflow as tf

from porter.equivalence.compare import compare
from porter.equivalence.tape import Tape
from porter.equivalence.tape.tf_draws import tf_on
from porter.equivalence.tape.torch_draws import IN_PLACE, NEW, OUT, torch_on

from .pairs import FUSED, NOT_UNDER_XLA, PAIRS, ROUNDED, drawn


@pytest.mark.parametrize("name", PAIRS)
def test_both_draw_the_same(name):
    theirs, port = PAIRS[name]
    expected, asked, draws = drawn(torch_on, theirs, 2)
    assert draws == len(asked) == 2
    assert not np.array_equal(*expected)
    for how in (port, tf.function(port)):
        values, seen, count = drawn(tf_on, how, 2)
        assert (seen, count) == (asked, 2)
        assert not compare(expected, values, ROUNDED, dtypes=False)


@pytest.mark.parametrize("name", [name for name in PAIRS if name not in NOT_UNDER_XLA])
def test_xla_draws_the_same(name):
    theirs, port = PAIRS[name]
    expected, _, _ = drawn(torch_on, theirs, 2)
    values, seen, count = drawn(tf_on, tf.function(port, jit_compile=True), 2)
    assert (seen, count) == ([], 2)  # counted, but nobody is told
    assert not compare(expected, values, FUSED, dtypes=False)


def test_no_random_kernel_of_pytorch_is_forgotten():
    """ATen marks what draws. A new PyTorch may bring more; then this test names it."""
    marked = set()
    for full in torch._C._dispatch_get_all_op_names():
        namespace, _, name = full.partition("::")
        if namespace == "aten" and torch._C._dispatch_has_kernel_for_dispatch_key(full, "CPU"):
            op, _, overload = name.partition(".")
            tags = getattr(getattr(torch.ops.aten, op), overload or "default").tags
            if torch.Tag.nondeterministic_seeded in tags:
                marked.add(name)
    left = {"rrelu_with_noise", "rrelu_with_noise_", "rrelu_with_noise.out"}  # as the docs say
    no_draws = {"_fused_sdp_choice", "_scaled_dot_product_flash_attention_for_cpu"}
    covered = IN_PLACE.keys() | NEW.keys() | OUT.keys()
    assert marked - covered == left | no_draws
    assert covered <= marked


def test_what_xla_cannot_draw_is_said():
    compiled = tf.function(lambda: tf.random.poisson((3,), 2.0), jit_compile=True)
    with tf_on(Tape(0)), pytest.raises(NotImplementedError, match="no poisson draws under XLA"):
        compiled()

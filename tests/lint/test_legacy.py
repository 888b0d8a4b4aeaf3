"""What TensorFlow 2 took away is gone, and what is said to be a rename is one."""

from __future__ import annotations

from operator import attrgetter

import pytest

from porter.lint import legacy
from porter.lint.rules import tfe905_graph_session, tfe907_queue_runner


@pytest.mark.parametrize(("old", "new"), legacy.RENAMES.items())
def test_a_rename_keeps_the_function(old: str, new: str) -> None:
    import tensorflow as tf

    assert attrgetter(old)(tf.compat.v1) is attrgetter(new)(tf)


@pytest.mark.parametrize(
    "old", [*legacy.RENAMES, *tfe905_graph_session.INSTEAD, *tfe907_queue_runner.INSTEAD]
)
def test_what_is_said_to_be_gone_is_gone(old: str) -> None:
    import tensorflow as tf

    for module in (tf, tf.compat.v2):
        with pytest.raises(AttributeError):
            attrgetter(old)(module)

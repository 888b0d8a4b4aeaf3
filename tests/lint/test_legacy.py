"""What TensorFlow 2 took away is gone, and what is said to be a rename is one."""

from __future__ import annotations

import re
from operator import attrgetter

import pytest

from porter.linter import legacy
from porter.linter.rules import tfe905_graph_session, tfe906_contrib, tfe907_queue_runner


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


def test_contrib_is_gone() -> None:
    import tensorflow as tf

    for module in (tf, tf.compat.v1, tf.compat.v2):
        assert not hasattr(module, "contrib")


@pytest.mark.parametrize("new", sorted(tfe906_contrib.RENAMES.values()))
def test_a_new_name_of_contrib_is_there(new: str) -> None:
    import tensorflow as tf

    assert callable(attrgetter(new)(tf))


TABLES = (tfe905_graph_session.INSTEAD, tfe906_contrib.INSTEAD, tfe907_queue_runner.INSTEAD)
ADVICE = sorted({text for table in TABLES for text in table.values()})


@pytest.mark.parametrize("advice", ADVICE)
def test_what_advice_names_is_there(advice: str) -> None:
    import tensorflow as tf

    for name in re.findall(r"\btf\.([a-zA-Z_][\w.]*\w)", advice):
        assert attrgetter(name)(tf) is not None

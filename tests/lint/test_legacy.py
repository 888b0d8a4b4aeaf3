"""The renames of TFE902 are renames: TensorFlow has the same object under both names."""

from __future__ import annotations

from operator import attrgetter

import pytest

from porter.lint import legacy


@pytest.mark.parametrize(("old", "new"), legacy.RENAMES.items())
def test_a_rename_keeps_the_function(old: str, new: str) -> None:
    import tensorflow as tf

    assert attrgetter(old)(tf.compat.v1) is attrgetter(new)(tf)

"""What torch still takes from programs of 2018, with a warning."""

import functools
import inspect

import torch  # before TensorFlow

# isort: split
import numpy as np
import pytest
import tensorflow as tf
from expressions import BOOK, MODULES, Expression, assert_equal

from porter import kinds
from porter.infer.names import one_spelling

X = np.random.default_rng(0).normal(size=(2, 3, 2, 2)).astype(np.float32)


@pytest.mark.filterwarnings("ignore:Implicit dimension choice:UserWarning")
@pytest.mark.parametrize("rank", range(1, 5))
@pytest.mark.parametrize("known", [True, False], ids=["known rank", "unknown rank"])
@pytest.mark.parametrize(
    "text",
    ["F.softmax(x)", "F.log_softmax(x)", "F.softmin(x)", "nn.Softmax()(x)", "nn.LogSoftmax()(x)"],
)
def test_softmax_without_dim(text, known, rank):
    x = X.reshape(*X.shape[: rank - 1], -1)
    kind = kinds.Tensor("float32", rank if known else None)
    converted = Expression(text, {**MODULES, "x": kind})
    names = {"tf": tf, "x": tf.constant(x)}
    exec(f"import keras\n{BOOK.paste(converted.blocks)}", names)
    theirs = {"nn": torch.nn, "F": torch.nn.functional, "x": torch.tensor(x)}
    assert_equal(eval(text, theirs), eval(converted.found, names))


def test_classes_by_the_files_that_they_stand_in():
    """torch.optim.adam.Adam is torch.optim.Adam, for every class that a rule ports."""
    homes = ("torch.nn.modules.", "torch.optim.", "torch.distributions.")
    checked = set()
    for rule in BOOK.rules.values():
        for name in rule.names:
            cls = functools.reduce(
                lambda at, part: getattr(at, part, None), name.split(".")[1:], torch
            )
            home = f"{cls.__module__}.{cls.__qualname__}" if inspect.isclass(cls) else ""
            if home.startswith(homes) and not cls.__name__.startswith("_"):
                assert BOOK.find(one_spelling(home)) is rule, home
                checked.add(rule.name)
    assert checked >= {"Adam", "Linear", "MSELoss", "Normal", "StepLR"}

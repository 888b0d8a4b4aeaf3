"""Losses as objects and as functions against torch: every reduction, at kinks, in two precisions.

Both forms of a loss are converted, and their values and gradients are compared.
"""

import torch  # before TensorFlow

# isort: split
import keras
import numpy as np
import pytest
import tensorflow as tf
from expressions import BOOK, MODULES, Expression

from porter import kinds

LOSSES = [  # class, function, options, arguments
    ("MSELoss", "mse_loss", "", "x,y"),
    ("L1Loss", "l1_loss", "", "x,y"),
    ("SmoothL1Loss", "smooth_l1_loss", "", "x,y"),
    ("SmoothL1Loss", "smooth_l1_loss", "beta=0.5", "x,y"),
    ("SmoothL1Loss", "smooth_l1_loss", "beta=0.0", "x,y"),
    ("HuberLoss", "huber_loss", "delta=0.5", "x,y"),
    ("CrossEntropyLoss", "cross_entropy", "", "x,a"),
    ("CrossEntropyLoss", "cross_entropy", "", "x,p"),
    ("CrossEntropyLoss", "cross_entropy", "ignore_index=1", "x,a"),
    ("CrossEntropyLoss", "cross_entropy", "weight=w,ignore_index=1", "x,a"),
    ("CrossEntropyLoss", "cross_entropy", "weight=w,label_smoothing=0.2,ignore_index=2", "x,a"),
    ("CrossEntropyLoss", "cross_entropy", "weight=w,label_smoothing=0.2", "x,p"),
    ("CrossEntropyLoss", "cross_entropy", "weight=w", "image,labels"),
    ("NLLLoss", "nll_loss", "", "x,a"),
    ("NLLLoss", "nll_loss", "weight=w,ignore_index=1", "x,a"),
    ("NLLLoss", "nll_loss", "", "image,labels"),
    ("BCELoss", "binary_cross_entropy", "", "p,t"),
    ("BCELoss", "binary_cross_entropy", "weight=w", "p,t"),
    ("BCEWithLogitsLoss", "binary_cross_entropy_with_logits", "", "x,t"),
    ("BCEWithLogitsLoss", "binary_cross_entropy_with_logits", "weight=y,pos_weight=w", "x,t"),
    ("KLDivLoss", "kl_div", "", "x,p"),
    ("KLDivLoss", "kl_div", "log_target=True", "x,y"),
    ("PoissonNLLLoss", "poisson_nll_loss", "", "x,y"),
    ("PoissonNLLLoss", "poisson_nll_loss", "log_input=False,full=True", "p,k"),
    ("GaussianNLLLoss", "gaussian_nll_loss", "", "x,y,p"),
    ("GaussianNLLLoss", "gaussian_nll_loss", "full=True,eps=0.1", "x,y,p"),
    ("SoftMarginLoss", "soft_margin_loss", "", "x,s"),
    ("MarginRankingLoss", "margin_ranking_loss", "margin=0.5", "x,y,s"),
    ("HingeEmbeddingLoss", "hinge_embedding_loss", "margin=0.5", "x,s"),
    ("CosineEmbeddingLoss", "cosine_embedding_loss", "margin=0.1", "x,y,s1"),
    ("TripletMarginLoss", "triplet_margin_loss", "", "x,y,p"),
    ("TripletMarginLoss", "triplet_margin_loss", "margin=2.0,p=3.0,swap=True", "x,t,p"),
    ("MultiLabelSoftMarginLoss", "multilabel_soft_margin_loss", "weight=w", "x,t"),
    ("MultiLabelMarginLoss", "multilabel_margin_loss", "", "x,m"),
    ("MultiMarginLoss", "multi_margin_loss", "p=2,margin=0.5,weight=w", "x,a"),
]
LATER = ("huber_loss", "gaussian_nll_loss")  # which never took size_average and reduce
REDUCTIONS = ("mean", "sum", "none", "batchmean")
CASES = [
    (loss, reduction)
    for loss in LOSSES
    for reduction in REDUCTIONS
    if reduction != "batchmean" or loss[0] == "KLDivLoss"
]


def values(dtype):
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((2, 4, 3))
    y[0] = x[0]  # a kink
    y[1, 0] = x[1, 0] + 0.5
    p = rng.dirichlet([1.0, 1.0, 1.0], 4)
    floats = {
        "x": x,
        "y": y,
        "p": p,
        "t": rng.uniform(size=(4, 3)),
        "k": 3 * rng.uniform(size=(4, 3)),
        "w": np.array([0.5, 1.0, 2.0]),
        "s": np.sign(rng.standard_normal((4, 3))),
        "s1": np.array([1.0, -1.0, 1.0, -1.0]),
        "image": rng.standard_normal((2, 3, 4, 5)),
    }
    integers = {
        "a": np.array([2, 0, 1, 2]),
        "m": np.array([[2, 0, -1], [1, -1, 2], [0, 1, 2], [-1, 0, 0]]),
        "labels": rng.integers(0, 3, (2, 4, 5)),
    }
    return {name: value.astype(dtype) for name, value in floats.items()} | integers


def kind(value):
    return kinds.Tensor(str(value.dtype), value.ndim)


@pytest.mark.filterwarnings("ignore:reduction. 'mean' divides:UserWarning")
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("form", ["class", "function"])
@pytest.mark.parametrize(("loss", "reduction"), CASES)
def test_values_and_gradients(loss, reduction, form, dtype):
    cls, function, options, arguments = loss
    options = ",".join([*filter(None, [options]), f"reduction={reduction!r}"])
    text = f"nn.{cls}({options})({arguments})"
    if form == "function":
        text = f"F.{function}({arguments},{options})"
    numbers = values(dtype)
    theirs = {name: torch.tensor(value) for name, value in numbers.items()}
    x = theirs[arguments.split(",")[0]].requires_grad_()
    target = theirs[arguments.split(",")[1]]
    learned = target.is_floating_point() and cls not in ("SoftMarginLoss", "HingeEmbeddingLoss")
    target.requires_grad_(learned)
    expected = eval(text, {"nn": torch.nn, "F": torch.nn.functional, **theirs})
    weights = np.linspace(0.5, 1.5, expected.numel()).reshape(expected.shape)
    (expected * torch.tensor(weights)).sum().backward()
    converted = Expression(text, MODULES | {name: kind(v) for name, v in numbers.items()})
    names = {"tf": tf, "keras": keras} | {name: tf.constant(v) for name, v in numbers.items()}
    exec("import math\n" + BOOK.paste(converted.blocks), names)
    watched = [names[name] for name in arguments.split(",")[: 1 + learned]]
    with tf.GradientTape() as tape:
        tape.watch(watched)
        found = eval(converted.found, names)
        total = tf.reduce_sum(found * tf.constant(weights, dtype))
    assert "torch" not in converted.found
    limits = {"rtol": 1e-10, "atol": 1e-14} if dtype == "float64" else {"rtol": 1e-5, "atol": 1e-6}
    assert found.dtype == dtype
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected.detach(), **limits)
    grads = [x.grad, target.grad][: len(watched)]
    for gradient, grad in zip(tape.gradient(total, watched), grads, strict=True):
        np.testing.assert_allclose(gradient, grad, **limits)


OLD = {  # as torch/nn/_reduction.py reads them
    "size_average=False": "sum",
    "size_average=True": "mean",
    "reduce=False": "none",
    "size_average=False,reduce=False": "none",
    "size_average=False,reduction='none'": "sum",
    "reduce=None,reduction='sum'": "sum",
}


@pytest.mark.parametrize("old", OLD)
@pytest.mark.parametrize("loss", [loss for loss in LOSSES if loss[1] not in LATER], ids=str)
def test_old_arguments_say_a_reduction(loss, old):
    cls, function, options, _ = loss
    names = MODULES | {name: kind(v) for name, v in values("float64").items()}
    for text in (f"nn.{cls}({options},", f"F.{function}({loss[3]},{options},"):
        found = Expression(f"{text.replace('(,', '(').replace(',,', ',')}{old})", names).found
        new = Expression(
            f"{text.replace('(,', '(').replace(',,', ',')}reduction='{OLD[old]}')", names
        )
        assert found.replace('"', "'") == new.found.replace('"', "'")
        assert not found.startswith(("nn.", "F."))


@pytest.mark.filterwarnings("ignore:size_average and reduce")
@pytest.mark.parametrize("old", OLD)
def test_torch_reads_old_arguments_so(old):
    x, y = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 7.0])
    found = eval(f"torch.nn.MSELoss({old})", {"torch": torch})(x, y)
    torch.testing.assert_close(found, torch.nn.MSELoss(reduction=OLD[old])(x, y))


@pytest.mark.parametrize("old", ["size_average=p", "reduce=p", "reduce=1"])
def test_an_old_argument_that_is_no_literal_is_refused(old):
    found = Expression(f"nn.MSELoss({old})", MODULES | {"p": kinds.Number("bool")}).found
    assert found.startswith("nn."), found


def test_bce_is_finite_where_a_sigmoid_is_saturated():
    p = np.array([0.0, 1.0, 0.0, 1.0], np.float32)
    target = np.array([0.0, 1.0, 1.0, 0.0], np.float32)
    a = torch.tensor(p, requires_grad=True)
    torch.nn.BCELoss()(a, torch.tensor(target)).backward()
    names = {"tf": tf}
    exec(BOOK.paste(["BCELoss"]), names)
    with tf.GradientTape() as tape:
        b = tf.constant(p)
        tape.watch(b)
        loss = names["BCELoss"]()(b, target)
    np.testing.assert_allclose(tape.gradient(loss, b), a.grad, rtol=1e-6)


def test_mse_of_a_column_and_a_row_broadcasts_as_in_torch():
    x, y = np.random.default_rng(0).standard_normal((2, 4))
    names = {"tf": tf}
    exec(BOOK.paste(["MSELoss"]), names)
    with pytest.warns(UserWarning, match="different to the input size"):
        expected = torch.nn.MSELoss()(torch.tensor(x[:, None]), torch.tensor(y))
    np.testing.assert_allclose(names["MSELoss"]()(x[:, None], y), expected, rtol=1e-12)

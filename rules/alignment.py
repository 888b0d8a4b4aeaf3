"""Connectionist temporal classification: the loss of all alignments of labels with steps."""

import tensorflow as tf

from porter.rule import SameDtype, Scalar, Tensor, block, port
from rules.margin_losses import reduced


@block
def rows_of(labels, lengths):
    """Labels of a batch, one after the other, as rows."""
    starts = tf.cumsum(lengths, exclusive=True)[:, tf.newaxis]
    places = starts + tf.range(tf.reduce_max(lengths))
    return tf.gather(labels, tf.minimum(places, tf.size(labels) - 1))


@block
def log_likelihoods(log_probs, labels, steps, sizes, blank):
    """The log of the probability of each row of labels, over all alignments: the forward
    algorithm. What can't be is around -1e30: infinities would make gradients NaN."""
    never = tf.constant(-1e30, log_probs.dtype)
    labels = labels[:, : tf.reduce_max(sizes)]
    rows, count = tf.shape(labels)[0], tf.shape(labels)[1]
    blanks = tf.fill(tf.shape(labels), tf.cast(blank, labels.dtype))
    states = tf.reshape(tf.stack([blanks, labels], axis=2), [rows, 2 * count])
    states = tf.pad(states, [[0, 0], [0, 1]], constant_values=blank)
    jumps = tf.pad(states[:, 2:] != states[:, :-2], [[0, 0], [2, 0]]) & (states != blank)
    rest = tf.fill([rows, 2 * count], never)
    alpha = tf.concat([tf.zeros([rows, 1], log_probs.dtype), rest], axis=1)
    chosen = tf.gather(tf.maximum(log_probs, never), states, axis=2, batch_dims=1)

    def step(alpha, x):
        emitted, within = x
        before = tf.pad(alpha, [[0, 0], [2, 0]], constant_values=-1e30)
        ways = [alpha, before[:, 1:-1], tf.where(jumps, before[:, :-2], never)]
        return tf.where(within, tf.reduce_logsumexp(ways, axis=0) + emitted, alpha)

    within = tf.transpose(tf.sequence_mask(steps, tf.shape(log_probs)[1]))[..., tf.newaxis]
    alpha = tf.foldl(step, (tf.transpose(chosen, [1, 0, 2]), within), alpha)
    ends = tf.gather(alpha, 2 * sizes, batch_dims=1)
    labelled = tf.gather(alpha, tf.maximum(2 * sizes - 1, 0), batch_dims=1)
    return tf.reduce_logsumexp([ends, tf.where(sizes > 0, labelled, never)], axis=0)


@block
def ctc(
    log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean",
    zero_infinity=False,
):  # fmt: skip
    """torch's CTC loss: infinite where there are too few steps; the mean is one of labels."""
    single = log_probs.shape.rank == 2
    log_probs = log_probs[tf.newaxis] if single else tf.transpose(log_probs, [1, 0, 2])
    steps = tf.reshape(tf.cast(input_lengths, tf.int32), [-1])
    sizes = tf.reshape(tf.cast(target_lengths, tf.int32), [-1])
    labels = tf.cast(targets, tf.int32)
    if single and labels.shape.rank == 1:
        labels = labels[tf.newaxis]
    elif labels.shape.rank == 1:
        labels = rows_of(labels, sizes)
    loss = -log_likelihoods(log_probs, labels, steps, sizes, blank)
    impossible = loss > 1e29
    # torch's gradient is that of log_softmax's input: it is the same for what log_softmax gives.
    within = tf.sequence_mask(steps, tf.shape(log_probs)[1])
    mass = tf.reduce_sum(tf.where(within, tf.reduce_sum(tf.exp(log_probs), axis=2), 0), axis=1)
    loss += mass - tf.stop_gradient(mass)
    if zero_infinity:
        loss = tf.where(impossible, tf.zeros_like(loss), loss)
    else:
        loss *= tf.where(impossible, tf.constant(float("inf"), loss.dtype), 1)
    if reduction == "mean":
        loss /= tf.cast(tf.maximum(sizes, 1), loss.dtype)
    return loss[0] if single and reduction == "none" else reduced(loss, reduction)


@port("torch.nn.functional.ctc_loss")
def ctc_loss(
    log_probs: Tensor, targets, input_lengths, target_lengths, blank=0, reduction="mean",
    zero_infinity=False,
) -> Scalar | SameDtype:  # fmt: skip
    """Connectionist temporal classification.

    >>> F.ctc_loss(torch.stack([x, y], 1).log_softmax(2), a[:4].view(2, 2) % 2 + 1, (4, 4), (2, 1))
    >>> F.ctc_loss(x, torch.tensor([1, 2, 1]), torch.tensor(4), torch.tensor(3), reduction="sum")
    """
    if reduction in ("mean", "sum"):
        return ctc(
            log_probs, targets, input_lengths, target_lengths, blank=blank, reduction=reduction,
            zero_infinity=zero_infinity,
        )  # fmt: skip
    return ctc(
        log_probs, targets, input_lengths, target_lengths, blank=blank, reduction=reduction,
        zero_infinity=zero_infinity,
    )  # fmt: skip


@port("torch.nn.CTCLoss")
class CTCLoss:
    """torch.nn.CTCLoss: connectionist temporal classification.

    >>> nn.CTCLoss()(torch.stack([x, y], 1).log_softmax(2), a[:3] % 2 + 1, (4, 3), (2, 1))
    >>> nn.CTCLoss(2, "none")(torch.stack([x, y], 1), a[:4].view(2, 2) % 2, (4, 4), (1, 2))
    """

    def __init__(self, blank=0, reduction="mean", zero_infinity=False):
        self.blank, self.reduction, self.zero_infinity = blank, reduction, zero_infinity

    def __call__(self, log_probs, targets, input_lengths, target_lengths):
        return ctc(
            log_probs, targets, input_lengths, target_lengths, self.blank, self.reduction,
            self.zero_infinity,
        )  # fmt: skip

"""torch.nn.utils.rnn: sequences of several lengths in one, as recurrent layers take them."""

import tensorflow as tf

from porter.rule import (
    Int,
    IntVector,
    Nothing,
    Tensor,
    Unsupported,
    block,
    port,
)


@port("torch.nn.utils.rnn.pack_padded_sequence")
class PackedSequence:
    """Sequences of several lengths, in the order in which they were given. Time comes first in
    `padded`; it is as long as the longest, and 0 behind the others.

    >>> nn.utils.rnn.pack_padded_sequence(torch.stack([x, y]), [4, 2], batch_first=True).data
    """

    def __init__(self, input, lengths, batch_first=False, enforce_sorted=True):
        lengths = tf.cast(lengths, tf.int64)
        if enforce_sorted:
            tf.debugging.assert_non_positive(lengths[1:] - lengths[:-1], "sort them by length")
        tf.debugging.assert_positive(lengths, "no sequence may be empty")
        rest = range(2, input.shape.rank)
        steps = tf.transpose(input, [1, 0, *rest]) if batch_first else tf.convert_to_tensor(input)
        self.lengths = lengths
        steps = steps[: tf.reduce_max(lengths)]
        self.padded = self.filled(steps, 0)

    def within(self, steps):
        """Which steps are within their sequences."""
        mask = tf.transpose(tf.sequence_mask(self.lengths, tf.shape(steps)[0]))
        return tf.reshape(mask, tf.concat([tf.shape(mask), [1] * (steps.shape.rank - 2)], axis=0))

    def filled(self, steps, value):
        """The steps with a value behind the ends of their sequences."""
        return tf.where(self.within(steps), steps, tf.cast(value, steps.dtype))

    def __getitem__(self, index) -> Tensor:
        if index not in (0, 1):
            raise IndexError("a packed sequence has its data and its batch sizes alone")
        return (self.data, self.batch_sizes)[index]

    def places(self):
        """Where the steps within their sequences are in `padded`, in the order of `data`."""
        order = tf.argsort(self.lengths, direction="DESCENDING", stable=True)
        found = tf.where(tf.transpose(tf.sequence_mask(tf.gather(self.lengths, order))))
        sequences = tf.gather(tf.cast(order, tf.int64), found[:, 1])
        return tf.stack([found[:, 0], sequences], axis=1)

    def dropped(self, steps, rate):
        """Dropout of the steps within the sequences, and 0 behind: drawn as torch does."""
        places = self.places()
        kept = tf.nn.dropout(tf.gather_nd(steps, places), rate)
        shape = tf.shape(steps, out_type=tf.int64)
        return tf.ensure_shape(tf.scatter_nd(places, kept, shape), steps.shape)

    def with_steps(self, steps):
        """Other steps for the same lengths."""
        return PackedSequence(steps, self.lengths, enforce_sorted=False)

    @property
    def data(self) -> Tensor:
        """The steps without what is behind the ends, the longest sequence first in each."""
        return tf.gather_nd(self.padded, self.places())

    @property
    def batch_sizes(self) -> Int:
        """How many sequences have each step."""
        return tf.reduce_sum(tf.cast(tf.sequence_mask(self.lengths), tf.int64), axis=0)


@block
def padded_again(packed, batch_first, value, total):
    """The steps of packed sequences with a value behind the ends, and the lengths."""
    steps = packed.padded
    if total is not None:
        rest = [[0, 0]] * (steps.shape.rank - 1)
        steps = tf.pad(steps, [[0, total - tf.shape(steps)[0]], *rest])
    steps = packed.filled(steps, value)
    if batch_first:
        steps = tf.transpose(steps, [1, 0, *range(2, steps.shape.rank)])
    return steps, packed.lengths


@port("torch.nn.utils.rnn.pad_packed_sequence")
def pad_packed_sequence(
    sequence, batch_first=False, padding_value=0.0, total_length=None
) -> tuple[Tensor, IntVector]:
    """The sequences as one tensor again, filled up at their ends, and their lengths.

    >>> nn.utils.rnn.pad_packed_sequence(nn.utils.rnn.pack_padded_sequence(x.view(3, 2, 2), [3, 1]))
    """
    return padded_again(sequence, batch_first, padding_value, total_length)


@port(
    "torch.nn.utils.rnn.PackedSequence",
    "torch.nn.utils.rnn.pack_sequence",
    "torch.nn.utils.rnn.unpack_sequence",
)
def packed_by_hand(*args, **kwargs) -> Nothing:
    """What torch makes of packed steps.

    Not proven: it is refused.
    """
    raise Unsupported("the port keeps padded sequences: pack them with pack_padded_sequence")

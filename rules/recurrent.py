"""torch.nn's recurrent layers and cells: torch's weights under torch's names, torch's gates.

A layer goes through time with tf.scan: a graph stays small however long the sequence is.
"""

import tensorflow as tf

from porter.rule import (
    Float,
    Module,
    Parameter,
    Same,
    Sequence,
    Sequenced,
    Stacked,
    block,
    port,
)
from rules.linear import ModalLayer, Weighted


@block
def rnn_step(x, y, state):
    """The next state of an RNN; x and y are the products of its input and of its state."""
    return (tf.tanh(x + y),)


@block
def relu_step(x, y, state):
    """The next state of an RNN with nonlinearity="relu"."""
    return (tf.nn.relu(x + y),)


@block
def lstm_step(x, y, state):
    """The next state (h, c) of an LSTM; x and y are the products of its input and of h."""
    i, f, g, o = tf.split(x + y, 4, axis=-1)
    c = tf.sigmoid(f) * state[1] + tf.sigmoid(i) * tf.tanh(g)
    return tf.sigmoid(o) * tf.tanh(c), c


@block
def gru_step(x, y, state):
    """The next state of a GRU; x and y are the products of its input and of its state."""
    x_r, x_z, x_n = tf.split(x, 3, axis=-1)
    y_r, y_z, y_n = tf.split(y, 3, axis=-1)
    z = tf.sigmoid(x_z + y_z)
    n = tf.tanh(x_n + tf.sigmoid(x_r + y_r) * y_n)
    return ((1 - z) * n + z * state[0],)


@block
class Recurrent(Weighted, ModalLayer):
    """What torch's recurrent layers have in common: the weights, and the way through time."""

    weight_ih_l0: Parameter
    weight_hh_l0: Parameter
    bias_ih_l0: Parameter
    bias_hh_l0: Parameter

    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        *,
        gates=1,
    ):
        super().__init__()
        self._allow_non_tensor_positional_args = True  # Keras's: packed sequences
        self.input_size, self.hidden_size, self.num_layers = input_size, hidden_size, num_layers
        self.bias, self.batch_first, self.bidirectional = bias, batch_first, bidirectional
        self.dropout = dropout
        rows = gates * hidden_size
        for layer in range(num_layers):
            columns = hidden_size * (2 if bidirectional else 1) if layer else input_size
            for suffix in self.suffixes(layer):
                shapes = {"weight_ih": (rows, columns), "weight_hh": (rows, hidden_size)}
                if bias:
                    shapes |= {"bias_ih": (rows,), "bias_hh": (rows,)}
                for name, shape in shapes.items():
                    name += suffix
                    setattr(self, name, self.uniform(name, shape, hidden_size**-0.5))
        self._complete()

    def suffixes(self, layer):
        return [f"_l{layer}", f"_l{layer}_reverse"][: 2 if self.bidirectional else 1]

    def run(self, x, states):
        """The output, and the last states of all layers and directions, stacked."""
        if hasattr(x, "lengths"):  # a packed sequence
            steps, states = self.through(x.padded, states, x)
            return x.with_steps(steps), states
        batched = x.shape.rank == 3
        if not batched:
            x = tf.expand_dims(x, 1)
            states = [tf.expand_dims(state, 1) for state in states]
        elif self.batch_first:
            x = tf.transpose(x, [1, 0, 2])
        x, states = self.through(x, states)
        if not batched:
            return tf.squeeze(x, 1), [tf.squeeze(state, 1) for state in states]
        return tf.transpose(x, [1, 0, 2]) if self.batch_first else x, states

    def through(self, x, states, packed=None):
        """The same, step by step: time comes first."""
        last, lengths = [], None if packed is None else packed.lengths
        for layer in range(self.num_layers):
            outputs = []
            for suffix in self.suffixes(layer):
                state = tuple(part[len(last)] for part in states)
                sequences = self.scan(x, state, suffix, lengths)
                end = 0 if suffix.endswith("reverse") else -1
                last.append([sequence[end] for sequence in sequences])
                outputs.append(sequences[0])
            x = tf.concat(outputs, axis=-1)
            if self.dropout and self.training and layer < self.num_layers - 1:
                dropped = tf.nn.dropout if packed is None else packed.dropped
                x = dropped(x, self.dropout)
        return x, [tf.stack(parts) for parts in zip(*last)]

    def scan(self, x, state, suffix, lengths=None):
        """One layer in one direction: the states after each step. Behind the end of a sequence a
        state stays as it is, from either side."""

        def step(state, x):
            y = tf.matmul(state[0], weight, transpose_b=True)
            return self.step(x, y + getattr(self, f"bias_hh{suffix}") if self.bias else y, state)

        def step_within(state, x):
            return tuple(tf.where(x[1], new, old) for new, old in zip(step(state, x[0]), state))

        weight = getattr(self, f"weight_hh{suffix}")
        x = tf.matmul(x, getattr(self, f"weight_ih{suffix}"), transpose_b=True)
        if self.bias:
            x += getattr(self, f"bias_ih{suffix}")
        backwards = suffix.endswith("reverse")
        if lengths is None:
            return tf.scan(step, x, state, reverse=backwards)
        within = tf.transpose(tf.sequence_mask(lengths, tf.shape(x)[0]))[..., tf.newaxis]
        return tf.scan(step_within, (x, within), state, reverse=backwards)

    def zeros(self, x):
        """The state to start with where none is given."""
        layers = self.num_layers * (2 if self.bidirectional else 1)
        if hasattr(x, "lengths"):
            x = x.padded[0]
            return tf.zeros((layers, tf.shape(x)[0], self.hidden_size), x.dtype)
        if x.shape.rank == 2:
            return tf.zeros((layers, self.hidden_size), x.dtype)
        return tf.zeros(
            (layers, tf.shape(x)[0 if self.batch_first else 1], self.hidden_size), x.dtype
        )


@port("torch.nn.RNN", harmless=("device",))
class RNN(Recurrent):
    """torch.nn.RNN.

    >>> nn.RNN(3, 5)(x)
    >>> nn.RNN(3, 5, 2, "relu", batch_first=True, bidirectional=True)(torch.stack([x, y]))
    """

    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        nonlinearity="tanh",
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
    ):
        super().__init__(
            input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional
        )
        self.nonlinearity = nonlinearity
        self.step = relu_step if nonlinearity == "relu" else rnn_step

    def call(self, input, hx=None) -> tuple[Sequenced, Float]:
        output, (h,) = self.run(input, [self.zeros(input) if hx is None else hx])
        return output, h


@port("torch.nn.LSTM", harmless=("device",))
class LSTM(Recurrent):
    """torch.nn.LSTM: the gates are i, f, g, o, and there are two biases.

    >>> nn.LSTM(3, 5)(x)
    >>> nn.LSTM(3, 5, 2, batch_first=True, bidirectional=True)(torch.stack([x, y]))
    """

    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
    ):
        super().__init__(
            input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, gates=4
        )
        self.step = lstm_step

    def call(self, input, hx=None) -> tuple[Sequenced, tuple[Float, Float]]:
        output, (h, c) = self.run(input, [self.zeros(input)] * 2 if hx is None else hx)
        return output, (h, c)


@port("torch.nn.GRU", harmless=("device",))
class GRU(Recurrent):
    """torch.nn.GRU: the gates are r, z, n, and there are two biases.

    >>> nn.GRU(3, 5)(x)
    >>> nn.GRU(3, 5, 2, batch_first=True, bidirectional=True)(torch.stack([x, y]))
    """

    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
    ):
        super().__init__(
            input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, gates=3
        )
        self.step = gru_step

    def call(self, input, hx=None) -> tuple[Sequenced, Float]:
        output, (h,) = self.run(input, [self.zeros(input) if hx is None else hx])
        return output, h


@block
class RecurrentCell(Weighted):
    """What torch's recurrent cells have in common: the weights, and one step."""

    weight_ih: Parameter
    weight_hh: Parameter
    bias_ih: Parameter
    bias_hh: Parameter

    def __init__(self, input_size, hidden_size, bias=True, *, gates=1):
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        rows, bound = gates * hidden_size, hidden_size**-0.5
        self.weight_ih = self.uniform("weight_ih", (rows, input_size), bound)
        self.weight_hh = self.uniform("weight_hh", (rows, hidden_size), bound)
        self.bias_ih = self.uniform("bias_ih", (rows,), bound) if bias else None
        self.bias_hh = self.uniform("bias_hh", (rows,), bound) if bias else None
        self._complete()

    def run(self, x, state):
        """The next state: of a batch, or of a single input."""
        single = x.shape.rank == 1
        if single:
            x, state = tf.expand_dims(x, 0), [tf.expand_dims(part, 0) for part in state]
        x = tf.matmul(x, self.weight_ih, transpose_b=True)
        y = tf.matmul(state[0], self.weight_hh, transpose_b=True)
        if self.bias:
            x, y = x + self.bias_ih, y + self.bias_hh
        state = self.step(x, y, state)
        return tuple(tf.squeeze(part, 0) for part in state) if single else state

    def zeros(self, x):
        """The state to start with where none is given."""
        return tf.zeros(tf.concat([tf.shape(x)[:-1], [self.hidden_size]], axis=0), x.dtype)


@port("torch.nn.RNNCell", harmless=("device",))
class RNNCell(RecurrentCell):
    """torch.nn.RNNCell.

    >>> nn.RNNCell(3, 5)(x)
    >>> nn.RNNCell(3, 2, nonlinearity="relu")(x[0], y[0, :2])
    """

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh"):
        super().__init__(input_size, hidden_size, bias)
        self.nonlinearity = nonlinearity
        self.step = relu_step if nonlinearity == "relu" else rnn_step

    def call(self, input, hx=None) -> Float:
        return self.run(input, [self.zeros(input) if hx is None else hx])[0]


@port("torch.nn.LSTMCell", harmless=("device",))
class LSTMCell(RecurrentCell):
    """torch.nn.LSTMCell: the gates are i, f, g, o, and there are two biases.

    >>> nn.LSTMCell(3, 5)(x)
    >>> nn.LSTMCell(3, 2)(x, (y[:, :2], q[:, :2]))
    """

    def __init__(self, input_size, hidden_size, bias=True):
        super().__init__(input_size, hidden_size, bias, gates=4)
        self.step = lstm_step

    def call(self, input, hx=None) -> tuple[Float, Float]:
        return self.run(input, [self.zeros(input)] * 2 if hx is None else hx)


@port("torch.nn.GRUCell", harmless=("device",))
class GRUCell(RecurrentCell):
    """torch.nn.GRUCell: the gates are r, z, n, and there are two biases.

    >>> nn.GRUCell(3, 5)(x)
    """

    def __init__(self, input_size, hidden_size, bias=True):
        super().__init__(input_size, hidden_size, bias, gates=3)
        self.step = gru_step

    def call(self, input, hx=None) -> Float:
        return self.run(input, [self.zeros(input) if hx is None else hx])[0]


@port("Module.flatten_parameters")
def flatten_parameters(module: Module) -> Same:
    """Nothing: it is a matter of cuDNN's.

    Not proven: the networks of the proofs have no such method.
    """
    return module


@block(reads_length=True)
def filled_up(sequences, batch_first, value):
    """torch.nn.utils.rnn.pad_sequence: sequences of several lengths as one tensor."""
    longest = max(sequence.shape[0] for sequence in sequences)
    ends = [[[0, longest - s.shape[0]], *[[0, 0]] * (s.shape.rank - 1)] for s in sequences]
    rows = [tf.pad(s, end, constant_values=value) for s, end in zip(sequences, ends)]
    return tf.stack(rows, axis=0 if batch_first else 1)


@port("torch.nn.utils.rnn.pad_sequence")
def pad_sequence(sequences: Sequence, batch_first=False, padding_value=0.0) -> Stacked:
    """Sequences of several lengths as one tensor, filled up at their ends.

    >>> nn.utils.rnn.pad_sequence([x, y[:2]])
    >>> nn.utils.rnn.pad_sequence([a[:3], a], batch_first=True, padding_value=7)
    """
    return filled_up(sequences, batch_first, padding_value)

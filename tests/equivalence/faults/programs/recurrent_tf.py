"""The port of recurrent.py, by hand: porter has no rules for its layers.

The cells keep torch's names and layout of the weights.
"""

import keras
import numpy as np
import tensorflow as tf

from rules.adam import Adam


def uniform(units):
    """torch's default: an instance for each variable, since equal ones draw equal numbers."""
    return keras.initializers.RandomUniform(-(units**-0.5), units**-0.5)


class Cell(keras.layers.Layer):
    """The weights of torch's cells: the gates lie one below the other."""

    def __init__(self, inputs, units, gates):
        super().__init__()
        self.weight_ih = self.add_weight((gates * units, inputs), uniform(units))
        self.weight_hh = self.add_weight((gates * units, units), uniform(units))
        self.bias_ih = self.add_weight((gates * units,), uniform(units))
        self.bias_hh = self.add_weight((gates * units,), uniform(units))

    def products(self, x, hidden):
        given = tf.matmul(x, self.weight_ih, transpose_b=True) + self.bias_ih
        kept = tf.matmul(hidden, self.weight_hh, transpose_b=True) + self.bias_hh
        return given, kept


class LSTMCell(Cell):
    def __init__(self, inputs, units):
        super().__init__(inputs, units, gates=4)

    def call(self, x, hidden, cell):
        given, kept = self.products(x, hidden)
        i, f, g, o = tf.split(given + kept, 4, axis=1)
        cell = tf.sigmoid(f) * cell + tf.sigmoid(i) * tf.tanh(g)
        return tf.sigmoid(o) * tf.tanh(cell), cell


class GRUCell(Cell):
    def __init__(self, inputs, units):
        super().__init__(inputs, units, gates=3)

    def call(self, x, hidden):
        given, kept = self.products(x, hidden)
        given_r, given_z, given_n = tf.split(given, 3, axis=1)
        kept_r, kept_z, kept_n = tf.split(kept, 3, axis=1)
        r = tf.sigmoid(given_r + kept_r)
        z = tf.sigmoid(given_z + kept_z)
        n = tf.tanh(given_n + r * kept_n)
        return (1 - z) * n + z * hidden


class Linear(keras.layers.Layer):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight = self.add_weight((outputs, inputs), uniform(inputs))
        self.bias = self.add_weight((outputs,), uniform(inputs))

    def call(self, x):
        return tf.matmul(x, self.weight, transpose_b=True) + self.bias


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.lstm = LSTMCell(3, 4)
        self.gru = GRUCell(4, 4)
        self.mix = Linear(4, 4)
        self.head = Linear(4, 2)

    def call(self, sequence):
        hidden = cell = memory = tf.zeros((sequence.shape[0], 4))
        for x in tf.unstack(sequence, axis=1):
            hidden, cell = self.lstm(x, hidden, cell)
            memory = self.gru(hidden, memory)
        return self.head(self.mix(memory))


class Learner:
    def __init__(self):
        self.net = Net()
        self.optimizer = Adam(self.net.trainable_variables, lr=0.01)

    def train(self, sequences, goals):
        sequences = tf.convert_to_tensor(sequences, tf.float32)
        goals = tf.convert_to_tensor(goals, tf.float32)
        self.update(sequences, goals)

    @tf.function
    def update(self, sequences, goals):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.net(sequences) - goals))
        self.optimizer.apply(tape.gradient(loss, self.optimizer.params))


def main():
    rng = np.random.default_rng(0)
    learner = Learner()
    for _ in range(3):
        learner.train(rng.standard_normal((5, 3, 3)), rng.standard_normal((5, 2)))


if __name__ == "__main__":
    main()

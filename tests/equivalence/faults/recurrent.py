"""Faults in a port by hand of a recurrent policy: gates, kernels, initialisation."""

from .model import Base, Fault, Rewrite

GRU_OUT = "return (1 - z) * n + z * hidden"
LINEAR = "return tf.matmul(x, self.weight, transpose_b=True) + self.bias"
AT_LSTM = "hidden, cell = self.lstm(x, hidden, cell)"
AT_GRU = "memory = self.gru(hidden, memory)"

RECURRENT = Base(
    "recurrent",
    by_hand=True,
    faults=(
        Fault("gates of the LSTM", "i, f, g, o = tf.split(given + kept, 4, axis=1)",
              "i, f, o, g = tf.split(given + kept, 4, axis=1)", "gate order", at=AT_LSTM),
        Fault("gates of the GRU", "given_r, given_z, given_n = tf.split(given, 3, axis=1)\n"
              "        kept_r, kept_z, kept_n = tf.split(kept, 3, axis=1)",
              "given_z, given_r, given_n = tf.split(given, 3, axis=1)\n"
              "        kept_z, kept_r, kept_n = tf.split(kept, 3, axis=1)", "gate order",
              at=AT_GRU),
        Fault("kernel not transposed where it is square", LINEAR,
              LINEAR.replace("transpose_b=True", "transpose_b=self.bias.shape != x.shape[1:]"),
              "transposed kernel", at="return self.head("),
        Fault("update gate the other way round", GRU_OUT, "return z * n + (1 - z) * hidden",
              "gate formula", at=AT_GRU),
        Fault("reset gate missing", "n = tf.tanh(given_n + r * kept_n)",
              "n = tf.tanh(given_n + kept_n)", "gate formula", at=AT_GRU),
        Fault("bias missing", LINEAR, LINEAR.replace("self.bias", "0 * self.bias"), "bias missing",
              at="return self.head("),
        Fault("initialiser", "(gates * units, units), uniform(units)",
              "(gates * units, units), 'zeros'", "initialiser",
              at="self.net = Net()"),
        Fault("(N, 1) against (N,)", "tf.square(self.net(sequences) - goals)",
              "tf.square(self.net(sequences)[:, None] - goals)", "(N, 1) against (N,)",
              at="self.optimizer.apply("),
        Fault("gradient added to itself", "tape.gradient(loss, self.optimizer.params)",
              "[g + g for g in tape.gradient(loss, self.optimizer.params)]",
              "gradient scaled"),
        Fault("gradient through the first step only",
              "hidden = cell = memory = tf.zeros((sequence.shape[0], 4))\n"
              "        for x in tf.unstack(sequence, axis=1):\n",
              "hidden = cell = memory = tf.zeros((sequence.shape[0], 4))\n"
              "        for x in tf.unstack(sequence, axis=1):\n"
              "            hidden = tf.stop_gradient(hidden)\n", "missing stop_gradient",
              at="self.optimizer.apply("),
        Fault("state not kept", AT_LSTM, "hidden, cell = self.lstm(x, 0 * hidden, cell)",
              "another argument", at="self.lstm(x, 0 * hidden, cell)"),
    ),
    rewrites=(
        Rewrite("update gate as a step", GRU_OUT, "return n + z * (hidden - n)"),
        Rewrite("the bias first", LINEAR, "return self.bias + x @ tf.transpose(self.weight)"),
        Rewrite("sigmoid by tanh", "z = tf.sigmoid(given_z + kept_z)",
                "z = 0.5 + 0.5 * tf.tanh((given_z + kept_z) / 2)"),
    ),
)  # fmt: skip

"""Faults in a port of a recurrent actor-critic: the state between chunks, masks, reductions."""

from .model import Base, Fault, Rewrite

KEPT = "        self.hidden = hidden\n"
RESET = "        agent.reset()\n"
GRU = "out, hidden = self.gru(x, hidden)"
VALUE_LOSS = "value_loss = tf.reduce_sum(tf.square(returns - values) * mask) / tf.reduce_sum(mask)"
POLICY_LOSS = "policy_loss = -tf.reduce_sum(chosen * advantages * mask) / tf.reduce_sum(mask)"
ENTROPY = "tf.reduce_sum(tf.exp(log_probs) * log_probs, axis=2)"
LOSS = "loss = policy_loss + 0.25 * value_loss - 0.02 * entropy"
LENGTHS = "np.arange(len(states))[:, None] < lengths"
AT_GRU = "out, hidden = self.gru("

SEQUENCES = Base(
    "sequences",
    faults=(
        Fault("state not reset", RESET, "", "another argument", at="for _ in range(3):"),
        Fault("state reset by each chunk", KEPT, "        self.hidden = tf.zeros_like(hidden)\n",
              "another argument"),
        Fault("state not kept", KEPT, "", "another argument", at="hidden = self._train_body("),
        Fault("state not handed over", GRU, "out, hidden = self.gru(x, 0 * hidden)",
              "another argument"),
        Fault("gradient stopped before the value", "self.value(out)",
              "self.value(tf.stop_gradient(out))", "extra stop_gradient"),
        Fault("advantages not detached", "advantages = tf.stop_gradient(returns - values)",
              "advantages = returns - values", "missing stop_gradient"),
        Fault("padding in the value loss", VALUE_LOSS, VALUE_LOSS.replace(" * mask", ""),
              "missing term"),
        Fault("mean with the padding", POLICY_LOSS,
              "policy_loss = -tf.reduce_mean(chosen * advantages * mask)", "reduction"),
        Fault("mask off by one", LENGTHS, LENGTHS.replace("<", "<="), "another comparison"),
        Fault("entropy as a mean over actions", ENTROPY,
              ENTROPY.replace("reduce_sum", "reduce_mean"), "reduction"),
        Fault("softmax over time", "log_softmax(self.policy(out), axis=-1)",
              "log_softmax(self.policy(out), axis=0)", "wrong axis"),
        Fault("activation left out", "x = tf.nn.relu(self.encoder(x))", "x = self.encoder(x)",
              "activation"),
        Fault("weight of the value loss", LOSS, LOSS.replace("0.25", "0.5"), "another constant"),
        Fault("momentum in RMSprop", "alpha=0.95, eps=1e-6)", "alpha=0.95, eps=1e-6, momentum=0.9)",
              "another momentum"),
        Fault("epsilon's default", "alpha=0.95, eps=1e-6)", "alpha=0.95)", "another epsilon"),
    ),
    rewrites=(
        Rewrite("sum of squares", VALUE_LOSS,
                "value_loss = tf.reduce_sum((values - returns) ** 2 * mask) / tf.reduce_sum(mask)"),
        Rewrite("mask by where", POLICY_LOSS,
                "policy_loss = -tf.reduce_sum(tf.where(mask > 0, chosen * advantages, 0.0))"
                " / tf.reduce_sum(mask)"),
    ),
)  # fmt: skip

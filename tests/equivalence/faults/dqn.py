"""Faults in a port of Q-learning with a target that is copied: RMSprop, indices, actions."""

from .model import Base, Fault, Rewrite

UPDATE = "update = grad / (tf.sqrt(variance) + self.eps)"
GATHER = "q = tf.gather(self.net(states), actions, batch_dims=1)"
BODY = "    @tf.function\n    def _train_body"
OFF_BY_ONE = "q = tf.gather(self.net(states), actions + 1, batch_dims=1)"
APPLY = "self.optimizer.apply(grads)"
EXPECTED = "expected = rewards + 0.95 * (1 - dones) * next_q"
COPY = "            self.target.set_weights(self.net.get_weights())"

DQN = Base(
    "dqn",
    faults=(
        Fault("epsilon inside RMSprop's root", UPDATE,
              "update = grad / tf.sqrt(variance + self.eps)", "epsilon inside the root"),
        Fault("another alpha", "lr=0.01, eps=1e-5)", "lr=0.01, eps=1e-5, alpha=0.9)",
              "another alpha"),
        Fault("epsilon's default", "lr=0.01, eps=1e-5)", "lr=0.01)", "another epsilon"),
        Fault("centered", "variance = square\n",
              "variance = square - tf.square((1 - self.alpha) * grad)\n", "centered differently"),
        Fault("terminal mask inverted", "0.95 * (1 - dones)", "0.95 * dones",
              "terminal mask inverted"),
        Fault("mask left out", "0.95 * (1 - dones) * next_q", "0.95 * next_q",
              "missing term"),
        Fault("the value of another action", GATHER,
              "q = tf.gather(self.net(states), (actions + 1) % 3, batch_dims=1)", "wrong index"),
        Fault("index off by one, clamped by XLA", GATHER, OFF_BY_ONE, "wrong index", at=OFF_BY_ONE,
              also=((BODY, BODY.replace("function", "function(jit_compile=True)")),)),
        Fault("float times bool", "0.95 * (1 - dones) * next_q",
              "0.95 * tf.cast(next_q * (dones == 0), next_q.dtype)", "float times bool"),
        Fault("gradients not cleared", APPLY,
              "for old, new in zip(self.left, grads):\n"
              "            old.assign_add(new)\n        self.optimizer.apply(self.left)",
              "stale gradient", at="self.optimizer.apply(self.left)",
              also=(("lr=0.01, eps=1e-5)\n", "lr=0.01, eps=1e-5)\n        self.left = "
                     "[tf.Variable(tf.zeros_like(p)) for p in self.optimizer.params]\n"),)),
        Fault("best action by the target", "tf.argmax(self.net(next_states), axis=1)",
              "tf.argmax(self.target(next_states), axis=1)", "wrong network"),
        Fault("argmax over the batch", "tf.argmax(self.net(next_states), axis=1)",
              "tf.argmax(self.net(next_states), axis=0)[0] % 3 + 0 * actions", "wrong axis"),
        Fault("slope of leaky_relu", "alpha=0.01)", "alpha=0.2)", "activation"),
        Fault("mean over all advantages", "tf.reduce_mean(advantage, axis=-1, keepdims=True)",
              "tf.reduce_mean(advantage)", "wrong axis"),
        Fault("beta of smooth_l1", "tf.reduce_mean(smooth_l1(q - expected))",
              "tf.reduce_mean(smooth_l1(q - expected, 0.1))", "another loss"),
        Fault("squared error", "tf.reduce_mean(smooth_l1(q - expected))",
              "tf.reduce_mean(tf.square(q - expected))", "another loss"),
        Fault("loss not reduced", "loss = tf.reduce_mean(smooth_l1(q - expected))",
              "loss = smooth_l1(q - expected)", "reduction"),
        Fault("target copied before the step",
              "        self._train_body(states, actions, rewards, next_states, dones)\n\n"
              "        self.updates += 1\n        if self.updates % 3 == 0:\n" + COPY,
              "        self.updates += 1\n        if self.updates % 3 == 0:\n" + COPY + "\n"
              "        self._train_body(states, actions, rewards, next_states, dones)\n",
              "target updated at another time",
              at="            self.target.set_weights("),
        Fault("target copied too often", "self.updates % 3 == 0", "self.updates % 2 == 0",
              "target updated at another time"),
        Fault("acts with the target", "return self.net(x)", "return self.target(x)",
              "wrong network"),
        Fault("acts by argmin", ".numpy().argmax()", ".numpy().argmin()",
              "minimum or maximum"),
        Fault("one draw too many", "        states = from_array(states,",
              "        random.random()\n"
              "        states = from_array(states,", "edited statement"),
        Fault("rewards from integers", "from_array(rewards, tf.float32)",
              "from_array(np.array(rewards).astype(int), tf.float32)", "edited statement"),
    ),
    rewrites=(
        Rewrite("gather by one_hot", GATHER,
                "q = tf.reduce_sum(self.net(states) * tf.one_hot(actions, 3), axis=1)"),
        Rewrite("mask by where", EXPECTED,
                "expected = rewards + 0.95 * tf.where(dones > 0, tf.zeros_like(next_q), next_q)"),
        Rewrite("nothing to stop: the target has no gradient", "with tape.stop_recording():\n",
                "if True:\n"),
        Rewrite("reordered sum", "self.value(x) + advantage - tf.reduce_mean",
                "advantage + self.value(x) - tf.reduce_mean"),
    ),
)  # fmt: skip

"""Faults in a port of twin critics with soft targets: Adam, targets, the loss of the critics."""

from .model import Base, Fault, Rewrite

FUSED = "        tf.raw_ops.ResourceApplyAdam("
WRITTEN_OUT = """\
        m.assign_add((grad - m) * (1 - self.beta1))
        v.assign(v * self.beta2 + tf.square(grad) * (1 - self.beta2))
        param.assign_sub(step_size * m / tf.sqrt(v + eps**2 / self.eps))
        return
"""
CRITIC_APPLY = "self.critic_optimizer.apply(grads)"
CRITIC_TARGETS = """\
            for param, target in zip(
                self.critic.trainable_variables, self.critic_target.trainable_variables
            ):
                target.assign(0.05 * param + 0.95 * target)
            for param"""
SOFT = CRITIC_TARGETS.splitlines()[3].strip()
CLIPPED_NOISE = "tf.random.normal(tf.shape(action), dtype=action.dtype) * 0.2, -0.5, 0.5"


def critic_targets(line: str) -> str:
    return CRITIC_TARGETS.replace(SOFT, line)


TD3 = Base(
    "td3",
    faults=(
        Fault("epsilon inside the root", FUSED, WRITTEN_OUT + FUSED, "epsilon inside the root",
              at=CRITIC_APPLY),
        Fault("epsilon before the bias correction", "yield self.eps * correction",
              "yield self.eps + 0 * correction", "epsilon before the bias correction"),
        Fault("another epsilon", "lr=3e-3)", "lr=3e-3, eps=1e-7)", "another epsilon"),
        Fault("learning rate times 1.001", "lr=3e-3)", "lr=3.003e-3)", "learning rate"),
        Fault("another beta2", "lr=3e-3)", "lr=3e-3, betas=(0.9, 0.99))", "other betas"),
        Fault("step counter frozen by the trace",
              "self.steps.assign_add(given)", "self.steps.assign(given)", "frozen step counter"),
        Fault("no bias correction of the second moment",
              "correction = tf.sqrt(1 - beta2**self.steps)",
              "correction = tf.ones_like(self.steps)",
              "no bias correction"),
        Fault("Keras's own Adam", "self.critic_optimizer = Adam(self.critic.trainable_variables, "
              "lr=3e-3)\n",
              "self.critic_optimizer = keras.optimizers.Adam(3e-3, epsilon=1e-8)\n"
              "        self.critic_optimizer.build(self.critic.trainable_variables)\n"
              "        self.critic_optimizer.params = self.critic.trainable_variables\n",
              "epsilon before the bias correction", at="self.critic_optimizer.apply("),
        Fault("targets trained", "self.critic_optimizer = Adam(self.critic.trainable_variables,",
              "self.critic_optimizer = Adam(self.critic.trainable_variables"
              " + self.critic_target.trainable_variables,", "target network trained"),
        Fault("target shares its variables", "self.critic_target = Critic(state_dim, action_dim)\n",
              "self.critic_target = self.critic\n", "network missing"),
        Fault("parameters missing", "Adam(self.critic.trainable_variables,",
              "Adam(self.critic.trainable_variables[:6],", "parameter missing from the optimizer"),
        Fault("tau swapped", CRITIC_TARGETS,
              critic_targets("target.assign(0.95 * param + 0.05 * target)"), "tau swapped"),
        Fault("hard update", CRITIC_TARGETS, critic_targets("target.assign(param)"),
              "hard target update"),
        Fault("another tau", CRITIC_TARGETS,
              critic_targets("target.assign(0.06 * param + 0.94 * target)"), "another tau"),
        Fault("target not updated", CRITIC_TARGETS, "            for param",
              "target not updated", at="self.critic_target.set_weights("),
        Fault("policy_freq off by one", "self.updates % 2 == 0", "self.updates % 2 == 1",
              "update at another time", at="self.updates % 2 == 1"),
        Fault("terminal mask inverted", "(1 - done) * 0.99", "done * 0.99",
              "terminal mask inverted"),
        Fault("another discount", "(1 - done) * 0.99", "(1 - done) * 0.9", "another constant"),
        Fault("clip_by_value where min > max", CLIPPED_NOISE,
              CLIPPED_NOISE.replace("-0.5, 0.5", "0.5, -0.5"), "clipping"),
        Fault("maximum of the critics", "tf.minimum(next_q1, next_q2)",
              "tf.maximum(next_q1, next_q2)", "minimum or maximum"),
        Fault("only the first critic", "tf.minimum(next_q1, next_q2)", "next_q1",
              "minimum or maximum"),
        Fault("sum instead of mean", "tf.reduce_mean(tf.square(q1 - target_q))",
              "tf.reduce_sum(tf.square(q1 - target_q))", "reduction"),
        Fault("sign of the actor's loss", "actor_loss = -tf.reduce_mean(",
              "actor_loss = tf.reduce_mean(", "gradient sign"),
        Fault("the trained critic as target", "next_q1, next_q2 = self.critic_target(",
              "next_q1, next_q2 = self.critic(", "wrong network"),
        Fault("(N, 1) against (N,)", "q1, q2 = self.critic(state, action)",
              "q1, q2 = [q[:, 0] for q in self.critic(state, action)]", "(N, 1) against (N,)"),
        Fault("one draw too many", "        next_q = tf.minimum(",
              "        next_action += 0 * tf.random.normal(tf.shape(action), dtype=action.dtype)\n"
              "        next_q = tf.minimum(", "draw too many"),
        Fault("draw missing", CLIPPED_NOISE, "0 * action, -0.5, 0.5", "draw missing"),
        Fault("another distribution", CLIPPED_NOISE,
              CLIPPED_NOISE.replace("random.normal", "random.uniform"),
              "draw of another distribution"),
        Fault("scale of the noise", CLIPPED_NOISE, CLIPPED_NOISE.replace("0.2", "0.1"),
              "another constant"),
        Fault("float32 inside", "target_q = reward + (1 - done) * 0.99 * next_q",
              "target_q = reward + (1 - done) * 0.99 * tf.cast(tf.cast(next_q, 'float32'),"
              " next_q.dtype)", "float32 in a float64 run"),
        Fault("initialiser", "bound = in_features**-0.5", "bound = 3 * in_features**-0.5",
              "initialiser"),
    ),
    rewrites=(
        Rewrite("square as a product", "tf.square(q1 - target_q)",
                "(q1 - target_q) * (q1 - target_q)"),
        Rewrite("sum over the number", "tf.reduce_mean(tf.square(q2 - target_q))",
                "tf.reduce_sum((q2 - target_q) ** 2) / tf.cast(tf.size(q2), q2.dtype)"),
        Rewrite("target by the difference", CRITIC_TARGETS,
                critic_targets("target.assign_add(0.05 * (param - target))")),
        Rewrite("eager", "    @one_op\n    @tf.function\n", ""),
        Rewrite("the discount first", "(1 - done) * 0.99 * next_q", "0.99 * (next_q * (1 - done))"),
        Rewrite("relu as a maximum", "self.out1(tf.nn.relu(self.hidden1(x)))",
                "self.out1(tf.maximum(self.hidden1(x), 0))"),
    ),
)  # fmt: skip

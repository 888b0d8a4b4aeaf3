"""Faults in a port of a Gaussian policy with a learned temperature: SGD, densities, gradients."""

from .model import Base, Fault, Rewrite

BUFFER = "buffer.assign(self.momentum * buffer + grad_in)"
LOG_PROB = "log_prob = -0.5 * tf.square(noise) - log_std - 0.9189385332046727"
SQUASH = "log_prob = log_prob - tf.math.log(1 - tf.square(action) + 1e-6)"
NEXT_Q = "next_q = self.critic_target(next_state, next_action) - alpha * next_log_prob"
NOISE = "noise = tf.random.normal(tf.shape(mean), dtype=mean.dtype)"
CRITIC_TAPE = "        with tf.GradientTape() as tape:\n            critic_loss"

SAC = Base(
    "sac",
    faults=(
        Fault("nesterov missing", "momentum=0.9, nesterov=True", "momentum=0.9",
              "nesterov missing"),
        Fault("dampened momentum", BUFFER,
              "buffer.assign(self.momentum * buffer + (1 - self.momentum) * grad_in)",
              "another momentum formula"),
        Fault("another momentum", "momentum=0.9", "momentum=0.95", "another momentum"),
        Fault("log_alpha for alpha",
              "alpha_loss = -tf.reduce_mean(tf.exp(self.log_alpha) *",
              "alpha_loss = -tf.reduce_mean(self.log_alpha *", "missing call"),
        Fault("entropy missing from the goal", NEXT_Q,
              "next_q = self.critic_target(next_state, next_action)", "missing term"),
        Fault("correction of tanh missing", f"        {SQUASH}\n", "", "missing term",
              at="return action, tf.reduce_sum("),
        Fault("epsilon of the correction", SQUASH, SQUASH.replace("1e-6", "1e-7"), "epsilon"),
        Fault("sum over the batch", "return action, tf.reduce_sum(log_prob, axis=1, keepdims=True)",
              "return action, tf.reduce_sum(log_prob, axis=0, keepdims=True)", "wrong axis"),
        Fault("mean over the actions", "tf.reduce_sum(log_prob, axis=1, keepdims=True)",
              "tf.reduce_mean(log_prob, axis=1, keepdims=True)", "reduction"),
        Fault("std for log_std", "mean + tf.exp(log_std) * noise", "mean + log_std * noise",
              "missing call"),
        Fault("delta of huber", "delta=0.5", "delta=1.0", "another loss"),
        Fault("no gradient through the action",
              "alpha * log_prob - self.critic(state, new_action)",
              "alpha * log_prob - self.critic(state, tf.stop_gradient(new_action))",
              "extra stop_gradient"),
        Fault("actor's loss outside of the tape",
              "            new_action, log_prob = self.actor.sample(state)\n",
              "            with tape.stop_recording():\n"
              "                new_action, log_prob = self.actor.sample(state)\n",
              "gradient missing"),
        Fault("softplus for elu", "tf.nn.elu(", "tf.nn.selu(", "activation"),
        Fault("bounds of log_std swapped", "tf.clip_by_value(self.log_std(x), -5, 2)",
              "tf.clip_by_value(self.log_std(x), 2, -5)", "clipping"),
        Fault("two draws", NOISE, NOISE + " + 0 * tf.random.normal([1], dtype=mean.dtype)",
              "draw too many"),
        Fault("noise of another shape", NOISE,
              "noise = tf.random.normal(tf.shape(mean)[1:], dtype=mean.dtype)",
              "draw of another shape"),
        Fault("gradients doubled",
              "tape.gradient(actor_loss, self.actor_optimizer.params)",
              "[2 * g for g in tape.gradient(actor_loss, self.actor_optimizer.params)]",
              "gradient scaled"),
    ),
    rewrites=(
        Rewrite("density by another order", LOG_PROB,
                "log_prob = -(log_std + 0.9189385332046727 + tf.square(noise) / 2)"),
        Rewrite("stack for concat", "tf.concat([state, action], axis=1)",
                "tf.concat([state, action], axis=-1)"),
        Rewrite("elu by where", "tf.nn.elu(", "keras.activations.elu("),
        Rewrite("mean of the difference in two", "tf.reduce_mean(alpha * log_prob - ",
                "tf.reduce_mean(alpha * log_prob) - tf.reduce_mean("),
        Rewrite("one persistent tape", CRITIC_TAPE,
                CRITIC_TAPE.replace("Tape()", "Tape(persistent=True)")),
    ),
)  # fmt: skip

"""Faults in a port of PPO: generalised advantages, the ratio, both clippings, the schedule."""

from .model import Base, Fault, Rewrite

DELTA = "delta = rewards[t] + self.gamma * next_value * (1 - dones[t]) - values[t]"
ADVANTAGE = "advantage = delta + self.gamma * self.lam * (1 - dones[t]) * advantage"
NEXT_VALUE = "next_value = values[t + 1] if t + 1 < len(rewards) else last_value"
NORMALISED = (
    "        advantages = (\n"
    "            (advantages - tf.reduce_mean(advantages))\n"
    "            / (root(unbiased_var(advantages)) + 1e-8)\n"
    "        )\n"
)
RATIO = "ratio = tf.exp(chosen - old_log_probs)"
SURROGATE = "smaller(ratio * advantages, clipped * advantages)"
CLOSE = "close = old_values + tf.clip_by_value(values - old_values, -0.2, 0.2)"
VALUE_LOSS = "tf.reduce_mean(larger((values - returns) ** 2, (close - returns) ** 2))"
ENTROPY = "-tf.reduce_mean(tf.reduce_sum(tf.exp(log_probs) * log_probs, axis=1))"
LOSS = "return policy_loss + 0.5 * value_loss - 0.01 * entropy"
LEARN = "advantages = self.advantages(rewards, values, dones, last_value)"
AT_TRAIN = "self._train_body(states, actions, old_log_probs, old_values, advantages)"

PPO = Base(
    "ppo",
    faults=(
        Fault("another lambda", "self.gamma, self.lam = 0.97, 0.9",
              "self.gamma, self.lam = 0.97, 0.95", "another constant"),
        Fault("lambda left out", ADVANTAGE, ADVANTAGE.replace(" * self.lam", ""), "missing term"),
        Fault("gamma left out of delta", DELTA, DELTA.replace("self.gamma * ", ""), "discount"),
        Fault("bootstrap off by one", NEXT_VALUE, NEXT_VALUE.replace("values[t + 1]", "values[t]"),
              "wrong index"),
        Fault("no bootstrap at the end", NEXT_VALUE, NEXT_VALUE.replace("last_value", "0.0"),
              "missing term"),
        Fault("delta beyond the end of an episode", DELTA, DELTA.replace(" * (1 - dones[t])", ""),
              "missing term"),
        Fault("advantages beyond the end of an episode", ADVANTAGE,
              ADVANTAGE.replace(" * (1 - dones[t])", ""), "missing term"),
        Fault("the mask of the step before", ADVANTAGE,
              ADVANTAGE.replace("dones[t]", "dones[t - 1]"), "wrong index"),
        Fault("advantages not normalised", NORMALISED, "", "normalisation", at="ratio = tf.exp("),
        Fault("advantages only centred", NORMALISED,
              "        advantages = advantages - tf.reduce_mean(advantages)\n", "normalisation"),
        Fault("biased std", NORMALISED,
              NORMALISED.replace("unbiased_var", "tf.math.reduce_variance"), "biased std"),
        Fault("ratio upside down", RATIO, "ratio = tf.exp(old_log_probs - chosen)", "sign"),
        Fault("ratio of the logarithms", RATIO, "ratio = chosen - old_log_probs",
              "missing call"),
        Fault("clip range of the ratio", "tf.clip_by_value(ratio, 0.9, 1.1)",
              "tf.clip_by_value(ratio, 0.8, 1.2)", "clipping"),
        Fault("the better of both surrogates", SURROGATE, SURROGATE.replace("smaller", "larger"),
              "minimum or maximum"),
        Fault("the surrogate clipped, not its ratio", SURROGATE,
              "smaller(ratio * advantages, tf.clip_by_value(ratio * advantages, 0.9, 1.1))",
              "clipping"),
        Fault("values clipped around themselves", CLOSE, CLOSE.replace("old_values +", "values +"),
              "another variable"),
        Fault("values not clipped", VALUE_LOSS, "tf.reduce_mean((values - returns) ** 2)",
              "minimum or maximum"),
        Fault("another weight of the value loss", LOSS, LOSS.replace("0.5", "1.0"),
              "another constant"),
        Fault("sign of the entropy", LOSS, LOSS.replace("- 0.01", "+ 0.01"), "sign"),
        Fault("entropy of the chosen actions", ENTROPY, "-tf.reduce_mean(chosen)",
              "edited statement"),
        Fault("returns without values", "returns = advantages + old_values",
              "returns = advantages", "missing term"),
        Fault("an epoch less", "for _ in range(2):\n            order", "for _ in range(1):\n"
              "            order", "another constant"),
        Fault("schedule of another length", "step_size=2, gamma=0.5", "step_size=1, gamma=0.5",
              "learning rate"),
        Fault("schedule at each epoch", "                )\n        self.schedule.step()",
              "                )\n            self.schedule.step()", "learning rate",
              at="            self.schedule.step()"),
        Fault("advantages in the wrong order", LEARN, LEARN + "[::-1]", "wrong index"),
    ),
    rewrites=(
        Rewrite("the returns of lambda", "returns = advantages + old_values",
                "returns = old_values + advantages"),
        Rewrite("surrogate by where", SURROGATE,
                "tf.where(ratio * advantages < clipped * advantages, ratio * advantages,"
                " clipped * advantages)"),
        Rewrite("mask by a condition", ADVANTAGE,
                "advantage = delta + (0 if dones[t] else self.gamma * self.lam * advantage)"),
    ),
)  # fmt: skip

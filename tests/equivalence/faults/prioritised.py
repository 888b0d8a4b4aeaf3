"""Faults in a port of Q-learning by priorities: weights, priorities, steps, clipping, targets."""

from .model import Base, Fault, Rewrite

SCALED = "scaled = self.priorities[: len(self.items)] ** self.alpha"
WEIGHTS = "weights = (len(self.items) * probabilities[rows]) ** -self.beta"
NORMALISED = "        weights = weights / weights.max()\n"
PRIORITY = "self.priorities[rows] = np.abs(errors) + 1e-3"
NEW = "self.priorities[place] = self.priorities.max() or 1.0"
GOAL = "goal = rewards + self.gamma**self.steps * (1 - dones) * next_q"
LOSS = "loss = tf.reduce_mean(weights * tf.square(errors))"
CLIP = "        grads = clip_grad_value(grads, 0.3)\n"
RETURN = "        self.optimizer.apply(grads)\n        return errors"
MOVE = "old.assign((1 - self.tau) * old + self.tau * new)"
TURN = "if self.updates % 2 == 0:"

PRIORITISED = Base(
    "prioritised",
    faults=(
        Fault("weights left out", LOSS, "loss = tf.reduce_mean(tf.square(errors))", "missing term"),
        Fault("weights not normalised", NORMALISED, "", "normalisation",
              at="self.beta = min(1.0"),
        Fault("weights normalised by their sum", NORMALISED, NORMALISED.replace("max", "sum"),
              "another function"),
        Fault("weights upside down", WEIGHTS, WEIGHTS.replace("-self.beta", "self.beta"), "sign"),
        Fault("weights inside of the square", LOSS,
              "loss = tf.reduce_mean(tf.square(weights * errors))", "edited statement"),
        Fault("beta grows faster", "self.beta + 0.05", "self.beta + 0.5", "another constant"),
        Fault("alpha left out", SCALED, SCALED.replace(" ** self.alpha", ""), "missing term"),
        Fault("priorities of the goals", RETURN, RETURN.replace("return errors", "return goal"),
              "another variable", at="return goal"),
        Fault("priorities of squared errors", PRIORITY, PRIORITY.replace("np.abs", "np.square"),
              "another function"),
        Fault("priorities without a floor", PRIORITY, PRIORITY.replace(" + 1e-3", ""),
              "missing term"),
        Fault("new memories come last", NEW, "self.priorities[place] = 1.0", "missing term"),
        Fault("drawn without priorities",
              "np.random.choice(len(self.items), count, p=probabilities)",
              "np.random.choice(len(self.items), count)", "missing argument"),
        Fault("the discount of one step", GOAL, GOAL.replace("**self.steps", ""), "missing term"),
        Fault("returns of several steps, not discounted", "total = reward + gamma * total",
              "total = reward + total", "discount"),
        Fault("mask of the reward, not of what follows", GOAL,
              "goal = rewards * (1 - dones) + self.gamma**self.steps * next_q", "edited statement"),
        Fault("clipped by norm", CLIP,
              "        grads = [tf.clip_by_norm(grad, 0.3) for grad in grads]\n",
              "clip by value or by norm"),
        Fault("another bound of the gradients", CLIP, CLIP.replace("0.3", "0.1"),
              "another clipping limit"),
        Fault("weight decay missing", "lr=0.01, weight_decay=1e-3)", "lr=0.01)",
              "weight decay missing"),
        Fault("the other way round", MOVE, "new.assign((1 - self.tau) * new + self.tau * old)",
              "variables swapped"),
        Fault("tau swapped", MOVE, "old.assign(self.tau * old + (1 - self.tau) * new)",
              "tau swapped"),
        Fault("target moved more rarely", TURN, TURN.replace("2", "3"),
              "target not updated"),
    ),
    rewrites=(
        Rewrite("weights by logarithms", WEIGHTS,
                "weights = np.exp(-self.beta * np.log(len(self.items) * probabilities[rows]))"),
        Rewrite("clip by minimum and maximum", CLIP,
                "        grads = [tf.maximum(tf.minimum(grad, 0.3), -0.3) for grad in grads]\n"),
        Rewrite("target by a difference", MOVE, "old.assign_add(self.tau * (new - old))"),
    ),
)  # fmt: skip

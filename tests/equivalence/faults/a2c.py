"""Faults in a port of a categorical actor-critic: AdamW, clipping, advantages, entropy."""

from .model import Base, Fault, Rewrite

ADVANTAGES = "advantages = tf.stop_gradient(returns - values)"
STD = "(tf.sqrt(unbiased_var(advantages)) + 1e-8)"
LOSS = "loss = policy_loss + 0.5 * value_loss - 0.01 * entropy"
CLIP = "        grads = clip_grad_norm(grads, 0.5)\n"
DECAY = (
    "        param.assign(param * tf.cast(1 - self.rate * self.weight_decay, param.dtype))"
    "\n        return grad\n"
)

A2C = Base(
    "a2c",
    faults=(
        Fault("weight decay missing", "lr=1e-2, eps=1e-5)", "lr=1e-2, eps=1e-5, weight_decay=0.0)",
              "weight decay missing"),
        Fault("weight decay in the gradient", DECAY,
              "        return grad + self.weight_decay * param\n",
              "weight decay of the other kind", at="self.optimizer.apply(grads)"),
        Fault("advantages not detached", ADVANTAGES, "advantages = returns - values",
              "missing stop_gradient"),
        Fault("biased std", STD, "(tf.math.reduce_std(advantages) + 1e-8)", "biased std"),
        Fault("epsilon inside the std's root", STD,
              "tf.sqrt(unbiased_var(advantages) + 1e-8)", "epsilon"),
        Fault("entropy missing", LOSS, "loss = policy_loss + 0.5 * value_loss", "missing term"),
        Fault("sign of the entropy", LOSS, LOSS.replace("- 0.01", "+ 0.01"), "sign"),
        Fault("weight of the value loss", LOSS, LOSS.replace("0.5", "1.0"), "another constant"),
        Fault("entropy as a mean over actions",
              "tf.reduce_sum(tf.exp(log_probs) * log_probs, axis=1)",
              "tf.reduce_mean(tf.exp(log_probs) * log_probs, axis=1)", "reduction"),
        Fault("clip_grad_norm missing", CLIP, "", "clip missing", at="self.optimizer.apply(grads)"),
        Fault("clipped by value", CLIP,
              "        grads = [tf.clip_by_value(grad, -0.05, 0.05) for grad in grads]\n",
              "clip by value or by norm"),
        Fault("each clipped by its own norm", CLIP,
              "        grads = [tf.clip_by_norm(grad, 0.05) for grad in grads]\n",
              "clip by value or by norm"),
        Fault("another max_norm", CLIP, CLIP.replace("0.5", "0.4"), "another clipping limit"),
        Fault("clip_by_global_norm, without 1e-6", CLIP,
              "        grads, _ = tf.clip_by_global_norm(grads, 0.5)\n", "1e-6 in the norm"),
        Fault("log_prob of the wrong action", "tf.gather(log_probs, actions, batch_dims=1)",
              "tf.gather(log_probs, 0 * actions, batch_dims=1)", "wrong index"),
        Fault("softmax axis", "tf.nn.log_softmax(logits, axis=1)",
              "tf.nn.log_softmax(logits, axis=0)", "wrong axis"),
        Fault("softmax twice", "tf.nn.log_softmax(logits, axis=1)",
              "tf.nn.log_softmax(tf.nn.softmax(logits), axis=1)", "activation"),
        Fault("gelu by tanh", "tf.nn.gelu(self.hidden(x))",
              "tf.nn.gelu(self.hidden(x), approximate=True)", "activation"),
        Fault("relu for gelu", "tf.nn.gelu(self.hidden(x))", "tf.nn.relu(self.hidden(x))",
              "activation"),
        Fault("ratio not clipped", "clipped = tf.clip_by_value(ratio, 0.8, 1.2)",
              "clipped = ratio", "clipping"),
        Fault("bounds of the ratio swapped", "tf.clip_by_value(ratio, 0.8, 1.2)",
              "tf.clip_by_value(ratio, 1.2, 0.8)", "clipping"),
        Fault("values keep their axis", "values = tf.squeeze(values, axis=1)",
              "values = tf.reshape(values, [-1, 1])", "(N, 1) against (N,)"),
        Fault("normal for uniform", "tf.random.uniform(tf.shape(policy), dtype=policy.dtype)",
              "tf.abs(tf.random.normal(tf.shape(policy), dtype=policy.dtype))",
              "draw of another distribution"),
        Fault("actions by argmax alone", "tf.argmax(policy + gumbel, axis=1)",
              "tf.argmax(policy + 0 * gumbel, axis=1)", "edited statement"),
    ),
    rewrites=(
        Rewrite("log of the softmax", "tf.nn.log_softmax(logits, axis=1)",
                "logits - tf.reduce_logsumexp(logits, axis=1, keepdims=True)"),
        Rewrite("entropy by the softmax", "tf.exp(log_probs) * log_probs",
                "tf.nn.softmax(logits) * log_probs"),
        Rewrite("mean and sum in the other order", LOSS,
                "loss = 0.5 * value_loss - (0.01 * entropy - policy_loss)"),
        Rewrite("clip by hand", CLIP,
                "        norm = tf.sqrt(sum(tf.reduce_sum(grad**2) for grad in grads))\n"
                "        grads = [g * tf.minimum(1.0, 0.5 / (norm + 1e-6)) for g in grads]\n"),
        Rewrite("std by its formula", "tf.sqrt(unbiased_var(advantages))",
                "tf.math.reduce_std(advantages) * (8 / 7) ** 0.5"),
    ),
)  # fmt: skip

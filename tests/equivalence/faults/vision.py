"""Faults in a port by hand of a convolutional classifier: normalisation, dropout, its loss."""

from .model import Base, Fault, Rewrite

LOSS = "entropy = tf.nn.sparse_softmax_cross_entropy_with_logits(classes, logits)"
POOL = "x = tf.reduce_max(x, [1, 2])"
AT_LOSS = "grads = tape.gradient(loss, variables)"
AT_NORM = "self.norm(self.conv(x)"
OPTIMIZER = "keras.optimizers.SGD(0.05, weight_decay=0.01)"
AT_DOUBT = "grads = tape.gradient(unsure, variables)"


def by_hand(gradients: str) -> str:
    return gradients + "\n        grads = [g + 0.01 * v for g, v in zip(grads, variables)]"


VISION = Base(
    "vision",
    by_hand=True,
    faults=(
        Fault("momentum of BatchNorm",
              "self.moving_mean.assign(0.9 * self.moving_mean + 0.1 * mean)",
              "self.moving_mean.assign(0.99 * self.moving_mean + 0.01 * mean)",
              "BatchNorm momentum"),
        Fault("biased running variance", "variance * count / (count - 1)", "variance + 0 * count",
              "biased running variance", at="self.moving_variance.assign("),
        Fault("epsilon of BatchNorm", "momentum=0.9, epsilon=1e-5", "momentum=0.9, epsilon=1e-3",
              "BatchNorm epsilon", at=AT_NORM),
        Fault("BatchNorm in evaluation mode", "self.norm(self.conv(x), training=training)",
              "self.norm(self.conv(x), training=False)", "BatchNorm in evaluation mode"),
        Fault("BatchNorm in training mode", "self.norm(self.conv(x), training=training)",
              "self.norm(self.conv(x), training=True)", "BatchNorm in training mode",
              at="self.moving_mean.assign("),
        Fault("epsilon of LayerNorm", "LayerNormalization(epsilon=1e-5)",
              "LayerNormalization()", "LayerNorm epsilon", at="self.scale(self.project(x))"),
        Fault("dropout rate", "Dropout(0.25)", "Dropout(0.5)", "dropout rate",
              at="return self.head(x)"),
        Fault("dropout does not drop", "x = self.drop(x, training=training)",
              "x = self.drop(x, training=False)", "draw missing", at=AT_LOSS),
        Fault("weight decay missing", OPTIMIZER, OPTIMIZER.replace(", weight_decay=0.01", ""),
              "weight decay missing"),
        Fault("softmax before the cross entropy", LOSS,
              LOSS.replace("logits)", "tf.nn.softmax(logits))"), "softmax twice", at=AT_LOSS),
        Fault("cross entropy summed", "loss = tf.reduce_mean(entropy)",
              "loss = tf.reduce_sum(entropy)", "reduction", at=AT_LOSS),
        Fault("average for maximum", POOL, "x = tf.reduce_mean(x, [1, 2])", "pooling",
              at="self.scale(self.project(x))"),
        Fault("learning rate times 1.001", OPTIMIZER,
              OPTIMIZER.replace("0.05,", "0.05005,"), "learning rate"),
        Fault("momentum not in the original", OPTIMIZER,
              OPTIMIZER.replace("0.05,", "0.05, momentum=0.9,"), "another momentum"),
        Fault("bias starts at zero", "kernel_initializer=uniform(18), bias_initializer=uniform(18)",
              "kernel_initializer=uniform(18)", "initialiser", at="self.net = Net()"),
        Fault("sum of the maxima", "certain = tf.reduce_mean(", "certain = tf.reduce_sum(",
              "gradient scaled", at="grads = tape.gradient(unsure, variables)"),
    ),
    rewrites=(
        Rewrite("training from the context", "self.drop(x, training=training)", "self.drop(x)"),
        Rewrite("product with the inverse root",
                "(x - mean) / tf.sqrt(variance + self.epsilon) * self.gamma + self.beta",
                "(x - mean) * (tf.math.rsqrt(variance + self.epsilon) * self.gamma) + self.beta"),
        Rewrite("cross entropy by the log_softmax", LOSS,
                "entropy = -tf.gather(tf.nn.log_softmax(logits), classes, batch_dims=1)"),
        Rewrite("weight decay by hand", OPTIMIZER, "keras.optimizers.SGD(0.05)",
                also=((AT_LOSS, by_hand(AT_LOSS)), (AT_DOUBT, by_hand(AT_DOUBT)))),
        Rewrite("maximum by axis", POOL, "x = tf.reduce_max(tf.reduce_max(x, 1), 1)"),
    ),
)  # fmt: skip

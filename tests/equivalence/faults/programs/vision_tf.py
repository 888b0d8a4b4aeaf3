"""The port of vision.py, by hand: porter has no rules for its layers."""

import keras
import numpy as np
import tensorflow as tf


def uniform(fan_in):
    """torch's default: an instance for each variable, since equal ones draw equal numbers."""
    return keras.initializers.RandomUniform(-(fan_in**-0.5), fan_in**-0.5)


def dense(inputs, units):
    layer = keras.layers.Dense(
        units, kernel_initializer=uniform(inputs), bias_initializer=uniform(inputs)
    )
    layer.build((None, inputs))
    return layer


class BatchNorm(keras.layers.BatchNormalization):
    """torch.nn.BatchNorm2d on channels_last: the running variance is unbiased."""

    def __init__(self, features):
        super().__init__(momentum=0.9, epsilon=1e-5)
        self.build((None, None, None, features))

    def call(self, x, training):
        mean, variance = self.moving_mean, self.moving_variance
        if training:
            mean, variance = tf.nn.moments(x, [0, 1, 2])
            count = x.shape[0] * x.shape[1] * x.shape[2]
            unbiased = variance * count / (count - 1)
            self.moving_mean.assign(0.9 * self.moving_mean + 0.1 * mean)
            self.moving_variance.assign(0.9 * self.moving_variance + 0.1 * unbiased)
        return (x - mean) / tf.sqrt(variance + self.epsilon) * self.gamma + self.beta


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.conv = keras.layers.Conv2D(
            4, 3, padding="same", kernel_initializer=uniform(18), bias_initializer=uniform(18)
        )
        self.conv.build((None, None, None, 2))
        self.norm = BatchNorm(4)
        self.project = dense(4, 4)
        self.scale = keras.layers.LayerNormalization(epsilon=1e-5)
        self.scale.build((None, 4))
        self.drop = keras.layers.Dropout(0.25)
        self.head = dense(4, 3)

    def call(self, x, training):
        x = tf.nn.relu(self.norm(self.conv(x), training=training))
        x = tf.reduce_max(x, [1, 2])
        x = self.scale(self.project(x))
        x = self.drop(x, training=training)
        return self.head(x)


class Classifier:
    def __init__(self):
        self.net = Net()
        self.optimizer = keras.optimizers.SGD(0.05, weight_decay=0.01)
        self.optimizer.build(self.net.trainable_variables)

    def train(self, pictures, classes):
        pictures = tf.convert_to_tensor(pictures.transpose(0, 2, 3, 1), tf.float32)
        classes = tf.convert_to_tensor(classes)
        self.fit(pictures, classes)
        self.doubt(pictures)

    @tf.function
    def fit(self, pictures, classes):
        with tf.GradientTape() as tape:
            logits = self.net(pictures, training=True)
            entropy = tf.nn.sparse_softmax_cross_entropy_with_logits(classes, logits)
            loss = tf.reduce_mean(entropy)
        variables = self.net.trainable_variables
        grads = tape.gradient(loss, variables)
        self.optimizer.apply(grads, variables)

    @tf.function
    def doubt(self, pictures):
        certain = tf.reduce_mean(
            tf.reduce_max(tf.nn.softmax(self.net(pictures, training=False), axis=1), axis=1)
        )
        with tf.GradientTape() as tape:
            logits = self.net(pictures, training=False)
            unsure = -tf.reduce_mean(tf.reduce_logsumexp(logits, axis=1)) * (1 - certain)
        variables = self.net.trainable_variables
        grads = tape.gradient(unsure, variables)
        self.optimizer.apply(grads, variables)


def main():
    rng = np.random.default_rng(0)
    classifier = Classifier()
    for _ in range(3):
        classifier.train(rng.standard_normal((6, 2, 4, 4)), rng.integers(0, 3, 6))


if __name__ == "__main__":
    main()

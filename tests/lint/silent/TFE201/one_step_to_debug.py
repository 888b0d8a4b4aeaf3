import sys

import tensorflow as tf


def train_step(images, labels):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(images) - labels) ** 2)
    optimizer.apply(tape.gradient(loss, model.trainable_variables))
    return loss


for image, label in dataset:
    images.append(image)
    labels.append(label)
    if len(images) == 32:
        print(train_step(tf.stack(images), tf.stack(labels)))
        sys.exit(1)

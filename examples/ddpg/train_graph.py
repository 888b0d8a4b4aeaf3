"""The graph of the port's train body, for TensorBoard: `tensorboard --logdir runs/train_graph`."""

import sys

import tensorflow as tf

import agent_tf

BATCH, STATE, ACTION = 128, 3, 1  # Pendulum's


def main(folder="runs/train_graph"):
    agent = agent_tf.DDPG(STATE, ACTION, 2.0)
    batch = [tf.zeros((BATCH, size)) for size in (STATE, ACTION, 1, STATE, 1)]
    with tf.summary.create_file_writer(folder).as_default():
        tf.summary.graph(agent._train_body.get_concrete_function(*batch).graph)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""An attribute that changes after the trace."""

import tensorflow as tf


class Agent:
    def __init__(self):
        self.epsilon = 2.0

    @tf.function
    def scaled(self, x):
        return x * self.epsilon


def observed():
    agent = Agent()
    agent.scaled(tf.constant(1.0))
    agent.epsilon = 1.0
    return f"{float(agent.scaled(tf.constant(1.0)))} instead of {agent.epsilon}"

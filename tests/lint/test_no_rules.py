"""What was measured and makes no difference, or the other way round: no rule may say so."""

from __future__ import annotations

import textwrap

import pytest

from porter.linter import engine, registry

from .test_rules import HEAD

SETTING = """
model = keras.Sequential([keras.layers.Dense(4)])
target = keras.models.clone_model(model)
optimizer = keras.optimizers.Adam(1e-3)
rewards = []

@tf.function
def step(states, targets):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(states) - targets))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss
"""
NO_RULES = {
    "numpy() in each step": """
        for states, targets in batches:
            losses.append(step(states, targets).numpy())
    """,
    "float() in each step": """
        for states, targets in batches:
            total += float(step(states, targets))
    """,
    "a loss object in each step": """
        for states, targets in batches:
            print(keras.losses.MeanSquaredError()(states, targets))
    """,
    "the target network inside the tape": """
        @tf.function
        def update(states):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(model(states) - target(states)))
            optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables),
                                          model.trainable_variables))

        for states in batches:
            update(states)
    """,
    "a persistent tape that is used once": """
        @tf.function
        def update(states):
            with tf.GradientTape(persistent=True) as tape:
                loss = tf.reduce_mean(model(states))
                grads = tape.gradient(loss, model.trainable_variables)
                optimizer.apply_gradients(zip(grads, model.trainable_variables))

        for states in batches:
            update(states)
    """,
    "tf.device for each op": """
        for states in batches:
            with tf.device("/cpu:0"):
                total = tf.reduce_sum(states)
    """,
    "a few rows that are concatenated": """
        found = tf.zeros([0, 4])
        for layer in model.layers:
            found = tf.concat([found, layer.kernel], axis=0)
    """,
    "an array from tensors": """
        for states, targets in batches:
            x = np.array([tf.reduce_sum(states), tf.reduce_sum(targets)])
    """,
    "a tensor from nested lists": """
        for states in batches:
            x = tf.constant([[0.0, 1.0], [2.0, 3.0]])
    """,
    "jit_compile": """
        fast = tf.function(step, jit_compile=True)
        for states, targets in batches:
            fast(states, targets)
    """,
    "arrays as arguments of a graph": """
        for i in range(1000):
            step(np.zeros([200, 4], np.float32), np.zeros([200, 4]))
    """,
    "one eager op": """
        def scaled(x):
            return tf.multiply(x, 2.0)

        for states in batches:
            scaled(states)
    """,
}


@pytest.mark.parametrize("code", NO_RULES.values(), ids=NO_RULES)
def test_no_finding(code: str) -> None:
    text = HEAD + SETTING + textwrap.dedent(code)
    assert [str(f) for f in engine.lint(text, "agent.py", registry.chosen((), ()))] == []

"""TFE201: an update step that runs op by op."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter import tapes
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.rule import Invalid, Rule


class EagerTrainStep(Rule):
    """An update step runs eagerly, op by op, every time.

    ### What it does
    Finds a `tf.GradientTape` whose gradient is taken in a loop, or in a function that is called
    from a loop. No `tf.function` of this file reaches it, and the gradient updates variables.

    ### Why is this bad?
    Python dispatches each op of the forward pass, of the backward pass and of the optimizer. For
    the small networks of reinforcement learning that is nearly all of the time.

    ### Example
    ```python
    for states, targets in batches:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(states) - targets) ** 2)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
    ```

    ### Use instead
    ```python
    @tf.function
    def train_step(states, targets):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(states) - targets) ** 2)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        return loss


    for states, targets in batches:
        loss = train_step(states, targets)
    ```

    ### When not
    A step that calls the environment or NumPy in its tape has to be taken apart first; the rule is
    silent about it. It is silent, too, where the numbers in a file say that a step runs 200 times
    or less in all: tracing it costs more than it saves; where a full batch is fitted as often as a
    caller says; and where the tape calls nothing but functions of other files, which may be traced.
    """

    id = "TFE201"
    name = "eager-train-step"
    message = "this update step runs eagerly, op by op"
    advice = "put it, with what applies its gradients, into a function under @tf.function"
    valid = (
        """
        class Line:
            def gradients(self, x, y):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean((self.w * x - y) ** 2)
                return tape.gradient(loss, [self.w])

            def fit(self, x, y, steps=10):
                for _ in range(steps):
                    self.w.assign(self.w - 0.1 * self.gradients(x, y)[0])

        Line().fit(x, y, steps=20)
        """,
        """
        import random
        import tensorflow as tf
        from tensorflow import keras

        class Upscaler(keras.Model):
            def call(self, images):
                scale = random.choice([2, 3, 4])
                return self.net(tf.image.resize(images, [64 // scale, 64 // scale]))

        model = Upscaler()
        for images in batches:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((model.call(images) - images) ** 2)
            optimizer.apply(tape.gradient(loss, model.trainable_variables))
        """,
        """
        for x, y in training:
            with tf.GradientTape() as tape:
                loss = step(x, y)
            show(loss)
        for x, y in validation:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((model(x) - y) ** 2)
            show(loss)
        optimizer.apply(tape.gradient(loss, model.trainable_variables))
        """,
        """
        dataset = tf.data.Dataset.from_tensor_slices((x_train, y_train)).batch(len(x_train))
        for epoch in range(101):
            for x, y in iter(dataset):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean((model(x) - y) ** 2)
                optimizer.apply(tape.gradient(loss, model.trainable_variables))
        """,
        """
        import matplotlib.pyplot as plt
        import tensorflow as tf

        def redraw(loss):
            plt.plot(loss)
            plt.pause(0.01)

        for epoch in range(500):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((model(x) - y) ** 2)
            optimizer.apply(tape.gradient(loss, model.trainable_variables))
            redraw(loss)
        """,
        """
        import pandas as pd
        import tensorflow as tf

        def profit(prices):
            actions = tf.argmax(model(prices), 1)
            pd.DataFrame({"action": actions}).to_csv("actions.csv")
            return evaluated("actions.csv")

        for prices in periods:
            with tf.GradientTape() as tape:
                loss = -tf.reduce_mean(profit(prices) * model(prices))
            optimizer.apply(tape.gradient(loss, model.trainable_variables))
        """,
        """
        def fitted(x, y, epochs):
            for epoch in range(epochs):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean((model(x) - y) ** 2)
                optimizer.apply(tape.gradient(loss, model.trainable_variables))
        """,
        """
        tf.config.run_functions_eagerly(True)
        for x, y in batches:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((model(x) - y) ** 2)
            optimizer.apply(tape.gradient(loss, model.trainable_variables))
        """,
        """
        def climb(image, unit):
            with tf.GradientTape() as tape:
                height = tf.reduce_mean(features(image)[..., unit])
            optimizer.apply_gradients([(-tape.gradient(height, image), image)])

        def pictures(units, passes=30):
            for unit in units:
                image = noise()
                for step in range(passes):
                    climb(image, unit)
        """,
        """
        from losses import total_loss
        import tensorflow as tf

        for batch in batches:
            with tf.GradientTape() as tape:
                loss = total_loss(batch)
            optimizer.apply(tape.gradient(loss, variables))
        """,
        """
        epochs = 50
        for i in range(epochs):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((w * x - y) ** 2)
            w.assign_sub(0.1 * tape.gradient(loss, w))

        epochs = 200
        for i in range(epochs):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((w * x + b - y) ** 2)
            w.assign_sub(0.1 * tape.gradient(loss, w))
        """,
        """
        for layer in range(kernels):
            with tf.GradientTape() as tape:
                loss = net.loss(x)
            norms.append(tf.norm(tape.gradient(loss, net.kernels[layer])))

        for step in range(1000):
            optimizer.apply_gradients(next_step())
        """,
        """
        def fit_line(x, y, epochs=100):
            for epoch in range(epochs):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean((model(x) - y) ** 2)
                optimizer.apply(tape.gradient(loss, model.trainable_variables))
        """,
        """
        while not done:
            state, reward, done, info = env.step(act(state))
            steps += 1
            if steps >= 500 or done:
                with tf.GradientTape() as tape:
                    loss = loss_of(memory)
                optimizer.apply(tape.gradient(loss, model.trainable_variables))
        """,
        """
        @tf.function
        def loss_of(x, y):
            return tf.reduce_mean((model(x) - y) ** 2)

        for x, y in batches:
            with tf.GradientTape() as tape:
                loss = loss_of(x, y)
            optimizer.apply(tape.gradient(loss, model.trainable_variables))
        """,
        """
        def saliency(image):
            with tf.GradientTape() as tape:
                tape.watch(image)
                score = model(image)[0, 1]
            return tape.gradient(score, image)

        for image in images:
            maps.append(saliency(image))
        """,
        """
        def features(image):
            network = keras.Model(base.input, base.layers[3].output)
            return network(image)

        for step in range(1000):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(features(image) - wanted)
            optimizer.apply_gradients([(tape.gradient(loss, image), image)])
        """,
        """
        epoch = 40
        for epoch in range(epoch):
            with tf.GradientTape() as tape:
                loss = tf.square(w + 1)
            w.assign_sub(0.2 * tape.gradient(loss, w))
        """,
        """
        for support, query in tasks:
            for step in range(steps):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean(fast(support))
                grads = tape.gradient(loss, fast.inner_weights)
                fast = updated(fast, grads)
        """,
        """
        @tf.function
        def train_step(states, targets):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((model(states) - targets) ** 2)
            grads = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(grads, model.trainable_variables))

        for states, targets in batches:
            train_step(states, targets)
        """,
    )
    invalid = (
        Invalid(
            """
            def penalty(real, fake):
                with tf.GradientTape() as tape:
                    tape.watch(real)
                    score = critic(real - fake)
                return tf.reduce_mean(tape.gradient(score, real) ** 2)

            def train_step(real, fake):
                with tf.GradientTape() as tape:  # TFE201
                    loss = tf.reduce_mean(critic(real) - critic(fake)) + penalty(real, fake)
                grads = tape.gradient(loss, critic.trainable_variables)
                return loss, grads

            for real, fake in batches:
                loss, grads = train_step(real, fake)
                clipped = [tf.clip_by_norm(g, 1.0) for g in grads]
                optimizer.apply_gradients(zip(clipped, critic.trainable_variables))
            """
        ),
        Invalid(
            """
            def fit_line(x, y, epochs=100):
                for epoch in range(epochs):
                    with tf.GradientTape() as tape:  # TFE201
                        loss = tf.reduce_mean((model(x) - y) ** 2)
                    optimizer.apply(tape.gradient(loss, model.trainable_variables))

            fit_line(x, y, epochs=10_000)
            """
        ),
        Invalid(
            """
            for states, targets in batches:
                with tf.GradientTape() as tape:  # TFE201
                    loss = tf.reduce_mean((model(states) - targets) ** 2)
                grads = tape.gradient(loss, model.trainable_variables)
                optimizer.apply_gradients(zip(grads, model.trainable_variables))
            """
        ),
        Invalid(
            """
            class Agent:
                def learn(self, states):
                    with tf.GradientTape() as tape:  # TFE201
                        loss = tf.reduce_mean(self.model(states))
                    grads = tape.gradient(loss, self.model.trainable_variables)
                    self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))

            agent = Agent()
            while True:
                agent.learn(replay.sample())
            """
        ),
    )

    def visit_With(self, node: ast.With, file: File) -> Iterator[Finding]:
        opened = [name for item in node.items if (name := tapes.opened(item, file))]
        if not opened or not file.eager(node) or (hot := file.hot(node)) is None:
            return
        if hot.minor or hot.is_brief or not tapes.takes_gradient(opened[0], node, file):
            return
        if file.switched_off or tapes.is_of_a_new_network(opened[0], node, file):
            return
        if not hot.configured and not tapes.is_of_a_long_loop(hot, opened[0], node, file):
            return
        if tapes.computes(node, file):
            if not tapes.runs_host_code(tapes.outermost(node, file), file):
                yield self.found(node, file, hot)

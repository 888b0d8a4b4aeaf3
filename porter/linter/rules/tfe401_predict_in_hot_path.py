"""TFE401: Model.predict for a state, or for a minibatch."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter import inputs
from porter.linter.file import File
from porter.linter.finding import Finding, Fix
from porter.linter.rule import Fixable, Invalid, Rule

_FEW = 50  # calls that nobody waits for
_DROPPED = frozenset("verbose batch_size steps".split())


class PredictInHotPath(Rule):
    """`Model.predict` is called for each step.

    ### What it does
    Finds `model.predict(x)` in a loop, or in a function that is called from a loop, where `x` is
    another one each time.

    ### Why is this bad?
    `predict` is made for whole data sets: each call sets up a data pipeline, callbacks and a
    progress bar. For one state that is nearly all of the time; `verbose=0` changes nothing.

    ### Example
    ```python
    for step in range(steps):
        q = model.predict(np.array([state]), verbose=0)
        state, reward, done, _, _ = env.step(np.argmax(q[0]))
    ```

    ### Use instead
    ```python
    act = tf.function(model)
    for step in range(steps):
        q = act(np.array([state])).numpy()
        state, reward, done, _, _ = env.step(np.argmax(q[0]))
    ```

    ### When not
    Data that does not fit into memory as one batch. The fix calls the model eagerly, which is the
    smaller part of the gain, and has no batches: it is unsafe.
    """

    id = "TFE401"
    name = "predict-in-hot-path"
    message = "`{model}.predict` sets up a data pipeline for each call"
    advice = "call a tf.function of the model, or {model}(x, training=False)"
    fixable = Fixable.UNSAFE
    valid = (
        """
        model = keras.models.load_model("spam")
        while True:
            mail = inbox.newest()
            mail.label("spam" if model.predict(np.array([mail.text]))[0] > 0.5 else "read")
        """,
        """
        class GAN:
            def __init__(self):
                self.generator = keras.Sequential([keras.layers.Dense(4)])

            def fit(self, epochs=10):
                for i in range(epochs):
                    noise = np.random.normal(size=[len(self.real), 100])
                    self.train_generator(self.generator.predict(noise))
        """,
        """
        model = keras.models.load_model("faces")
        while True:
            frame = camera.read()[1]
            label = np.argmax(model.predict(frame[None]))
            cv2.imshow(str(label), frame)
        """,
        """
        model = keras.models.load_model("masks")

        def read(path):
            return cv2.imread(path)[None] / 255.0

        def evaluate(samples):
            for x in samples:
                x = read(x)
                scores.append(score(model.predict(x)))
        """,
        """
        model = keras.models.load_model("frames")
        for film in films:
            frames = film[:10]
            for i in range(10):
                frames = np.append(frames, model.predict(frames[None])[0, -1:], axis=0)
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])

        def table(states):
            found = np.zeros([states, 4])
            for i, state in enumerate(range(states)):
                found[i] = model.predict(np.eye(states)[state][None])[0]
            return found
        """,
        """
        model = keras.models.load_model("prices")
        for _ in range(30):
            window = np.append(window, model.predict(window[None]))[1:]
        """,
        """
        decoder = keras.models.load_model("decoder")
        for i, x in enumerate(grid):
            figure[i] = decoder.predict(np.array([[x, 0.0]]))[0]
        """,
        """
        model = keras.models.load_model("digits")

        def digit(path):
            image = cv2.imread(path)
            return np.argmax(model.predict(image[None]))

        for path in os.listdir("digits"):
            right += digit(path) == int(path[0])
        """,
        """
        model = keras.models.load_model("prices")
        for day in range(days):
            price = model.predict(window[None])
            print(f"in {day} days: {price}")
            window = np.append(window, price)[1:]
        """,
        """
        model = keras.models.load_model("player")
        while not done:
            env.render()
            state, reward, done, info = env.step(np.argmax(model.predict(state)))
        """,
        """
        model = keras.models.load_model("classes")
        for path in paths:
            image = keras.utils.load_img(path)
            found.append(model.predict(np.array([image])))
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])
        import time
        while True:
            time.sleep(0.1)
            state, reward, done, info = env.step(np.argmax(model.predict(state[None])))
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])
        for epoch in range(epochs):
            for n in range(10):
                row = rows[np.random.randint(len(rows))][None]
                print(row, model.predict(row))
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])

        def batch():
            while len(states) < 256:
                state, reward, done, info = env.step(act(state))
                states.append(state)
            return np.array(states)

        while episode < 10_000:
            states = batch()
            values = model.predict(states)
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])
        model.fit(x_train, y_train, epochs=10)
        print(model.predict(x_test))
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])
        for epoch in range(100):
            model.fit(x_train, y_train)
            show(model.predict(x_train))
        """,
        """
        import matplotlib.pyplot as plt
        from tensorflow import keras

        generator = keras.Sequential([keras.layers.Dense(4)])

        def show_images():
            images = generator.predict(noise)
            plt.figure(figsize=(12, 12))
            for i in range(4):
                plt.subplot(2, 2, i + 1)
                plt.imshow(images[i])
            plt.show()

        for epoch in range(epochs):
            for batch in batches:
                step(batch)
            show_images()
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])
        while step < 200:
            for _ in range(10):
                step += 1
                batch = sample(step)
                model.train_on_batch(batch, batch)
            save(model.predict(batch))
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])
        for x, y in dataset:
            print(model.predict(x), y)
            break
        """,
        """
        from google.colab import files
        from tensorflow import keras

        model = keras.Sequential([keras.layers.Dense(4)])
        uploaded = files.upload()
        for name in uploaded.keys():
            print(name, model.predict(load(name)))
        """,
        """
        class GAN:
            def __init__(self):
                self.generator = keras.Sequential([keras.layers.Dense(4)])

            def train(self):
                for epoch in range(10_000):
                    update(epoch)
                    if epoch % 100 == 0:
                        self.save_images(np.random.normal(size=[25, 4]))

            def save_images(self, noise):
                save(self.generator.predict(noise))
        """,
        """
        model = keras.Sequential([keras.layers.Dense(4)])
        for samples in subsets:
            losses.append(model.predict(np.array(samples), batch_size=batch_size))
        """,
        """
        for train, test in folds:
            model = keras.Sequential([keras.layers.Dense(4)])
            model.fit(x[train], y[train])
            scores.append(model.predict(x[test]))
        """,
        """
        class Agent(keras.Model):
            def predict(self, state):
                return self(state)

        agent = Agent()
        while True:
            state = env.step(agent.predict(state))
        """,
        """
        model = keras.models.load_model("segmentation")

        def show(dataset, number=1):
            for image, mask in dataset.take(number):
                display(image, mask, model.predict(image))
        """,
        """
        import tensorflow as tf
        from .agents import Actor

        class Agent:
            def __init__(self):
                self.actor = Actor()

            def act(self, state):
                return self.actor.predict(state)

            def load(self, path):
                self.actor.load_weights(path)

        agent = Agent()
        while not done:
            state = env.step(agent.act(state))
        """,
        """
        model = keras.models.load_model("embedding")

        def embed(x, batch_size):
            return model.predict(x, batch_size)

        for x in parts:
            show(embed(x, 32))
        """,
        """
        encoder = keras.models.load_model("encoder")

        def translate(text):
            return encoder.predict(text)

        while True:
            print(translate(texts[0]))
            text = input("next?")
        """,
        """
        from sklearn.linear_model import LinearRegression
        import tensorflow as tf

        model = LinearRegression()
        for x in xs:
            model.predict(x)
        """,
    )
    invalid = (
        Invalid(
            """
            model = keras.Sequential([keras.layers.Dense(2, kernel_initializer="ones")])
            state = start
            for step in range(60):
                q = model.predict(np.array([state]), verbose=0)  # TFE401
                state = state + np.argmax(q[0])
            """,
            fixed="""
            model = keras.Sequential([keras.layers.Dense(2, kernel_initializer="ones")])
            state = start
            for step in range(60):
                q = model(np.array([state]), training=False).numpy()
                state = state + np.argmax(q[0])
            """,
            setup="start = np.ones(3, np.float32)",
            result="q, state",
        ),
        Invalid(
            """
            class Agent:
                def __init__(self):
                    self.model = self.build()

                def build(self):
                    model = keras.Sequential()
                    model.add(keras.layers.Dense(4))
                    return model

                def act(self, state):
                    return np.argmax(self.model.predict(state)[0])  # TFE401

            agent = Agent()
            for episode in range(episodes):
                while not done:
                    state, reward, done, info = env.step(agent.act(state))
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        function = node.func
        if not isinstance(function, ast.Attribute) or function.attr != "predict":
            return
        if len(node.args) != 1:  # with a batch size, it is for many rows
            return
        hot = file.hot(node) if inputs.is_model(function.value, file) else None
        if hot is None or hot.seldom or hot.minor or not file.eager(node):
            return
        if inputs.overrides(function.value, "predict", file) or _has_batches(node):
            return
        if inputs.is_made_inside(function.value, file) or not inputs.varies(node.args[0], file):
            return
        if inputs.is_shown(hot, file) or inputs.is_told(hot, file):
            return
        if hot.runs is not None and hot.runs <= _FEW and _is_counted(node, file):
            return
        if inputs.is_glimpse(hot, file) or inputs.is_one_game(hot, file):
            return
        if not inputs.is_stepped(hot, node.args[0], file):
            if inputs.is_of_files(hot, node, file) or not inputs.is_of_data(hot, file):
                return
        model = file.source(function.value)
        yield self.found(node, file, hot, _called(node, function, file), model=model)


def _is_counted(node: ast.Call, file: File) -> bool:
    """Whether the file shows each call of the function around it."""
    function = file.tree.function(node)
    return function is None or bool(file.calls.of(function))


def _has_batches(node: ast.Call) -> bool:
    """Whether the input is cut into batches, as a data set is."""
    given = [keyword.value for keyword in node.keywords if keyword.arg == "batch_size"]
    return any(not isinstance(size, ast.Constant) for size in given)


def _called(node: ast.Call, function: ast.Attribute, file: File) -> Fix | None:
    """The call of the model, where nothing but the input is given."""
    named = {keyword.arg for keyword in node.keywords}
    if not named <= _DROPPED or isinstance(node.args[0], ast.List):
        return None
    model, argument = file.text.of(function.value), file.text.of(node.args[0])
    return file.replacement(node, f"{model}({argument}, training=False).numpy()")

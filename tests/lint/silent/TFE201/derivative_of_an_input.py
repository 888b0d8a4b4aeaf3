def loss(model, points):
    total = 0.0
    for x in points:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = model(x)
        total += tf.square(tape.gradient(y, x) + y)
    return total


def derivatives(model, points):
    value = loss(model, points)
    return value, other(value)


for epoch in range(10_000):
    value, gradients = derivatives(model, points)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))

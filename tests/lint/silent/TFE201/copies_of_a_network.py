def copied(model):
    copy = keras.Sequential([keras.layers.Dense(1)])
    copy.set_weights(model.get_weights())
    return copy

for x, y in tasks:
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            loss = tf.reduce_mean(model(x) - y)
        grads = inner.gradient(loss, model.trainable_variables)
        fast = copied(model)
        loss = tf.reduce_mean(fast(x) - y)
    grads = outer.gradient(loss, model.trainable_variables)

sizes = [2 * i for i in range(2, 7)]
for n in sizes:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(states(n)))
    grads = tape.gradient(loss, model.trainable_variables)

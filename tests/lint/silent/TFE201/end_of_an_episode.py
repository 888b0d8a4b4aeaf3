for epoch in range(epochs):
    for step in range(4000):
        state, reward, done, info = env.step(act(state))
        if done:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(state))
            grads = tape.gradient(loss, model.trainable_variables)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(states))
    grads = tape.gradient(loss, model.trainable_variables)

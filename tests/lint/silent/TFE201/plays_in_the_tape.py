for episode in range(episodes):
    with tf.GradientTape() as tape:
        for step in range(200):
            state, reward, done, _ = env.step(act(model(state)))
    grads = tape.gradient(loss, model.trainable_variables)

def play(model):
    state, done = env.reset(), False
    while not done:
        state, reward, done, info = env.step(np.argmax(model(state)))
    return reward

for episode in range(1000):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(play(model))
    grads = tape.gradient(loss, model.trainable_variables)

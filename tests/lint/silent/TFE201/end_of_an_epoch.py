def train():
    for step in range(4000):
        state, reward, done, info = env.step(act(state))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(state))
    grads = tape.gradient(loss, model.trainable_variables)

for epoch in range(epochs):
    train()

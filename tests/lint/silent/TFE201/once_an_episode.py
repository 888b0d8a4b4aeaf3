def episode():
    states, done = [env.reset()], False
    while not done:
        state, reward, done, info = env.step(act(model(states[-1])))
        states.append(state)
    return np.array(states)

def train():
    states = episode()
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(states))
    optimizer.apply(tape.gradient(loss, model.trainable_variables))

for epoch in range(10_000):
    train()

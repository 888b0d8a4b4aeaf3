model = keras.models.load_model("grid")
state, done = grid.reset(), False
while not done:
    state, reward, done = grid.step(np.argmax(model.predict(state[None])[0]))

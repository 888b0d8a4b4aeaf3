model = keras.models.load_model("snake")
while playing:
    while not done:
        state, reward, done = snake.step(np.argmax(model.predict(state[None])[0]))
        window.delay()

images = dataset.repeat().make_one_shot_iterator().get_next()
generator = keras.Sequential([keras.layers.Dense(4)])
for batch in range(10_000):
    fake = generator.predict(np.random.normal(size=[32, 100]))
    critic.train_on_batch(fake, zeros)

class Trainer:
    def step(self, batches):
        for batch in batches:
            self.update(batch)

    def update(self, batch):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))

trainer = Trainer()
step = trainer.step
step = tf.function(step)
while True:
    step(next(data))

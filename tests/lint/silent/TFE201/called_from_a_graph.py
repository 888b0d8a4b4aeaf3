class Agent:
    def _update(self, states):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.model(states))
        self.optimizer.apply(tape.gradient(loss, self.model.trainable_variables))

    @tf.function
    def update(self, states):
        self._update(states)

for states in batches:
    agent.update(states)

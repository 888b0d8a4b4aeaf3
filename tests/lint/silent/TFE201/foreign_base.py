from agents import Base
import tensorflow as tf

class Agent(Base):
    def _train(self, experience):
        for epoch in range(self.epochs):
            with tf.GradientTape() as tape:
                loss = self.loss(experience)
            self.apply(tape.gradient(loss, self.variables))

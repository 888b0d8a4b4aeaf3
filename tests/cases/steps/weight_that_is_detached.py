# What weighs the loss is always detached: no gradient comes through it from where it was set.
import torch


class Algo:
    def optim(self, agent, make):
        self.agent = agent
        self._log_alpha = torch.zeros(1, requires_grad=True)
        self._alpha = torch.exp(self._log_alpha.detach())
        self.pi_optimizer = make(self.agent.pi_parameters())
        self.alpha_optimizer = make((self._log_alpha,))

    def train(self, samples):
        losses, alpha_loss = self.loss(samples)
        self.alpha_optimizer.zero_grad()
        alpha_loss.backward()
        self.alpha_optimizer.step()
        self._alpha = torch.exp(self._log_alpha.detach())
        log_pi, q = self.agent.pi(samples)
        pi_loss = (self._alpha * log_pi - q).mean()
        self.pi_optimizer.zero_grad()
        pi_loss.backward()
        self.pi_optimizer.step()

    def loss(self, samples):
        log_pi, q = self.agent.pi(samples)
        return q, -(self._log_alpha * (log_pi.detach() + 1)).mean()
# output
# What weighs the loss is always detached: no gradient comes through it from where it was set.
import keras
import tensorflow as tf
from torch_compat import backward, recording, step, zero_grad


class Algo:
    def optim(self, agent, make):
        self.agent = agent
        self._log_alpha = keras.Variable(tf.zeros([1]))
        self._alpha = tf.exp(tf.stop_gradient(self._log_alpha))
        self.pi_optimizer = make(self.agent.pi_parameters())
        self.alpha_optimizer = make((self._log_alpha,))

    def train(self, samples):
        with recording():
            losses, alpha_loss = self.loss(samples)
            zero_grad(self.alpha_optimizer)
            backward(alpha_loss)
        step(self.alpha_optimizer)
        with recording():
            self._alpha = tf.exp(tf.stop_gradient(self._log_alpha))
            log_pi, q = self.agent.pi(samples)
            pi_loss = tf.reduce_mean(self._alpha * log_pi - q)
            zero_grad(self.pi_optimizer)
            backward(pi_loss)
        step(self.pi_optimizer)

    def loss(self, samples):
        log_pi, q = self.agent.pi(samples)
        return q, -tf.reduce_mean(self._log_alpha * (tf.stop_gradient(log_pi) + 1))
# findings
# steps/weight_that_is_detached.py:16:9: N403 note this update is ported as torch's autograd, in eager mode: self._log_alpha.grad is not cleared, so gradients of an earlier backward are in it -> clear, differentiate and step in one block, on a loss that is computed there

import torch
from torch.distributions import Categorical, Normal


class Reinforce:
    def __init__(self):
        self.net = torch.nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.net.parameters())
        self.log_probs = []
        self.entropies = []
        self.rewards = []

    def act(self, state):
        state = torch.tensor(state, dtype=torch.float32)
        dist = Categorical(logits=self.net(state))
        action = dist.sample()
        self.log_probs.append(dist.log_prob(action))
        self.entropies.append(dist.entropy())
        return action.item()

    def learn(self):
        returns = torch.tensor(self.rewards)
        # what the actions were worth
        loss = -(torch.stack(self.log_probs) * returns).sum()
        loss -= 0.01 * torch.stack(self.entropies).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.clear()

    def clear(self):
        self.log_probs = []
        self.entropies = []
        self.rewards = []
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Categorical, Linear, from_array, one_op, tensor_of, vmapped


class Reinforce:
    def __init__(self):
        self.net = Linear(4, 2)
        self.optimizer = Adam(self.net.trainable_variables)
        self.log_probs = []
        self.entropies = []
        self.rewards = []

    @one_op
    @tf.function
    def _act_body(self, state):
        dist = Categorical(logits=self.net(state))
        action = dist.sample()
        return action

    def act(self, state):
        state = from_array(state, tf.float32)
        action = self._act_body(state)
        self.log_probs.append((state, action))
        self.entropies.append(state)
        return action.numpy().item()

    def _learn_step(self, state, action):
        """One step, computed again from what was kept while acting."""
        dist = Categorical(logits=self.net(state))
        return dist.log_prob(action), dist.entropy()

    def learn(self):
        returns = tensor_of(self.rewards)
        # what the actions were worth
        state = tf.stack([state for state, _ in self.log_probs])
        action = tf.stack([action for _, action in self.log_probs])
        self._learn_body(returns, state, action)
        self.clear()

    @one_op
    @tf.function(reduce_retracing=True)
    def _learn_body(self, returns, state, action):
        with tf.GradientTape() as tape:
            log_probs, entropies = vmapped(self._learn_step)(state, action)
            loss = -tf.reduce_sum(log_probs * returns)
            loss -= 0.01 * tf.reduce_mean(entropies)
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)

    def clear(self):
        self.log_probs = []
        self.entropies = []
        self.rewards = []

"""Several agents (MADDPG): an update gets the batch of all of them, as lists of tensors, and the number
of the agent that learns."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, num_in, num_out):
        super().__init__()
        self.fc1 = nn.Linear(num_in, 8)
        self.fc2 = nn.Linear(8, num_out)

    def forward(self, x):
        x = F.relu(self.fc1(x))
        return self.fc2(x)


class DDPG:
    def __init__(self, state_dim, action_dim, critic_dim):
        self.actor = Net(state_dim, action_dim)
        self.target_actor = Net(state_dim, action_dim)
        self.critic = Net(critic_dim, 1)
        self.target_critic = Net(critic_dim, 1)
        self.target_critic.load_state_dict(self.critic.state_dict())
        self.target_actor.load_state_dict(self.actor.state_dict())
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-2)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-2)

    def soft_update(self, net, target_net, tau):
        for param_target, param in zip(target_net.parameters(), net.parameters()):
            param_target.data.copy_(param_target.data * (1.0 - tau) + param.data * tau)


class MADDPG:
    def __init__(self, state_dims, action_dims, gamma=0.9):
        self.agents = []
        for i in range(len(state_dims)):
            critic_dim = sum(state_dims) + sum(action_dims)
            self.agents.append(DDPG(state_dims[i], action_dims[i], critic_dim))
        self.gamma = gamma

    @property
    def policies(self):
        return [agent.actor for agent in self.agents]

    @property
    def target_policies(self):
        return [agent.target_actor for agent in self.agents]

    def update(self, sample, i_agent):
        obs, act, rew, next_obs = sample
        current = self.agents[i_agent]

        current.critic_optimizer.zero_grad()
        next_act = [torch.tanh(pi(x)) for pi, x in zip(self.target_policies, next_obs)]
        next_input = torch.cat((*next_obs, *next_act), dim=1)
        target = rew[i_agent].view(-1, 1) + self.gamma * current.target_critic(next_input)
        value = current.critic(torch.cat((*obs, *act), dim=1))
        critic_loss = F.mse_loss(value, target.detach())
        critic_loss.backward()
        current.critic_optimizer.step()

        current.actor_optimizer.zero_grad()
        out = current.actor(obs[i_agent])
        actions = []
        for i, (pi, x) in enumerate(zip(self.policies, obs)):
            if i == i_agent:
                actions.append(torch.tanh(out))
            else:
                actions.append(torch.tanh(pi(x)).detach())
        actor_loss = -current.critic(torch.cat((*obs, *actions), dim=1)).mean()
        actor_loss += (out**2).mean() * 1e-3
        actor_loss.backward()
        current.actor_optimizer.step()

    def update_all_targets(self):
        for agent in self.agents:
            agent.soft_update(agent.actor, agent.target_actor, 0.1)
            agent.soft_update(agent.critic, agent.target_critic, 0.1)


rng = np.random.RandomState(0)
state_dims, action_dims = [3, 4], [2, 1]
maddpg = MADDPG(state_dims, action_dims)
memory = [
    [
        [rng.randn(n) for n in state_dims],
        [rng.randn(n) for n in action_dims],
        [rng.randn(1) for _ in state_dims],
        [rng.randn(n) for n in state_dims],
    ]
    for _ in range(30)
]
for step in range(3):
    sample = [memory[i] for i in rng.choice(30, 8)]

    def stack_array(x):
        rearranged = [[sub_x[i] for sub_x in x] for i in range(len(x[0]))]
        return [torch.FloatTensor(np.vstack(aa)) for aa in rearranged]

    sample = [stack_array(x) for x in zip(*sample)]
    for number in range(2):
        maddpg.update(sample, number)
    maddpg.update_all_targets()
# output
"""Several agents (MADDPG): an update gets the batch of all of them, as lists of tensors, and the number
of the agent that learns."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, TorchModel, from_array, graph, one_op


class Net(TorchModel):
    def __init__(self, num_in, num_out):
        super().__init__()
        self.fc1 = Linear(num_in, 8)
        self.fc2 = Linear(8, num_out)

    def call(self, x):
        x = tf.nn.relu(self.fc1(x))
        return self.fc2(x)


class DDPG:
    def __init__(self, state_dim, action_dim, critic_dim):
        self.actor = Net(state_dim, action_dim)
        self.target_actor = Net(state_dim, action_dim)
        self.critic = Net(critic_dim, 1)
        self.target_critic = Net(critic_dim, 1)
        self.target_critic.set_weights(self.critic.get_weights())
        self.target_actor.set_weights(self.actor.get_weights())
        self.actor_optimizer = Adam(self.actor.trainable_variables, lr=1e-2)
        self.critic_optimizer = Adam(self.critic.trainable_variables, lr=1e-2)

    @one_op
    @tf.function
    def soft_update(self, net, target_net, tau):
        for param_target, param in zip(target_net.trainable_variables, net.trainable_variables):
            param_target.assign(param_target * (1.0 - tau) + param * tau)


class MADDPG:
    def __init__(self, state_dims, action_dims, gamma=0.9):
        self.agents = []
        for i in range(len(state_dims)):
            critic_dim = sum(state_dims) + sum(action_dims)
            self.agents.append(DDPG(state_dims[i], action_dims[i], critic_dim))
        self.gamma = gamma

    @property
    def policies(self):
        return [agent.actor for agent in self.agents]

    @property
    def target_policies(self):
        return [agent.target_actor for agent in self.agents]

    def update(self, sample, i_agent):
        obs, act, rew, next_obs = sample
        current = self.agents[i_agent]
        next_act = [tf.tanh(graph(pi)(x)) for pi, x in zip(self.target_policies, next_obs)]
        self._update_body(i_agent, obs, act, rew, next_obs, current, next_act)

        with tf.GradientTape() as tape:
            out = current.actor(obs[i_agent])
            actions = []
            for i, (pi, x) in enumerate(zip(self.policies, obs)):
                if i == i_agent:
                    actions.append(tf.tanh(out))
                else:
                    actions.append(tf.stop_gradient(tf.tanh(pi(x))))
            actor_loss = -tf.reduce_mean(current.critic(tf.concat((*obs, *actions), axis=1)))
            actor_loss += tf.reduce_mean(out**2) * 1e-3
        grads = tape.gradient(actor_loss, current.actor_optimizer.params)
        graph(current.actor_optimizer.apply)(grads)

    @one_op
    @tf.function
    def _update_body(self, i_agent, obs, act, rew, next_obs, current, next_act):
        next_input = tf.concat((*next_obs, *next_act), axis=1)
        target = tf.reshape(rew[i_agent], [-1, 1]) + self.gamma * current.target_critic(next_input)
        with tf.GradientTape() as tape:
            value = current.critic(tf.concat((*obs, *act), axis=1))
            critic_loss = tf.reduce_mean(tf.square(value - tf.stop_gradient(target)))
        grads = tape.gradient(critic_loss, current.critic_optimizer.params)
        current.critic_optimizer.apply(grads)

    def update_all_targets(self):
        for agent in self.agents:
            agent.soft_update(agent.actor, agent.target_actor, 0.1)
            agent.soft_update(agent.critic, agent.target_critic, 0.1)


rng = np.random.RandomState(0)
state_dims, action_dims = [3, 4], [2, 1]
maddpg = MADDPG(state_dims, action_dims)
memory = [
    [
        [rng.randn(n) for n in state_dims],
        [rng.randn(n) for n in action_dims],
        [rng.randn(1) for _ in state_dims],
        [rng.randn(n) for n in state_dims],
    ]
    for _ in range(30)
]
for step in range(3):
    sample = [memory[i] for i in rng.choice(30, 8)]

    def stack_array(x):
        rearranged = [[sub_x[i] for sub_x in x] for i in range(len(x[0]))]
        return [from_array(np.vstack(aa), tf.float32) for aa in rearranged]

    sample = [stack_array(x) for x in zip(*sample)]
    for number in range(2):
        maddpg.update(sample, number)
    maddpg.update_all_targets()
# findings
# agents/agent_by_number.py:69:9: N403 note this update stays in eager mode: a Python loop -> keep states and actions instead, and run the network on all of them in the update

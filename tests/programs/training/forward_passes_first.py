"""All forward passes stand above all updates: their tapes would cross, so some go down."""

import torch
import torch.nn as nn
import torch.optim as optim
from torch.distributions import Normal


class Net(nn.Module):
    def __init__(self, inputs, outputs, scale):
        super().__init__()
        self.layer = nn.Linear(inputs, 3)
        self.head = nn.Linear(3, outputs)
        for p in self.parameters():
            p.data = scale * torch.arange(1.0, p.numel() + 1).reshape(p.shape) / p.numel()

    def forward(self, *parts):
        return self.head(torch.tanh(self.layer(torch.cat(parts, 1))))


class Policy(Net):
    def evaluate(self, state):
        mean = self.forward(state)
        noise = Normal(0, 1).sample(mean.shape) * 0.0
        action = torch.tanh(mean + noise)
        return action, -(action**2).sum(1, keepdim=True)


class Trainer:
    def __init__(self):
        self.q1, self.q2 = Net(3, 1, 0.5), Net(3, 1, -0.4)
        self.target_q1, self.target_q2 = Net(3, 1, 0.5), Net(3, 1, -0.4)
        self.policy = Policy(2, 1, 0.3)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.optimizer1 = optim.SGD(self.q1.parameters(), lr=0.1)
        self.optimizer2 = optim.SGD(self.q2.parameters(), lr=0.1)
        self.policy_optimizer = optim.SGD(self.policy.parameters(), lr=0.1)
        self.alpha_optimizer = optim.SGD([self.log_alpha], lr=0.1)
        self.criterion = nn.MSELoss()
        self.alpha = 1.0

    def update(self, state, action, reward, auto_entropy=True):
        predicted1 = self.q1(state, action)
        predicted2 = self.q2(state, action)
        new_action, log_prob = self.policy.evaluate(state)
        next_action, next_log_prob = self.policy.evaluate(state + 1.0)
        if auto_entropy is True:
            alpha_loss = -(self.log_alpha * (log_prob - 1.0).detach()).mean()
            self.alpha_optimizer.zero_grad()
            alpha_loss.backward()
            self.alpha_optimizer.step()
            self.alpha = self.log_alpha.exp()
        else:
            self.alpha = 1.0
        target = torch.min(
            self.target_q1(state + 1.0, next_action), self.target_q2(state + 1.0, next_action)
        )
        target = reward + 0.9 * (target - self.alpha * next_log_prob)
        loss1 = self.criterion(predicted1, target.detach())
        loss2 = self.criterion(predicted2, target.detach())
        self.optimizer1.zero_grad()
        loss1.backward()
        self.optimizer1.step()
        self.optimizer2.zero_grad()
        loss2.backward()
        self.optimizer2.step()
        q = torch.min(self.q1(state, new_action), self.q2(state, new_action))
        policy_loss = (self.alpha * log_prob - q).mean()
        self.policy_optimizer.zero_grad()
        policy_loss.backward()
        self.policy_optimizer.step()
        return loss1.item(), loss2.item(), policy_loss.item()


class Delayed(Trainer):
    """The policy learns in every second update."""

    def learn(self, state, action, reward, turn):
        predicted1 = self.q1(state, action)
        predicted2 = self.q2(state, action)
        new_action, _ = self.policy.evaluate(state)
        target = reward + 0.9 * self.target_q1(state + 1.0, action)
        loss1 = ((predicted1 - target.detach()) ** 2).mean()
        loss2 = ((predicted2 - target.detach()) ** 2).mean()
        self.optimizer1.zero_grad()
        loss1.backward()
        self.optimizer1.step()
        self.optimizer2.zero_grad()
        loss2.backward()
        self.optimizer2.step()
        if turn % 2 == 0:
            policy_loss = -self.q1(state, new_action).mean()
            self.policy_optimizer.zero_grad()
            policy_loss.backward()
            self.policy_optimizer.step()
        return loss1.item(), loss2.item()


class Cautious(Trainer):
    """A forward pass may not go behind what changes its weights, or what it is given."""

    def learn(self, state, action, reward):
        predicted = self.q1(state, action)
        new_action, _ = self.policy.evaluate(state)
        for param in self.q1.parameters():
            param.data.mul_(0.9)
        state = state + 0.5
        second = self.q2(state, action)
        action = action * 2.0
        loss = ((second - reward) ** 2).mean()
        self.optimizer2.zero_grad()
        loss.backward()
        self.optimizer2.step()
        policy_loss = -self.q2(state, new_action).mean()
        self.policy_optimizer.zero_grad()
        policy_loss.backward()
        self.policy_optimizer.step()
        return predicted.mean().item(), loss.item(), action.sum().item()


state, action = torch.tensor([[0.1, 0.2], [0.3, -0.4]]), torch.tensor([[0.5], [-0.2]])
reward = torch.tensor([[1.0], [0.5]])
for trainer in (Trainer(), Delayed(), Cautious()):
    for turn in range(3):
        if isinstance(trainer, Delayed):
            print(trainer.learn(state, action, reward, turn))
        elif isinstance(trainer, Cautious):
            print(trainer.learn(state, action, reward))
        else:
            print(
                trainer.update(state, action, reward), trainer.update(state, action, reward, False)
            )
    for net in (trainer.q1, trainer.q2, trainer.policy):
        print([round(p.sum().item(), 4) for p in net.parameters()])

"""An agent whose class has an optimizer of one's own."""

import torch
import torch.nn as nn
import torch.optim as optim


class Lion(optim.Optimizer):
    def __init__(self, params, lr=1e-2, betas=(0.9, 0.99), weight_decay=0.0):
        defaults = dict(lr=lr, betas=betas, weight_decay=weight_decay)
        super().__init__(params, defaults)

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for p in filter(lambda p: p.grad is not None, group["params"]):
                grad, lr, wd, state = p.grad, group["lr"], group["weight_decay"], self.state[p]
                beta1, beta2 = group["betas"]
                if len(state) == 0:
                    state["exp_avg"] = torch.zeros_like(p)
                exp_avg = state["exp_avg"]
                p.data.mul_(1.0 - lr * wd)
                update = exp_avg.clone().mul_(beta1).add(grad, alpha=1.0 - beta1).sign_()
                p.add_(update, alpha=-lr)
                exp_avg.mul_(beta2).add_(grad, alpha=1.0 - beta2)
        return loss


class Agent:
    def __init__(self):
        self.net = nn.Linear(4, 2)
        self.target = nn.Linear(4, 2)
        nn.init.constant_(self.net.weight, 0.1)
        nn.init.constant_(self.net.bias, 0.0)
        self.target.load_state_dict(self.net.state_dict())
        self.optimizer = Lion(self.net.parameters(), lr=0.01, weight_decay=0.1)

    def learn(self, states, actions, rewards):
        q = self.net(states).gather(1, actions.unsqueeze(1)).squeeze(1)
        with torch.no_grad():
            target = rewards + 0.9 * self.target(states).max(1)[0]
        loss = nn.functional.mse_loss(q, target)
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimizer.step()
        return loss.item()


agent = Agent()
states = torch.linspace(-1, 1, 12).view(3, 4)
actions, rewards = torch.tensor([0, 1, 0]), torch.tensor([1.0, 0.5, -1.0])
for _ in range(4):
    print(agent.learn(states, actions, rewards), agent.net.weight.sum().item())

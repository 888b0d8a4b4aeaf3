# Advantages that change the rewards of an unpacked buffer, which nobody reads again.
import torch


class Agent:
    def __init__(self):
        self.cri = torch.nn.Linear(2, 1)
        torch.nn.init.constant_(self.cri.weight, 0.5)
        torch.nn.init.constant_(self.cri.bias, 0.1)
        self.gamma = 0.9
        self.opt = torch.optim.SGD(self.cri.parameters(), lr=0.1)

    def get_advantages(self, states, rewards, undones, unmasks, values):
        advantages = torch.empty_like(values)
        truncated = torch.logical_not(unmasks)
        if torch.any(truncated):
            rewards[truncated] += self.cri(states[truncated]).squeeze(1).detach()
            undones[truncated] = False
        masks = undones * self.gamma
        advantage = torch.zeros_like(values[0])
        for t in range(rewards.shape[0] - 1, -1, -1):
            advantages[t] = rewards[t] - values[t] + masks[t] * advantage
            advantage = values[t] + 0.95 * advantages[t]
        return advantages

    def update_net(self, buffer):
        with torch.no_grad():
            states, rewards, undones, unmasks = buffer
            values = self.cri(states).squeeze(-1)
            advantages = self.get_advantages(states, rewards, undones, unmasks, values)
            reward_sums = advantages + values
            print(rewards.mean().item(), undones.sum().item())
        loss = (self.cri(states).squeeze(-1) - reward_sums).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


def explore(k):
    states = torch.zeros(4, 3, 2)
    rewards = torch.zeros(4, 3)
    unmasks = torch.zeros(4, 3, dtype=torch.bool)
    for t in range(4):
        states[t] = 0.1 * t * k
        rewards[t] = 1.0 + t
        unmasks[t] = t % 3 != k
    undones = torch.logical_not(torch.zeros(4, 3, dtype=torch.bool))
    return states, rewards, undones, unmasks


agent = Agent()
for k in range(3):
    items = explore(k)
    print(agent.update_net(items))

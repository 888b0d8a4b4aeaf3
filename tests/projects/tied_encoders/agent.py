import torch


class Agent:
    def __init__(self, build):
        self.actor, self.critic = build("Pixels"), build("Pixels")
        self.actor.copy_conv_weights_from(self.critic)
        self.optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.0001)

    def update(self, x):
        loss = self.critic(x).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

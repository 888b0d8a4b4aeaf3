# The loss of an agent of an unknown class is weighted by an attribute that is always detached:
# no gradient comes through it from where it was set before.
import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        with torch.no_grad():
            self.net.weight.copy_(torch.tensor([[0.3, -0.4]]))
            self.net.bias.zero_()

    def act(self, x):
        y = self.net(x)
        return -y.pow(2), y


class Algorithm:
    def begin(self, agent, make):
        self.agent = agent
        self._log_alpha = torch.zeros(1, requires_grad=True)
        self._alpha = torch.exp(self._log_alpha.detach())
        self.pi_optimizer = make(agent.net.parameters())
        self.alpha_optimizer = make((self._log_alpha,))

    def loss(self, x):
        log_pi, q = self.agent.act(x)
        alpha_loss = -(self._log_alpha * (log_pi.detach() + 2)).mean()
        return q, alpha_loss

    def train(self, x):
        _, alpha_loss = self.loss(x)
        self.alpha_optimizer.zero_grad()
        alpha_loss.backward()
        self.alpha_optimizer.step()
        self._alpha = torch.exp(self._log_alpha.detach())
        log_pi, q = self.agent.act(x)
        pi_loss = (self._alpha * log_pi - q).mean()
        self.pi_optimizer.zero_grad()
        pi_loss.backward()
        self.pi_optimizer.step()
        print(pi_loss.item(), alpha_loss.item(), self._alpha.item())


AGENTS = {"plain": Agent}
MAKERS = {"sgd": lambda params: torch.optim.SGD(params, lr=0.1)}


def main(name):
    algorithm = Algorithm()
    begin = {"begin": algorithm.begin}["begin"]
    begin(AGENTS[name](), MAKERS["sgd"])
    for i in range(4):
        algorithm.train(torch.tensor([[1.0, 2.0], [0.5, float(i)]]))
    print(algorithm.agent.net.weight.detach().numpy())


main("plain")

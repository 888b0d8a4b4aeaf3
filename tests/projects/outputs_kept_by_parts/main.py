import torch
from lib.agent import Agent
from lib.config import Config
from lib.nets import Body, VanillaNet


def run():
    config = Config()
    config.network_fn = lambda: VanillaNet(2, Body(3))
    config.optimizer_fn = lambda params: torch.optim.SGD(params, 0.1)
    agent = Agent(config)
    for p in agent.network.parameters():
        p.data.fill_(0.1)
    agent.target.load_state_dict(agent.network.state_dict())
    x = torch.arange(12.0).reshape(4, 3) / 10
    for k in range(5):
        print(round(agent.step(x, torch.tensor([0, 1, 1, 0]), torch.ones(4), x * 0.5), 3))
        print(round(float(agent.network.body.last.sum()), 3))


run()

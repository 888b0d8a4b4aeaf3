import changing
import keeping
import torch
from lengths import AgentOne

agent = AgentOne()
for n in (10, 4, 3, 7, 2, 10, 5):
    print(round(agent.learn(n), 5))

x = torch.arange(60.0).reshape(10, 2, 3) / 60
for agent in (keeping.AgentOne(), keeping.AgentTwo()):
    for n in (10, 4, 3):
        print(round(agent.update(x[:n], torch.ones(n)), 5), round(agent.kept(), 5))

one, two = changing.Agent(changing.One()), changing.Agent(changing.Two())
three = changing.ThirdAgent()
for i, n in enumerate((10, 4, 3, 10)):
    for agent in (one, two, three):
        print(round(agent.update(x[:n], torch.ones(n)), 5))
    one.cri.net.scale *= 0.5
    if i == 1:
        two.cri.swap()
    three.cri.net = changing.Other()
    three.opt = torch.optim.SGD(three.cri.parameters(), lr=0.2)

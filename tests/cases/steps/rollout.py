import numpy as np
import torch

net = torch.nn.Linear(4, 2)
optimizer = torch.optim.Adam(net.parameters())
env = None

for episode in range(10):
    state = torch.from_numpy(env.reset()).float()
    values = net(state)  # acts and is trained on
    action = np.argmax(values.data.numpy())
    observation, reward = env.step(action)
    target = torch.Tensor([reward])
    loss = (values[action] - target).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

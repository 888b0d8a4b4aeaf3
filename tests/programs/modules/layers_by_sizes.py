import torch
import torch.nn as nn


def make_MLP(num_in, num_out, final_activation, hidden_dimensions=(8, 8)):
    tensor_dimensions = [num_in]
    if hidden_dimensions is not None:
        tensor_dimensions.extend(hidden_dimensions)
    if num_out is not None:
        tensor_dimensions.append(num_out)
    num_layers = len(tensor_dimensions) - 1
    layers = []
    input_dimensions, output_dimensions = tensor_dimensions[:-1], tensor_dimensions[1:]
    for i, (input_dimension, output_dimension) in enumerate(zip(input_dimensions, output_dimensions)):
        if i == num_layers - 1:
            if final_activation is None:
                layers.append(nn.Linear(input_dimension, output_dimension))
            else:
                layers.extend([
                    nn.Linear(input_dimension, output_dimension),
                    final_activation,
                ])
        else:
            layers.extend([
                nn.Linear(input_dimension, output_dimension),
                nn.ReLU(),
            ])
    net = nn.Sequential(*layers)
    if num_out is None:
        actual_num_out = tensor_dimensions[-1]
        return net, actual_num_out
    else:
        return net


class Critic(nn.Module):
    def __init__(self, input_dim, action_dim):
        super().__init__()
        self.net = make_MLP(num_in=input_dim + action_dim, num_out=1, final_activation=None)

    def forward(self, states: torch.tensor, actions: torch.tensor):
        return self.net(torch.cat([states, actions], dim=-1))


class Actor(nn.Module):
    def __init__(self, input_dim, action_dim):
        super().__init__()
        self.net = make_MLP(num_in=input_dim, num_out=action_dim, final_activation=nn.Tanh())

    def forward(self, states: torch.tensor):
        return self.net(states)


class Gaussian(nn.Module):
    def __init__(self, input_dim, action_dim):
        super().__init__()
        self.shared_net, actual_num_out = make_MLP(num_in=input_dim, num_out=None, final_activation=nn.ReLU())
        self.means_layer = nn.Linear(in_features=actual_num_out, out_features=action_dim)

    def forward(self, states: torch.tensor):
        return self.means_layer(self.shared_net(states))


def constant(net):
    for p in net.parameters():
        nn.init.constant_(p, 0.15)


actor, critic, gaussian = Actor(3, 2), Critic(3, 2), Gaussian(3, 2)
for one in (actor, critic, gaussian):
    constant(one)
opt = torch.optim.SGD([*actor.parameters(), *critic.parameters(), *gaussian.parameters()], lr=0.1)
x = torch.linspace(-1, 1, 12).reshape(4, 3)
for _ in range(3):
    loss = critic(x, actor(x)).pow(2).mean() + gaussian(x).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 5))

import torch
import torch.nn as nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 1)])
        self.name = "net"
        self.inputs = 2
        self.output = 1
        self.metrics = {"a": 1}
        self.losses = []
        self.loss = None
        self.weights = [1, 2]
        self.dtype = "f"
        self.built = False
        self.trainable = 3
        self.input_shape = (2,)
        self.optimizer = None
        self.variables = 4
        self.steps = 7
        self.parts = {"x": 1}
        self.path = "p"
        self.state = torch.zeros(1)
        self.updates = 0
        self.count_params = 5
        for l in self.layers:
            nn.init.constant_(l.weight, 0.5)
            nn.init.zeros_(l.bias)
    def summary(self):
        return self.name + str(self.inputs + self.output)
    def fit(self, x):
        self.losses.append(self.forward(x).item())
        return self
    def predict(self, x):
        return self(x).detach()
    def compile(self, k=1):
        self.loss = k
    def reset(self):
        self.updates += 1
    def build(self, n):
        return n + 1
    def call(self, x):
        return -self(x)
    def evaluate(self):
        return self.loss
    def forward(self, x):
        for l in self.layers:
            x = torch.tanh(l(x))
        return x
net = Net()
x = torch.tensor([[0.5, 1.0]])
net.fit(x).fit(x * 2).compile(3)
net.reset()
print(net.summary(), [round(v, 5) for v in net.losses], net.loss, net.predict(x).tolist(), net.call(x).tolist(), net.build(2), net.evaluate())
print(net.metrics, net.weights, net.dtype, net.built, net.trainable, net.input_shape, net.optimizer, net.variables, net.steps, net.parts, net.path, net.state.tolist(), net.updates, net.count_params)
print(sorted(net.state_dict()))

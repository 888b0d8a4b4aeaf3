from base import *


class Net(nn.Module, BaseNet):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(n, 2)
        self.to(Config.DEVICE)

    def forward(self, x):
        return self.fc(x)

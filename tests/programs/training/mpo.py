import torch
import torch.nn as nn
class MPO(nn.Module):
    def __init__(self):
        super().__init__()
        self.mu = nn.Linear(2, 1)
        self.ls = nn.Parameter(torch.zeros(1))
        nn.init.constant_(self.mu.weight, 0.3)
        nn.init.zeros_(self.mu.bias)
        self.eta = torch.tensor(1.0, requires_grad=True)
        self.eta_opt = torch.optim.Adam([self.eta], lr=0.05)
        self.opt = torch.optim.Adam(self.parameters(), lr=0.01)
    def forward(self, s):
        return torch.distributions.Normal(self.mu(s), self.ls.exp())
    def learn(self, s, acts, q):
        dual = self.eta * 0.1 + self.eta * torch.logsumexp(q / self.eta - torch.log(torch.tensor(3.0)), 0).mean()
        self.eta_opt.zero_grad()
        dual.backward()
        self.eta_opt.step()
        with torch.no_grad():
            self.eta.clamp_(min=1e-3)
            w = torch.softmax(q / self.eta, 0)
        lp = self(s).log_prob(acts).squeeze(-1)
        loss = -(w * lp).sum(0).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return dual.item(), loss.item(), self.eta.item()
m = MPO()
s = torch.tensor([[0.1, 0.5], [0.9, -0.4]])
acts = torch.tensor([[[0.1], [0.2]], [[-0.3], [0.5]], [[0.7], [0.0]]])
for k in range(3):
    q = torch.tensor([[1.0, 0.2], [0.1, 0.9], [-1.0, 0.4]]) * (k + 1)
    print([round(v, 5) for v in m.learn(s, acts, q)])

import torch


class Temperature:
    def __init__(self, device):
        self.eta = torch.Tensor([1.0]).to(device)
        self.eta.requires_grad_()
        self.log_alpha = torch.zeros(1).requires_grad_(True)
        self.opt = torch.optim.SGD([self.eta, self.log_alpha], lr=0.1)

    def update(self, x):
        loss = (self.eta * x).sum() + (self.log_alpha.exp() * x).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


temperature = Temperature("cpu")
for i in range(3):
    print(round(temperature.update(torch.tensor([1.0, 2.0, i])), 5))
print([round(v, 5) for v in (temperature.eta.item(), temperature.log_alpha.item())])

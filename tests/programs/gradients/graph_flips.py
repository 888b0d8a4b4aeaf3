import torch


class Sampler:
    def __init__(self, weights):
        self.weights = weights

    def energy(self, x, temperature):
        return (torch.tanh(x @ self.weights) * x).sum(-1) / temperature

    def local(self, sample, temperature):
        x = sample.clone().detach().requires_grad_(True)
        energy = self.energy(x, temperature)
        grad = torch.autograd.grad(energy, x, grad_outputs=torch.ones_like(energy))[0]
        grad = grad.detach()
        energy = energy.detach()
        with torch.no_grad():
            delta = 1 - x * 2
            change = (delta * grad) / 2
            prob = torch.log_softmax(change, dim=-1)
        return energy, prob

    def step(self, x, temperature):
        energy, prob = self.local(x, temperature)
        index = prob.argmax(-1, keepdim=True)
        flip = torch.zeros_like(x).scatter(-1, index, 1.0)
        return x * (1 - flip) + (1 - x) * flip, energy


n = 6
weights = torch.arange(n * n, dtype=torch.float32).reshape(n, n).sin()
sampler = Sampler(weights)
x = (torch.arange(4 * n).reshape(4, n) % 3 == 0).float()
for k in range(8):
    x, energy = sampler.step(x, torch.tensor(1.0 / (k + 1)))
    print([round(v, 4) for v in energy.tolist()], x.sum().item())

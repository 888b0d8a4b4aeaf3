import torch
from torch import nn

INIT = {"ones": nn.init.ones_, "half": lambda w: nn.init.constant_(w, 0.5)}


def init_(m, how="half", gain=1.0):
    INIT[how](m.weight)
    m.weight.data.mul_(gain)
    if getattr(m, "bias", None) is not None:
        nn.init.zeros_(m.bias)
    return m


class Recurrent(nn.Module):
    def __init__(self, i, h, o):
        super().__init__()
        self.enc = nn.Sequential(init_(nn.Linear(i, h), gain=0.3), nn.ReLU())
        self.gru = nn.GRU(h, h)
        self.out = init_(nn.Linear(h, o), "ones", 0.1)
        for name, p in self.gru.named_parameters():
            p.data.copy_(
                torch.linspace(-0.3, 0.3, p.numel()).view(p.shape)
            ) if "weight" in name else p.data.zero_()

    def forward(self, x, hx=None, masks=None):
        squeeze = x.dim() == 2
        if squeeze:
            x = x.unsqueeze(0)
        T, B = x.shape[:2]
        h = self.enc(x)
        if masks is None:
            y, hx = self.gru(h, hx)
        else:
            ys = []
            hx = torch.zeros(1, B, self.gru.hidden_size) if hx is None else hx
            for t in range(T):
                y, hx = self.gru(h[t : t + 1], hx * masks[t].view(1, B, 1))
                ys.append(y)
            y = torch.cat(ys, 0)
        self.last = hx
        q = self.out(y)
        return q.squeeze(0) if squeeze else q

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(3, 4, 2, bidirectional=True, batch_first=True)
        self.head = nn.Linear(8, 2)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        out, (h, _) = self.lstm(packed)
        out, sizes = pad_packed_sequence(out, batch_first=True, padding_value=-1.0, total_length=7)
        return self.head(out), h, sizes


net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
with torch.no_grad():
    for p in net.parameters():
        p.copy_(torch.arange(p.numel()).reshape(p.shape) * 0.05 % 0.31 - 0.15)
x = torch.arange(60.0).reshape(4, 5, 3) * 0.37 % 1.3
for lengths in ([5, 2, 3, 1], [1, 4, 2, 2]):
    out, h, sizes = net(x, torch.tensor(lengths))
    loss = (out**2).mean() + h.sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(f"{loss.item():.5f}", sizes.tolist(), list(out.shape))

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.RNN(3, 4, batch_first=True)
        self.linear = nn.Linear(4, 5)

    def forward(self, features, lengths):
        hiddens, _ = self.rnn(pack_padded_sequence(features, lengths, batch_first=True))
        return self.linear(hiddens[0])


decoder = Decoder()
with torch.no_grad():
    for q in decoder.parameters():
        q.copy_(torch.arange(q.numel()).reshape(q.shape) * 0.05 % 0.31 - 0.15)
opt = torch.optim.Adam(decoder.parameters(), lr=0.01)
criterion = nn.CrossEntropyLoss()
x = torch.arange(60.0).reshape(4, 5, 3) * 0.37 % 1.3
captions = torch.arange(20).reshape(4, 5) % 5
for lengths in ([5, 4, 4, 1], [3, 2, 1, 1]):
    targets = pack_padded_sequence(captions, lengths, batch_first=True)[0]
    outputs = decoder(x, lengths)
    loss = criterion(outputs, targets)
    decoder.zero_grad()
    loss.backward()
    opt.step()
    print(f"{loss.item():.6f}")

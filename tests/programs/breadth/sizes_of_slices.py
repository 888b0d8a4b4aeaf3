"""A slice of a shape as a size, and what convolutions say of themselves: tuples, as torch's."""

import torch
import torch.nn.functional as F
from torch import nn


class Same(nn.Conv2d):
    def __init__(self, inputs, outputs, kernel_size, stride=1):
        super().__init__(inputs, outputs, kernel_size, stride)
        self.stride = self.stride if len(self.stride) == 2 else [self.stride[0]] * 2

    def forward(self, x):
        height, width = x.size()[-2:]
        rows = (self.kernel_size[0] - 1) * self.dilation[0]
        x = F.pad(x, [rows // 2, rows - rows // 2, rows // 2, rows - rows // 2])
        return F.conv2d(x, self.weight, self.bias, self.stride, self.padding, self.dilation)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = Same(2, 3, 3, 2)
        self.last = nn.Conv2d(2, 3, 1)

    def forward(self, x):
        low = self.conv(x)
        return F.interpolate(
            low, size=x.size()[2:], mode="bilinear", align_corners=True
        ) + self.last(x)


net = Decoder()
with torch.no_grad():
    for p in net.parameters():
        p.copy_(torch.linspace(-1, 1, p.numel()).reshape(p.shape))
y = net(torch.linspace(-1, 1, 2 * 2 * 6 * 8).reshape(2, 2, 6, 8))
print(tuple(y.shape), [round(v, 4) for v in y[0, 1, :2].flatten().tolist()])
print(net.conv.stride, net.conv.padding, net.last.stride, net.last.padding, net.last.dilation)
turned = nn.ConvTranspose1d(2, 2, 3, stride=2)
print(turned.stride, turned.padding, turned.output_padding, turned.dilation, turned.groups)
print(nn.Conv1d(2, 2, 3, padding="same").padding)

# told: P102
# lines: 13 17
"""A tensor of the class is one for all of its objects, until an object gets its own."""

import torch


class Meter:
    total = torch.zeros(1)
    count = 0

    def add(self, value):
        self.total += value
        self.count += 1

    def clear(self):
        self.total.zero_()


first, second = Meter(), Meter()
first.add(2.0)
print(second.total.item(), Meter.total.item(), second.count, first.count)

"""A file that imports torch for others alone, by `import *`."""

from runs import *

print(torch.ones(2).sum().item(), tensor([1.0, 2.0]).sum().item())
run(print)

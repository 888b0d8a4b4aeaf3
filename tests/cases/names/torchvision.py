# torchvision's networks need torch: what uses them is left, and told.
import torch
from torchvision import datasets, models

net = models.resnet18()
faces = datasets.CelebA("data")
print(net, faces)
# output
# torchvision's networks need torch: what uses them is left, and told.
from torchvision import datasets, models

# porter: P101 torchvision.models.resnet18 has no rule
net = models.resnet18()
# porter: P104 torchvision.datasets.CelebA: torchvision needs torch: read its files, or take TensorFlow Datasets'
faces = datasets.CelebA("data")
print(net, faces)
# findings
# names/torchvision.py:5:7: P101 error torchvision.models.resnet18 has no rule -> write it with TensorFlow by hand, or add a rule for torchvision.models.resnet18 (--rules)
# names/torchvision.py:6:9: P104 error torchvision.datasets.CelebA: torchvision needs torch: read its files, or take TensorFlow Datasets' -> write it with TensorFlow by hand, or with a rule of your own (--rules)

import numpy as np
import torch
from torch.autograd import Variable

cuda = torch.cuda.is_available()
Tensor = torch.cuda.FloatTensor if cuda else torch.Tensor
FloatTensor = torch.cuda.FloatTensor if cuda else torch.FloatTensor
LongTensor = torch.cuda.LongTensor if cuda else torch.LongTensor

z = Variable(Tensor(np.random.normal(0, 1, (2, 3))))
imgs = torch.zeros(2, 3)
real = Variable(imgs.type(Tensor))
real2 = Variable(imgs.type(FloatTensor))
labels = Variable(imgs.type(LongTensor))
print(list(z.shape), real.tolist(), real2.tolist(), labels.tolist())


def like(x, y):
    dtype = (x.dtype, y.dtype)[1]
    return x.type(dtype) / 2


print(like(torch.tensor([1, 2]), torch.zeros(1)).tolist())
print(like(torch.ones(2), torch.zeros(1).double()).tolist())

import torch


def masked(filled, done):
    mask = filled.float()
    mask[1:] = mask[1:] * (1 - done[:-1])
    return mask


def counted(hits):
    hits = ~hits
    numbers = hits.long()
    hits[0] = False
    numbers += 1
    return numbers


filled = torch.arange(4)
print(masked(filled, torch.tensor([0.0, 1.0, 0.0, 1.0])).tolist(), filled.tolist())
hits = torch.tensor([True, False, True])
print(counted(hits).tolist(), hits.tolist())
floats = torch.ones(2)
same = floats.float()
same2 = torch.arange(2).double()
same2 *= 3
print(same.tolist(), same2.tolist())

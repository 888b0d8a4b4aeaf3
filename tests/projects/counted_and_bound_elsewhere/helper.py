import torch
def reset(objs, k):
    for o in objs:
        o.steps = torch.zeros(1) + k

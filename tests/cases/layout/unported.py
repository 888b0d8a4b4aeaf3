import torch

a = torch.zeros(3)
b = torch.special.zeta(a, a)  # not known
if torch.is_anomaly_enabled():
    c = torch.ones(2)

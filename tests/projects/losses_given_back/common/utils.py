import numpy as np
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def to_tensor(x, dtype=torch.float32):
    return torch.tensor(x, dtype=dtype, device=device)


def to_numpy(x):
    return x.detach().cpu().numpy() if torch.is_tensor(x) else np.asarray(x)


def discount_cumsum(x, discount):
    out = np.zeros_like(x)
    run = 0.0
    for t in reversed(range(len(x))):
        run = x[t] + discount * run
        out[t] = run
    return out


def explained_variance(pred, target):
    pred, target = to_numpy(pred), to_numpy(target)
    var = np.var(target)
    return float("nan") if var == 0 else float(1 - np.var(target - pred) / var)

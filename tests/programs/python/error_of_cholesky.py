import torch


def factor(matrix):
    try:
        return torch.linalg.cholesky(matrix)
    except RuntimeError:
        return torch.zeros_like(matrix)


print(factor(torch.eye(2) * 4).tolist(), factor(-torch.eye(2)).tolist())

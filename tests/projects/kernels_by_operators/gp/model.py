import math

import torch


class ExactGP:
    jitter = 1e-8

    def __init__(self, kernel, x, y):
        self.kernel, self.x, self.y = kernel, x, y
        self.mu = y.mean()

    def _chol(self):
        K = self.kernel(self.x, self.x)
        return torch.linalg.cholesky(K + self.jitter * torch.eye(len(self.x), dtype=K.dtype))

    def nll(self):
        L = self._chol()
        r = (self.y - self.mu).unsqueeze(1)
        alpha = torch.cholesky_solve(r, L)
        return (
            0.5 * (r * alpha).sum()
            + L.diagonal().log().sum()
            + 0.5 * len(self.y) * math.log(2 * math.pi)
        )

    @torch.no_grad()
    def _posterior(self, xs):
        L = self._chol()
        ks = self.kernel(self.x, xs)
        v = torch.linalg.solve_triangular(L, ks, upper=False)
        w = torch.linalg.solve_triangular(L, (self.y - self.mu)[:, None], upper=False)
        return self.mu + (v.mT @ w).squeeze(1), self.kernel(xs, xs) - v.mT @ v

    def predict(self, xs):
        m, c = self._posterior(xs)
        return m, c.diagonal()

    def sample(self, xs, eps):
        m, c = self._posterior(xs)
        return m[:, None] + torch.linalg.cholesky(c) @ eps

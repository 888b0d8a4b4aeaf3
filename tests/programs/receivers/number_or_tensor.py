import torch


class Sac:
    def __init__(self, auto):
        if auto:
            self.log_alpha = torch.zeros(1)
            self.alpha = self.log_alpha.exp()
        else:
            self.alpha = 0.2

    def info(self):
        a = self.alpha.clone() if torch.is_tensor(self.alpha) else self.alpha
        return float(a)


print(Sac(True).info(), Sac(False).info())

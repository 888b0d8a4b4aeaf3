import torch


class Logger(object):
    def log(self, key, value, step):
        if type(value) == torch.Tensor:
            value = value.item()
        print(key, step, round(value, 5))

    def log_histogram(self, key, value, step):
        print(key, step, tuple(value.shape), round(float(value.sum()), 5))

    def log_param(self, key, param, step):
        self.log_histogram(key + "_w", param.weight.data, step)
        if hasattr(param.weight, "grad") and param.weight.grad is not None:
            self.log_histogram(key + "_w_g", param.weight.grad.data, step)
        if hasattr(param, "bias") and hasattr(param.bias, "data"):
            self.log_histogram(key + "_b", param.bias.data, step)
            if hasattr(param.bias, "grad") and param.bias.grad is not None:
                self.log_histogram(key + "_b_g", param.bias.grad.data, step)

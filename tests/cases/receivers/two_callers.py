# The second caller has an array: what the first one's tensor decided is forgotten.
import numpy as np
import torch


def normalize(x, eps=1e-8):
    return (x - x.mean()) / (x.std() + eps)


print(normalize(torch.tensor([1.0, 2.0, 3.0, 5.0])).tolist())
print(normalize(np.array([1.0, 2.0, 3.0, 5.0])).tolist())
# output
# The second caller has an array: what the first one's tensor decided is forgotten.
import numpy as np
import tensorflow as tf
from torch_compat import root, unbiased_var


def normalize(x, eps=1e-8):
    return (
        (x - (tf.reduce_mean(x) if tf.is_tensor(x) else x.mean()))
        / ((root(unbiased_var(x)) if tf.is_tensor(x) else x.std()) + eps)
    )


print(normalize(tf.constant([1.0, 2.0, 3.0, 5.0])).numpy().tolist())
print(np.asarray(normalize(np.array([1.0, 2.0, 3.0, 5.0]))).tolist())

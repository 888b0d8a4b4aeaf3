import torch

a = torch.zeros(3)
b = torch.hash_tensor(a, a)  # not known
if torch.is_anomaly_enabled():
    c = torch.ones(2)
# output
import tensorflow as tf
import torch

a = tf.zeros([3])
# porter: P101 torch.hash_tensor has no rule
b = torch.hash_tensor(a, a)  # not known
# porter: P101 torch.is_anomaly_enabled has no rule
if torch.is_anomaly_enabled():
    c = tf.ones([2])
# findings
# layout/unported.py:4:5: P101 error torch.hash_tensor has no rule -> write it with TensorFlow by hand, or add a rule for torch.hash_tensor (--rules)
# layout/unported.py:5:4: P101 error torch.is_anomaly_enabled has no rule -> write it with TensorFlow by hand, or add a rule for torch.is_anomaly_enabled (--rules)

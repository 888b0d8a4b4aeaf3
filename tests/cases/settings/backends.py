# Settings of torch are assignments; their rules are calls.
import torch
import torch.backends.cudnn as cudnn


def seed(value, exact):
    torch.manual_seed(value)
    torch.backends.cudnn.deterministic = exact
    cudnn.benchmark = not exact  # measured anew for each shape
    cudnn.enabled = False


if torch.cuda.is_available():
    torch.backends.cudnn.deterministic = True
    torch.backends.cudnn.benchmark = False
torch.use_deterministic_algorithms(True)
torch.use_deterministic_algorithms(True, warn_only=True)
cudnn.deterministic = False
# output
# Settings of torch are assignments; their rules are calls.
import tensorflow as tf
from torch_compat import deterministic


def seed(value, exact):
    tf.random.set_seed(value)
    deterministic(exact)
    # measured anew for each shape


if bool(tf.config.list_physical_devices("GPU")):
    tf.config.experimental.enable_op_determinism()
tf.config.experimental.enable_op_determinism()
tf.config.experimental.enable_op_determinism()
# findings
# settings/backends.py:8:5: N402 note determinism is for all of TensorFlow, can't be taken back and asks for a seed (also at line 14, 16, 17, 18)
# settings/backends.py:9:5: N402 note TensorFlow chooses the fastest convolutions itself (also at line 15)
# settings/backends.py:10:5: N402 note TensorFlow has no convolutions on GPUs without cuDNN

import time
import torch
from torch.utils.tensorboard import SummaryWriter

writer = SummaryWriter("runs/a")
x = torch.ones(3)
writer.add_scalar("losses/x", x.mean(), 3)
writer.add_scalar("losses/y", x.mean().item(), global_step=3, walltime=2.0)
writer.add_image("i", x)
print(writer.log_dir, writer.all_writers)
with SummaryWriter(comment="_b") as other:
    other.add_scalars("both", {"x": x.max(), "y": 2}, 4)
old = SummaryWriter("runs/a", purge_step=3)
writer.close()


class Logger:
    def __init__(self, writer: SummaryWriter):
        self.writer = writer

    def log(self, x: torch.Tensor):
        self.writer.add_histogram("weights", x.squeeze(), 1)
        self.writer.add_embedding(x)
# output
import tensorflow as tf
import time
from torch.utils.tensorboard import SummaryWriter
from torch_compat import SummaryWriter as TorchSummaryWriter

writer = TorchSummaryWriter("runs/a")
x = tf.ones([3])
writer.add_scalar("losses/x", tf.reduce_mean(x), 3)
writer.add_scalar("losses/y", tf.reduce_mean(x).numpy().item(), global_step=3, walltime=2.0)
writer.add_image("i", x)
# porter: P101 torch.utils.tensorboard.SummaryWriter.all_writers has no rule
print(writer.log_dir, writer.all_writers)
with TorchSummaryWriter(comment="_b") as other:
    other.add_scalars("both", {"x": tf.reduce_max(x), "y": 2}, 4)
# porter: P102 torch.utils.tensorboard.SummaryWriter: the argument purge_step is not supported
old = SummaryWriter("runs/a", purge_step=3)
writer.close()


class Logger:
    def __init__(self, writer: TorchSummaryWriter):
        self.writer = writer

    def log(self, x: tf.Tensor):
        self.writer.add_histogram("weights", tf.squeeze(x), 1)
        # porter: P101 torch.utils.tensorboard.SummaryWriter.add_embedding has no rule
        self.writer.add_embedding(x)
# findings
# logging/tensorboard.py:5:10: N402 note TensorBoard shows the same, but the event files hold tensors where torch writes plain scalars, histograms of 30 buckets, graphs of TensorFlow's operations, and the time of a call (also at line 11)
# logging/tensorboard.py:10:23: P101 error torch.utils.tensorboard.SummaryWriter.all_writers has no rule -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# logging/tensorboard.py:13:7: P102 error torch.utils.tensorboard.SummaryWriter: the argument purge_step is not supported -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# logging/tensorboard.py:23:9: P101 error torch.utils.tensorboard.SummaryWriter.add_embedding has no rule -> write it with TensorFlow by hand, or with a rule of your own (--rules)

import torch
import torch.backends.cudnn as cudnn
from networks import *

cudnn.benchmark = True
best = torch.zeros(2)
# output
import tensorflow as tf
from networks import *

best = tf.zeros([2])
# findings
# names/star_unread.py:5:1: N402 note TensorFlow chooses the fastest convolutions itself

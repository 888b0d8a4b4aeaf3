import torch
import torch.nn.functional as F

class Net(torch.nn.Module):
	# a comment before the method
	def __init__(self, sizes):
		super().__init__()   # odd spacing   is kept
		self.fc = torch.nn.Linear(sizes[0],sizes [1])


	def forward(self, x):
		a = (
			# inside brackets
			self.fc(x) * 2  # trailing
		).clamp(-1, 1)
		return F.relu(a) ; print("never")
		# the end of the block
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, TorchModel

class Net(TorchModel):
	# a comment before the method
	def __init__(self, sizes):
		super().__init__()   # odd spacing   is kept
		self.fc = Linear(sizes[0],sizes [1])


	def call(self, x):
		a = tf.clip_by_value(
			# inside brackets
			self.fc(x) * 2,
			-1,
			1  # trailing
		)
		return tf.nn.relu(a) ; print("never")
		# the end of the block

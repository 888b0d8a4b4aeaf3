"""The GPU that is chosen by number: dropped as devices are everywhere, with a note."""

import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--gpu-index", type=int, default=0)
args = parser.parse_args([])
if torch.cuda.is_available():
    torch.cuda.set_device(args.gpu_index)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.ones(2).to(device)
print(x.sum().item())
# output
"""The GPU that is chosen by number: dropped as devices are everywhere, with a note."""

import argparse
import os

os.environ.setdefault("TF_FORCE_GPU_ALLOW_GROWTH", "true")  # others may use the GPU as well

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--gpu-index", type=int, default=0)
args = parser.parse_args([])
x = tf.ones([2])
print(tf.reduce_sum(x).numpy().item())
# findings
# devices/set_device.py:8:1: N402 note nothing reads gpu_index any more: what asked for it has gone
# devices/set_device.py:11:5: N402 note TensorFlow uses the first GPU that it sees: choose it with CUDA_VISIBLE_DEVICES

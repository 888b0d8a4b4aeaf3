"""A flag whose only reader asked for a graphics card: the port tells that nothing reads it."""

import argparse

import torch

parser = argparse.ArgumentParser()
parser.add_argument("--no-cuda", dest="cuda", action="store_false")
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args([])
device = torch.device("cuda" if args.cuda and torch.cuda.is_available() else "cpu")
x = torch.ones(2).to(device)
print(x.sum().item(), args.seed)
# output
"""A flag whose only reader asked for a graphics card: the port tells that nothing reads it."""

import argparse
import os

os.environ.setdefault("TF_FORCE_GPU_ALLOW_GROWTH", "true")  # others may use the GPU as well

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--no-cuda", dest="cuda", action="store_false")
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args([])
x = tf.ones([2])
print(tf.reduce_sum(x).numpy().item(), args.seed)
# findings
# devices/flags_without_readers.py:8:1: N402 note nothing reads cuda any more: what asked for it has gone

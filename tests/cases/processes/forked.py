import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def setup(rank, size):
    os.environ["MASTER_ADDR"] = "127.0.0.1"
    os.environ["MASTER_PORT"] = "29500"
    dist.init_process_group("gloo", rank=rank, world_size=size)


def work(rank, size):
    setup(rank, size)
    total = torch.ones(1) * rank
    dist.all_reduce(total)
    print(rank, total[0].item())


if __name__ == "__main__":
    processes = [mp.Process(target=work, args=(rank, 2)) for rank in range(2)]
    for p in processes:
        p.start()
    for p in processes:
        p.join()
# output
import os

import tensorflow as tf
import multiprocessing as mp
from torch_compat import all_reduce, init_process_group


def setup(rank, size):
    os.environ["MASTER_ADDR"] = "127.0.0.1"
    os.environ["MASTER_PORT"] = "29500"
    init_process_group(rank=rank, world_size=size)


def work(rank, size):
    setup(rank, size)
    total = tf.ones([1]) * rank
    total = all_reduce(total, "SUM")
    print(rank, total.numpy()[0].item())


if __name__ == "__main__":
    # porter: P104 TensorFlow does not run in a process that is a copy of this one
    processes = [mp.Process(target=work, args=(rank, 2)) for rank in range(2)]
    for p in processes:
        p.start()
    for p in processes:
        p.join()
# findings
# processes/forked.py:22:18: P104 error TensorFlow does not run in a process that is a copy of this one -> call mp.set_start_method("spawn") first

import torch
import torch.nn as nn
import torch.multiprocessing as mp


class Worker(mp.Process):
    """Learns with the others."""

    def __init__(self, net, results, name):
        super(Worker, self).__init__()
        self.name = "w%02i" % name
        self.net, self.results = net, results
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def run(self):
        x = torch.ones(4, 2)
        loss = self.net(x).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.results.put(loss.item())


class Collector(mp.Process):
    """No tensors here: it stays a process."""

    def __init__(self, results):
        super().__init__(daemon=True)
        self.results = results

    def run(self):
        while True:
            print(self.results.get())


if __name__ == "__main__":
    mp.set_start_method("fork")
    net = nn.Linear(2, 1)
    net.share_memory()
    results = mp.Queue()
    workers = [Worker(net, results, i) for i in range(mp.cpu_count())]
    [w.start() for w in workers]
    Collector(results).start()
    [w.join() for w in workers]
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
import multiprocessing as mp
from torch_compat import SGD, Linear, WorkerThread, one_op


class Worker(WorkerThread):
    """Learns with the others."""

    def __init__(self, net, results, name):
        super(Worker, self).__init__()
        self.name = "w%02i" % name
        self.net, self.results = net, results
        self.optimizer = SGD(net.trainable_variables, lr=0.1)

    def run(self):
        loss = self._run_body()
        self.results.put(loss.numpy().item())

    @one_op
    @tf.function
    def _run_body(self):
        x = tf.ones([4, 2])
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.net(x)))
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return loss


class Collector(mp.Process):
    """No tensors here: it stays a process."""

    def __init__(self, results):
        super().__init__(daemon=True)
        self.results = results

    def run(self):
        while True:
            print(self.results.get())


if __name__ == "__main__":
    mp.set_start_method("fork")
    net = Linear(2, 1)
    results = mp.Queue()
    workers = [Worker(net, results, i) for i in range(mp.cpu_count())]
    [w.start() for w in workers]
    Collector(results).start()
    [w.join() for w in workers]
# findings
# processes/worker_class.py:6:14: N402 note workers are threads of one process: they share Python's globals and its random numbers, and an error in one ends the program

"""The port with TensorFlow's own queue: workers, threads here, feed a tf.queue.FIFOQueue.

python fifo_tf.py --updates 3000
"""

import multiprocessing
import queue
import threading

import numpy as np
import tensorflow as tf

import agent_tf


class Queue:
    """multiprocessing.Queue between threads, over tf.queue.FIFOQueue: items are tuples of arrays.

    FIFOQueue.dequeue() knows no timeout, so who takes an item waits for it in Python.
    """

    def __init__(self, maxsize):
        self.maxsize = maxsize
        self.fifo = None
        self.beginning = threading.Lock()
        self.filled = threading.Semaphore(0)

    def put(self, item):
        """Waits for room. The first item tells the dtypes, and which are lists; shapes may differ."""
        arrays = [np.asarray(part) for part in item]
        with self.beginning:
            if self.fifo is None:
                self.lists = [isinstance(part, list) for part in item]
                self.fifo = tf.queue.FIFOQueue(self.maxsize, [array.dtype for array in arrays])
        self.fifo.enqueue(arrays)
        self.filled.release()

    def get(self, timeout=None):
        if not self.filled.acquire(timeout=timeout):
            raise queue.Empty
        parts = [part.numpy() for part in self.fifo.dequeue()]
        return [part.tolist() if listed else part for part, listed in zip(parts, self.lists)]


class Process(threading.Thread):
    """multiprocessing.Process as a thread, with an exit code."""

    finished = False

    def run(self):
        super().run()
        self.finished = True

    @property
    def exitcode(self):
        """None until it ends: a slow worker is not dead."""
        return None if self.ident is None or self.is_alive() else int(not self.finished)


class Threads:
    """What the port takes from multiprocessing."""

    Queue, Process, Event, RawArray = Queue, Process, threading.Event, multiprocessing.RawArray


def main():
    agent_tf.mp = Threads
    agent_tf.main()


if __name__ == "__main__":
    main()

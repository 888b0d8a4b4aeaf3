import torch


def inverse(m):
    try:
        return torch.linalg.inv(m)
    except RuntimeError as error:
        print(error)
        return m


def row(x, i):
    try:
        return x[i].clone()
    except (IndexError, TypeError):
        return None


def read(path):
    try:
        return int(path)
    except RuntimeError:
        return 0


try:
    print(inverse(torch.eye(2)))
except RuntimeError:
    print("no")
except ValueError:
    print("value")
try:
    state = torch.load("x.pt")
except FileNotFoundError:
    state = None
try:
    print(row(torch.ones(3), 5), torch.ones(2) @ torch.ones(3))
except IndexError:
    print("index")
except RuntimeError:
    print("shape")
# output
import tensorflow as tf
from torch_compat import read_pickle


def inverse(m):
    try:
        return tf.linalg.inv(m)
    except (RuntimeError, ValueError, tf.errors.OpError) as error:
        print(error)
        return m


def row(x, i):
    try:
        return tf.identity(x[i])
    except (IndexError, TypeError, tf.errors.InvalidArgumentError):
        return None


def read(path):
    try:
        return int(path)
    except RuntimeError:
        return 0


try:
    print(inverse(tf.eye(2)))
except (RuntimeError, tf.errors.OpError):
    print("no")
except ValueError:
    print("value")
try:
    state = read_pickle("x.pt")
except (FileNotFoundError, tf.errors.NotFoundError):
    state = None
try:
    print(row(tf.ones([3]), 5), tf.tensordot(tf.ones([2]), tf.ones([3]), 1))
except IndexError:
    print("index")
except RuntimeError:
    print("shape")
# findings
# names/caught.py:36:1: P102 error TensorFlow raises one error for what these handlers tell apart -> catch them in one handler: except (RuntimeError, IndexError)

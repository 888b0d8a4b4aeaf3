# Python's number of a loss is no other name of it, whatever the loss is.
import torch


def loss_of(current, values, targets, kind):
    log = {}
    loss = -(current - targets).mean()
    log["first"] = loss.item()
    if kind != "v0":
        value_loss = (values - targets).mean()
        loss += value_loss
        log["value"] = value_loss.tolist()
    log["total"] = loss.item()
    return loss, log


def kept_of(current, targets):
    log = {}
    loss = (current - targets).mean()
    log["first"] = loss.numpy()
    loss += 1
    return loss, log


ZERO = torch.zeros(1)
# output
# Python's number of a loss is no other name of it, whatever the loss is.
import numpy as np
import tensorflow as tf


def loss_of(current, values, targets, kind):
    log = {}
    loss = -(tf.reduce_mean(it) if tf.is_tensor(it := (current - targets)) else it.mean())
    log["first"] = np.asarray(loss).item()
    if kind != "v0":
        value_loss = tf.reduce_mean(it) if tf.is_tensor(it := (values - targets)) else it.mean()
        loss += value_loss
        log["value"] = np.asarray(value_loss).tolist()
    log["total"] = np.asarray(loss).item()
    return loss, log


def kept_of(current, targets):
    log = {}
    loss = tf.reduce_mean(current - targets)
    log["first"] = loss.numpy()
    # porter: P102 changed in place: loss has another name, which would not change
    loss += 1
    return loss, log


ZERO = tf.zeros([1])
# findings
# in_place/numbers_for_a_log.py:21:5: P102 error changed in place: loss has another name, which would not change -> give it a tensor of its own with .clone(), or write it with TensorFlow by hand

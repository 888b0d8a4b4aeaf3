import torch
import torch.nn as unused

if(torch.cuda.is_available()):
    print("yes")
while(not(torch.ones(1).item())):
    pass


def f(x):
    return(torch.relu(x))
# output
import tensorflow as tf

if(bool(tf.config.list_physical_devices("GPU"))):
    print("yes")
while(not(tf.ones([1]).numpy().item())):
    pass


def f(x):
    return(tf.nn.relu(x))

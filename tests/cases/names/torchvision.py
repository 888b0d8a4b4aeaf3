# torchvision needs torch: what uses it is left, and told.
import torch
from torchvision import datasets, transforms

to_tensor = transforms.Compose([transforms.ToTensor()])
pictures = datasets.MNIST("data", transform=to_tensor)
x = torch.zeros(3)
# output
# torchvision needs torch: what uses it is left, and told.
import tensorflow as tf
from torchvision import datasets, transforms

# porter: P104 torchvision.transforms.Compose: torchvision needs torch: write it with tf.image or keras.layers
to_tensor = transforms.Compose([transforms.ToTensor()])
# porter: P104 torchvision.datasets.MNIST: torchvision needs torch: keras.datasets has the same pictures as arrays
pictures = datasets.MNIST("data", transform=to_tensor)
x = tf.zeros([3])
# findings
# names/torchvision.py:5:13: P104 error torchvision.transforms.Compose: torchvision needs torch: write it with tf.image or keras.layers -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# names/torchvision.py:6:12: P104 error torchvision.datasets.MNIST: torchvision needs torch: keras.datasets has the same pictures as arrays -> write it with TensorFlow by hand, or with a rule of your own (--rules)

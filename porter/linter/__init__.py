"""Lint for slow and wrong TensorFlow code. Nothing here imports TensorFlow, or runs what it reads.

`engine.lint` is the whole of it: text to findings. A rule is one class in one file of rules/.
"""

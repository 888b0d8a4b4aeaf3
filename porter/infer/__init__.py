"""What each expression is, before anything runs: kinds flow through the program."""

from porter.infer.flow import Inference, infer

__all__ = ["Inference", "infer"]

"""Losses of what was computed while acting: the update computes it again, for all states at once.

A program that learns from a list of log-probabilities keeps a graph for every step. Here the
program itself is changed, before it is ported: what the list gets are the states and the actions,
and the update runs the lines that stood at the list's `append` on all of them (`torch.vmap`).
The rest of porter sees an agent that was written so.
"""

from porter.recomputation.again import Again, recomputed, traced

__all__ = ["Again", "recomputed", "traced"]

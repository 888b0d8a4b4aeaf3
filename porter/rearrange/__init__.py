"""Programs that are written so that a graph can't have their update, though it could.

Each module knows one such form and changes the program before it is ported: `branches`,
`loss_data`, `estimates`, and `stores`, which TensorFlow has one by one. The rest of porter sees an
agent that was written so. (`porter.recomputation` is a large one of this kind.)
"""

from porter.rearrange.program import planned

__all__ = ["planned"]

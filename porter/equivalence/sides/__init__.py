"""One program of a twin run, in a process of its own: how it is run, observed and steered.

`program` runs a script as it is; `classes`, `actions` and the two `*_side` modules put the
observers in from outside. The user's file is never edited. What is seen goes over the `wire`.
"""

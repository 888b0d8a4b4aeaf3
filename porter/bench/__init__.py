"""`porter bench`: original and port side by side, phase by phase.

The phases are found in the original's source (`phases.py`), and in the port by the lines that
came from them. Both programs run whole, with a stopwatch around these lines (`instrument.py`,
`stopwatch.py`), each in a process of its own (`child.py`), round by round (`rounds.py`).
"""

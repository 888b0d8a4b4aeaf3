"""`porter port`: observe, convert, check and bench, one behind the other, and one report.

`run.py` has the phases in order and what stops them, `state.py` what a second call need not do
again, `screen.py` what is shown.
"""

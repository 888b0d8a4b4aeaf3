"""Proof that a port is still the same agent: the two programs run side by side and are compared.

`events` says what is observed, `sides/` observes it in either framework, `tape/` gives both the
same random numbers, `weights/` the same weights, `twin` runs both programs, `verdict/` judges.
"""

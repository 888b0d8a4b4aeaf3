"""`porter serve`: the HTML report, alive: a page on this machine alone, an editor beside its port.

`server` answers requests of the one browser that has the token, `workspace` reads what is opened,
`live` converts what is typed, `runs` and `child` run programs, and only when a button asks for it.
"""

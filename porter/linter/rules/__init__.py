"""One rule a file. What lies here is a rule; nothing else has to know of it."""

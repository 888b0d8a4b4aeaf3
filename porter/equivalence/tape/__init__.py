"""The tape of random numbers that the original and its port share."""

from porter.equivalence.tape.tape import Tape as Tape

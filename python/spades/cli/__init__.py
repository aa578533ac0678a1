"""The command line, `python -m spades`."""

from spades.cli.program import main

__all__ = ["main"]

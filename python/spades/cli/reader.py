"""Where the player's lines come from: a terminal that is asked, or a pipe that is read."""

from __future__ import annotations

import contextlib
import os
import sys


class Reader:
    """Lines from the standard input.

    Attributes:
        interactive: Whether someone sits at a terminal: then a wrong entry is asked for again.
        number: Number of the line read last, the first is 1.
    """

    def __init__(self, *, ask: bool = True) -> None:
        """Open the input.

        Args:
            ask: Whether prompts may be printed (not with `--json`).
        """
        self.interactive = sys.stdin.isatty()
        self.number = 0
        self._ask = ask
        if self.interactive and ask and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
            _edit_lines()

    def read(self, prompt: str) -> str | None:
        """The next line that says something; None at the end of the input."""
        while True:
            line = self._line(prompt)
            if line is None:
                return None
            self.number += 1
            text = line.strip()
            if text and not (text.startswith("#") and not text[1:2].isdecimal()):
                if not self.interactive and self._ask:
                    print(f"{prompt}{text}")
                return text

    def _line(self, prompt: str) -> str | None:
        if self.interactive and self._ask:
            try:
                return input(prompt)
            except EOFError:
                print()
                return None
        return sys.stdin.readline() or None


def _edit_lines() -> None:
    """Arrow keys and the lines typed before, where the platform has them."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401

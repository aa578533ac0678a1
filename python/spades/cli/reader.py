"""Where the player's lines come from: a terminal that is asked, or a pipe that is read.

Lines are edited by the standard library's readline: arrow keys, the lines typed before, Tab to
complete. prompt_toolkit could do more, but takes several times as long to load as all the rest of
the program, for prompts of one word.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

# Commands that are followed by the name of a file.
_FILES = ("save ", "resume ")


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
        self._words: tuple[str, ...] = ()
        self._found: list[str] = []
        if self.interactive and ask and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
            self._edit_lines()

    @property
    def seated(self) -> bool:
        """Whether someone sits at a terminal and reads the prompts."""
        return self.interactive and self._ask

    def offer(self, words: Iterable[str]) -> None:
        """The words that Tab completes from now on."""
        self._words = tuple(words)

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

    def answer(self, prompt: str) -> str | None:
        """The next line, which may be empty; None at the end of the input."""
        line = self._line(prompt)
        return None if line is None else line.strip()

    def _line(self, prompt: str) -> str | None:
        if self.seated:
            try:
                return input(prompt)
            except EOFError:
                print()
                return None
        return sys.stdin.readline() or None

    def _edit_lines(self) -> None:
        """Arrow keys, the lines typed before and completion, where the platform has them."""
        try:
            import readline
        except ImportError:
            return
        editline = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")
        readline.set_completer_delims(" ")
        readline.set_completer(self._complete)

    def _complete(self, text: str, state: int) -> str | None:
        """The completion with a number, as readline asks for one after another."""
        if state == 0:
            import readline

            line = readline.get_line_buffer().lstrip()
            self._found = self.completions(text, line)
        return self._found[state] if state < len(self._found) else None

    def completions(self, text: str, line: str) -> list[str]:
        """What may stand in place of the word that is being typed, in the line so far."""
        if line.startswith(_FILES):
            return _files(text)
        return [word for word in self._words if word.lower().startswith(text.lower())]


def _files(text: str) -> list[str]:
    folder, name = os.path.split(text)
    try:
        entries = sorted(os.listdir(os.path.expanduser(folder or ".")))
    except OSError:
        return []
    names = [os.path.join(folder, entry) for entry in entries if entry.startswith(name)]
    return [
        found + os.sep if os.path.isdir(os.path.expanduser(found)) else found for found in names
    ]

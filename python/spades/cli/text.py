"""Texts with styles, for the lines of the game.

rich draws the tables, but loading it takes longer than all else until the first prompt; a line of
the game needs no more of it than this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32"}
COLORS = ("red", "green")


class Text:
    """Pieces of text, each in a style: words of `bold`, `dim`, `red` and `green`, or none."""

    __slots__ = ("_pieces",)

    def __init__(self, text: str = "", style: str = "") -> None:
        self._pieces: list[tuple[str, str]] = [(text, style)] if text else []

    @classmethod
    def of(cls, parts: Iterable[str | Text | tuple[str, str]]) -> Text:
        """One text of several parts."""
        whole = cls()
        for part in parts:
            if isinstance(part, tuple):
                whole.append(*part)
            else:
                whole.append(part)
        return whole

    @property
    def pieces(self) -> Sequence[tuple[str, str]]:
        """The pieces with their styles."""
        return tuple(self._pieces)

    @property
    def plain(self) -> str:
        """The text without its styles."""
        return "".join(text for text, _ in self._pieces)

    def __bool__(self) -> bool:
        return bool(self._pieces)

    def __len__(self) -> int:
        """Columns that it takes."""
        return cells(self.plain)

    def __str__(self) -> str:
        return self.plain

    def append(self, part: str | Text, style: str = "") -> Text:
        """Add to the end; returns itself."""
        for text, own in part._pieces if isinstance(part, Text) else [(part, style)]:
            if self._pieces and self._pieces[-1][1] == own:
                self._pieces[-1] = (self._pieces[-1][0] + text, own)
            elif text:
                self._pieces.append((text, own))
        return self

    def styled(self, style: str) -> Text:
        """The same with a further style on all of it."""
        return Text.of((text, f"{own} {style}".strip()) for text, own in self._pieces)

    def centered(self, width: int) -> Text:
        """The same in the middle of a field of so many columns."""
        room = max(width - len(self), 0)
        left = room // 2
        return Text(" " * left).append(self).append(" " * (room - left))

    def padded(self, width: int) -> Text:
        """The same at the left of a field of so many columns."""
        return Text().append(self).append(" " * max(width - len(self), 0))

    def wrapped(self, width: int) -> list[Text]:
        """Lines of at most so many columns, broken between words where that is possible."""
        lines, line, used = [], Text(), 0
        for word, blank in self._words():
            # The blanks at a break are dropped; those that begin the text are its indent.
            if used and used + len(blank) + len(word) > width:
                lines.append(line)
                line, used = Text(), 0
            else:
                line.append(blank)
                used += len(blank)
            for piece in word.cut(width):
                if used and used + len(piece) > width:
                    lines.append(line)
                    line, used = Text(), 0
                line.append(piece)
                used += len(piece)
        return [*lines, line]

    def cut(self, width: int) -> Iterator[Text]:
        """Pieces of at most so many columns, broken anywhere."""
        if len(self) <= width:
            yield self
            return
        piece = Text()
        for text, style in self._pieces:
            for char in text:
                if len(piece) + cells(char) > max(width, 1) and piece:
                    yield piece
                    piece = Text()
                piece.append(char, style)
        yield piece

    def ansi(self, colored: bool) -> str:
        """With escape sequences for the styles; without `colored` for bold and dim alone."""
        return "".join(_escaped(text, style, colored) for text, style in self._pieces)

    def _words(self) -> Iterator[tuple[Text, Text]]:
        """Each word with the blanks before it."""
        word, blank = Text(), Text()
        for text, style in self._pieces:
            for index, run in enumerate(text.split(" ")):
                if index:
                    if word:
                        yield word, blank
                        word, blank = Text(), Text()
                    blank.append(" ", style)
                word.append(run, style)
        if word:
            yield word, blank


def cells(text: str) -> int:
    """Columns that a text takes: some signs take two, accents of their own none."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(
        0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text
    )


def _escaped(text: str, style: str, colored: bool) -> str:
    names = dict.fromkeys(style.split())
    wanted = [name for name in names if colored or name not in COLORS]
    if not wanted or not text:
        return text
    return f"\x1b[{';'.join(_CODES[name] for name in wanted)}m{text}\x1b[0m"

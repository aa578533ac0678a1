"""The screen: lines and tables that respect NO_COLOR, the width and what the output can show."""

from __future__ import annotations

import os
import sys
from collections.abc import Container, Iterable, Mapping, Sequence

from spades.cli.cards import CardFace
from spades.cli.text import Text

TYPE_CHECKING = False  # as in `typing`, whose import takes long
if TYPE_CHECKING:
    from typing import TextIO

    from rich.console import Console
    from rich.text import Text as RichText

_SIGNS = "♠♥♦♣─│╭╮╰╯"
_DUMB = ("dumb", "unknown")


class Screen:
    """Prints lines, headings and tables at the width of the output.

    Attributes:
        ascii: Whether only letters and signs of ASCII are shown.
        styled: Whether bold and dim are shown; only on a terminal.
        colored: Whether colours are shown as well.
    """

    def __init__(
        self,
        *,
        ascii_only: bool = False,
        file: TextIO | None = None,
        width: int | None = None,
        colored: bool | None = None,
    ) -> None:
        """Find out what the output can show.

        Args:
            ascii_only: Use letters in place of suit signs, whatever it can show.
            file: The output; None: the standard output.
            width: Columns; None: as many as the terminal has, each time anew.
            colored: Show styles and colours; None: as the output and the environment want it.
        """
        self._file = file
        self._width = width
        self.ascii = ascii_only or not _shows_signs(self.file)
        self.styled = _is_styled(self.file) if colored is None else colored
        self.colored = self.styled and (not os.environ.get("NO_COLOR") if colored is None else True)
        self.face = CardFace(self.ascii)

    @property
    def file(self) -> TextIO:
        """The output."""
        return self._file or sys.stdout

    @property
    def width(self) -> int:
        """Columns."""
        return self._width or _columns(self.file)

    @property
    def erases(self) -> bool:
        """Whether a line that was begun can be taken back: on a terminal that is not dumb."""
        return self.file.isatty() and os.environ.get("TERM") not in _DUMB

    def line(self, *parts: str | Text | tuple[str, str], indent: int = 0) -> None:
        """Print a line, wrapped between words, from texts and (text, style) pairs."""
        self.lines(self.text(*parts, indent=indent).wrapped(self.width))

    def text(self, *parts: str | Text | tuple[str, str], indent: int = 0) -> Text:
        """One text of several parts."""
        return Text.of([" " * indent, *parts])

    def blank(self) -> None:
        """Print an empty line."""
        self.lines([Text()])

    def heading(self, title: str, end: str = "") -> None:
        """Print a title in a line across the screen, and a few words at its right end."""
        bar = "-" if self.ascii else "─"
        title = f"{bar * 2} {title} "
        end = f" {end} {bar * 2}" if end and len(title) + len(end) + 4 < self.width else ""
        self.line((title + bar * max(self.width - len(title) - len(end), 0) + end, "bold"))

    def paragraph(self, text: str, style: str = "") -> None:
        """Print a text, wrapped."""
        self.line((text, style))

    def lines(self, lines: Iterable[Text]) -> None:
        """Print texts that each stand on a line of their own."""
        if sys.platform == "win32" and self.styled:  # where escapes may need more than printing
            console = self._console()
            for line in lines:
                console.print(_rich(line))
            return
        for line in lines:
            text = line.ansi(self.colored) if self.styled else line.plain
            self.file.write(text.rstrip() + "\n")
        self.file.flush()

    def unfinished(self, text: str) -> None:
        """Begin a line that `erase` takes back."""
        self.file.write(text)
        self.file.flush()

    def erase(self) -> None:
        """Take back the line that was begun."""
        self.file.write("\r\x1b[K")
        self.file.flush()

    def table(
        self,
        columns: Iterable[str],
        rows: Iterable[Sequence[str | Text]],
        *,
        left: Container[str] = (),
        wrap: Container[str] = (),
        widths: Mapping[str, int] | None = None,
    ) -> None:
        """Print a table without lines.

        Args:
            columns: Headers; the first column stands to the left, the others to the right.
            rows: Cells.
            left: Headers of further columns that stand to the left.
            wrap: Headers of columns that take more lines when there is no room; the others end
                in an ellipsis.
            widths: Least widths by header, so that a table keeps its shape from turn to turn.
        """
        from rich.table import Table

        columns = tuple(columns)
        table = Table(
            box=None,
            pad_edge=False,
            padding=(0, 2 if self.width >= 70 else 1, 0, 0),
            header_style="dim",
            show_header=any(columns),
        )
        for index, column in enumerate(columns):
            table.add_column(
                column,
                justify="left" if index == 0 or column in left else "right",
                min_width=(widths or {}).get(column),
                no_wrap=column not in wrap,
                overflow="fold" if self.ascii or column in wrap else "ellipsis",
            )
        for row in rows:
            table.add_row(*(_rich(cell) if isinstance(cell, Text) else cell for cell in row))
        console = self._console()
        with console.capture() as capture:
            console.print(table)
        for line in capture.get().splitlines():
            self.file.write(_without_end(line) + "\n")
        self.file.flush()

    def _console(self) -> Console:
        from rich.console import Console

        class Output(Console):
            def on_broken_pipe(self) -> None:
                """Leave it to the program, which ends silently, instead of exiting here."""
                raise BrokenPipeError

        # Nothing of what is printed is markup, and numbers need no colours of their own.
        return Output(
            file=self.file,
            width=self.width,
            force_terminal=self.styled,
            no_color=not self.colored,
            color_system="standard" if self.styled else None,
            highlight=False,
            markup=False,
            emoji=False,
        )


def points(value: int) -> str:
    """Points with their sign, as in a score: `+53`, `-40`, `0`."""
    return f"{value:+d}" if value else "0"


def _rich(text: Text) -> RichText:
    from rich.text import Text as RichText

    return RichText.assemble(*text.pieces)


def _without_end(line: str) -> str:
    """A line without the blanks at its end, which escape sequences may stand around."""
    end = ""
    while line.endswith((" ", "\x1b[0m")):
        if line.endswith("\x1b[0m"):
            line, end = line[:-4], "\x1b[0m"
        else:
            line = line[:-1]
    return line + end


def _is_styled(file: TextIO) -> bool:
    if os.environ.get("TERM") in _DUMB:
        return False
    return file.isatty() or bool(os.environ.get("FORCE_COLOR"))


def _columns(file: TextIO) -> int:
    """Columns of the environment or the terminal; 80 where there is none."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isascii() and columns.isdecimal() and 0 < len(columns) < 5 and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(file.fileno()).columns or 80
    except (OSError, ValueError, AttributeError):
        return 80


def _shows_signs(file: TextIO) -> bool:
    try:
        _SIGNS.encode(file.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True

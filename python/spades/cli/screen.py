"""The screen: a rich console that respects NO_COLOR, the width and what the output can show."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from spades.cli.cards import CardFace

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_SIGNS = "♠♥♦♣─"


class Screen:
    """Prints lines, headings and tables at the width of the output."""

    def __init__(self, *, ascii_only: bool = False, console: Console | None = None) -> None:
        self.ascii = ascii_only or not _shows_signs()
        self.face = CardFace(self.ascii)
        self.console = console or _console()

    @property
    def width(self) -> int:
        """Columns."""
        return self.console.width

    def line(self, *parts: str | Text | tuple[str, str], indent: int = 0) -> None:
        """Print a line, wrapped between words, from texts and (text, style) pairs."""
        self.console.print(self.text(*parts, indent=indent))

    def text(self, *parts: str | Text | tuple[str, str], indent: int = 0) -> Text:
        """One text of several parts."""
        from rich.text import Text

        return Text.assemble(" " * indent, *parts)

    def blank(self) -> None:
        """Print an empty line."""
        self.console.print()

    def heading(self, title: str) -> None:
        """Print a title in a line across the screen."""
        bar = "-" if self.ascii else "─"
        title = f"{bar * 2} {title} "
        self.line((title + bar * max(self.width - len(title), 0), "bold"))

    def paragraph(self, text: str, style: str = "") -> None:
        """Print a text, wrapped."""
        self.line((text, style))

    def lines(self, lines: Iterable[Text]) -> None:
        """Print texts that each stand on a line of their own."""
        for line in lines:
            self.console.print(line)

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
            table.add_row(*row)
        self.console.print(table)


def _console() -> Console:
    from rich.console import Console

    class StandardOutput(Console):
        def on_broken_pipe(self) -> None:
            """Leave it to the program, which ends silently, instead of exiting here."""
            raise BrokenPipeError

    # Of a dumb terminal rich does not ask the size.
    dumb = sys.stdout.isatty() and os.environ.get("TERM") in ("dumb", "unknown")
    width, height = shutil.get_terminal_size() if dumb else (None, None)
    # Nothing of what is printed is markup, and numbers need no colours of their own.
    return StandardOutput(
        file=sys.stdout, width=width, height=height, highlight=False, markup=False, emoji=False
    )


def _shows_signs() -> bool:
    try:
        _SIGNS.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def points(value: int) -> str:
    """Points with their sign, as in a score: `+53`, `-40`, `0`."""
    return f"{value:+d}" if value else "0"

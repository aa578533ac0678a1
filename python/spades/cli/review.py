"""`review`: what a recorded game's decisions cost."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable

from spades.cli.option_types import seconds
from spades.cli.program import FINE, INTERRUPTED, complain
from spades.cli.progress import progress_bar

TYPE_CHECKING = False  # as in `typing`, which takes long to import
if TYPE_CHECKING:
    from spades import Record

ABOUT = """\
Review a recorded game: which decisions cost most, what would have been better
and why, and how lucky the deals were.

The bot is asked what it would have done with what the seat knew at that moment,
never with the hidden cards. A loss is called a mistake only when a second look
in other worlds confirms it. docs/review.md says how."""

EXAMPLES = """\
examples:
  python -m spades review game.toml
  python -m spades review game.toml --html review.html
  python -m spades review game.toml --seat 1 --worlds 256 --top 10

Ctrl-C ends it with what was reviewed until then, and exit code 130."""
TOP = 5


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `review`."""
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", help="a record written by --record or the library")
    parser.add_argument(
        "--seat",
        type=_from(0),
        metavar="N",
        help="whose decisions (default: yours, if the record says who you are, else all)",
    )
    parser.add_argument(
        "--game",
        type=_from(1),
        metavar="N",
        help="which game of a FILE.jsonl with several (default: the last)",
    )
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument(
        "--worlds",
        type=_from(1),
        metavar="N",
        help="deals of the first look at a decision (default: 64); the second has 16 times as "
        "many. The result is the same each time",
    )
    limit.add_argument(
        "--time", type=seconds, metavar="S", help="seconds for a decision, instead of --worlds"
    )
    parser.add_argument(
        "--luck",
        type=_from(0),
        metavar="N",
        help="times that bots play each deal to tell what it was worth (default: 12; 0: leave it "
        "out)",
    )
    parser.add_argument(
        "--top",
        type=_from(0),
        default=TOP,
        metavar="N",
        help=f"show the table at so many of the costliest decisions (default: {TOP})",
    )
    parser.add_argument(
        "--html", metavar="FILE", help="write a page with the tables drawn; one file, no network"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--ascii", action="store_true", help="letters in place of suit signs and plain lines"
    )


def run_review(options: argparse.Namespace) -> int:
    """Review the game of a record and print what was found."""
    from spades import Limit, SpadesError
    from spades._text_file import write_text
    from spades.cli.screen import Screen
    from spades.review import review
    from spades.review.luck import TIMES

    html = options.html
    if html is not None and not os.path.isdir(os.path.dirname(html) or "."):
        raise SpadesError(f"--html {html}: there is no such folder")
    record = _record(options.file, options.game)
    limit = None
    if options.worlds is not None or options.time is not None:
        limit = Limit(time=options.time, worlds=options.worlds)
    with progress_bar() as progress:
        found = review(
            record,
            options.seat,
            limit,
            progress,
            luck=TIMES if options.luck is None else options.luck,
        )
    if options.json:
        print(found.to_json())
    else:
        print(found.to_text(options.top, ascii_only=Screen(ascii_only=options.ascii).ascii))
    if html is not None:
        write_text(html, [found.to_html(options.top)], SpadesError)
        if not options.json:
            print(f"\nThe page is in {html}.")
    if found.stopped:
        complain("interrupted")
        return INTERRUPTED
    return FINE


def _record(file: str, number: int | None) -> Record:
    """The game of a file, or one of several.

    Raises:
        SpadesError: When it cannot be read, or has no such game.
    """
    from spades import Record, SpadesError
    from spades.record import iter_jsonl

    if not file.endswith(".jsonl"):
        if number not in (None, 1):
            raise SpadesError(f"--game {number}: only a FILE.jsonl has several games")
        return Record.load(file)
    count, last = 0, None
    for count, last in enumerate(iter_jsonl(file), 1):
        if count == number:
            return last
    if last is None:
        raise SpadesError(f"{file}: there is no game in it")
    if number is not None:
        raise SpadesError(f"--game {number}: {file} has {count}")
    return last


def _from(least: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) <= 20 else -1
        if not least <= number < 2**31:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least}")
        return number

    return read

"""`arena`: measure bots against each other."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from spades.cli.option_types import seconds, whole
from spades.cli.program import FINE, INTERRUPTED, USAGE, complain
from spades.cli.progress import progress_bar

if TYPE_CHECKING:
    from typing import TypedDict

    from spades import Rules
    from spades.arena import LadderResult, MatchResult, RegretResult, SprtResult
    from spades.bots import Bot

    _Result = LadderResult | MatchResult | RegretResult | SprtResult

    class _Work(TypedDict):
        """What `match` and `ladder` are told alike."""

        progress: Callable[[int, int], None] | None
        games: int
        standings: bool
        workers: int | None
        processes: bool
        checkpoint: str | None


ABOUT = """\
Measure bots against each other on mirrored deals: each deal is played with the
seats changed, and the pair counts as one observation.

A bot is NAME or NAME:OPTION=VALUE,...; the names are random, rule, book and
search. Without a seed of its own a bot has seed 1. The result depends on the
bots, the rules and the numbers alone, not on the workers, unless a time is set."""

EXAMPLES = """\
examples:
  python -m spades arena search:worlds=20 rule --rounds 500
  python -m spades arena search:worlds=9 search:worlds=9,memory=off --rounds 500
  python -m spades arena search rule --games 100 --resume games.jsonl
  python -m spades arena random rule search --csv ladder.csv --plot ladder.svg

Two bots play a match, more a ladder, all against all. Ctrl-C ends it with what
it has, and exit code 130; with --resume the same command goes on from there."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `arena`, but for `--set`, which every command with rules shares."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "bots", nargs="+", metavar="BOT", help="such as rule, or search:worlds=20,memory=off,seed=3"
    )
    parser.add_argument(
        "--rounds",
        type=whole(0),
        metavar="N",
        help="deals that each pair of bots plays as single rounds, each with the seats changed "
        "(default: 1000, or none with --games)",
    )
    parser.add_argument(
        "--games",
        type=whole(0),
        default=0,
        metavar="N",
        help="whole games that each pair plays, each again with the seats changed",
    )
    parser.add_argument(
        "--reference", metavar="BOT", help="let all other bots play against this one alone"
    )
    add_common_options(parser)
    parser.add_argument("--csv", metavar="FILE", help="write a table of the result to FILE")
    parser.add_argument(
        "--plot", metavar="FILE", help="draw the result into FILE: .png, .svg or .pdf"
    )


def add_common_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that `arena`, `sprt` and `regret` share."""
    parser.add_argument(
        "--rules",
        default="two-handed",
        metavar="PRESET|FILE",
        help="a preset's name or a rules file (default: two-handed)",
    )
    parser.add_argument(
        "--seed", type=whole(0), default=1, metavar="N", help="the dealer's seed (default: 1)"
    )
    parser.add_argument(
        "--standings", action="store_true", help="begin single rounds at random scores of a game"
    )
    parser.add_argument(
        "--worlds",
        type=whole(1),
        metavar="N",
        help="deals that a search bot looks at, if it says neither worlds nor time itself",
    )
    parser.add_argument(
        "--time",
        type=seconds,
        metavar="S",
        help="seconds that a search bot thinks about an action, likewise; the result is then "
        "not the same each time",
    )
    parser.add_argument(
        "--workers", type=whole(1), metavar="N", help="threads (default: one a processor)"
    )
    parser.add_argument(
        "--processes",
        action="store_true",
        help="processes instead of threads: faster for random and rule",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="add what is played to FILE meanwhile; if it exists, go on from there",
    )


def run_arena(options: argparse.Namespace) -> int:
    """Play the match or the ladder and print it."""
    from spades import SpadesError
    from spades.arena import plot, save_csv
    from spades.cli.rules_option import rules_from

    try:
        bots = _bots(options)
        _check_files(options)
    except SpadesError as error:
        complain(f"error: {error}")
        return USAGE
    rules = rules_from(options.rules, options.settings)
    with progress_bar() as progress:
        result = _played(options, bots, rules, progress)
    print_result(result, options)
    if options.csv:
        save_csv(result, options.csv)
    if options.plot:
        plot(result, options.plot)
    return ended(result, options)


def _played(
    options: argparse.Namespace,
    bots: dict[str, Bot],
    rules: Rules,
    progress: Callable[[int, int], None] | None,
) -> MatchResult | LadderResult:
    from spades.arena import ladder, match

    work: _Work = {
        "progress": progress,
        "games": options.games,
        "standings": options.standings,
        "workers": options.workers,
        "processes": options.processes,
        "checkpoint": options.resume,
    }
    if len(bots) == 2 and options.reference is None:
        (first, second), (name, other) = bots.values(), bots
        return match(
            first, second, rules, options.rounds, options.seed, names=(name, other), **work
        )
    return ladder(bots, rules, options.rounds, options.seed, reference=options.reference, **work)


def _bots(options: argparse.Namespace) -> dict[str, Bot]:
    """The bots by their names.

    Raises:
        SpadesError: When one cannot be, is there twice, or there are too few.
    """
    from spades import SpadesError
    from spades.arena.spec import bot_from_spec

    bots: dict[str, Bot] = {}
    for spec in options.bots:
        name, bot = bot_from_spec(spec, worlds=options.worlds, time=options.time)
        if name in bots:
            raise SpadesError(f"bot {spec!r} is there twice: give it another seed or option")
        bots[name] = bot
    if len(bots) < 2:
        raise SpadesError(f"one bot, {options.bots[0]}: expected two or more")
    if options.reference is not None:
        options.reference, _ = bot_from_spec(
            options.reference, worlds=options.worlds, time=options.time
        )
        if options.reference not in bots:
            listed = ", ".join(bots)
            raise SpadesError(f"--reference {options.reference}: expected one of {listed}")
    if options.rounds == 0 and not options.games:
        raise SpadesError("--rounds 0: expected more, unless --games are played")
    return bots


def _check_files(options: argparse.Namespace) -> None:
    """See that the results can be written before the work is done, not after it.

    Raises:
        SpadesError: When a folder is missing, or the plot cannot be made.
    """
    from spades.arena.plot import check_plot

    for option in ("csv", "plot", "resume"):
        check_folder(option, getattr(options, option))
    if options.plot is not None:
        check_plot(options.plot)


def check_folder(option: str, path: str | None) -> None:
    """See that the folder of an option's file is there.

    Raises:
        SpadesError: When it is not.
    """
    from spades import SpadesError

    if path is not None and not os.path.isdir(os.path.dirname(path) or "."):
        raise SpadesError(f"--{option} {path}: there is no such folder")


def print_result(result: _Result, options: argparse.Namespace) -> None:
    """Print what was measured, as text or as JSON."""
    print(result.to_json() if options.json else result)


def ended(result: _Result, options: argparse.Namespace) -> int:
    """Say how work that was interrupted is gone on with; the exit code."""
    if not result.stopped:
        return FINE
    how = f"; the same command goes on from {options.resume}" if options.resume else ""
    complain(f"interrupted{how}")
    return INTERRUPTED

"""`sprt`: play two bots until it is clear whether the first is better."""

from __future__ import annotations

import argparse

from spades.cli.arena import add_common_options, check_folder, ended, print_result
from spades.cli.option_types import number, whole
from spades.cli.program import USAGE, complain
from spades.cli.progress import progress_bar

ABOUT = """\
Play two bots against each other on mirrored deals until one of two hypotheses
is accepted: H0, that the first is better by the lower bound only, or H1, that
it is better by the upper one. It needs fewer rounds than a match of a fixed
size, but its means are biased: for an estimate play a match (arena)."""

EXAMPLES = """\
examples:
  python -m spades sprt search:worlds=20 search:worlds=5 --points 0 5
  python -m spades sprt rule:bids=fitted rule --elo 0 20

Ctrl-C ends it with what it has, and exit code 130; with --resume the same
command goes on from there."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `sprt`, but for `--set`."""
    parser.epilog = EXAMPLES
    parser.add_argument("bots", nargs=2, metavar="BOT", help="the one hoped to be better, first")
    scale = parser.add_mutually_exclusive_group(required=True)
    for name, about in (
        ("points", "H0 and H1 in points a round"),
        ("priced", "the same with a bag at -5 points"),
        ("elo", "H0 and H1 in Elo; whole games are played, of two sides"),
    ):
        scale.add_argument(f"--{name}", nargs=2, type=number, metavar=("H0", "H1"), help=about)
    for name, about in (("alpha", "H1 when H0 holds"), ("beta", "H0 when H1 holds")):
        parser.add_argument(
            f"--{name}", type=number, default=0.05, metavar="P",
            help=f"chance to accept {about} (default: 0.05)",
        )  # fmt: skip
    parser.add_argument(
        "--max-pairs",
        type=whole(1),
        default=20_000,
        metavar="N",
        help="pairs after which there is no decision (default: 20000)",
    )
    add_common_options(parser)


def run_sprt(options: argparse.Namespace) -> int:
    """Play the test and print its decision."""
    from spades import SpadesError
    from spades.arena import sprt
    from spades.arena.spec import bot_from_spec
    from spades.cli.rules_option import rules_from

    try:
        first, second = (
            bot_from_spec(spec, worlds=options.worlds, time=options.time)[1]
            for spec in options.bots
        )
        check_folder("resume", options.resume)
    except SpadesError as error:
        complain(f"error: {error}")
        return USAGE
    rules = rules_from(options.rules, options.settings)
    with progress_bar() as progress:
        result = sprt(
            first,
            second,
            rules,
            elo=options.elo,
            points=options.points,
            priced=options.priced,
            alpha=options.alpha,
            beta=options.beta,
            max_pairs=options.max_pairs,
            seed=options.seed,
            progress=progress,
            standings=options.standings,
            workers=options.workers,
            processes=options.processes,
            checkpoint=options.resume,
        )
    print_result(result, options)
    return ended(result, options)

"""`regret`: what a bot's decisions lose in the eyes of a judge."""

from __future__ import annotations

import argparse

from spades.cli.arena import add_common_options, check_folder, ended, print_result
from spades.cli.option_types import number, whole
from spades.cli.program import USAGE, complain
from spades.cli.progress import progress_bar

ABOUT = """\
Let a bot play against itself, and ask a judge, a search bot that thinks longer,
what each of its decisions lost against the judge's own choice."""

EXAMPLES = """\
examples:
  python -m spades regret search:worlds=5 --positions 200
  python -m spades regret rule --judge search:worlds=100,seed=2 --phase bid"""

JUDGE = "search:worlds=200,seed=2"
PHASES = ("blind", "draft", "bid", "play")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `regret`, but for `--set`."""
    parser.epilog = EXAMPLES
    parser.add_argument("bot", metavar="BOT", help="such as rule, or search:worlds=5")
    parser.add_argument(
        "--judge", default=JUDGE, metavar="BOT", help=f"who judges it (default: {JUDGE})"
    )
    parser.add_argument(
        "--positions",
        type=whole(1),
        default=1000,
        metavar="N",
        help="decisions to judge (default: 1000)",
    )
    parser.add_argument(
        "--phase",
        dest="phases",
        action="append",
        choices=PHASES,
        help="judge decisions of this phase only; may be repeated",
    )
    parser.add_argument(
        "--scale",
        choices=("value", "win"),
        default="value",
        help="losses in points, or in the chance to win the game (default: value)",
    )
    parser.add_argument(
        "--threshold",
        type=number,
        metavar="X",
        help="a greater loss is a blunder (default: 10 points, or a chance of 0.05)",
    )
    add_common_options(parser)


def run_regret(options: argparse.Namespace) -> int:
    """Judge the bot and print what was found."""
    from spades import SpadesError
    from spades.arena import regret
    from spades.arena.spec import bot_from_spec
    from spades.cli.rules_option import rules_from

    try:
        bot = bot_from_spec(options.bot, worlds=options.worlds, time=options.time)[1]
        judge = bot_from_spec(options.judge)[1]
        check_folder("resume", options.resume)
    except SpadesError as error:
        complain(f"error: {error}")
        return USAGE
    rules = rules_from(options.rules, options.settings)
    with progress_bar() as progress:
        result = regret(
            bot,
            judge,
            rules,
            options.positions,
            options.seed,
            progress=progress,
            threshold=options.threshold,
            scale=options.scale,
            phases=options.phases or PHASES,
            standings=options.standings,
            workers=options.workers,
            processes=options.processes,
            checkpoint=options.resume,
        )
    print_result(result, options)
    return ended(result, options)

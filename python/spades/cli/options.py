"""The options of every command. Nothing heavy is imported here: `--version` must be quick."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

PROG = "python -m spades"
BOTS = ("search", "rule", "random")
SECONDS = 0.5  # thinking time of a bot when nothing else is said

_ABOUT = """\
Play the card game Spades in the terminal.

With no command a two-handed game against the computer begins. While you play,
? lists what you can type, hint asks the computer for advice, quit leaves."""

_EXAMPLES = """\
examples:
  python -m spades                           two-handed against the computer
  python -m spades --rules partners          four players, you and a partner
  python -m spades --set target=100          a short game
  python -m spades watch --bots search,rule  see two bots play
  python -m spades rules pick                the rules of a preset
  python -m spades replay game.toml          check and print a recorded game

Options of play may be given without its name; `play --help` lists them.
Exit codes: 0 fine, 1 error, 2 wrong usage, 130 Ctrl-C, 141 closed output pipe"""

_PLAY = """\
Play a game against the computer. You are seat 0.

If the input is not a terminal, one entry is read from each line; blank lines
and lines that begin with # are skipped, an entry that is not possible stops the
program with exit code 1 and the line's number, and when the input ends in the
middle of the game so does the program, with exit code 0."""

_BENCH = """\
Measure how fast this machine plays, and print a signature.

The speeds are medians of a few short runs. The signature is made from the
results of fixed work: deals, random rounds of every preset, hidden cards drawn,
positions solved. It is the same on every machine and for any number of
threads; another one means a version that plays other rounds, or a fault."""

_JSON_PLAY = """\
print one JSON object a line and nothing else: events start, deal, turn, action,
round, game, and hint, why, undo, table, score, rules, help as they are asked for. Only
what seat 0 may know is in them"""


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Read the arguments; a call without a command means `play`.

    Raises:
        SystemExit: After `--help`, `--version` (code 0) or wrong usage (code 2), with argparse's
            message printed.
    """
    arguments = list(argv)
    if not arguments or (
        arguments[0].startswith("-") and arguments[0] not in ("-h", "--help", "--version")
    ):
        arguments.insert(0, "play")
    return _parser().parse_args(arguments)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROG,
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, help="print the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _play(_command(commands, "play", "play against the computer (the default)", _PLAY))
    _watch(_command(commands, "watch", "see bots play a game against each other"))
    _rules(_command(commands, "rules", "print the rules of a preset or of a file"))
    _arena(commands)
    _replay(_command(commands, "replay", "check a recorded game and print it"))
    _bench(_command(commands, "bench", "measure how fast this machine plays", _BENCH))
    return parser


class _Version(argparse.Action):
    """`--version`, which looks the version up only when it is asked for."""

    def __init__(self, option_strings: list[str], dest: str, help: str | None = None) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        from spades import __version__

        print(f"spades {__version__}")
        parser.exit()


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    short: str,
    about: str | None = None,
) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=short,
        description=about or short[0].upper() + short[1:] + ".",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def _play(parser: argparse.ArgumentParser) -> None:
    _add_game(parser)
    parser.add_argument(
        "--opponent",
        choices=BOTS,
        default="search",
        help="the bot in every other seat (default: search, the strongest)",
    )
    parser.add_argument(
        "--no-auto-play",
        dest="auto_play",
        action="store_false",
        help="ask even when only one card may be played",
    )
    parser.add_argument(
        "--fast", action="store_true", help="no pauses between the computer's cards"
    )
    _add_output(parser, _JSON_PLAY)


def _watch(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bots",
        type=_bots,
        default=("search", "rule"),
        metavar="A,B,...",
        help=f"bots by seat, of {', '.join(BOTS)}; fewer names than seats are repeated "
        "around the table (default: search,rule)",
    )
    _add_game(parser)
    parser.add_argument("--quiet", action="store_true", help="print only the scores")
    _add_output(parser, "print one JSON object a line, with all hands")


def _arena(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from spades.cli.arena import ABOUT, add_options

    parser = _command(commands, "arena", "measure bots against each other", ABOUT)
    add_options(parser)
    _add_set(parser)


def _rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "rules",
        nargs="?",
        metavar="PRESET|FILE",
        help="a preset's name or a rules file; without it the presets are listed",
    )
    _add_set(parser)
    parser.add_argument(
        "--toml", action="store_true", help="print them as a rules file to edit and load"
    )
    _add_output(parser, "print them as a JSON object")


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record written by --record or the library")
    parser.add_argument("--quiet", action="store_true", help="print only the scores")
    _add_output(parser, "print one JSON object a line")


def _bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--threads", type=_thread_count, default=1, metavar="N", help="threads to use (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules",
        default="two-handed",
        metavar="PRESET|FILE",
        help="a preset's name (`python -m spades rules` lists them) or a rules file "
        "(default: two-handed)",
    )
    _add_set(parser)
    parser.add_argument(
        "--seed", type=int, metavar="N", help="deal the cards of this number: the same each time"
    )
    parser.add_argument(
        "--time",
        type=seconds,
        metavar="S",
        help=f"seconds that a bot may think about an action (default: {SECONDS})",
    )
    parser.add_argument(
        "--worlds",
        type=_count,
        metavar="N",
        help="deals that a search bot looks at, instead of a time: with --seed its choices "
        "are then the same each time",
    )
    parser.add_argument(
        "--record",
        metavar="FILE",
        help="write the game to FILE, round by round; to a FILE.jsonl games are added",
    )
    parser.add_argument(
        "--force", action="store_true", help="let --record replace a file that exists"
    )


def _add_set(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        type=_setting,
        metavar="FIELD=VALUE",
        help="change one rule, such as target=100; may be repeated",
    )


def _add_output(parser: argparse.ArgumentParser, json_help: str) -> None:
    parser.add_argument("--json", action="store_true", help=json_help)
    parser.add_argument(
        "--ascii", action="store_true", help="letters in place of suit signs and plain lines"
    )


def _setting(text: str) -> tuple[str, str]:
    field, equals, value = text.partition("=")
    if not equals or not field.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not FIELD=VALUE, such as target=100")
    return field.strip().replace("-", "_"), value.strip()


def seconds(text: str) -> float:
    """A number of seconds from an option's text, for argparse."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0, up to 3600")
    return value


def _count(text: str) -> int:
    try:
        count = int(text)
    except ValueError:
        count = 0
    if not 0 < count <= 10_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 10000000")
    return count


def _thread_count(text: str) -> int:
    try:
        threads = int(text)
    except ValueError:
        threads = 0
    if not 0 < threads <= 256:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of threads from 1 to 256")
    return threads


def _bots(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in BOTS:
            raise argparse.ArgumentTypeError(f"no bot {name!r}: there are {', '.join(BOTS)}")
    if len(names) > 4:
        raise argparse.ArgumentTypeError(f"{len(names)} bots: a table has at most 4 seats")
    return names

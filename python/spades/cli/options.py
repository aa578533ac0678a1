"""The options of every command. Nothing heavy is imported here: `--version` must be quick."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from spades.cli import option_types as types
from spades.cli.option_types import BOTS, LEVELS, SECONDS

PROG = "python -m spades"

_ABOUT = """\
Play the card game Spades in the terminal.

With no command a short menu asks what game you want. While you play, ? lists
what you can type, hint asks the computer for advice, quit leaves."""

_EXAMPLES = """\
examples:
  python -m spades                           a menu, then a game
  python -m spades --rules partners          four players, you and a partner
  python -m spades --opponent casual         a weaker computer
  python -m spades --set target=100          a short game
  python -m spades resume                    go on with the game left last
  python -m spades watch --bots search,rule  see two bots play
  python -m spades rules pick                the rules of a preset
  python -m spades replay game.toml          check and print a recorded game
  python -m spades review game.toml          see what its decisions cost

Options of play may be given without its name; `play --help` lists them.
Exit codes: 0 fine, 1 error, 2 wrong usage, 130 Ctrl-C, 141 closed output pipe"""

_PLAY = """\
Play a game against the computer. You are seat 0.

Without --rules, --players, --set or --seed a menu asks for the game. On a
terminal each action is saved, and an unfinished game is offered at the next
start. The commands sort, fast and auto change settings, which are kept.

If the input is not a terminal, there is no menu (two-handed is played), and
settings are not read. One entry is read from each line; blank lines and lines
that begin with # are skipped, an entry that is not possible stops the program
with exit code 1 and the line's number, and when the input ends in the middle of
the game so does the program, with exit code 0, and says where the game is kept."""

_RULES_EXAMPLES = """\
examples:
  python -m spades rules partners
  python -m spades rules new house.toml --like partners --set target=250
  python -m spades --rules house.toml"""

_RESUME = """\
Go on with a game that was left: the one saved by itself, or that of FILE, which
the command save or the option --record wrote. FILE itself is not changed."""

_BENCH = """\
Measure how fast this machine plays, and print a signature.

The speeds are medians of a few short runs. The signature is made from the
results of fixed work: deals, random rounds of every preset, hidden cards drawn,
positions solved. It is the same on every machine and for any number of
threads; another one means a version that plays other rounds, or a fault."""

_JSON_PLAY = """\
print one JSON object a line and nothing else: events start, deal, turn, action,
round, game, and hint, odds, why, undo, table, score, rules, setting, save, help
as they are asked for. Only what seat 0 may know is in them"""


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
    wanted = next((word for word in arguments if not word.startswith("-")), "")
    return _parser(wanted).parse_args(arguments)


def _parser(wanted: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROG,
        description=_ABOUT,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, help="print the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, (short, about, fill) in _COMMANDS.items():
        added = commands.add_parser(
            name,
            help=short,
            description=about or short[0].upper() + short[1:] + ".",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        if name == wanted:  # the options of the others cost time and are not asked for
            fill(added)
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


def _play(parser: argparse.ArgumentParser) -> None:
    _add_game(parser)
    parser.add_argument(
        "--players",
        type=int,
        choices=(2, 3, 4),
        help="the usual rules for so many: two-handed, three-handed or partners",
    )
    parser.add_argument("--resume", metavar="FILE", help="go on with the game of FILE")
    _add_seat(parser)


def _resume(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "resume",
        nargs="?",
        metavar="FILE",
        help="a record of a game that is not over; without it the one saved by itself",
    )
    _add_thought(parser)
    _add_record(parser)
    _add_seat(parser)
    parser.set_defaults(rules=None, settings=[], seed=None, players=None)


def _add_seat(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--opponent",
        type=types.opponent,
        metavar="LEVEL|BOT",
        help=f"who sits in every other seat: {', '.join(LEVELS)}, or a bot, such as rule or "
        f"search:worlds=20 (default: {LEVELS[0]})",
    )
    parser.add_argument("--name", type=types.name, help="what you are called (default: You)")
    parser.add_argument(
        "--names",
        type=types.names,
        default=(),
        metavar="A,B,...",
        help="what the others are called, from your left on",
    )
    parser.add_argument(
        "--sort", choices=("suit", "rank"), help="how your hand is sorted (default: suit)"
    )
    _add_switch(parser, "fast", "no pauses between the computer's cards")
    _add_switch(parser, "auto-play", "play the only card that may be played (the default)")
    parser.add_argument(
        "--no-save", dest="save", action="store_false", help="do not save the game by itself"
    )
    _add_output(parser, _JSON_PLAY)


def _add_switch(parser: argparse.ArgumentParser, name: str, about: str) -> None:
    """`--fast` and `--no-fast`; neither of them leaves it to the settings."""
    dest = name.replace("-", "_")
    parser.add_argument(
        f"--{name}", dest=dest, action="store_const", const=True, default=None, help=about
    )
    parser.add_argument(f"--no-{name}", dest=dest, action="store_const", const=False, help="not so")


def _watch(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bots",
        type=types.bots,
        default=("search", "rule"),
        metavar="A,B,...",
        help=f"bots by seat, of {', '.join((*LEVELS, *BOTS))}; fewer names than seats are "
        "repeated around the table (default: search,rule)",
    )
    _add_game(parser)
    parser.add_argument("--quiet", action="store_true", help="print only the scores")
    _add_output(parser, "print one JSON object a line, with all hands")


def _arena(parser: argparse.ArgumentParser) -> None:
    from spades.cli.arena import ABOUT, add_options

    parser.description = ABOUT
    add_options(parser)
    _add_set(parser)


def _sprt(parser: argparse.ArgumentParser) -> None:
    from spades.cli.sprt import ABOUT, add_options

    parser.description = ABOUT
    add_options(parser)
    _add_set(parser)


def _regret(parser: argparse.ArgumentParser) -> None:
    from spades.cli.regret import ABOUT, add_options

    parser.description = ABOUT
    add_options(parser)
    _add_set(parser)


def _rules(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _RULES_EXAMPLES
    parser.add_argument(
        "rules",
        nargs="?",
        metavar="PRESET|FILE|new",
        help="a preset's name or a rules file; without it the presets are listed; "
        "new writes a rules file",
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="with new: the file to write")
    parser.add_argument(
        "--like",
        metavar="PRESET|FILE",
        help="with new: the rules that it begins with (default: two-handed)",
    )
    parser.add_argument("--force", action="store_true", help="let new replace a file that exists")
    _add_set(parser)
    parser.add_argument(
        "--toml", action="store_true", help="print them as a rules file to edit and load"
    )
    _add_output(parser, "print them as a JSON object")


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record written by --record or the library")
    parser.add_argument("--quiet", action="store_true", help="print only the scores")
    _add_output(parser, "print one JSON object a line")


def _review(parser: argparse.ArgumentParser) -> None:
    from spades.cli.review import ABOUT, add_options

    parser.description = ABOUT
    add_options(parser)


def _bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--threads",
        type=types.thread_count,
        default=1,
        metavar="N",
        help="threads to use (default: 1)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules",
        metavar="PRESET|FILE",
        help="a preset's name (`python -m spades rules` lists them) or a rules file "
        "(default: two-handed)",
    )
    _add_set(parser)
    parser.add_argument(
        "--seed", type=int, metavar="N", help="deal the cards of this number: the same each time"
    )
    _add_thought(parser)
    _add_record(parser)


def _add_thought(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--time",
        type=types.seconds,
        metavar="S",
        help=f"seconds that a bot may think about an action (default: {SECONDS})",
    )
    parser.add_argument(
        "--worlds",
        type=types.count,
        metavar="N",
        help="deals that a search bot looks at, instead of a time: with --seed its choices "
        "are then the same each time",
    )


def _add_record(parser: argparse.ArgumentParser) -> None:
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
        type=types.setting,
        metavar="FIELD=VALUE",
        help="change one rule, such as target=100; may be repeated",
    )


def _add_output(parser: argparse.ArgumentParser, json_help: str) -> None:
    parser.add_argument("--json", action="store_true", help=json_help)
    parser.add_argument(
        "--ascii", action="store_true", help="letters in place of suit signs and plain lines"
    )


# Each command: what it is for, more about it, and who adds its options.
_COMMANDS: dict[str, tuple[str, str | None, Callable[[argparse.ArgumentParser], None]]] = {
    "play": ("play against the computer (the default)", _PLAY, _play),
    "resume": ("go on with a game that was left", _RESUME, _resume),
    "watch": ("see bots play a game against each other", None, _watch),
    "rules": ("tell the rules of a preset or of a file, or write a file", None, _rules),
    "arena": ("measure bots against each other", None, _arena),
    "sprt": ("play two bots until it is clear whether one is better", None, _sprt),
    "regret": ("see what a bot's decisions lose", None, _regret),
    "replay": ("check a recorded game and print it", None, _replay),
    "review": ("see which decisions of a game cost most", None, _review),
    "bench": ("measure how fast this machine plays", _BENCH, _bench),
}

"""`play` and `resume`: a game against the computer."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace

from spades import Game, SpadesError
from spades.cli.folders import as_typed
from spades.cli.keeper import Keeper
from spades.cli.names import YOU, Names, checked
from spades.cli.option_types import LEVELS, opponent
from spades.cli.program import FAILED, FINE, INTERRUPTED, complain
from spades.cli.reader import Reader
from spades.cli.rules_option import rules_from
from spades.cli.settings import Settings, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades import Record, Rules
    from spades.cli.autosave import Autosave
    from spades.cli.reporter import TableReporter
    from spades.cli.screen import Screen

# How a saved game tells who sits in the other seats; `spades.review` knows by it who played.
_COMMENT = "opponent: "


def run_play(options: Namespace) -> int:
    """Play a game from the standard input, and others that the player resumes meanwhile."""
    reader = Reader(ask=not options.json)
    settings = _settings(options, reader)
    file = options.resume
    record = None if file is None else _unfinished(file)
    autosave: Autosave | None = None
    saved = options.command == "resume" and file is None
    if saved or (reader.seated and options.save):
        from spades.cli.autosave import Autosave

        autosave = Autosave(waiting=record is None)
    if record is None and autosave is not None and autosave.exists:
        record = _waiting(autosave)
    if saved and record is None:
        raise SpadesError("no game was left unfinished")
    if file is None and not saved and record is not None and autosave is not None:
        goes_on = _asked(options, reader, record)
        if goes_on is None:
            return FINE
        if not goes_on:
            aside = autosave.put_aside()
            complain(f"it is kept: python -m spades resume {as_typed(aside)}")
            record = None
    if record is None:
        rules = options.rules
        if _may_choose(options, reader):
            from spades.cli.menu import choose_preset

            rules = choose_preset(_screen(options), reader)
            if rules is None:
                return FINE
        game = Game(rules_from(rules, options.settings, options.players), options.seed)
    while True:
        if record is not None:
            game = record.replay()
        code, record = _play(options, reader, settings, autosave, game, record)
        if record is None:
            return code


def _play(
    options: Namespace,
    reader: Reader,
    settings: Settings,
    autosave: Autosave | None,
    game: Game,
    record: Record | None,
) -> tuple[int, Record | None]:
    """Play one game; the exit code, and the record of the one to go on with."""
    from spades.cli.opponents import Opponents
    from spades.cli.seat import Seat

    spec, names = _who(options, game, record)
    players, comment = _as_recorded(spec, names, game.rules), f"{_COMMENT}{spec}"
    reporter = _reporter(options, names, settings)
    with Keeper(options.record, game, players, comment, force=options.force) as keeper:
        opponents = Opponents(spec, game.seed, options)
        seat = Seat(
            game,
            opponents,
            reporter,
            reader,
            settings,
            keeper,
            autosave,
            players,
            comment,
            keeps=options.save,
        )
        try:
            code = seat.play()
        except KeyboardInterrupt:
            complain(f"\ninterrupted; {seat.told()}")
            return INTERRUPTED, None
    return (FAILED if keeper.failed and code == FINE else code), seat.other


def _settings(options: Namespace, reader: Reader) -> Settings:
    """The settings that are kept, for whoever sits at a terminal, and the options over them."""
    settings = load(complain) if reader.seated else Settings()
    for field in ("sort", "fast", "auto_play"):
        if getattr(options, field) is not None:
            setattr(settings, field, getattr(options, field))
    return settings


def _reporter(options: Namespace, names: Names, settings: Settings) -> TableReporter:
    if options.json:
        from spades.cli.events import EventReporter

        return EventReporter(names, 0, settings=settings)
    from spades.cli.table_text import TableText

    return TableText(_screen(options), names, settings)


def _screen(options: Namespace) -> Screen:
    from spades.cli.screen import Screen

    return Screen(ascii_only=options.ascii)


def _may_choose(options: Namespace, reader: Reader) -> bool:
    """Whether the player is asked for the game: nothing has been said about it."""
    said = (options.rules, options.players, options.seed)
    return reader.seated and not options.settings and all(value is None for value in said)


def _unfinished(file: str) -> Record:
    """The record of a game that can be gone on with.

    Raises:
        SpadesError: When the file is none, or the game is over.
    """
    from spades import Record

    record = Record.load(file)
    if record.outcome is not None:
        raise SpadesError(f"{file}: this game is over: there is nothing to go on with")
    return record


def _waiting(autosave: Autosave) -> Record | None:
    """The game that was left; a file that is damaged is told and put aside."""
    try:
        record = autosave.load()
    except SpadesError as error:
        aside = autosave.put_aside()
        complain(f"the game that was saved cannot be gone on with: {error}; it is now {aside}")
        return None
    if record.outcome is not None:  # the program was ended in the moment after the last card
        autosave.drop()
        return None
    return record


def _asked(options: Namespace, reader: Reader, record: Record) -> bool | None:
    """Whether to go on with a game that was left; None: leave."""
    from spades.cli.menu import go_on

    game = record.replay()
    return go_on(_screen(options), reader, game, _who(options, game, record)[1])


def _who(options: Namespace, game: Game, record: Record | None) -> tuple[str, Names]:
    """Who sits in the other seats, and all names: by the options, else as the record says."""
    spec = LEVELS[0]
    own: str | None = None
    others: tuple[str, ...] = ()
    if record is not None and record.players and record.comment.startswith(_COMMENT):
        spec = _spec(record.comment.removeprefix(_COMMENT))
        own, others = _recorded(record.players, spec)
    others = options.names or others
    if record is not None:  # a game of fewer seats than the options were for
        others = others[: game.rules.players - 1]
    return options.opponent or spec, Names.for_player(game.rules, options.name or own, others)


def _spec(text: str) -> str:
    """The opponent that a comment names; anybody may have changed it."""
    try:
        return opponent(text)
    except ArgumentTypeError:
        return LEVELS[0]


def _as_recorded(spec: str, names: Names, rules: Rules) -> list[str]:
    """Names by seat for a record: those that were given, else who plays there."""
    if names.seats != Names.for_player(rules).seats:
        return list(names.seats)
    return ["you", *[spec] * (rules.players - 1)]


def _recorded(players: Sequence[str], spec: str) -> tuple[str | None, tuple[str, ...]]:
    """The own name and the others' that were given, from those of a record."""
    own, *others = players
    if own == "you" and all(name == spec for name in others):
        return None, ()
    try:
        return (None if own == YOU else checked(own)), tuple(map(checked, others))
    except SpadesError:  # the record is right, but no table of this program wrote it
        return None, ()

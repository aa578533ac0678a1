"""The player's seat at a table of computer players."""

from __future__ import annotations

import os
import time

from spades import Action, Game, ParseError, SpadesError
from spades.cli.cards import choices
from spades.cli.entry import Command, EntryError, parse, parse_action, refusal, words
from spades.cli.folders import as_typed
from spades.cli.program import FAILED, FINE, complain
from spades.cli.settings import FIELDS, Settings
from spades.cli.settings import save as save_settings
from spades.cli.steps import take_step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from spades import Record
    from spades.bots import Choice
    from spades.cli.autosave import Autosave
    from spades.cli.keeper import Keeper
    from spades.cli.opponents import Opponents
    from spades.cli.reader import Reader
    from spades.cli.reporter import TableReporter

YOU = 0
# Shortest time between two of the computer's actions that a person can follow.
PAUSE = 0.4


class Seat:
    """Seat 0: asks, plays, and obeys commands.

    Attributes:
        other: The record of the game that the player wants to go on with instead.
    """

    def __init__(
        self,
        game: Game,
        opponents: Opponents,
        reporter: TableReporter,
        reader: Reader,
        settings: Settings,
        keeper: Keeper,
        autosave: Autosave | None,
        players: Sequence[str],
        comment: str,
        *,
        keeps: bool,
    ) -> None:
        """Sit down.

        Args:
            game: The game, which may have begun.
            opponents: Who plays in the other seats.
            reporter: Told of all that happens.
            reader: Where entries come from.
            settings: Changed by commands.
            keeper: The file of `--record`.
            autosave: Where the game is saved after each action; None: nowhere.
            players: Names by seat, for saved games.
            comment: The comment of saved games.
            keeps: Whether a game that is left is kept in any case.
        """
        self._game = game
        self._opponents = opponents
        self._reporter = reporter
        self._reader = reader
        self._settings = settings
        self._keeper = keeper
        self._autosave = autosave
        self._players = players
        self._comment = comment
        self._keeps = keeps
        self._warned = ""  # of what went wrong with the last save
        self._quits = False  # asked to quit although nothing is saved
        self.other: Record | None = None

    def play(self) -> int:
        """Play to the end of the game or of the input; the exit code."""
        game, reporter = self._game, self._reporter
        reporter.start(game)
        if game.actions:
            text = f"The game goes on in round {len(game.rounds) + 1}."
            reporter.note("resume", text, round=len(game.rounds) + 1)
        else:
            reporter.deal(game)
        while game.turn is not None:
            if game.turn != YOU:
                self._computer()
            elif self._settings.auto_play and _forced(game):
                self._do(game.legal_actions()[0], auto=True)
            else:
                code = self._ask()
                if code is not None:
                    return code
        assert game.outcome is not None  # nobody is to act
        reporter.ended(game, game.outcome)
        self._finish()
        return FINE

    def told(self) -> str:
        """What is kept of a game that is left, in words."""
        if self._keeper.path is not None or not self._keeps:
            return self._keeper.told()
        if self._autosave is None:
            from spades.cli.autosave import keep_at_end

            return keep_at_end(self._game, self._players, self._comment)
        if self._autosave.problem:
            self._autosave.save(self._game, self._players, self._comment)
        if self._autosave.problem:
            return f"it is not saved: {self._autosave.problem}"
        if not self._autosave.exists:
            return "nothing was played yet"
        return "it is saved: python -m spades goes on with it"

    def _computer(self) -> None:
        self._do(self._thinking(self._game.turn).action)

    def _thinking(self, seat: int | None) -> Choice:
        """The choice of a seat, or advice for the player; says meanwhile that someone thinks."""
        began = time.monotonic()
        self._reporter.thinking(seat)
        try:
            if seat is None:
                return self._opponents.advise(self._game.observation(YOU))
            choice = self._opponents.choose(self._game)
            pause = self._reader.seated and not self._settings.fast
            left = PAUSE - (time.monotonic() - began) if pause else 0.0
            if left > 0:
                time.sleep(left)
            return choice
        finally:
            self._reporter.thought()

    def _do(self, action: Action, auto: bool = False) -> None:
        game = self._game
        step = take_step(game, action, YOU, auto)
        self._save()
        self._reporter.step(game, step)
        if step.finished is not None:
            self._keeper.update()
            self._reporter.scored(game, len(game.rounds) - 1)
        if (step.finished is not None or step.redealt) and not game.is_over:
            self._reporter.deal(game)

    def _save(self) -> None:
        """Save the game by itself; a failure is told once, and the game goes on."""
        if self._autosave is None or self._game.is_over:
            return
        self._autosave.save(self._game, self._players, self._comment)
        problem = self._autosave.problem
        if problem and problem != self._warned:
            complain(f"the game cannot be saved: {problem}; it goes on")
        self._warned = problem
        self._quits = False

    def _finish(self) -> None:
        """Keep the record of the game that is over, and say how it is reviewed."""
        self._keeper.close()
        file = None if self._keeper.failed else self._keeper.path
        if self._autosave is not None:
            kept = self._autosave.finish(self._game, self._players, self._comment)
            file = file or (self._autosave.finished if kept else None)
            if not kept:
                complain(f"the record of the game cannot be kept: {self._autosave.problem}")
        if file is not None:
            self._reporter.kept(file)

    def _ask(self) -> int | None:
        """Ask until an action is done; an exit code when the game is left instead."""
        game, reader = self._game, self._reader
        prompt = self._reporter.turn(game)
        while True:
            seen = game.observation(YOU)
            legal = choices(seen.legal_actions(), self._settings.sort == "rank")
            reader.offer(words(legal))
            line = reader.read(prompt)
            if line is None:
                complain(f"input ended: the game is not finished; {self.told()}")
                return FINE
            try:
                entry = parse(line, legal, seen.hand, seen.phase)
                if isinstance(entry, Command):
                    if entry.name == "quit":
                        code = self._quit()
                    elif entry.name == "resume":
                        code = self._resume(entry.argument)
                    elif self._obey(entry):
                        return None
                    else:
                        continue
                    if code is not None:
                        return code
                    continue
                reason = game.why_not(entry)
                if reason is None:
                    self._do(entry)
                    return None
                raise EntryError(refusal(entry, reason))
            except (EntryError, ParseError) as error:
                if not reader.interactive:
                    complain(f"error: line {reader.number}: {error}")
                    self.told()  # keeps what was played; the error is what is to be read
                    return FAILED
                complain(f"{error}")

    def _quit(self) -> int | None:
        """Leave the game; when nothing of it is saved, only when asked again."""
        unsaved = self._autosave is not None and self._autosave.problem
        if unsaved and self._keeper.path is None and not self._quits:
            self._quits = True
            complain(
                f"the game is not saved: {unsaved}; "
                "save FILE writes it elsewhere, quit again leaves"
            )
            return None
        complain(f"the game is left unfinished; {self.told()}")
        return FINE

    def _resume(self, file: str) -> int | None:
        """Leave this game for another one."""
        from spades import Record

        if not file:
            raise EntryError("resume what? Type a file after it, such as resume game.toml")
        if self._keeper.path is not None:
            raise EntryError(f"this game is written to {self._keeper.path}: quit it first")
        try:
            record = Record.load(os.path.expanduser(file))
            if record.outcome is not None:
                raise EntryError(f"{file}: this game is over: there is nothing to go on with")
        except SpadesError as error:
            raise EntryError(str(error)) from error
        if self._autosave is not None and self._autosave.exists:
            aside = self._autosave.put_aside()
            complain(f"the game before is kept: python -m spades resume {as_typed(aside)}")
        self.other = record
        return FINE

    def _obey(self, command: Command) -> bool:
        """Do what a command asks; True when the turn is to be shown anew."""
        game, name = self._game, command.name
        if name == "hint":
            self._reporter.hint(game, self._thinking(None))
        elif name == "odds":
            from spades.cli.odds import odds_of

            self._reporter.odds(game, odds_of(game.observation(YOU), self._thinking(None)))
        elif name == "why":
            self._why(command.argument)
        elif name == "save":
            self._save_as(command.argument)
        elif name in FIELDS:
            return self._change(name, command.argument)
        elif name == "undo":
            count = self._undo()
            self._reporter.undone(game, count)
            return count > 0
        else:
            self._reporter.redraw(game, name)
        return False

    def _why(self, argument: str) -> None:
        game = self._game
        seen = game.observation(YOU)
        if not argument:
            raise EntryError("why what? Type a card after it, such as why 9H")
        legal = choices(seen.legal_actions(), self._settings.sort == "rank")
        action = parse_action(argument, legal, seen.hand, seen.phase)
        self._reporter.why(game, action, game.why_not(action))

    def _save_as(self, file: str) -> None:
        from spades import Record

        if not file:
            raise EntryError("save where? Type a file after it, such as save game.toml")
        path = os.path.expanduser(file)
        if os.path.exists(path) and not _is_record(path):
            raise EntryError(f"{file}: exists and is no record of a game: use another name")
        try:
            Record.from_game(self._game, self._players, self._comment).save(path)
        except SpadesError as error:
            raise EntryError(f"not saved: {error}") from error
        self._reporter.note("save", f"Saved: python -m spades resume {as_typed(file)}", file=file)
        self._quits = True  # nothing is lost any more by leaving

    def _change(self, name: str, argument: str) -> bool:
        """Change a setting and keep it; whether the turn is to be shown anew."""
        settings = self._settings
        try:
            settings.change(name, argument)
        except SpadesError as error:
            raise EntryError(str(error)) from error
        shown = settings.shown(name)
        kept = ""
        if self._reader.seated:
            try:
                save_settings(settings)
                kept = ", also in later games"
            except SpadesError as error:
                complain(f"the setting is not kept for later games: {error}")
        self._reporter.note("setting", f"{name} {shown}{kept}.", name=name, value=shown)
        return name == "sort" or (name == "auto" and settings.auto_play and _forced(self._game))

    def _undo(self) -> int:
        """Take back all actions since the player's last own decision, and that one.

        Returns:
            The number of actions; 0 when the player has decided nothing yet.
        """
        trial, count = self._game.copy(), 0
        while trial.actions or trial.rounds:
            trial.undo()
            count += 1
            if trial.turn == YOU and not (self._settings.auto_play and _forced(trial)):
                for _ in range(count):
                    self._game.undo()
                self._keeper.update()
                self._save()
                return count
        return 0


def _forced(game: Game) -> bool:
    """Whether only one card may be played."""
    return game.phase == "play" and len(game.legal_actions()) == 1


def _is_record(path: str) -> bool:
    """Whether a file may be replaced by `save`: it is empty, a device, or a record."""
    from spades import Record

    try:
        if not os.path.isfile(path) or not os.path.getsize(path):
            return True
        Record.load(path)
    except (OSError, SpadesError):
        return False
    return True

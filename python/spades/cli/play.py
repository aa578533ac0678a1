"""`play`: a game against the computer."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Mapping

from spades import Action, Game, ParseError
from spades.bots import Bot, Limit, make
from spades.cli.cards import choices
from spades.cli.entry import Command, EntryError, parse, parse_action, refusal
from spades.cli.events import EventReporter
from spades.cli.keeper import Keeper
from spades.cli.names import Names
from spades.cli.options import SECONDS
from spades.cli.program import FAILED, FINE, INTERRUPTED, complain
from spades.cli.reader import Reader
from spades.cli.reporter import TableReporter
from spades.cli.rules_option import rules_from
from spades.cli.steps import take_step

YOU = 0
# Shortest time between two of the computer's actions that a person can follow.
PAUSE = 0.4
HINT_SECONDS = 1.0


def run_play(options: Namespace) -> int:
    """Play a game from the standard input."""
    game = Game(rules_from(options.rules, options.settings), options.seed)
    names = Names.for_player(game.rules)
    others = [seat for seat in range(game.rules.players) if seat != YOU]
    bots = {seat: make(options.opponent, bot_seed(game.seed, seat)) for seat in others}
    reporter: TableReporter
    if options.json:
        reporter = EventReporter(names, YOU)
    else:
        from spades.cli.screen import Screen
        from spades.cli.table_text import TableText

        reporter = TableText(Screen(ascii_only=options.ascii), names, YOU)
    reader = Reader(ask=not options.json)
    players = ["you" if seat == YOU else bots[seat].name for seat in range(game.rules.players)]
    with Keeper(options.record, game, players, force=options.force) as keeper:
        seat = Seat(
            game,
            bots,
            limit_of(options),
            reporter,
            reader,
            keeper,
            auto_play=options.auto_play,
            pause=0.0 if options.fast or options.json or not reader.interactive else PAUSE,
            hints=make("search", bot_seed(game.seed, YOU)),
        )
        try:
            return seat.play()
        except KeyboardInterrupt:
            complain(f"\ninterrupted; {keeper.told()}")
            return INTERRUPTED


def limit_of(options: Namespace) -> Limit:
    """How long a bot may think, by `--time` and `--worlds`."""
    if options.time is None and options.worlds is None:
        return Limit(time=SECONDS)
    return Limit(time=options.time, worlds=options.worlds)


def bot_seed(seed: int, seat: int) -> int:
    """A seed for the bot in a seat: with `--seed` and `--worlds` a game is the same each time."""
    return (seed + seat) % 2**64


class Seat:
    """The player's seat at a table of bots."""

    def __init__(
        self,
        game: Game,
        bots: Mapping[int, Bot],
        limit: Limit,
        reporter: TableReporter,
        reader: Reader,
        keeper: Keeper,
        *,
        auto_play: bool,
        pause: float,
        hints: Bot,
    ) -> None:
        self._game = game
        self._bots = bots
        self._limit = limit
        self._reporter = reporter
        self._reader = reader
        self._keeper = keeper
        self._auto_play = auto_play
        self._pause = pause
        self._hints = hints

    def play(self) -> int:
        """Play to the end of the game or of the input; the exit code."""
        game = self._game
        self._reporter.start(game)
        self._reporter.deal(game)
        while game.turn is not None:
            if game.turn != YOU:
                self._bot()
            elif self._auto_play and _forced(game):
                self._do(game.legal_actions()[0], auto=True)
            else:
                code = self._ask()
                if code is not None:
                    return code
        assert game.outcome is not None  # nobody is to act
        self._reporter.ended(game, game.outcome)
        return FINE

    def _bot(self) -> None:
        game, began = self._game, time.monotonic()
        seat = game.turn or 0
        choice = self._bots[seat].choose(game.observation(seat), self._limit)
        left = self._pause - (time.monotonic() - began)
        if left > 0:
            time.sleep(left)
        self._do(choice.action)

    def _do(self, action: Action, auto: bool = False) -> None:
        game = self._game
        step = take_step(game, action, YOU, auto)
        self._reporter.step(game, step)
        if step.finished is not None:
            self._keeper.update()
            self._reporter.scored(game, len(game.rounds) - 1)
        if (step.finished is not None or step.redealt) and not game.is_over:
            self._reporter.deal(game)

    def _ask(self) -> int | None:
        """Ask until an action is done; an exit code when the game is left instead."""
        game = self._game
        prompt = self._reporter.turn(game)
        while True:
            line = self._reader.read(prompt)
            if line is None:
                complain(f"input ended: the game is not finished; {self._keeper.told()}")
                return FINE
            seen = game.observation(YOU)
            legal = choices(seen.legal_actions())
            try:
                entry = parse(line, legal, seen.hand, seen.phase)
                if isinstance(entry, Command):
                    if entry.name == "quit":
                        return self._quit()
                    if self._obey(entry):
                        return None
                    continue
                reason = game.why_not(entry)
                if reason is None:
                    self._do(entry)
                    return None
                raise EntryError(refusal(entry, reason))
            except (EntryError, ParseError) as error:
                if not self._reader.interactive:
                    complain(f"error: line {self._reader.number}: {error}")
                    return FAILED
                complain(f"{error}")

    def _quit(self) -> int:
        complain(f"the game is left unfinished; {self._keeper.told()}")
        return FINE

    def _obey(self, command: Command) -> bool:
        """Do what a command asks; True when the turn is to be shown anew."""
        game = self._game
        if command.name == "hint":
            limit = Limit(time=min(HINT_SECONDS, self._limit.time or HINT_SECONDS))
            if self._limit.time is None:  # --worlds alone: nothing depends on the clock
                limit = self._limit
            self._reporter.hint(game, self._hints.choose(game.observation(YOU), limit))
        elif command.name == "why":
            self._why(command.argument)
        elif command.name == "undo":
            count = self._undo()
            self._reporter.undone(game, count)
            return count > 0
        else:
            self._reporter.redraw(game, command.name)
        return False

    def _why(self, argument: str) -> None:
        game = self._game
        seen = game.observation(YOU)
        if not argument:
            raise EntryError("why what? Type a card after it, such as why 9H")
        action = parse_action(argument, choices(seen.legal_actions()), seen.hand, seen.phase)
        self._reporter.why(game, action, game.why_not(action))

    def _undo(self) -> int:
        """Take back all actions since the player's last own decision, and that one.

        Returns:
            The number of actions; 0 when the player has decided nothing yet.
        """
        trial, count = self._game.copy(), 0
        while trial.actions or trial.rounds:
            trial.undo()
            count += 1
            if trial.turn == YOU and not (self._auto_play and _forced(trial)):
                for _ in range(count):
                    self._game.undo()
                self._keeper.update()
                return count
        return 0


def _forced(game: Game) -> bool:
    """Whether only one card may be played."""
    return game.phase == "play" and len(game.legal_actions()) == 1

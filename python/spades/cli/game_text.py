"""A whole game as someone reads it who sees all hands: `watch` and `replay`."""

from __future__ import annotations

from spades import Game, Outcome
from spades.cli.ending import draw_ending
from spades.cli.names import Names
from spades.cli.screen import Screen
from spades.cli.sentences import tell
from spades.cli.sheet import round_table
from spades.cli.steps import Step


class GameText:
    """Prints each round: hands, bids, a line a trick, the score. `quiet`: the scores alone."""

    def __init__(self, screen: Screen, names: Names, *, quiet: bool) -> None:
        self._screen = screen
        self._names = names
        self._quiet = quiet
        self._tricks = 0  # of the round in progress

    def start(self, game: Game) -> None:
        """Say what is played and by whom."""
        names = " against ".join(self._names.sides)
        self._screen.line(("Spades", "bold"), f", {game.rules.name}: {names}; seed {game.seed}")

    def deal(self, game: Game) -> None:
        """Say who opens; dealt hands are there at once."""
        if self._quiet:
            return
        self._screen.blank()
        opens = self._names.does(game.round.opener, "open")
        self._screen.heading(f"Round {len(game.rounds) + 1}: {opens}")
        if game.rules.deal == "dealt":
            self._hands(game)

    def step(self, game: Game, step: Step) -> None:
        """Print hands when they are made, all bids in a line, each trick in a line."""
        if self._quiet:
            return
        if step.phase == "draft" and game.phase != "draft":
            self._hands(game)
        if step.redealt:
            self._screen.line(tell(self._screen, self._names, step))
        if step.phase != "play" and game.phase == "play":
            self._bids(game)
        if step.winner is not None:
            self._trick(step)

    def scored(self, game: Game, index: int) -> None:
        """Print the score of a round."""
        if not self._quiet:
            self._screen.blank()
            round_table(self._screen, game.rules, self._names, game.rounds, index)

    def ended(self, game: Game, outcome: Outcome) -> None:
        """Print the score sheet and who won."""
        self._screen.blank()
        draw_ending(self._screen, self._names, game, outcome, plot=not self._quiet)

    def _hands(self, game: Game) -> None:
        face, screen = self._screen.face, self._screen
        width = max(map(len, self._names.seats))
        for seat, hand in enumerate(game.round.hands):
            screen.line(f"{self._names.seats[seat]:<{width}}  ", face.one_line(hand))
        for seat, cards in enumerate(game.round.discards):
            if cards:
                words = self._names.does(seat, "throw")
                screen.line(f"{words} away  ", face.one_line(cards))

    def _bids(self, game: Game) -> None:
        bids = zip(self._names.seats, game.round.bids, strict=True)
        self._screen.line("Bids: ", ", ".join(f"{name} {bid}" for name, bid in bids))
        self._tricks = 0

    def _trick(self, step: Step) -> None:
        screen, names = self._screen, self._names.seats
        self._tricks += 1
        text = screen.text((f"{self._tricks:>2} ", "dim"))
        for seat, card in step.trick:
            won = seat == step.winner
            text.append(f" {names[seat]} ").append(screen.face.text(card))
            text.append("*" if won else " ", "bold").append(" ")
        if self._tricks == 1:
            text.append(" (* wins)", "dim")
        screen.line(text)

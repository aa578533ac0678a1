"""Who is told what happens at a table: one reporter prints text, another JSON lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from spades import Action, Game, Outcome
    from spades.bots import Choice
    from spades.cli.odds import Odds
    from spades.cli.steps import Step


class Reporter(Protocol):
    """Told of everything that happens, in order."""

    def start(self, game: Game) -> None:
        """The game begins."""

    def deal(self, game: Game) -> None:
        """A round begins, or begins again after a misdeal."""

    def step(self, game: Game, step: Step) -> None:
        """An action was done."""

    def scored(self, game: Game, index: int) -> None:
        """The round at `index` was scored."""

    def ended(self, game: Game, outcome: Outcome) -> None:
        """The game is over."""


class TableReporter(Reporter, Protocol):
    """A reporter for someone who sits at the table and asks things."""

    def turn(self, game: Game) -> str:
        """It is the player's turn; returns the prompt."""

    def redraw(self, game: Game, what: str) -> None:
        """The player asks for the `table`, the `hand`, the `score`, the `rules` or `help`."""

    def thinking(self, seat: int | None) -> None:
        """A computer player begins to think; None: about advice."""

    def thought(self) -> None:
        """It has thought."""

    def odds(self, game: Game, odds: Odds) -> None:
        """The player asked what each choice is worth, and who may hold what."""

    def note(self, event: str, text: str, **fields: object) -> None:
        """Something about the table and not about the game: `text`, or an event with fields."""

    def kept(self, file: str) -> None:
        """The game is over, and its record is in a file."""

    def hint(self, game: Game, choice: Choice) -> None:
        """The player asked what the bot would do."""

    def why(self, game: Game, action: Action, reason: str | None) -> None:
        """The player asked whether an action may be done; None: it may."""

    def undone(self, game: Game, count: int) -> None:
        """So many actions were taken back; 0: there was none to take back."""

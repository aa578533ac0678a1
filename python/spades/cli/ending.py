"""The end of a game: the score sheet, the way of the scores, the winner and why."""

from __future__ import annotations

from spades import Game, Outcome
from spades.cli.names import Names
from spades.cli.score_plot import draw_scores
from spades.cli.screen import Screen
from spades.cli.sheet import game_table, outcome_words


def draw_ending(
    screen: Screen, names: Names, game: Game, outcome: Outcome, *, plot: bool = True
) -> None:
    """Print it; without `plot` only the sheet and the winner."""
    screen.heading("Game over")
    game_table(screen, game.rules, names, game.rounds)
    if plot and len(game.rounds) > 1:
        screen.blank()
        draw_scores(screen, names, game.rules, game.rounds)
        screen.blank()
    screen.line((outcome_words(game.rules, names, outcome, len(game.rounds)), "bold"))

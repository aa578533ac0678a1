"""Bots play a whole game against each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from spades._core import Game, Rules
from spades.errors import IllegalActionError, SpadesError

if TYPE_CHECKING:
    from spades.bots import Bot, Choice, Limit
    from spades.record import Record


def play_game(
    bots: Sequence[Bot],
    rules: Rules | str = "two-handed",
    seed: int | None = None,
    opener: int | None = None,
    limit: Limit | None = None,
    on_action: Callable[[Game, int, Choice], None] | None = None,
) -> Record:
    """Plays a game to its end.

    Args:
        bots: One bot per seat. Each is given what its seat knows and nothing else.
        rules: The rules, or a preset's name.
        seed: Dealer's seed; None: a fresh one, kept in the record.
        opener: Opener of the first round; None: the seed decides.
        limit: How long each bot may think about a decision; None: each bot's own default.
        on_action: Called after each action with the game, the seat that acted and its choice.

    Returns:
        The record of the game.

    Raises:
        IllegalActionError: Naming bot and seat, when a bot's action is not legal.
        SpadesError: When the number of bots is not the number of seats, a bot answers with
            something else than a `Choice`, or an argument is bad.

    Examples:
        >>> import spades
        >>> bots = [spades.bots.RandomBot(seed=seat) for seat in range(4)]
        >>> record = spades.play_game(bots, "partners", seed=7)
        >>> record.replay().is_over
        True
    """
    from spades.record import Record

    game = Game(rules, seed, opener)
    players = game.rules.players
    if not isinstance(bots, Sequence) or isinstance(bots, str) or len(bots) != players:
        found = len(bots) if isinstance(bots, Sequence) else repr(bots)
        raise SpadesError(f"bots: expected {players}, one per seat, found {found}")
    for seat, bot in enumerate(bots):
        if not callable(getattr(bot, "choose", None)):
            raise SpadesError(f"bots: seat {seat}: {bot!r} is no bot: it has no choose()")
    while (turn := game.turn) is not None:
        choice = bots[turn].choose(game.observation(turn), limit)
        _apply(game, choice, bots[turn])
        if on_action is not None:
            on_action(game, turn, choice)
    return Record.from_game(game, players=[_name(bot) for bot in bots])


def _apply(game: Game, choice: Choice, bot: Bot) -> None:
    where = f"bot {_name(bot)!r} in seat {game.turn}"
    action = getattr(choice, "action", None)
    if action is None:
        raise SpadesError(f"{where}: expected a Choice, found {choice!r}")
    try:
        game.apply(action)
    except IllegalActionError as error:
        raise type(error)(error.action, f"{error.reason} ({where})", error.legal) from error


def _name(bot: Bot) -> str:
    return str(getattr(bot, "name", type(bot).__name__))

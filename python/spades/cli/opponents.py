"""The computer players of the table, by level or by name.

The bots are loaded when the first of them is asked: not before the player sees the first screen.
"""

from __future__ import annotations

from argparse import Namespace

from spades import Game, Observation, SpadesError
from spades.cli.option_types import SECONDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from spades.bots import Bot, Choice, Limit

ADVICE_SECONDS = 1.0


class Opponents:
    """The bots in all other seats, and the one that gives advice."""

    def __init__(self, spec: str, seed: int, options: Namespace) -> None:
        """Sit down.

        Args:
            spec: Who sits in every seat, see `opponent_of`.
            seed: The seed of the game.
            options: `time` and `worlds` of the command line.
        """
        self._spec = spec
        self._seed = seed
        self._options = options
        self._bots: dict[int, Bot] = {}

    def choose(self, game: Game) -> Choice:
        """What the seat whose turn it is does."""
        seat = game.turn or 0
        if seat not in self._bots:
            self._bots[seat] = opponent_of(self._spec, bot_seed(self._seed, seat))
        bot = self._bots[seat]
        return bot.choose(game.observation(seat), limit_of(self._options, self._spec, bot))

    def advise(self, seen: Observation) -> Choice:
        """What the strongest bot would do in the place of the seat that knows this."""
        from spades.bots import Limit, SearchBot

        options = self._options
        if options.time is None and options.worlds is not None:
            limit = Limit(worlds=options.worlds)  # nothing depends on the clock
        else:
            limit = Limit(time=min(ADVICE_SECONDS, options.time or ADVICE_SECONDS))
        return SearchBot(bot_seed(self._seed, seen.seat)).choose(seen, limit)


def opponent_of(spec: str, seed: int) -> Bot:
    """The bot that a text means.

    Args:
        spec: A level of the search bot, a bot's name, or one with options, such as
            `casual:style=bold` or `search:worlds=20`.
        seed: Used unless the options have one.

    Raises:
        SpadesError: When it is none of them.
    """
    from spades.bots import LEVELS, SearchBot, make

    kind, colon, options = spec.partition(":")
    if colon:
        from spades.arena.spec import bot_from_spec

        unseeded = ("rule", "book")
        seeded = "seed=" in spec.replace(" ", "") or kind.strip().lower() in unseeded
        return bot_from_spec(spec if seeded or not options else f"{spec},seed={seed}")[1]
    if kind in LEVELS:
        return SearchBot(seed, level=kind)
    try:
        return make(kind, seed)
    except SpadesError as error:
        raise SpadesError(f"{error}, or {', '.join(LEVELS)}") from None


def limit_of(options: Namespace, spec: str, bot: Bot) -> Limit | None:
    """How long a bot may think: by `--time` and `--worlds`, or as its level wants it.

    The strongest level thinks as long as a person likes to wait, a weaker one about as many deals
    as it has by itself, which takes less, and so does one that was told how many.
    """
    from spades.bots import Limit, SearchBot
    from spades.bots.search import DEFAULT_LEVEL

    if options.time is not None or options.worlds is not None:
        return Limit(time=options.time, worlds=options.worlds)
    weaker = isinstance(bot, SearchBot) and bot.level != DEFAULT_LEVEL
    told = "worlds=" in spec or "time=" in spec
    return None if weaker or told else Limit(time=SECONDS)


def bot_seed(seed: int, seat: int) -> int:
    """A seed for the bot in a seat: with `--seed` and `--worlds` a game is the same each time."""
    return (seed + seat) % 2**64

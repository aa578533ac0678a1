"""A bot with a limit of its own."""

from __future__ import annotations

from dataclasses import dataclass

from spades._core import Observation
from spades.bots import Bot, Choice, Limit


@dataclass(frozen=True, slots=True)
class LimitedBot:
    """A bot that thinks within its own limit when it is given none.

    Args:
        bot: The bot.
        limit: Its limit.

    Examples:
        >>> from spades.bots import RandomBot
        >>> LimitedBot(RandomBot(seed=1), Limit(time=0.1)).name
        'random'
    """

    bot: Bot
    limit: Limit

    @property
    def name(self) -> str:
        """The bot's name."""
        return self.bot.name

    def choose(self, obs: Observation, limit: Limit | None = None) -> Choice:
        """Chooses as the bot does, within the limit given or else its own."""
        return self.bot.choose(obs, limit or self.limit)

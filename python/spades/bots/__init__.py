"""The computer players. A bot sees an `Observation`, never a `Game`."""

from spades.bots.bot import Bot
from spades.bots.limit import Limit
from spades.bots.make import NAMES, make
from spades.bots.plain import BookBot, RandomBot, RuleBot
from spades.bots.report import ActionReport, Choice, Report
from spades.bots.search import LEVELS, STYLES, SearchBot

__all__ = [
    "LEVELS",
    "NAMES",
    "STYLES",
    "ActionReport",
    "BookBot",
    "Bot",
    "Choice",
    "Limit",
    "RandomBot",
    "Report",
    "RuleBot",
    "SearchBot",
    "make",
]

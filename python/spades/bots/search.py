"""The bot that searches."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from spades import _core
from spades.bots.bot import check, check_seed, decision_seed
from spades.bots.limit import MAX_COUNT, Limit, count
from spades.bots.report import ActionReport, Choice, Report
from spades.errors import SpadesError

if TYPE_CHECKING:
    from spades._types import ActionLike

# What a level means for the options that are not given. A beginner takes every unseen card for
# equally likely and so bids too much, and keeps cards by a rule of thumb; a casual player forgets
# what was thrown away, or who is out of a suit, and does not read the other's bid; a club player
# reckons well but plays for points and not for the game.
LEVELS: dict[str, dict[str, int | bool]] = {
    "beginner": {
        "worlds": 2,
        "memory": False,
        "posterior": False,
        "equity": False,
        "bids": False,
        "draft": False,
    },
    "casual": {
        "worlds": 4,
        "memory": False,
        "posterior": True,
        "equity": False,
        "bids": False,
        "draft": True,
    },
    "club": {
        "worlds": 8,
        "memory": True,
        "posterior": True,
        "equity": False,
        "bids": True,
        "draft": True,
    },
    "strong": {
        "worlds": 32,
        "memory": True,
        "posterior": True,
        "equity": True,
        "bids": True,
        "draft": True,
    },
}
# Hidden deals per decision with three and four players, where a deal is played out and not solved:
# each says less and costs less.
TABLE_WORLDS = {"beginner": 3, "casual": 10, "club": 20, "strong": 200}
DEFAULT_LEVEL = "strong"
# How much a bot minds a failed bid of its own; any level can have any style.
STYLES = ("steady", "bold", "cautious")


@dataclass(frozen=True, slots=True)
class SearchBot:
    """Plays hidden deals that fit all it knows to their end, and does what is best on average.

    Args:
        seed: 0 to 2**64 - 1; without a time limit what it does depends on this, the worlds and
            what it knows alone. None: a fresh seed, kept in `seed`.
        level: "beginner", "casual", "club" or "strong": what the options below are when they are
            not given. No level sees more than a player at the table; a weaker one uses less of it.
        worlds: Hidden deals per decision when the limit does not say.
        memory: Remember the discards seen, and with three and four players who has shown to have
            none of a suit. Off, it plays as if it had not looked.
        posterior: Draw the hidden cards by what the draft, with three and four players the bids
            tell, not all alike.
        equity: Value an outcome by the chance to win the game instead of by points.
        threads: Threads when the limit does not say; they never change the choice.
        table_worlds: The same as `worlds` with three and four players; not given, it is `worlds`
            if that is given.
        bids: Hidden cards that go with the others' bids are likelier.
        draft: With two players: weigh each card of the draft against the unseen ones. Off, it keeps
            every spade and every jack, queen, king and ace.
        style: "steady" wants points and the game; "bold" hardly minds a failed bid of its own, so
            bids higher and nil more often; "cautious" minds it three times as much.

    The switches are there for experiments, too.

    Raises:
        SpadesError: When a value is not what it should be.

    Examples:
        >>> import spades
        >>> game = spades.Game("two-handed", seed=7, opener=0)
        >>> bot = spades.bots.SearchBot(seed=1, worlds=20)
        >>> choice = bot.choose(game.observation(0), spades.Limit(worlds=10))
        >>> choice.action in game.legal_actions()
        True
        >>> spades.bots.SearchBot(seed=1, level="casual").worlds
        4
    """

    seed: int | None = None
    level: str = DEFAULT_LEVEL
    worlds: int | None = None
    memory: bool | None = None
    posterior: bool | None = None
    equity: bool | None = None
    threads: int = 1
    table_worlds: int | None = None
    bids: bool | None = None
    draft: bool | None = None
    style: str = STYLES[0]

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", check_seed(self.seed))
        if not isinstance(self.level, str) or self.level not in LEVELS:
            raise SpadesError(f"level: expected {', '.join(LEVELS)}, found {self.level!r}")
        if self.table_worlds is None:
            usual = TABLE_WORLDS[self.level] if self.worlds is None else self.worlds
            object.__setattr__(self, "table_worlds", usual)
        for field, value in LEVELS[self.level].items():
            if getattr(self, field) is None:
                object.__setattr__(self, field, value)
        count("worlds", self.worlds)
        count("table_worlds", self.table_worlds)
        count("threads", self.threads)
        for field in ("memory", "posterior", "equity", "bids", "draft"):
            if not isinstance(getattr(self, field), bool):
                found = getattr(self, field)
                raise SpadesError(f"{field}: expected True or False, found {found!r}")
        if not isinstance(self.style, str) or self.style not in STYLES:
            raise SpadesError(f"style: expected {', '.join(STYLES)}, found {self.style!r}")

    @property
    def name(self) -> str:
        """The bot's name: "search"."""
        return "search"

    def choose(
        self,
        obs: _core.Observation,
        limit: Limit | None = None,
        *,
        also: ActionLike | None = None,
    ) -> Choice:
        """Searches within the limit. Other threads of Python run meanwhile.

        Args:
            obs: What the seat to act knows.
            limit: With `time` alone it thinks for that long; with `worlds` its choice is
                reproducible; None: the bot's own number of worlds.
            also: An action to value in any case; of bids only those that may be best are looked
                at otherwise. The choice is made among all that are valued.

        Raises:
            SpadesError: When it is not the observing seat's turn.
            KeyboardInterrupt: On Ctrl-C, within about 50 ms.
        """
        check(obs, limit)
        limit = limit or Limit()
        mine = self.worlds if obs.rules.players == 2 else self.table_worlds
        usual = count("worlds", mine)
        worlds = limit.worlds or (usual if limit.time is None else MAX_COUNT)
        began = perf_counter()
        result = _core.search(
            obs,
            seed=decision_seed(self.name, check_seed(self.seed), obs),
            worlds=worlds,
            time=limit.time,
            threads=limit.threads or self.threads,
            memory=bool(self.memory),
            posterior=bool(self.posterior),
            equity=bool(self.equity),
            bids=bool(self.bids),
            draft=bool(self.draft),
            style=self.style,
            also=also,
        )
        # One entry for every legal action, also where the search saw no need to look.
        entries = {action: ActionReport(action) for action in obs.legal_actions()}
        for action, value, error, *rest in result.values:
            entries[action] = ActionReport(action, value, error, result.worlds, *rest)
        report = Report.of(
            entries.values(),
            worlds=result.worlds,
            nodes=result.nodes,
            exact=result.exact,
            held=result.held,
            by_win=bool(self.equity),
            seconds=perf_counter() - began,
        )
        return Choice(result.action, report)

"""The bot that searches."""

from __future__ import annotations

from dataclasses import dataclass

from spades import _core
from spades.bots.bot import check, check_seed, decision_seed
from spades.bots.limit import MAX_COUNT, Limit, count
from spades.bots.report import ActionReport, Choice, Report
from spades.errors import SpadesError

# Worlds per decision when no limit says otherwise.
DEFAULT_WORLDS = 32


@dataclass(frozen=True, slots=True)
class SearchBot:
    """Plays hidden deals that fit all it knows to their end, and does what is best on average.

    Args:
        seed: 0 to 2**64 - 1; without a time limit what it does depends on this, the worlds and
            what it knows alone. None: a fresh seed, kept in `seed`.
        worlds: Hidden deals per decision when the limit does not say.
        threads: Threads when the limit does not say; they never change the choice.
        memory: Remember the own discards. Off, it plays as if it had not looked at them.
        posterior: Weigh the worlds by how well they explain what the others did.
        equity: Value an outcome by the chance to win the game instead of by points.

    The last three are there to be switched off in experiments.

    Raises:
        SpadesError: When a value is not what it should be.

    Examples:
        >>> import spades
        >>> game = spades.Game("two-handed", seed=7, opener=0)
        >>> bot = spades.bots.SearchBot(seed=1, worlds=20)
        >>> choice = bot.choose(game.observation(0), spades.Limit(worlds=10))
        >>> choice.action in game.legal_actions()
        True
    """

    seed: int | None = None
    worlds: int = DEFAULT_WORLDS
    threads: int = 1
    memory: bool = True
    posterior: bool = True
    equity: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", check_seed(self.seed))
        count("worlds", self.worlds)
        count("threads", self.threads)
        for field in ("memory", "posterior", "equity"):
            if not isinstance(getattr(self, field), bool):
                found = getattr(self, field)
                raise SpadesError(f"{field}: expected True or False, found {found!r}")

    @property
    def name(self) -> str:
        """The bot's name: "search"."""
        return "search"

    def choose(self, obs: _core.Observation, limit: Limit | None = None) -> Choice:
        """Searches within the limit. Other threads of Python run meanwhile.

        Args:
            obs: What the seat to act knows.
            limit: With `time` alone it thinks for that long; with `worlds` its choice is
                reproducible; None: the bot's own number of worlds.

        Raises:
            SpadesError: When it is not the observing seat's turn.
            KeyboardInterrupt: On Ctrl-C, within about 50 ms.
        """
        check(obs, limit)
        limit = limit or Limit()
        worlds = limit.worlds or (self.worlds if limit.time is None else MAX_COUNT)
        result = _core.search(
            obs,
            seed=decision_seed(self.name, check_seed(self.seed), obs),
            worlds=worlds,
            time=limit.time,
            threads=limit.threads or self.threads,
            memory=self.memory,
            posterior=self.posterior,
            equity=self.equity,
        )
        # One entry for every legal action, also where the search saw no need to look.
        entries = {action: ActionReport(action) for action in obs.legal_actions()}
        for action, value, error, win, made in result.values:
            entries[action] = ActionReport(action, value, error, result.worlds, win, made)
        report = Report.of(
            entries.values(),
            worlds=result.worlds,
            nodes=result.nodes,
            exact=result.exact,
            held=result.held,
            by_win=self.equity,
        )
        return Choice(result.action, report)

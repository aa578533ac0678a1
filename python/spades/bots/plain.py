"""The bots that do not search."""

from __future__ import annotations

from dataclasses import dataclass

from spades import _core
from spades.bots.bot import check, check_seed, decision_seed
from spades.bots.limit import Limit
from spades.bots.report import ActionReport, Choice, Report
from spades.errors import SpadesError


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Does any legal action with the same chance.

    Args:
        seed: 0 to 2**64 - 1; what it does depends on this and on what it knows alone. None: a
            fresh seed, kept in `seed`.

    Raises:
        SpadesError: When the seed is none.

    Examples:
        >>> import spades
        >>> bot = spades.bots.RandomBot(seed=1)
        >>> obs = spades.Game("partners", seed=7, opener=0).observation(0)
        >>> bot.choose(obs) == bot.choose(obs)
        True
    """

    seed: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", check_seed(self.seed))

    @property
    def name(self) -> str:
        """The bot's name: "random"."""
        return "random"

    def choose(self, obs: _core.Observation, limit: Limit | None = None) -> Choice:
        """Draws a legal action; the limit is not needed.

        Raises:
            SpadesError: When it is not the observing seat's turn.
        """
        legal = check(obs, limit).legal_actions()
        # The bias of the remainder is below 2**-57.
        drawn = decision_seed(self.name, check_seed(self.seed), obs) % len(legal)
        return Choice(legal[drawn], Report.of(map(ActionReport, legal)))


# How a rule bot bids.
BIDS = ("sure", "fitted")


@dataclass(frozen=True, slots=True)
class RuleBot:
    """The plain computer player: it counts sure tricks and plays by rules of thumb.

    It bids the sure tricks of aces, kings and long spades, plays the cheapest winning card while
    its side needs tricks, ducks when bags hurt, and protects a partner who bid nil.

    Args:
        bids: "sure": the sure tricks of the hand, which is little, so that bags come in;
            "fitted": what hands like it make in play, less what bags and sets cost: the better
            bot. Both bid nil with the same hands.

    Raises:
        SpadesError: When `bids` is neither.

    Examples:
        >>> import spades
        >>> game = spades.Game("partners", seed=7, opener=0)
        >>> spades.bots.RuleBot().choose(game.observation(0)).action in game.legal_actions()
        True
    """

    bids: str = "sure"

    def __post_init__(self) -> None:
        if self.bids not in BIDS:
            raise SpadesError(f"bids: expected {' or '.join(BIDS)}, found {self.bids!r}")

    @property
    def name(self) -> str:
        """The bot's name: "rule"."""
        return "rule"

    def choose(self, obs: _core.Observation, limit: Limit | None = None) -> Choice:
        """Chooses by rules of thumb; the limit is not needed.

        Raises:
            SpadesError: When it is not the observing seat's turn.
        """
        action = _core.rule_action(check(obs, limit))
        if self.bids == "sure" and action.bid is not None and not action.bid.is_nil:
            # A partner's tricks are counted by the partner; one trick is always claimed.
            sure = max(1, int(_core.estimate_tricks(obs.hand)))
            action = _core.Action(_core.Bid(min(sure, obs.rules.max_bid)))
        return Choice(action, Report.of(map(ActionReport, obs.legal_actions())))


@dataclass(frozen=True, slots=True)
class BookBot:
    """A computer player by the book: it bids and plays as published advice on the game has it.

    It counts side honours by the chance that their suit goes round, ruffs by short suits, spades
    by the gaps above them, and bids nil by how safe each suit is. It covers a partner's nil,
    attacks an opponent's, wins as cheaply as it can while its side needs tricks or can set the
    others, and ducks when bags hurt. It shares no judgement with `RuleBot`, and is the better of
    the two in partnerships.

    Examples:
        >>> import spades
        >>> game = spades.Game("partners", seed=7, opener=0)
        >>> spades.bots.BookBot().choose(game.observation(0)).action in game.legal_actions()
        True
    """

    @property
    def name(self) -> str:
        """The bot's name: "book"."""
        return "book"

    def choose(self, obs: _core.Observation, limit: Limit | None = None) -> Choice:
        """Chooses by the book; the limit is not needed.

        Raises:
            SpadesError: When it is not the observing seat's turn.
        """
        action = _core.book_action(check(obs, limit))
        return Choice(action, Report.of(map(ActionReport, obs.legal_actions())))

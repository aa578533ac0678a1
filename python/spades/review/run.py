"""Goes through a record and asks the bot about each decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from spades._core import Action, Game
from spades.bots import Limit
from spades.bots.bot import check_seed
from spades.bots.limit import whole
from spades.errors import SpadesError
from spades.record import Record, RecordRound
from spades.review.decision import Decision
from spades.review.judge import WORLDS, Judge
from spades.review.luck import TIMES, RoundLuck, luck_of, margin
from spades.review.model import Review, RoundResult
from spades.review.position import Position
from spades.review.seats import names_of, seats_of, sides_of

Progress = Callable[[int, int], object]
_MOST = 1000


def review(
    record: Record,
    seat: int | None = None,
    limit: Limit | None = None,
    progress: Progress | None = None,
    *,
    luck: int = TIMES,
    seed: int = 1,
) -> Review:
    """Reviews a game: what each decision lost, and what the deals were worth.

    The bot is asked about what the seat knew at that moment, never about hidden cards.

    Args:
        record: The game, over or not. It is replayed with all checks.
        seat: Whose decisions; None: those of the seats called "you", or else of all.
        limit: Worlds of the first look at a decision (the second has 16 times as many), or
            seconds for a decision; None: 64 worlds. With worlds the review is the same on every
            machine.
        progress: Called with the steps done and all steps.
        luck: How often bots play each deal in each turn of the seats to tell what it was worth;
            0: not at all, else 2 at least.
        seed: 0 to 2**64 - 1.

    Returns:
        The review; after Ctrl-C what there is so far, marked as `stopped`.

    Raises:
        RecordError: When the record does not replay.
        SpadesError: When an argument is not what it should be.

    Examples:
        >>> import spades
        >>> rules = spades.Rules.preset("two-handed").replace(target=0, rounds=1)
        >>> bots = [spades.bots.RandomBot(seed=1), spades.bots.RuleBot()]
        >>> record = spades.play_game(bots, rules, seed=1)
        >>> found = review(record, seat=0, limit=spades.Limit(worlds=8), luck=0)
        >>> found.summary(0).mistakes > 3, found.summary(0, "draft").decisions
        (True, 13)
    """
    if not isinstance(record, Record):
        raise SpadesError(f"record: expected a Record, found {type(record).__name__}")
    seats = seats_of(record, seat)
    if limit is not None and not isinstance(limit, Limit):
        raise SpadesError(f"limit: expected a Limit or None, found {limit!r}")
    limit = limit or Limit()
    if limit.worlds is None and limit.time is None:
        limit = Limit(worlds=WORLDS, threads=limit.threads)
    times, seed = _times(luck), check_seed(1 if seed is None else seed)
    end = record.replay()
    walk = _Walk(record, seats, Judge(limit, seed), times, seed, progress)
    stopped = False
    try:
        walk.go()
    except KeyboardInterrupt:
        stopped = True
    names, outcome = names_of(record), end.outcome
    return Review(
        rules=record.rules,
        players=names,
        side_names=sides_of(record, names),
        seats=seats,
        decisions=tuple(walk.decisions),
        results=tuple(walk.results),
        luck=tuple(walk.luck),
        scores=tuple(score.points for score in end.scores),
        winner=None if outcome is None else outcome.winner,
        over=end.is_over,
        truncated=record.truncated,
        stopped=stopped,
        limit=limit,
        seed=seed,
    )


class _Walk:
    """Plays the record again, round by round, and keeps what it finds."""

    def __init__(
        self,
        record: Record,
        seats: Iterable[int],
        judge: Judge,
        times: int,
        seed: int,
        progress: Progress | None,
    ) -> None:
        self.decisions: list[Decision] = []
        self.results: list[RoundResult] = []
        self.luck: list[RoundLuck] = []
        self._record = record
        self._seats = frozenset(seats)
        self._judge = judge
        self._times = times
        self._seed = seed
        self._progress = progress
        finished = sum(played.finished for played in record.rounds)
        actions = sum(len(played.actions) for played in record.rounds)
        self._steps = actions + finished * times * record.rules.players
        self._done = 0

    def go(self) -> None:
        game = Game(self._record.rules, self._record.seed, self._record.opener)
        for played in self._record.rounds:
            for number, action in enumerate(played.actions, 1):
                self._decision(game, played, number, action)
                game.apply(action)
                self._step()
            if played.finished:
                points = played.points
                margins = tuple(margin(points, side) for side in range(len(points)))
                self.results.append(RoundResult(played.number, points, margins))
                if self._times:
                    self.luck.append(self._deal(played))

    def _decision(self, game: Game, played: RecordRound, number: int, action: Action) -> None:
        seat = game.turn
        if seat is None or seat not in self._seats:
            return
        obs = game.observation(seat)
        verdict = self._judge.verdict(obs, action)
        if verdict is not None:
            self.decisions.append(
                Decision(
                    game.rules,
                    played.number,
                    number,
                    seat,
                    obs.phase,
                    action,
                    Position.of(obs),
                    verdict,
                )
            )

    def _deal(self, played: RecordRound) -> RoundLuck:
        seed = (self._seed + played.number) % 2**64
        return luck_of(self._record.rules, played, self._times, seed, self._step)

    def _step(self) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self._steps)


def _times(luck: object) -> int:
    times = whole(luck)
    if times is None or times < 0 or times == 1 or times > _MOST:
        raise SpadesError(f"luck: expected 0, or a whole number from 2 to {_MOST}")
    return times

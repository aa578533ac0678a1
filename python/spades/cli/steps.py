"""What one action changed, as one viewer could see it."""

from __future__ import annotations

from spades import Action, Card, CardSet, FinishedRound, Game


class Step:
    """An action that was done.

    A plain class: loading `dataclasses` would take longer than all of the first screen.

    Attributes:
        seat: Who did it.
        action: What.
        phase: The phase in which it was done.
        auto: Whether it was done without asking, as the only one possible.
        taken: Draft: the card that went to the hand, if the viewer saw it.
        thrown: Draft: the card that was thrown away, if the viewer saw it.
        trick: The cards of the trick that it completed, in the order played.
        winner: Who won that trick.
        finished: The round that it ended.
    """

    __slots__ = (
        "action", "auto", "finished", "phase", "seat", "taken", "thrown", "trick", "winner",
    )  # fmt: skip

    def __init__(
        self,
        seat: int,
        action: Action,
        phase: str,
        auto: bool = False,
        taken: Card | None = None,
        thrown: Card | None = None,
        trick: tuple[tuple[int, Card], ...] = (),
        winner: int | None = None,
        finished: FinishedRound | None = None,
    ) -> None:
        self.seat = seat
        self.action = action
        self.phase = phase
        self.auto = auto
        self.taken = taken
        self.thrown = thrown
        self.trick = trick
        self.winner = winner
        self.finished = finished

    @property
    def redealt(self) -> bool:
        """Whether the pack was dealt again."""
        return str(self.action) == "misdeal"


def take_step(game: Game, action: Action, viewer: int | None, auto: bool = False) -> Step:
    """Do an action and say what it changed.

    Args:
        game: Changed.
        action: Must be legal.
        viewer: The seat through whose eyes it is seen; None sees all cards.
        auto: Noted in the step.

    Raises:
        IllegalActionError: The game is as it was.
    """
    seat, phase, before = game.turn, game.phase, game.round.copy()
    held, thrown = _zones(game, viewer, seat or 0)
    done = game.apply(action)
    assert seat is not None  # a finished game has refused the action
    card, rounds = done.card, len(game.rounds)
    if card is not None and len(before.trick) == before.rules.players - 1:
        ended = before.copy()
        ended.apply(done)
        return Step(
            seat,
            done,
            phase,
            auto,
            trick=(*before.trick, (seat, card)),
            winner=_winner(before.tricks, ended.tricks),
            finished=game.rounds[rounds - 1] if ended.is_over else None,
        )
    if phase == "draft":
        now_held, now_thrown = _zones(game, viewer, seat)
        taken, away = now_held - held, now_thrown - thrown
        return Step(seat, done, phase, auto, taken=_only(taken), thrown=_only(away))
    return Step(seat, done, phase, auto)


def _zones(game: Game, viewer: int | None, seat: int) -> tuple[CardSet, CardSet]:
    if viewer is None:
        return game.round.hands[seat], game.round.discards[seat]
    seen = game.observation(viewer)
    return seen.known_hands[seat], seen.discards[seat]


def _only(cards: CardSet) -> Card | None:
    return next(iter(cards), None)


def _winner(before: tuple[int, ...], after: tuple[int, ...]) -> int:
    return next(seat for seat, won in enumerate(after) if won > before[seat])

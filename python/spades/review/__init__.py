"""What a game's decisions lost, what would have been better, and how lucky the deals were."""

from spades.review.decision import Decision
from spades.review.estimate import Estimate
from spades.review.judge import Judge
from spades.review.luck import RoundLuck, luck_of
from spades.review.model import Review, RoundResult
from spades.review.position import Position
from spades.review.run import review
from spades.review.summary import Summary
from spades.review.value import Value
from spades.review.verdict import Verdict

__all__ = [
    "Decision",
    "Estimate",
    "Judge",
    "Position",
    "Review",
    "RoundLuck",
    "RoundResult",
    "Summary",
    "Value",
    "Verdict",
    "luck_of",
    "review",
]

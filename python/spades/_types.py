"""What the public functions accept, for annotations."""

from typing import TYPE_CHECKING, Literal, SupportsIndex, TypeAlias, Union

if TYPE_CHECKING:
    from spades._core import Action, Bid, Card, CardSet

ActionLike: TypeAlias = Union["Action", "Card", "Bid", str, SupportsIndex]
CardLike: TypeAlias = Union["Card", str, SupportsIndex]
HandLike: TypeAlias = Union["CardSet", str]
BidLike: TypeAlias = Union["Bid", str, SupportsIndex]
Phase: TypeAlias = Literal["blind", "draft", "bid", "play", "over"]

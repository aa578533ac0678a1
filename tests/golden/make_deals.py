"""Makes `deals.json`: `python tests/golden/make_deals.py`.

What a seed deals is part of the behaviour that never changes: records depend on it. Make this file
anew only for a new preset.
"""

from __future__ import annotations

import json
from pathlib import Path

import spades

SEEDS = (0, 1, 7, 2**32, 2**64 - 1)


def deal(preset: str, seed: int) -> dict[str, object]:
    """Give what a game of this seed deals in its first two rounds, and after a misdeal."""
    game = spades.Game(preset, seed)
    hands: list[list[str]] = []
    for _ in range(2):
        number = len(game.rounds)
        # The first action is "keep", "up", "blind-nil" or nil; then the lowest cards are played.
        while len(game.rounds) == number:
            if game.phase == "bid" and len(hands) == number:
                hands.append([str(hand) for hand in game.round.hands])
            game.apply(game.legal_actions()[0])
        if len(hands) == number:  # all bid blind
            hands.append([str(cards) for cards in game.rounds[number].deck[:3]])
    return {
        "rules": preset,
        "seed": seed,
        "openers": [done.opener for done in game.rounds],
        "hands": hands,
        "pack": [int(card) for card in game.rounds[1].deck],
    }


def misdeal(seed: int) -> dict[str, object]:
    """Give the hands that two misdeals in a row bring."""
    high = [card for card in range(52) if card % 13 >= 9]
    low = [card for card in range(52) if card % 13 < 9]
    # No picture for the opener; then the seed decides.
    mine, others = low[:13], low[13:] + high
    deck = [(mine if i % 4 == 0 else others).pop(0) for i in range(52)]
    round = spades.Round.deal("partners-double-nil", seed, deck=deck)
    round.apply("misdeal")
    return {"seed": seed, "hands": [str(hand) for hand in round.hands]}


def deals() -> dict[str, object]:
    """Give the whole file."""
    return {
        "games": [deal(preset, seed) for preset in spades.PRESETS for seed in SEEDS],
        "misdeals": [misdeal(seed) for seed in SEEDS],
    }


def main() -> None:
    """Write the file."""
    made = deals()
    parts = []
    for name in ("games", "misdeals"):
        lines = ",\n    ".join(json.dumps(entry) for entry in made[name])  # type: ignore[attr-defined]
        parts.append(f'  "{name}": [\n    {lines}\n  ]')
    path = Path(__file__).with_name("deals.json")
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

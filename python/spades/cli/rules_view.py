"""`rules`: the presets, or the rules of one of them or of a file."""

from __future__ import annotations

import json
import os
from argparse import Namespace
from collections.abc import Sequence

import spades
from spades import Rules, RulesError
from spades._text_file import write_text
from spades.cli.program import FINE, USAGE, complain
from spades.cli.rules_option import rules_from
from spades.cli.rules_words import in_words
from spades.cli.screen import Screen
from spades.cli.text import Text

# The fields of `Rules`, in words.
MEANINGS = {
    "name": "what the rules are called",
    "players": "2, 3 or 4",
    "partnerships": "seats 0 and 2 against 1 and 3",
    "deal": "how hands are made: draw, pick or dealt",
    "discards": "who sees cards thrown away: private or face-up",
    "opener": "who opens the next round: rotate or random",
    "hand_hidden_until_bid": "own hand seen only at the bid",
    "misdeal": "a poor hand may have the pack dealt again",
    "max_bid": "highest bid",
    "nil_bonus": "points of a nil that wins no trick",
    "nil_penalty": "points lost by a nil that wins one",
    "nil_tricks": "its tricks then: ignored, bags or contract",
    "blind_nil_bonus": "points of a blind nil; 0: there is none",
    "blind_nil_penalty": "points lost by a failed blind nil",
    "moon_bonus": "points of 13 bid and won; 0: no extra",
    "double_nil_bonus": "points when both partners bid nil; 0: no extra",
    "trick_points": "points per trick of the bid",
    "bag_points": "points per trick above it, a bag",
    "bag_limit": "bags that are punished together; 0: never",
    "bag_penalty": "points lost by them",
    "target": "score that ends the game; 0: none",
    "rounds": "number of rounds; 0: open",
    "max_rounds": "an open game ends after so many",
    "lose_score": "a side at or below it ends the game",
}


def run_rules(options: Namespace) -> int:
    """Print rules, or the list of the presets."""
    if options.rules == "new":
        return _new(options)
    for option in ("file", "like"):
        if getattr(options, option) is not None:
            complain(f"error: {option if option == 'file' else '--like'}: only with rules new")
            return USAGE
    if options.rules is None and not options.settings and not options.toml:
        _presets(options)
        return FINE
    rules = rules_from(options.rules or "two-handed", options.settings)
    if options.toml:
        print(as_toml(rules), end="")
    elif options.json:
        print(json.dumps(rules.as_dict()))
    else:
        _print(Screen(ascii_only=options.ascii), rules)
    return FINE


def _new(options: Namespace) -> int:
    """Write a rules file with every field explained."""
    file = options.file
    if file is None:
        complain("error: rules new: which file? Such as python -m spades rules new house.toml")
        return USAGE
    rules = rules_from(options.like, options.settings)
    if os.path.exists(file) and not options.force:
        raise RulesError(f"{file}: exists already: use another name, or --force to replace it")
    if not any(field == "name" for field, _ in options.settings):
        # A preset's name is for the preset alone: its fields are compared with it.
        rules = rules.replace(name=_name_of(file))
    write_text(file, [as_toml(rules)], RulesError)
    if options.json:
        print(json.dumps({"file": file, "rules": rules.as_dict()}))
    else:
        print(f"{file} is written: edit it, then python -m spades --rules {file}")
    return FINE


def _name_of(file: str) -> str:
    """A name for the rules of a file, if its own can be one."""
    stem = os.path.basename(file).split(".")[0]
    return stem if stem and stem.isascii() and stem.isprintable() and len(stem) <= 30 else "house"


def as_toml(rules: Rules) -> str:
    """The rules as a file that can be edited and loaded, each field with its meaning."""
    import tomli_w

    lines = ["# Rules of Spades. Edit and play: python -m spades --rules FILE", ""]
    for field, value in rules.as_dict().items():
        lines.append(f"# {MEANINGS.get(field, '')}".rstrip())
        if value is None:
            lines.append(f"# {field} = -200")
        else:
            lines.append(tomli_w.dumps({field: value}).strip())
    return "\n".join(lines) + "\n"


def _print(screen: Screen, rules: Rules) -> None:
    screen.heading(f"Rules: {rules.name}")
    for paragraph in in_words(rules):
        screen.paragraph(paragraph)
        screen.blank()
    base = _base(rules)
    rows: list[Sequence[str | Text]] = []
    for field, value in rules.as_dict().items():
        shown = _shown(value)
        changed = base is not None and base.get(field) != value
        rows.append(
            [field, screen.text((shown, "bold" if changed else "")), MEANINGS.get(field, "")]
        )
    screen.table(["Field", "Value", "Meaning"], rows, left=("Meaning",), wrap=("Meaning",))


def _presets(options: Namespace) -> None:
    presets = [Rules.preset(name) for name in spades.PRESETS]
    if options.json:
        print(json.dumps({rules.name: rules.as_dict() for rules in presets}))
        return
    screen = Screen(ascii_only=options.ascii)
    rows = [
        [rules.name, _who(rules), _hands(rules), _end(rules), _special(rules)] for rules in presets
    ]
    columns = ["Preset", "Players", "Hands", "To", "Special"]
    screen.table(columns, rows, left=columns, wrap=("Special",))
    screen.blank()
    screen.line("python -m spades rules PRESET tells the rules of one;")
    screen.line("python -m spades --rules PRESET plays it.")


def _who(rules: Rules) -> str:
    return "2 against 2" if rules.partnerships else str(rules.players)


def _hands(rules: Rules) -> str:
    return {"draw": "keep or refuse", "pick": "one of two", "dealt": "dealt"}[rules.deal]


def _end(rules: Rules) -> str:
    return str(rules.target) if rules.target else f"{rules.rounds} rounds"


def _special(rules: Rules) -> str:
    names = {
        "discards face-up": rules.discards == "face-up",
        "blind nil": rules.blind_nil_bonus > 0,
        "moon": rules.moon_bonus > 0,
        "double nil": rules.double_nil_bonus > 0,
        "misdeal": rules.misdeal,
        "hand hidden until the bid": rules.hand_hidden_until_bid,
    }
    return ", ".join(name for name, there in names.items() if there)


def _base(rules: Rules) -> dict[str, object] | None:
    """The preset with the same name, to mark what differs from it."""
    return Rules.preset(rules.name).as_dict() if rules.name in spades.PRESETS else None


def _shown(value: object) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)

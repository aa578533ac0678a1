"""From `--rules` and `--set` to `Rules`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import spades
from spades import Rules, RulesError

_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
# The one field whose value may be absent.
_OPTIONAL = "lose_score"


# The preset that is meant by a number of players alone.
USUAL = {2: "two-handed", 3: "three-handed", 4: "partners"}


def rules_from(
    source: str | None, settings: Sequence[tuple[str, str]] = (), players: int | None = None
) -> Rules:
    """The rules that the options ask for.

    Args:
        source: A preset's name or a path; None: the usual preset.
        settings: Field and text of each `--set`; of two for one field the last one counts.
        players: The number of players that the rules must be for; None: any.

    Raises:
        RulesError: When there is no such preset or file, no such field, or a value cannot be.
    """
    rules = _base(source or USUAL[players or 2])
    if players not in (None, rules.players):
        raise RulesError(f"--players {players}: the rules {rules.name} are for {rules.players}")
    changes = {field: _value(rules, field, text) for field, text in settings}
    return rules.replace(**changes) if changes else rules


def _base(source: str) -> Rules:
    if source in spades.PRESETS:
        return Rules.preset(source)
    path = Path(source)
    if path.suffix or path.exists() or path.parent != Path():
        return Rules.load(path)
    presets = ", ".join(spades.PRESETS)
    raise RulesError(f"rules: no preset and no file {source!r}; the presets are {presets}")


def _value(rules: Rules, field: str, text: str) -> object:
    fields = rules.as_dict()
    if field not in fields:
        names = ", ".join(fields)
        raise RulesError(f"--set {field}={text}: no such field; the fields are {names}")
    now = fields[field]
    if isinstance(now, bool):
        if text.lower() not in _WORDS:
            raise RulesError(f"--set {field}={text}: must be true or false")
        return _WORDS[text.lower()]
    if isinstance(now, str) and field != _OPTIONAL:
        return text
    if field == _OPTIONAL and text.lower() == "none":
        return None
    try:
        return int(text)
    except ValueError:
        wanted = "a whole number or none" if field == _OPTIONAL else "a whole number"
        raise RulesError(f"--set {field}={text}: must be {wanted}") from None

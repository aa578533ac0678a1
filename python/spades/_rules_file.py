"""Rules in TOML files, one key a field of `Rules`.

A file may start from a preset: `preset = "partners"`, then only what differs from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spades._text_file import path_text, read_text, write_text
from spades.errors import RulesError

if TYPE_CHECKING:
    from os import PathLike

    from spades._core import Rules

_KINDS = {bool: "true or false", int: "a whole number", str: "a text in quotes"}


def load(path: str | PathLike[str]) -> Rules:
    r"""Reads rules from a TOML file.

    Args:
        path: The file: any of the fields of `Rules`, and `preset`, the preset that gives the
            others (without it the defaults of `Rules` do).

    Returns:
        The rules.

    Raises:
        RulesError: Naming the file, the line and the key, when the file cannot be read, is no
            UTF-8 or no TOML, or has an unknown key or a bad value.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "house.toml")
        ...     _ = file.write_text('preset = "partners"\nname = "house"\ntarget = 250\n')
        ...     rules = load(file)
        >>> rules.name, rules.players, rules.target
        ('house', 4, 250)
    """
    import tomllib

    from spades._core import Rules

    name = path_text(path, RulesError)
    text = read_text(path, RulesError)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as cause:
        reason = str(cause) if isinstance(cause, ValueError) else "nested too deeply"
        raise RulesError(f"{name}: not TOML: {reason}") from cause
    try:
        base = Rules.preset(_preset(data.pop("preset"))) if "preset" in data else None
        fields = check_fields(data)
        return base.replace(**fields) if base is not None else Rules(**fields)
    except RulesError as cause:
        # What a preset says is not in the file: then its name is.
        line = _line(text, str(cause).partition(":")[0]) or _line(text, "preset")
        where = name if line is None else f"{name}, line {line}"
        raise RulesError(f"{where}: {cause}") from cause


def dump(rules: Rules, path: str | PathLike[str]) -> None:
    """Writes every field to a TOML file, whole or not at all.

    A field that is None (`lose_score`) is left out.

    Raises:
        RulesError: Naming the file, when it cannot be written.

    Examples:
        >>> import os, spades, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = os.path.join(folder, "pick.toml")
        ...     dump(spades.Rules.preset("pick"), file)
        ...     load(file) == spades.Rules.preset("pick")
        True
    """
    import tomli_w

    fields = {key: value for key, value in rules.as_dict().items() if value is not None}
    write_text(path, [tomli_w.dumps(fields)], RulesError)


def check_fields(data: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """The same values, if each is a field of `Rules` and of its type.

    Raises:
        RulesError: Naming the key, with `prefix` before it.
    """
    from spades._core import Rules

    kinds = {field: type(value) for field, value in Rules().as_dict().items()}
    kinds["lose_score"] = int
    for key, value in data.items():
        # A table that is not known is named by the path of its first key.
        if key not in kinds:
            path = prefix + key
            while isinstance(value, dict) and value:
                key, value = next(iter(value.items()))
                path += f".{key}"
            import difflib

            near = difflib.get_close_matches(key, [*kinds, "preset"], 1)
            hint = f"did you mean {near[0]}?" if near else f"the keys are {', '.join(kinds)}"
            path = path if len(path) <= 60 else path[:57] + "..."
            raise RulesError(f"{path}: unknown key; {hint}")
        # Not isinstance: true is no whole number here.
        if type(value) is not kinds[key]:
            raise RulesError(f"{prefix}{key}: expected {_KINDS[kinds[key]]}, found {shown(value)}")
    return data


def shown(value: object) -> str:
    """A value as a message shows it: short, and as the file has it where that is possible."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = repr(value)
    except ValueError:  # an int of more digits than Python prints
        text = "a huge number"
    return text if len(text) <= 60 else text[:57] + "..."


def _line(text: str, path: str) -> int | None:
    """The line, from 1, of a key, given with the path of its table; None when it is not there."""
    keys = path.split(".")
    for number, line in enumerate(text.splitlines(), 1):
        left, equals, _ = line.partition("=")
        word = left.strip().strip("\"'") if equals else line.strip().strip("[] ")
        if word in (keys[0], keys[-1], path):
            return number
    return None


def _preset(name: object) -> str:
    if not isinstance(name, str):
        raise RulesError(f"preset: expected the name of a preset, found {shown(name)}")
    return name

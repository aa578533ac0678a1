"""What a player likes, kept from game to game in a TOML file."""

from __future__ import annotations

import os
from collections.abc import Callable

from spades import SpadesError
from spades.cli.folders import settings_folder

SORTS = ("suit", "rank")
_SWITCH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
# What may be changed during play, by command: the field and what it is about.
FIELDS = {"sort": "sort", "fast": "fast", "auto": "auto_play"}
_HEAD = "# Settings of spades, written by the commands sort, fast and auto.\n"


class Settings:
    """What a player likes.

    Attributes:
        sort: "suit" or "rank": how the hand is sorted.
        fast: No pauses between the computer's cards.
        auto_play: The only card that may be played is played without asking.
    """

    __slots__ = ("auto_play", "fast", "sort")

    def __init__(self, sort: str = "suit", fast: bool = False, auto_play: bool = True) -> None:
        self.sort = sort
        self.fast = fast
        self.auto_play = auto_play

    def shown(self, command: str) -> str:
        """The value of the field that a command changes, as it is typed."""
        value = getattr(self, FIELDS[command])
        return value if isinstance(value, str) else "on" if value else "off"

    def change(self, command: str, text: str) -> None:
        """Change a field as a command says; without a value a switch is turned.

        Raises:
            SpadesError: When it may not have this value; nothing is changed.
        """
        field, text = FIELDS[command], text.strip().lower()
        now = getattr(self, field)
        if field == "sort":
            wanted = text or SORTS[SORTS.index(now) - 1]
            if wanted not in SORTS:
                raise SpadesError(f"{command}: type sort suit or sort rank")
            self.sort = wanted
            return
        if text and text not in _SWITCH:
            raise SpadesError(f"{command}: type {command} on or {command} off")
        setattr(self, field, _SWITCH[text] if text else not now)


def settings_file() -> str:
    """The name of the settings file."""
    return os.path.join(settings_folder(), "settings.toml")


def load(complain: Callable[[str], None]) -> Settings:
    """The settings that are kept; of what is damaged the usual ones.

    Args:
        complain: Told in one line what is wrong with the file.
    """
    settings = Settings()
    file = settings_file()
    if not os.path.exists(file):  # reading it would load the TOML reader
        return settings
    import tomllib

    from spades._rules_file import shown
    from spades._text_file import read_text

    try:
        data = tomllib.loads(read_text(file, SpadesError))
    except (ValueError, RecursionError) as error:
        # A SpadesError is a ValueError and names the file itself.
        own = isinstance(error, SpadesError)
        reason = str(error) if own else f"{file}: not TOML: {error}"
        complain(f"settings: {reason}; the usual settings are used")
        return settings
    for key, value in data.items():
        known = key in FIELDS.values()
        if not known or type(value) is not type(getattr(settings, key)):
            what = "expected true or false" if known else "there is no such setting"
            what = "expected suit or rank" if key == "sort" else what
            complain(f"settings: {file}: {key} = {shown(value)}: {what}; it is ignored")
        elif key == "sort" and value not in SORTS:
            complain(f"settings: {file}: sort = {shown(value)}: expected suit or rank")
        else:
            setattr(settings, key, value)
    return settings


def save(settings: Settings) -> None:
    """Write the settings, whole or not at all.

    Raises:
        SpadesError: Naming the file, when it cannot be written.
    """
    from spades._text_file import os_reason, write_text

    file = settings_file()
    lines = [f'sort = "{settings.sort}"\n']
    lines += [f"{key} = {str(getattr(settings, key)).lower()}\n" for key in ("fast", "auto_play")]
    try:
        os.makedirs(os.path.dirname(file), exist_ok=True)
    except OSError as error:
        raise SpadesError(f"{file}: cannot be written: {os_reason(error)}") from error
    write_text(file, [_HEAD, *lines], SpadesError)

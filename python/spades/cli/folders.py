"""Where settings and games are kept: in the platform's usual places."""

from __future__ import annotations

import os


def settings_folder() -> str:
    """The folder of the settings file; `SPADES_HOME` in its place when that is set."""
    own = os.environ.get("SPADES_HOME")
    if own:
        return own
    from platformdirs import user_config_dir

    folder: str = user_config_dir("spades", appauthor=False)
    return folder


def games_folder() -> str:
    """The folder of games that are saved; `SPADES_HOME` in its place when that is set."""
    own = os.environ.get("SPADES_HOME")
    if own:
        return own
    from platformdirs import user_state_dir

    folder: str = user_state_dir("spades", appauthor=False)
    return folder


def as_typed(path: str) -> str:
    """A path as it is typed in a shell: in quotes if it needs them."""
    if os.name == "nt":
        return f'"{path}"' if " " in path else path
    from shlex import quote

    return quote(path)

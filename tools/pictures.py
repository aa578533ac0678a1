"""Makes the pictures of the README: the table in a terminal, and a page of a review.

    python tools/pictures.py

Both show what the program really prints: the table is played in a terminal (tmux), the page is
opened in a browser (chromium). Needs both, and Pillow if the page is to be a small file.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

import spades
from spades.bots import SearchBot
from spades.review import review

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
COLUMNS, ROWS = 80, 24
GAME = ("--rules", "partners", "--seed", "4", "--worlds", "16", "--fast")
# What is typed, each when the program asks: the bid, a card, and advice.
ENTRIES = ("4", "#2", "4d", "hint")
# rich's own frame loads its font from the network; this one takes the reader's.
FRAME = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>{lines}</defs>
<rect fill="#0c0c0c" width="{width}" height="{height}" rx="8"/>
<g transform="translate({terminal_x}, 20)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g></svg>
"""
PAGE_WIDTH, PAGE_HEIGHT = 940, 1460


def main() -> None:
    """Make both pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for program in ("tmux", "chromium"):
        if shutil.which(program) is None:
            sys.exit(f"{program} is needed for the pictures")
    with tempfile.TemporaryDirectory() as folder:
        table(PICTURES / "table.svg", folder)
        page(PICTURES / "review.png", folder)


def table(path: Path, folder: str) -> None:
    """Play a little in a terminal and draw its screen."""
    home = [f"{name}={folder}" for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")]
    game = ["env", *home, "TERM=xterm-256color", sys.executable, "-m", "spades", *GAME]
    tmux("-f", os.devnull, "new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), *game)
    try:
        for entry in ENTRIES:
            settled()
            tmux("send-keys", entry, "Enter")
        screen = settled()
    finally:
        tmux("kill-server")
    console = Console(width=COLUMNS, record=True, file=open(os.devnull, "w"))  # noqa: SIM115
    console.print(Text.from_ansi(screen), soft_wrap=True)
    picture = console.export_svg(theme=MONOKAI, code_format=FRAME, unique_id="spades")
    path.write_text(picture, encoding="utf-8")
    print(f"{path}: {path.stat().st_size} bytes")


def tmux(*arguments: str) -> str:
    """Run tmux on a server of its own."""
    command = ["tmux", "-L", f"pictures-{os.getpid()}", *arguments]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def settled() -> str:
    """The screen when nothing has changed on it for a while and the program asks."""
    before = ""
    for _ in range(120):
        time.sleep(0.5)
        screen = tmux("capture-pane", "-e", "-p")
        if screen == before and tmux("capture-pane", "-p").rstrip().endswith(">"):
            return screen
        before = screen
    sys.exit(f"the program does not ask any more:\n{before}")


def page(path: Path, folder: str) -> None:
    """Review a game and photograph the page."""
    rules = spades.Rules.preset("two-handed")
    bots = [SearchBot(seed=3, level="casual"), SearchBot(seed=4, level="strong")]
    played = spades.play_game(bots, rules, seed=9)
    record = spades.Record.from_game(played.replay(), ["you", "strong"])
    source = Path(folder, "review.html")
    source.write_text(review(record).to_html(), encoding="utf-8")
    subprocess.run(
        [
            *("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
            f"--user-data-dir={folder}/profile",
            f"--window-size={PAGE_WIDTH},{PAGE_HEIGHT}",
            f"--screenshot={path}",
            source.as_uri(),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    with contextlib.suppress(ImportError):
        image: Any = importlib.import_module("PIL.Image")
        image.open(path).convert("RGB").quantize(64).save(path, optimize=True)
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()

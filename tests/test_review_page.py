"""The page: one file, sound, and as wide as its reader's screen."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import spades
from review_games import QUICK, record_of, review_of
from spades import Record
from spades.review import review

BROWSER = next(
    (
        found
        for name in ("chromium", "chromium-browser", "google-chrome", "chrome")
        if (found := shutil.which(name))
    ),
    None,
)
VOID = {"meta", "link", "br"}
WIDTHS = (360, 1200)

# The page stands in a frame as wide as a screen, and is measured from outside.
FRAME = """<!DOCTYPE html><title>test</title><body style="margin:0">
<iframe id="frame" style="border:0;height:900px;width:{first}px" srcdoc="{page}"></iframe>
<pre id="result"></pre><script>
const frame = document.getElementById("frame"), found = [];
frame.onload = () => {{
  for (const width of {widths}) {{
    frame.style.width = width + "px";
    const page = frame.contentDocument, wide = page.documentElement.scrollWidth;
    const drawn = [...page.querySelectorAll("svg")].map((svg) => {{
      const box = svg.getBoundingClientRect(), inner = svg.getBBox(), view = svg.viewBox.baseVal;
      const inside = inner.x >= 0 && inner.y >= 0 && inner.x + inner.width <= view.width
        && inner.y + inner.height <= view.height;
      return [box.width, box.height, box.right <= width, inside];
    }});
    const style = frame.contentWindow.getComputedStyle(page.body);
    found.push({{width, wide, drawn, ink: style.color, paper: style.backgroundColor}});
  }}
  document.getElementById("result").textContent = JSON.stringify(found);
}};
</script>"""


class Checker(HTMLParser):
    """Sees that all that is opened is closed, and that nothing comes from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.named = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            assert not name.startswith("on")
            if name == "id":
                self.ids.append(value or "")
            if name == "aria-labelledby":
                self.named += 1
            if name in ("src", "href"):
                assert value == "data:,"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_one_file_well_formed_and_named(preset: str) -> None:
    page = review_of(preset).to_html(100)
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    assert len(checker.ids) == len(set(checker.ids))
    drawings = len(review_of(preset).costliest())
    assert page.count('<svg class="table"') == drawings
    assert page.count("<svg") == page.count("</title><desc") == checker.named
    assert "http" not in page
    assert "url(" not in page
    assert "@import" not in page
    assert "<script" not in page
    assert "prefers-color-scheme:dark" in page
    for reference in re.findall(r'aria-labelledby="([^"]+)"', page):
        assert set(reference.split()) <= set(checker.ids)


def measured(page: str, folder: Path) -> list[dict[str, Any]]:
    """Open a page in a browser at several widths."""
    assert BROWSER is not None
    frame = FRAME.format(page=escape(page), first=WIDTHS[0], widths=list(WIDTHS))
    (folder / "frame.html").write_text(frame, encoding="utf-8")
    done = subprocess.run(
        [
            BROWSER,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            f"--user-data-dir={folder / 'profile'}",
            "--window-size=1300,1000",
            "--enable-logging=stderr",
            "--dump-dom",
            (folder / "frame.html").as_uri(),
        ],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert ":CONSOLE" not in done.stderr, done.stderr
    result = re.search(r'<pre id="result">(.*?)</pre>', done.stdout, re.DOTALL)
    assert result, done.stderr
    measures: list[dict[str, Any]] = json.loads(result[1])
    return measures


@pytest.mark.skipif(BROWSER is None, reason="no chromium or chrome is installed")
def test_a_browser_shows_it_from_a_phone_up(tmp_path: Path) -> None:
    odd = ["You", "W" * 300, "<b>&\"'</b>", "x" * 16]
    four = review(Record.from_game(record_of("partners").replay(), odd), limit=QUICK, luck=2)
    pages = {preset: review_of(preset, 2).to_html(100) for preset in ("two-handed", "partners")}
    assert all('<svg class="chart"' in page for page in pages.values())
    pages["three-handed"] = review_of("three-handed").to_html(100)
    for name, page in {**pages, "odd names": four.to_html(100)}.items():
        found = measured(page, tmp_path)
        assert [one["width"] for one in found] == list(WIDTHS)
        for one in found:
            assert one["wide"] <= one["width"], (name, one)
            assert len(one["drawn"]) == page.count("<svg")
            for width, height, in_page, inside in one["drawn"]:
                assert width > 200
                assert height > 100
                assert in_page
                assert inside, (name, one)
            assert one["ink"] != one["paper"]


@pytest.mark.skipif(BROWSER is None, reason="no chromium or chrome is installed")
def test_the_browser_test_sees_what_is_wrong(tmp_path: Path) -> None:
    page = review_of("two-handed").to_html(1)
    broken = page.replace("</main>", '<div style="width:2000px">x</div></main>')
    assert measured(broken, tmp_path)[0]["wide"] > WIDTHS[0]
    with pytest.raises(AssertionError, match="CONSOLE"):
        measured(page.replace("</main>", "<script>nonsense()</script></main>"), tmp_path)

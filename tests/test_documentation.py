"""Every example in a docstring, in the README and in docs/ is run."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import spades
from spades import _core

ROOT = Path(__file__).parent.parent
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]


def modules() -> list[str]:
    """Give the names of the package's Python modules."""
    found = pkgutil.walk_packages(spades.__path__, "spades.")
    return ["spades", *(m.name for m in found if m.name not in ("spades._core", "spades.__main__"))]


def core_docstrings() -> dict[str, str]:
    """Give the docstrings of the compiled classes, their methods and functions."""
    found = {}
    for name, item in vars(_core).items():
        if name.startswith("__") or not callable(item):
            continue
        found[name] = inspect.getdoc(item) or ""
        for member in vars(item) if inspect.isclass(item) else ():
            if not member.startswith("__"):
                found[f"{name}.{member}"] = inspect.getdoc(getattr(item, member)) or ""
    return found


def run(name: str, text: str, globs: dict[str, object] | None = None, lineno: int = 0) -> int:
    """Run the examples of a text and give their number."""
    globs = {} if globs is None else globs
    test = doctest.DocTestParser().get_doctest(text, globs, name, name, lineno)
    report: list[str] = []
    result = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(
        test, out=report.append, clear_globs=False
    )
    globs.update(test.globs)
    assert result.failed == 0, "".join(report)
    return result.attempted


@pytest.mark.parametrize(
    "name", [name for name, text in core_docstrings().items() if ">>>" in text]
)
def test_docstrings_of_the_core(name: str) -> None:
    assert run(name, core_docstrings()[name]) > 0


def test_the_core_has_examples() -> None:
    with_examples = {name for name, text in core_docstrings().items() if ">>>" in text}
    expected = "Card CardSet Action Bid Rules Round Game Observation score_round Round.setup"
    assert set(expected.split()) <= with_examples


@pytest.mark.parametrize("name", modules())
def test_docstrings_of_the_modules(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    module = importlib.import_module(name)
    assert (module.__doc__ or "").strip()
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    for test in doctest.DocTestFinder(exclude_empty=True).find(module, name):
        runner.run(test, out=report.append)
    assert runner.failures == 0, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The code blocks of a page, in order, as one session; files are written elsewhere."""
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    globs: dict[str, object] = {"__name__": "__main__"}
    for match in FENCE.finditer(text):
        kind, code = match.groups()
        lineno = text.count("\n", 0, match.start(2))
        if ">>>" in code:
            assert kind in ("python", "pycon"), f"{page.name}, line {lineno}: ```{kind}"
            run(page.name, code, globs, lineno)
        elif kind == "python":
            ast.parse(code)


def test_the_readme_has_a_tour() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.count(">>>") >= 10
    assert "python -m pip install . && python -m spades" in text
    assert 'python -m pip install ".[test]" && python -m pytest' in text

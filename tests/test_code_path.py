"""The solvers have two code paths, and both give the same answers."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import spades
from spades import _core
from spades.bots import Limit, SearchBot
from spades.cli.bench import signature
from test_solver_corpus import LINES, position

CPU = Path("/proc/cpuinfo")
NEEDED = {"bmi1", "bmi2", "abm", "popcnt"}  # `abm` is how Linux calls LZCNT


def answers() -> dict[str, Any]:
    """What the solvers say, in whatever way they are asked; node counts too."""
    corpus = [spades.solve(position(line)) for line in LINES[::8]]
    endings, choices = [], []
    for preset in ("partners", "three-handed", "two-handed"):
        for seed in range(12):
            round = spades.Round.deal(preset, seed)
            bot = SearchBot(seed=seed)
            turns = 0
            while (turn := round.turn) is not None:
                if round.phase == "play" and max(map(len, round.hands)) <= 5:
                    solved = spades.solve(round)
                    values = [solved.actions[action] for action in round.legal_actions()]
                    endings.append([values, solved.nodes])
                legal = round.legal_actions()
                if turns % 9 == 8 and len(legal) > 1:
                    choice = bot.choose(round.observation(turn), Limit(worlds=12))
                    told = choice.report.to_dict()
                    told.pop("seconds")
                    choices.append(json.loads(json.dumps(told)))
                round.apply(legal[(seed + 7 * turns) % len(legal)])
                turns += 1
    return {
        "corpus": [[solved.value, solved.nodes] for solved in corpus],
        "endings": endings,
        "choices": choices,
        "signature": signature(),
    }


def test_the_path_is_the_one_that_the_processor_has() -> None:
    if platform.machine() not in {"x86_64", "AMD64"}:
        assert _core._code_path() == "portable"
        return
    if not CPU.exists():
        pytest.skip(f"{CPU} is not there to tell what this processor has")
    flags = CPU.read_text(encoding="utf-8").partition("flags")[2].partition("\n")[0].split()
    assert _core._code_path() == ("bmi" if set(flags) >= NEEDED else "portable")


def test_both_paths_give_the_same() -> None:
    if _core._code_path() == "portable":
        pytest.skip("this processor has no other path than the portable one")
    program = (
        "import json, sys; from spades import _core; _core._code_path(portable=True); "
        f"sys.path.insert(0, {str(Path(__file__).parent)!r}); import test_code_path as test; "
        "print(json.dumps({'path': _core._code_path(), **test.answers()}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    portable = json.loads(done.stdout)
    assert portable.pop("path") == "portable"
    ours = answers()
    assert len(ours["endings"]) > 300
    assert len(ours["choices"]) > 50
    for name, values in ours.items():
        assert values == portable[name], name


def test_a_path_is_chosen_once() -> None:
    chosen = _core._code_path()
    if chosen == "portable":
        assert _core._code_path(portable=True) == chosen
        return
    with pytest.raises(spades.SpadesError, match="the solvers run the bmi code by now"):
        _core._code_path(portable=True)
    assert _core._code_path() == chosen

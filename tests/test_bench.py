"""`python -m spades bench`, its signature above all."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import time

import pytest

import spades
from cli_process import command, environment, run
from spades.cli.bench import signature

# The same on every machine and in every version that plays the same rounds. Another number here
# belongs into CHANGELOG.md under *Behaviour*.
SIGNATURE = 101778622000401


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_signature_is_fixed(threads: int) -> None:
    assert signature(threads) == SIGNATURE


def test_the_signature_tells_what_it_does() -> None:
    told: list[str] = []
    signature(1, told.append)
    assert [text.removeprefix("signature: ") for text in told] == list(spades.PRESETS)


def test_the_table() -> None:
    done = run("bench")
    assert done.returncode == 0
    assert done.stderr == ""  # no progress where nobody sees it
    lines = done.stdout.splitlines()
    assert lines[-1] == f"signature {SIGNATURE}"
    for preset in spades.PRESETS:
        assert any(line.split()[0] == preset and line.endswith("rounds/s") for line in lines)
    groups = [line for line in lines[:-1] if not line.startswith(" ")]
    assert groups == ["random rounds", "one call", "solver", "search"]
    assert all(len(line) < 80 for line in lines)


def test_json() -> None:
    done = run("bench", "--json", "--threads", "2")
    assert done.returncode == 0
    told = json.loads(done.stdout)
    assert told["signature"] == SIGNATURE
    assert told["threads"] == 2
    assert told["version"] == spades.__version__
    assert all(row["value"] > 0 for row in told["speeds"])
    names = [(row["group"], row["name"]) for row in told["speeds"]]
    assert len(names) == len(set(names)) >= 14


@pytest.mark.parametrize("threads", ["0", "-1", "257", "10000", "1.5", "x", "", "9" * 5000])
def test_threads_that_cannot_be(threads: str) -> None:
    done = run("bench", f"--threads={threads}")
    assert done.returncode == 2
    assert "is not a number of threads from 1 to 256" in done.stderr
    assert done.stdout == ""


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT to another process")
@pytest.mark.parametrize("wait", [0.4, 1.2])
def test_ctrl_c(wait: float) -> None:
    process = subprocess.Popen(
        command("bench"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
    )
    try:
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    if wait > 1 or process.returncode != -signal.SIGINT:  # Python itself was still starting
        assert process.returncode == 130
        assert err == "\ninterrupted\n"
    assert out == ""


def test_progress_in_a_terminal() -> None:
    pty = pytest.importorskip("pty", reason="needs pseudo-terminals, which Windows lacks")
    master, slave = pty.openpty()
    try:
        done = subprocess.run(
            command("bench", "--json"),
            stdout=subprocess.PIPE,
            stderr=slave,
            env=environment(TERM="xterm"),
            timeout=120,
            check=True,
        )
        shown = os.read(master, 100_000).decode()
    finally:
        os.close(slave)
        os.close(master)
    assert json.loads(done.stdout)["signature"] == SIGNATURE
    assert "random rounds: partners" in shown
    assert shown.endswith("\r\x1b[K")  # nothing is left of it


def test_shared_actions_survive_what_is_done_with_them() -> None:
    """Tuples of legal actions are made of shared objects."""
    round = spades.Round.deal("partners", 1)
    assert round.legal_actions()[0] is round.legal_actions()[0] is round.copy().legal_actions()[0]
    assert pickle.loads(pickle.dumps(round.legal_actions())) == round.legal_actions()


class Nosy:
    """Looks at the round while it is being read as an action."""

    def __init__(self, round: spades.Round) -> None:
        self.round = round

    def __index__(self) -> int:
        self.seen = (self.round.legal_actions(), self.round.copy(), self.round.legal_mask())
        return int(self.seen[0][0])


def test_a_round_may_be_read_while_an_argument_is() -> None:
    round = spades.Round.deal("partners", 1)
    before = round.copy()
    for call in (round.why_not, round.apply):
        nosy = Nosy(round)
        call(nosy)
        assert nosy.seen[1] == before

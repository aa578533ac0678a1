"""How long a search takes, and that it can be stopped while the rest of Python goes on."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest

import spades
from random_play import act
from spades import Limit, Observation, Round, Rules
from spades.bots import SearchBot

# Beside 10 % of the time, for what a loaded machine does with a thread.
CONSTANT = 0.03
TRIES = 8
ENDLESS = Limit(worlds=2**31 - 1)
# A phase, and cards in the hand that plays.
PLACES = [("bid", 0), ("play", 13), ("play", 9)]


def position(preset: str, phase: str, cards: int = 0, seed: int = 1) -> Observation:
    """Give a position with more than one action, in which much is hidden."""
    while True:
        rng = random.Random(seed)
        round = Round.deal(preset, seed=seed)
        while not round.is_over:
            assert round.turn is not None
            seen = round.observation(round.turn)
            here = round.phase == phase and (not cards or len(seen.hand) == cards)
            if here and len(seen.legal_actions()) > 1 and seen.worlds() > 10_000:
                return seen
            if round.phase == "bid":
                round.apply(str(rng.randint(2, 5)))
            else:
                act(round, rng)
        seed += 1


def hidden(preset: str) -> bool:
    """Tell whether anything is hidden once the play begins."""
    return Rules.preset(preset).discards != "face-up"


CASES = [(p, *place) for p in spades.PRESETS if hidden(p) for place in PLACES]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("preset", "phase", "cards"), CASES)
def test_a_time_limit_is_kept(preset: str, phase: str, cards: int, threads: int) -> None:
    seen = position(preset, phase, cards)
    bot = SearchBot(seed=1)
    bot.choose(seen, Limit(worlds=1))  # the equity of the rules is reckoned once
    for wanted in (0.1, 0.3) if threads == 1 else (0.1,):
        best = float("inf")
        for _ in range(TRIES):
            begin = time.perf_counter()
            choice = bot.choose(seen, Limit(time=wanted, threads=threads))
            took = time.perf_counter() - begin
            assert choice.report.worlds > 1
            assert took > 0.9 * wanted, "it stopped thinking too soon"
            best = min(best, took)
            if best <= 1.1 * wanted + CONSTANT:
                break
        assert best <= 1.1 * wanted + CONSTANT


@pytest.mark.parametrize("preset", spades.PRESETS)
def test_without_any_time_one_world_is_finished(preset: str) -> None:
    rng = random.Random(preset)
    bot = SearchBot(seed=1)
    for seed in range(3):
        round = Round.deal(preset, seed=seed)
        for _ in range(200):
            if round.is_over:
                break
            assert round.turn is not None
            seen = round.observation(round.turn)
            for limit in (Limit(time=1e-9), Limit(time=1e-9, worlds=9, threads=3)):
                choice = bot.choose(seen, limit)
                assert choice.action in seen.legal_actions()
                looked = [entry for entry in choice.report.actions if entry.value is not None]
                if len(looked) > 1 and round.phase in ("bid", "play"):
                    assert choice.report.worlds >= 1
                    assert choice.report[choice.action].value is not None
            act(round, rng)


def test_the_first_limit_reached_ends_it() -> None:
    seen = position("two-handed", "play", 13)
    bot = SearchBot(seed=1)
    few = bot.choose(seen, Limit(time=60, worlds=5))
    assert few == bot.choose(seen, Limit(worlds=5))
    assert few.report.worlds == 5
    begin = time.perf_counter()
    many = bot.choose(seen, Limit(time=0.05, worlds=2**31 - 1))
    assert 5 < many.report.worlds < 2**31 - 1
    assert time.perf_counter() - begin < 5


@contextmanager
def ctrl_c(after: float) -> Iterator[list[float]]:
    """Send this process a SIGINT some time later; gives the moment when it was sent."""
    sent: list[float] = []

    def send() -> None:
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(after, send)
    try:
        timer.start()
        yield sent
    finally:
        timer.cancel()
        timer.join()
        signal.signal(signal.SIGINT, usual)


@pytest.mark.skipif(os.name == "nt", reason="os.kill ends the process there")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("preset", "phase", "cards"), CASES)
def test_ctrl_c_stops_a_search(preset: str, phase: str, cards: int, threads: int) -> None:
    seen = position(preset, phase, cards)
    bot = SearchBot(seed=1, threads=threads)
    before = bot.choose(seen, Limit(worlds=6))
    best = float("inf")
    for _ in range(TRIES):
        with pytest.raises(KeyboardInterrupt), ctrl_c(0.1) as sent:  # noqa: PT012
            try:
                bot.choose(seen, ENDLESS)
            finally:
                ended = time.perf_counter()
        best = min(best, ended - sent[0])
        if best < 0.5:
            break
    assert best < 0.5
    assert bot.choose(seen, Limit(worlds=6)) == before


@pytest.mark.parametrize("phase", ["bid", "play"])
@pytest.mark.parametrize("preset", ["two-handed", "partners"])
def test_other_threads_run_during_a_search(preset: str, phase: str) -> None:
    seen = position(preset, phase, 13 if phase == "play" else 0)
    bot = SearchBot(seed=1)
    bot.choose(seen, Limit(worlds=1))
    for _ in range(TRIES):
        beats: list[float] = []
        stop = threading.Event()

        def beat(stop: threading.Event = stop, beats: list[float] = beats) -> None:
            while not stop.wait(0.002):
                beats.append(time.perf_counter())

        other = threading.Thread(target=beat)
        other.start()
        begin = time.perf_counter()
        bot.choose(seen, Limit(time=0.3))
        end = time.perf_counter()
        stop.set()
        other.join()
        within = [begin, *(moment for moment in beats if begin < moment < end), end]
        pauses = [later - earlier for earlier, later in pairwise(within)]
        if len(within) > 20 and max(pauses) < 0.15:
            return
    raise AssertionError(f"{len(within)} beats, the longest pause {max(pauses):.3f} s")


def test_searches_in_several_threads_are_independent() -> None:
    cases = [position(p, "play", 9, seed) for p in ("two-handed", "partners") for seed in (1, 2)]
    alone = [SearchBot(seed=1).choose(seen, Limit(worlds=40)) for seen in cases]
    found: list[object] = [None] * len(cases)

    def search(i: int) -> None:
        found[i] = SearchBot(seed=1).choose(cases[i], Limit(worlds=40))

    workers = [threading.Thread(target=search, args=(i,)) for i in range(len(cases))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == alone

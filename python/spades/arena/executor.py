"""Spreads units over an executor and gives them back in order.

What a unit yields depends on its number alone, and results come back in the order of the numbers,
so neither the executor nor the number of workers nor the size of the tasks can change a result.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from types import TracebackType
from typing import Protocol, TypeVar

from spades.bots.limit import count
from spades.errors import SpadesError

T = TypeVar("T")

# A task should take about so many seconds: long enough to hide the cost of sending it, short
# enough that Ctrl-C loses little and the last tasks end together.
_TASK_SECONDS = 0.25
_MAX_TASK = 512


class StoppedError(Exception):
    """A unit was given up because the run was stopped."""


class _Flag(Protocol):
    def is_set(self) -> bool:
        """Whether to stop."""

    def set(self) -> None:
        """Asks to stop."""


class _Worker(threading.local):
    stop: _Flag | None = None


_worker = _Worker()


def check_stop() -> None:
    """Called between two actions by who plays a unit.

    Raises:
        StoppedError: When the run that this worker belongs to was stopped.
    """
    stop = _worker.stop
    if stop is not None and stop.is_set():
        raise StoppedError


def _enlist(stop: _Flag, quiet: bool) -> None:
    """Run once by each worker of an executor made here."""
    _worker.stop = stop
    if quiet:  # Ctrl-C reaches the whole group of processes; only the parent acts on it
        signal.signal(signal.SIGINT, signal.SIG_IGN)


class Spread:
    """Runs numbered units, on an executor or right here.

    Args:
        executor: Any `concurrent.futures.Executor`, left open; None: one is made of threads (or
            processes) and closed at the end, or none at all for one worker.
        workers: How many workers; with an executor given, how many it may keep busy (default:
            what it says of itself, else twice the processors of this machine).
        processes: Whether the executor made here is one of processes, for bots in pure Python.
            The main module must be importable, as everywhere with spawned processes.

    Raises:
        SpadesError: When an argument is not what it should be.
    """

    def __init__(
        self,
        executor: Executor | None = None,
        workers: int | None = None,
        *,
        processes: bool = False,
    ) -> None:
        if executor is not None and not isinstance(executor, Executor):
            raise SpadesError(
                f"executor: expected a concurrent.futures.Executor or None, found {executor!r}"
            )
        if workers is not None:
            workers = count("workers", workers)
        self._given = executor
        self._processes = processes
        self._workers = workers or _capacity(executor)
        self._own: Executor | None = None
        self._stop: _Flag = threading.Event()

    def __enter__(self) -> Spread:
        if self._given is None and (self._workers > 1 or self._processes):
            self._own = self._made()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._own is not None:
            self._stop.set()
            self._own.shutdown(wait=True, cancel_futures=True)

    def run(
        self, work: Callable[[int, int], list[T]], first: int, total: int
    ) -> Generator[T, None, None]:
        """Yields what units first..total-1 yield, in order.

        Args:
            work: Plays units first..stop-1, one item for each; picklable if the executor needs it.
            first: Number of the first unit.
            total: Number after the last one.
        """
        executor = self._given or self._own
        if executor is None:
            for number in range(first, total):
                yield from work(number, number + 1)
            return
        pending: deque[Future[tuple[float, list[T]]]] = deque()
        size, spent, played = 1, 0.0, 0
        try:
            while first < total or pending:
                while first < total and len(pending) < 2 * self._workers:
                    share = (total - first) // (2 * self._workers)
                    stop = first + max(1, min(size, share))
                    pending.append(executor.submit(_timed, work, first, stop))
                    first = stop
                seconds, results = _result(pending.popleft())
                spent, played = spent + seconds, played + len(results)
                size = int(_TASK_SECONDS * played / spent) if spent > 0 else _MAX_TASK
                size = min(max(size, 1), _MAX_TASK)
                yield from results
        finally:
            for future in pending:
                future.cancel()

    def _made(self) -> Executor:
        if not self._processes:
            return ThreadPoolExecutor(
                self._workers, "arena", initializer=_enlist, initargs=(self._stop, False)
            )
        import multiprocessing

        spawn = multiprocessing.get_context("spawn")
        self._stop = spawn.Event()
        executor = ProcessPoolExecutor(
            self._workers, spawn, initializer=_enlist, initargs=(self._stop, True)
        )
        with _interrupts_held():  # what is started now never sees a Ctrl-C, not even half-way
            for _ in range(self._workers):
                executor.submit(int)
        return executor


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Holds Ctrl-C back until the end; processes started meanwhile hold it back for good."""
    hold = getattr(signal, "pthread_sigmask", None)
    if hold is None:
        yield
        return
    before = hold(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        hold(signal.SIG_SETMASK, before)


def _timed(work: Callable[[int, int], list[T]], first: int, stop: int) -> tuple[float, list[T]]:
    started = time.perf_counter()
    results = work(first, stop)
    return time.perf_counter() - started, results


def _result(future: Future[T]) -> T:
    """The future's result, waited for in pieces: not every system can interrupt a long wait."""
    while not wait([future], timeout=0.5).done:
        pass
    return future.result()


def _capacity(executor: Executor | None) -> int:
    here = os.cpu_count() or 1
    if executor is None:
        return here
    said = getattr(executor, "_max_workers", None)
    return said if isinstance(said, int) and said > 0 else 2 * here

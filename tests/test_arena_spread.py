"""The arena on executors, and results files: the same result however it was come by."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import pytest

from arena_bots import PickBot, SlowBot
from spades import Rules, SpadesError
from spades.arena import ladder, match, sprt
from spades.arena.executor import Spread
from spades.bots import Limit, RandomBot, SearchBot

T = TypeVar("T")
SHORT = Rules.preset("two-handed").replace(target=0, rounds=2)
A, B = RandomBot(seed=1), PickBot()


def whole(**options: Any) -> str:  # noqa: ANN401
    return match(A, B, SHORT, rounds=25, games=5, **options).to_json()


@pytest.fixture(scope="module")
def expected() -> str:
    return whole(workers=1)


class LateExecutor(Executor):
    """Does what it was given last before what it was given first, or anything between."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._held: list[Callable[[], None]] = []
        self._lock = threading.Condition()
        self._open = True
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:  # noqa: ANN401
        future: Future[T] = Future()

        def run() -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(fn(*args, **kwargs))
                except BaseException as error:
                    future.set_exception(error)

        with self._lock:
            self._held.append(run)
            self._lock.notify()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            self._open = False
            self._lock.notify()

    def _work(self) -> None:
        while True:
            with self._lock:
                self._lock.wait_for(lambda: self._held or not self._open)
                if not self._held:
                    return
                run = self._held.pop(self._random.randrange(len(self._held)))
            run()


@pytest.mark.parametrize("workers", [2, 5])
def test_threads(workers: int, expected: str) -> None:
    assert whole(workers=workers) == expected


def test_an_executor_that_is_given_stays_open(expected: str) -> None:
    with ThreadPoolExecutor(3) as executor:
        assert whole(executor=executor) == expected
        assert whole(executor=executor, workers=1) == expected
        assert executor.submit(int).result() == 0


@pytest.mark.parametrize("seed", range(3))
def test_an_executor_without_order(seed: int, expected: str) -> None:
    with LateExecutor(seed) as executor:
        assert whole(executor=executor, workers=7) == expected


def test_a_pool_of_processes(expected: str) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert whole(executor=executor) == expected
        bots = SearchBot(seed=1, worlds=2), SearchBot(seed=1, worlds=2, memory=False)
        options: dict[str, Any] = {"rules": "two-handed", "rounds": 3, "limit": Limit(worlds=1)}
        assert match(*bots, executor=executor, **options) == match(*bots, **options)


def test_processes_made_by_the_arena(expected: str) -> None:
    assert whole(workers=2, processes=True) == expected


def test_a_dask_cluster(expected: str) -> None:
    """The road to many machines."""
    distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        cluster.get_client() as client,
    ):
        assert whole(executor=client.get_executor(), workers=4) == expected


def test_every_unit_once_and_in_order() -> None:
    calls: list[tuple[int, int]] = []

    def work(first: int, stop: int) -> list[int]:
        calls.append((first, stop))
        return list(range(first, stop))

    with LateExecutor(1) as executor, Spread(executor, 3) as spread:
        assert list(spread.run(work, 10, 3000)) == list(range(10, 3000))
    assert sum(stop - first for first, stop in calls) == 2990
    assert len(calls) < 1500  # quick units are sent in bundles
    with Spread(None, 1) as spread:
        assert list(spread.run(work, 5, 5)) == []


def test_work_ahead_is_bounded() -> None:
    """Memory must not grow with the length of a match."""
    ahead = 0
    seen = [0]

    def work(first: int, stop: int) -> list[int]:
        seen[0] = max(seen[0], stop)
        return list(range(first, stop))

    with ThreadPoolExecutor(2) as executor, Spread(executor, 2) as spread:
        units: Iterator[int] = spread.run(work, 0, 10**9)
        for unit in units:
            ahead = max(ahead, seen[0] - unit)
            if unit > 20_000:
                break
        units.close()  # type: ignore[attr-defined]
    assert ahead < 10_000


def test_ctrl_c_does_not_wait_for_a_whole_round() -> None:
    import time

    def tell(done: int, total: int) -> None:
        raise KeyboardInterrupt

    started = time.perf_counter()
    bot = SlowBot(0.2)  # a round takes ten seconds
    result = match(bot, bot, "partners", rounds=9, workers=2, progress=tell)
    assert result.stopped
    assert time.perf_counter() - started < 5


# Results files.


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines(keepends=True)


def stop_after(count: int) -> Callable[[int, int], None]:
    def tell(done: int, total: int) -> None:
        if done == count:
            raise KeyboardInterrupt

    return tell


@pytest.mark.parametrize("workers", [1, 4])
@pytest.mark.parametrize("stop", [0, 1, 13, 25, 27])
def test_a_stopped_match_goes_on(tmp_path: Path, stop: int, workers: int, expected: str) -> None:
    path = tmp_path / "match.jsonl"
    part = match(
        A, B, SHORT, rounds=25, games=5, checkpoint=path, progress=stop_after(stop), workers=workers
    )
    assert part.stopped
    assert len(lines(path)) == 1 + stop
    assert whole(checkpoint=path, workers=workers) == expected
    assert len(lines(path)) == 31
    told: list[tuple[int, int]] = []
    again = whole(checkpoint=path, progress=lambda done, total: told.append((done, total)))
    assert again == expected
    assert told == [(30, 30)]


def test_the_file_does_not_depend_on_the_executor(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    whole(checkpoint=one, workers=1)
    with LateExecutor(1) as executor:
        whole(checkpoint=other, executor=executor, workers=5)
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize("cut", [1, 10, 60])
def test_a_torn_last_line_is_played_again(tmp_path: Path, cut: int, expected: str) -> None:
    path = tmp_path / "match.jsonl"
    whole(checkpoint=path)
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    assert whole(checkpoint=path) == expected
    assert path.read_bytes() == data


def test_a_torn_header_is_written_again(tmp_path: Path, expected: str) -> None:
    path = tmp_path / "match.jsonl"
    whole(checkpoint=path)
    data = path.read_bytes()
    for size in (0, 1, 100, data.index(b"\n")):
        path.write_bytes(data[:size])
        assert whole(checkpoint=path) == expected
        assert path.read_bytes() == data


def test_a_match_can_be_made_longer(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match(A, B, SHORT, rounds=5, games=2, checkpoint=path)
    long = match(A, B, SHORT, rounds=9, games=3, checkpoint=path)
    assert long == match(A, B, SHORT, rounds=9, games=3)
    short = match(A, B, SHORT, rounds=4, checkpoint=path)
    assert short == match(A, B, SHORT, rounds=4)
    assert len(lines(path)) == 13


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seed": 2}, "seed is 1 there, 2 here"),
        ({"bot_a": RandomBot(seed=2)}, "bots is"),
        ({"bot_b": PickBot(1)}, "bots is"),
        ({"rules": SHORT.replace(nil_bonus=50)}, "rules is"),
        ({"standings": True}, "standings is false there, true here"),
        ({"limit": Limit(worlds=3)}, "limit is null there"),
        ({"names": ("x", "y")}, "bots is"),
    ],
)
def test_a_file_of_another_match_is_refused(
    tmp_path: Path, change: dict[str, Any], reason: str
) -> None:
    path = tmp_path / "match.jsonl"
    arguments: dict[str, Any] = {"bot_a": A, "bot_b": B, "rules": SHORT, "rounds": 3}
    match(**arguments, checkpoint=path)
    before = path.read_bytes()
    with pytest.raises(SpadesError, match=reason):
        match(**{**arguments, **change}, checkpoint=path)
    assert path.read_bytes() == before


def test_a_file_of_another_task_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match(A, B, SHORT, rounds=3, checkpoint=path)
    with pytest.raises(SpadesError, match='task is "match" there, "ladder" here'):
        ladder([A, B], SHORT, rounds=3, checkpoint=path)
    # The same pairs, tested: that is the same task.
    assert sprt(A, B, SHORT, points=(0, 5), max_pairs=3, checkpoint=path).pairs == 3


@pytest.mark.parametrize(
    "content",
    [
        b"a letter to a friend\n",
        b"{}\n",
        b"[]\n",
        b'{"spades-arena": 1}\n',
        b"no newline",
        b"[" * 100_000,
        bytes(range(256)),
    ],
)
def test_another_file_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter"
    path.write_bytes(content)
    with pytest.raises(SpadesError, match="no results file"):
        match(A, B, SHORT, rounds=3, checkpoint=path)
    assert path.read_bytes() == content


def test_a_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text('{"spades-arena": 2, "config": {}}\n', encoding="utf-8")
    with pytest.raises(SpadesError, match="version 2, expected 1"):
        match(A, B, SHORT, rounds=3, checkpoint=path)


def altered(line: str, **changes: object) -> str:
    return json.dumps({**json.loads(line), **changes}) + "\n"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda line: "x\n", "line 3: Expecting value"),
        (lambda line: "3\n", "line 3: expected a unit"),
        (lambda line: altered(line, kind="party"), "line 3: expected a unit"),
        (lambda line: altered(line, points=[1.5, 2]), "line 3: points: expected whole numbers"),
        (lambda line: altered(line, points=None), "line 3: points"),
        (lambda line: altered(line, priced=[1]), "line 3: priced: expected 2 whole numbers"),
        (lambda line: altered(line, won=[1, 1]), "line 3: won: expected 0"),
        (lambda line: altered(line, first=[1]), "line 3: first"),
        (lambda line: altered(line, deal=True), "line 3: at"),
        (lambda line: altered(line, deal=2), "round 2 is not the one"),
        (lambda line: altered(line, pairing=1), "round 1 is not the one"),
        (lambda line: altered(line, points=[1], priced=[1]), "round 1 is not the one"),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, change: Callable[[str], str], reason: str) -> None:
    path = tmp_path / "match.jsonl"
    match(A, B, SHORT, rounds=4, checkpoint=path)
    whole_file = lines(path)
    whole_file[2] = change(whole_file[2])
    path.write_text("".join(whole_file), encoding="utf-8")
    with pytest.raises(SpadesError, match=reason):
        match(A, B, SHORT, rounds=4, checkpoint=path)
    assert lines(path) == whole_file


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(SpadesError, match="cannot be opened"):
        match(A, B, SHORT, rounds=3, checkpoint=tmp_path)
    with pytest.raises(SpadesError, match="cannot be opened"):
        match(A, B, SHORT, rounds=3, checkpoint=tmp_path / "none" / "file")

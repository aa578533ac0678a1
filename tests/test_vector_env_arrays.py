"""The arrays of a `VectorEnv`, what may be given to it, threads and memory."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import spades
from spades import SpadesError, VectorEnv

KEEP, NIL = 74, 56


def arrays(env: VectorEnv) -> dict[str, NDArray[Any]]:
    """Give all arrays of an environment by name."""
    rewards, dones = env.step(env.legal_mask.argmax(axis=1))
    named: dict[str, NDArray[Any]] = {"rewards": rewards, "dones": dones}
    for name in ("turn", "legal_mask", "observation", "observation_bits", "seeds", "openers"):
        named[name] = getattr(env, name)
    return named


def test_shapes_and_types() -> None:
    found = arrays(VectorEnv("partners", 6, observation="both"))
    assert {name: (str(a.dtype), a.shape) for name, a in found.items()} == {
        "rewards": ("int32", (6, 2)),
        "dones": ("bool", (6,)),
        "turn": ("int8", (6,)),
        "legal_mask": ("bool", (6, spades.NUM_ACTIONS)),
        "observation": ("float32", (6, spades.OBSERVATION_SIZE)),
        "observation_bits": ("uint8", (6, spades.OBSERVATION_BYTES)),
        "seeds": ("uint64", (6,)),
        "openers": ("int8", (6,)),
    }
    assert all(a.flags.c_contiguous and a.flags.aligned for a in found.values())


def test_arrays_are_made_once() -> None:
    env = VectorEnv("two-handed", 5, observation="both")
    first = arrays(env)
    places = {name: a.ctypes.data for name, a in first.items()}
    for seed in range(3):
        for _ in range(60):
            for name, array in arrays(env).items():
                assert array is first[name]
                assert array.ctypes.data == places[name]
        env.reset(seed)


def test_arrays_are_read_only() -> None:
    for array in arrays(VectorEnv("partners", 3, observation="both")).values():
        assert not array.flags.writeable
        assert not array.flags.owndata
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
        with pytest.raises(ValueError, match="resize"):
            array.resize((1,), refcheck=False)


def test_arrays_outlive_the_environment() -> None:
    env = VectorEnv("partners", 300)
    mask = env.legal_mask
    before = mask.copy()
    del env
    gc.collect()
    assert (mask == before).all()


def test_forms_of_the_observation() -> None:
    forms: list[tuple[Any, bool, bool]] = [
        *((True, True, False), ("float32", True, False), ("bits", False, True)),
        *(("both", True, True), (False, False, False), (None, False, False)),
    ]
    for form, numbers, bits in forms:
        env = VectorEnv("pick", 2, observation=form)
        for name, there in (("observation", numbers), ("observation_bits", bits)):
            if there:
                assert len(getattr(env, name)) == 2
            else:
                with pytest.raises(SpadesError, match="make it with observation="):
                    getattr(env, name)
        env.step(env.legal_mask.argmax(axis=1))
    assert len(VectorEnv("pick", 2).observation) == 2


def as_actions(*ids: int) -> NDArray[Any]:
    return np.array(ids)


@pytest.mark.parametrize(
    "dtype",
    ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i2", "<i4", ">u8", "longlong", "ulonglong"],
)
def test_all_integer_types_are_read(dtype: str) -> None:
    env, other = VectorEnv("two-handed", 3), VectorEnv("two-handed", 3)
    env.step(np.array([KEEP, KEEP + 1, KEEP]).astype(dtype))
    other.step(np.array([KEEP, KEEP + 1, KEEP]))
    assert (env.observation == other.observation).all()


def layouts() -> dict[str, NDArray[Any]]:
    """The same three actions, each lying differently in memory."""
    ids = np.array([KEEP, KEEP + 1, KEEP])
    unaligned = np.zeros(3 * 8 + 1, np.uint8)[1:].view(np.int64)
    unaligned[:] = ids
    fields = np.zeros(3, [("a", "i1"), ("b", "i8")])
    fields["b"] = ids
    frozen = ids.copy()
    frozen.flags.writeable = False
    return {
        "strided": np.repeat(ids, 2)[::2],
        "backwards": ids[::-1].copy()[::-1],
        "column": np.stack([ids, ids], axis=1)[:, 1],
        "spread": np.broadcast_to(np.int64(KEEP), 3),
        "unaligned": unaligned,
        "field": fields["b"],
        "read-only": frozen,
    }


@pytest.mark.parametrize("name", layouts())
def test_all_layouts_are_read(name: str) -> None:
    env, other = VectorEnv("two-handed", 3), VectorEnv("two-handed", 3)
    actions = layouts()[name]
    before = actions.copy()
    env.step(actions)
    other.step(before)
    assert (actions == before).all()
    assert (env.observation == other.observation).all()


REFUSED_ACTIONS: dict[str, Any] = {
    "list": [KEEP] * 3,
    "tuple": (KEEP,) * 3,
    "int": KEEP,
    "none": None,
    "text": "keep",
    "bytes": bytes([KEEP] * 3),
    "memoryview": memoryview(bytes([KEEP] * 3)),
    "action": spades.Action("keep"),
    "float64": np.full(3, 74.0),
    "float32": np.full(3, 74, np.float32),
    "nan": np.full(3, np.nan),
    "complex": np.full(3, 74j),
    "bool": np.ones(3, bool),
    "object": np.array([KEEP] * 3, object),
    "actions": np.array([spades.Action("keep")] * 3, object),
    "texts": np.array(["keep"] * 3),
    "dates": np.zeros(3, "M8[s]"),
    "spans": np.full(3, KEEP, "m8[s]"),
    "fields": np.zeros(3, [("a", "i8")]),
    "short": np.full(2, KEEP),
    "long": np.full(4, KEEP),
    "empty": np.array([], int),
    "zero-dimensional": np.array(KEEP),
    "column": np.full((3, 1), KEEP),
    "row": np.full((1, 3), KEEP),
    "out of range": np.array([KEEP, KEEP, 88]),
    "far out of range": np.array([KEEP, 2**63 - 1, KEEP]),
    "beyond 63 bits": np.array([KEEP, 2**64 - 1, KEEP], np.uint64),
    "256 above": np.array([KEEP, KEEP, KEEP + 256]),
    "128 above": np.array([KEEP, KEEP, KEEP + 128]),
    "negative": np.array([-1, KEEP, KEEP]),
    "negative and strided": np.array([-1, 0, KEEP, 0, KEEP, 0])[::2],
    "negative of the other byte order": np.array([-1, KEEP, KEEP], ">i8"),
    "a free id": np.array([52, KEEP, KEEP]),
    "not legal": np.array([NIL, KEEP, KEEP]),
}


@pytest.mark.parametrize("name", REFUSED_ACTIONS)
def test_refused_actions(name: str) -> None:
    env, other = VectorEnv("two-handed", 3), VectorEnv("two-handed", 3)
    with pytest.raises(SpadesError, match=r"^(actions: .* expected|.*row \d: )") as caught:
        env.step(REFUSED_ACTIONS[name])
    assert len(str(caught.value)) < 300
    assert (env.observation == other.observation).all()
    for stepped in (env, other):
        stepped.step(np.full(3, KEEP))
    assert (env.observation == other.observation).all()


def test_no_arguments_are_errors_of_their_own() -> None:
    with pytest.raises(TypeError):
        VectorEnv("partners", 3).step()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        VectorEnv()  # type: ignore[call-arg]


def test_its_own_arrays_may_be_given_back() -> None:
    env = VectorEnv("three-handed", 3)
    for given in (env.turn, env.openers, env.seeds):
        with pytest.raises(spades.IllegalActionError):
            env.step(given)
    env.step(env.legal_mask.argmax(axis=1))


NO_FORMS: list[Any] = [1, 0, "", "none", "uint8", 2.5, [], "\ud800", np.float32]

BAD: list[tuple[Callable[[], object], str]] = [
    *((lambda n=n: VectorEnv("pick", n), r"^n: ") for n in (0, -1, 10**6 + 1, 10**18, 10**40)),
    *(
        (lambda n=n: VectorEnv("pick", n), r"^n: .*whole number")
        for n in (1.0, "4", None, True, float("nan"), [3], np.array([3]), np.float32(3))
    ),
    *((lambda s=s: VectorEnv("pick", 2, s), r"^seed: ") for s in (-1, 2**64, 0.5, "1", True)),
    *(
        (lambda t=t: VectorEnv("pick", 2, 1, t), r"^threads: ")
        for t in (0, -3, 257, 10_000, 1.5, "2", False)
    ),
    *((lambda o=o: VectorEnv("pick", 2, observation=o), r"^observation: ") for o in NO_FORMS),
    *((lambda r=r: VectorEnv(r, 2), "preset") for r in ("whist", None, 3, b"pick", "")),
    *((lambda i=i: VectorEnv("pick", 2).round(i), r"^row: ") for i in (2, -1, 2**70, 0.0, None)),
    *((lambda s=s: VectorEnv("pick", 2).reset(s), r"^seed: ") for s in (-1, 2**64, 1.0, "x")),
]


@pytest.mark.parametrize(("call", "message"), BAD)
def test_bad_values(call: Callable[[], object], message: str) -> None:
    with pytest.raises(SpadesError, match=message) as caught:
        call()
    assert len(str(caught.value)) < 300


def test_a_refused_reset_changes_nothing() -> None:
    env = VectorEnv("pick", 2, seed=3)
    env.step(env.legal_mask.argmax(axis=1))
    before = env.observation.copy()
    with pytest.raises(SpadesError):
        env.reset(2**64)
    assert env.seed == 3
    assert (env.observation == before).all()


def test_nothing_can_be_set() -> None:
    env = VectorEnv("pick", 2)
    for name in ("turn", "legal_mask", "n", "rules", "seed", "other"):
        with pytest.raises(AttributeError):
            setattr(env, name, 1)
    assert repr(env) == '<VectorEnv of "pick": 2 rounds, seed 1>'
    assert (env.n, env.threads, env.rules) == (2, 1, spades.Rules.preset("pick"))


def test_unpacking() -> None:
    env = VectorEnv("two-handed", 6, observation="both")
    for _ in range(40):
        env.step(env.legal_mask.argmax(axis=1))
    size, width = spades.OBSERVATION_SIZE, spades.OBSERVATION_BYTES
    bits = env.observation_bits
    assert (spades.unpack_observations(bits[4]) == env.observation[4]).all()
    cube = spades.unpack_observations(bits.reshape(2, 3, width))
    assert (cube.reshape(6, size) == env.observation).all()
    assert spades.unpack_observations(np.zeros((0, width), np.uint8)).shape == (0, size)
    # numpy alone reads the numbers that are 0 or 1.
    spread = np.unpackbits(bits, axis=1, bitorder="little")[:, :size]
    assert (spread == (env.observation > 0)).all()
    noise = np.random.default_rng(1).integers(0, 256, (50, width), np.uint8)
    assert np.isfinite(spades.unpack_observations(noise)).all()


@pytest.mark.parametrize(
    "bits",
    [
        *(np.zeros(151, np.uint8), np.zeros((152, 2), np.uint8).T, np.zeros(152, np.int8)),
        *(np.zeros((4, 304), np.uint8)[:, ::2], np.zeros(152), bytes(152), [0] * 152, None),
        *(np.zeros((), np.uint8), np.zeros(152, bool)),
    ],
)
def test_what_cannot_be_unpacked(bits: Any) -> None:  # noqa: ANN401
    with pytest.raises(SpadesError, match=r"^bits: expected a contiguous numpy array of uint8"):
        spades.unpack_observations(bits)


def resident() -> int:
    """Give the memory of this process in bytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="there is no /proc")
def test_memory_does_not_grow() -> None:
    env = VectorEnv("two-handed-open", 300, threads=2, observation="both")
    wrong = np.full(300, 90)
    wrong_type: Any = np.zeros(300)

    def work(steps: int) -> None:
        for _ in range(steps):
            env.step(env.legal_mask.argmax(axis=1))
            for refused in (wrong, wrong_type):
                with pytest.raises(SpadesError):
                    env.step(refused)
            env.reset()
            with pytest.raises(SpadesError):
                VectorEnv("pick", 0)
            VectorEnv("pick", 50)

    work(300)
    gc.collect()
    before = resident()
    tracemalloc.start()
    try:
        work(50)
        gc.collect()
        start = tracemalloc.get_traced_memory()[0]
        work(1500)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - start < 100_000
    finally:
        tracemalloc.stop()
    # 4,550 refused calls and 1,550 environments of 200 kB: a leak of any of them would be larger.
    assert resident() - before < 8_000_000


def test_too_little_memory_is_an_error() -> None:
    code = """
import resource, spades
import numpy
resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000,) * 2)
for _ in range(3):
    try:
        spades.VectorEnv("partners", 1_000_000, observation="both")
    except spades.SpadesError as error:
        assert str(error).startswith("too little memory"), error
    else:
        raise AssertionError("a million rounds in 1.5 GB")
env = spades.VectorEnv("partners", 10)
env.step(env.legal_mask.argmax(axis=1))
"""
    pytest.importorskip("resource")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_step_lets_other_threads_run() -> None:
    env = VectorEnv("partners", 50_000)
    actions = np.full(50_000, NIL)
    ticks: list[float] = []
    stop = threading.Event()

    def tick() -> None:
        while not stop.wait(0.0005):
            ticks.append(time.perf_counter())

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        for _ in range(50):
            start = time.perf_counter()
            env.step(actions)
            end = time.perf_counter()
            if any(start < at < end for at in ticks):
                break
            env.reset()
        else:
            pytest.fail("no other thread ran during a step")
    finally:
        stop.set()
        thread.join()


def test_threads_that_share_an_environment() -> None:
    env = VectorEnv("partners", 20_000)
    errors: list[Exception] = []

    def work() -> None:
        for i in range(20):
            try:
                env.step(env.legal_mask.argmax(axis=1)) if i % 5 else env.reset()
            except SpadesError as error:  # the actions were of another step, or it is at work
                errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    env.reset()
    other = VectorEnv("partners", 20_000)
    assert (env.observation == other.observation).all()
    assert all(isinstance(error, SpadesError) for error in errors)

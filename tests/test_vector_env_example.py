"""The worked example learns: after seconds it beats random play."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import spades

EXAMPLE = Path(__file__).parent.parent / "examples" / "train_policy.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    if not EXAMPLE.exists():
        pytest.skip("the examples are not here")
    spec = importlib.util.spec_from_file_location("train_policy", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_policy"] = module  # its dataclass looks for its module there
    spec.loader.exec_module(module)
    return module


def test_it_beats_random_play(example: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    whole, _ = example.main(["--quick"])
    # About +57: the whole interval is above 0.
    assert whole.mean - whole.half > 10
    assert "against random play:        +" in capsys.readouterr().out


def test_a_policy_is_no_better_than_itself(example: ModuleType) -> None:
    """The test is fair: swapped sides of one policy without chance give exactly nothing."""
    rules = spades.Rules.preset("partners")

    def first(seen: object, mask: np.ndarray) -> object:
        return mask.argmax(axis=1)

    margin = example.duel(rules, [first, first], 50, 3)
    assert (margin.mean, margin.half) == (0, 0)


def test_the_gradient(example: ModuleType) -> None:
    """A decision that was better than expected becomes likelier, a worse one less likely."""
    rng = np.random.default_rng(1)
    env = spades.VectorEnv("partners", 64, observation="both")
    net = example.Net(8, rng)
    mask, bits = env.legal_mask.copy(), env.observation_bits.copy()
    actions = np.where(np.arange(64) % 2 == 0, 60, 61)
    returns = np.where(actions == 60, 1, -1).astype(np.float32)
    before = net.forward(env.observation, mask)[1]
    for _ in range(5):
        net.learn(example.Decisions(bits, mask, actions, returns), 0.01, 0.0)
    after = net.forward(env.observation, mask)[1]
    assert (after[:, 60] > before[:, 60]).all()
    assert (after[:, 61] < before[:, 61]).all()
    assert np.allclose(after.sum(axis=1), 1, atol=1e-5)
    assert (after[~mask] == 0).all()

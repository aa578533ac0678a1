"""Trains a small policy with numpy alone, and shows that it beats random play.

The policy is a net with one hidden layer, from what the seat to act knows to a weight for each
action. It learns by REINFORCE with a learned baseline: `spades.VectorEnv` plays many rounds at
once, with the policy in every seat; at the end of a round each decision is credited with the points
that its side made more than the others, less what the net had expected.

Then it is tested against random play, on the same deals with the seats swapped: once with all its
decisions, and once with the cards alone (both sides draft and bid by the policy).

    python examples/train_policy.py            # two to four minutes on one core
    python examples/train_policy.py --quick    # seconds: enough to beat random, not to play well
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

# One core: set before numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

import spades

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Actions = NDArray[np.int64]
Chooser = Callable[[Floats, Mask], Actions]

CARDS = slice(0, 52)
HUNDRED = 100.0


class Net:
    """From observations to weights of the actions and an expected return."""

    def __init__(self, hidden: int, rng: np.random.Generator) -> None:
        size = spades.OBSERVATION_SIZE
        # Few of the inputs are not 0, so the first layer may be large; the last is to begin even.
        self.parameters: list[Floats] = [
            rng.normal(0, 0.1, (size, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            rng.normal(0, 0.01, (hidden, spades.NUM_ACTIONS + 1)).astype(np.float32),
            np.zeros(spades.NUM_ACTIONS + 1, np.float32),
        ]
        self._moments = [(np.zeros_like(p), np.zeros_like(p)) for p in self.parameters]
        self._updates = 0

    def forward(self, seen: Floats, mask: Mask) -> tuple[Floats, Floats, Floats]:
        """Hidden layer, probability of each action (0 where it is not legal), expected return."""
        w1, b1, w2, b2 = self.parameters
        hidden = np.maximum(seen @ w1 + b1, 0)
        out = hidden @ w2 + b2
        logits = np.where(mask, out[:, :-1], -np.inf)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, odds / odds.sum(axis=1, keepdims=True), out[:, -1]

    def best(self, seen: Floats, mask: Mask) -> Actions:
        """Choose the likeliest action of each row."""
        likeliest: Actions = self.forward(seen, mask)[1].argmax(axis=1)
        return likeliest

    def learn(self, batch: Decisions, rate: float, entropy: float) -> None:
        """One step of Adam up the gradient of the expected return, with a bonus for entropy."""
        seen = spades.unpack_observations(batch.bits)
        hidden, p, expected = self.forward(seen, batch.mask)
        rows = np.arange(len(seen))
        advantage = batch.returns - expected
        scale = advantage / (advantage.std() + 1e-6)
        log_p = np.log(np.maximum(p, 1e-9))
        spread = -(p * log_p).sum(axis=1, keepdims=True)
        # Of the loss by the logits: of -advantage * log p[action], and of -entropy * spread.
        slope = p * scale[:, None] + entropy * p * (log_p + spread)
        slope[rows, batch.actions] -= scale
        out = np.concatenate([slope, 0.5 * (expected - batch.returns)[:, None]], axis=1)
        out /= np.float32(len(seen))
        below = (out @ self.parameters[2].T) * (hidden > 0)
        gradients = [seen.T @ below, below.sum(axis=0), hidden.T @ out, out.sum(axis=0)]
        self._updates += 1
        step = rate * math.sqrt(1 - 0.999**self._updates) / (1 - 0.9**self._updates)
        for parameter, gradient, (mean, square) in zip(
            self.parameters, gradients, self._moments, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            parameter -= np.float32(step) * mean / (np.sqrt(square) + 1e-8)


class Decisions(NamedTuple):
    """Decisions of finished rounds, one a row."""

    bits: NDArray[np.uint8]
    mask: Mask
    actions: Actions
    returns: Floats

    def select(self, rows: NDArray[Any]) -> Decisions:
        """Give the decisions at these places, or where it is true."""
        return Decisions(self.bits[rows], self.mask[rows], self.actions[rows], self.returns[rows])


def sample(p: Floats, rng: np.random.Generator) -> Actions:
    """Draw an action of each row by its probability."""
    # The largest of p / Exp(1) is drawn with chance p. A 0 may come among so many numbers.
    waits = rng.standard_exponential(p.shape, np.float32)
    drawn: Actions = (p / np.maximum(waits, np.finfo(np.float32).tiny)).argmax(axis=1)
    return drawn


def play(env: spades.VectorEnv, net: Net, rng: np.random.Generator) -> Decisions:
    """Play one round in every row, with the net in all seats."""
    bits, masks, actions, seats = [], [], [], []
    done = np.zeros(env.n, bool)
    points = np.zeros((env.n, env.rules.sides), np.float32)
    going = []
    while not done.all():
        # The arrays of an environment are written again by the next step: what is kept is copied.
        bits.append(env.observation_bits.copy())
        masks.append(env.legal_mask.copy())
        seats.append(env.turn.copy())
        going.append(~done)
        actions.append(sample(net.forward(env.observation, env.legal_mask)[1], rng))
        rewards, dones = env.step(actions[-1])
        points[dones & ~done] = rewards[dones & ~done]
        done |= dones
    sides = points.shape[1]
    ahead = points - (points.sum(axis=1, keepdims=True) - points) / (sides - 1)
    side = np.array([env.rules.side_of(seat) for seat in range(env.rules.players)])
    returns = np.concatenate([ahead[np.arange(env.n), side[seat]] for seat in seats]) / HUNDRED
    # A row whose round was over before the longest one has begun another: that is left out.
    return Decisions(
        np.concatenate(bits),
        np.concatenate(masks),
        np.concatenate(actions),
        returns.astype(np.float32),
    ).select(np.concatenate(going))


def train(
    rules: spades.Rules, iterations: int, rounds: int, hidden: int, seed: int, quiet: bool = False
) -> Net:
    """Train a net by playing `iterations` times `rounds` rounds."""
    rng = np.random.default_rng(seed)
    net = Net(hidden, rng)
    env = spades.VectorEnv(rules, rounds, seed, observation="both")
    start = time.perf_counter()
    for i in range(iterations):
        batch = play(env, net, rng)
        order = rng.permutation(len(batch.actions))
        left = 1 - i / iterations
        for part in np.array_split(order, max(1, len(order) // 4096)):
            net.learn(batch.select(part), 0.002 * left, 0.01 * left)
        if not quiet and (i + 1) % max(1, iterations // 10) == 0:
            played, seconds = (i + 1) * rounds, time.perf_counter() - start
            spread = batch.returns.std() * HUNDRED
            print(f"{played:8d} rounds {seconds:5.0f} s   spread of the returns {spread:4.0f}")
    return net


@dataclass(frozen=True)
class Margin:
    """Mean points a round by which the first side was ahead, with its 95 % interval."""

    mean: float
    half: float

    def __str__(self) -> str:
        return f"{self.mean:+.1f} ± {self.half:.1f} points a round"


def duel(rules: spades.Rules, choosers: Sequence[Chooser], deals: int, seed: int) -> Margin:
    """Play each deal twice, with the two choosers' sides swapped, and compare their points."""
    ahead = np.zeros(deals)
    side = np.array([rules.side_of(seat) for seat in range(rules.players)])
    for first in (0, 1):
        # The same seed: the same deals.
        env = spades.VectorEnv(rules, deals, seed)
        done = np.zeros(deals, bool)
        while not done.all():
            # The second chooser has side `1 - first`, the first all others.
            turns = side[env.turn] != 1 - first
            actions = np.empty(deals, np.int64)
            for chooser, rows in zip(choosers, (turns, ~turns), strict=True):
                actions[rows] = chooser(env.observation[rows], env.legal_mask[rows])
            rewards, dones = env.step(actions)
            ended = dones & ~done
            ahead[ended] += rewards[ended, first] - rewards[ended, 1 - first]
            done |= dones
    # Both games of a deal are one sample: what luck gave in one it took in the other.
    ahead /= 2
    return Margin(float(ahead.mean()), float(1.96 * ahead.std(ddof=1) / math.sqrt(deals)))


def evaluate(net: Net, rules: spades.Rules, deals: int, seed: int) -> tuple[Margin, Margin]:
    """Compare the net with random play: all decisions, and the cards alone."""
    rng = np.random.default_rng(seed)

    def at_random(seen: Floats, mask: Mask) -> Actions:
        return sample(mask.astype(np.float32), rng)

    def random_cards(seen: Floats, mask: Mask) -> Actions:
        cards = mask[:, CARDS].any(axis=1)
        return np.where(cards, at_random(seen, mask), net.best(seen, mask))

    return (
        duel(rules, [net.best, at_random], deals, seed),
        duel(rules, [net.best, random_cards], deals, seed),
    )


def main(arguments: Sequence[str] | None = None) -> tuple[Margin, Margin]:
    """Train, test and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    two_sided = [p for p in spades.PRESETS if spades.Rules.preset(p).sides == 2]
    parser.add_argument("--preset", default="two-handed", choices=two_sided)
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=512, help="rounds of an iteration")
    parser.add_argument("--hidden", type=int, default=64, help="width of the hidden layer")
    parser.add_argument("--deals", type=int, default=4000, help="deals of the test, each twice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="a short run with a small net")
    options = parser.parse_args(arguments)
    if options.quick:
        options.iterations, options.rounds, options.hidden, options.deals = 30, 128, 16, 400
    rules = spades.Rules.preset(options.preset)
    net = train(rules, options.iterations, options.rounds, options.hidden, options.seed)
    # Deals that were not trained with: those of another seed.
    whole, cards = evaluate(net, rules, options.deals, options.seed + 1)
    print(f"against random play:        {whole}")
    print(f"against random cards alone: {cards}")
    return whole, cards


if __name__ == "__main__":
    main()

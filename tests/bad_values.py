"""Values that are never an action, a card, a number or a list, whatever they are given to."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np

import spades


class Strange:
    """An object whose every conversion fails, its `repr` too."""

    def __index__(self) -> int:
        raise RuntimeError("no index")

    def __repr__(self) -> str:
        raise RuntimeError("no repr")

    def __str__(self) -> str:
        raise RuntimeError("no str")


# Nothing here is a whole number, a card, a bid, a set of rules or a list of any of them.
NEVER: dict[str, object] = {
    "text": "x",
    "empty text": "",
    "blank text": " \t\n",
    "surrogate": "\ud800",
    "null": "A\0S",
    "long text": "x" * 100_000,
    "long digits": "9" * 100_000,
    "other digits": "\u0663",
    "float": 1.0,
    "float half": 0.5,
    "nan": float("nan"),
    "infinity": float("inf"),
    "complex": 1j,
    "fraction": Fraction(1, 2),
    "true": True,
    "false": False,
    "minus": -1,
    "big": 2**63,
    "bigger": 2**64,
    "huge": 10**5000,
    "huge minus": -(10**5000),
    "bytes": b"AS",
    "bytearray": bytearray(b"AS"),
    "object": object(),
    "type": int,
    "strange": Strange(),
    "function": len,
    "numpy float": np.float64(1),
    "numpy float32": np.float32(1),
    "numpy nan": np.float64("nan"),
    "numpy bool": np.True_,
    "numpy text": np.str_("x"),
    "numpy minus": np.int8(-1),
    "numpy big": np.uint64(2**64 - 1),
    "numpy date": np.datetime64("2020-01-01"),
    "array float": np.zeros(3),
    "array empty": np.zeros(0, np.int64),
    "array matrix": np.zeros((2, 2), np.int64),
    "array object": np.array([None, "x"], object),
    "array 0-d float": np.array(1.0),
    "dict": {"a": 1},
    "list of list": [[[]]],
    "endless": itertools.repeat(0.5),
    "set of texts": {"x"},
}
# Of the right kind, but out of any range. 52-55 and 81-87 are ids of no action.
NO_ACTION: dict[str, object] = NEVER | {
    "none": None,
    "52": 52,
    "55": 55,
    "81": 81,
    "88": 88,
    "256": 256,
    "2**32": 2**32,
    "list": ["AS"],
    "hand": spades.CardSet("A..."),
    "rules": spades.Rules(),
    "numpy 52": np.int64(52),
    "array of one": np.array([0]),
    "text 18": "18",
    "text -1": "-1",
    "text 1.0": "1.0",
    "text NaN": "NaN",
    "card and more": "AS AS",
    "half a card": "A",
}

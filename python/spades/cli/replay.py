"""`replay`: check a record and print it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path

from spades import Game, Record
from spades.cli.events import emit
from spades.cli.names import Names
from spades.cli.program import FINE
from spades.cli.reporter import Reporter
from spades.cli.steps import take_step
from spades.cli.watch import open_reporter


def run_replay(options: Namespace) -> int:
    """Print the game of a record, or all games of a file of JSON lines."""
    for record in _records(options.file):
        game = record.replay()
        reporter = open_reporter(options, _names(record))
        retell(record, reporter)
        _ending(options, record, game)
    return FINE


def retell(record: Record, reporter: Reporter) -> None:
    """Tell a reporter everything that happened in a record that has been checked."""
    game = Game(record.rules, record.seed, record.opener)
    reporter.start(game)
    for number, played in enumerate(record.rounds):
        reporter.deal(game)
        for action in played.actions:
            step = take_step(game, action, None)
            reporter.step(game, step)
            if step.redealt:
                reporter.deal(game)
        if len(game.rounds) > number:
            reporter.scored(game, number)
    if game.outcome is not None:
        reporter.ended(game, game.outcome)


def _records(file: str) -> Iterable[Record]:
    if Path(file).suffix == ".jsonl":
        from spades.record import iter_jsonl

        return iter_jsonl(file)
    return (Record.load(file),)


def _names(record: Record) -> Names:
    """Names by seat; bots of one kind are told apart by their seats."""
    players = record.players
    if not players:
        return Names.for_seats(record.rules)
    if len(set(players)) < len(players):
        return Names.for_bots(record.rules, players)
    return Names(record.rules, players)


def _ending(options: Namespace, record: Record, game: Game) -> None:
    """Say whether the record is whole, and where it ends."""
    whole = len(game.rounds)
    if options.json:
        emit("record", valid=True, truncated=record.truncated, rounds=whole, over=game.is_over)
        return
    rounds = "1 whole round" if whole == 1 else f"{whole} whole rounds"
    if record.truncated:
        print(f"The file is cut off: {rounds} could be read, and all that is there is right.")
    elif not game.is_over:
        print(f"The record is right; it ends before the game does, after {rounds}.")
    else:
        print("The record is right: every deal, action and score was played again.")

"""`watch`: bots play a game against each other."""

from __future__ import annotations

from argparse import Namespace

from spades import Game
from spades.cli.events import EventReporter
from spades.cli.game_text import GameText
from spades.cli.keeper import Keeper
from spades.cli.names import Names
from spades.cli.opponents import bot_seed, limit_of, opponent_of
from spades.cli.program import FAILED, FINE, INTERRUPTED, complain
from spades.cli.reporter import Reporter
from spades.cli.rules_option import rules_from
from spades.cli.steps import take_step


def run_watch(options: Namespace) -> int:
    """Play a game of bots to its end and print it."""
    game = Game(rules_from(options.rules, options.settings), options.seed)
    players = game.rules.players
    kinds = [options.bots[seat % len(options.bots)] for seat in range(players)]
    bots = [opponent_of(kind, bot_seed(game.seed, seat)) for seat, kind in enumerate(kinds)]
    reporter = open_reporter(options, Names.for_bots(game.rules, kinds))
    limits = [limit_of(options, kind, bot) for kind, bot in zip(kinds, bots, strict=True)]
    with Keeper(options.record, game, kinds, force=options.force) as keeper:
        try:
            reporter.start(game)
            reporter.deal(game)
            while (turn := game.turn) is not None:
                choice = bots[turn].choose(game.observation(turn), limits[turn])
                step = take_step(game, choice.action, None)
                reporter.step(game, step)
                if step.finished is not None:
                    keeper.update()
                    reporter.scored(game, len(game.rounds) - 1)
                if (step.finished is not None or step.redealt) and not game.is_over:
                    reporter.deal(game)
            assert game.outcome is not None  # nobody is to act
            reporter.ended(game, game.outcome)
        except KeyboardInterrupt:
            complain(f"\ninterrupted; {keeper.told()}")
            return INTERRUPTED
    return FAILED if keeper.failed else FINE


def open_reporter(options: Namespace, names: Names) -> Reporter:
    """The reporter that `--json`, `--quiet` and `--ascii` ask for."""
    if options.json:
        return EventReporter(names, None, quiet=options.quiet)
    from spades.cli.screen import Screen

    return GameText(Screen(ascii_only=options.ascii), names, quiet=options.quiet)

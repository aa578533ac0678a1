"""What the player at the table reads."""

from __future__ import annotations

from spades import Action, Game, Outcome, estimate_tricks
from spades.cli.cards import choices
from spades.cli.entry import COMMANDS, refusal, wanted
from spades.cli.folders import as_typed
from spades.cli.names import Names
from spades.cli.prompts import about_turn, intro, prompt
from spades.cli.rules_words import in_words
from spades.cli.screen import Screen
from spades.cli.sentences import special_bid, tell, tell_trick
from spades.cli.settings import Settings
from spades.cli.steps import Step
from spades.cli.text import Text
from spades.cli.view import draw_hand, draw_table, draw_thrown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from spades.bots import Choice
    from spades.cli.odds import Odds


class TableText:
    """Prints the table for the seat `viewer`."""

    def __init__(self, screen: Screen, names: Names, settings: Settings, viewer: int = 0) -> None:
        self._screen = screen
        self._names = names
        self._settings = settings
        self._viewer = viewer
        self._explained: set[str] = set()

    def start(self, game: Game) -> None:
        """Say what is played, against whom, and what can be typed."""
        rules, names = game.rules, self._names
        side = rules.side_of(self._viewer)
        partner = [n for n in names.sides[side].split(" + ") if n != names.seats[self._viewer]]
        rivals = [name for other, name in enumerate(names.sides) if other != side]
        against = f"you play{' with ' + partner[0] if partner else ''} against "
        self._screen.line(("Spades", "bold"), f", {rules.name}: {against}{' and '.join(rivals)}.")
        self._screen.line("Type ? for what you can type, rules for the rules, quit to leave.")

    def deal(self, game: Game) -> None:
        """Say who opens."""
        self._screen.blank()
        number, opener = len(game.rounds) + 1, game.round.opener
        first = "to bid and to lead" if game.rules.deal == "dealt" else "to choose, bid and lead"
        opens = self._names.does(opener, "open")
        self._screen.line((f"Round {number}.", "bold"), f" {opens} this round: first {first}.")
        self._explain(game)

    def step(self, game: Game, step: Step) -> None:
        """Say what was done; a completed trick in one line."""
        own = step.seat == self._viewer and step.phase != "draft"
        if step.auto or not (own or step.winner is not None):
            self._screen.line(tell(self._screen, self._names, step))
        if step.action.bid is not None or str(step.action) == "blind-nil":
            about = special_bid(game.rules, self._names, game.round.bids, step.seat)
            if about:
                self._screen.line((about, "dim"))
        if step.winner is not None:
            self._screen.line(tell_trick(self._screen, self._names, step))
        if step.finished is None:
            self._explain(game)

    def scored(self, game: Game, index: int) -> None:
        """Print the score of a round."""
        from spades.cli.sheet import round_table

        self._screen.blank()
        round_table(self._screen, game.rules, self._names, game.rounds, index)

    def ended(self, game: Game, outcome: Outcome) -> None:
        """Print the score sheet, the way of the scores and who won."""
        from spades.cli.ending import draw_ending

        self._screen.blank()
        draw_ending(self._screen, self._names, game, outcome)
        self._screen.line((f"(seed {game.seed})", "dim"))

    def kept(self, file: str) -> None:
        """Say how the game can be looked at again."""
        words = (f"python -m spades review {as_typed(file)}", "bold")
        # One line, however long: it is there to be copied.
        self._screen.lines([self._screen.text("What could have been better? ", words)])

    def thinking(self, seat: int | None) -> None:
        """Say that a computer player thinks, in a line that is taken back."""
        if self._screen.erases:
            who = "Thinking" if seat is None else self._names.does(seat, "think")
            self._screen.unfinished(f"{who} ...")

    def thought(self) -> None:
        """Take the line back."""
        if self._screen.erases:
            self._screen.erase()

    def turn(self, game: Game) -> str:
        """Print the table, what is asked and what may be answered."""
        seen, screen = game.observation(self._viewer), self._screen
        screen.blank()
        draw_table(screen, self._names, seen, len(game.rounds) + 1)
        draw_hand(screen, seen, self._by_rank)
        if seen.phase == "draft":
            draw_thrown(screen, self._names, seen)
        if seen.phase == "bid":
            sure = estimate_tricks(seen.hand)
            screen.line("Sure tricks of this hand, estimated: ", (f"{sure:.1f}", "bold"))
        for line in about_turn(screen, self._names, seen):
            screen.line(line)
        self._number(choices(seen.legal_actions(), self._by_rank))
        return prompt(seen)

    def redraw(self, game: Game, what: str) -> None:
        """Print the table, the hand, the score sheet, the rules or the commands."""
        screen, seen = self._screen, game.observation(self._viewer)
        if what == "table":
            self.turn(game)
        elif what == "hand":
            draw_hand(screen, seen, self._by_rank)
        elif what == "score":
            self._scores(game)
        elif what == "rules":
            for paragraph in in_words(game.rules):
                screen.paragraph(paragraph)
        else:
            for line in about_turn(screen, self._names, seen):
                screen.line(line)
            can = wanted(choices(seen.legal_actions()), seen.phase)
            screen.line(f"Now {can}. Or one of these:")
            screen.table(["Type", "for"], COMMANDS.items(), left=["for"], wrap=["for"])

    def hint(self, game: Game, choice: Choice) -> None:
        """Print what the bot would do."""
        from spades.cli.hints import hint_words

        seen = game.observation(self._viewer)
        words = hint_words(self._screen.face, self._names, choice, seen)
        self._screen.line(("Hint: ", "bold"), words)

    def odds(self, game: Game, odds: Odds) -> None:
        """Print what each choice is worth and who may hold what."""
        from spades.cli.odds_view import draw_odds

        draw_odds(self._screen, self._names, game.observation(self._viewer), odds)

    def note(self, event: str, text: str, **fields: object) -> None:
        """Print the text in one line: it may end with a command to copy."""
        self._screen.lines([Text(text)])

    def why(self, game: Game, action: Action, reason: str | None) -> None:
        """Print whether an action may be done."""
        can = f"{action} {'is possible' if action.card is None else 'may be played'} now"
        self._screen.line(f"{refusal(action, reason) if reason else can}.")

    def undone(self, game: Game, count: int) -> None:
        """Print that actions were taken back."""
        what = "your last action is taken back" if count else "there is nothing to take back"
        self._screen.line(f"Undo: {what}.")

    def _explain(self, game: Game) -> None:
        """Say what a phase is about when it comes for the first time."""
        if game.phase not in self._explained:
            self._explained.add(game.phase)
            for paragraph in intro(game.rules, game.phase):
                self._screen.blank()
                self._screen.paragraph(paragraph)

    def _scores(self, game: Game) -> None:
        if game.rounds:
            from spades.cli.sheet import game_table

            game_table(self._screen, game.rules, self._names, game.rounds)
        else:
            self._screen.line("No round is finished yet: every side has 0 points and no bags.")

    @property
    def _by_rank(self) -> bool:
        return self._settings.sort == "rank"

    def _number(self, actions: tuple[Action, ...]) -> None:
        """Print the cards that may be played with their numbers, as many in a line as fit."""
        screen = self._screen
        cards = [action.card for action in actions if action.card is not None]
        fit = max((screen.width - 6) // 7, 1)
        for start in range(0, len(cards), fit):
            line = screen.text("Play  " if start == 0 else " " * 6)
            for number, card in enumerate(cards[start : start + fit], start + 1):
                line.append(f"{number:>2} ", "dim").append(screen.face.text(card).padded(4))
            screen.lines([line])

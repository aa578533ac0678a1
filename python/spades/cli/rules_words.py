"""The rules of a table told in plain words, made from the `Rules` value."""

from __future__ import annotations

from spades import Rules

_DRAW = (
    "Making hands: the players take turns to look at the top card of the stock. Keep it, and the "
    "next card is thrown away; refuse it, and it is thrown away and the next card is yours, "
    "whatever it is. 13 turns each make hands of 13 cards."
)
_PICK = (
    "Making hands: the opener is shown two cards at a time, one face up and one face down, and "
    "takes one of them; the other is thrown away as it lies. After 13 pairs the other player "
    "does the same."
)
_PLAY = (
    "Play: the opener leads to the first trick. Follow the suit that was led if you can; if not, "
    "play anything. The highest spade wins the trick, else the highest card of the suit led; the "
    "winner leads to the next. A spade may be led only after a spade has been played (spades "
    "are broken) or when you hold nothing else."
)


def in_words(rules: Rules) -> tuple[str, ...]:
    """The rules as paragraphs."""
    parts = (_table(rules), _hands(rules), _blind(rules), _bids(rules), _PLAY, _score(rules))
    return (*(part for part in parts if part), _nils(rules), _end(rules))


def bid_stakes(rules: Rules) -> str:
    """What a bid wins and loses, in a line or two."""
    per, bag, bid = rules.trick_points, rules.bag_points, min(4, rules.max_bid)
    who = "your side wins" if rules.partnerships else "you win"
    together = " (with your partner: both bids together)" if rules.partnerships else ""
    text = (
        f"A bid of {bid} scores {bid * per:+d} if {who} {bid} or more tricks{together}, "
        f"{-bid * per:+d} if fewer; each trick above the bid is {bag:+d} and a bag. "
    )
    lost = _loss(rules.nil_penalty)
    nil = f"Nil scores +{rules.nil_bonus} if you win no trick at all, {lost} if you do."
    moon = (
        f" 13 bid and won scores +{rules.moon_bonus} instead; missed, it costs nothing but bags."
        if rules.moon_bonus
        else ""
    )
    double = (
        f" Both partners nil: {rules.double_nil_bonus:+d} if both keep it, "
        f"{-rules.double_nil_bonus} if neither does."
        if rules.double_nil_bonus
        else ""
    )
    return f"{text if bid else ''}{nil}{moon if rules.max_bid >= 13 else ''}{double}"


def _table(rules: Rules) -> str:
    if rules.partnerships:
        who = "Four players; those who sit across from each other are partners."
    else:
        who = f"{('Two', 'Three', 'Four')[rules.players - 2]} players, each alone."
    if rules.rounds == 1:
        return f"{who} Chance says who opens."
    if rules.opener == "random":
        return f"{who} Who opens a round is left to chance each time."
    return f"{who} Chance says who opens the first round; then it goes around clockwise."


def _hands(rules: Rules) -> str:
    if rules.deal == "draw":
        seen = "Both players see" if rules.discards == "face-up" else "Only the thrower sees"
        return f"{_DRAW} {seen} the cards thrown away."
    if rules.deal == "pick":
        return _PICK
    text = f"Making hands: {rules.hand_size} cards are dealt to each player"
    left = 52 - rules.players * rules.hand_size
    if left:
        text += f"; {left} {'stays' if left == 1 else 'stay'} unseen"
    text += "."
    if rules.hand_hidden_until_bid:
        text += " You see your hand when your turn to bid comes."
    if rules.misdeal:
        text += (
            " At your turn to bid, with no spade or without king, queen and jack, you may say "
            "misdeal: the bids are void and the pack is dealt again."
        )
    return text


def _blind(rules: Rules) -> str:
    if not rules.blind_nil_bonus:
        return ""
    return (
        "Blind nil: before you see any card you may bid nil: "
        f"+{rules.blind_nil_bonus} if you win no trick, {_loss(rules.blind_nil_penalty)} otherwise."
    )


def _bids(rules: Rules) -> str:
    return (
        f"Bids: from the opener on, each player once says how many tricks it will win, nil (none) "
        f"to {rules.max_bid}. {bid_stakes(rules)}"
    )


def _nils(rules: Rules) -> str:
    tricks = {
        "ignored": "count for nothing",
        "bags": "are bags of its side",
        "contract": "help the partner's bid",
    }[rules.nil_tricks]
    return f"The tricks of a failed nil {tricks}."


def _score(rules: Rules) -> str:
    if not rules.bag_limit:
        return "Bags are never punished."
    return (
        f"Bags stay with you from round to round: each {rules.bag_limit} of them cost "
        f"{rules.bag_penalty} points."
    )


def _end(rules: Rules) -> str:
    if rules.rounds:
        many = "one round" if rules.rounds == 1 else f"{rules.rounds} rounds"
        text = f"The game is {many}; the highest score wins, a shared one is a draw."
        if rules.target:
            text += f" A side that reaches {rules.target} before, and leads alone, wins at once."
    else:
        text = (
            f"The game ends after the round in which a side has reached {rules.target} points and "
            "one side alone leads: that side wins."
        )
        if rules.max_rounds != Rules().max_rounds:
            text += f" After {rules.max_rounds} rounds the highest score wins in any case."
    if rules.lose_score is not None:
        text += f" A side at {rules.lose_score} or below ends the game too."
    return text


def _loss(penalty: int) -> str:
    return f"-{penalty}" if penalty else "0"

//! Values that come in from Python. Each is checked here, once, and refused with what was expected.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyInt, PyString};
use spades_core::{Action, Bid, Card, CardSet};

use crate::cards::{PyAction, PyBid, PyCard, PyCardSet};
use crate::errors;

/// How a value looks in a message: short, and never an exception of its own.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    short(value.repr().map_or_else(|_| "?".to_owned(), |r| r.to_string()))
}

/// The beginning of a text that is too long for a message.
pub fn short(text: String) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// A text, or a `SpadesError` that says what was expected.
pub fn text(value: &Bound<'_, PyAny>, expected: &str) -> PyResult<String> {
    let found = value.cast::<PyString>().ok().and_then(|text| text.to_cow().ok());
    found
        .map(std::borrow::Cow::into_owned)
        .ok_or_else(|| errors::invalid(value.py(), format!("{} is not {expected}", shown(value))))
}

/// A whole number: an int or a numpy integer, not a bool, a float or a text. `Ok(None)`: it is a
/// number, but beyond 128 bits.
fn whole(value: &Bound<'_, PyAny>) -> Option<Option<i128>> {
    if value.is_instance_of::<PyBool>() || value.is_instance_of::<PyString>() {
        return None;
    }
    let number = if value.is_instance_of::<PyInt>() {
        value.clone()
    } else {
        value.call_method0("__index__").ok()?
    };
    // Sizes that fit are the rule; the text of a huge number would be slow to make.
    if let Ok(n) = number.extract::<i64>() {
        return Some(Some(i128::from(n)));
    }
    Some(number.extract::<u64>().ok().map(i128::from))
}

/// A whole number in a range, or a `SpadesError` that names what it is.
pub fn number(value: &Bound<'_, PyAny>, what: &str, least: i128, most: i128) -> PyResult<i128> {
    match whole(value) {
        Some(Some(n)) if (least..=most).contains(&n) => Ok(n),
        Some(_) => {
            let shown = shown(value);
            let message = format!("{what}: {shown} is not from {least} to {most}");
            Err(errors::invalid(value.py(), message))
        }
        None => {
            let kind = value.get_type().name()?;
            let message = format!("{what}: {} is a {kind}, expected a whole number", shown(value));
            Err(errors::invalid(value.py(), message))
        }
    }
}

/// A seed of 64 bits.
pub fn seed(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    number(value, "seed", 0, i128::from(u64::MAX)).map(|n| n as u64)
}

/// A seed that nobody chose.
pub fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    RandomState::new().build_hasher().finish()
}

/// The seed given, or a fresh one.
pub fn seed_or_fresh(value: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    value.map_or_else(|| Ok(fresh_seed()), seed)
}

/// A seat of a table with so many players.
pub fn seat(value: &Bound<'_, PyAny>, what: &str, players: u8) -> PyResult<u8> {
    number(value, what, 0, i128::from(players) - 1).map(|n| n as u8)
}

/// The action that a value stands for, or why it stands for none.
pub fn action(value: &Bound<'_, PyAny>) -> Result<Action, String> {
    if let Ok(action) = value.cast::<PyAction>() {
        return Ok(action.get().0);
    }
    if let Ok(card) = value.cast::<PyCard>() {
        return Ok(card.get().0.into());
    }
    if let Ok(bid) = value.cast::<PyBid>() {
        let bid = bid.get().0;
        return if bid.is_blind() {
            Ok(Action::BLIND_NIL)
        } else {
            Action::bid(bid.tricks()).ok_or_else(|| "no such bid".to_owned())
        };
    }
    if let Ok(text) = value.cast::<PyString>() {
        return text
            .to_cow()
            .map_err(|_| "the text is no valid Unicode".to_owned())
            .and_then(|text| text.parse::<Action>().map_err(|error| error.to_string()));
    }
    match whole(value) {
        Some(n) => n
            .and_then(|n| u8::try_from(n).ok())
            .and_then(Action::new)
            .ok_or_else(|| format!("{} is the id of no action", shown(value))),
        None => Err(format!(
            "{} is not an action: expected an Action, a Card, its text or its id",
            shown(value)
        )),
    }
}

/// The card that a value stands for, or a `ParseError`.
pub fn card(value: &Bound<'_, PyAny>) -> PyResult<Card> {
    if let Ok(card) = value.cast::<PyCard>() {
        return Ok(card.get().0);
    }
    let py = value.py();
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_cow().map_err(|_| errors::parse(py, "the text is no valid Unicode"))?;
        return text.parse().map_err(|error| errors::from_core(py, &error));
    }
    match action(value).ok().and_then(Action::card) {
        Some(card) => Ok(card),
        None => Err(errors::parse(
            py,
            format!(
                "{} is not a card: expected a Card, a text such as AS, or an id 0-51",
                shown(value)
            ),
        )),
    }
}

/// The set of cards that a value stands for: a `CardSet`, a hand's text, or cards.
pub fn cards(value: &Bound<'_, PyAny>, what: &str) -> PyResult<CardSet> {
    if let Ok(set) = value.cast::<PyCardSet>() {
        return Ok(set.get().0);
    }
    let py = value.py();
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_cow().map_err(|_| errors::parse(py, "the text is no valid Unicode"))?;
        return text.parse().map_err(|error| errors::from_core(py, &error));
    }
    let Some(items) = value.try_iter().ok().filter(|_| !is_text(value)) else {
        let message = format!(
            "{what}: {} is not a hand: expected a CardSet, a text such as AKQ2.T98.J32.K54, or cards",
            shown(value)
        );
        return Err(errors::parse(py, message));
    };
    let mut set = CardSet::EMPTY;
    for item in items {
        let card = card(&item?)?;
        if set.contains(card) {
            return Err(errors::parse(py, format!("{what}: {card} is there twice")));
        }
        set.insert(card);
    }
    Ok(set)
}

/// The bid that a value stands for, or a `ParseError`.
pub fn bid(value: &Bound<'_, PyAny>, what: &str) -> PyResult<Bid> {
    if let Ok(bid) = value.cast::<PyBid>() {
        return Ok(bid.get().0);
    }
    let py = value.py();
    let found = if let Ok(text) = value.cast::<PyString>() {
        text.to_cow().ok().and_then(|text| text.parse().ok())
    } else if let Ok(action) = value.cast::<PyAction>() {
        action.get().bid_value()
    } else {
        whole(value).flatten().and_then(|n| u8::try_from(n).ok()).and_then(Bid::new)
    };
    found.ok_or_else(|| {
        let shown = shown(value);
        errors::parse(
            py,
            format!("{what}: {shown} is not a bid: expected nil, blind-nil or a number 0-17"),
        )
    })
}

/// Whether a value is a text or bytes, whose items are no cards, bids or numbers.
pub fn is_text(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PyByteArray>()
}

/// The items of a list, a tuple, an array or another iterable, as many as wanted.
pub fn items<'py>(
    value: &Bound<'py, PyAny>,
    what: &str,
    wanted: usize,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let py = value.py();
    let listed = if is_text(value) { None } else { value.try_iter().ok() };
    let Some(listed) = listed else {
        let message = format!("{what}: {} is not a list of {wanted} items", shown(value));
        return Err(errors::invalid(py, message));
    };
    // One more than wanted is enough to know that there are too many.
    let found: Vec<_> = listed.take(wanted + 1).collect::<PyResult<_>>()?;
    if found.len() == wanted {
        return Ok(found);
    }
    let many = if found.len() > wanted { "more than" } else { "fewer than" };
    Err(errors::invalid(py, format!("{what}: {many} {wanted} items")))
}

/// Numbers by seat or side, filled up with zeros.
pub fn numbers(
    value: &Bound<'_, PyAny>,
    what: &str,
    wanted: usize,
    most: i128,
) -> PyResult<[i64; 4]> {
    let mut out = [0; 4];
    for (i, (to, item)) in out.iter_mut().zip(items(value, what, wanted)?).enumerate() {
        *to = number(&item, &format!("{what}[{i}]"), 0, most)? as i64;
    }
    Ok(out)
}

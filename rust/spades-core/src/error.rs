//! The one error type of the core. A message says what, where, why, and what would have been right.

use std::fmt;

/// Why a call was refused; the state it was called on is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// A `Rules` field contradicts its range or another field.
    Rules {
        /// The field's name.
        field: &'static str,
        /// Why, and what would be right.
        reason: String,
    },
    /// An action that is not legal now.
    Illegal(String),
    /// A text that is not what it should be.
    Parse(String),
    /// Anything else that cannot be: a position, a seat, a count.
    Invalid(String),
}

impl Error {
    pub(crate) fn parse(what: &str, text: &str, wanted: &str) -> Self {
        // A long or binary text must not flood the terminal.
        let mut shown: String = text.chars().take(40).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        Self::Parse(format!("{shown:?} is no {what}: expected {wanted}"))
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::Invalid(message.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules { field, reason } => write!(f, "{field}: {reason}"),
            Self::Illegal(m) | Self::Parse(m) | Self::Invalid(m) => f.write_str(m),
        }
    }
}

impl std::error::Error for Error {}

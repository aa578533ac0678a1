//! Arguments of the examples: read, or refused in one line.
#![allow(dead_code)] // Each example needs a part of it.

use std::fmt::Display;
use std::str::FromStr;

use spades_core::Rules;

/// Ends the program, since an argument is not what it should be.
pub fn refuse(reason: impl Display) -> ! {
    eprintln!("{reason}");
    std::process::exit(2)
}

/// A number of the kind that is wanted.
pub fn number<T: FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| refuse(format!("{text:?} is not a number that can be here")))
}

/// The rules of a preset.
pub fn preset(name: &str) -> Rules {
    Rules::preset(name).unwrap_or_else(|| refuse(format!("there is no preset {name:?}")))
}

/// The two sides of `name=value`.
pub fn pair(text: &str) -> (&str, &str) {
    text.split_once('=').unwrap_or_else(|| refuse(format!("{text:?} is not NAME=VALUE")))
}

/// The arguments, if there are so many or more.
pub fn at_least(least: usize, usage: &str) -> Vec<String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.len() < least { refuse(format!("usage: {usage}")) } else { args }
}

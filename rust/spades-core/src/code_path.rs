//! Which instructions the solvers may use, chosen at run time.
//!
//! The crate is compiled for every processor of its kind. On x86-64 that means without the instructions that count bits and
//! find them, which nearly all processors have. So the functions of a search that call each other in a circle, its *knots*,
//! are compiled once for each [`Path`]: a knot is called by way of the path, and all that is inlined into it may use what the
//! path has. Answers and numbers of nodes are the same.
//!
//! This is the one module with unsafe code. A [`Bmi`] can only be had where the processor has what it stands for.

use std::sync::OnceLock;

static CHOSEN: OnceLock<CodePath> = OnceLock::new();

/// The code that a solver runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodePath {
    /// For every processor.
    Portable(Portable),
    /// For x86-64 processors with BMI1, BMI2, LZCNT and POPCNT.
    Bmi(Bmi),
}

impl CodePath {
    /// The path for every processor.
    pub const PORTABLE: Self = Self::Portable(Portable);

    /// The best path for this processor.
    #[must_use]
    pub fn best() -> Self {
        Bmi::detect().map_or(Self::PORTABLE, Self::Bmi)
    }

    /// The path of this process, which new solvers take: the best one, if no other was chosen before the first of them.
    #[must_use]
    pub fn chosen() -> Self {
        *CHOSEN.get_or_init(Self::best)
    }

    /// Makes this the path of the process; false if that is another one already.
    #[must_use]
    pub fn choose(self) -> bool {
        *CHOSEN.get_or_init(|| self) == self
    }

    /// `portable` or `bmi`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable(_) => "portable",
            Self::Bmi(_) => "bmi",
        }
    }
}

/// A function of a search, as a type.
pub(crate) trait Knot<A, B, C> {
    /// What it gives.
    type Answer;
    /// What it does; to be marked `#[inline(always)]`. The arguments come one by one, since a tuple would go through memory.
    fn tie(a: A, b: B, c: C) -> Self::Answer;
}

/// How a search calls its knots.
pub(crate) trait Path: Copy {
    /// Calls a knot.
    fn call<K: Knot<A, B, C>, A, B, C>(self, a: A, b: B, c: C) -> K::Answer;

    /// The lowest bits of a set, as many as `count` has, which has ones below zeros.
    fn lowest(self, count: u64, set: u64) -> u64;
}

/// The instructions that the crate is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portable;

impl Path for Portable {
    fn call<K: Knot<A, B, C>, A, B, C>(self, a: A, b: B, c: C) -> K::Answer {
        K::tie(a, b, c)
    }

    #[inline(always)]
    fn lowest(self, mut count: u64, set: u64) -> u64 {
        let mut rest = set;
        while count != 0 {
            rest &= rest.wrapping_sub(1);
            count >>= 1;
        }
        set ^ rest
    }
}

pub use bmi::Bmi;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod bmi {
    use super::{Knot, Path};
    use std::arch::x86_64::_pdep_u64;

    /// The proof that this processor has BMI1, BMI2, LZCNT and POPCNT.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Bmi(());

    impl Bmi {
        /// The proof, if there is one.
        #[must_use]
        pub fn detect() -> Option<Self> {
            let has = is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            has.then_some(Self(()))
        }
    }

    impl Path for Bmi {
        #[inline(always)]
        fn call<K: Knot<A, B, C>, A, B, C>(self, a: A, b: B, c: C) -> K::Answer {
            // SAFETY: only `detect` makes a `Bmi`, and only where the processor has these instructions.
            unsafe { call::<K, A, B, C>(a, b, c) }
        }

        #[inline(always)]
        fn lowest(self, count: u64, set: u64) -> u64 {
            // SAFETY: as above.
            unsafe { _pdep_u64(count, set) }
        }
    }

    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    fn call<K: Knot<A, B, C>, A, B, C>(a: A, b: B, c: C) -> K::Answer {
        K::tie(a, b, c)
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod bmi {
    use super::{Knot, Path, Portable};
    use std::convert::Infallible;

    /// The proof that this processor has instructions of x86-64, of which there is none.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Bmi(Infallible);

    impl Bmi {
        /// Nothing.
        #[must_use]
        pub fn detect() -> Option<Self> {
            None
        }
    }

    impl Path for Bmi {
        fn call<K: Knot<A, B, C>, A, B, C>(self, a: A, b: B, c: C) -> K::Answer {
            Portable.call::<K, A, B, C>(a, b, c)
        }

        fn lowest(self, count: u64, set: u64) -> u64 {
            Portable.lowest(count, set)
        }
    }
}

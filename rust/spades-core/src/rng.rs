//! The project's own generator: xoshiro256++ (Blackman and Vigna, 2019) seeded by `SplitMix64`.
//! It is frozen by a golden test, so that a seed gives the same deal in every version.

/// A stream of random numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng([u64; 4]);

/// What a stream is for. Two streams of one seed share nothing, so that a bot that is given the
/// dealer's seed by accident still learns nothing about the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Stream {
    /// Order of the pack.
    Deck = 1,
    /// Pack after a misdeal.
    Redeal = 2,
    /// Seeds of the rounds of a game.
    Rounds = 3,
    /// Openers.
    Opener = 4,
    /// Hidden cards of sampled worlds.
    Worlds = 5,
    /// Random playouts.
    Playout = 6,
    /// A bot's own choices.
    Bot = 7,
    /// A bot's draw among actions that are worth the same.
    Choice = 8,
}

/// One step of `SplitMix64`'s output function: a bijection that mixes all bits.
const fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A seed for item `index` of a stream.
pub const fn derive(seed: u64, stream: Stream, index: u64) -> u64 {
    mix(mix(mix(seed) ^ stream as u64) ^ index)
}

impl Rng {
    /// The generator of item `index` in a stream of a seed.
    pub const fn new(seed: u64, stream: Stream, index: u64) -> Self {
        let s = derive(seed, stream, index);
        let a = mix(s);
        let b = mix(a);
        let c = mix(b);
        // `mix` is a bijection, so the four words cannot all be zero.
        Self([a, b, c, mix(c)])
    }

    /// 64 random bits.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        let s = &mut self.0;
        let out = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        out
    }

    /// A uniform number below `n` (`n` above 0), without bias (Lemire, 2019).
    #[inline]
    pub const fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        loop {
            let m = (self.next() >> 32) * n as u64;
            // The low word is rejected where it would favour small results.
            if m as u32 >= n || m as u32 >= n.wrapping_neg() % n {
                return (m >> 32) as u32;
            }
        }
    }

    /// A uniform number below `n` (`n` above 0), without bias.
    pub const fn below_u128(&mut self, n: u128) -> u128 {
        debug_assert!(n > 0);
        let bits = 128 - (n - 1).leading_zeros();
        let mask = if bits == 0 { 0 } else { u128::MAX >> (128 - bits) };
        loop {
            let x = ((self.next() as u128) << 64 | self.next() as u128) & mask;
            if x < n {
                return x;
            }
        }
    }

    /// A uniform number in [0, 1) with 53 random bits.
    #[inline]
    pub const fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Puts the items in a uniformly random order (Fisher-Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These numbers never change: a change would break every seed and every record.
    #[test]
    fn golden() {
        let mut rng = Rng::new(7, Stream::Deck, 0);
        let first: Vec<u64> = (0..4).map(|_| rng.next()).collect();
        assert_eq!(first, GOLDEN);
    }

    const GOLDEN: [u64; 4] = [
        7_853_118_380_122_858_749,
        5_102_075_344_341_528_400,
        14_387_594_255_247_308_916,
        16_971_421_872_139_564_493,
    ];

    #[test]
    fn below_is_uniform_and_in_range() {
        let mut rng = Rng::new(1, Stream::Bot, 0);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        // Six standard deviations of a binomial with mean 10,000.
        assert!(counts.iter().all(|&c| c.abs_diff(10_000) < 560), "{counts:?}");
        for n in [1u128, 2, 3, 5, 1 << 100, (1 << 100) + 1] {
            assert!((0..100).all(|_| rng.below_u128(n) < n));
        }
    }
}

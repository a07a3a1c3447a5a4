//! Random mutations of URLs, with a preference for delimiters and other significant text.

/// A reproducible random number generator (splitmix64, by Sebastiano Vigna).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number below `n`. The bias of the remainder towards small numbers is negligible here.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.draw() % n as u64).expect("a remainder is less than its divisor")
    }

    /// Returns true with a probability of 1 in `n`.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Returns a random item.
    ///
    /// # Panics
    /// If there are no items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// The pools of characters. Punctuation is listed several times because it determines the structure of a URL.
const POOLS: [&str; 6] = [MARKS, MARKS, MARKS, ALPHANUMERICS, CONTROLS, BEYOND_ASCII];
const MARKS: &str = ":/?#@;&=%.-+*~\"<>\\^|{}[]`,$_!'()";
const ALPHANUMERICS: &str = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const CONTROLS: &str = " \t\r\n\0\x7F";
/// Includes characters that case folding or normalization turns into ASCII: the Kelvin sign, the long s, the full-width
/// solidus, the ideographic full stop and an Arabic digit.
const BEYOND_ASCII: &str = "é\u{212A}\u{17F}\u{FF0F}\u{3002}\u{661}\u{A0}\u{1F310}";

/// Significant parts of URLs, valid and invalid.
const FRAGMENTS: [&str; 20] = [
    "%09", "%0D%0A", "%2F", "%C3%A9", "%zz", "%", ":", ":80", ":65536", ";type=i", ";a=b", "?", "/", "//", "..", "256",
    "1.2.3.4", "@", "a.b", "*",
];

/// Returns the text after one to three random edits. It may still be valid.
pub fn mutate(text: &str, rng: &mut Rng) -> String {
    let mut chars = text.chars().collect();
    for _ in 0..=rng.below(3) {
        edit(&mut chars, rng);
    }
    chars.into_iter().collect()
}

/// Inserts text, or replaces one character or the rest of the text.
fn edit(chars: &mut Vec<char>, rng: &mut Rng) {
    let at = rng.below(chars.len() + 1);
    let (nothing, one, rest) = (at..at, at..chars.len().min(at + 1), at..chars.len());
    let (place, new) = match rng.below(7) {
        0 => (nothing, vec![character(rng)]),
        1 => (nothing, rng.pick(&FRAGMENTS).chars().collect()),
        2 => (nothing, chars[one].to_vec()),
        3 => (one, vec![]),
        4 => (one, vec![character(rng)]),
        5 => (one.clone(), chars[one].iter().copied().map(other_case).collect()),
        _ => (rest, vec![]),
    };
    chars.splice(place, new);
}

fn other_case(c: char) -> char {
    if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
}

/// Returns a random character, most likely punctuation.
fn character(rng: &mut Rng) -> char {
    let pool: Vec<char> = rng.pick(&POOLS).chars().collect();
    *rng.pick(&pool)
}

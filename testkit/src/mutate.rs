//! Spoils texts: small random edits, at the places where the rules of URLs meet.

/// Random numbers which a seed makes the same on every run (splitmix64, by Sebastiano Vigna), so
/// that a failure can be looked at again.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`. The remainder favours small numbers by far too little to matter here.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.draw() % n as u64).expect("a remainder is less than its divisor")
    }

    /// True once in `n` times.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the items.
    ///
    /// # Panics
    /// If there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// Where characters are drawn from. The marks stand here several times because they decide what a
/// text means; the others only need to occur.
const POOLS: [&str; 6] = [MARKS, MARKS, MARKS, ALPHANUMERICS, CONTROLS, BEYOND_ASCII];
const MARKS: &str = ":/?#@;&=%.-+*~\"<>\\^|{}[]`,$_!'()";
const ALPHANUMERICS: &str = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const CONTROLS: &str = " \t\r\n\0\x7F";
/// Among them those which case folding or normalisation would turn into ASCII: the Kelvin sign, the
/// long s, the full-width solidus, the ideographic full stop and an Arabic digit.
const BEYOND_ASCII: &str = "é\u{212A}\u{17F}\u{FF0F}\u{3002}\u{661}\u{A0}\u{1F310}";

/// Pieces of URLs at which rules meet, right and wrong.
const PIECES: [&str; 20] = [
    "%09", "%0D%0A", "%2F", "%C3%A9", "%zz", "%", ":", ":80", ":65536", ";type=i", ";a=b", "?", "/", "//", "..", "256",
    "1.2.3.4", "@", "a.b", "*",
];

/// The text after one to three random edits, which may leave it in its rule or not.
pub fn mutate(text: &str, rng: &mut Rng) -> String {
    let mut chars = text.chars().collect();
    for _ in 0..=rng.below(3) {
        edit(&mut chars, rng);
    }
    chars.into_iter().collect()
}

/// Puts something else in the place of nothing, of one character or of all that follow.
fn edit(chars: &mut Vec<char>, rng: &mut Rng) {
    let at = rng.below(chars.len() + 1);
    let (nothing, one, rest) = (at..at, at..chars.len().min(at + 1), at..chars.len());
    let (place, new) = match rng.below(7) {
        0 => (nothing, vec![character(rng)]),
        1 => (nothing, rng.pick(&PIECES).chars().collect()),
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

/// A random character, most likely a mark.
fn character(rng: &mut Rng) -> char {
    let pool: Vec<char> = rng.pick(&POOLS).chars().collect();
    *rng.pick(&pool)
}

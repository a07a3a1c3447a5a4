//! A set of bytes, and its name in messages.

use std::fmt;

use super::encoding::{Reader, Writer};

/// A set of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// The empty set.
    pub const NONE: Self = Self([0; 4]);

    /// All bytes.
    pub const ALL: Self = Self([!0; 4]);

    /// The bytes from `low` to `high`, both included; empty if `low` is above `high`.
    pub const fn range(low: u8, high: u8) -> Self {
        let mut set = Self::NONE;
        let mut byte = low as usize;
        while byte <= high as usize {
            set.0[byte >> 6] |= 1 << (byte & 63);
            byte += 1;
        }
        set
    }

    /// The set of all bytes of a text.
    pub const fn from_bytes(bytes: &[u8]) -> Self {
        let mut set = Self::NONE;
        let mut n = 0;
        while n < bytes.len() {
            set.0[(bytes[n] >> 6) as usize] |= 1 << (bytes[n] & 63);
            n += 1;
        }
        set
    }

    /// The set of one byte.
    pub const fn one(byte: u8) -> Self {
        Self::range(byte, byte)
    }

    /// The byte and, for a letter, the same letter in the other case.
    pub fn folded(byte: u8) -> Self {
        Self::one(byte.to_ascii_lowercase()).or(Self::one(byte.to_ascii_uppercase()))
    }

    /// Whether the set contains a byte.
    #[inline]
    pub const fn has(&self, byte: u8) -> bool {
        self.0[(byte >> 6) as usize] >> (byte & 63) & 1 == 1
    }

    /// The union.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Self([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
    }

    /// The intersection.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Self([a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]])
    }

    /// The bytes of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Self([a[0] & !b[0], a[1] & !b[1], a[2] & !b[2], a[3] & !b[3]])
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// The number of bytes in the set.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The bytes in the set, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (0..=255).filter(|byte| self.has(*byte))
    }

    /// Whether this set contains all bytes of the other.
    pub fn covers(&self, other: Self) -> bool {
        other.without(*self).is_empty()
    }

    /// The ranges of the set as bytes.
    pub fn write(&self, to: &mut Writer) {
        to.each(&self.ranges(), |(low, high), to| to.0.extend([*low, *high]));
    }

    /// [`ByteSet::write`]
    pub fn read(from: &mut Reader<'_>) -> Option<Self> {
        let ranges = from.each(|from| Some(Self::range(from.byte()?, from.byte()?)))?;
        Some(ranges.into_iter().fold(Self::NONE, Self::or))
    }

    /// The maximal ranges of consecutive bytes.
    fn ranges(&self) -> Vec<(u8, u8)> {
        let mut ranges: Vec<(u8, u8)> = Vec::new();
        for byte in self.iter() {
            match ranges.last_mut() {
                Some((_, high)) if *high + 1 == byte => *high = byte,
                _ => ranges.push((byte, byte)),
            }
        }
        ranges
    }
}

const UPPER: ByteSet = ByteSet::range(b'A', b'Z');
const LOWER: ByteSet = ByteSet::range(b'a', b'z');
const LETTERS: ByteSet = UPPER.or(LOWER);
const DIGITS: ByteSet = ByteSet::range(b'0', b'9');
const HEX: ByteSet = DIGITS.or(ByteSet::range(b'A', b'F')).or(ByteSet::range(b'a', b'f'));
const GRAPHIC: ByteSet = ByteSet::range(0x21, 0x7E);

/// Sets with a name. A description names each subset in this order and removes it before the next.
const NAMED: [(ByteSet, &str); 5] = [
    (LETTERS, "a letter"),
    (LOWER, "a lower-case letter"),
    (UPPER, "an upper-case letter"),
    (DIGITS, "a digit"),
    (ByteSet::one(b' '), "a space"),
];

/// Describes the set: `a letter, a digit or one of "-."`.
impl fmt::Display for ByteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.description())
    }
}

impl ByteSet {
    fn description(self) -> String {
        if self == HEX {
            return "a hexadecimal digit".to_owned();
        }
        if self.len() == 256 {
            return "any byte".to_owned();
        }
        let letter = self.and(LOWER).iter().next();
        if let Some(letter) = letter.filter(|letter| self == Self::folded(*letter)) {
            return format!("\"{}\"", char::from(letter));
        }
        let mut rest = self;
        let mut words: Vec<String> = Vec::new();
        for (set, name) in NAMED {
            if rest.covers(set) {
                rest = rest.without(set);
                words.push(name.to_owned());
            }
        }
        rest.describe_graphic(&mut words);
        let others = rest.without(GRAPHIC).ranges();
        words.extend(
            others.into_iter().map(|(low, high)| {
                if low == high { format!("%x{low:02X}") } else { format!("%x{low:02X}-{high:02X}") }
            }),
        );
        or_list(&words)
    }

    /// Describes graphic characters: long ranges of letters or digits as such, all others in one list.
    fn describe_graphic(self, words: &mut Vec<String>) {
        let mut single = String::new();
        for (low, high) in self.and(GRAPHIC).ranges() {
            if high - low < 5 || !low.is_ascii_alphanumeric() || !high.is_ascii_alphanumeric() {
                single.extend((low..=high).map(char::from));
            } else {
                words.push(format!("\"{}\" to \"{}\"", char::from(low), char::from(high)));
            }
        }
        match single.len() {
            0 => {}
            1 => words.push(format!("\"{single}\"")),
            _ => words.push(format!("one of \"{single}\"")),
        }
    }
}

impl fmt::Debug for ByteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.description())
    }
}

/// `a, b or c`
pub(crate) fn or_list(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Bytes in quotes, with escapes for bytes that are not printable.
pub(crate) fn quote(bytes: &[u8]) -> String {
    format!("\"{}\"", bytes.escape_ascii().to_string().replace("\\\"", "\"").replace("\\'", "'"))
}

/// The rank of a byte in examples; letters come first.
pub(crate) fn readability_rank(byte: u8) -> u8 {
    match byte {
        b'a'..=b'z' => 0,
        b'0'..=b'9' => 1,
        b'A'..=b'Z' => 2,
        0x21..=0x7E => 3,
        b' ' => 4,
        _ => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_descriptions() {
        let rows = [
            (DIGITS, "a digit"),
            (HEX, "a hexadecimal digit"),
            (LETTERS.or(DIGITS), "a letter or a digit"),
            (LETTERS.or(ByteSet::from_bytes(b"-.")), "a letter or one of \"-.\""),
            (ByteSet::from_bytes(b"/"), "\"/\""),
            (ByteSet::range(b'0', b'5'), "\"0\" to \"5\""),
            (ByteSet::range(0, 255), "any byte"),
            (ByteSet::range(0, 0x20), "a space or %x00-1F"),
            (ByteSet::from_bytes(b"\x7F"), "%x7F"),
            (ByteSet::from_bytes(b"kK"), "\"k\""),
            (ByteSet::NONE, "nothing"),
        ];
        for (set, description) in rows {
            assert_eq!(set.to_string(), description);
        }
    }

    #[test]
    fn sets_are_sets() {
        let set = ByteSet::range(b'a', b'f');
        assert_eq!(set.iter().collect::<Vec<_>>(), b"abcdef");
        assert_eq!(set.len(), 6);
        assert!(set.has(b'a') && !set.has(b'g') && !set.has(b'A'));
        assert!(ByteSet::range(b'b', b'a').is_empty());
        assert_eq!(ByteSet::folded(b'k'), ByteSet::from_bytes(b"kK"));
        assert!(ByteSet::range(0, 255).covers(set) && !set.covers(ByteSet::one(255)));
        assert!(ByteSet::range(250, 255).has(255));
    }
}

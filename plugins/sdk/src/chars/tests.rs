//! Runs end where they end byte by byte.

use super::*;

/// A generator of random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % n
    }

    fn text(&mut self, longest: usize) -> Vec<u8> {
        const BYTES: &[u8] = b"abcxyzABCXYZ0123456789-._~/:@?#%&=+;,!$'()*[]`{^\x00\x1F \x7F\x80\xAE\xC1\xE1\xFF";
        let len = self.below(longest + 1);
        // Long runs of one kind, and other bytes between them.
        let (mut kind, mut text) = (0, Vec::new());
        while text.len() < len {
            if self.below(8) == 0 {
                kind = self.below(3);
            }
            text.push(match kind {
                0 => b"0123456789"[self.below(10)],
                1 => b"abcxyzABCXYZ0123456789-."[self.below(24)],
                _ => BYTES[self.below(BYTES.len())],
            });
        }
        text
    }
}

#[test]
fn runs_end_where_they_end_byte_by_byte() {
    let classes = [
        (Class::none(), Stops::Each),
        (Class::none().and(b"abc123"), Stops::Each),
        (Class::digit(), Stops::NonDigit),
        (Class::digit().and(b"abcdef.-"), Stops::NonDigit),
        (Class::alphadigit(), Stops::NonAlphanumeric),
        (Class::alphadigit().and(b"."), Stops::NonAlphanumeric),
        (Class::uchar(), Stops::NonHost),
        (Class::all_except(b"/;?:"), Stops::NonHost),
        (Class::all_except(b"5"), Stops::Each),
    ];
    let mut random = Random(862);
    for _ in 0..20_000 {
        let text = random.text(150);
        let base = random.below(text.len() + 1);
        let masks = Masks::new(&text, base);
        let from = base + random.below(text.len() - base + 1);
        for (class, stops) in &classes {
            assert_eq!(class.stops, *stops);
            let expected = (from..text.len()).find(|at| !class.has(text[*at])).unwrap_or(text.len());
            assert_eq!(class.run_end(&text, from, &masks), expected, "{text:?} from {from}, masks from {base}");
        }
    }
}

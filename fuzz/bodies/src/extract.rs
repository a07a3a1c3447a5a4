//! URLs in a stream of bytes, which is fed in chunks.

#[path = "../../../tests/anyurl/extract/laws.rs"]
mod laws;

use anyurl_testkit::Rng;

use crate::{input, seeds};

/// The longest stream that is worth the time.
const MAX_LEN: usize = 2048;

/// Extracts in both modes and both profiles, in chunks whose lengths follow from the stream.
///
/// # Panics
/// If the matches depend on the chunks, or are not what is written in the stream.
pub fn run(data: &[u8]) {
    if data.len() > MAX_LEN {
        return;
    }
    let cuts = cuts(data);
    for (n, options) in input::OPTIONS.into_iter().enumerate() {
        let suspects = (data.len() + n).is_multiple_of(2);
        laws::assert_chunks_do_not_matter(data, &cuts, options, suspects);
        laws::assert_places_lead_back(data, options, suspects);
        laws::assert_matches_are_quoted(data, options);
    }
}

/// Ends of chunks, in their order.
pub(crate) fn cuts(data: &[u8]) -> Vec<usize> {
    let seed = data.iter().fold(1738, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(u64::from(*byte)));
    let mut rng = Rng::new(seed);
    let mut cuts: Vec<usize> = (0..rng.below(6)).map(|_| rng.below(data.len() + 1)).collect();
    cuts.sort_unstable();
    cuts
}

/// Cases of the tests, and examples of the registry in wrappers.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = seeds::lines(include_str!("../../../testdata/scrub.txt"));
    for (n, text) in seeds::texts().into_iter().enumerate() {
        let wrapped = match n % 5 {
            0 => format!("see <URL:{text}>."),
            1 => format!("<{text}>"),
            2 => format!("({text}), or\n {text}!"),
            3 => format!("<URL:{}\n  -{text}#f>", &text[..text.find(':').map_or(0, |colon| colon + 1)]),
            _ => format!("\"{text}\"\u{e9}"),
        };
        seeds.push(wrapped.into_bytes());
    }
    seeds
}

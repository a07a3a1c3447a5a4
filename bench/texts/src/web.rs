//! Links of the web.

use anyurl_testkit::Rng;

use crate::words::{host, word, words};

/// A link. As in real lists, some contain characters that RFC 1738 requires to be encoded.
pub(crate) fn link(rng: &mut Rng) -> String {
    let scheme = if rng.one_in(20) { "http" } else { "https" };
    let site = if rng.one_in(3) { "github.com".to_owned() } else { host(rng) };
    format!("{scheme}://{site}{}{}", path(rng), tail(rng))
}

fn path(rng: &mut Rng) -> String {
    let segments = rng.below(6);
    let path: String = (0..segments).map(|_| "/".to_owned() + &segment(rng)).collect();
    if rng.one_in(4) { path + "/" } else { path }
}

fn segment(rng: &mut Rng) -> String {
    match rng.below(10) {
        0 => (1 + rng.below(2_026)).to_string(),
        1..=3 => {
            let count = 2 + rng.below(4);
            words(rng, count, "-")
        }
        4 if rng.one_in(20) => format!("~{}", word(rng)),
        _ => word(rng),
    }
}

fn tail(rng: &mut Rng) -> String {
    match rng.below(200) {
        0..=16 => format!("?{}={}&{}={}", word(rng), rng.below(1_000), word(rng), word(rng)),
        17 => format!("#{}", word(rng)),
        _ => String::new(),
    }
}

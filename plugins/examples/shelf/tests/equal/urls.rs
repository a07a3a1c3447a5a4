//! Texts to read: URLs of x-shelf that were made by its grammar, and what edits make of them.

use locator_testkit::{Rng, mutate};

/// A URL, good or bad.
pub(crate) fn text(rng: &mut Rng) -> String {
    let url = url(rng);
    match rng.below(5) {
        0 | 1 => url,
        _ => mutate(&url, rng),
    }
}

/// A URL by the grammar.
fn url(rng: &mut Rng) -> String {
    let mut url = String::from(*rng.pick::<&str>(&["x-shelf://", "X-Shelf://"]));
    url += rng.pick::<&str>(&["h", "H.Example", "10.0.0.1", "010.1.2.255", "a-b.c9", "xn--bcher-kva.example"]);
    url += rng.pick::<&str>(&["", "", ":70", ":0070", ":7777", ":65535"]);
    url.push('/');
    url += &many(rng, "abcXYZ019");
    url.push('/');
    url += rng.pick::<&str>(&["0", "7", "007", "17", "4294967295", "4294967296", "00000000000000000001"]);
    if rng.one_in(2) {
        url.push('/');
        for _ in 0..=rng.below(4) {
            url += rng.pick::<&str>(&["a", "B", "9", "-", "(", "%20", "%41", "%7e", "%C3%A9", "%2f", "%0D%0A", "%25"]);
        }
    }
    url
}

/// One to four of these characters.
fn many(rng: &mut Rng, of: &str) -> String {
    let of: Vec<char> = of.chars().collect();
    (0..=rng.below(4)).map(|_| *rng.pick(&of)).collect()
}

//! Plausible words made of syllables.

use anyurl_testkit::Rng;

const SYLLABLES: [&str; 32] = [
    "ba", "bel", "ca", "cor", "da", "den", "el", "fa", "for", "ga", "gen", "ha", "in", "ka", "la", "lin", "ma", "mer",
    "na", "nor", "o", "pa", "per", "ra", "ri", "sa", "sol", "ta", "ter", "ur", "va", "wen",
];

const TOP: [&str; 10] = ["com", "org", "net", "edu", "gov", "de", "fr", "jp", "uk", "se"];

const EXTENSIONS: [&str; 6] = ["html", "txt", "gif", "tar.gz", "ps.Z", "c"];

/// Two to four syllables.
pub(crate) fn word(rng: &mut Rng) -> String {
    let count = 2 + rng.below(3);
    (0..count).map(|_| *rng.pick(&SYLLABLES)).collect()
}

/// Words joined by `separator`.
pub(crate) fn words(rng: &mut Rng, count: usize, separator: &str) -> String {
    let words: Vec<_> = (0..count).map(|_| word(rng)).collect();
    words.join(separator)
}

/// A name of two or three labels.
pub(crate) fn host(rng: &mut Rng) -> String {
    let labels = 1 + rng.below(2);
    format!("{}.{}", words(rng, labels, "."), rng.pick(&TOP))
}

/// A host; one in eight has a port.
pub(crate) fn host_port(rng: &mut Rng) -> String {
    let host = host(rng);
    if rng.one_in(8) {
        return format!("{host}:{}", 1 + rng.below(65_535));
    }
    host
}

/// Up to `most` segments and a name, sometimes with an escape or an extension.
pub(crate) fn path(rng: &mut Rng, most: usize) -> String {
    let folders = rng.below(most);
    let folders: String = (0..folders).map(|_| segment(rng) + "/").collect();
    let name = segment(rng);
    if rng.one_in(3) {
        return format!("{folders}{name}.{}", rng.pick(&EXTENSIONS));
    }
    folders + &name
}

fn segment(rng: &mut Rng) -> String {
    match rng.below(12) {
        0 => format!("{}%20{}", word(rng), word(rng)),
        1 => format!("{}{}", word(rng), rng.below(10_000)),
        2 | 3 => words(rng, 2, "_"),
        _ => word(rng),
    }
}

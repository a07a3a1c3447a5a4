//! P2: the ten schemes of RFC 1738, shuffled, compared with every peer.

use super::weblinks::race;
use crate::parts::Outcome;
use crate::report::{Report, Wanted};
use crate::setting::Setting;

/// The limit and aim for the time of each peer, as a multiple of anyurl's.
const WANTED: [(&str, Wanted); 3] = [
    ("fluent-uri", Wanted::AtLeast(1.35, 1.6)),
    ("ada-url", Wanted::AtLeast(4.6, 5.5)),
    ("url", Wanted::AtLeast(6.2, 7.5)),
];

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    to.say("All of these are strictly valid. The generic parsers look at no more than RFC 3986 asks, `ada-url` and `url` take what they do not know as it comes.");
    race("P2", &setting.corpora.mixed, &WANTED, setting, to)
}

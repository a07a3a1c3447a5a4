//! P9: the cost of a URL by its length, up to 16 MiB.

use std::hint::black_box;

use anyurl_bench_rounds::{Work, whole};

use crate::contestants::{self, Contestant};
use crate::parts::Outcome;
use crate::plot::{Curve, Plot};
use crate::report::Report;
use crate::setting::Setting;

/// Bytes: powers of two.
const POWERS: [u32; 6] = [6, 10, 14, 18, 21, 24];

/// Short URLs are parsed repeatedly, up to this many bytes.
const AT_LEAST: usize = 1 << 18;

/// A kind of long URL: name, head, repeated text, and contestant.
type ErrorKind = (&'static str, &'static str, &'static str, &'static str);

const KINDS: [ErrorKind; 8] = [
    ("anyurl, http", "http://host.dom/", "segment/", contestants::ANYURL),
    ("anyurl, http, escapes", "http://host.dom/", "%41%2f", contestants::ANYURL),
    ("anyurl, https", "https://host.dom/", "segment/", contestants::ANYURL),
    ("anyurl, ftp", "ftp://host.dom/", "segment/", contestants::ANYURL),
    ("anyurl, gopher", "gopher://host.dom/0", "selector+", contestants::ANYURL),
    ("anyurl, ldap (declared)", "ldap://host.dom/", "segment+", contestants::ANYURL),
    ("fluent-uri, http", "http://host.dom/", "segment/", "fluent-uri"),
    ("url, http", "http://host.dom/", "segment/", "url"),
];

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let mut curves: Vec<_> = KINDS.iter().map(|kind| Curve { name: kind.0.to_owned(), points: Vec::new() }).collect();
    for power in POWERS {
        let length = 1_usize << power;
        let texts = KINDS.map(|kind| text(kind, length));
        let times = AT_LEAST.div_ceil(length);
        let contestants = KINDS.map(|kind| contestants::named(kind.3));
        let mut works: Vec<_> = texts.iter().zip(contestants).map(|(text, one)| work(one, text, times)).collect();
        let rounds = setting.rounds.min(11);
        for (curve, seconds) in curves.iter_mut().zip(whole(rounds, &mut works)) {
            curve.points.push((length as f64, seconds.min_sum() / times as f64));
        }
    }
    to.say("Nanoseconds for a byte, at lengths from 64 bytes to 16 MiB.");
    let head = ["", "2^6", "2^10", "2^14", "2^18", "2^21", "2^24"];
    to.table(head, curves.iter().map(row));
    for curve in &mut curves {
        curve.points.iter_mut().for_each(|point| point.1 *= 1e6);
    }
    to.plot(Plot { file: "length", title: "One URL against its length", axes: ("bytes", "microseconds"), curves });
    Ok(())
}

/// A URL of at most this length.
fn text((_, head, piece, _): ErrorKind, length: usize) -> String {
    head.to_owned() + &piece.repeat((length - head.len()) / piece.len())
}

fn work(contestant: Contestant, text: &str, times: usize) -> Work<'_> {
    let urls = vec![text; times];
    assert_eq!((contestant.pass)(&urls), times, "{} refuses {:.40}", contestant.name, text);
    Box::new(move || {
        black_box((contestant.pass)(&urls));
    })
}

fn row(curve: &Curve) -> [String; 7] {
    let mut points = curve.points.iter().map(|(length, seconds)| format!("{:.3}", seconds / length * 1e9));
    let mut cell = || points.next().unwrap_or_default();
    [curve.name.clone(), cell(), cell(), cell(), cell(), cell(), cell()]
}

//! Lines of logs: of web servers, of programs with `key=value`, JSON, and prose.

use anyurl_testkit::Rng;

use crate::web;
use crate::words::{host, word, words};

/// A line of a log; one in thirty has a secret.
pub(crate) fn line(rng: &mut Rng) -> String {
    let time = format!("2026-07-{:02}T{:02}:{:02}:00Z", 1 + rng.below(28), rng.below(24), rng.below(60));
    let (words, link, number) = (prose(rng), web::link(rng), rng.below(100_000));
    match rng.below(30) {
        0 => {
            format!("{time} ERROR cannot connect to postgres://{}:{}@{}/app: {words}", word(rng), word(rng), host(rng))
        }
        1..=10 => format!(
            "10.0.0.{} - - [{time}] \"GET /{} HTTP/1.1\" 200 {number} \"{link}\"",
            number % 256,
            words.replace(' ', "/")
        ),
        11..=17 => format!(
            "{time} level=info thread={} msg=\"{words}\" duration={number}us component={}",
            number % 64,
            word(rng)
        ),
        18..=23 => format!(
            "{{\"time\":\"{time}\",\"url\":\"{link}?id={number}\",\"message\":\"{words}\",\"user\":\"{}@{}\"}}",
            word(rng),
            host(rng)
        ),
        _ => format!("{time} INFO [worker-{}] {words}", number % 64),
    }
}

/// What a crawler notes about one link.
pub(crate) fn fetched(rng: &mut Rng) -> String {
    let (link, number) = (web::link(rng), rng.below(100_000));
    let (second, thread, title) = (rng.below(60), rng.below(64), words(rng, 5, " "));
    format!("2026-07-01T12:00:{second:02}Z INFO [worker-{thread}] {link} 200 {number} \"{title}\"")
}

fn prose(rng: &mut Rng) -> String {
    let count = 10 + rng.below(30);
    words(rng, count, " ")
}

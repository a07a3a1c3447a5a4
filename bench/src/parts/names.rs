//! P3: the cost of all names of IANA instead of ten, and of a lookup table instead of a `match`.

use std::hint::black_box;

use anyurl::authors::{Cursor, Spans};
use anyurl::schemes::{file, ftp, gopher, http, mailto, news, nntp, prospero, telnet, wais};
use anyurl::{Error, Implementation, Mode, Registry, split};
use anyurl_bench_rounds::{Pass, Times, over};

use crate::parts::Outcome;
use crate::report::{CELLS, Goal, Report, Wanted, cells};
use crate::setting::Setting;

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let ten = anyurl::rfc1738();
    // Adding a scheme loads all lazy entries into the table.
    let all = anyurl::registry().to_builder().build();
    let declared = all.entries().filter(|entry| entry.implementation() == Implementation::Declared).count();
    let known = all.names().count();
    to.say(format_args!(
        "The registry has {known} names, {declared} of them declared. All contestants are anyurl, and read the same built-in schemes."
    ));
    let urls = setting.corpora.mixed.urls();
    let contestants = [
        "a `match` over ten names, calling the scheme itself",
        "a registry of ten",
        "the shipped registry, facts not in the table",
        "the same with all names in the table",
    ];
    let mut passes: [Pass<'_, &str>; 4] = [
        Box::new(|urls| {
            for url in urls {
                let _ = black_box(&by_match(black_box(url)));
            }
        }),
        by_registry(ten),
        by_registry(anyurl::registry()),
        by_registry(&all),
    ];
    let times = over(&urls, setting.rounds, &mut passes);
    let row = |(name, own): (&str, &Times)| {
        let [each, median, noise, ratio] = cells(own, &times[0], urls.len());
        [name.to_owned(), each, median, noise, ratio]
    };
    let rows: Vec<_> = contestants.into_iter().zip(&times).map(row).collect();
    let [each, median, noise] = CELLS;
    to.table(["mixed", each, median, noise, "times the `match`"], rows);
    to.goal(Goal {
        what: format!("P3: {known} names against a static match of ten"),
        is: times[3].ratio(&times[0]),
        wanted: Wanted::AtMost(1.2, 1.05),
        unit: "x",
    });
    Ok(())
}

fn by_registry(registry: &Registry) -> Pass<'_, &str> {
    Box::new(move |urls| {
        for url in urls {
            let _ = black_box(&registry.parse(black_box(url)));
        }
    })
}

/// The fastest dispatch for exactly ten schemes.
fn by_match(text: &str) -> Result<Spans, Error> {
    let parts = split(text)?;
    let part = parts.schemepart;
    let mut at = Cursor::new(text, part, Mode::Strict, None);
    match parts.scheme.of(text) {
        "ftp" => ftp::FTP.parse(&mut at),
        "http" => http::HTTP.parse(&mut at),
        "gopher" => gopher::GOPHER.parse(&mut at),
        "mailto" => mailto::MAILTO.parse(&mut at),
        "news" => news::NEWS.parse(&mut at),
        "nntp" => nntp::NNTP.parse(&mut at),
        "telnet" => telnet::TELNET.parse(&mut at),
        "wais" => wais::WAIS.parse(&mut at),
        "file" => file::FILE.parse(&mut at),
        "prospero" => prospero::PROSPERO.parse(&mut at),
        _ => Ok(()),
    }?;
    Ok(*at.spans())
}

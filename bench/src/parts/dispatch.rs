//! P10: what an application adds to each parse: its own value for the scheme, and the decision on the access.

use std::hint::black_box;

use locator::semver::VersionReq;
use locator::{Bound, Registry, SchemeMap, Url};

use crate::parts::Outcome;
use crate::report::{Goal, Report, Wanted, nanos};
use crate::rounds::{self, Times, Work};
use crate::setting::Setting;

/// The limit and aim for each addition to a parse, in nanoseconds.
const WANTED: Wanted = Wanted::AtMost(10.0, 5.0);

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    to.say("Each contestant parses the mixed texts, and then does what its row says with each URL. The difference to the first row is the median of the differences within the rounds.");
    let registry = locator::registry();
    let urls = setting.corpora.mixed.urls();
    let handlers = handlers(registry)?;
    let other = handlers.map().bind(&registry.to_builder().build());
    let mut works: [Work<'_>; 3] = [
        pass(registry, &urls, |url| black_box(url.text().len())),
        pass(registry, &urls, |url| handlers.get(url).copied().unwrap_or_default()),
        pass(registry, &urls, |url| other.get(url).copied().unwrap_or_default()),
    ];
    let names = ["nothing", "`Bound::get`", "`Bound::get`, bound to another registry"];
    let times = rounds::interleave(setting.rounds, &mut works);
    let count = urls.len() as f64;
    let added = |own: &Times| own.difference(&times[0]) / count;
    let rows = names.iter().zip(&times);
    let rows = rows.map(|(name, own)| [(*name).to_owned(), nanos(own.median() / count), nanos(added(own))]);
    to.table(["after the parse", "ns per URL", "ns added"], rows.collect::<Vec<_>>());
    for (what, own) in [("a value by scheme", &times[1])] {
        to.goal(Goal { what: format!("P10: {what}, added to a parse"), is: added(own) * 1e9, wanted: WANTED, unit: " ns" });
    }
    Ok(())
}

/// A number for each of the ten schemes, for two versions of http, and for the rest.
fn handlers(registry: &Registry) -> Result<Bound<usize>, Box<dyn std::error::Error>> {
    let mut map = SchemeMap::new();
    for (n, entry) in locator::rfc1738().entries().enumerate() {
        map.insert(entry.name(), VersionReq::parse("^1")?, n)?;
    }
    map.insert("http", VersionReq::parse("^2")?, 10)?;
    map.set_default(11);
    Ok(map.bind(registry))
}

/// Parses all texts and does something with each URL.
fn pass<'w>(registry: &'w Registry, urls: &'w [&str], then: impl Fn(&Url<'_>) -> usize + 'w) -> Work<'w> {
    Box::new(move || {
        let mut sum = 0_usize;
        for text in urls {
            if let Ok(url) = registry.parse(black_box(text)) {
                sum = sum.wrapping_add(then(black_box(&url)));
            }
        }
        black_box(sum);
    })
}

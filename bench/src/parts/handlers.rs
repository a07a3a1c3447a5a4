//! What an application adds to each parse: its own value for the scheme, and the decision on the access.

use std::hint::black_box;

use anyurl::declared::layers::{AccessRules, Stack};
use anyurl::semver::VersionReq;
use anyurl::{AnyUrl, Bound, Policy, Registry, SchemeMap, Verdict};
use anyurl_bench_rounds::{Pass, Times, over};

use crate::parts::Outcome;
use crate::report::{CELLS, Goal, Report, Wanted, cells, nanos};
use crate::setting::Setting;

/// The limit and aim for each addition to a parse, in nanoseconds.
const WANTED: Wanted = Wanted::AtMost(10.0, 5.0);

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    to.say("Each contestant parses the mixed texts, and then does what its row says with each URL. The last column is the difference to the first row.");
    let registry = anyurl::registry();
    let urls = setting.corpora.mixed.urls();
    let handlers = handlers(registry)?;
    let other = handlers.map().bind(&registry.to_builder().build());
    let rules = AccessRules::new().never("telnet")?.user("status:historical")?.user("kind:dylib")?;
    let resolved = Stack::new().resolve(registry, None)?.with_access_rules(rules);
    let schemes = Policy::new().scheme("telnet", Verdict::Deny)?.scheme("wais", Verdict::Ask)?;
    let schemes = schemes.schemes().bind(registry);
    let mut passes: [Pass<'_, &str>; 6] = [
        pass(registry, |url| black_box(url.text().len())),
        pass(registry, |url| handlers.get(url).copied().unwrap_or_default()),
        pass(registry, |url| other.get(url).copied().unwrap_or_default()),
        pass(registry, |url| schemes.get(url).copied().unwrap_or(Verdict::Allow) as usize),
        pass(registry, |url| resolved.decision(url) as usize),
        pass(registry, |url| resolved.decide(url).decision as usize),
    ];
    let names = [
        "nothing",
        "`Bound::get`: a handler",
        "the same, bound to another registry",
        "`Policy::schemes`, bound",
        "`Resolved::decision`",
        "`Resolved::decide`, with its reason",
    ];
    let times = over(&urls, setting.rounds, &mut passes);
    let added = |own: &Times| own.difference(&times[0]) / urls.len() as f64;
    let rows = names.iter().zip(&times);
    let rows = rows.map(|(name, own)| {
        let [each, median, noise, _] = cells(own, &times[0], urls.len());
        [(*name).to_owned(), each, median, noise, nanos(added(own))]
    });
    let [each, median, noise] = CELLS;
    to.table(["after the parse", each, median, noise, "ns added"], rows.collect::<Vec<_>>());
    let goals = [
        ("a value by scheme", &times[1]),
        ("the verdict on a scheme", &times[3]),
        ("a decision of a policy", &times[4]),
    ];
    for (what, own) in goals {
        to.goal(Goal { what: format!("{what}, added to a parse"), is: added(own) * 1e9, wanted: WANTED, unit: " ns" });
    }
    Ok(())
}

/// A number for each of the ten schemes, for two versions of http, and for the rest.
fn handlers(registry: &Registry) -> Result<Bound<usize>, Box<dyn std::error::Error>> {
    let mut map = SchemeMap::new();
    for (n, entry) in anyurl::rfc1738().entries().enumerate() {
        map.insert(entry.name(), VersionReq::parse("^1")?, n)?;
    }
    map.insert("http", VersionReq::parse("^2")?, 10)?;
    map.set_default(11);
    Ok(map.bind(registry))
}

/// Parses all texts and does something with each URL.
fn pass<'w>(registry: &'w Registry, then: impl Fn(&AnyUrl<'_>) -> usize + 'w) -> Pass<'w, &'w str> {
    Box::new(move |urls| {
        let mut sum = 0_usize;
        for text in urls {
            if let Ok(url) = registry.parse(black_box(text)) {
                sum = sum.wrapping_add(then(black_box(&url)));
            }
        }
        black_box(sum);
    })
}

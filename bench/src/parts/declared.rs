//! P5: the ten schemes declared by their grammars, compared with the built-in schemes.

use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;

use anyurl::authors::Origin;
use anyurl::declared::Declared;
use anyurl::declared::format::RegistryFile;
use anyurl::{Entry, Implementation, Layer, Registry};
use anyurl_bench_rounds::{Pass, Times, over};
use anyurl_core::internal::{is_host_byte, is_path_byte};

use crate::parts::Outcome;
use crate::report::{Goal, Report, Wanted, nanos};
use crate::setting::Setting;
use crate::unshaped;

/// The ten declared schemes.
const TEN: &str = include_str!("../../../plugins/declared/tests/data/ten.toml");

/// The registries: the declared schemes, the built-in schemes without their shapes, and with them.
const DECLARED: usize = 0;
const UNSHAPED: usize = 1;
const BUILT_IN: usize = 2;

/// A list of texts, and their times in the three registries.
struct Contest {
    texts: String,
    count: usize,
    /// The average number of components.
    components: f64,
    times: Vec<Times>,
}

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let registries = [declared()?, unshaped::rfc1738()?, anyurl::rfc1738().clone()];
    let all = setting.corpora.mixed.urls();
    let contest = |texts: &str, urls: &[&str]| contest(&registries, texts, urls, setting.rounds);
    let (mut schemes, mut shaped) = (Vec::new(), Vec::new());
    for entry in registries[BUILT_IN].entries() {
        let start = format!("{}:", entry.name());
        let urls: Vec<&str> = all.iter().copied().filter(|url| url.starts_with(&start)).collect();
        schemes.push(contest(entry.name(), &urls)?);
        let of_shape: Vec<&str> = urls.into_iter().filter(|url| has_shape(entry, url)).collect();
        if !of_shape.is_empty() {
            shaped.push(contest(&format!("{}, of its shape", entry.name()), &of_shape)?);
        }
    }
    to.say("Parsing sets the spans of all components. All are the same registry code; the grammars are compiled before. A built-in scheme may have a shape, in which nearly all its URLs are read without calling it.");
    let worst = |contests: &[Contest], other: usize| {
        let ratio = |contest: &Contest| contest.ratio(other);
        let worst = contests.iter().max_by(|a, b| ratio(a).total_cmp(&ratio(b)))?;
        Some((ratio(worst), format!("{}, {} ns", worst.texts, worst.nanos(DECLARED))))
    };
    for (what, worst, wanted) in [
        ("the built-in one without its shape, the worst of ten", worst(&schemes, UNSHAPED), Wanted::AtMost(1.7, 1.4)),
        ("the built-in one, URLs of its shape, the worst", worst(&shaped, BUILT_IN), Wanted::AimAtMost(1.2)),
    ] {
        let Some((is, by)) = worst else { continue };
        to.goal(Goal { what: format!("P5: a declared scheme against {what} ({by})"), is, wanted, unit: "x" });
    }
    let shuffled = contest("all, shuffled", &all)?;
    let rows = schemes.iter().chain([&shuffled]).chain(&shaped).map(Contest::row);
    to.table(
        [
            "scheme",
            "components",
            "declared, ns each",
            "built in, without its shape",
            "built in",
            "times built in, without its shape",
            "times built in",
            "median / min-sum, the worst",
        ],
        rows,
    );
    Ok(())
}

/// A registry of the ten declared schemes only.
fn declared() -> Result<Registry, Box<dyn Error>> {
    let layer = RegistryFile::from_text("ten.toml", TEN)?.load()?;
    let mut builder = Registry::builder();
    for entry in layer.schemes() {
        let scheme = Declared::new(entry, &[])?;
        let origin = Origin::from_crate("com.example.ten", "1.0.0", "ten.toml", 0);
        builder = builder.add_from(Arc::new(scheme), Layer::Organization, Implementation::Declared, origin)?;
    }
    Ok(builder.build())
}

/// Whether the scheme has a shape, and the URL is `"//" host "/" path` of bytes that all shapes allow.
fn has_shape(entry: &Entry, url: &str) -> bool {
    let rest = url[entry.name().len()..].strip_prefix("://");
    let parts = rest.and_then(|rest| rest.split_once('/')).filter(|(host, _)| !host.is_empty());
    let is_plain = |(host, path): (&str, &str)| host.bytes().all(is_host_byte) && path.bytes().all(is_path_byte);
    entry.scheme().shape().is_some() && parts.is_some_and(is_plain)
}

/// Times the registries, after checking that they find the same.
fn contest(registries: &[Registry; 3], texts: &str, urls: &[&str], rounds: usize) -> Result<Contest, Box<dyn Error>> {
    let components = compare(registries, urls)? as f64 / urls.len().max(1) as f64;
    let mut passes: Vec<Pass<'_, &str>> = registries.iter().map(pass).collect();
    let times = over(urls, rounds, &mut passes);
    Ok(Contest { texts: texts.to_owned(), count: urls.len(), components, times })
}

/// The number of components, after checking that all registries find the same.
fn compare(registries: &[Registry; 3], urls: &[&str]) -> Result<usize, Box<dyn Error>> {
    let mut count = 0;
    for url in urls {
        let components = |registry: &Registry| -> Result<Vec<_>, Box<dyn Error>> {
            let url = registry.parse(url)?;
            let parts = url.components().filter(|part| part.span().is_some());
            let mut parts: Vec<_> = parts.map(|part| (part.name().to_owned(), part.text().to_owned())).collect();
            parts.sort();
            Ok(parts)
        };
        let expected = components(&registries[BUILT_IN])?;
        if expected != components(&registries[DECLARED])? || expected != components(&registries[UNSHAPED])? {
            return Err(format!("the scheme and the grammar do not find the same in {url}").into());
        }
        count += expected.len();
    }
    Ok(count)
}

fn pass(registry: &Registry) -> Pass<'_, &str> {
    Box::new(move |urls| {
        for url in urls {
            let _ = black_box(&registry.parse(black_box(url)));
        }
    })
}

impl Contest {
    /// The time of the declared scheme as a multiple of another's.
    fn ratio(&self, other: usize) -> f64 {
        self.times[DECLARED].ratio(&self.times[other])
    }

    fn nanos(&self, registry: usize) -> String {
        nanos(self.times[registry].min_sum() / self.count as f64)
    }

    fn row(&self) -> [String; 8] {
        let noise = self.times.iter().map(Times::noise).fold(0.0, f64::max);
        [
            self.texts.clone(),
            format!("{:.1}", self.components),
            self.nanos(DECLARED),
            self.nanos(UNSHAPED),
            self.nanos(BUILT_IN),
            format!("{:.2}", self.ratio(UNSHAPED)),
            format!("{:.2}", self.ratio(BUILT_IN)),
            format!("{noise:.2}"),
        ]
    }
}

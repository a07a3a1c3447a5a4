//! P5: the ten schemes declared by their grammars, compared with the built-in schemes.

use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;

use locator::declared::Declared;
use locator::declared::format::RegistryFile;
use locator::registry::{Implementation, Layer, Origin, Registry};

use crate::parts::Outcome;
use crate::report::{Goal, Report, Wanted, nanos};
use crate::rounds::{self, Work};
use crate::setting::Setting;

/// The ten declared schemes.
const TEN: &str = include_str!("../../../plugins/declared/tests/data/ten.toml");

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let declared = declared()?;
    let builtins = locator::rfc1738();
    let all = setting.corpora.mixed.urls();
    let mut rows = Vec::new();
    let mut worst = 0.0_f64;
    let names = builtins.names().map(|name| (name, format!("{name}:")));
    for (name, begin) in names.chain([("all, shuffled", String::new())]) {
        let urls: Vec<&str> = all.iter().copied().filter(|url| url.starts_with(&begin)).collect();
        let components = compare(builtins, &declared, &urls)?;
        let mut works: [Work<'_>; 2] = [work(builtins, &urls), work(&declared, &urls)];
        let times = rounds::interleave(setting.rounds, &mut works);
        let ratio = times[1].ratio(&times[0]);
        let each = |n: usize| nanos(times[n].median() / urls.len() as f64);
        if !begin.is_empty() {
            worst = worst.max(ratio);
        }
        rows.push([name.to_owned(), components, each(0), each(1), format!("{ratio:.2}")]);
    }
    to.say("Parsing sets the spans of all components. Both sides are the same registry code; the grammars are compiled before.");
    to.table(["scheme", "components", "built in, ns per URL", "declared", "times built in"], rows);
    to.goal(Goal {
        what: "P5: a declared scheme against the built-in one, the worst of ten".to_owned(),
        is: worst,
        wanted: Wanted::AtMost(2.0, 1.3),
        unit: "x",
    });
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

/// The average number of components, after checking that both find the same.
fn compare(builtins: &Registry, declared: &Registry, urls: &[&str]) -> Result<String, Box<dyn Error>> {
    let mut count = 0;
    for url in urls {
        let components = |registry: &Registry| -> Result<Vec<_>, Box<dyn Error>> {
            let url = registry.parse(url)?;
            let parts = url.components().filter(|part| part.span().is_some());
            let mut parts: Vec<_> = parts.map(|part| (part.name().to_owned(), part.text().to_owned())).collect();
            parts.sort();
            Ok(parts)
        };
        let expected = components(builtins)?;
        if expected != components(declared)? {
            return Err(format!("the scheme and the grammar do not find the same in {url}").into());
        }
        count += expected.len();
    }
    Ok(format!("{:.1}", count as f64 / urls.len().max(1) as f64))
}

fn work<'w>(registry: &'w Registry, urls: &'w [&str]) -> Work<'w> {
    Box::new(move || {
        for url in urls {
            let _ = black_box(&registry.parse(black_box(url)));
        }
    })
}

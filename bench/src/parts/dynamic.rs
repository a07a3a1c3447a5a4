//! P6: the toy scheme x-shelf as shared libraries in Rust and C, compared with a Rust scheme and a registry file.

use std::error::Error;
use std::hint::black_box;
use std::path::Path;

use anyurl::Registry;
use anyurl::declared::format::RegistryFile;
use anyurl::declared::layers::Stack;
use anyurl::dynamic;
use anyurl::plugins::PluginPolicy;
use anyurl_bench_rounds::{Pass, Times, over};
use anyurl_testkit::Rng;

use crate::parts::Outcome;
use crate::process::{self, ROOT};
use crate::report::{Goal, Report, Wanted, nanos};
use crate::setting::Setting;

#[allow(dead_code, reason = "the scheme and the texts are those of the example, which uses all of them")]
#[path = "../../../plugins/examples/shelf/tests/shelf/equal/builtin.rs"]
pub(super) mod builtin;

#[path = "../../../plugins/examples/shelf/tests/shelf/equal/urls.rs"]
pub(super) mod urls;

/// The declared scheme.
const DECLARED: &str = include_str!("../../../plugins/examples/shelf/shelf.toml");

/// The number of texts of a full and a quick run.
pub(super) const TEXTS: (usize, usize) = (20_000, 2_000);

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let shelf = Path::new(ROOT).join("plugins/examples/shelf/shelf.c");
    let contestants = [
        anyurl_testkit::registry(&builtin::SCHEME),
        declared()?,
        library(&process::library(setting, "x-shelf-plugin")?)?,
        library(&process::library_in_c(setting, &shelf)?)?,
    ];
    let mut rng = Rng::new(1738);
    let texts = setting.size(TEXTS.0, TEXTS.1);
    let texts: Vec<_> = (0..texts).map(|_| urls::text(&mut rng)).collect();
    let (good, bad): (Vec<_>, Vec<_>) =
        texts.iter().map(String::as_str).partition(|text| contestants[0].parse(text).is_ok());
    agree(&contestants, &good)?;
    let mut rows = Vec::new();
    for (name, texts) in [("accepted", &good), ("refused", &bad)] {
        let mut passes: Vec<Pass<'_, &str>> = contestants.iter().map(pass).collect();
        let times = over(texts, setting.rounds, &mut passes);
        let each = |n: usize| nanos(times[n].min_sum() / texts.len() as f64);
        let ratio = |n: usize| times[n].ratio(&times[0]);
        let noise = times.iter().map(Times::noise).fold(0.0, f64::max);
        rows.push([
            format!("{} that are {name}", texts.len()),
            each(0),
            each(1),
            each(2),
            each(3),
            format!("{:.2}", ratio(2)),
            format!("{:.2}", ratio(3)),
            format!("{noise:.2}"),
        ]);
        if name == "accepted" {
            for (n, language) in [(2, "Rust"), (3, "C")] {
                to.goal(Goal {
                    what: format!("P6: a library in {language} against the built-in scheme, every answer checked"),
                    is: ratio(n),
                    wanted: Wanted::AtMost(2.0, 1.5),
                    unit: "x",
                });
            }
        }
    }
    to.say("A toy scheme with host, port and three components, by one registry each. Every answer of a library is checked.");
    to.table(
        [
            "texts",
            "built in, ns each",
            "declared",
            "library in Rust",
            "library in C",
            "Rust, times built in",
            "C, times built in",
            "median / min-sum, the worst",
        ],
        rows,
    );
    Ok(())
}

pub(super) fn declared() -> Result<Registry, Box<dyn Error>> {
    let layer = RegistryFile::from_text("shelf.toml", DECLARED)?.load()?;
    let base = Registry::builder().build();
    let resolved = Stack::new().push(layer).resolve(&base, None)?;
    Ok(resolved.registry().clone())
}

/// Trusts a library that was just built, whatever the permissions of its folder.
pub(super) fn library(path: &Path) -> Result<Registry, Box<dyn Error>> {
    let policy = PluginPolicy::new().allow_libraries(true).require_sha256(false).check_permissions(false);
    let plugin = dynamic::load(path, &policy)?;
    let scheme = plugin.schemes().first().ok_or("a library without a scheme")?;
    Ok(anyurl_testkit::registry(scheme))
}

/// Checks that all find the same components in the texts that the first accepts.
pub(super) fn agree(contestants: &[Registry], texts: &[&str]) -> Outcome {
    for text in texts {
        let found = |registry: &Registry| {
            let url = registry.parse(text).map_err(|error| error.to_string())?;
            let parts = url.components().filter(|part| part.span().is_some());
            let mut parts: Vec<_> = parts.map(|part| (part.name().to_owned(), part.text().to_owned())).collect();
            parts.sort();
            Ok::<_, String>(parts)
        };
        let first = found(&contestants[0])?;
        for other in &contestants[1..] {
            if found(other)? != first {
                return Err(format!("not all find the same in {text}").into());
            }
        }
    }
    Ok(())
}

pub(super) fn pass(registry: &Registry) -> Pass<'_, &str> {
    Box::new(move |texts| {
        for text in texts {
            let _ = black_box(&registry.parse(black_box(text)));
        }
    })
}

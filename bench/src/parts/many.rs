//! P9: the cost of a URL and of registration by the number of registered schemes.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use anyurl::authors::{Class, Component, Cursor, List, PlanBuilder, Registration, Scheme, Status, Text, text};
use anyurl::semver::Version;
use anyurl::{AnyUrl, Error, PlanError, RegisterError, Registry, Slot};
use anyurl_bench_rounds::{Work, whole};

use crate::allocator;
use crate::parts::Outcome;
use crate::plot::{Curve, Plot};
use crate::report::{Report, mebibytes, nanos};
use crate::setting::Setting;

/// The numbers of schemes.
const COUNTS: [usize; 5] = [10, 100, 1_000, 10_000, 100_000];

/// The number of URLs.
const URLS: usize = 1_000;

/// The number of different schemes in the URLs, and the form of their names.
type Met = (&'static str, usize, fn(usize) -> String);

const MET: [Met; 3] = [
    ("ten are met, short names", 10, short),
    ("ten are met, long names", 10, long),
    ("a thousand are met, long names", URLS, long),
];

/// A scheme that accepts any text, so that only the lookup is measured.
struct Any(Registration);

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let mut rows = Vec::new();
    let mut curves = MET.map(|(name, ..)| Curve { name: name.to_owned(), points: Vec::new() });
    for count in COUNTS {
        let built = [registry(count, short)?, registry(count, long)?];
        let of = |name: fn(usize) -> String| &built[usize::from(name(0) == long(0))];
        let urls = MET.map(|(_, met, name)| urls(count, met, name));
        let works = MET.iter().zip(&urls);
        let mut works: Vec<_> = works.map(|((_, _, name), urls)| read(&of(*name).registry, urls)).collect();
        let times = whole(setting.rounds, &mut works);
        let each = |n: usize| times[n].min_sum() / URLS as f64;
        for (n, curve) in curves.iter_mut().enumerate() {
            curve.points.push((count as f64, each(n) * 1e9));
        }
        rows.push([
            count.to_string(),
            nanos(each(0)),
            nanos(each(1)),
            nanos(each(2)),
            format!("{:.2}", built[1].seconds * 1e6 / count as f64),
            format!("{:.2}", mebibytes(built[1].bytes)),
        ]);
    }
    to.say("Nanoseconds for a URL. Short names are like `xaaaab`, long ones like `com.example.s00001`. Where a thousand schemes are met in turn, the caches of the processor do not hold them all.");
    let head = ["schemes", MET[0].0, MET[1].0, MET[2].0, "registering, µs for each", "MiB held at most"];
    to.table(head, rows);
    to.plot(Plot {
        file: "names",
        title: "One URL against the number of schemes",
        axes: ("schemes", "nanoseconds"),
        curves: curves.into(),
    });
    Ok(())
}

/// Six letters, which fit into the key of the table.
fn short(n: usize) -> String {
    const LETTERS: &[u8; 26] = b"abcdefghijklmnopqrstuvwxyz";
    let letter = |place: u32| char::from(LETTERS[n / 26_usize.pow(place) % 26]);
    ["x".to_owned(), (0..5).rev().map(letter).collect()].concat()
}

/// Names below a domain, with the first twelve bytes in common.
fn long(n: usize) -> String {
    format!("com.example.s{n:05}")
}

struct Built {
    registry: Registry,
    seconds: f64,
    bytes: usize,
}

/// A registry of this many schemes, and the cost of building it.
fn registry(count: usize, name: fn(usize) -> String) -> Result<Built, RegisterError> {
    let schemes: Vec<_> = (0..count).map(|n| Arc::new(Any::new(name(n)))).collect();
    let work = || {
        let start = Instant::now();
        let mut builder = Registry::builder();
        for scheme in schemes {
            builder = builder.add(scheme)?;
        }
        Ok((builder.build(), start.elapsed().as_secs_f64()))
    };
    let (built, heap) = allocator::watch(work);
    let (registry, seconds) = built?;
    Ok(Built { registry, seconds, bytes: heap.peak })
}

/// URLs of schemes from all parts of the registry.
fn urls(count: usize, met: usize, name: fn(usize) -> String) -> Vec<String> {
    // A prime, so that consecutive schemes are far apart.
    (0..URLS).map(|n| format!("{}:text", name(n % met * 7_919 % count))).collect()
}

fn read<'w>(registry: &'w Registry, urls: &'w [String]) -> Work<'w> {
    Box::new(move || {
        for url in urls {
            let read = registry.parse(black_box(url));
            assert!(black_box(&read).as_ref().is_ok_and(AnyUrl::is_known));
        }
    })
}

impl Any {
    fn new(name: String) -> Self {
        const COMPONENTS: &[Component] = &[Component::text("text", Slot::own(0))];
        const ACCESS: &[Text] = &[text("none")];
        let mut registration = Registration::new(name, Version::new(1, 0, 0), Status::Provisional);
        registration.description = text("one of many");
        registration.components = List::Borrowed(COMPONENTS);
        registration.template = text("{text}");
        registration.syntax = text("any = *xchar");
        registration.access = List::Borrowed(ACCESS);
        Self(registration)
    }
}

impl Scheme for Any {
    fn registration(&self) -> &Registration {
        &self.0
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        static XCHAR: Class = Class::xchar("text");
        let span = at.run(&XCHAR, "text")?;
        at.set(Slot::own(0), span);
        at.finish(&XCHAR, "text")
    }

    fn plan(&self, _: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        Ok(())
    }
}

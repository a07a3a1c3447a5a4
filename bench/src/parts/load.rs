//! The cost of loading a registry: the shipped one, and files of up to 100,000 schemes.

use std::error::Error;
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

use anyurl::Profile;
use anyurl::declared::format::{MemoryFolder, RegistryFile};
use anyurl::declared::layers::{Resolved, Stack};

use crate::allocator;
use crate::parts::Outcome;
use crate::report::{Goal, Report, Wanted, mebibytes, millis};
use crate::setting::Setting;

/// The numbers of schemes.
const COUNTS: [usize; 3] = [1_000, 10_000, 100_000];

/// The number of schemes per file.
const IN_A_FILE: usize = 10_000;

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    shipped(to)?;
    files(setting, to)
}

/// The shipped registry.
fn shipped(to: &mut Report) -> Outcome {
    let (registry, made) = making()?;
    let parsed = |url| timed(|| Ok(registry.parse(black_box(url))?.is_known()));
    let (_, first) = parsed("urn:isbn:0451450523")?;
    let (_, second) = parsed("urn:isbn:0451450524")?;
    let (_, rest) = timed(|| Ok(registry.entries().count()))?;
    let (_, file) = timed(|| {
        let layer = RegistryFile::from_text("registry.toml", anyurl::REGISTRY_FILE)?.load()?;
        Ok(Stack::new().push(layer).resolve(anyurl::rfc1738(), None)?)
    })?;
    to.say(
        "The registry that comes with anyurl: facts are constants, declared schemes are read when they are first met.",
    );
    let rows = [
        ("making it: what every program waits for", made),
        ("the first URL of a declared scheme", first),
        ("the second", second),
        ("every other entry", rest),
        ("`registry.toml` as a file, laid over the built-in schemes", file),
    ];
    let row = |(what, cost): (&str, Cost)| [what.to_owned(), millis(cost.seconds), format!("{:.3}", cost.peak)];
    to.table(["", "ms", "MiB held at most"], rows.map(row));
    for (what, is, unit, must) in
        [("loading, time", made.seconds * 1e3, " ms", 5.0), ("loading, heap", made.peak, " MiB", 8.0)]
    {
        let what = format!("the shipped registry: {what}");
        to.goal(Goal { what, is, wanted: Wanted::AtMost(must, must), unit });
    }
    Ok(())
}

/// Builds a registry several times; returns it with the median cost.
fn making() -> Result<(anyurl::Registry, Cost), Box<dyn Error>> {
    const TIMES: usize = 11;
    let made: Result<Vec<_>, Box<dyn Error>> =
        (0..TIMES).map(|_| timed(|| anyurl::discover().map_err(Box::from))).collect();
    let mut made = made?;
    made.sort_by(|(_, a), (_, b)| a.seconds.total_cmp(&b.seconds));
    Ok(made.swap_remove(TIMES / 2))
}

/// Registry files of many schemes.
fn files(setting: &Setting, to: &mut Report) -> Outcome {
    let mut rows = Vec::new();
    for count in COUNTS.into_iter().take(setting.size(COUNTS.len(), 2)) {
        let files = written(count);
        let (layer, read) = timed(|| {
            let files = files.iter().map(|(name, text)| (name.as_str(), text.as_str()));
            Ok(RegistryFile::read(&MemoryFolder::new(files), "", "main.toml")?.load()?)
        })?;
        let (resolved, laid) = timed(|| Ok(Stack::new().push(layer).resolve(anyurl::rfc1738(), None)?))?;
        check(&resolved, count)?;
        rows.push([
            count.to_string(),
            millis(read.seconds),
            millis(laid.seconds),
            format!("{:.1}", (read.seconds + laid.seconds) * 1e6 / count as f64),
            format!("{:.1}", read.peak.max(laid.peak)),
        ]);
    }
    to.say("Files with schemes that have a prose form and an access each, 10,000 in a file, as the layer of an organization.");
    to.table(["schemes", "reading, ms", "laying, ms", "µs for each", "MiB held at most"], rows);
    Ok(())
}

/// Checks that the last scheme can parse a URL.
fn check(resolved: &Resolved, count: usize) -> Result<(), Box<dyn Error>> {
    let (registry, name) = (resolved.registry(), name(count - 1));
    registry.get(&name, Profile::Current).ok_or("the last scheme was not found")?;
    registry.parse(&format!("{name}://host.dom/path"))?;
    Ok(())
}

/// A layer of this many schemes: a main file with included files.
fn written(count: usize) -> Vec<(String, String)> {
    let head = "schema = 1\n[registry]\nid = \"com.example\"\nkind = \"organization\"\ntitle = \"Many\"\n\
                version = \"1.0.0\"\nserial = 1\ncontact = [\"urls@example.com\"]\nchange_controller = \"Example\"\n\
                claims = [\"com.example.*\"]\ninclude = [\"schemes/*.toml\"]\n";
    let mut files = vec![("main.toml".to_owned(), head.to_owned())];
    for first in (0..count).step_by(IN_A_FILE) {
        let mut text = "schema = 1\n".to_owned();
        for n in first..count.min(first + IN_A_FILE) {
            let name = name(n);
            let _ = write!(
                text,
                "[[scheme]]\nname = \"{name}\"\nstatus = \"private\"\ndescription = \"one of many\"\n\
                 [scheme.syntax]\ngrammar = \"rfc1738\"\nform = [\"{name}://<host>/<path>\"]\n\
                 [scheme.access]\nkind = \"none\"\nlocates = \"data-object\"\noperations = []\n\
                 algorithm = \"None: there is nothing behind these names.\"\n"
            );
        }
        files.push((format!("schemes/{first:06}.toml"), text));
    }
    files
}

fn name(n: usize) -> String {
    format!("com.example.s{n:05}")
}

#[derive(Clone, Copy)]
struct Cost {
    seconds: f64,
    /// Mebibytes.
    peak: f64,
}

/// Runs some work once.
fn timed<T>(work: impl FnOnce() -> Result<T, Box<dyn Error>>) -> Result<(T, Cost), Box<dyn Error>> {
    let (done, heap) = allocator::watch(|| {
        let start = Instant::now();
        let done = work()?;
        Ok::<_, Box<dyn Error>>((done, start.elapsed().as_secs_f64()))
    });
    let (done, seconds) = done?;
    Ok((done, Cost { seconds, peak: mebibytes(heap.peak) }))
}

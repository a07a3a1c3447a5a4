//! P6, modules: x-shelf as a WebAssembly module, compared with the same scheme as a library, as data and in code; what a
//! module takes to load, and `anyurl check` on a million of its URLs.

use std::fs;
use std::hint::black_box;
use std::io::Write as _;
use std::path::Path;

use anyurl::plugins::PluginPolicy;
use anyurl::wasm;
use anyurl_bench_rounds::{Pass, Times, Work, over, whole};
use anyurl_testkit::Rng;

use super::dynamic::{TEXTS, agree, builtin, declared, library, pass, urls};
use crate::parts::Outcome;
use crate::process;
use crate::report::{Goal, Report, Wanted, mebibytes, millis, nanos};
use crate::setting::Setting;

/// The number of URLs for `anyurl check`, in a full and a quick run.
const URLS: (usize, usize) = (1_000_000, 50_000);

/// The rounds of `anyurl check`, and of loading.
const ROUNDS: (usize, usize) = (9, 3);

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let Some(module) = process::module(setting, "x-shelf-plugin")? else {
        to.say("Not measured: Rust's target `wasm32-unknown-unknown` is not installed.");
        return Ok(());
    };
    let library = process::library(setting, "x-shelf-plugin")?;
    parse(setting, to, &module, &library)?;
    load(setting, to, &module)?;
    check(setting, to, &module, &library)
}

/// Trusts a module that was just built.
fn policy() -> PluginPolicy {
    PluginPolicy::new().allow_modules(true).require_sha256(false)
}

/// One URL at a time, in a program.
fn parse(setting: &Setting, to: &mut Report, module: &Path, shared: &Path) -> Outcome {
    let loaded = wasm::load(module, &policy())?;
    let scheme = loaded.schemes().first().ok_or("a module without a scheme")?;
    let contestants = [
        anyurl_testkit::registry(&builtin::SCHEME),
        declared()?,
        library(shared)?,
        anyurl_testkit::registry(scheme.clone()),
    ];
    let mut rng = Rng::new(1738);
    let texts: Vec<_> = (0..setting.size(TEXTS.0, TEXTS.1)).map(|_| urls::text(&mut rng)).collect();
    let (good, bad): (Vec<_>, Vec<_>) =
        texts.iter().map(String::as_str).partition(|text| contestants[0].parse(text).is_ok());
    agree(&contestants, &good)?;
    let rows = [("accepted", &good), ("refused", &bad)].map(|(name, texts)| {
        let mut passes: Vec<Pass<'_, &str>> = contestants.iter().map(pass).collect();
        let times = over(texts, setting.rounds, &mut passes);
        let each = |n: usize| nanos(times[n].min_sum() / texts.len() as f64);
        let ratio = |n: usize| format!("{:.2}", times[3].ratio(&times[n]));
        let noise = times.iter().map(Times::noise).fold(0.0, f64::max);
        let what = format!("{} that are {name}", texts.len());
        [what, each(0), each(1), each(2), each(3), ratio(0), ratio(1), ratio(2), format!("{noise:.2}")]
    });
    to.say("The toy scheme of P6. Every answer is checked, by the same code for the library and for the module.");
    to.table(
        [
            "texts",
            "built in, ns each",
            "declared",
            "library in Rust",
            "module in Rust",
            "module, times built in",
            "module, times declared",
            "module, times library",
            "median / min-sum, the worst",
        ],
        rows,
    );
    Ok(())
}

/// From a file to a module that can be called.
fn load(setting: &Setting, to: &mut Report, module: &Path) -> Outcome {
    let mut rounds: [Work<'_>; 1] = [Box::new(|| drop(black_box(wasm::load(module, &policy()))))];
    let times = &whole(setting.size(ROUNDS.0, ROUNDS.1), &mut rounds)[0];
    let loaded = wasm::load(module, &policy())?;
    to.say(format_args!(
        "The module has {} bytes, and each thread that calls it {:.2} MiB of memory. It is read, validated, compiled and \
         instantiated in {} (median {}).",
        fs::metadata(module)?.len(),
        mebibytes(loaded.memory_size()),
        millis(times.min_sum()),
        millis(times.median()),
    ));
    Ok(())
}

/// `anyurl check` on many URLs, one processor.
fn check(setting: &Setting, to: &mut Report, module: &Path, library: &Path) -> Outcome {
    let anyurl = process::anyurl(setting)?;
    if !process::has_processors(setting, "0") {
        to.say("`anyurl check` was not measured: it needs `taskset`.");
        return Ok(());
    }
    let (file, count) = (setting.scratch.join("books.txt"), setting.size(URLS.0, URLS.1));
    write_urls(&file, count)?;
    let command = |plugin: &Path| {
        let mut command = process::on_processors(setting, "0", &anyurl);
        command.arg("--plugin").arg(plugin).arg("check").arg(&file);
        drop(command.status());
    };
    let mut work: [Work<'_>; 2] = [Box::new(|| command(module)), Box::new(|| command(library))];
    let times = whole(setting.size(ROUNDS.0, ROUNDS.1), &mut work);
    fs::remove_file(&file)?;
    let each = |times: &Times| times.min_sum() / count as f64;
    let ratio = each(&times[0]) / each(&times[1]);
    to.say(format_args!("`anyurl check` on {count} valid URLs, one processor, with the start of the command:"));
    to.table(
        ["plugin", "ns per URL", "times the library"],
        [
            ["module".to_owned(), nanos(each(&times[0])), format!("{ratio:.2}")],
            ["library".to_owned(), nanos(each(&times[1])), "1.00".to_owned()],
        ],
    );
    to.goal(Goal {
        what: "P6: `anyurl check` on URLs of a module's scheme, one processor".to_owned(),
        is: each(&times[0]) * 1e6,
        wanted: Wanted::AtMost(1.0, 0.7),
        unit: " µs",
    });
    Ok(())
}

fn write_urls(file: &Path, count: usize) -> Outcome {
    let mut to = std::io::BufWriter::new(fs::File::create(file)?);
    let mut rng = Rng::new(22);
    for _ in 0..count {
        let [host, shelf, number] = [1000, 100, 100_000].map(|limit| rng.below(limit));
        writeln!(to, "x-shelf://books{host}.example.org/b{shelf}/{number}")?;
    }
    Ok(to.flush()?)
}

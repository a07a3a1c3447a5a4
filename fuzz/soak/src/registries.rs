//! Threads read one registry while others build, replace and drop it.

use std::error::Error;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyurl::declared::PortableRegistry;
use anyurl::{AddToml, Live, Options, Registry, RegistryBuilder};
use anyurl_fuzz_bodies::seeds;
use anyurl_testkit::{Rng, mutate};
use anyurl_testkit::{describe, registry_file};

use crate::usage::{Growth, Usage};
use crate::{Outcome, row};

const READERS: u64 = 8;
const ROWS: u32 = 10;

/// A scheme that every other registry has.
const SCHEME: &str = "[[scheme]]\nname = \"com.example.soak\"\nstatus = \"private\"\ndescription = \"a test\"\n\
    syntax = { grammar = \"rfc1738\", form = [\"com.example.soak://<host>/<name+>\"] }\n\
    access = { kind = \"none\", locates = \"name\", operations = [], algorithm = \"-\", name_properties = \"-\" }\n";

/// What the threads share.
struct Shared {
    live: Live<Registry>,
    is_done: AtomicBool,
    reads: AtomicU64,
    updates: AtomicU64,
}

/// Runs for some minutes: eight threads read, one replaces the registry, and one sends it through its text.
pub(crate) fn run(minutes: f64) -> Outcome {
    let shared = Shared {
        live: Live::new(anyurl::registry().clone()),
        is_done: AtomicBool::new(false),
        reads: AtomicU64::new(0),
        updates: AtomicU64::new(0),
    };
    thread::scope(|scope| {
        let shared = &shared;
        let run = |work: fn(&Shared, u64) -> Result<(), String>, seed| {
            scope.spawn(move || {
                let outcome = work(shared, seed);
                // At the end, or with the first error.
                shared.is_done.store(true, Ordering::Relaxed);
                outcome
            })
        };
        let threads = (0..READERS).map(|seed| run(read, seed)).chain([run(replace, 0), run(send, 0)]);
        let threads = threads.collect::<Vec<_>>();
        let outcome = watch(shared, Duration::from_secs_f64(minutes * 60.0));
        shared.is_done.store(true, Ordering::Relaxed);
        let mut ends = threads.into_iter().map(|thread| thread.join().map_err(|_| "a thread has panicked")?);
        ends.try_for_each(|end| end)?;
        outcome
    })
}

/// Prints what the process uses, and watches it.
fn watch(shared: &Shared, time: Duration) -> Outcome {
    row(&[&"seconds", &"reads", &"updates", &"memory, MiB", &"descriptors"]);
    row(&[&"---:", &"---:", &"---:", &"---:", &"---:"]);
    let begin = Instant::now();
    let mut growth = Growth::default();
    for part in 1..=ROWS {
        while begin.elapsed() < time * part / ROWS {
            if shared.is_done.load(Ordering::Relaxed) {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(50));
        }
        let usage = Usage::of("self")?;
        let [reads, updates] = [&shared.reads, &shared.updates].map(|count| count.load(Ordering::Relaxed));
        row(&[&begin.elapsed().as_secs(), &reads, &updates, &format!("{:.1}", usage.memory), &usage.descriptors]);
        growth.add(part.into(), ROWS.into(), usage)?;
    }
    Ok(())
}

/// Reads mutated examples. Whichever registry it has, the answer is that of the shipped one, as no scheme of it changes.
fn read(shared: &Shared, seed: u64) -> Result<(), String> {
    let texts = seeds::texts();
    let mut rng = Rng::new(seed);
    while !shared.is_done.load(Ordering::Relaxed) {
        let registry = shared.live.load();
        for _ in 0..100 {
            let text = rng.pick::<String>(&texts);
            let text = mutate(text, &mut rng);
            let [found, expected] =
                [&registry, anyurl::registry()].map(|registry| describe(registry, &text, Options::new()));
            if found != expected {
                return Err(format!("{text:?} is read as\n{found}\nbut was\n{expected}"));
            }
        }
        shared.reads.fetch_add(100, Ordering::Relaxed);
    }
    Ok(())
}

/// Replaces the registry: by one with another scheme, by one that fails, and by the shipped one.
fn replace(shared: &Shared, _: u64) -> Result<(), String> {
    let file = registry_file("organization", "com.example", "com.example.*", SCHEME);
    let fail = |error: &dyn Error| error.to_string();
    while !shared.is_done.load(Ordering::Relaxed) {
        let add = |registry: &Registry| {
            let builder = registry.to_builder().add_toml("soak.toml", &*file);
            builder.map(RegistryBuilder::build)
        };
        shared.live.update(add).map_err(|error| fail(&error))?;
        if shared.live.update(add).is_ok() {
            return Err("a name is registered twice".to_owned());
        }
        shared.live.read().parse("com.example.soak://h/a").map_err(|error| fail(&error))?;
        let reset = |_: &Registry| Ok::<_, std::convert::Infallible>(anyurl::registry().to_builder().build());
        shared.live.update(reset).map_err(|error| fail(&error))?;
        shared.updates.fetch_add(2, Ordering::Relaxed);
    }
    Ok(())
}

/// Builds a registry from the text of another, as a process does that receives it, and drops it.
fn send(shared: &Shared, _: u64) -> Result<(), String> {
    let text = PortableRegistry::default().to_string();
    while !shared.is_done.load(Ordering::Relaxed) {
        let sent: PortableRegistry = text.parse().map_err(|error| format!("{error}"))?;
        sent.registry().parse("ldap://h/").map_err(|error| error.to_string())?;
        shared.updates.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

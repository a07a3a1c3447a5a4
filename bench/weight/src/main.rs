//! Weighs programs that use anyurl or a peer: kilobytes above an empty program, crates, and processor seconds of a build.
//!
//! ```sh
//! cargo run --release --manifest-path bench/weight/Cargo.toml              # compares ours with bench/weight.toml
//! cargo run --release --manifest-path bench/weight/Cargo.toml -- core      # only the programs whose names begin so
//! cargo run --release --manifest-path bench/weight/Cargo.toml -- --record  # builds all from nothing, and writes it
//! ```
//!
//! Exit codes: 0 if nothing is heavier, 1 if something is, 2 if weighing failed.

#![forbid(unsafe_code)]

mod build;
mod record;

use std::env;
use std::error::Error;
use std::process::ExitCode;

use build::Builds;
use record::Record;

fn main() -> ExitCode {
    let word = env::args().nth(1).unwrap_or_default();
    let done = if word == "--record" { record_all() } else { compare(&word) };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("weight: {error}");
            ExitCode::from(2)
        }
    }
}

/// Builds every program from nothing, and records what it weighs.
fn record_all() -> Result<bool, Box<dyn Error>> {
    let (mut record, builds) = (Record::load()?, Builds::new(env!("CARGO_MANIFEST_DIR"))?);
    let empty = builds.cold(record.empty()?)?.bytes;
    println!("| program | KB above an empty one | must | crates | processor seconds |\n|---|---:|---:|---:|---:|");
    for program in record.others() {
        let weight = builds.cold(program)?.above(empty);
        println!(
            "| {} | {} | {} | {} | {:.0} |",
            program.name,
            weight.kilobytes(),
            program.most(),
            weight.crates,
            weight.seconds
        );
        program.weight = Some(weight);
    }
    record.rustc = builds.rustc()?;
    record.save()?;
    Ok(true)
}

/// Whether no program whose name begins so is heavier than recorded, among those that have a budget.
fn compare(name: &str) -> Result<bool, Box<dyn Error>> {
    let (mut record, builds) = (Record::load()?, Builds::new(env!("CARGO_MANIFEST_DIR"))?);
    let same_compiler = builds.rustc()? == record.rustc;
    if !same_compiler {
        println!("another compiler than that of weight.toml ({}): bytes are not compared with it", record.rustc);
    }
    let empty = builds.warm(record.empty()?)?.bytes;
    let (mut all_well, mut any) = (true, false);
    for program in record.others().filter(|program| program.must.is_some() && program.name.starts_with(name)) {
        let weight = builds.warm(program)?.above(empty);
        let faults = program.faults(&weight, same_compiler);
        println!("{}: {} KB (must {}), {} crates", program.name, weight.kilobytes(), program.most(), weight.crates);
        for fault in &faults {
            println!("  {fault}");
        }
        (all_well, any) = (all_well && faults.is_empty(), true);
    }
    if any {
        Ok(all_well)
    } else {
        Err(format!("no program with a budget has a name that begins with `{name}`").into())
    }
}

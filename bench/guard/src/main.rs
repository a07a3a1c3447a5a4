//! Detects when the parse path becomes slower, by the ratio of anyurl's instructions to fluent-uri's. Callgrind counts
//! both in one run over the same texts, so the verdict does not depend on the load of the machine.
//!
//! ```sh
//! cargo run --release --manifest-path bench/guard/Cargo.toml              # compares with bench/guard.toml
//! cargo run --release --manifest-path bench/guard/Cargo.toml -- --update  # writes it
//! ```
//!
//! Exit codes: 0 if nothing is slower, 1 if something is, 2 if counting failed.

#![forbid(unsafe_code)]

mod count;
mod passes;
mod record;

use std::env;
use std::error::Error;
use std::process::ExitCode;

use record::Record;

fn main() -> ExitCode {
    let word = env::args().nth(1);
    let done = match word.as_deref() {
        Some(passes::WORD) => {
            passes::run();
            Ok(true)
        }
        Some("--update") => update(),
        None => compare(),
        Some(other) => Err(format!("`{other}` is no option: there is `--update`").into()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("guard: {error}");
            ExitCode::from(2)
        }
    }
}

/// Counts, and records the ratios.
fn update() -> Result<bool, Box<dyn Error>> {
    let ratios = count::ratios()?;
    Record::load()?.with(ratios).save()?;
    Ok(true)
}

/// Whether no ratio exceeds the recorded one by too much.
fn compare() -> Result<bool, Box<dyn Error>> {
    let record = Record::load()?;
    let mut all_well = true;
    for (texts, now) in count::ratios()? {
        let verdict = record.verdict(&texts, now)?;
        println!("{texts}: {verdict}");
        all_well &= !verdict.is_slower();
    }
    Ok(all_well)
}

//! Says when the parse path has become slower: the instructions of Locator for those of fluent-uri, counted by callgrind
//! in one run over the same texts. Wall time has no part in it, so the verdict does not depend on what else the machine
//! does.
//!
//! ```sh
//! cargo run --release --manifest-path bench/guard/Cargo.toml              # compares with bench/guard.toml
//! cargo run --release --manifest-path bench/guard/Cargo.toml -- --update  # writes it
//! ```
//!
//! It ends with 0 where nothing is slower, with 1 where something is, and with 2 where nothing could be counted.

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

/// Counts, and writes the ratios down.
fn update() -> Result<bool, Box<dyn Error>> {
    let ratios = count::ratios()?;
    Record::load()?.with(ratios).save()?;
    Ok(true)
}

/// Whether no ratio is much above what was written down.
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

//! Measures anyurl and its peers in one run, and reports ratios.
//!
//! ```sh
//! cargo run --release --manifest-path bench/Cargo.toml             # everything; writes bench/RESULTS.md and bench/plots
//! cargo run --release --manifest-path bench/Cargo.toml -- --quick  # checks that everything works; writes into the target folder
//! ```
//!
//! [`parts`] has one file per part; the other modules are shared.

#![deny(unsafe_code)]

mod allocator;
mod args;
mod contestants;
mod corpora;
mod machine;
mod noise;
mod operations;
mod parts;
mod plot;
mod process;
mod report;
mod setting;
mod unshaped;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;

use args::Args;
use report::Report;
use setting::Setting;

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("anyurl-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let parts = parts::chosen(&args.only)?;
    let setting = Setting::new(args)?;
    let mut report = Report::new(&machine::describe(&setting));
    for part in parts {
        eprintln!("{}: {}", part.id, part.title);
        report.heading(part.id, part.title);
        (part.run)(&setting, &mut report)?;
    }
    let written = report.write(&setting.out)?;
    eprintln!("{}", written.display());
    Ok(())
}

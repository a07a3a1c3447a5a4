//! Long runs, in which memory must not grow and no file descriptor may be lost:
//!
//! * `lines GIGABYTES`: `anyurl check` over generated hostile lines;
//! * `registries MINUTES`: threads read one registry while others build, replace and drop it;
//! * `plugins TURNS`: libraries and modules are loaded, used and dropped, and broken ones are refused.
//!
//! Each run prints a table of memory and file descriptors, and fails with what has grown. Linux only: it reads `/proc`.

#![forbid(unsafe_code)]

mod hostile_lines;
mod plugins;
mod registries;
mod usage;

use std::error::Error;
use std::process::ExitCode;
use std::{env, fmt};

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["lines", gigabytes] => number(gigabytes).and_then(hostile_lines::run),
        ["registries", minutes] => number(minutes).and_then(registries::run),
        ["plugins", turns] => number(turns).and_then(plugins::run),
        _ => Err("usage: soak lines GIGABYTES | registries MINUTES | plugins TURNS".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("soak: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Reads a positive number.
fn number(text: &str) -> Result<f64, Box<dyn Error>> {
    match text.parse() {
        Ok(number) if number > 0.0 => Ok(number),
        _ => Err(format!("`{text}` is no positive number").into()),
    }
}

/// Prints a row of a table.
fn row(cells: &[&dyn fmt::Display]) {
    let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
    println!("| {} |", cells.join(" | "));
}

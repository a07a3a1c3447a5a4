//! `bench/weight.toml`: the programs, their budgets, and their recorded weights.

use std::error::Error;
use std::fs;

use serde::{Deserialize, Serialize};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../weight.toml");

/// The comment above the values.
const HEAD: &str = "\
# Programs of bench/weight/programs, each with what it needs: a path is one of this repository. `must` is the most
# kilobytes above an empty program, `must-crates` the most crates, for the target and for the build.
# `weight` is recorded: bytes above the empty program, crates, and processor seconds of a build from nothing.
# The program fails if bytes grow by more than 2 percent, crates differ, or a budget that the record keeps is exceeded.
# `cargo run --release --manifest-path bench/weight/Cargo.toml -- --record` writes this file.

";

/// How far bytes may exceed the recorded ones.
const HEAVIER: f64 = 1.02;

/// The file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    /// The compiler of the recorded weights.
    pub(crate) rustc: String,
    /// The empty program first.
    program: Vec<Program>,
}

/// A program and what it may weigh.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Program {
    pub(crate) name: String,
    /// A file of `programs`.
    pub(crate) source: String,
    /// Kilobytes above the empty program. Peers have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) must: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    must_crates: Option<usize>,
    /// The dependencies, as in a manifest.
    #[serde(default, skip_serializing_if = "toml::Table::is_empty")]
    pub(crate) needs: toml::Table,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) weight: Option<Weight>,
}

/// What a program weighs.
#[derive(Serialize, Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weight {
    pub(crate) bytes: u64,
    pub(crate) crates: usize,
    pub(crate) seconds: f64,
}

impl Record {
    pub(crate) fn load() -> Result<Self, Box<dyn Error>> {
        let text = fs::read_to_string(PATH).map_err(|error| format!("{PATH}: {error}"))?;
        Ok(toml::from_str(&text).map_err(|error| format!("{PATH}: {error}"))?)
    }

    pub(crate) fn save(&self) -> Result<(), Box<dyn Error>> {
        Ok(fs::write(PATH, format!("{HEAD}{}", toml::to_string(self)?))?)
    }

    /// The program that the others are compared with.
    pub(crate) fn empty(&self) -> Result<&Program, Box<dyn Error>> {
        Ok(self.program.first().ok_or_else(|| format!("{PATH}: there is no program"))?)
    }

    pub(crate) fn others(&mut self) -> impl Iterator<Item = &mut Program> {
        self.program.iter_mut().skip(1)
    }
}

impl Program {
    /// The budget, for people.
    pub(crate) fn most(&self) -> String {
        self.must.map_or_else(|| "-".to_owned(), |most| most.to_string())
    }

    /// What is worse than the record, and than a budget that the record keeps.
    pub(crate) fn faults(&self, now: &Weight, same_compiler: bool) -> Vec<String> {
        let Some(before) = &self.weight else {
            return vec!["weight.toml has no weight of it: `--record`".to_owned()];
        };
        let mut faults = Vec::new();
        if same_compiler && now.bytes as f64 > before.bytes as f64 * HEAVIER {
            let (now, before) = (now.bytes, before.bytes);
            faults.push(format!("{now} bytes are more than 2 percent above the recorded {before}: make it lighter, or say why and `--record`"));
        }
        if now.crates != before.crates {
            faults.push(format!(
                "{} crates, and {} when last looked at: say why and `--record`",
                now.crates, before.crates
            ));
        }
        if self.must.is_some_and(|most| before.kilobytes() <= most && now.kilobytes() > most) {
            faults.push(format!("{} KB are above the budget, which the record keeps", now.kilobytes()));
        }
        if self.must_crates.is_some_and(|most| before.crates <= most && now.crates > most) {
            faults.push(format!("{} crates are above the budget, which the record keeps", now.crates));
        }
        faults
    }
}

impl Weight {
    /// This weight without the bytes of every program.
    pub(crate) fn above(mut self, empty: u64) -> Self {
        self.bytes = self.bytes.saturating_sub(empty);
        self
    }

    /// A budget of 230 is kept by 230,000 bytes.
    pub(crate) fn kilobytes(&self) -> u64 {
        self.bytes.div_ceil(1_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded: 100,000 bytes and 3 crates.
    #[test]
    fn what_is_a_fault() {
        let weight = |bytes, crates| Weight { bytes, crates, seconds: 0.0 };
        for (must, bytes, crates, same_compiler, faults) in [
            (100, 100_000, 3, true, 0),
            (100, 50_000, 3, true, 0),
            (90, 102_000, 3, true, 0),
            (90, 102_001, 3, true, 1),
            (90, 200_000, 3, false, 0),
            (100, 100_001, 3, true, 1),
            (100, 200_000, 3, false, 1),
            (100, 100_000, 2, true, 1),
            (100, 100_000, 4, true, 2),
        ] {
            let program = format!("name = 'x'\nsource = 'x'\nmust = {must}\nmust-crates = 3");
            let mut program: Program = toml::from_str(&program).unwrap();
            assert_eq!(program.faults(&weight(bytes, crates), same_compiler).len(), 1, "nothing is recorded");
            program.weight = Some(weight(100_000, 3));
            assert_eq!(program.faults(&weight(bytes, crates), same_compiler).len(), faults, "{must} {bytes} {crates}");
        }
    }
}

//! `bench/guard.toml`: the recorded ratios.

use std::collections::BTreeMap;
use std::error::Error;
use std::{fmt, fs};

use serde::{Deserialize, Serialize};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../guard.toml");

/// The comment above the values.
const HEAD: &str = "\
# Instructions of anyurl for one of fluent-uri, counted by callgrind over the same texts in one run.
# The guard fails if a ratio exceeds `slower` times the recorded one.
# `cargo run --release --manifest-path bench/guard/Cargo.toml -- --update` writes this file.

";

/// The file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    /// The allowed growth of a ratio.
    slower: f64,
    /// The ratios, by the name of the texts.
    ratios: BTreeMap<String, f64>,
}

/// The verdict on a ratio.
pub(crate) struct Verdict {
    now: f64,
    before: f64,
    slower: f64,
}

impl Record {
    pub(crate) fn load() -> Result<Self, Box<dyn Error>> {
        let text = fs::read_to_string(PATH).map_err(|error| format!("{PATH}: {error}"))?;
        Ok(toml::from_str(&text).map_err(|error| format!("{PATH}: {error}"))?)
    }

    /// The record with other ratios.
    pub(crate) fn with(mut self, ratios: Vec<(String, f64)>) -> Self {
        let rounded = |(name, ratio): (String, f64)| (name, (ratio * 1_000.0).round() / 1_000.0);
        self.ratios = ratios.into_iter().map(rounded).collect();
        self
    }

    pub(crate) fn save(&self) -> Result<(), Box<dyn Error>> {
        Ok(fs::write(PATH, format!("{HEAD}{}", toml::to_string(self)?))?)
    }

    /// Compares the ratio of these texts with the record.
    pub(crate) fn verdict(&self, texts: &str, now: f64) -> Result<Verdict, Box<dyn Error>> {
        let before = self.ratios.get(texts).ok_or_else(|| format!("guard.toml has no ratio of {texts}"))?;
        Ok(Verdict { now, before: *before, slower: self.slower })
    }
}

impl Verdict {
    pub(crate) fn is_slower(&self) -> bool {
        self.now > self.before * self.slower
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { now, before, slower } = self;
        write!(f, "{now:.3} instructions for one of fluent-uri, {before:.3} when last looked at")?;
        if self.is_slower() {
            write!(f, ": more than {slower} times that; make it faster, or say why and `--update`")?;
        } else if now * slower < *before {
            write!(f, ": much faster; `--update` keeps it")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fifth_more_is_slower() {
        let record: Record = toml::from_str("slower = 1.2\n[ratios]\nmixed = 0.5\n").unwrap();
        for (now, slower) in [(0.4, false), (0.5, false), (0.59, false), (0.61, true)] {
            assert_eq!(record.verdict("mixed", now).unwrap().is_slower(), slower, "{now}");
        }
        assert!(record.verdict("weblinks", 1.0).is_err());
    }
}

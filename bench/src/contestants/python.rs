//! `urllib.parse.urlsplit` of Python, in a process that times itself.

use std::error::Error;
use std::process::{Command, Stdio};

use crate::corpora::Corpus;
use crate::setting::Setting;

const SCRIPT: &str = include_str!("urlsplit.py");

/// The number of rounds of a full run; Python needs about a tenth of a second for each.
const ROUNDS: usize = 11;

/// The result of `urlsplit`, in seconds.
#[derive(Debug, PartialEq)]
pub(crate) struct Python {
    pub(crate) version: String,
    pub(crate) accepted: usize,
    pub(crate) min_sum: f64,
    pub(crate) median: f64,
}

/// Times `urlsplit`; `None` if there is no `python3`.
pub(crate) fn urlsplit(corpus: &Corpus, setting: &Setting) -> Result<Option<Python>, Box<dyn Error>> {
    let file = corpus.write(&setting.scratch)?;
    let rounds = ROUNDS.min(setting.rounds).to_string();
    let run = Command::new("python3").args(["-I", "-c", SCRIPT, &rounds]).arg(file).stderr(Stdio::inherit()).output();
    let Ok(run) = run else { return Ok(None) };
    if !run.status.success() {
        return Err(format!("python3 ended with {}", run.status).into());
    }
    parse(&String::from_utf8(run.stdout)?).map(Some).ok_or_else(|| "python3 printed no figures".into())
}

fn parse(line: &str) -> Option<Python> {
    let mut words = line.split_whitespace();
    let version = words.next()?.to_owned();
    let accepted = words.next()?.parse().ok()?;
    let mut seconds = || words.next()?.parse().ok();
    Some(Python { version, accepted, min_sum: seconds()?, median: seconds()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_script() {
        let python = Python { version: "3.11.7".to_owned(), accepted: 9, min_sum: 0.5, median: 0.75 };
        assert_eq!(parse("3.11.7 9 0.5 0.75\n"), Some(python));
        assert_eq!(parse("3.11.7 9 0.5\n"), None);
    }
}

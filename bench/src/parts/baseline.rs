//! P2b: anyurl with the SIMD instructions that every processor has, compared with fluent-uri, which uses none.
//!
//! The backend is chosen when anyurl is built, so this part builds `bench/baseline` with another `--cfg`, and reads the
//! figures of that process.

use std::error::Error;
use std::process::{Command, Stdio};

use crate::parts::Outcome;
use crate::process;
use crate::report::{Goal, Report, Wanted, nanos};
use crate::setting::Setting;

/// The SIMD backend that needs no detection.
const BACKEND: &str = if cfg!(target_arch = "x86_64") {
    "sse2"
} else if cfg!(target_arch = "aarch64") {
    "neon"
} else {
    "portable"
};

/// The limit and aim for the time of fluent-uri, as a multiple of anyurl's.
const WANTED: Wanted = Wanted::AtLeast(1.0, 1.3);

/// A line that the process prints: a contestant on one list of texts.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Line {
    accepted: usize,
    /// Seconds.
    min_sum: f64,
    median: f64,
}

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let program = process::baseline(setting, BACKEND)?;
    let corpora = [&setting.corpora.weblinks, &setting.corpora.mixed];
    let mut command = Command::new(program);
    command.arg(setting.rounds.to_string());
    for corpus in corpora {
        command.arg(corpus.write(&setting.scratch)?);
    }
    let output = command.stderr(Stdio::inherit()).output()?;
    let lines = parse(&String::from_utf8(output.stdout)?)?;
    let [weblinks, mixed] = &*lines else {
        return Err(format!("{command:?} printed figures of {} lists", lines.len()).into());
    };
    to.say(format_args!(
        "A process of its own, built with `--cfg anyurl_backend=\"{BACKEND}\"`, in which both contestants are interleaved."
    ));
    let mut rows = Vec::new();
    for (corpus, [ours, fluent]) in corpora.into_iter().zip([weblinks, mixed]) {
        let count = corpus.urls().len() as f64;
        let ratio = fluent.min_sum / ours.min_sum;
        for (name, line) in [("anyurl", ours), ("fluent-uri", fluent)] {
            rows.push([
                format!("{}, {name}", corpus.name),
                nanos(line.min_sum / count),
                nanos(line.median / count),
                format!("{:.2}", line.median / line.min_sum),
                format!("{:.2}", line.min_sum / ours.min_sum),
                line.accepted.to_string(),
            ]);
        }
        to.noise("P2b", "fluent-uri", fluent.median / fluent.min_sum);
        to.goal(Goal {
            what: format!("P2b: {} by {BACKEND}, `fluent-uri` against anyurl", corpus.name),
            is: ratio,
            wanted: WANTED,
            unit: "x",
        });
    }
    to.table(["", "ns each", "median", "median / min-sum", "times anyurl", "accepted"], rows);
    Ok(())
}

/// The lines of anyurl and fluent-uri, for each list of texts.
fn parse(output: &str) -> Result<Vec<[Line; 2]>, Box<dyn Error>> {
    let lines: Option<Vec<Line>> = output.lines().map(line).collect();
    let lines = lines.ok_or_else(|| format!("unexpected figures: {output}"))?;
    Ok(lines.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect())
}

fn line(text: &str) -> Option<Line> {
    let mut words = text.split(' ');
    let accepted = words.next()?.parse().ok()?;
    let mut seconds = || words.next()?.parse().ok();
    Some(Line { accepted, min_sum: seconds()?, median: seconds()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_two_lists() {
        let line = Line { accepted: 9, min_sum: 0.25, median: 0.5 };
        let parsed = parse("9 0.25 0.5\n9 0.25 0.5\n9 0.25 0.5\n9 0.25 0.5\n").unwrap();
        assert_eq!(parsed, [[line; 2]; 2]);
        assert!(parse("9 0.25").unwrap_err().to_string().contains("9 0.25"));
    }
}

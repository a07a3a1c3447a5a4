//! `anyurl check` over generated hostile lines.

use std::io::{self, BufWriter, Write};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyurl_fuzz_bodies::seeds;
use anyurl_testkit::{Rng, mutate};

use crate::usage::{Growth, Usage};
use crate::{Outcome, row};

/// The number of rows of the table.
const ROWS: u64 = 10;

/// The longest line, in bytes: `check` skips lines of more than 16 MiB.
const LONGEST: usize = 17 << 20;

/// What a line repeats: delimiters, nested escapes, bytes that are not UTF-8, controls, and parts of logins, hosts and paths.
const REPEATED: [&[u8]; 20] = [
    b"/",
    b"%25",
    b"%",
    b":",
    b"@",
    b"a.",
    b";",
    b"?",
    b"#",
    b"\xFF",
    b"\0",
    b"\t",
    b"u:p@",
    b"//",
    b"../",
    b"[",
    b"9",
    b"xn--",
    b"\xEF\xBC\x8F",
    b"http://",
];

/// Runs `anyurl check` of the same build over some gigabytes of lines.
pub(crate) fn run(gigabytes: f64) -> Outcome {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and far from the limits")]
    let bytes = (gigabytes * 1e9) as u64;
    let command = std::env::current_exe()?.with_file_name("anyurl");
    let mut check = Command::new(&command)
        .args(["check", "--color=never", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{}: {error}; build it with the same profile", command.display()))?;
    row(&[&"GB", &"lines", &"seconds", &"memory, MiB", &"descriptors"]);
    row(&[&"---:", &"---:", &"---:", &"---:", &"---:"]);
    let outcome = feed(&mut check, bytes);
    let output = check.wait_with_output()?;
    let summary = String::from_utf8_lossy(&output.stdout);
    println!("\n{}", summary.lines().take(3).collect::<Vec<_>>().join("\n"));
    outcome?;
    // Some lines are no URLs.
    if output.status.code() == Some(1) { Ok(()) } else { Err(format!("`check` ended with {}", output.status).into()) }
}

/// Writes lines, and watches what the process uses.
fn feed(check: &mut Child, bytes: u64) -> Outcome {
    let process = check.id().to_string();
    let mut lines = Lines::new();
    let mut to = BufWriter::with_capacity(1 << 20, check.stdin.take().ok_or("`check` has no input")?);
    let begin = Instant::now();
    let mut growth = Growth::default();
    for part in 1..=ROWS {
        while lines.bytes < bytes * part / ROWS {
            lines.write(&mut to)?;
        }
        let usage = Usage::of(&process)?;
        let gigabytes = format!("{}.{}", lines.bytes / 1_000_000_000, lines.bytes / 100_000_000 % 10);
        let seconds = begin.elapsed().as_secs();
        row(&[&gigabytes, &lines.count, &seconds, &format!("{:.1}", usage.memory), &usage.descriptors]);
        growth.add(part, ROWS, usage)?;
    }
    Ok(to.flush()?)
}

/// A generator of lines.
struct Lines {
    texts: Vec<String>,
    rng: Rng,
    line: Vec<u8>,
    count: u64,
    bytes: u64,
}

impl Lines {
    fn new() -> Self {
        Self { texts: seeds::texts(), rng: Rng::new(1738), line: Vec::new(), count: 0, bytes: 0 }
    }

    /// Writes one line: mostly an example with some edits, at times one that repeats something, and rarely a very long one.
    fn write(&mut self, to: &mut impl Write) -> io::Result<()> {
        self.line.clear();
        if self.rng.one_in(2_000_000) {
            self.repeat(LONGEST);
        } else if self.rng.one_in(10_000) {
            self.repeat(1 << 18);
        } else if self.rng.one_in(50) {
            self.repeat(1 << 10);
        } else {
            let text = self.rng.pick(&self.texts);
            let text = mutate(text, &mut self.rng);
            self.line.extend_from_slice(text.as_bytes());
        }
        self.line.push(b'\n');
        self.count += 1;
        self.bytes += self.line.len() as u64;
        to.write_all(&self.line)
    }

    /// Adds an example, and one of [`REPEATED`] after it until the line has up to `longest` bytes.
    fn repeat(&mut self, longest: usize) {
        let repeated = *self.rng.pick(&REPEATED);
        let text = self.rng.pick(&self.texts);
        let kept = self.rng.below(text.len() + 1);
        self.line.extend_from_slice(&text.as_bytes()[..kept]);
        let times = self.rng.below(longest / repeated.len());
        self.line.extend(std::iter::repeat_n(repeated, times).flatten());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_hostile() {
        let mut lines = Lines::new();
        let mut written = Vec::new();
        while lines.count < 20_000 {
            lines.write(&mut written).unwrap();
        }
        assert_eq!(written.len() as u64, lines.bytes);
        assert!(written.contains(&0xFF) && written.contains(&0));
        let found = written.split(|byte| *byte == b'\n').map(<[u8]>::len).max();
        assert!(found > Some(1 << 10), "{found:?}");
        let is_url = |line: &&[u8]| std::str::from_utf8(line).is_ok_and(|line| anyurl::parse(line).is_ok());
        let urls = written.split(|byte| *byte == b'\n').filter(is_url).count();
        assert!((1_000..19_000).contains(&urls), "{urls}");
    }
}

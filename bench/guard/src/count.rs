//! Runs this program again under callgrind and counts instructions.

use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs, io};

use crate::passes::{BEGIN, COUNT, COUNTED, TEXTS, WORD};

/// The ratio of anyurl's instructions to fluent-uri's, for each list of texts.
pub(crate) fn ratios() -> Result<Vec<(String, f64)>, Box<dyn Error>> {
    let program = env::current_exe()?;
    let folder = program.with_file_name("guard-counts");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    run(&program, &folder)?;
    let counts = (1..=2 * TEXTS.len()).map(|n| total(&folder.join(format!("counts.{n}"))));
    let counts: Vec<f64> = counts.collect::<Result<_, _>>()?;
    let ratio = |((name, ..), pair): (&(&str, _, _), &[f64])| {
        let each = pair[0] / COUNT as f64;
        println!("{name}: {each:.0} instructions for a URL, fluent-uri {:.0}", pair[1] / COUNT as f64);
        ((*name).to_owned(), pair[0] / pair[1])
    };
    Ok(TEXTS.iter().zip(counts.chunks(2)).map(ratio).collect())
}

/// Runs the passes. Callgrind writes a file at the end of each counted function.
fn run(program: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    let out = folder.join("counts");
    let ended = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(format!("--zero-before=*{BEGIN}*"))
        .arg(format!("--dump-after=*{COUNTED}*"))
        .arg(program)
        .arg(WORD)
        .stdout(Stdio::null())
        .status();
    match ended {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("callgrind ended with {status}").into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err("valgrind is not here: install it (`apt-get install valgrind`)".into())
        }
        Err(error) => Err(error.into()),
    }
}

/// The instruction count in a file.
fn total(path: &Path) -> Result<f64, Box<dyn Error>> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals:"));
    let total = total.and_then(|total| total.trim().parse().ok()).filter(|total| *total > 0.0);
    total.ok_or_else(|| format!("{}: no total", path.display()).into())
}

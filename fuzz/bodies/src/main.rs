//! What `fuzz/run` needs: `targets` prints the names of the fuzz targets; `seed TARGET FOLDER` and `corpus TARGET FOLDER` write
//! the seeds and the committed corpus of a target into a folder, one file each; `keep TARGET FOLDER` adds the files of a
//! folder that are no seeds to the committed corpus.

#![forbid(unsafe_code)]

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs, io};

use anyurl_fuzz_bodies::{TARGETS, Target, corpus, target};

/// The greatest size of a corpus in bytes: the shortest inputs are added.
const MAX_CORPUS: usize = 24 * 1024;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["targets"] => {
            for target in TARGETS {
                println!("{}", target.name);
            }
            Ok(())
        }
        ["seed", name, folder] => write("seed", &(find(name)?.seeds)(), Path::new(folder)),
        ["corpus", name, folder] => write("corpus", &committed(find(name)?)?, Path::new(folder)),
        ["keep", name, folder] => keep(find(name)?, Path::new(folder)),
        _ => Err(io::Error::other("usage: targets | seed TARGET FOLDER | corpus TARGET FOLDER | keep TARGET FOLDER")),
    }
}

fn find(name: &str) -> io::Result<&'static Target> {
    target(name).ok_or_else(|| io::Error::other(format!("there is no target `{name}`")))
}

fn write(kind: &str, inputs: &[Vec<u8>], folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut files = inputs.iter().enumerate();
    files.try_for_each(|(n, input)| fs::write(folder.join(format!("{kind}-{n:05}")), input))
}

/// The committed corpus of a target; a new one has none.
fn committed(target: &Target) -> io::Result<Vec<Vec<u8>>> {
    match corpus::read(target.name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        read => read,
    }
}

fn keep(target: &Target, folder: &Path) -> io::Result<()> {
    let seeds: BTreeSet<Vec<u8>> = (target.seeds)().into_iter().collect();
    // Some of these were findings.
    let committed: Vec<String> = committed(target)?.iter().map(|input| corpus::escape(input)).collect();
    let mut size: usize = committed.iter().map(|line| line.len() + 1).sum();
    let mut lines = BTreeSet::new();
    for file in fs::read_dir(folder)? {
        let input = fs::read(file?.path())?;
        if !seeds.contains(&input) {
            lines.insert(corpus::escape(&input));
        }
    }
    let mut lines: Vec<String> = lines.into_iter().filter(|line| !committed.contains(line)).collect();
    lines.sort_by_key(String::len);
    lines.retain(|line| {
        size += line.len() + 1;
        size <= MAX_CORPUS
    });
    lines.extend(committed);
    lines.sort();
    lines.push(String::new());
    fs::write(corpus::file(target.name), lines.join("\n"))
}

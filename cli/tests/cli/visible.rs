//! What is shown of the texts of strangers: neither an argument nor a text of a registry file is invisible, steers the
//! terminal or begins a line.

use std::collections::BTreeSet;

use anyurl_core::internal::is_visible;
use anyurl_declared::format::RegistryFile;

use super::common::{anyurl, finish, is_sampled_by, run, utf8};
use super::registry::Folder;
use super::schema::samples;

/// A title for the window, colours with a C1 control, marks of direction, characters without width or that end lines, a tag
/// beyond the first plane, and a line that looks like one of the command.
const HOSTILE: &str = "x\x1B]0;t\x07\u{9B}31m\u{202E}\u{200B}\u{FE0F}\r\u{2028}\u{E0041}\nforged: line";

/// Commands whose standard output is data that a program reads: it is exact.
const DATA: [&str; 13] = [
    "build",
    "canonical",
    "gateway",
    "parse --get",
    "parse --set",
    "registry add --dry-run",
    "registry fmt",
    "registry import",
    "registry merge",
    "registry new",
    "registry promote",
    "resolve",
    "scrub",
];

/// A command with its own options that take a value.
struct Subcommand {
    words: Vec<String>,
    options: Vec<String>,
}

/// The commands and their options, as the help of each lists them.
fn subcommands() -> Vec<Subcommand> {
    let mut found = Vec::new();
    add_subcommands(Vec::new(), &mut found);
    found
}

fn add_subcommands(words: Vec<String>, to: &mut Vec<Subcommand>) {
    let output = run(words.iter().map(String::as_str).chain(["--help"]), b"");
    let help = utf8(&output.stdout);
    let names = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| line.starts_with(' '));
    // Names are indented less than what explains them.
    let names = names.filter(|line| !line.starts_with("   "));
    for name in names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        add_subcommands(words.iter().cloned().chain([name.to_owned()]).collect(), to);
    }
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-') && line.contains('<'));
    let options = lines.filter_map(|line| {
        let from = line.find("--")?;
        Some(line[from..].split([' ', '=']).next()?.to_owned())
    });
    let options = options.collect();
    to.push(Subcommand { words, options });
}

/// Runs of the command: one of many, or each with `ANYURL_THOROUGH=1`.
#[derive(Default)]
struct Runs {
    number: usize,
    failures: Vec<String>,
}

impl Runs {
    /// Runs a command line with files in a folder of its own.
    fn run(&mut self, files: &[(&str, &str)], args: &[&str]) {
        if is_sampled_by(97, self.number) {
            self.failures.extend(failure(files, args));
        }
        self.number += 1;
    }

    #[track_caller]
    fn check(&self) {
        assert!(self.failures.is_empty(), "{} lines fail:\n{}", self.failures.len(), self.failures.join("\n"));
    }
}

/// What of the two streams is not visible.
fn failure(files: &[(&str, &str)], args: &[&str]) -> Option<String> {
    let folder = Folder::new(files.iter().copied());
    let output = finish(anyurl().current_dir(folder.file("")).args(args), b"");
    let line = args.join(" ");
    // A registry file is TOML with `--json`, too.
    let is_data = DATA.iter().any(|one| one.split(' ').all(|word| args.contains(&word)))
        && (!args.contains(&"--json") || args.contains(&"registry"));
    let streams = [("standard output", &output.stdout, is_data), ("standard error", &output.stderr, false)];
    for (name, bytes, is_exact) in streams {
        if is_exact {
            continue;
        }
        let text = String::from_utf8_lossy(bytes);
        let found = text.chars().find(|char| !matches!(char, '\n' | '\t') && !is_visible(*char));
        let forged = text.lines().find(|line| line.starts_with("forged"));
        if found.is_some() || forged.is_some() {
            return Some(format!("{name} of {line:?}: {found:?} {forged:?} in {text:?}"));
        }
    }
    None
}

#[test]
fn every_argument_of_every_command_is_visible() {
    let all = subcommands();
    assert!(all.len() > 30, "{}", all.len());
    let global = all.last().expect("the command itself").options.clone();
    let mut runs = Runs::default();
    for Subcommand { words, options } in &all {
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let mut lines = vec![vec![HOSTILE], vec!["a", HOSTILE], vec![HOSTILE, "http://h/"], vec!["--no-such", HOSTILE]];
        let no_such = format!("--{HOSTILE}");
        lines.push(vec![&no_such]);
        for option in options.iter().chain(&global) {
            lines.extend([vec![&**option, HOSTILE], vec![&**option, HOSTILE, "http://h/"]]);
        }
        for args in lines {
            for more in [&[][..], &["--json"], &["--show-password"]] {
                let args: Vec<_> = words.iter().chain(&args).chain(more).copied().collect();
                runs.run(&[], &args);
            }
        }
    }
    runs.check();
}

/// The files that have this text at each place of a text: those that are refused, and one with all the others.
fn changed(sample: &str) -> (Vec<String>, String) {
    let original: toml::Value = sample.parse::<toml::Table>().expect("TOML").into();
    let written = |value: &toml::Value| toml::to_string(value).expect("TOML");
    let is_readable =
        |text: &str| RegistryFile::from_text("x.toml", text).is_ok_and(|file| !file.findings().has_errors());
    let (mut refused, mut all) = (Vec::new(), original.clone());
    for n in 0.. {
        let (mut one, mut both) = (original.clone(), all.clone());
        if !change(&mut one, &mut n.clone()) {
            break;
        }
        change(&mut both, &mut n.clone());
        if is_readable(&written(&both)) { all = both } else { refused.push(written(&one)) }
    }
    (refused, written(&all))
}

/// Adds the hostile text to the `n`th text; returns whether there is one.
fn change(value: &mut toml::Value, n: &mut usize) -> bool {
    match value {
        toml::Value::String(text) if *n == 0 => {
            text.push_str(HOSTILE);
            true
        }
        toml::Value::String(_) => {
            *n -= 1;
            false
        }
        toml::Value::Array(all) => all.iter_mut().any(|inner| change(inner, n)),
        toml::Value::Table(table) => table.iter_mut().any(|(_, inner)| change(inner, n)),
        _ => false,
    }
}

/// The names of the schemes of a file, and a URL of each.
fn names(text: &str) -> BTreeSet<String> {
    let table: toml::Table = text.parse().expect("TOML");
    let schemes = table.get("scheme").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let names = schemes.iter().filter_map(|scheme| Some(scheme.get("name")?.as_str()?.to_owned()));
    names.chain(["ftp".to_owned(), "wais".to_owned()]).collect()
}

#[test]
fn every_text_of_a_registry_file_is_visible() {
    let commands = subcommands();
    let mut runs = Runs::default();
    for sample in samples() {
        let (refused, all) = changed(&sample);
        let names = names(&all);
        let urls: Vec<_> = names.iter().flat_map(|name| [format!("{name}:a"), format!("{name}://h/a")]).collect();
        for text in &refused {
            for args in [&["registry", "lint", "new.toml"][..], &["--registry", "new.toml", "parse", "http://h/"]] {
                runs.run(&[("new.toml", text)], args);
            }
        }
        let files = [("new.toml", &*all), ("old.toml", &*sample)];
        for Subcommand { words, .. } in &commands {
            let mut lines =
                vec![vec![], vec!["new.toml"], vec!["old.toml", "new.toml"], vec!["new.toml", "--out", "o"]];
            lines.extend(names.iter().chain(&urls).map(|word| vec![&**word]));
            for args in lines {
                for more in [&[][..], &["--json"], &["--verbose"], &["--registry", "new.toml"]] {
                    let registry = if args.contains(&"new.toml") { &[][..] } else { &["--registry", "new.toml"] };
                    let words = words.iter().map(String::as_str);
                    let args = registry.iter().copied().chain(words).chain(args.iter().copied());
                    let args: Vec<_> = args.chain(more.iter().copied()).collect();
                    runs.run(&files, &args);
                }
            }
        }
    }
    runs.check();
}

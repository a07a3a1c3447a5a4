//! Follows pages of `docs`: writes their files, runs their commands in order, and compares the output with the page. `…` on
//! a page matches any text in a line. A block `toml NAME` is a file.
#![cfg(unix)]

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

/// A fenced block of the page.
pub(super) struct Block<'p> {
    pub(super) language: &'p str,
    pub(super) text: &'p str,
}

/// A command of the page and its output.
struct Step<'p> {
    command: &'p str,
    printed: Vec<&'p str>,
}

pub(super) fn blocks(page: &str) -> Vec<Block<'_>> {
    let fences = page.split("```").skip(1).step_by(2);
    let blocks = fences.map(|block| block.split_once('\n').expect("a fenced block"));
    blocks.map(|(language, text)| Block { language, text }).collect()
}

fn steps<'p>(block: &Block<'p>) -> Vec<Step<'p>> {
    let mut steps: Vec<Step<'_>> = Vec::new();
    for line in block.text.lines() {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push(Step { command, printed: Vec::new() }),
            (None, Some(step)) => step.printed.push(line),
            (None, None) => panic!("`{line}` is before the first command"),
        }
    }
    steps
}

/// The files that the reader writes, starting from the templates of `registry new`: the page shows the first in two
/// parts, its header and its entry, and the second as a whole.
pub(super) fn written(blocks: &[Block<'_>]) -> [(&'static str, String); 2] {
    let is_registry = |text: &str| text.contains("[registry]") || text.contains("[[scheme]]");
    let files = blocks.iter().filter(|block| block.language == "toml" && is_registry(block.text));
    let [header, entry, home] = files.map(|block| block.text).collect::<Vec<_>>()[..] else {
        panic!("the page shows a header, an entry and a second file")
    };
    [("org.toml", format!("{header}\n{entry}")), ("home.toml", home.to_owned())]
}

/// Whether a line matches the page.
fn fits(line: &str, shown: &str) -> bool {
    let Some((begin, rest)) = shown.split_once('…') else {
        return line == shown;
    };
    let Some(rest_of_line) = line.strip_prefix(begin) else {
        return false;
    };
    let mut starts = (0..=rest_of_line.len()).filter(|at| rest_of_line.is_char_boundary(*at));
    starts.any(|at| fits(&rest_of_line[at..], rest))
}

/// Runs the commands in one shell and returns their outputs. Each template is replaced by the file on the page.
fn run(folder: &Path, steps: &[Step<'_>]) -> Vec<String> {
    const MARK: &str = "@@ next step";
    let mut script = String::new();
    for Step { command, .. } in steps {
        // As a group, so that the page shows errors of commands that write to a file.
        writeln!(script, "{{ {command}\n}} 2>&1").expect("a text");
        if let Some((_, name)) = command.split_once("registry new").and_then(|(_, rest)| rest.split_once("> ")) {
            writeln!(script, "test -s {name} && cp shown/{name} {name}").expect("a text");
        }
        writeln!(script, "echo '{MARK}'").expect("a text");
    }
    let programs = Path::new(env!("CARGO_BIN_EXE_anyurl")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    for name in ["XDG_CONFIG_HOME", "ANYURL_CONFIG", "ANYURL_REGISTRY", "ANYURL_ENV", "ANYURL_PROFILE"] {
        shell.env_remove(name);
    }
    let shell = shell.args(["-c", &script]).current_dir(folder).env("HOME", folder).env("GNUPGHOME", folder);
    shell.env("ANYURL_SYSTEM_CONFIG", "/nonexistent/config.toml").env("GIT_CONFIG_GLOBAL", "/dev/null");
    let output = shell.env("PATH", format!("{}:{path}", programs.display())).output();
    let text = String::from_utf8(output.expect("a shell").stdout).expect("UTF-8");
    let mut printed: Vec<_> = text.split(&format!("{MARK}\n")).map(str::to_owned).collect();
    printed.pop();
    assert_eq!(printed.len(), steps.len(), "{text}");
    printed
}

/// Runs the commands of a page in a folder; returns those with another output than the page shows.
pub(crate) fn wrong_steps(page: &str, folder: &Path, at_least: usize) -> String {
    let blocks = blocks(page);
    let console = blocks.iter().filter(|block| block.language == "console");
    let steps: Vec<_> = console.flat_map(steps).collect();
    assert!(steps.len() >= at_least, "the page has its steps");
    wrong_outputs(folder, &steps)
}

/// Runs commands; returns those with another output than the page shows, each with its output.
fn wrong_outputs(folder: &Path, steps: &[Step<'_>]) -> String {
    let mut wrong = String::new();
    for (step, printed) in steps.iter().zip(run(folder, steps)) {
        let lines: Vec<_> = printed.lines().collect();
        let is_as_shown =
            lines.len() == step.printed.len() && lines.iter().zip(&step.printed).all(|(line, shown)| fits(line, shown));
        if !is_as_shown {
            writeln!(wrong, "$ {}\n{printed}", step.command).expect("a text");
        }
    }
    wrong
}

#[test]
fn your_registry_is_as_the_page_says() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/your-registry.md");
    let page = fs::read_to_string(page).expect("the page");
    let blocks = blocks(&page);
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("shown")).expect("a folder");
    for (name, text) in written(&blocks) {
        fs::write(folder.path().join("shown").join(name), text).expect("a file");
    }
    let wrong = wrong_steps(&page, folder.path(), 16);
    assert!(wrong.is_empty(), "the page shows another output for\n{wrong}");
}

/// Runs a page whose blocks name their files.
#[cfg(target_os = "linux")]
fn runs_as_it_says(page: &str) {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(page)).expect("the page");
    let folder = tempfile::tempdir().expect("a folder");
    // gpg asks for a private folder.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).expect("a folder");
    // What the reader fetches from IANA.
    let xml = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/uri-schemes-2026-08-13.xml");
    fs::copy(xml, folder.path().join("uri-schemes.xml")).expect("IANA's registry");
    let mut wrong = String::new();
    for block in blocks(&text) {
        match block.language.split_once(' ') {
            Some((_, name)) => {
                let file = folder.path().join(name);
                fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
                fs::write(file, block.text).expect("a file");
            }
            None if block.language == "console" => {
                let steps = steps(&block);
                if let Some(program) = missing_program(&steps) {
                    let _ = writeln!(std::io::stderr(), "skipped: a part of {page}: {program} is not installed");
                    continue;
                }
                wrong += &wrong_outputs(folder.path(), &steps);
            }
            None => {}
        }
    }
    assert!(wrong.is_empty(), "the page shows another output for\n{wrong}");
}

/// A program that not every machine has, if one of the commands begins with it.
#[cfg(target_os = "linux")]
fn missing_program(steps: &[Step<'_>]) -> Option<&'static str> {
    let is_missing = |program: &&str| {
        steps.iter().any(|step| step.command.starts_with(program))
            && Command::new(program).arg("--version").output().is_err()
    };
    ["git", "gpg", "dpkg-deb", "ssh-keygen"].into_iter().find(is_missing)
}

#[cfg(target_os = "linux")]
#[test]
fn the_readme_is_as_it_says() {
    runs_as_it_says("../README.md");
}

#[cfg(target_os = "linux")]
#[test]
fn a_registry_is_handed_out_as_the_page_says() {
    runs_as_it_says("distribution.md");
}

#[cfg(target_os = "linux")]
#[test]
fn a_scheme_lives_as_the_page_says() {
    runs_as_it_says("life-cycle.md");
}

#[cfg(target_os = "linux")]
#[test]
fn a_scheme_moves_and_is_renamed_as_the_page_says() {
    runs_as_it_says("moving-and-renaming.md");
}

#[cfg(target_os = "linux")]
#[test]
fn a_registry_grows_as_the_page_says() {
    runs_as_it_says("a-growing-registry.md");
}

#[cfg(target_os = "linux")]
#[test]
fn tasks_are_done_as_the_page_says() {
    runs_as_it_says("at-the-shell.md");
}

#[test]
fn elisions_match_any_text() {
    for (line, shown, expect) in [
        ("a", "a", true),
        ("a", "b", false),
        ("abc", "a…c", true),
        ("abc", "a…", true),
        ("abc", "…b", false),
        ("aéc", "…c", true),
    ] {
        assert_eq!(fits(line, shown), expect, "{line} {shown}");
    }
}

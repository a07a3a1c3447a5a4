//! What shells offer on TAB.

use std::env;
use std::path::Path;
use std::process::Command;

use super::common::{anyurl, utf8};
use super::registry::{Folder, ORG};

/// What the command offers a shell for the last of these words, one on each line with its help.
fn answer(shell: &str, words: &str, command: &mut Command) -> String {
    let words: Vec<_> = words.split(' ').collect();
    let index = (words.len() - 1).to_string();
    command.env("ANYURL_COMPLETE", shell).env("_CLAP_COMPLETE_INDEX", index).env("_CLAP_IFS", "\n");
    let output = command.arg("--").args(words).output().expect("the command was built");
    assert!(output.status.success(), "{}", utf8(&output.stderr));
    utf8(&output.stdout).to_owned()
}

/// The words that are offered.
fn offered(words: &str) -> Vec<String> {
    let answer = answer("fish", words, &mut anyurl());
    answer.lines().filter_map(|line| line.split('\t').next()).map(str::to_owned).collect()
}

#[test]
fn arguments_complete_by_what_they_mean() {
    for (words, wanted) in [
        ("anyurl sch", "schemes"),
        ("anyurl schemes go", "gopher"),
        ("anyurl schemes sky", "skype"),
        ("anyurl registry why ht", "https"),
        ("anyurl extract --scheme ft", "ftp"),
        ("anyurl build htt", "https"),
        ("anyurl build https ho", "host="),
        ("anyurl build --mask gopher sel", "selector="),
        ("anyurl --explain R-3.1-", "R-3.1-5"),
        ("anyurl --explain SR20", "SR209"),
        ("anyurl --explain D-", "D-7"),
        ("anyurl explain A-4", "A-42"),
        ("anyurl --deny pass", "password-in-url"),
        ("anyurl check --allow none", ""),
        ("anyurl --profile r", "rfc1738"),
        ("anyurl parse --set ho", "host="),
        ("anyurl registry diff --fail-on b", "breaking"),
        ("anyurl registry promote org.toml x --to pro", "provisional"),
        ("anyurl registry export --format mark", "markdown"),
        ("anyurl registry new --facet p", "port"),
        ("anyurl check Cargo", "Cargo.toml"),
        ("anyurl --registry Cargo", "Cargo.toml"),
    ] {
        let offered = offered(words);
        assert!(
            offered.iter().any(|word| word == wanted) || wanted.is_empty() && offered.is_empty(),
            "{words}: {offered:?}"
        );
    }
}

/// The names without a syntax cannot be built.
#[test]
fn only_what_fits_is_offered() {
    for (words, unwanted) in [
        ("anyurl build aca", "acap"),
        ("anyurl build https sel", "selector="),
        ("anyurl plugin ", "inspect"),
        ("anyurl --", "--supervised-by"),
    ] {
        assert!(!offered(words).iter().any(|word| word == unwanted), "{words}");
    }
}

#[test]
fn names_are_those_of_the_registry_files() {
    let folder = Folder::new([("org.toml", ORG.as_str()), ("bad.toml", "schema = ")]);
    let [org, bad] = ["org.toml", "bad.toml"].map(|name| folder.file(name).display().to_string());
    let name = "com.example.box";
    assert!(offered(&format!("anyurl --registry {org} schemes com.ex")).iter().any(|word| word == name));
    assert!(offered(&format!("anyurl --registry {org} build {name} b")).iter().any(|word| word == "box="));
    assert!(answer("fish", "anyurl schemes com.ex", anyurl().env("ANYURL_REGISTRY", &org)).contains(name));
    // A file that cannot be loaded is no reason to offer nothing.
    assert!(offered(&format!("anyurl --registry {bad} schemes goph")).iter().any(|word| word == "gopher"));
}

#[test]
fn each_shell_asks_the_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = anyurl().args(["completions", shell]).output().expect("the command was built");
        assert!(utf8(&script.stdout).contains("ANYURL_COMPLETE"), "{shell}");
        assert!(answer(shell, "anyurl schemes goph", &mut anyurl()).contains("gopher"), "{shell}");
    }
}

/// Skipped without bash.
#[test]
fn bash_offers_schemes() {
    let binary = Path::new(env!("CARGO_BIN_EXE_anyurl")).parent().expect("a folder");
    let path = format!("{}:{}", binary.display(), env::var("PATH").unwrap_or_default());
    let line = "source <(anyurl completions bash); COMP_WORDS=(anyurl schemes goph); COMP_CWORD=2; COMP_TYPE=9
                _clap_complete_anyurl anyurl goph schemes; echo \"${COMPREPLY[@]}\"";
    let Ok(output) = Command::new("bash").args(["--norc", "-c", line]).env("PATH", path).output() else {
        println!("skipped: there is no bash");
        return;
    };
    assert_eq!(utf8(&output.stdout), "gopher\n", "{}", utf8(&output.stderr));
}

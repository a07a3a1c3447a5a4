//! The examples with which each help begins are valid command lines, and guesses of names are answered.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::common::{run, utf8};
use super::registry::ORG;

/// The commands of `anyurl --help`, and the command itself.
fn commands() -> Vec<String> {
    let help = run(["--help"], b"");
    let names = utf8(&help.stdout).lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = names.take_while(|line| line.starts_with(' ')).filter_map(|line| line.split_whitespace().next());
    let names = names.filter(|name| !["help", "completions"].contains(name));
    names.map(str::to_owned).chain([String::new()]).collect()
}

fn examples(command: &str) -> Vec<String> {
    let args: Vec<&str> = [command, "--help"].into_iter().filter(|arg| !arg.is_empty()).collect();
    let help = run(args, b"");
    let mut lines = utf8(&help.stdout).lines();
    assert_eq!(lines.next(), Some("Examples:"), "{command}");
    lines.map_while(|line| line.strip_prefix("  ")).map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn each_help_begins_with_examples_that_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write("urls.txt", "https://h.example/\nftp://i.example/a\n");
    write("names.txt", "a%20b\n");
    write("links.txt", "../a\n#top\n");
    write("app.log", "GET https://www.example.com/ from http://h:99999/?order=1\n");
    write("org.toml", &ORG);
    let binary = Path::new(env!("CARGO_BIN_EXE_anyurl")).parent().expect("a folder");
    let path = format!("{}:{}", binary.display(), env::var("PATH").unwrap_or_default());
    for command in commands() {
        let examples = examples(&command);
        assert_eq!(examples.len(), 3, "{command}");
        for line in examples.iter().filter(|line| !line.contains("| man")) {
            let output = Command::new("sh").args(["-c", line]).current_dir(folder.path()).env("PATH", &path).output();
            let output = output.expect("a shell");
            let error = utf8(&output.stderr);
            // A library is not there, and a log has an invalid URL.
            let code = output.status.code();
            assert!(matches!(code, Some(0 | 1)) || command == "plugin" && code != Some(2), "{line}: {code:?}: {error}");
        }
    }
}

#[test]
fn the_manual_has_examples() {
    let page = run(["man", "extract"], b"");
    assert!(utf8(&page.stdout).contains(".SH EXAMPLES\n.nf\nanyurl extract --all app.log\n"));
}

#[test]
fn the_manual_names_no_page_that_is_not_installed() {
    for names in [&["man"][..], &["man", "registry"]] {
        let page = run(names, b"");
        assert!(!utf8(&page.stdout).contains("(1)"), "{names:?}");
    }
}

/// What people type for a command or an option that has another name, and what the error names instead.
#[test]
fn guesses_are_answered() {
    for (line, instead) in [
        ("normalize x", "'canonical'"),
        ("dedupe urls.txt", "'canonical'"),
        ("hosts urls.txt", "'parse --get FORMAT'"),
        ("urlencode x", "'encode'"),
        ("unquote x", "'decode'"),
        ("from-scp git@h:r", "'scp-to-url'"),
        ("to-scp ssh://h/r", "'url-to-scp'"),
        ("refang x", "'extract --all --defanged'"),
        ("defang x", "'extract --all --defang'"),
        ("why ldap", "'registry why'"),
        ("registry check a.toml", "'lint'"),
        ("registry show ldap", "'why'"),
        ("registry override ldap", "'new --override SCHEME'"),
        ("--url https://h/", "without an option"),
        ("--redirect=../x https://h/", "`anyurl resolve URL REFERENCE`"),
        ("--verify https://h/", "`--on-error fail`"),
        ("--curl https://h/", "`--no-default-registry`"),
        ("--trim query=a https://h/", "`--query-remove NAME`"),
        ("--accept-space https://h/", "`--lenient`"),
        ("--no-guess-scheme h", "`--guess-scheme`"),
        ("relativize --base https://h/ x", "`anyurl relativize BASE URL`"),
        ("--format {host} https://h/", "`--get '{host},{port}'`"),
        ("--normalize https://h/", "`--canonical`"),
        ("canonical -z", "`--null`"),
        ("--scp git@h:r", "`anyurl scp-to-url`"),
        ("parse --defanged x", "`anyurl extract --all` has `--defang` and `--defanged`"),
        ("extract --refang a.log", "use `--defanged`"),
        ("extract --get {host} a.log", "| anyurl --get FORMAT"),
        ("extract -r folder", "find DIR -type f"),
        ("check --only-invalid urls.txt", "`--failures FILE`"),
        ("check --get {host} urls.txt", "| anyurl --get FORMAT"),
        ("scrub --ignore code", "`--keep-field NAME`"),
        ("encode --path x", "`--as COMPONENT`"),
        ("decode --as path x", "in every component"),
    ] {
        let output = run(line.split(' '), b"");
        let error = utf8(&output.stderr);
        let tip = error.lines().find_map(|line| line.strip_prefix("  tip: "));
        assert_eq!(output.status.code(), Some(2), "{line}: {error}");
        assert!(tip.is_some_and(|tip| tip.contains(instead)), "{line}: {error}");
    }
}

//! What people read fits the width of the output.

use unicode_width::UnicodeWidthStr;

use super::common::{anyurl, finish, utf8};
use super::registry::{Folder, ORG};

/// The outputs of a command whose output has so many columns.
fn output(columns: usize, args: &[&str], stdin: &str) -> String {
    let output = finish(anyurl().env("COLUMNS", columns.to_string()).args(args), stdin.as_bytes());
    [utf8(&output.stdout), utf8(&output.stderr)].concat()
}

/// Fails if a line of the output of a command is wider than its columns.
fn fits(args: &[&str], stdin: &str) {
    for columns in [60, 100] {
        let text = output(columns, args, stdin);
        assert!(text.lines().count() > 2, "{args:?}: {text}");
        for line in text.lines() {
            assert!(line.width() <= columns, "{args:?} in {columns} columns:\n{line}");
        }
    }
}

const LINES: &str =
    "http://exam ple.com/\nhttps://h.example/~joe\nhttp://h:99999/\nx-foo:a\nhttp://[fe80::1%25eth0]/\n";

#[test]
fn each_command_fits() {
    for args in [
        &["parse", "https://joe@example.com/a%20b?q=a%20b&lang=en"][..],
        &["parse", "http://exam ple.com/"],
        &["check", "-"],
        &["check", "--compare", "-"],
        &["--lenient", "check", "-"],
        &["compare", r"https://example.com\@evil.com/", "http://010.0.0.1/", "x://h/"],
        &["plan", "ftp://h/a/b", "gopher://h/1/a"],
        &["plan", "telnet://joe@h/"],
        &["same", "http://h/a", "http://h/b"],
        &["schemes"],
        &["schemes", "telnet"],
        &["schemes", "irc"],
        &["explain", "R-3.1-5"],
        &["explain", "host-differs"],
        &["resolve", "http://h/", "#two words"],
        &["registry", "why", "http"],
    ] {
        fits(args, LINES);
    }
}

#[test]
fn each_help_fits() {
    let help = output(60, &["--help"], "");
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // Descriptions continue further right.
    let commands = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let commands: Vec<_> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 15, "{help}");
    for command in commands {
        fits(&["help", command], "");
    }
}

#[test]
fn commands_of_registries_fit() {
    let after =
        ORG.replace("default = 7070", "default = 7171").replace("A box of ours", &"a box of all of us ".repeat(9));
    let bad = after.replace("GET {box}", "GET {nowhere}").replace("private", "permanent");
    let broken = ORG.replace("kind = \"steps\"", "kind = \"unknown\"");
    let files = [("org.toml", &*ORG), ("new.toml", &after), ("bad.toml", &bad), ("broken.toml", &broken)];
    let folder = Folder::new(files.map(|(name, text)| (name, text.as_str())));
    let [org, new, bad, broken] =
        ["org.toml", "new.toml", "bad.toml", "broken.toml"].map(|name| folder.file(name).display().to_string());
    for args in [
        &["registry", "diff", &org, &new][..],
        &["registry", "lint", &bad],
        &["--registry", &broken, "parse", "http://h/"],
        &["--registry", &org, "registry", "why", "com.example.box"],
        &["--registry", &org, "schemes", "com.example.box"],
    ] {
        fits(args, "");
    }
}

/// Words stay whole, and so do pictures, whose carets stand under the text.
#[test]
fn urls_are_not_cut() {
    let url = format!("https://h.example/{}", "a/".repeat(60));
    assert!(output(60, &["parse", &url], "").lines().any(|line| line == url));
    let text = output(60, &["parse", &format!("{url}|{url}")], "");
    let picture: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("  | ")).collect();
    let at = |line: &str, sign: char| line.chars().position(|char| char == sign);
    assert_eq!((at(picture[0], '|'), at(picture[0], '…')), (at(picture[1], '^'), Some(0)), "{text}");
}

/// What programs read has no width, and neither has an output that is no terminal.
#[test]
fn lines_for_programs_are_not_broken() {
    let text = format!("{} https://h.example/ words\n", "words ".repeat(40));
    for args in [
        &["extract", "--all", "--json", "-"][..],
        &["check", "--failures", "-", "-"],
        &["parse", "--json", "-"],
        &["registry", "schema"],
        &["completions", "bash"],
        &["man", "parse"],
        &["registry", "export", "--format", "markdown"],
    ] {
        let narrow = output(40, args, &text);
        let wide = output(400, args, &text);
        assert_eq!(narrow.lines().next(), wide.lines().next(), "{args:?}");
        assert!(narrow.lines().any(|line| line.width() > 60), "{args:?}");
    }
    let without = finish(anyurl().env_remove("COLUMNS").args(["check", "-"]), LINES.as_bytes());
    assert!(utf8(&without.stdout).lines().any(|line| line.width() > 100));
}

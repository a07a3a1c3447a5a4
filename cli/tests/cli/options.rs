//! Every global option has an effect in every command, or is refused with the reason. The table of what is refused is that
//! of `docs/cli.md`.

use std::fs;
use std::path::Path;

use super::common::{anyurl, finish, utf8};

const PAGE: &str = include_str!("../../../docs/cli.md");

/// The commands that read URLs.
const URL_COMMANDS: [&str; 12] = [
    "parse",
    "check",
    "plan",
    "canonical",
    "same",
    "compare",
    "extract",
    "scrub",
    "resolve",
    "relativize",
    "gateway",
    "build",
];

/// An option, and URLs about which a command says something else with it: one for `scrub`, one for the others.
struct Probe {
    option: &'static [&'static str],
    url: &'static str,
    scrubbed: &'static str,
    /// What `build` builds.
    parts: &'static [&'static str],
    /// Options of both runs.
    base: &'static [&'static str],
}

const PROBES: [Probe; 9] = [
    Probe {
        option: &["--lenient"],
        url: "wais://h_x/d",
        scrubbed: "",
        parts: &["wais", "host=h_x", "database=d"],
        base: &[],
    },
    Probe {
        option: &["--profile", "rfc1738"],
        url: "http://h_x/",
        scrubbed: "",
        parts: &["http", "host=h_x"],
        base: &[],
    },
    Probe {
        option: &["--deny", "nondefault-port"],
        url: "http://h.example:8080/",
        scrubbed: "",
        parts: &["http", "host=h.example", "port=8080"],
        base: &[],
    },
    Probe {
        option: &["--allow", "password-in-url"],
        url: "ftp://u:p@h.example/",
        scrubbed: "",
        parts: &["ftp", "host=h", "user=u", "password=p"],
        base: &[],
    },
    Probe {
        option: &["--no-default-registry"],
        url: "did:x",
        scrubbed: SIP,
        parts: &["did", "schemepart=x"],
        base: &[],
    },
    Probe {
        option: &["--registry", "ours.toml"],
        url: "x-me-doc:abc",
        scrubbed: "x-me-doc:12-34",
        parts: &["x-me-doc", "schemepart=abc"],
        base: &[],
    },
    Probe {
        option: &["--locked"],
        url: "x-me-doc:12-34",
        scrubbed: "x-me-doc:12-34",
        parts: &["x-me-doc", "number=12", "pin=34"],
        base: &["--registry", "ours.toml"],
    },
    Probe {
        option: &["--keep-field", "code"],
        url: "https://h.example/?code=abc",
        scrubbed: "https://h.example/?code=abc",
        parts: &["https", "host=h.example", "path=/", "query=code=abc"],
        base: &["--mask"],
    },
    Probe { option: &["--json"], url: "ftp://u:p@h/", scrubbed: "ftp://u:p@h/", parts: &["ftp", "host=h"], base: &[] },
];

/// The shipped registry declares the password of SIP, where no other rule finds one.
const SIP: &str = "sip:alice:s3cretword@atlanta.example;transport=tcp";

const OURS: &str = include_str!("../data/secret.toml");

/// The arguments and the standard input of a command about a URL.
fn command(name: &str, probe: &Probe) -> (Vec<String>, String) {
    let url = if name == "scrub" { probe.scrubbed } else { probe.url };
    let (args, stdin): (&[&str], String) = match name {
        // What `check` says about valid lines has no URL.
        "check" if probe.option[0] == "--keep-field" => (&["check"], "https://h.example/a b?code=abc\n".to_owned()),
        "check" | "scrub" => (&[name], format!("{url}\n")),
        "extract" => (&["extract", "--suspects"], format!("<URL:{url}>\n")),
        "same" => (&["same", url, url], String::new()),
        "resolve" => (&["resolve", url, url], String::new()),
        "relativize" => (&["relativize", "https://h.example/", url], String::new()),
        "gateway" => (&["gateway", "--gateway", "http,https,ftp,did,x-me-doc=gopher://gw/7?{url}", url], String::new()),
        "build" => (probe.parts, String::new()),
        _ => (&[name, url], String::new()),
    };
    let name = if name == "build" { &["build"][..] } else { &[] };
    ([probe.base, name, args].concat().into_iter().map(str::to_owned).collect(), stdin)
}

/// What a command line prints, and its exit code.
fn outcome(folder: &Path, args: &[&str], stdin: &str) -> (String, Option<i32>) {
    let mut command = anyurl();
    command.current_dir(folder).env("ANYURL_CONFIG", folder.join("config.toml")).args(args);
    let output = finish(&mut command, stdin.as_bytes());
    (utf8(&[output.stdout, output.stderr].concat()).to_owned(), output.status.code())
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("ours.toml"), OURS).expect("a file");
    // What `--allow` undoes.
    fs::write(folder.path().join("config.toml"), "[warnings]\ndeny = [\"password-in-url\"]\n").expect("a file");
    folder
}

/// The options that the page lists for a command.
fn unused(command: &str) -> &'static str {
    let rows =
        PAGE.split("| does not use |\n").nth(1).expect("the table").lines().take_while(|line| line.starts_with('|'));
    let mut rows = rows.filter_map(|row| row.trim_matches('|').split_once('|'));
    rows.find(|(commands, _)| commands.contains(&format!("`{command}`"))).map_or("", |(_, options)| options)
}

fn is_refused((text, code): &(String, Option<i32>), command: &str, option: &str) -> bool {
    *code == Some(2) && text.contains(&format!("`{command}` does not use {option}: "))
}

#[test]
fn an_option_has_an_effect_or_is_refused() {
    let folder = folder();
    let mut wrong = Vec::new();
    for probe in &PROBES {
        for name in URL_COMMANDS {
            let option = probe.option[0];
            let (args, stdin) = command(name, probe);
            let args: Vec<_> = args.iter().map(String::as_str).collect();
            let (without, with) = (
                outcome(folder.path(), &args, &stdin),
                outcome(folder.path(), &[probe.option, &args].concat(), &stdin),
            );
            let is_right = if unused(name).contains(option) {
                is_refused(&with, name, option)
            } else {
                with != without && !with.0.contains("does not use")
            };
            if !is_right {
                wrong.push(format!("{name} {option}: {with:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Commands that read no URLs use few options.
#[test]
fn other_commands_refuse_options() {
    let folder = folder();
    let values = [
        ("--lenient", &[][..]),
        ("--profile", &["rfc1738"]),
        ("--no-default-registry", &[]),
        ("--registry", &["ours.toml"]),
        ("--locked", &[]),
        ("--plugin", &["none"]),
        ("--allow", &["A-24"]),
        ("--deny", &["A-24"]),
        ("--json", &[]),
        ("--show-password", &[]),
        ("--mask", &[]),
        ("--keep-field", &["code"]),
    ];
    for (row, name, args) in [
        ("schemes", "schemes", &["schemes"][..]),
        ("registry lint", "registry", &["registry", "lint", "ours.toml"]),
        ("plugin", "plugin", &["plugin", "hash", "none"]),
        ("completions", "completions", &["completions", "bash"]),
        ("completions", "man", &["man"]),
        ("completions", "--explain", &["--explain", "A-24"]),
        ("registry", "registry", &["registry", "schema"]),
        ("encode", "encode", &["encode", "a b"]),
        ("decode", "decode", &["decode", "a%20b"]),
    ] {
        for (option, value) in values {
            let found = outcome(folder.path(), &[&[option], value, args].concat(), "");
            let is_listed = match row {
                "registry" => "--json --lenient --profile --allow --deny".contains(option),
                _ if name == "--explain" && "--json --registry --no-default-registry".contains(option) => false,
                _ => unused(row).contains(option),
            };
            assert_eq!(is_refused(&found, name, option), is_listed, "{args:?} {option}: {found:?}");
        }
    }
}

#[test]
fn the_profile_of_browsers_has_one_mode() {
    let folder = folder();
    for option in [&["--lenient"][..], &["--allow", "A-24"], &["--deny", "A-24"]] {
        let args = [&["canonical", "--profile", "whatwg", "https://h/"], option].concat();
        let (text, code) = outcome(folder.path(), &args, "");
        assert!(code == Some(2) && text.contains("the profile `whatwg` does not use"), "{text}");
    }
}

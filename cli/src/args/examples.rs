//! The examples with which each help begins. A test runs them.

use clap::Command;

/// The command lines of a command, in the order in which a newcomer needs them.
pub(crate) const EXAMPLES: [(&str, [&str; 3]); 21] = [
    (
        "anyurl",
        ["anyurl 'https://joe@h.example:8443/a?q=1#top'", "anyurl check urls.txt", "anyurl extract --all app.log"],
    ),
    (
        "parse",
        [
            "anyurl parse 'https://joe@h.example:8443/a?q=1#top'",
            "anyurl --get '{host} {default:port}' --url-file urls.txt",
            "anyurl --set host=new.example --append path=b --guess-scheme h.example/a",
        ],
    ),
    (
        "check",
        [
            "anyurl check urls.txt",
            "anyurl check --lenient --failures bad.tsv urls.txt",
            "anyurl check --json < urls.txt",
        ],
    ),
    (
        "plan",
        [
            "anyurl plan ftp://ftp.example/pub/readme",
            "anyurl plan --as curl https://h.example/a",
            "anyurl plan --wire gopher://h.example/",
        ],
    ),
    (
        "canonical",
        [
            "anyurl canonical HTTP://H.example:80",
            "anyurl canonical - < urls.txt",
            "anyurl canonical --json https://h.example/a/../b",
        ],
    ),
    (
        "same",
        [
            "anyurl same http://h.example:80 http://H.example/",
            "anyurl same --quiet https://h.example/%7Ejoe https://h.example/~joe",
            "anyurl same --json https://h.example/a https://h.example/b",
        ],
    ),
    (
        "compare",
        [
            r"anyurl compare 'https://example.com\@evil.example/'",
            "anyurl compare --fail-on host - < urls.txt",
            "anyurl compare --json https://h.example/",
        ],
    ),
    (
        "extract",
        [
            "anyurl extract --all app.log",
            "anyurl extract --all --only-invalid app.log",
            "anyurl extract --all -o --host '*.example.com' app.log",
        ],
    ),
    ("scrub", ["anyurl scrub < app.log", "anyurl scrub --field order app.log", "anyurl scrub --json app.log"]),
    (
        "resolve",
        [
            "anyurl resolve https://h.example/a/b ../c",
            "anyurl resolve https://h.example/a/ - < links.txt",
            "anyurl resolve --rules url6 http://h.example/a/b ../c",
        ],
    ),
    (
        "relativize",
        [
            "anyurl relativize https://h.example/a/b https://h.example/c",
            "anyurl relativize https://h.example/ - < urls.txt",
            "anyurl relativize --json https://h.example/a https://h.example/b",
        ],
    ),
    (
        "gateway",
        [
            "anyurl gateway --gateway 'wais=http://gw.example/?{url}' wais://h.example/db",
            "anyurl gateway --gateway 'ftp=http://gw.example/{host}/{path}' ftp://h.example/a",
            "anyurl gateway --gateway 'wais=http://gw.example/?{url}' --json wais://h.example/db",
        ],
    ),
    (
        "build",
        [
            "anyurl build https host=h.example path='/a b'",
            "anyurl build https host=h.example --segment a/b --pair 'q=c&d'",
            "anyurl build mailto addr_spec=joe@h.example",
        ],
    ),
    (
        "encode",
        [
            "anyurl encode 'a b/c'",
            "anyurl encode --as path --scheme ssh '/srv/my tool.git'",
            "anyurl encode - < names.txt",
        ],
    ),
    ("decode", ["anyurl decode a%20b%2Fc", "anyurl decode - < names.txt", "anyurl decode %C3%A9t%C3%A9"]),
    (
        "scp-to-url",
        [
            "anyurl scp-to-url git@h.example:o/r.git",
            "anyurl scp-to-url --relative-to home git@h.example:o/r.git",
            "git config --get-regexp 'remote.*url' | cut -d ' ' -f 2 | anyurl scp-to-url -",
        ],
    ),
    (
        "url-to-scp",
        [
            "anyurl url-to-scp ssh://git@h.example/o/r.git",
            "anyurl url-to-scp ssh://joe@h.example/~/r.git",
            "anyurl url-to-scp --relative-to home ssh://git@h.example/srv/r.git",
        ],
    ),
    ("schemes", ["anyurl schemes", "anyurl schemes postgres", "anyurl schemes --json https"]),
    (
        "registry",
        ["anyurl registry new com.example.ticket", "anyurl registry lint org.toml", "anyurl registry why ldap"],
    ),
    (
        "plugin",
        [
            "anyurl plugin new --lang rust x-ticket",
            "anyurl plugin probe target/release/libx_ticket.so",
            "anyurl plugin hash x-ticket.wasm",
        ],
    ),
    ("man", ["anyurl man", "anyurl man registry lint", "anyurl man | man -l -"]),
];

/// The text of the examples of a command.
fn text(name: &str) -> Option<String> {
    let (_, lines) = EXAMPLES.iter().find(|(command, _)| *command == name)?;
    Some(format!("Examples:\n  {}", lines.join("\n  ")))
}

/// Begins the help of a command and of its subcommands with examples.
pub(super) fn begin_with(command: Command) -> Command {
    let command = match text(command.get_name()) {
        Some(text) => command.before_help(text),
        None => command,
    };
    command.mut_subcommands(|subcommand| match text(subcommand.get_name()) {
        Some(text) => subcommand.before_help(text),
        None => subcommand,
    })
}

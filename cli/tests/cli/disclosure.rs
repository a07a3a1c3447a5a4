//! What is data is exact, and what a person reads is masked: the table of `docs/cli.md`.

use std::fs;

use super::common::{anyurl, finish, run, utf8};

const URL: &str = "https://joe:s3cret@h.example/a";

/// Command lines that print data, and how this begins.
const DATA: [(&[&str], &str); 12] = [
    (&["canonical", URL], "https://joe:s3cret@h.example/a\n"),
    (&["resolve", URL, "b"], "https://joe:s3cret@h.example/b\n"),
    (&["build", "https", "host=h", "user=u", "password=s3cret"], "https://u:s3cret@h\n"),
    (&["--get", "{password} {url} {canonical} {input}", URL], "s3cret https://joe:s3cret@"),
    (&["--get", "https://ann:s3cret@h/ {host}", URL], "https://ann:s3cret@h/ h.example\n"),
    (&["--set", "host=new", URL], "https://joe:s3cret@new/a\n"),
    (&["--sort-query", URL], "https://joe:s3cret@h.example/a\n"),
    (&["--iterate", "port=1 2", URL], "https://joe:s3cret@h.example:1/a\nhttps://joe:s3cret@h.example:2/a\n"),
    (&["plan", "--as", "curl", URL], "curl --path-as-is --url https://joe:s3cret@h.example/a\n"),
    (&["plan", "--wire", "ftp://joe:s3cret@h/a"], "USER joe\\r\\nPASS s3cret\\r\\n"),
    (&["canonical", "--profile", "whatwg", URL], "https://joe:s3cret@h.example/a\n"),
    (&["gateway", "--gateway", "x-a=https://u:s3cret@gw/{url}", "x-a:b"], "https://u:s3cret@gw/x-a%3Ab\n"),
];

#[test]
fn data_is_exact() {
    for (args, expected) in DATA {
        let output = run(args, b"");
        let printed = utf8(&output.stdout).replace("\\r\\n\n", "\\r\\n");
        assert!(printed.starts_with(expected), "{args:?}: {printed}");
        assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {}", utf8(&output.stderr));
    }
}

#[test]
fn data_is_masked_on_request() {
    for (args, _) in DATA {
        let output = run([&["--mask"], args].concat(), b"");
        let printed = utf8(&output.stdout);
        assert!(printed.contains("***") && !printed.contains("s3cret"), "{args:?}: {printed}");
        assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {}", utf8(&output.stderr));
    }
    let output = run(["--mask", "--show-password", "canonical", URL], b"");
    assert_eq!(output.status.code(), Some(2));
}

/// The configuration of the user can mask data, which an option undoes, and that of the machine can require it.
#[test]
fn an_organization_adds_secrets() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("config.toml");
    let scrubbed = |text: &str| {
        fs::write(&config, text).expect("a file");
        let mut command = anyurl();
        command.env("ANYURL_SYSTEM_CONFIG", &config).arg("scrub");
        let output = finish(&mut command, b"https://hooks.acme.example/in/s3cret?order-pin=42");
        (utf8(&output.stdout).to_owned(), utf8(&output.stderr).to_owned(), output.status.code())
    };
    let added = "[secrets]\nfields = [\"Order_Pin\"]\npaths = [\"hooks.acme.example/in/***\"]\n";
    assert_eq!(scrubbed(added).0, "https://hooks.acme.example/in/***?order-pin=***");
    assert_eq!(scrubbed("").0, "https://hooks.acme.example/in/s3cret?order-pin=42");
    let (_, error, code) = scrubbed("[secrets]\npaths = [\"hooks.acme.example/in/\"]\n");
    assert!(code == Some(3) && error.contains("config.toml") && error.contains("hooks.acme.example/in/"), "{error}");
}

#[test]
fn a_machine_can_require_masks() {
    let folder = tempfile::tempdir().expect("a folder");
    let (machine, user) = (folder.path().join("machine.toml"), folder.path().join("user.toml"));
    let printed = |of_machine: &str, of_user: &str, args: &[&str]| {
        fs::write(&machine, of_machine).expect("a file");
        fs::write(&user, of_user).expect("a file");
        let mut command = anyurl();
        command.env("ANYURL_SYSTEM_CONFIG", &machine).env("ANYURL_CONFIG", &user);
        let output = finish(command.args(args).args(["canonical", URL]), b"");
        (utf8(&output.stdout).to_owned(), utf8(&output.stderr).to_owned(), output.status.code())
    };
    let (masked, exact) = ("https://joe:***@h.example/a\n", "https://joe:s3cret@h.example/a\n");
    for (of_machine, of_user, args, expected, code, says) in [
        ("", "", &[][..], exact, 0, ""),
        ("", "mask = true", &[], masked, 0, "1 line has ***"),
        ("", "mask = true", &["--mask"], masked, 0, ""),
        ("", "mask = true", &["--show-password"], exact, 0, ""),
        ("mask = true", "", &[], masked, 0, "1 line has ***"),
        ("mask = true", "mask = false", &[], exact, 0, ""),
        ("mask = { required = true }", "mask = false", &[], masked, 0, "1 line has ***"),
        ("mask = { required = true }", "", &["--show-password"], "", 2, "remove --show-password"),
        ("", "mask = { required = true }", &[], "", 3, "only in the configuration of the machine"),
        ("", "mask = 1", &[], "", 3, "expected `true` or `false`"),
    ] {
        let (stdout, stderr, exit) = printed(of_machine, of_user, args);
        assert_eq!((&*stdout, exit), (expected, Some(code)), "{of_machine} {of_user} {args:?}: {stderr}");
        assert!(stderr.contains(says) && says.is_empty() == stderr.is_empty(), "{of_machine} {of_user}: {stderr}");
    }
}

/// What a person reads is masked, and the number of masked lines is said where a program may read them.
#[test]
fn masked_lines_are_counted() {
    let text = b"<URL:ftp://u:s3cret@h/> and <URL:ftp://h/> and <URL:ftp://u:s3cret@i/>";
    let output = run(["extract"], text);
    assert_eq!(utf8(&output.stdout), "ftp://u:***@h/\nftp://h/\nftp://u:***@i/\n");
    assert_eq!(
        utf8(&output.stderr),
        "note: 2 lines have *** in place of secrets: --exact prints the URLs as they are\n"
    );
    let output = run(["extract", "--exact"], text);
    assert_eq!(utf8(&output.stdout), "ftp://u:s3cret@h/\nftp://h/\nftp://u:s3cret@i/\n");
    assert_eq!(utf8(&output.stderr), "");
    let output = run(["extract", "--quiet"], text);
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
    let output = run(["check", "--failures", "-"], b"ftp://u:s3cret@h:x/\n");
    assert!(utf8(&output.stderr).contains("1 line has *** in place of secrets"), "{}", utf8(&output.stderr));
}

#[test]
fn same_says_that_secrets_differ() {
    let other = URL.replace("s3cret", "other");
    let output = run(["same", URL, &other], b"");
    assert_eq!(output.status.code(), Some(1));
    let shown = "https://joe:***@h.example/a";
    assert_eq!(utf8(&output.stdout), format!("not equivalent:\n  {shown}\n  {shown}\n  the passwords differ\n"));
    for args in [&["same", "--json"][..], &["same", "--json", "--profile", "whatwg"]] {
        let output = run([args, &[URL, &other]].concat(), b"");
        let printed = utf8(&output.stdout);
        assert!(printed.contains(r#""secrets_differ":["password"]"#) && !printed.contains("s3cret"), "{printed}");
    }
    let output = run(["same", URL, "https://joe:s3cret@h.example/b"], b"");
    assert!(!utf8(&output.stdout).contains("differ\n"), "{}", utf8(&output.stdout));
    for (args, code) in [
        (&["same", URL, URL][..], 0),
        (&["same", URL, "nonsense"], 2),
        (&["same", "--profile", "whatwg", URL, "nonsense"], 2),
        (&["same", "--deny", "password-in-url", URL, URL], 2),
    ] {
        assert_eq!(run(args, b"").status.code(), Some(code), "{args:?}");
    }
}

/// An invalid result is printed on its line, so that lines stay paired.
#[test]
fn resolve_fails_if_the_result_is_invalid() {
    for (args, expected) in [
        (&["resolve", URL, "b c"][..], "https://joe:s3cret@h.example/b c\n"),
        (&["resolve", URL, "b c", "d"], "https://joe:s3cret@h.example/b c\nhttps://joe:s3cret@h.example/d\n"),
        (&["resolve", "--on-error", "fail", URL, "b c", "d"], "https://joe:s3cret@h.example/b c\n"),
        (&["resolve", "--deny", "nondefault-port", "https://h/", "https://h:1/"], "https://h:1/\n"),
    ] {
        let output = run(args, b"");
        assert_eq!((utf8(&output.stdout), output.status.code()), (expected, Some(1)), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_terminal_gets_a_note() {
    use super::terminal::output_on_terminal;

    let note = "note: the output has a secret: --mask prints *** instead\n";
    for (args, expected) in [
        (&["canonical", URL, URL][..], note),
        (&["canonical", "https://h/"], ""),
        (&["--get", "{host}", URL], ""),
        (&["--get", "{password}", URL], note),
        (&["--mask", "canonical", URL], ""),
        (&["--show-password", "canonical", URL], ""),
        (&["--quiet", "canonical", URL], ""),
        (&["parse", URL], ""),
    ] {
        assert_eq!(output_on_terminal(args).1, expected, "{args:?}");
    }
}

//! No command shows a password in any form to a person, and none at all with `--mask`, unless `--show-password` is given.

use std::fs;

use super::common::{anyurl, finish, is_sampled, run, utf8};
use super::registry::{Folder, ORG, user};

/// The password of every text in this file.
const SECRET: &str = "S3cr%65t";

/// Texts with the password: valid and invalid, of schemes with and without a login, and without a scheme.
const TEXTS: [&str; 36] = [
    "ftp://u:S3cr%65t@h/",
    "ftp://u:S3cr%65t@h:x/",
    "ftp://u:S3cr%65t@h/~",
    "ftp://u:S3cr%65t@/",
    "ftp://u:S3cr%65t~@h/",
    "ftp://u:S3cr%65t@x@h/",
    "ftp://u:x:S3cr%65t@h/",
    "ftp://u:S3cr%65t/@h/",
    "ftp://u:x#S3cr%65t@h/",
    "ftp:u:S3cr%65t@h/",
    "ftp:///u:S3cr%65t@h/",
    " ftp://u:S3cr%65t@h/",
    "telnet://u:S3cr%65t@h:99/",
    "http://u:S3cr%65t@h/",
    "http://u:S3cr%65t@h/~",
    "https://u:S3cr%65t@h/",
    "gopher://u:S3cr%65t`@h/",
    "nntp://u:S3cr%65t@h/g",
    "news://u:S3cr%65t@h/g",
    "wais://u:S3cr%65t@h/d",
    "prospero://u:S3cr%65t@h/d",
    "file://u:S3cr%65t@h/d",
    "htpp://u:S3cr%65t@h/a",
    "x-foo://u:S3cr%65t@h:99/a%20b",
    "x-foo://u:S3cr%65t@h:x/a",
    "x_foo://u:S3cr%65t@h/a",
    "//u:S3cr%65t@h/",
    "url:ftp://u:S3cr%65t@h/",
    "<URL:ftp://u:S3cr%65t@h/>",
    "view-source:http://u:S3cr%65t@h/",
    "jar:http://u:S3cr%65t@h!/x",
    "http://h/?u=ftp://u:S3cr%65t@x/",
    "https://u:S3cr%65t@h/?u=ftp://u:S3cr%65t@x/",
    "ftp://u:se/S3cr%65t@h/",
    "ftp//u:S3cr%65t@h/",
    "ftp://u:p@ss:w/S3cr%65t@h/x",
];

const OPTIONS: [&[&str]; 5] = [
    &[],
    &["--lenient"],
    &["--profile", "current"],
    &["--lenient", "--profile", "current"],
    &["--no-default-registry", "-v"],
];

#[test]
fn parse_hides() {
    let mut runs = 0;
    for text in TEXTS {
        for options in OPTIONS {
            for form in [&["parse", text][..], &["parse", "--json", text]] {
                runs += 1;
                if is_sampled(runs) {
                    hides(&[options, form].concat(), text.as_bytes());
                }
            }
        }
    }
    // All texts at once, in every mode: a process for each would take long.
    for options in OPTIONS {
        for form in [&["parse"][..], &["parse", "--json"]] {
            hides(&[options, form, &TEXTS].concat(), b"");
        }
    }
}

/// Formats and changes, of all texts at once.
#[test]
fn parts_and_changes_hide() {
    const ALL: &str = "{url} {:url} {input} {canonical} {user} {password} {:password} {host} {path} {:path} {query} \
                       {query:u} {query-all:u} {fragment} {puny:url} {idn:url} {default:url} {schemepart} {strict:path}";
    for options in OPTIONS {
        for form in [
            &["parse", "--get", ALL][..],
            &["parse", "--as-idn", "--get", ALL],
            &["parse", "--set", "host=i"],
            &["parse", "--set", "scheme=gopher"],
            &["parse", "--set", "user=a b", "--set", "path=x"],
            &["parse", "--json", "--params", "--append", "query=a=b"],
            &["parse", "--canonical", "--default-port", "--sort-query"],
            &["parse", "--iterate", "port=1 x"],
            &["canonical", "--on-error", "blank"],
            &["--deny", "password-in-url", "parse"],
            &["--deny", "password-in-url", "parse", "--json"],
        ] {
            hides(&[options, &["--mask"], form, &TEXTS].concat(), b"");
        }
        for change in ["password=S3cr%65t", "password:=S3cr%65t", "S3cr%65t", "x=u:S3cr%65t@h"] {
            hides(&[options, &["--mask", "parse", "--set", change, "ftp://u:p@h/"][..]].concat(), b"");
        }
    }
}

#[test]
fn bytes_that_are_not_utf8_hide() {
    for options in [&["parse", "-"][..], &["parse", "--json", "-"], &["check"]] {
        for line in [&b"ftp://u:S3cr%65t@h/\xE9\n"[..], b"ftp://u:\xE9S3cr%65t@h/"] {
            hides(options, line);
        }
    }
}

#[test]
fn check_hides() {
    let folder = tempfile::tempdir().expect("a folder");
    let failures = folder.path().join("failures");
    let failures = failures.to_str().expect("text");
    let lines = TEXTS.join("\n");
    for options in OPTIONS {
        let check = ["check", "-v", "--failures", failures];
        let args = if options.contains(&"-v") {
            [&["--lenient"], &check[..]].concat()
        } else {
            [options, &check[..]].concat()
        };
        hides(&args, lines.as_bytes());
        let listed = fs::read_to_string(failures).expect("the failures");
        assert!(listed.contains("***"), "{listed}");
        assert_hidden(&listed, &args);
    }
}

/// Commands that transform a URL mask its password in JSON, and on request in their data.
#[test]
fn every_command_hides() {
    let gateway = "http,https,ftp,telnet,x-foo,htpp=gopher://gw/7?{url}";
    let mut runs = 0;
    for text in TEXTS {
        let wrapped = format!("<URL:{text}>");
        // Without a scheme and slashes, as in `ftp//u:p@h/`, a relative reference is a path, and its colon does not
        // begin a password.
        let partial = if text.contains("://") { text } else { "x" };
        for options in OPTIONS {
            for json in [&["--mask"][..], &["--json"]] {
                for form in [
                    &["plan", text][..],
                    &["canonical", text],
                    &["same", text, text],
                    &["extract"],
                    &["resolve", text, "x"],
                    &["resolve", "http://h/a/b", partial],
                    &["resolve", "--rules", "rfc3986", text, "x#f"],
                    &["relativize", "http://h/a/b", text],
                    &["relativize", text, text],
                    &["compare", text],
                    &["gateway", "--gateway", gateway, text],
                    &["build", text],
                    &["build", "http", text],
                ] {
                    runs += 1;
                    if is_sampled(runs) {
                        hides(&[options, json, form].concat(), wrapped.as_bytes());
                    }
                }
            }
        }
    }
    for options in OPTIONS {
        hides(&[options, &["--mask", "plan", "--wire"], &TEXTS].concat(), b"");
        hides(&[options, &["--mask", "plan", "--as", "curl"], &TEXTS].concat(), b"");
    }
}

#[test]
fn examples_of_schemes_hide() {
    let shown = |show: &[&str]| {
        let output = run([show, &["schemes", "--json", "ftp"]].concat(), b"");
        utf8(&output.stdout).to_owned()
    };
    let (hidden, plain) = (shown(&[]), shown(&["--show-password"]));
    assert!(hidden.contains(":***@") && !plain.contains("***"), "{plain}");
    assert!(hidden.contains(r#""password":"***""#), "{hidden}");
}

/// Shows that the other tests can fail.
#[test]
fn passwords_are_shown_on_request() {
    for text in TEXTS {
        for options in [&["--show-password"][..], &["--show-password", "--json"]] {
            let output = run([options, &["parse", text]].concat(), b"");
            let printed = [output.stdout, output.stderr].concat();
            let printed = utf8(&printed);
            assert!(printed.contains(SECRET) && !printed.contains("***"), "{printed}");
            assert!(!printed.contains("redacted"), "{printed}");
        }
    }
}

#[test]
fn redacted_is_set_only_if_something_is_masked() {
    for (text, is) in [
        ("ftp://u:S3cr%65t@h/", true),
        ("ftp://u@h/", true),
        ("ssh://u@h/", false),
        ("http://h:80/a@b", false),
        ("http://u:S3cr%65t@h/", true),
        ("nonsense", false),
    ] {
        let output = run(["parse", "--json", text], b"");
        let redacted = utf8(&output.stdout).contains(r#""redacted":["input""#);
        assert_eq!(redacted, is, "{text}");
    }
}

/// A URL in the place of a scheme name.
#[test]
fn names_hide() {
    for args in
        [&["schemes", "ftp://u:s3cr@h/"][..], &["build", "ftp://u:S3cr@h/"], &["build", "ftp", "ftp://u:S3cr@h/"]]
    {
        let output = run(args, b"");
        let printed = [output.stdout, output.stderr].concat();
        assert!(!utf8(&printed).to_ascii_lowercase().contains("s3cr"), "{args:?}");
    }
}

/// A URL in the place of every argument of every command, as its help lists them.
#[test]
fn no_argument_is_repeated_with_its_password() {
    let mut commands = vec![Vec::new()];
    let mut seen = 0;
    while let Some(command) = commands.pop() {
        let help = run([&command[..], &["--help".to_owned()]].concat(), b"");
        let help = utf8(&help.stdout).to_owned();
        let word = |line: &str| line.split_whitespace().next().map(str::to_owned);
        let inner = help.split("Commands:\n").nth(1).unwrap_or_default();
        let inner = inner.lines().take_while(|line| !line.is_empty());
        let inner = inner.filter(|line| line.starts_with("  ") && !line.starts_with("   ")).filter_map(word);
        commands.extend(inner.filter(|name| name != "help").map(|name| [&command[..], &[name]].concat()));
        let options = help.lines().filter_map(|line| line.trim_start().split("--").nth(1));
        let options = options.filter_map(|option| option.split([' ', '[', '.']).next());
        let options: Vec<_> = options.filter(|option| !option.is_empty() && *option != "show-password").collect();
        for url in ["http://u:S3cret%40h/", "u:S3cret@h"] {
            let mut lines = vec![vec![url.to_owned()], vec![url.to_owned(), url.to_owned()]];
            lines.push(["x-a", url].map(str::to_owned).to_vec());
            lines.push([url, "x-a"].map(str::to_owned).to_vec());
            for option in &options {
                lines.push(vec![format!("--{option}"), url.to_owned()]);
                lines.push(vec![format!("--{option}={url}"), "x-a:b".to_owned()]);
            }
            for line in lines {
                seen += 1;
                if !is_sampled(seen) {
                    continue;
                }
                let folder = tempfile::tempdir().expect("a folder");
                let args = [&command[..], &line].concat();
                let output = finish(anyurl().arg("--mask").args(&args).current_dir(&folder), b"");
                let printed = [output.stdout, output.stderr].concat();
                // Names are in lower case.
                let is_hidden = !utf8(&printed).to_ascii_lowercase().contains("s3cret");
                assert!(is_hidden, "{args:?}: {}", utf8(&printed));
            }
        }
    }
    assert!(seen > 300, "{seen}");
}

/// A message repeats an argument between quotes. What belongs to the password is known from the argument, not from the
/// words of the message.
#[test]
fn passwords_with_spaces_and_quotes_are_masked() {
    for given in ["ftp://u:S3cret word@h", "ftp://u:word S3cret word@h/", "u:word S3cret@h", "ftp://u:it's S3cret@h"] {
        hides_word(&["parse", "--profile", given, "x:y"], "S3cret");
        hides_word(&["--registry", given, "parse", "x:y"], "S3cret");
    }
}

/// A value without its name may be a password.
#[test]
fn values_without_a_name_are_not_repeated() {
    for args in [
        &["build", "ftp", "user=u", "password", "S3cret"][..],
        &["build", "--json", "ftp", "user=u", "password", "S3cret"],
        &["build", "x-a", "S3cret"],
    ] {
        hides_word(args, "S3cret");
    }
}

#[test]
fn failures_are_printed_for_a_hyphen() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = b"http://u:S3cret%40h/\nx:y\nftp://h/<\n";
    let output = finish(anyurl().args(["check", "--failures", "-"]).current_dir(&folder), lines);
    let printed = utf8(&output.stdout);
    let list: Vec<_> = printed.lines().take_while(|line| line.contains('\t')).collect();
    assert_eq!(list.len(), 2, "{printed}");
    assert!(list[0].ends_with("\thttp://u:***%40h/"), "{printed}");
    assert!(fs::read_dir(&folder).expect("a folder").next().is_none(), "no file is written");
}

fn hides_word(args: &[&str], secret: &str) {
    let output = run(args, b"");
    let printed = [output.stdout, output.stderr].concat();
    assert!(!utf8(&printed).contains(secret), "{args:?}: {}", utf8(&printed));
}

/// A registry file may have a password by mistake, in a gateway or in an example.
#[test]
fn commands_about_registry_files_hide() {
    let gateway = |path: &str| {
        let template = format!("template = \"http://joe:S3cret@gw.example/{path}?{{url}}\"\n");
        format!("\n[[gateway]]\nid = \"gw\"\nfor = [\"wais\"]\nmode = \"url\"\noperations = [\"get\"]\n{template}")
    };
    let rejected = ORG.replace("://<host>", "://<user>:<password>@<host>").replace("//h/b", "//joe:S3cret@h/a b");
    let url = "com.example.box://joe:S3cret@h/";
    let why = format!("\"{url}\", accept = false, why = \"not {url}\"");
    let folder = Folder::new([
        ("one.toml", &*user(&gateway("a"))),
        ("two.toml", &user(&gateway("b"))),
        ("bad.toml", &rejected),
        ("why.toml", &ORG.replace("\"com.example.box:b\", accept = false", &why)),
        ("open.toml", &user("\nurl = \"http://joe:S3cret@h/\n")),
    ]);
    for words in [
        "registry diff one.toml two.toml",
        "registry diff --json one.toml two.toml",
        "registry changelog one.toml two.toml",
        "--registry one.toml registry delta",
        "--registry one.toml registry delta --json",
        "registry lint one.toml bad.toml open.toml",
        "registry lint --json bad.toml open.toml",
        "registry lint --format github bad.toml open.toml",
        "registry lint --sarif bad.toml open.toml",
        "registry merge open.toml one.toml",
        "--registry why.toml schemes com.example.box",
        "--registry why.toml schemes com.example.box --json",
    ] {
        let output = finish(anyurl().current_dir(folder.file("")).args(words.split(' ')), b"");
        let printed = [output.stdout, output.stderr].concat();
        let printed = utf8(&printed);
        assert!(!printed.to_ascii_lowercase().contains("s3cret"), "{words}: {printed}");
        assert!(printed.contains("***"), "{words}: {printed}");
    }
    let shown = folder.ends("registry diff --show-password one.toml two.toml", 1).0;
    assert!(shown.contains("joe:S3cret@"), "{shown}");
}

/// Every JSON object with a masked password has `redacted`.
#[test]
fn every_command_sets_redacted() {
    const URL: &str = "ftp://u:S3cr%65t@h/a";
    for (args, stdin) in [
        (&["plan", URL][..], ""),
        (&["plan", "ftp://u:S3cr%65t@h/%0D"], ""),
        (&["canonical", URL], ""),
        (&["same", URL, "ftp://h/"], ""),
        (&["resolve", URL, "b"], ""),
        (&["resolve", "ftp://h/", "b#ftp://u:S3cr%65t@h/"], ""),
        (&["resolve", "mailto:a@h", "//u:S3cr%65t@h/"], ""),
        (&["gateway", "--gateway", "ftp=http://gw/{url}", URL], ""),
        (&["gateway", URL], ""),
        (&["gateway", "--gateway", "x-a=ftp://u:S3cr%65t@gw/{url}", "x-a:b"], ""),
        (&["build", "ftp", "user=u", "password=S3cret", "host=h"], ""),
        (&["extract"], "<URL:ftp://u:S3cr%65t@h/>"),
        (&["extract"], "<URL:x-foo:a#ftp://u:S3cr%65t@h/>"),
    ] {
        let redacted = |options: &[&str]| {
            let output = run([options, args].concat(), stdin.as_bytes());
            let printed = utf8(&output.stdout).to_owned();
            (printed.contains(r#""redacted":["#), printed)
        };
        let (is_set, printed) = redacted(&["--json"]);
        assert!(is_set, "{args:?}: {printed}");
        assert_hidden(&printed, args);
        let (is_set, printed) = redacted(&["--json", "--show-password"]);
        assert!(!is_set && !printed.contains("***"), "{args:?}: {printed}");
    }
}

fn hides(args: &[&str], stdin: &[u8]) {
    let output = run(args, stdin);
    let printed = [output.stdout, output.stderr].concat();
    assert_hidden(utf8(&printed), args);
}

fn assert_hidden(printed: &str, args: &[&str]) {
    // As written, and as bytes.
    for secret in ["S3cr", "53336372"] {
        assert!(!printed.contains(secret), "{args:?} shows {secret}:\n{printed}");
    }
}

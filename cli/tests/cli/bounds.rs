//! Limits on what is kept, shown and read, for any line or file. The bench `lines` measures the time and memory.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::common::{anyurl, finish, run, utf8};

fn json(args: &[&str], line: &str) -> Value {
    let output = run(args, line.as_bytes());
    serde_json::from_slice(&output.stdout).expect("one line of JSON")
}

/// The printed and the dropped warnings are as many as `check` counts, and each id is printed.
#[test]
fn warnings_are_bounded_and_counted() {
    let texts = [
        ("ftp://h/".to_owned() + &"|a".repeat(5_000), true),
        ("http://h/".to_owned() + &"a b\u{e9}|".repeat(2_000) + "#", true),
        ("http://h/".to_owned() + &"|a".repeat(4_000) + " ", true),
        ("http://".to_owned() + &"a:b@".repeat(5_000) + "h/", true),
        ("http://h/a b|c".to_owned(), false),
        ("http://h/".to_owned(), false),
    ];
    for (text, is_dropped) in texts {
        let parsed = json(&["parse", "--lenient", "--json", "-"], &text);
        assert_eq!(parsed["valid"], true, "{parsed}");
        let kept = parsed["warnings"].as_array().expect("an array");
        let dropped = parsed["warnings_dropped"].as_u64();
        assert_eq!(dropped.is_some(), is_dropped, "{dropped:?}");
        assert!(kept.len() < 120, "{}", kept.len());
        let counted = json(&["check", "--lenient", "--json", "-"], &text);
        let counted = counted["warnings"].as_object().expect("an object");
        let all: u64 = counted.values().filter_map(Value::as_u64).sum();
        assert_eq!(kept.len() as u64 + dropped.unwrap_or(0), all);
        let ids: BTreeSet<_> = kept.iter().filter_map(|one| one["id"].as_str()).collect();
        assert_eq!(ids, counted.keys().map(String::as_str).collect());
        let table = run(["parse", "--lenient", "-"], text.as_bytes());
        let table = utf8(&table.stdout);
        let more = table.lines().last().filter(|line| line.contains("more of these ids"));
        assert_eq!(more.is_some(), is_dropped, "{more:?}");
        assert!(table.lines().count() < 150);
    }
}

/// Every output has all elements of a long list, as written.
#[test]
fn long_lists_are_complete() {
    let fields = ";a=%62".repeat(30_000);
    let parsed = json(&["parse", "--json", "-"], &format!("prospero://h/x{fields}"));
    let lists = ["components", "decoded"].map(|key| parsed[key]["fields"].as_array());
    let [raw, decoded] = lists.map(|list| list.expect("an array"));
    assert_eq!((raw.len(), decoded.len()), (30_000, 30_000));
    assert!(raw.iter().all(|one| *one == serde_json::json!(["a", "%62"])));
    assert!(decoded.iter().all(|one| *one == serde_json::json!(["a", "b"])));
    let text = format!("ftp://h/{}x", "a%2Fb/".repeat(20_000));
    let parsed = json(&["parse", "--json", "-"], &text);
    assert_eq!(parsed["components"]["cwd"].as_array().map(Vec::len), Some(20_000));
    assert_eq!(parsed["decoded"]["cwd"][19_999], "a/b");
    let table = run(["parse", "-"], text.as_bytes());
    assert_eq!(utf8(&table.stdout).matches("a%2Fb  a/b").count(), 20_000);
}

/// Configurations and locks are regular files of limited size.
#[cfg(unix)]
#[test]
fn settings_are_regular_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = |name: &str| folder.path().join(name);
    let made = Command::new("mkfifo").arg(place("pipe")).status();
    assert!(made.expect("mkfifo").success());
    let long = File::create(place("long")).expect("a file");
    long.set_len(1 << 30).expect("a file with a hole");
    fs::create_dir(place("folder")).expect("a folder");
    let rows = [
        (place("pipe"), "it is not a regular file"),
        ("/dev/zero".into(), "it is not a regular file"),
        (place("folder"), "it is a folder"),
        (place("long"), "it has more than "),
    ];
    fs::write(place("org.toml"), registry("org = 1*ALPHA", "")).expect("a file");
    for (path, says) in rows {
        let fails = |command: &mut Command| {
            let output = finish(command, b"");
            let text = utf8(&output.stderr).to_owned();
            assert_eq!(output.status.code(), Some(3), "{text}");
            assert!(text.contains(says), "{text}");
        };
        fails(anyurl().env("ANYURL_CONFIG", &path).args(["parse", "http://h/"]));
        let lock = place("registry.lock");
        std::os::unix::fs::symlink(&path, &lock).expect("a link");
        let registry = place("org.toml");
        let args = ["--locked", "--registry"].map(Path::new);
        fails(anyurl().args(args).arg(&registry).args(["parse", "http://h/"]));
        fails(anyurl().args(["registry", "fmt", "--check"]).arg(&path));
        fs::remove_file(lock).expect("the link");
    }
}

/// A registry file of the scheme `x-a`, with a grammar and perhaps a component of a rule of it.
fn registry(abnf: &str, component: &str) -> String {
    let component = match component {
        "" => String::new(),
        rule => {
            let (name, rule) = rule.split_once('=').unwrap_or((rule, rule));
            format!("[[scheme.syntax.component]]\nname = '{name}'\nrule = '{rule}'\n")
        }
    };
    format!(
        "schema = 1\n[registry]\nid = 'org.example'\nkind = 'organization'\ntitle = 't'\nversion = '1.0.0'\n\
         serial = 1\ncontact = ['c']\nchange_controller = 'c'\nclaims = ['x-a']\n\
         [[scheme]]\nname = 'x-a'\nstatus = 'experimental'\ndescription = 'd'\n\
         [scheme.syntax]\ngrammar = 'opaque'\ndialect = 'rfc5234'\nstart = 's'\nimports = ['rfc1738']\n\
         abnf = '''\n{abnf}\n'''\n{component}\
         [scheme.access]\nlocates = 'name'\nname_properties = 'n'\noperations = ['find']\ndefault = 'find'\n\
         algorithm = 'a'\nkind = 'none'\n"
    )
}

/// Loading a file refuses the name of an unusable grammar if that is visible without compiling it; otherwise parsing a
/// URL returns an error of its own kind. Lint always reports the grammar, with its position.
#[test]
fn unusable_grammars_are_reported() {
    let doubled: Vec<_> = (0..40).map(|n| format!("r{n} = r{0} r{0}\n", n + 1)).collect();
    let doubled = doubled.concat();
    let chain: Vec<_> = (0..300).map(|n| format!("r{n} = r{}\n", n + 1)).collect();
    let chain = chain.concat();
    // The grammar, a component, the lint rule, and whether loading the file refuses the name.
    let rows = [
        ("s = \"x-a:\" a *a\na = 1*ALPHA".to_owned(), "a", "SR304", true),
        ("s = \"x-a:\" a\na = 1*b\nb = ALPHA".to_owned(), "b", "SR304", true),
        ("s = \"x-a:\" [ s ]".to_owned(), "", "SR301", true),
        (format!("s = \"x-a:\" r0\n{doubled}r40 = \"x\""), "", "SR301", true),
        (format!("s = \"x-a:\" r0\n{doubled}r40 = \"x\""), "r20", "SR301", true),
        (format!("s = \"x-a:\" r0\n{chain}r300 = \"x\""), "", "SR301", true),
        ("s = \"x-a:\" *ab \"a\" 40ab\nab = \"a\" / \"b\" \"\"".to_owned(), "", "SR301", false),
        ("s = \"x-a:\" host\nhost = 1*ALPHA".to_owned(), "", "SR302", false),
        ("s = \"x-b:\" *ALPHA".to_owned(), "", "SR305", false),
        ("s = n \":\" *ALPHA\nn = *( ALPHA / \"-\" )".to_owned(), "n", "SR305", false),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("org.toml");
    let name = file.to_str().expect("UTF-8");
    for (abnf, component, rule, is_refused) in rows {
        fs::write(&file, registry(&abnf, component)).expect("a file");
        let lint = run(["registry", "lint", name], b"");
        let text = utf8(&lint.stdout);
        let found = text.split("\n\n").find(|found| found.starts_with(&format!("error[{rule}]")));
        assert!(found.is_some_and(|found| found.contains("org.toml:")), "{abnf}\n{text}");
        let output = run(["--registry", name, "parse", "--json", "x-a:aaa"], b"");
        if is_refused {
            assert_eq!(output.status.code(), Some(1), "{abnf}");
            let text = utf8(&output.stderr);
            assert!(
                text.contains("URLs of `x-a` are refused: ") && text.contains(&format!("[{rule}]")),
                "{abnf}\n{text}"
            );
            assert!(text.contains("org.toml:"), "{text}");
            let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            assert_eq!((&value["valid"], &value["error"]["kind"]), (&false.into(), &"forbidden".into()), "{value}");
            let other = run(["--registry", name, "parse", "http://h/"], b"");
            assert_eq!(other.status.code(), Some(0));
            continue;
        }
        assert_eq!(output.status.code(), Some(1), "{abnf}");
        let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(value["error"]["kind"], "bad-grammar", "{value}");
        let message = value["error"]["message"].as_str().expect("text");
        let is_reported = message.starts_with("unusable grammar: the grammar of x-a cannot be used: ");
        assert!(is_reported && message.contains("org.toml:"), "{message}");
        assert!(!message.contains("too long"), "{message}");
        // Other schemes are unaffected.
        let other = run(["--registry", name, "parse", "http://h/"], b"");
        assert_eq!(other.status.code(), Some(0));
    }
}

/// A grammar may use any part as its host, even one after the port of another host.
#[test]
fn a_host_may_be_anywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("org.toml");
    let name = file.to_str().expect("UTF-8");
    let abnf = "s = \"x-a://\" hostport \"/\" r0\nr0 = *ALPHA";
    fs::write(&file, registry(abnf, "host=r0")).expect("a file");
    for text in ["x-a://h:1/abc", "x-a://h:01/", "x-a://h/abc"] {
        let output = run(["--registry", name, "canonical", text], b"");
        assert_eq!(utf8(&output.stdout).trim_end(), text);
    }
}

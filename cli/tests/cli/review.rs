//! What a reviewer of a registry file runs: `diff`, `changelog`, `delta`, `merge` and `lint`, on files, pipes and git.

use std::fs;

use anyurl_testkit::registry_file;
use serde_json::Value;

use super::common::{anyurl, finish, utf8};
use super::git::checkout;
use super::registry::Folder;

/// The file of an organization with a gateway and a policy.
fn org(version: &str, serial: u64, more: &str) -> String {
    let gateway = "[[gateway]]\nid = \"archive\"\nfor = [\"wais\"]\nmode = \"url\"\n\
        template = \"https://archive.example/?{url}\"\noperations = [\"get\"]\nstrip = [\"user\", \"password\", \"fragment\"]\n";
    let policy = "[policy]\nnever = [\"telnet\", \"status:historical\"]\n[policy.env.prod]\nnever = [\"ftp\"]\n";
    let text = registry_file("organization", "com.example", "com.example.*", &format!("{gateway}{policy}{more}"));
    text.replace("version = \"1.0.0\"", &format!("version = \"{version}\""))
        .replace("serial = 1", &format!("serial = {serial}"))
}

fn entry(name: &str) -> String {
    format!(
        "[[scheme]]\nname = \"{name}\"\nstatus = \"private\"\ndescription = \"a robot\"\napplications = [\"ours\"]\n\
         contact = [\"robots@example.com\"]\nchange_controller = \"Example\"\nsecurity = \"-\"\n\
         syntax = {{ grammar = \"rfc1738\", form = [\"{name}://<host>\"] }}\n\
         access = {{ kind = \"none\", locates = \"name\", name_properties = \"-\", operations = [], algorithm = \"Ask.\" }}\n\
         example = [{{ url = \"{name}://h\", accept = true }}, {{ url = \"{name}:h\", accept = false }}]\n"
    )
}

#[test]
fn a_loosened_policy_and_a_redirected_gateway_are_reported() {
    let before = org("1.0.0", 1, "");
    let after =
        org("1.1.0", 2, "").replace("\"telnet\", ", "").replace("https://archive.example", "http://evil.example");
    let folder = Folder::new([("a.toml", before.as_str()), ("b.toml", after.as_str())]);
    let (out, _) = folder.ends("registry diff a.toml b.toml", 0);
    let expected = "~ policy\n    loosening[SR738]: never: - \"telnet\"\n~ gateway archive\n    loosening[SR733]: template: \
                    \"https://archive.example/?{url}\" -> \"http://evil.example/?{url}\"\n2 loosening: version 1.1.0 or higher\n";
    assert_eq!(out, expected);
    for (severity, code) in [("breaking", 0), ("loosening", 1), ("tightening", 1), ("harmless", 1)] {
        folder.ends(&format!("registry diff a.toml b.toml --fail-on {severity}"), code);
    }
    let (_, error) = folder.ends("registry diff a.toml b.toml --fail-on worse", 2);
    assert!(
        error.contains("`worse` is not a severity: write `harmless`, `tightening`, `loosening` or `breaking`"),
        "{error}"
    );
    let (out, _) = folder.ends("registry diff --json a.toml b.toml", 0);
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&json["severity"], &json["version"]), (&"loosening".into(), &"1.1.0".into()));
    assert_eq!(json["changes"][1]["before"], "https://archive.example/?{url}");
    let (out, _) = folder.ends("registry changelog a.toml b.toml", 0);
    assert!(out.starts_with("## A test 1.1.0\n\n### Allowed or redirected now\n\n* `policy`: "), "{out}");
    folder.write("c.toml", &before.replace("\"archive\"", "\"museum\""));
    let (out, error) = folder.ends("registry merge a.toml c.toml --fail-on loosening", 1);
    assert!(out.contains("\"museum\"") && error.contains("~ gateway museum\n    loosening[SR733]: + {"), "{error}");
}

#[test]
fn the_serial_must_be_raised() {
    let folder =
        Folder::new([("a.toml", org("1.0.0", 3, "").as_str()), ("b.toml", &org("1.0.0", 3, &entry("com.example.r")))]);
    let (out, _) = folder.ends("registry diff a.toml b.toml", 1);
    assert!(out.contains("b.toml:8:10: error[SR710]: the content changed, but `serial` is still 3"), "{out}");
    assert!(out.contains("b.toml:7:11: warning[SR711]: the changes require version 1.0.1, not 1.0.0"), "{out}");
    folder.ends("--registry a.toml registry lock", 0);
    folder.ends("registry lint --lock registry.lock a.toml", 0);
    fs::rename(folder.file("b.toml"), folder.file("a.toml")).expect("a file");
    let (out, _) = folder.ends("registry lint --lock registry.lock a.toml", 1);
    assert!(out.contains("error[SR710]: `com.example` changed since the lock"), "{out}");
}

#[cfg(unix)]
#[test]
fn pipes_are_files() {
    let text = org("1.0.0", 1, &entry("com.example.r"));
    let folder = Folder::new([("a.toml", text.as_str())]);
    let piped = |words: &str| {
        let words = words.split(' ').collect::<Vec<_>>();
        finish(anyurl().current_dir(folder.file("")).args(words), text.as_bytes())
    };
    for (words, expected) in [
        ("registry lint -", "0 errors, 0 warnings, 0 notes\n"),
        ("registry lint /dev/stdin", "0 errors, 0 warnings, 0 notes\n"),
        ("registry diff - a.toml", ""),
        ("registry diff a.toml /dev/stdin", ""),
        ("registry fmt -", "[[gateway]]"),
        ("--registry - canonical COM.example.r://H", "com.example.r://h\n"),
        ("--registry - registry lint a.toml", "0 errors, 0 warnings, 0 notes\n"),
        ("registry export --format iana-csv -", "com.example.r"),
    ] {
        let output = piped(words);
        let out = utf8(&output.stdout);
        assert!(output.status.success(), "{words}: {}", utf8(&output.stderr));
        assert!(out == expected || !expected.is_empty() && out.contains(expected), "{words}: {out}");
    }
    let output = piped("registry promote - com.example.r --to provisional");
    assert!(utf8(&output.stdout).contains("status = \"provisional\""), "{}", utf8(&output.stderr));
    // A text without a folder cannot include files.
    let text = text.replace("claims", "include = [\"schemes/*.toml\", \"more.toml\"]\nclaims");
    let output = finish(anyurl().args(["registry", "lint", "-"]), text.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert!(utf8(&output.stdout).contains("more.toml"), "{}", utf8(&output.stdout));
}

#[test]
fn the_file_of_a_revision() {
    let before = org("1.0.0", 1, &entry("com.example.r"));
    let Some(folder) = checkout(&before) else { return };
    let run = |words: &str| finish(anyurl().current_dir(folder.path()).args(words.split(' ')), b"");
    assert_eq!(utf8(&run("registry diff --since HEAD org.toml").stdout), "");
    let after = before.replace("form = [\"com.example.r://<host>\"]", "form = [\"com.example.r://<host>/\"]");
    fs::write(folder.path().join("org.toml"), after).expect("a file");
    let output = run("registry diff --since HEAD org.toml");
    let out = utf8(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    assert!(out.contains("breaking[SR724]: syntax: form\n        no longer accepted: com.example.r://"), "{out}");
    assert!(utf8(&run("registry changelog --since HEAD org.toml").stdout).contains("### Breaking"));
    for (words, code, expected) in [
        ("registry diff org.toml", 2, "expected two files, or one and `--since REV`"),
        ("registry diff --since HEAD org.toml org.toml", 2, "expected one file"),
        ("registry diff --since v9 org.toml", 2, "unknown git revision `v9`"),
        ("registry diff --since HEAD other.toml", 3, "`HEAD:other.toml` cannot be read"),
    ] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(code), "{words}");
        assert!(utf8(&output.stderr).contains(expected), "{words}: {}", utf8(&output.stderr));
    }
    // In a shell, a substituted process.
    let line = "\"$0\" registry diff <(git show HEAD:org.toml) org.toml";
    let bash = std::process::Command::new("bash")
        .args(["-c", line, env!("CARGO_BIN_EXE_anyurl")])
        .current_dir(folder.path())
        .output();
    if let Ok(output) = bash {
        assert!(utf8(&output.stdout).contains("SR724"), "{}", utf8(&output.stderr));
    }
}

#[test]
fn an_included_file_is_a_part_of_its_layer() {
    let main = org("1.0.0", 1, "").replace("claims", "include = [\"schemes/*.toml\"]\nclaims");
    let folder = Folder::new([("org.toml", main.as_str())]);
    fs::create_dir_all(folder.file("schemes")).expect("a folder");
    let part = |name: &str| format!("schema = 1\n\n{}", entry(name));
    folder.write("schemes/com.example.r.toml", &part("com.example.r"));
    let (out, error) = folder.ends("registry lint schemes/com.example.r.toml", 0);
    assert_eq!((out.as_str(), error.as_str()), ("0 errors, 0 warnings, 0 notes\n", ""));
    // Only what is in the file is reported, and the claims are those of the layer.
    folder.write("org.toml", &(main + "[[mask]]\nname = \"ftp\"\n"));
    folder.write("schemes/org.other.r.toml", &part("org.other.r"));
    let (out, _) = folder.ends("registry lint schemes/org.other.r.toml", 1);
    assert!(out.contains("error[SR601]") && out.contains("schemes/org.other.r.toml:4:8"), "{out}");
    assert!(out.ends_with("1 error, 0 warnings, 0 notes\n"), "{out}");
    // Without its layer, it is checked by itself.
    fs::remove_file(folder.file("org.toml")).expect("a file");
    let (out, error) = folder.ends("registry lint schemes/org.other.r.toml", 0);
    assert_eq!(out, "0 errors, 0 warnings, 0 notes\n");
    assert!(error.contains("no registry file includes it"), "{error}");
    folder.write("schemes/bad.toml", &part("com.example.r").replace("status = \"private\"\n", ""));
    let (out, _) = folder.ends("registry lint schemes/bad.toml", 1);
    assert!(out.contains("SR009") && out.contains("schemes/bad.toml:3:1"), "{out}");
}

/// Errors that stop nothing say so; those that refuse a name or a file do not.
#[test]
fn errors_of_lint_only_are_marked() {
    let good = org("1.0.0", 1, &entry("com.example.r"));
    let folder = Folder::new([]);
    for (from, to, id, url) in [
        ("contact = [\"robots@example.com\"]\n", "", "SR203", Some("com.example.r://h")),
        ("accept = false", "accept = true", "SR309", Some("com.example.r://h")),
        ("\"com.example.r\"", "\"org.example.r\"", "SR601", None),
        ("status = \"private\"\n", "", "SR009", None),
        ("<host>", "<", "SR301", None),
    ] {
        folder.write("org.toml", &good.replacen(from, to, 1));
        let (out, _) = folder.ends("registry lint --json org.toml", 1);
        let found: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let one = found.iter().find(|one| one["id"] == id).unwrap_or_else(|| panic!("{id}: {out}"));
        assert_eq!(one["lint_only"] == true, url.is_some(), "{out}");
        if let Some(url) = url {
            folder.ends(&format!("--registry org.toml parse {url}"), 0);
            let (out, _) = folder.ends("registry lint org.toml", 1);
            assert!(out.contains("  = an error of lint only") && out.contains(" of lint only), "), "{out}");
        }
    }
}

#[test]
fn messages_have_the_whole_path() {
    let folder = Folder::new([]);
    fs::create_dir(folder.file("sub")).expect("a folder");
    for path in ["sub/nope.toml", "/nonexist.toml", "nope.toml"] {
        let (_, error) = folder.ends(&format!("registry lint {path}"), 3);
        assert!(error.starts_with(&format!("anyurl: `{path}` cannot be read: ")), "{error}");
    }
}

#[test]
fn delta_has_ids_and_values() {
    let folder = Folder::new([("org.toml", org("1.0.0", 1, "").as_str())]);
    let (draft, _) = folder.ends("registry new --override redis --facet port", 0);
    let own = &draft[draft.find("[[override]]").expect("an override")..];
    let own = own.replace("TODO", "-").replace("default = 6379", "default = 7000");
    folder.write("org.toml", &org("1.0.0", 1, &own));
    let (out, _) = folder.ends("--registry org.toml registry delta", 0);
    for line in [
        "breaking[SR734]: override redis port: com.example (org.toml:",
        "    breaking[SR726]: default: 6379 -> 7000\n",
        "loosening[SR733]: gateway archive: com.example (org.toml:",
        "wais -> https://archive.example/?{url}\n",
        "tightening[SR738]: policy telnet: com.example (org.toml:",
        "never, in the environment `prod`\n",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    folder.ends("--registry org.toml registry delta --fail-on breaking", 1);
    let (out, _) = folder.ends("--registry org.toml registry delta --json", 0);
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let port = lines.iter().find(|line| line["id"] == "SR734").expect("the override");
    assert_eq!((&port["changes"][0]["before"], &port["changes"][0]["after"]), (&6379.into(), &7000.into()));
}

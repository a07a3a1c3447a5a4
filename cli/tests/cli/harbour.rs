//! The registry of an invented harbour, kept through three releases by two owners: review, hand-over, a damaged bundle, an
//! old release that is put back, a deprecation and a removal.

use std::fs;

use serde_json::Value;

use super::registry::Folder;

/// The registry file of the harbour: the schemes are in a file for each owner.
fn main_file(version: &str, serial: u64, more: &str) -> String {
    format!(
        r#"schema = 1

[registry]
id = "com.example.harbour"
kind = "organization"
title = "Schemes of the harbour"
version = "{version}"
serial = {serial}
contact = ["urls@harbour.example.com"]
change_controller = "The harbour"
claims = ["com.example.harbour.*"]
include = ["schemes/*.toml"]

[policy]
never = ["telnet"]
{more}"#
    )
}

fn scheme(name: &str, owner: &str, port: u16, more: &str) -> String {
    format!(
        r#"schema = 1

[[scheme]]
name = "{name}"
status = "private"
description = "A place in the harbour"
owner = "{owner}"
applications = ["the harbour's tools"]
contact = ["{owner}@harbour.example.com"]
change_controller = "The harbour"
security = "All who are in the harbour can read every place."
encoding = "Names are US-ASCII."
{more}port = {{ default = {port}, transport = ["tcp"] }}
syntax = {{ grammar = "rfc3986", form = ["{name}://<host>[:<port>]/<place>"] }}
access = {{ kind = "steps", locates = "data-object", operations = ["get"], default = "get", algorithm = "Connect, send the place, and read to the end.", steps = [{{ connect = "{{host}}:{{port}}" }}, {{ send = "{{place}}\r\n" }}, {{ receive = "until-close" }}] }}
example = [{{ url = "{name}://h.example/a", accept = true }}, {{ url = "{name}:a", accept = false }}]
"#
    )
}

const BERTH: &str = "com.example.harbour.berth";
const CRANE: &str = "com.example.harbour.crane";
const ALL: &str = "--registry harbour.toml";

/// The changes of a diff as `subject id severity`.
fn changes(folder: &Folder, words: &str, code: i32) -> Vec<String> {
    let (out, _) = folder.ends(&format!("registry diff --json {words}"), code);
    let diff: Value = serde_json::from_str(&out).expect("JSON");
    let text = |one: &Value, key: &str| one[key].as_str().unwrap_or_default().to_owned();
    let line = |one: &Value| format!("{} {} {}", text(one, "subject"), text(one, "id"), text(one, "severity"));
    diff["changes"].as_array().expect("changes").iter().map(line).collect()
}

/// Releases the files of the folder: a copy to compare with, and a bundle.
fn release(folder: &Folder, number: u32) {
    folder.ends("registry lint harbour.toml", 0);
    let copy = folder.file(&format!("release-{number}"));
    fs::create_dir_all(copy.join("schemes")).expect("a folder");
    fs::copy(folder.file("harbour.toml"), copy.join("harbour.toml")).expect("a copy");
    for file in fs::read_dir(folder.file("schemes")).expect("a folder") {
        let path = file.expect("a file").path();
        fs::copy(&path, copy.join("schemes").join(path.file_name().expect("a name"))).expect("a copy");
    }
    folder.ends(&format!("{ALL} registry bundle --out harbour-{number}.bundle"), 0);
}

#[test]
fn a_registry_is_kept_through_three_releases() {
    let folder = Folder::new([("harbour.toml", main_file("1.0.0", 1, "").as_str())]);
    fs::create_dir(folder.file("schemes")).expect("a folder");
    let berth = format!("schemes/{BERTH}.toml");
    let crane = format!("schemes/{CRANE}.toml");
    folder.write(&berth, &scheme(BERTH, "quay", 7100, ""));
    folder.write(&crane, &scheme(CRANE, "lift", 7200, ""));

    // Each owner checks the file that was changed.
    for file in [&berth, &crane] {
        let (out, error) = folder.ends(&format!("registry lint {file}"), 0);
        assert_eq!((out.as_str(), error.as_str()), ("0 errors, 0 warnings, 0 notes\n", ""));
    }
    release(&folder, 1);

    // The application takes the first release, and locks it.
    fs::create_dir(folder.file("application")).expect("a folder");
    let deliver = |number: u32| {
        fs::copy(folder.file(&format!("harbour-{number}.bundle")), folder.file("application/harbour.bundle"))
            .expect("a copy")
    };
    let application = "--registry application/harbour.bundle";
    deliver(1);
    folder.ends(&format!("{application} registry lock"), 0);
    let plan = format!("{application} --locked plan {BERTH}://h/a");
    let (out, _) = folder.ends(&plan, 0);
    assert!(out.contains("connect  tcp h:7100"), "{out}");

    // The second release: one owner moves a port, the other deprecates a scheme, and the policy is loosened by mistake.
    folder.write(&berth, &scheme(BERTH, "quay", 7101, ""));
    let notice = format!(
        "deprecated = {{ since = \"2.0.0\", reason = \"the cranes are gone\", replacement = \"{BERTH}\", remove_after = 2027-06-30 }}\n"
    );
    folder.write(&crane, &scheme(CRANE, "lift", 7200, &notice));
    folder.write("harbour.toml", &main_file("1.0.0", 1, "").replace("\"telnet\"", ""));
    let expected = [
        "policy SR738 loosening".to_owned(),
        format!("{BERTH} 1.0.0 SR726 breaking"),
        format!("{CRANE} 1.0.0 SR730 harmless"),
    ];
    let found = changes(&folder, "release-1/harbour.toml harbour.toml", 1);
    let mut distinct = found.clone();
    distinct.dedup();
    assert_eq!(distinct, expected, "{found:?}");
    let (out, _) = folder.ends("registry diff release-1/harbour.toml harbour.toml", 1);
    assert!(out.contains("SR710") && out.contains("the changes require version 2.0.0"), "{out}");
    folder.write("harbour.toml", &main_file("2.0.0", 2, ""));
    folder.ends("registry diff release-1/harbour.toml harbour.toml --fail-on loosening", 1);
    let (out, _) = folder.ends("registry changelog release-1/harbour.toml harbour.toml", 0);
    assert!(out.starts_with("## Schemes of the harbour 2.0.0\n\n### Breaking\n"), "{out}");
    release(&folder, 2);

    // The application refuses it until a person has accepted it.
    deliver(2);
    let (_, error) = folder.ends(&plan, 3);
    assert!(error.contains("the serial of the layer `com.example.harbour` was 1, now 2"), "{error}");
    let accept = "anyurl --registry application/harbour.bundle registry lock";
    assert!(error.contains(&format!("accept it with `{accept}`")), "{error}");
    folder.ends(accept.trim_start_matches("anyurl "), 0);
    let (out, _) = folder.ends(&plan, 0);
    assert!(out.contains("connect  tcp h:7101"), "{out}");
    folder.write("links.txt", &format!("{CRANE}://h/a\nhttp://h/\n{CRANE}://h/b\n{BERTH}://h/a\n"));
    let (out, _) = folder.ends(&format!("{application} check --json links.txt"), 0);
    let summary: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (&summary["deprecated"][CRANE]["lines"], &summary["deprecated"][CRANE]["first"]),
        (&2.into(), &"links.txt:1".into())
    );

    // A bundle that was changed on the way, and an old one that was put back.
    let bundle = folder.read("application/harbour.bundle");
    folder.write("application/harbour.bundle", &bundle.replace("default = 7101", "default = 7666"));
    let (_, error) = folder.ends(&plan, 3);
    assert!(error.contains("the bundle was changed after it was written"), "{error}");
    deliver(1);
    let (_, error) = folder.ends(&plan, 3);
    assert!(error.contains("the layer `com.example.harbour` is older than the lock: serial 1, after 2"), "{error}");
    deliver(2);
    folder.ends(&plan, 0);

    // The third release removes the deprecated scheme; its date has passed.
    let (out, _) = folder.ends("registry lint --today 2027-07-01 harbour.toml", 1);
    assert!(out.contains("error[SR712]"), "{out}");
    fs::remove_file(folder.file(&crane)).expect("a file");
    let stone = format!(
        "\n[[tombstone]]\nname = \"{CRANE}\"\nremoved = 2027-07-01\nreason = \"the cranes are gone\"\nreplacement = \"{BERTH}\"\n"
    );
    folder.write("harbour.toml", &main_file("3.0.0", 3, &stone));
    let found = changes(&folder, "release-2/harbour.toml harbour.toml", 0);
    assert_eq!(found, [format!("tombstone {CRANE} SR736 tightening"), format!("{CRANE} 1.0.0 SR721 breaking")]);
    release(&folder, 3);
    deliver(3);
    folder.ends(&plan, 3);
    folder.ends(accept.trim_start_matches("anyurl "), 0);
    folder.ends(&plan, 0);
    let (_, error) = folder.ends(&format!("{application} parse {CRANE}://h/a"), 1);
    assert!(error.contains("was removed on 2027-07-01") && error.contains(&format!("help: use `{BERTH}`")), "{error}");
    // The name cannot come back.
    folder.write(&crane, &scheme(CRANE, "lift", 7200, ""));
    let (out, _) = folder.ends("registry lint harbour.toml", 1);
    assert!(out.contains("SR707"), "{out}");
}

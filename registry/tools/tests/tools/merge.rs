use super::layer;
use anyurl_declared::format::{MemoryFolder, RegistryFile};
use anyurl_registry_tools::{Merged, diff, join, merge};

fn entry(name: &str, more: &str) -> String {
    format!("\n[[scheme]]\nname = \"{name}\"\nstatus = \"historical\"\ndescription = \"d\"\n{more}")
}

fn three(base: &str, ours: &str, theirs: &str) -> Merged {
    merge(&layer(base), &layer(ours), &layer(theirs)).unwrap()
}

fn named(merge: &Merged) -> Vec<String> {
    merge.conflicts.iter().map(ToString::to_string).collect()
}

/// Description, base, ours, theirs, the expected entries, and the expected conflicts.
type Case = (&'static str, String, String, String, String, &'static [&'static str]);

fn cases() -> Vec<Case> {
    let (a, b) = (entry("a", ""), entry("b", ""));
    let port = |port: u16| entry("a", &format!("port = {{ default = {port} }}\n"));
    let controlled = |who: &str| entry("a", &format!("change_controller = \"{who}\"\n"));
    let both = a.replace("\"d\"", "\"e\"") + "change_controller = \"C\"\n";
    vec![
        ("nothing", a.clone(), a.clone(), a.clone(), a.clone(), &[]),
        ("added by theirs", b.clone(), b.clone(), a.clone() + &b, a.clone() + &b, &[]),
        ("added by ours", b.clone(), a.clone() + &b, b.clone(), a.clone() + &b, &[]),
        ("removed by theirs", a.clone() + &b, a.clone() + &b, b.clone(), b.clone(), &[]),
        ("removed by ours", a.clone() + &b, b.clone(), a.clone() + &b, b.clone(), &[]),
        ("removed by both", a.clone() + &b, b.clone(), b.clone(), b.clone(), &[]),
        ("facet of theirs", a.clone(), a.clone(), port(7), port(7), &[]),
        ("facet away", port(7), port(7), a.clone(), a.clone(), &[]),
        ("the same twice", a.clone(), port(7), port(7), port(7), &[]),
        ("two keys", a.clone(), a.replace("\"d\"", "\"e\""), controlled("C"), both, &[]),
        ("one facet, two ways", port(6), port(7), port(8), port(7), &["scheme a port: changed differently in both"]),
        (
            "one key, two ways",
            a.clone(),
            controlled("C"),
            controlled("D"),
            controlled("C"),
            &["scheme a change_controller: added differently in both"],
        ),
        (
            "changed and removed",
            a.clone() + &b,
            port(7) + &b,
            b.clone(),
            port(7) + &b,
            &["scheme a: changed in ours, removed in theirs"],
        ),
        (
            "removed and changed",
            a.clone() + &b,
            b.clone(),
            port(7) + &b,
            b.clone(),
            &["scheme a: removed in ours, changed in theirs"],
        ),
    ]
}

#[test]
fn three_way_merges() {
    for (what, base, ours, theirs, expected, conflicts) in cases() {
        let merged = three(&base, &ours, &theirs);
        assert_eq!(merged.text, layer(&expected).main().document.text(), "{what}");
        assert_eq!(named(&merged), conflicts, "{what}");
    }
}

#[test]
fn comments_and_subtables_stay_in_place() {
    let access = |kind: &str| {
        format!(
            "\n  [scheme.access] # how\n  kind = \"{kind}\"\n  locates = \"service\"\n  algorithm = \"a\"\n  operations = []\n"
        )
    };
    let ours = "# about a\n".to_owned() + &entry("a", "") + &entry("c", &access("none"));
    let theirs = entry("a", "") + "\n# about b\n" + &entry("b", &access("none"))[1..] + &entry("c", &access("handler"));
    let base = entry("a", "") + &entry("c", &access("none"));
    let merged = three(&base, &ours, &theirs);
    let expected = "# about a\n".to_owned()
        + &entry("a", "")
        + "\n# about b\n"
        + &entry("b", &access("none"))[1..]
        + &entry("c", &access("handler"));
    assert_eq!(merged.text, layer(&expected).main().document.text());
    assert!(merged.conflicts.is_empty());
}

#[test]
fn headers_merge_key_by_key() {
    let with = |from: &str, to: &str| {
        let text = layer("").main().document.text().replace(from, to);
        RegistryFile::from_text("x.toml", text).unwrap().layer().clone()
    };
    let base = layer("");
    let serial = with("serial = 1", "serial = 2");
    let title = with("\"A test\"\nversion", "\"Other\"\nversion");
    let merged = merge(&base, &serial, &title).unwrap();
    assert!(merged.text.contains("serial = 2") && merged.text.contains("title = \"Other\""));
    let merged = merge(&base, &serial, &with("serial = 1", "serial = 3")).unwrap();
    assert_eq!(named(&merged), ["registry serial: changed differently in both"]);
}

#[test]
fn two_versions_are_two_entries() {
    let two = entry("a", "version = \"2.0.0\"\n");
    let merged = three(&entry("a", ""), &entry("a", ""), &(entry("a", "") + &two));
    assert_eq!(merged.text, layer(&(entry("a", "") + &two)).main().document.text());
}

#[test]
fn joins() {
    let mask = "\n[[mask]]\nname = \"hxxp\"\nreason = \"r\"\n";
    let ours = entry("a", "") + &entry("c", "");
    let theirs = entry("b", "") + &entry("c", "").replace("\"d\"", "\"e\"") + mask;
    let merged = join(&layer(&ours), &layer(&theirs)).unwrap();
    let expected = entry("a", "") + &entry("b", "") + &entry("c", "") + mask;
    assert_eq!(merged.text, layer(&expected).main().document.text());
    assert_eq!(named(&merged), ["scheme c description: added differently in both"]);
    let conflict = &merged.conflicts[0];
    assert_eq!((conflict.ours.as_deref(), conflict.theirs.as_deref()), (Some("\"d\""), Some("\"e\"")));
}

/// A merge changes the main file alone: what it includes stays in files of its own, as do grammars.
#[test]
fn included_files_stay() {
    let main = layer(&entry("b", "")).main().document.text().replace("claims", "include = [\"s/*.toml\"]\nclaims");
    let syntax = "syntax = { grammar = \"rfc3986\", dialect = \"rfc5234\", start = \"a\", abnf_file = \"a.abnf\" }\n";
    let included = format!("schema = 1\n{}", entry("a", syntax));
    let files = MemoryFolder::new([("org.toml", main.as_str()), ("s/a.toml", &included), ("s/a.abnf", "a = \"a:\"\n")]);
    let ours = RegistryFile::read(&files, "", "org.toml").unwrap().layer().clone();
    let merged = merge(&ours, &ours, &ours).unwrap();
    assert_eq!(merged.text, main);
    let joined = join(&ours, &layer(&entry("c", ""))).unwrap();
    assert_eq!(joined.text, main + &entry("c", ""));
    let part = |text: &str| RegistryFile::from_text("a.toml", text).unwrap().layer().clone();
    let [before, theirs] = [included.clone(), included.replace("\"d\"", "\"e\"")].map(|text| part(&text));
    let merged = merge(&before, &before, &theirs).unwrap();
    assert_eq!(merged.text, theirs.main().document.text());
    let read = merged.read(&ours, "s/a.toml").unwrap();
    let changes: Vec<_> = diff(&ours, read.layer()).changes.iter().map(ToString::to_string).collect();
    assert_eq!(changes, ["harmless[SR731]: description: \"d\" -> \"e\""]);
}

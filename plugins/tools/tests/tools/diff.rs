use super::{SHIPPED, file, layer, read, scheme, shipped};
use locator_declared::format::{Finding, RegistryFile};
use locator_registry_tools::{GrammarChange, RegistryDiff, diff};

fn ids(diff: &RegistryDiff) -> Vec<&'static str> {
    diff.findings.iter().map(Finding::id).collect()
}

fn grammar(before: &RegistryFile, after: &RegistryFile) -> GrammarChange {
    let diff = diff(before, after);
    diff.changed[0].grammar.clone().unwrap()
}

/// The old and the new rule, and the URLs accepted only before and only after.
const GRAMMARS: &[(&str, &str, Option<&str>, Option<&str>)] = &[
    ("t = \"x-t:\" 1*ALPHA", "t = \"x-t:\" 1*3ALPHA", Some("x-t:aaaa"), None),
    ("t = \"x-t:\" 1*3ALPHA", "t = \"x-t:\" 1*ALPHA", None, Some("x-t:aaaa")),
    ("t = \"x-t:\" ALPHA", "t = \"x-t:\" DIGIT", Some("x-t:a"), Some("x-t:0")),
    ("t = \"x-t:\" 1*ALPHA", "t = \"x-t:\" ALPHA *ALPHA", None, None),
    ("t = \"x-t:\" *ALPHA", "t = \"x-t:\" 1*ALPHA", Some("x-t:"), None),
];

#[test]
fn witnesses() {
    for (old, new, only_old, only_new) in GRAMMARS {
        let (old_layer, new_layer) = (layer(&scheme("x-t", "1.0.0", old)), layer(&scheme("x-t", "1.1.0", new)));
        let change = grammar(&old_layer, &new_layer);
        let url = |witness: Option<&locator_registry_tools::WitnessUrl>| witness.map(|one| one.url.clone());
        assert_eq!(url(change.refused()).as_deref(), *only_old, "{old} {new}");
        assert_eq!(url(change.accepted()).as_deref(), *only_new, "{old} {new}");
        let is_same = only_old.is_none() && only_new.is_none();
        assert_eq!(change == GrammarChange::Same, is_same);
        let narrowed = diff(&old_layer, &new_layer);
        let expected: &[&str] = if only_old.is_some() { &["SR703"] } else { &[] };
        assert_eq!(ids(&narrowed), expected, "{old} {new}");
    }
}

#[test]
fn a_major_version_may_reject_more() {
    let before = layer(&scheme("x-t", "1.0.0", "t = \"x-t:\" 1*ALPHA"));
    let after = layer(&scheme("x-t", "2.0.0", "t = \"x-t:\" 1*3ALPHA"));
    let diff = diff(&before, &after);
    assert!(diff.findings.is_empty());
    let error = &diff.changed[0].grammar.as_ref().and_then(GrammarChange::refused).unwrap().error;
    let expected =
        format!("~ x-t 1.0.0 -> 2.0.0\n    syntax: abnf\n      no longer accepted: x-t:aaaa\n        {error}\n");
    assert_eq!(diff.to_string(), expected);
    // Next to the old version it is an addition.
    let text = scheme("x-t", "1.0.0", "t = \"x-t:\" 1*ALPHA") + &scheme("x-t", "2.0.0", "t = \"x-t:\" DIGIT");
    let both = layer(&text);
    let diff = locator_registry_tools::diff(&before, &both);
    assert_eq!((diff.added.len(), diff.changed.len()), (1, 0));
}

/// Rules outside the automaton: the grammars differ, but the schemes agree.
#[test]
fn a_component_that_is_out_of_range_is_no_witness() {
    let of = |rule: &str| {
        let rules = format!("t = \"x-t:\" ( \"a\" / n )\nn = {rule}");
        let component = "  [[scheme.syntax.component]]\n  name = \"n\"\n  rule = \"n\"\n  type = \"u16\"\n\n";
        let text = scheme("x-t", "1.0.0", &rules);
        layer(&text.replace("  [scheme.access]", &format!("{component}  [scheme.access]")))
    };
    let (before, after) = (of("1*5DIGIT"), of("1*5DIGIT / \"999999\""));
    let change = grammar(&before, &after);
    assert!(change.accepted().is_none() && change.refused().is_none());
    let GrammarChange::Other { alike, .. } = &change else { panic!("{change:?}") };
    assert_eq!(alike, &["x-t:999999"]);
    assert!(diff(&after, &before).findings.is_empty());
}

/// A witness may have a host, which the schemes check by their own rules.
#[test]
fn a_witness_with_a_host() {
    let of = |more: &str| {
        let rules = format!("t = \"x-t:\" ( \"a\" / \"//\" authority {more} )");
        let text = scheme("x-t", "1.0.0", &rules);
        layer(&text.replace("abnf =", "imports = [\"rfc3986\"]\n  abnf ="))
    };
    let change = grammar(&of(""), &of("[ \"/\" ]"));
    assert!(change.accepted().unwrap().url.ends_with('/'), "{change:?}");
}

#[test]
fn incomparable_grammars_have_a_reason() {
    let before = layer(&scheme("x-t", "1.0.0", "t = \"x-t:\" 1*ALPHA"));
    let after = layer(&scheme("x-t", "1.0.0", "t = \"x-t:\" nothing"));
    let GrammarChange::Unknown(why) = grammar(&before, &after) else { panic!("the rule exists") };
    assert!(why.contains("nothing"), "{why}");
}

/// The old status, the new status, and the findings.
const STATUSES: &[(&str, &str, &[&str])] = &[
    ("provisional", "permanent", &[]),
    ("provisional", "historical", &[]),
    ("permanent", "historical", &[]),
    ("permanent", "provisional", &["SR704"]),
    ("historical", "permanent", &["SR704"]),
    ("provisional", "private", &["SR704"]),
    ("private", "provisional", &[]),
    ("private", "historical", &["SR704"]),
    ("experimental", "provisional", &[]),
    ("reserved", "permanent", &[]),
];

#[test]
fn statuses() {
    for (old, new, expected) in STATUSES {
        let of = |status: &str| {
            layer(&format!("[[scheme]]\nname = \"dns\"\nstatus = \"{status}\"\ndescription = \"names\"\n"))
        };
        let diff = diff(&of(old), &of(new));
        assert_eq!(ids(&diff), *expected, "{old} {new}");
        assert!(diff.changed[0].status().is_some());
        assert_eq!(diff.changed[0].facets[0].keys, ["status"]);
    }
}

#[test]
fn added_and_removed_names() {
    let one = |name: &str, more: &str| {
        format!("[[scheme]]\nname = \"{name}\"\nstatus = \"provisional\"\ndescription = \"d\"\n{more}\n")
    };
    let before = layer(&(one("a-gone", "") + &one("b-old", "deprecated = { reason = \"r\" }") + &one("c", "")));
    let dead = "[[tombstone]]\nname = \"c\"\nremoved = 2026-01-01\n";
    let after = layer(&(one("d-new", "") + dead));
    let diff = diff(&before, &after);
    let names =
        |list: &[locator_registry_tools::SchemeVersion]| list.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&diff.removed), ["a-gone", "b-old", "c"]);
    assert_eq!(names(&diff.added), ["d-new"]);
    assert_eq!(ids(&diff), ["SR702"]);
    assert_eq!(diff.findings.iter().next().unwrap().scheme(), Some("a-gone"));
    let json = diff.to_json();
    assert_eq!(json["removed"][0]["name"], "a-gone");
    assert_eq!(json["findings"][0]["id"], "SR702");
    let text = diff.to_string();
    assert!(text.starts_with("- a-gone 1.0.0 (provisional)\n"), "{text}");
}

#[test]
fn equal_layers() {
    let text = scheme("x-t", "1.0.0", "t = \"x-t:\" 1*ALPHA");
    let other_place = read("other.toml", &format!("# moved\n{}", file(&format!("\n\n{text}"))));
    let diff = diff(&layer(&text), &other_place);
    assert!(diff.is_empty() && diff.findings.is_empty() && diff.to_string().is_empty());
}

/// A rule of the shipped registry requires one more digit.
#[test]
fn the_shipped_registry_narrowed() {
    let (before, text) = (shipped(), SHIPPED);
    assert!(diff(&before, &before).is_empty());
    let (head, tail) = text.split_at(text.find("name = \"tel\"").unwrap());
    let narrower = tail.replacen("\"+\" *separator DIGIT", "\"+\" *separator 2DIGIT", 1);
    assert_ne!(narrower, tail, "the grammar of `tel` has changed: update this test");
    let after = read("registry.toml", &(head.to_owned() + &narrower));
    let diff = diff(&before, &after);
    assert_eq!(diff.changed.len(), 1);
    let grammar = diff.changed[0].grammar.as_ref().unwrap();
    assert_eq!(grammar.refused().unwrap().url, "tel:+0");
    assert_eq!(grammar.accepted(), None);
    assert_eq!(ids(&diff), ["SR703"]);
}

use super::{SHIPPED, file, layer, read, scheme, shipped};
use std::collections::BTreeSet;

use anyurl_declared::format::{ChangeSeverity, Finding, RULES, RegistryFile};
use anyurl_registry_tools::{Change, GrammarChange, RegistryDiff, diff};

/// The findings, except that `serial` and `version` are as before.
fn ids(diff: &RegistryDiff) -> Vec<&'static str> {
    diff.findings.iter().map(Finding::id).filter(|id| !["SR710", "SR711"].contains(id)).collect()
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
        let url = |witness: Option<&anyurl_registry_tools::WitnessUrl>| witness.map(|one| one.url.clone());
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
    let diff = diff(&before, &after.clone());
    let error = &diff.changed[0].grammar.as_ref().and_then(GrammarChange::refused).unwrap().error;
    let expected = format!(
        "~ x-t 1.0.0 -> 2.0.0\n    breaking[SR724]: syntax: abnf\n        no longer accepted: x-t:aaaa\n          {error}\n\
         1 breaking: version 2.0.0 or higher\n"
    );
    assert!(diff.to_string().starts_with(&expected), "{diff}");
    // Next to the old version it is an addition.
    let text = scheme("x-t", "1.0.0", "t = \"x-t:\" 1*ALPHA") + &scheme("x-t", "2.0.0", "t = \"x-t:\" DIGIT");
    let both = layer(&text);
    let diff = anyurl_registry_tools::diff(&before, &both);
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
    assert!(ids(&diff(&after, &before)).is_empty());
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
    ("private", "historical", &[]),
    ("experimental", "historical", &[]),
    ("historical", "private", &["SR704"]),
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
        assert_eq!(diff.changes[0].summary(), format!("status: {old:?} -> {new:?}"));
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
        |list: &[anyurl_registry_tools::SchemeVersion]| list.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&diff.removed), ["a-gone", "b-old", "c"]);
    assert_eq!(names(&diff.added), ["d-new"]);
    assert_eq!(ids(&diff), ["SR702"]);
    assert_eq!(diff.findings.iter().next().unwrap().scheme(), Some("a-gone"));
    let json = diff.to_json();
    assert_eq!(json["removed"][0]["name"], "a-gone");
    assert_eq!(json["findings"][0]["id"], "SR702");
    assert_eq!(json["severity"], "breaking");
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
    // The numbers of sms are those of tel.
    assert_eq!(diff.changed.len(), 2);
    for (changed, refused) in diff.changed.iter().zip(["sms:+0", "tel:+0"]) {
        let grammar = changed.grammar.as_ref().unwrap();
        assert_eq!(grammar.refused().unwrap().url, refused);
        assert_eq!(grammar.accepted(), None);
    }
    assert_eq!(ids(&diff), ["SR703", "SR703"]);
}

/// A complete scheme with a port, components and steps.
const ROBOT: &str = r#"[[scheme]]
name = "com.example.robot"
alias = ["com.example.bot"]
status = "private"
description = "a robot"
contact = ["robots@example.com"]
change_controller = "Example"
port = { default = 5870, transport = ["tls"] }

  [scheme.syntax]
  grammar = "rfc1738"
  form = ["com.example.robot://<host>[:<port>]/<arm>"]

  [[scheme.syntax.component]]
  name = "arm"
  rule = "arm"
  type = "text"

  [scheme.access]
  kind = "steps"
  locates = "service"
  operations = ["get"]
  default = "get"
  algorithm = "Connect and send the arm."
  steps = [{ connect = "{host}:{port}" }, { send = "GET {arm}\r\n" }, { receive = "until-close" }]

  [scheme.plugin]
  library = "robot"
  version = "^1"
  abi = 1
  capabilities = ["clock"]
"#;

const GATEWAY: &str = r#"[[gateway]]
id = "archive"
for = ["com.example.robot"]
mode = "url"
template = "https://archive.example/?{url}"
operations = ["get"]
strip = ["user", "password"]
"#;

const OVERRIDE: &str = r#"[[override]]
name = "redis"
of = "public"
facet = "port"
expect = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
reason = "ours"
port = { default = 7000 }
"#;

const POLICY: &str = "[policy]\ndefault = \"user\"\nnever = [\"telnet\", \"status:historical\"]\n\
    allow_dylib = [\"a\"]\nallow_wasm = [\"w\"]\nmax_redirects = 3\n[policy.env.prod]\nnever = [\"ftp\"]\n";

/// The file, what is replaced in it and by what, and each change as `subject | change`.
const CHANGES: &[(&str, &str, &str, &[&str])] = &[
    (ROBOT, "5870", "5871", &["com.example.robot 1.0.0 | breaking[SR726]: port.default: 5870 -> 5871"]),
    (
        ROBOT,
        "\"tls\"",
        "\"tcp\"",
        &["com.example.robot 1.0.0 | breaking[SR726]: port.transport: [\"tls\"] -> [\"tcp\"]"],
    ),
    (
        ROBOT,
        "port = { default = 5870, transport = [\"tls\"] }\n",
        "",
        &[
            "com.example.robot 1.0.0 | breaking[SR726]: port.default: - 5870",
            "com.example.robot 1.0.0 | breaking[SR726]: port.transport: - [\"tls\"]",
        ],
    ),
    (
        ROBOT,
        "\"com.example.bot\"",
        "\"com.example.arm\"",
        &[
            "com.example.robot 1.0.0 | breaking[SR723]: alias: - \"com.example.bot\"",
            "com.example.robot 1.0.0 | loosening[SR723]: alias: + \"com.example.arm\"",
        ],
    ),
    (
        ROBOT,
        "description = \"a robot\"",
        "description = \"robots\"\ndeprecated = { reason = \"old\", remove_after = 2027-01-01 }",
        &[
            "com.example.robot 1.0.0 | harmless[SR730]: deprecated.reason: + \"old\"",
            "com.example.robot 1.0.0 | harmless[SR730]: deprecated.remove_after: + \"2027-01-01\"",
            "com.example.robot 1.0.0 | harmless[SR731]: description: \"a robot\" -> \"robots\"",
        ],
    ),
    (
        ROBOT,
        "type = \"text\"",
        "type = \"u16\"",
        &["com.example.robot 1.0.0 | breaking[SR725]: syntax.component arm.type: \"text\" -> \"u16\""],
    ),
    (
        ROBOT,
        "type = \"text\"",
        "type = \"text\"\n  secret = true",
        &["com.example.robot 1.0.0 | tightening[SR725]: syntax.component arm.secret: + true"],
    ),
    (
        ROBOT,
        "{ send = \"GET {arm}\\r\\n\" }",
        "{ send = \"PUT {arm}\\r\\n\" }, { send = \"Q\" }",
        &[
            "com.example.robot 1.0.0 | breaking[SR728]: access.steps\n      { connect = \"{host}:{port}\" }\n    - { send = \"GET {arm}\\r\\n\" }\n    + { send = \"PUT {arm}\\r\\n\" }\n    + { send = \"Q\" }\n      { receive = \"until-close\" }",
        ],
    ),
    (
        ROBOT,
        "algorithm = \"Connect",
        "algorithm = \"Please connect",
        &[
            "com.example.robot 1.0.0 | harmless[SR731]: access.algorithm: \"Connect and send the arm.\" -> \"Please connect and send the arm.\"",
        ],
    ),
    (
        ROBOT,
        "[\"clock\"]",
        "[\"clock\", \"network\"]",
        &["com.example.robot 1.0.0 | loosening[SR729]: plugin.capabilities: + \"network\""],
    ),
    (
        ROBOT,
        "library = \"robot\"",
        "kind = \"wasm\"\n  library = \"robot\"",
        &["com.example.robot 1.0.0 | loosening[SR729]: plugin.kind: + \"wasm\""],
    ),
    (
        GATEWAY,
        "https://archive.example/",
        "http://evil.example/",
        &[
            "gateway archive | loosening[SR733]: template: \"https://archive.example/?{url}\" -> \"http://evil.example/?{url}\"",
        ],
    ),
    (ROBOT, ROBOT, "", &["com.example.robot 1.0.0 | breaking[SR721]"]),
    ("# no scheme\n", "# no scheme\n", ROBOT, &["com.example.robot 1.0.0 | harmless[SR720]"]),
    (
        ROBOT,
        "\"private\"",
        "\"provisional\"",
        &["com.example.robot 1.0.0 | tightening[SR722]: status: \"private\" -> \"provisional\""],
    ),
    (
        ROBOT,
        "[:<port>]/<arm>",
        "/<arm>",
        &["com.example.robot 1.0.0 | breaking[SR724]: syntax: form\n    no longer accepted: com.example.robot://…"],
    ),
    (
        ROBOT,
        "  [scheme.plugin]",
        "  [[scheme.example]]\n  url = \"com.example.robot://h/a\"\n  accept = true\n\n  [scheme.plugin]",
        &["com.example.robot 1.0.0 | harmless[SR732]: example: + {…"],
    ),
    (
        ROBOT,
        "operations = [\"get\"]",
        "operations = [\"get\", \"put\"]",
        &["com.example.robot 1.0.0 | loosening[SR727]: access.operations: + \"put\""],
    ),
    (GATEWAY, "\"user\", ", "", &["gateway archive | loosening[SR733]: strip: - \"user\""]),
    (
        GATEWAY,
        "[\"com.example.robot\"]",
        "[\"wais\"]",
        &[
            "gateway archive | breaking[SR733]: for: - \"com.example.robot\"",
            "gateway archive | loosening[SR733]: for: + \"wais\"",
        ],
    ),
    (OVERRIDE, "7000", "7001", &["override redis port | breaking[SR726]: port.default: 7000 -> 7001"]),
    (OVERRIDE, "\"ours\"", "\"us\"", &["override redis port | harmless[SR734]: reason: \"ours\" -> \"us\""]),
    (OVERRIDE, OVERRIDE, "", &["override redis port | breaking[SR734]: - {…"]),
    (
        "[[mask]]\nname = \"telnet\"\nreason = \"r\"\n",
        "telnet",
        "ftp",
        &[
            "mask ftp | breaking[SR735]: + {\"name\":\"ftp\",\"reason\":\"r\"}",
            "mask telnet | loosening[SR735]: - {\"name\":\"telnet\",\"reason\":\"r\"}",
        ],
    ),
    (
        "[[tombstone]]\nname = \"com.example.x\"\nremoved = 2026-01-01\n",
        "removed = 2026-01-01",
        "removed = 2026-01-02",
        &["tombstone com.example.x | harmless[SR736]: removed: \"2026-01-01\" -> \"2026-01-02\""],
    ),
    ("[pin]\nhttp = \"=1.0.0\"\n", "=1.0.0", "=2.0.0", &["pin http | breaking[SR737]: \"=1.0.0\" -> \"=2.0.0\""]),
    (POLICY, "\"telnet\", ", "", &["policy | loosening[SR738]: never: - \"telnet\""]),
    (POLICY, "\"telnet\", ", "\"telnet\", \"wais\", ", &["policy | tightening[SR738]: never: + \"wais\""]),
    (
        POLICY,
        "never = [\"telnet\", ",
        "user = [\"telnet\"]\nnever = [",
        &["policy | loosening[SR738]: telnet: \"never\" -> \"user\""],
    ),
    (POLICY, "\"user\"", "\"never\"", &["policy | tightening[SR738]: default: \"user\" -> \"never\""]),
    (POLICY, "default = \"user\"\n", "", &["policy | loosening[SR738]: default: - \"user\""]),
    (POLICY, "[\"a\"]", "[\"a\", \"b\"]", &["policy | loosening[SR738]: allow_dylib: + \"b\""]),
    (POLICY, "[\"w\"]", "[]", &["policy | tightening[SR738]: allow_wasm: - \"w\""]),
    (POLICY, "max_redirects = 3", "max_redirects = 2", &["policy | tightening[SR738]: max_redirects: 3 -> 2"]),
    (POLICY, "[policy.env.prod]\nnever = [\"ftp\"]\n", "", &["policy.env.prod | loosening[SR738]: never: - \"ftp\""]),
    (
        POLICY,
        POLICY,
        "",
        &[
            "policy | loosening[SR738]: default: - \"user\"",
            "policy | loosening[SR738]: never: - \"status:historical\"",
            "policy | loosening[SR738]: never: - \"telnet\"",
            "policy | tightening[SR738]: allow_dylib: - \"a\"",
            "policy | tightening[SR738]: allow_wasm: - \"w\"",
            "policy | loosening[SR738]: max_redirects: - 3",
            "policy.env.prod | loosening[SR738]: never: - \"ftp\"",
        ],
    ),
    ("", "claims = [\"*\"]", "claims = [\"*\", \"x-*\"]", &["registry | loosening[SR739]: claims: + \"x-*\""]),
    ("", "\"organization\"", "\"team\"", &["registry | breaking[SR740]: kind: \"organization\" -> \"team\""]),
    (
        "[lint]\nSR105 = \"allow\"\nSR106 = \"warn\"\n",
        "SR106 = \"warn\"",
        "SR106 = { level = \"allow\", reason = \"r\" }",
        &["lint | loosening[SR741]: SR106: \"warn\" -> \"allow\""],
    ),
    ("[lint]\nSR105 = \"allow\"\n", "allow", "deny", &["lint | tightening[SR741]: SR105: \"allow\" -> \"deny\""]),
];

#[test]
fn every_change_has_an_id_and_a_severity() {
    let mut seen = BTreeSet::new();
    for (text, from, to, expected) in CHANGES {
        let text = file(&format!("\n{text}"));
        let changed = text.replacen(from, to, 1);
        assert_ne!(text, changed, "{from}");
        let (before, after) = (read("org.toml", &text), read("org.toml", &changed));
        let diff = diff(&before, &after);
        let found: Vec<_> = diff.changes.iter().map(|one| format!("{} | {one}", one.subject)).collect();
        let fits = |(found, expected): (&String, &&str)| {
            found == expected || expected.strip_suffix('…').is_some_and(|start| found.starts_with(start))
        };
        assert!(found.len() == expected.len() && found.iter().zip(*expected).all(fits), "{from}: {found:#?}");
        // The other way has as many changes, and none of a layer with itself.
        assert!(!anyurl_registry_tools::diff(&after, &before).is_empty());
        assert!(anyurl_registry_tools::diff(&after, &after).is_empty());
        let json = diff.to_json();
        assert_eq!(json["changes"].as_array().map(Vec::len), Some(expected.len()));
        assert_eq!(json["severity"], diff.severity().map_or("", ChangeSeverity::as_str));
        let others = ["SR420", "SR702", "SR703"];
        let ids: Vec<_> = diff.findings.iter().map(Finding::id).filter(|id| !others.contains(id)).collect();
        assert_eq!(ids, ["SR710", "SR711"], "{from}");
        seen.extend(diff.changes.iter().map(Change::id));
    }
    // `relocate` has a new name and a new layer.
    let others = ["SR742", "SR743"];
    let all = RULES.iter().map(|rule| (rule.id, rule.says)).filter(|(id, _)| !others.contains(id));
    let all = all.filter(|(_, says)| says.starts_with("change: ")).map(|(id, _)| id);
    assert_eq!(seen, all.collect(), "a kind of change without a row");
}

#[test]
fn a_serial_and_a_version_that_were_raised_are_enough() {
    let text = file(&format!("\n{POLICY}"));
    let raised = |version: &str| {
        let text = text.replacen("\"telnet\", ", "", 1).replacen("serial = 1", "serial = 2", 1);
        read("org.toml", &text.replacen("version = \"1.0.0\"", &format!("version = \"{version}\""), 1))
    };
    for (version, expected) in
        [("1.0.0", vec!["SR711"]), ("1.0.1", vec!["SR711"]), ("1.1.0", vec![]), ("2.0.0", vec![])]
    {
        let diff = diff(&read("org.toml", &text), &raised(version));
        let found: Vec<_> = diff.findings.iter().map(Finding::id).collect();
        assert_eq!(found, expected, "{version}: {}", diff.findings);
    }
}

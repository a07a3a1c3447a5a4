use anyurl_core::authors::Status;

use super::{layer, scheme};
use anyurl_declared::format::Finding;
use anyurl_registry_tools::{PromoteError, promote};

fn full(status: &str) -> String {
    let text = scheme("com.example.t", "1.0.0", "t = \"com.example.t:\" 1*ALPHA");
    text.replace("\"provisional\"", &format!("\"{status}\" # so far"))
}

const REFERENCE: &str = "\n  [[scheme.reference]]\n  url = \"https://example.com/t\"\n";

/// The text, the next status, and the findings that prevent the promotion.
#[test]
fn findings_prevent_a_promotion() {
    let fact = "[[scheme]]\nname = \"com.example.t\"\nstatus = \"provisional\"\ndescription = \"d\"\n".to_owned();
    let cases: &[(String, Status, &[&str])] = &[
        (full("private"), Status::Provisional, &[]),
        (full("provisional"), Status::Permanent, &["SR205"]),
        (full("provisional") + REFERENCE, Status::Permanent, &[]),
        (full("provisional") + REFERENCE, Status::Historical, &[]),
        (full("permanent") + REFERENCE, Status::Provisional, &["SR704"]),
        (full("historical") + REFERENCE, Status::Permanent, &["SR704"]),
        (full("private"), Status::Historical, &[]),
        (full("private"), Status::Reserved, &["SR704"]),
        (full("private").replace("1*ALPHA", "1*nothing"), Status::Provisional, &["SR301"]),
        (
            full("provisional").replace("security = \"A URL of this scheme is only a name.\"\n", "") + REFERENCE,
            Status::Permanent,
            &["SR212"],
        ),
        (fact, Status::Permanent, &["SR203", "SR204", "SR206", "SR212", "SR205", "SR209", "SR210"]),
    ];
    for (text, to, expected) in cases {
        let found: Vec<_> = match promote(&layer(text), "COM.example.t", *to) {
            Ok(_) => Vec::new(),
            Err(PromoteError::Refused(findings)) => findings.iter().map(Finding::id).collect(),
            Err(other) => panic!("{other}"),
        };
        assert_eq!(found, *expected, "{to:?} {text}");
    }
}

#[test]
fn only_the_status_is_rewritten() {
    let text = "# one\n".to_owned()
        + &full("private")
        + "\n# two\n"
        + &scheme("com.example.u", "1.0.0", "u = \"com.example.u:\"");
    let layer = layer(&text);
    let promotion = promote(&layer, "com.example.t", Status::Provisional).unwrap();
    let before = layer.main().document.text();
    assert_eq!(promotion.text, before.replace("\"private\" # so far", "\"provisional\" # so far"));
    assert_eq!(promotion.path, "org.toml");
}

#[test]
fn an_experiment_ends() {
    let text = full("experimental").replace("applications", "expires = 2027-01-01\ngraduates_to = \"t\"\napplications");
    let promotion = promote(&layer(&text), "com.example.t", Status::Private).unwrap();
    assert!(!promotion.text.contains("expires") && !promotion.text.contains("graduates_to"));
}

#[test]
fn the_highest_version_is_promoted() {
    let old = full("provisional");
    let new = old.replace("1.0.0", "2.0.0") + REFERENCE;
    let promotion = promote(&layer(&(old.clone() + &new)), "com.example.t", Status::Permanent).unwrap();
    let second = promotion.text.find("2.0.0").unwrap();
    assert!(promotion.text.find("\"permanent\"").unwrap() > second);
    assert!(promotion.text.contains("\"provisional\""));
}

#[test]
fn unknown_schemes_and_equal_statuses_are_errors() {
    let layer = layer(&full("private"));
    let unknown = promote(&layer, "nope", Status::Permanent).unwrap_err();
    assert_eq!(unknown.to_string(), "this layer has no scheme `nope`");
    let already = promote(&layer, "com.example.t", Status::Private).unwrap_err();
    assert_eq!(already.to_string(), "`com.example.t` already has the status private");
}

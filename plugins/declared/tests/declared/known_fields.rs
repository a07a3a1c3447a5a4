//! Keys of components about what their parts and fields mean: known fields, parts in any order, escapes, defaults.

use anyurl_core::Registry;
use anyurl_declared::AddToml;
use anyurl_testkit::registry_file;

const SCHEME: &str = r#"
[[scheme]]
name = "com.example.key"
status = "private"
description = "a key"
  [scheme.syntax]
  grammar = "rfc3986"
  dialect = "rfc5234"
  start = "key"
  imports = ["rfc3986"]
  abnf = """
key     = "com.example.key:" people [ ":" label [ mark ] ] [ "?" options ]
people  = person *( "," person )
person  = 1*( unreserved / "+" / "@" )
number  = "+" 1*( DIGIT / "-" )
label   = 1*( unreserved / pct-encoded / "!" )
mark    = "$"
options = option *( "&" option )
option  = 1*( unreserved / pct-encoded ) [ "=" *( unreserved / pct-encoded ) ]
digits  = 1*DIGIT
"""
  deviation = [{ rule = "mark", strict = true, id = "mark", message = "a mark is hard to type", section = "s1" }]
  component = [
    { name = "people", rule = "people", separator = ",", any_order = true, skip = "-", skip_rule = "number", case = "lower", case_after = "@" },
    { name = "label", rule = "label", unescape = "!" },
    { name = "options", rule = "options", type = "fields", field_case = "all", only_known = true, secret = [], field = [
        { name = "secret", required = true },
        { name = "digits", rule = "digits", default = "6" },
        { name = "issuer" },
    ] },
  ]
  [scheme.access]
  kind = "none"
  locates = "name"
  name_properties = "Names a key, for as long as the company keeps it."
  operations = []
  algorithm = "None: the URL is compared with others of its kind."
"#;

fn registry() -> Registry {
    let file = registry_file("organization", "com.example", "com.example.*", SCHEME);
    Registry::builder().add_toml("key.toml", file).unwrap_or_else(|error| panic!("{error}")).build()
}

/// A text after `com.example.key:`, and the message of its error, or nothing.
const VALUES: &[(&str, &str)] = &[
    ("a?secret=x", ""),
    ("a?SECRET=x&digits=8", ""),
    ("a?s%65cret=x&issuer", ""),
    ("a", ""),
    ("a?digits=8", "`secret` is required"),
    ("a?secret=x&digits=eight", "the rule `digits` of com.example.key does not match"),
    ("a?secret=x&digits=%38", ""),
    ("a?secret=x&digits", "the rule `digits` of com.example.key does not match"),
    ("a?secret=x&period=30", "com.example.key defines no other names than `secret`, `digits`, `issuer`"),
];

/// Texts after `com.example.key:`, and whether they mean the same.
const PAIRS: &[(&str, &str, bool)] = &[
    ("a,b", "b,a", true),
    ("a@H.x,b@i", "b@I,a@h.x", true),
    ("A@h", "a@h", false),
    ("+1-2,b", "b,+12", true),
    ("a-b", "ab", false),
    ("a:x%21", "a:x!", true),
    ("a:x%22", "a:x!", false),
    ("a?secret=x", "a?secret=x&digits=6", true),
    ("a?secret=x", "a?DIGITS=6&secret=x", true),
    ("a?secret=x", "a?secret=x&digits=8", false),
    ("a?secret=x&issuer=b", "a?secret=X&ISSUER=B", true),
];

#[test]
fn values_of_known_fields_are_checked() {
    let registry = registry();
    for (text, message) in VALUES {
        let found =
            registry.parse(&format!("com.example.key:{text}")).err().map(|error| error.requirement().text().to_owned());
        assert_eq!(found.unwrap_or_default(), *message, "{text}");
    }
}

#[test]
fn what_does_not_count_is_not_compared() {
    let registry = registry();
    for (one, other, are_same) in PAIRS {
        let texts = [one, other].map(|text| format!("com.example.key:{text}"));
        let [first, second] =
            texts.each_ref().map(|text| registry.parse(text).unwrap_or_else(|error| panic!("{text}: {error}")));
        assert_eq!(first.is_equivalent(&second), *are_same, "{one} and {other}");
        let canonical = first.to_canonical();
        assert!(registry.parse(&canonical).is_ok_and(|again| again.is_equivalent(&first)), "{canonical}");
    }
}

/// A deviation of strict mode is a warning in both modes.
#[test]
fn a_valid_text_can_have_a_warning() {
    let registry = registry();
    for parser in [registry.parser(), registry.parser().lenient()] {
        let ids =
            |text| parser.parse(text).unwrap().warnings().iter().map(|one| one.id().to_owned()).collect::<Vec<_>>();
        assert_eq!(ids("com.example.key:a:x$"), ["mark"]);
        assert_eq!(ids("com.example.key:a:x"), [""; 0]);
    }
}

//! The messages of known fields, and warnings about valid texts, of a scheme of `docs/schemes-as-data.md`.

use super::format_page::registry;

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

#[test]
fn values_of_known_fields_are_checked() {
    let registry = registry();
    for (text, message) in VALUES {
        let found =
            registry.parse(&format!("com.example.key:{text}")).err().map(|error| error.requirement().text().to_owned());
        assert_eq!(found.unwrap_or_default(), *message, "{text}");
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

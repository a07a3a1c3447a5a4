//! URLs in JSON.

use serde::de::DeserializeSeed;
use serde_json::Deserializer;

use super::{Lenient, REGISTRY, Strict, url};
use crate::url::{OwnedUrl, Parser};

/// Reads a URL from JSON with a parser.
fn read(parser: Parser<'_>, json: &str) -> serde_json::Result<OwnedUrl> {
    parser.deserialize(&mut Deserializer::from_str(json))
}

#[test]
fn the_text_comes_back() {
    for text in ["x-foo:a", "X-Foo://me:pw@H:080/%41?q#top", "x-foo:%22"] {
        let url = url::<Strict>(text);
        let json = serde_json::to_string(&url).unwrap();
        assert_eq!(json, format!("\"{text}\""));
        assert_eq!(serde_json::to_string(&url.as_url()).unwrap(), json, "borrowed");
        assert_eq!(serde_json::from_str::<OwnedUrl<Strict>>(&json).unwrap(), text);
        assert_eq!(read(REGISTRY.parser(), &json).unwrap(), text);
    }
    // A text with an escape of JSON cannot be borrowed from it.
    assert_eq!(serde_json::from_str::<OwnedUrl<Lenient>>(r#""x-foo:\/a""#).unwrap(), "x-foo:/a");
}

#[test]
fn the_parser_decides_what_is_valid() {
    let spaced = r#""x-foo:a b""#;
    assert_eq!(serde_json::from_str::<OwnedUrl<Lenient>>(spaced).unwrap(), "x-foo:a b");
    assert_eq!(read(REGISTRY.parser().lenient(), spaced).unwrap(), "x-foo:a b");
    assert!(serde_json::from_str::<OwnedUrl<Strict>>(spaced).is_err());
    assert!(read(REGISTRY.parser(), spaced).is_err());
    // RFC 1738 has no fragments.
    let json = r#""x-foo:a#b""#;
    assert_eq!(read(REGISTRY.parser(), json).unwrap().fragment(), Some("b"));
    assert!(read(REGISTRY.parser().rfc1738(), json).is_err());
}

#[test]
fn errors_give_the_reason_and_no_password() {
    for (json, reason) in [
        (r#""x-foo://me:S3CRET@h/a b""#, "unexpected space"),
        (r#""x-foo://me:S3 CRET@h/""#, "unexpected"),
        (r#""//me:S3CRET@h/""#, "scheme"),
        (r#""""#, "scheme"),
        ("7", "expected a URL"),
        ("null", "expected a URL"),
        (r#"["x-foo:a"]"#, "expected a URL"),
    ] {
        let derived = serde_json::from_str::<OwnedUrl<Strict>>(json).unwrap_err();
        for error in [derived, read(REGISTRY.parser(), json).unwrap_err()] {
            let shown = format!("{error} {error:?}");
            assert!(shown.contains(reason), "{json}: {shown}");
            assert!(!shown.contains("S3") && !shown.contains("CRET"), "{json}: {shown}");
        }
    }
}

//! URLs as the types of other crates, and back.

use std::cell::Cell;
use std::fmt::Display;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};

use super::{Lenient, Strict, url};
use crate::diagnostics::error::Error;
use crate::interop::ConversionError;
use crate::text::prelude::*;
use crate::url::{DefaultParser, OwnedUrl, Url};

/// Converts a URL in each way, which must give the same result.
fn convert<T, D>(url: &OwnedUrl<D>) -> Result<T, ConversionError>
where
    T: for<'u> TryFrom<&'u OwnedUrl<D>, Error = ConversionError> + Display,
    T: for<'u> TryFrom<Url<'u, D>, Error = ConversionError>,
{
    let (owned, borrowed) = (T::try_from(url), T::try_from(url.as_url()));
    let text = |result: &Result<T, ConversionError>| result.as_ref().map(T::to_string).map_err(Clone::clone);
    assert_eq!(text(&owned), text(&borrowed));
    owned
}

/// The message about a URL that cannot be converted, in which no password may be.
#[track_caller]
fn refusal<T, D: DefaultParser>(text: &str) -> String
where
    T: for<'u> TryFrom<&'u OwnedUrl<D>, Error = ConversionError> + Display,
    T: for<'u> TryFrom<Url<'u, D>, Error = ConversionError>,
{
    match convert::<T, D>(&url(text)) {
        Ok(other) => panic!("{text} is converted to {other}"),
        Err(error) => error.to_string(),
    }
}

/// A URL in many spellings, valid or not.
const TEXTS: &str = r"(http|HTTPS|ftp|x-foo|tel|h)(://|:/|:)((me|me:S3CRET|me%3aS3CRET)@)?(h|H\.example|\[::1\]|127\.1|%41)?(:|:80|:8080)?(/[a-z~.|A-Z ]{0,4}|/%41|/\.\.){0,3}(\?[a-z=&+']{0,4})?(#[a-z]{0,2})?";

/// Converts generated texts: what is converted comes back as the same text, and no error repeats a password.
fn check_round_trips<T, D: DefaultParser>()
where
    T: for<'u> TryFrom<&'u OwnedUrl<D>, Error = ConversionError> + Display,
    T: for<'u> TryFrom<Url<'u, D>, Error = ConversionError>,
    OwnedUrl<D>: for<'t> TryFrom<&'t T, Error = Error>,
{
    let asked = std::env::var("ANYURL_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases = asked.unwrap_or(500).max(500);
    let config = Config { cases, rng_seed: RngSeed::Fixed(1738), failure_persistence: None, ..Config::default() };
    let (converted, refused) = (Cell::new(0), Cell::new(0));
    let outcome = TestRunner::new(config).run(&TEXTS, |text| {
        let Ok(url) = text.parse::<OwnedUrl<D>>() else { return Ok(()) };
        match convert::<T, D>(&url) {
            Ok(other) => {
                converted.set(converted.get() + 1);
                prop_assert_eq!(other.to_string(), url.as_str());
                let back = OwnedUrl::<D>::try_from(&other).map_err(|error| TestCaseError::fail(error.to_string()))?;
                prop_assert_eq!(back, url);
            }
            Err(error) => {
                refused.set(refused.get() + 1);
                let shown = format!("{error} {error:?}");
                prop_assert!(!shown.to_ascii_lowercase().contains("s3cret"), "{}", shown);
            }
        }
        Ok(())
    });
    if let Err(TestError::Fail(reason, text)) = outcome {
        panic!("{text}: {reason}");
    }
    // The texts test both outcomes.
    assert!(converted.get() >= 20 && refused.get() >= 20, "{} converted, {} refused", converted.get(), refused.get());
}

#[cfg(feature = "url")]
mod whatwg {
    use ::url::Url as WhatwgUrl;

    use super::*;

    #[test]
    fn texts_are_kept_or_refused() {
        for text in ["http://h/", "http://me:pw@h:8080/a?b#c", "x-foo:a", "x-foo://H/", "mailto:a@b"] {
            assert_eq!(convert::<WhatwgUrl, Strict>(&url(text)).unwrap().as_str(), text);
        }
        for (text, changed) in [
            ("http://h", "http://h/"),
            ("HTTP://h/", "http://h/"),
            ("http://H/", "http://h/"),
            ("http://h:80/", "http://h/"),
            ("http://h/a/../b", "http://h/b"),
            ("http://me:S3CRET@H/", "http://me:***@h/"),
        ] {
            assert_eq!(
                refusal::<WhatwgUrl, Strict>(text),
                format!("the crate `url` would change the URL to `{changed}`: convert that, or keep the text")
            );
        }
        let reason = "the crate `url` rejects the URL: ";
        assert_eq!(refusal::<WhatwgUrl, Strict>("http://h:99999/"), format!("{reason}invalid port number"));
        assert_eq!(refusal::<WhatwgUrl, Strict>("http://1.2.3.456/"), format!("{reason}invalid IPv4 address"));
    }

    #[test]
    fn round_trips() {
        check_round_trips::<WhatwgUrl, Strict>();
        check_round_trips::<WhatwgUrl, Lenient>();
    }

    #[test]
    fn the_parser_decides_what_is_valid() {
        let spaced = WhatwgUrl::parse("x-foo:a|b").unwrap();
        assert_eq!(OwnedUrl::<Lenient>::try_from(&spaced).unwrap(), "x-foo:a|b");
        let error = OwnedUrl::<Strict>::try_from(&spaced).unwrap_err();
        assert!(error.to_string().contains("unexpected `|`"), "{error}");
    }
}

#[cfg(feature = "http")]
mod http {
    use ::http::Uri;

    use super::*;

    #[test]
    fn texts_are_kept_or_refused() {
        for text in ["http://h/", "https://me:pw@H:8080/a?b", "x-foo://h/../a"] {
            assert_eq!(convert::<Uri, Strict>(&url(text)).unwrap().to_string(), text);
        }
        for (text, changed) in
            [("http://h", "http://h/"), ("HTTP://h/", "http://h/"), ("http://me:S3CRET@h/#top", "http://me:***@h/")]
        {
            assert_eq!(
                refusal::<Uri, Strict>(text),
                format!("the crate `http` would change the URL to `{changed}`: convert that, or keep the text")
            );
        }
        // `http` reads the first two as a host and a port.
        for (text, reason) in [("tel:80", "it has no host"), ("h:", "it has no host"), ("x-foo:/a", "invalid")] {
            let refusal = refusal::<Uri, Strict>(text);
            assert!(refusal.starts_with(&format!("the crate `http` rejects the URL: {reason}")), "{refusal}");
        }
    }

    #[test]
    fn round_trips() {
        check_round_trips::<Uri, Strict>();
        check_round_trips::<Uri, Lenient>();
    }

    #[test]
    fn request_targets_are_no_urls() {
        for target in ["/a", "*", "h:80", "h", "me:S3CRET@h:80"] {
            let uri: Uri = target.parse().unwrap();
            let error = OwnedUrl::<Strict>::try_from(&uri).unwrap_err().to_string();
            assert!(error.contains("scheme") && !error.contains("S3CRET"), "{target}: {error}");
        }
    }
}

#[cfg(feature = "fluent-uri")]
mod fluent_uri {
    use ::fluent_uri::Uri;

    use super::*;

    #[test]
    fn texts_are_kept_or_refused() {
        for text in ["http://h", "HTTP://me:pw@H:080/a/../b?c#d", "x-foo:a", "tel:80"] {
            assert_eq!(convert::<Uri<String>, Strict>(&url(text)).unwrap().as_str(), text);
        }
        // The message must not be the text, as that of `fluent-uri` for an owned text is.
        for (text, at) in [("x-foo://me:S3CRET@h/a b", 21), ("x-foo:|", 6)] {
            let refusal = refusal::<Uri<String>, Lenient>(text);
            assert!(refusal.starts_with("the crate `fluent-uri` rejects the URL: "), "{refusal}");
            assert!(refusal.contains(&at.to_string()) && !refusal.contains(text), "{refusal}");
            assert!(!refusal.contains("S3CRET"), "{refusal}");
        }
    }

    #[test]
    fn round_trips() {
        check_round_trips::<Uri<String>, Lenient>();
    }

    #[test]
    fn strict_urls_are_uris() {
        for text in ["x-foo:", "x-foo://h:/", "x-foo:a//b?c?d#e?f"] {
            assert!(convert::<Uri<String>, Strict>(&url(text)).is_ok(), "{text}");
        }
    }
}

//! Properties of any text, in both modes and profiles.

use anyurl::{Options, Report};
use anyurl_testkit::check_properties;
use proptest::prelude::*;

/// The registered schemes, an unregistered one, and one in upper case.
fn scheme() -> impl Strategy<Value = String> {
    let names: Vec<String> = crate::rfc1738()
        .entries()
        .map(|entry| entry.name().to_owned())
        .chain(["x-foo".into(), "HTTP".into()])
        .collect();
    prop::sample::select(names)
}

/// Texts of the characters at which rules meet, which resemble a schemepart more often than random texts do.
fn schemepart() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-z0-9.]{1,5}",
        2 => "[:/?#@;&=%.+*~ -]",
        1 => Just("//".to_owned()),
        1 => "%[0-9A-Fa-f]{2}",
        1 => any::<char>().prop_map(String::from),
    ];
    (any::<bool>(), prop::collection::vec(piece, 0..12))
        .prop_map(|(slashes, pieces)| format!("{}{}", if slashes { "//" } else { "" }, pieces.concat()))
}

fn check(text: &str) -> Result<(), TestCaseError> {
    check_properties(crate::rfc1738(), text).map_err(TestCaseError::fail)
}

proptest! {
    #![proptest_config(crate::property(1738))]

    #[test]
    fn any_text_satisfies_the_properties(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn any_schemepart_satisfies_the_properties(scheme in scheme(), part in schemepart()) {
        check(&format!("{scheme}:{part}"))?;
    }

    /// A proposed correction is valid, and a report can always be drawn.
    #[test]
    fn repairs_are_valid(scheme in scheme(), part in schemepart()) {
        let text = format!("{scheme}:{part}");
        if let Err(error) = crate::rfc1738().parse(&text) {
            let report = Report::new(crate::rfc1738(), &text, Options::new().rfc1738(), &error);
            prop_assert!(report.to_string().contains(error.requirement().section()));
            if let Some(repaired) = &report.explanation().repaired {
                prop_assert!(crate::rfc1738().parse(repaired).is_ok(), "{text:?} -> {repaired:?}");
            }
        }
    }

    /// A password never appears in `Debug`, errors, reports, corrections or warnings.
    #[test]
    fn passwords_never_show(
        scheme in scheme(),
        user in "[a-z]{0,4}",
        secret in "(SECRET[a-zA-Z0-9.;=&~ -]{0,4}){1,2}",
        rest in "(/[a-z~]{0,6}|:80/?|:x|_|)",
        lenient in any::<bool>(),
    ) {
        let text = format!("{scheme}://{user}:{secret}@h{rest}");
        let options = if lenient { Options::new().rfc1738().lenient() } else { Options::new().rfc1738() };
        let shown = match crate::rfc1738().parser().options(options).parse(&text) {
            Ok(url) => {
                let parts: Vec<_> = url.components().collect();
                format!("{url:?} {parts:?} {:?} {}", url.warnings(), url.redaction().apply(url.text()))
            }
            Err(error) => {
                let report = Report::new(crate::rfc1738(), &text, options, &error);
                format!("{error:?} {error} {report} {:?}", report.repaired())
            }
        };
        prop_assert!(!shown.contains("SECRET"), "{shown}");
    }

    /// Decoding inverts encoding, in every class.
    #[test]
    fn bytes_survive(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let mut text = String::new();
        anyurl::authors::escape::encode(&bytes, &anyurl::authors::Class::uchar("uchar"), &mut text);
        prop_assert_eq!(&*anyurl::authors::escape::decode(&text), &*bytes);
        let one_by_one: Vec<u8> = anyurl::authors::escape::bytes(&text).map(|(_, byte)| byte).collect();
        prop_assert_eq!(one_by_one, bytes);
    }
}

//! Ids of warnings, plan notes, kinds of errors and kinds of refusals.

use super::meaning::Meaning;

const WARNING: &str = "warning";
const NOTE: &str = "note of a plan";
const ERROR: &str = "kind of error";
const REFUSAL: &str = "kind of refusal";

/// Kind, id and meaning.
#[rustfmt::skip]
const IDS: [(&str, &str, &str); 31] = [
    (WARNING, "nondefault-port", "the port is not the default port of the scheme; another protocol may use it (RFC 1738 §6)"),
    (WARNING, "reserved-port", "the port is below 1024 and not the default port: it is reserved for another protocol, whose commands the URL may contain (RFC 1738 §6)"),
    (WARNING, "password-in-url", "anyone who sees the URL can read the password (RFC 1738 §6)"),
    (WARNING, "unregistered-scheme", "the scheme is not registered, so only the generic syntax was checked"),
    (WARNING, "deprecated-scheme", "the registry says that the scheme is to be used no more; the message has the reason and the replacement"),
    (WARNING, "ambiguous-host", "browsers find another host in the URL: there is a `?` in the user name, or the host ends with a number but is not an IPv4 address of four decimal numbers, or it contains characters outside US-ASCII"),
    (WARNING, "misleading-user", "the user name looks like a host and hides the real one after its `@` (RFC 1738 §6)"),
    (WARNING, "encoded-delimiter", "an escape encodes a byte that is a delimiter in the protocol of the scheme (RFC 1738 §6)"),
    (NOTE, "guessed-type", "the URL has no typecode, so the transfer type is guessed from the name"),
    (NOTE, "deprecated-scheme", "the registry says that the scheme is to be used no more; the message has the reason and the replacement"),
    (NOTE, "skipped", "the URL lacks a component that a step of a registry file sends, so the step and the replies it would receive are skipped (SR407)"),
    (ERROR, "missing", "a required part is missing"),
    (ERROR, "unexpected", "the grammar does not allow this character or text here"),
    (ERROR, "out-of-range", "a number or a length is out of range"),
    (ERROR, "bad-escape", "a `%` is not followed by two hexadecimal digits"),
    (ERROR, "forbidden", "the grammar allows the text, but the prose of the document forbids it"),
    (ERROR, "unknown-scheme", "the requested scheme is not registered"),
    (ERROR, "other-scheme", "the text has another scheme than the requested one"),
    (ERROR, "too-long", "the text exceeds the length limit"),
    (ERROR, "bad-grammar", "the registered grammar of the scheme is unusable: `locator registry lint` explains why"),
    (REFUSAL, "unsafe-octets", "a decoded byte would inject protocol text (RFC 1738 §6)"),
    (REFUSAL, "no-access-method", "no method is known to access this scheme"),
    (REFUSAL, "denied", "a registry file's policy denies access: `locator registry why SCHEME` names the file"),
    (REFUSAL, "unsupported", "the scheme does not support the operation"),
    (REFUSAL, "missing-value", "the plan needs a value that the environment does not supply"),
    (REFUSAL, "unsafe-value", "a value from the environment would inject protocol text"),
    (REFUSAL, "no-port", "the URL has no port, and the scheme has no default port"),
    (REFUSAL, "too-long", "the URL has too many parts for a plan"),
    (REFUSAL, "no-gateway-locator", "the gateway of the scheme has no locator for the URL"),
    (REFUSAL, "failed", "the library that provides the scheme failed to make the plan"),
    (REFUSAL, "bad-host", "the host of a valid URL cannot be looked up: decoded, it is neither a name nor an address"),
];

pub(super) fn meanings() -> impl Iterator<Item = Meaning> {
    IDS.into_iter().map(|(kind, id, says)| Meaning::new(id, kind).with("says", says))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use locator::plan::{Need, Operation, PlanError};
    use locator::{ErrorKind, Options, Span};

    use super::*;

    fn ids(kind: &str) -> BTreeSet<&'static str> {
        IDS.iter().filter(|row| row.0 == kind).map(|row| row.1).collect()
    }

    #[test]
    fn each_kind_of_error_is_explained() {
        use ErrorKind::{
            BadEscape, BadGrammar, Forbidden, Missing, OtherScheme, OutOfRange, TooLong, Unexpected, UnknownScheme,
        };
        let kinds =
            [Missing, Unexpected, OutOfRange, BadEscape, Forbidden, UnknownScheme, OtherScheme, TooLong, BadGrammar];
        assert_eq!(ids(ERROR), kinds.map(ErrorKind::as_str).into());
    }

    #[test]
    fn each_kind_of_refusal_is_explained() {
        let (text, span) = (String::new, Span::new(0, 0));
        let errors = [
            PlanError::UnsafeByte { byte: 0, component: text(), span, step: "" },
            PlanError::NoAccessMethod { what: text(), help: "", span },
            PlanError::Denied { by: text(), span },
            PlanError::Unsupported { operation: Operation::Update, scheme: text() },
            PlanError::Missing(Need::Email),
            PlanError::UnsafeValue(Need::Email),
            PlanError::NoPort(span),
            PlanError::TooLong(0),
            PlanError::NoLocator(text()),
            PlanError::Failed { scheme: text(), why: text() },
            PlanError::BadHost { host: text(), why: "", span },
        ];
        assert_eq!(ids(REFUSAL), errors.iter().map(PlanError::kind).collect());
    }

    #[test]
    fn each_warning_is_explained() {
        let urls = [
            "http://h:8080/",
            "http://h:21/",
            "ftp://u:p@h/",
            "x-unknown:a",
            "ftp://a?@h/",
            "http://1.2/",
            "ftp://www.example.com@h/",
            "gopher://h/0a%0D%0Ab",
            "ftp://h/a%0Ab",
        ];
        let mut found = BTreeSet::new();
        for url in urls {
            for options in [Options::new(), Options::new().lenient(), Options::new().current()] {
                let Ok(url) = locator::registry().parser().options(options).parse(url) else { continue };
                let warnings = [url.warnings(), url.access_warnings()].concat();
                let ids = warnings.iter().map(|warning| warning.id().to_owned());
                found.extend(ids.filter(|id| !id.starts_with("A-")));
            }
        }
        let found: BTreeSet<_> = found.iter().map(String::as_str).collect();
        assert_eq!(found, ids(WARNING));
    }
}

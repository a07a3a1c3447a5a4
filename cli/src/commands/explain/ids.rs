//! Ids of plan notes, kinds of errors and kinds of refusals, and those of warnings.

use anyurl::compare::ComparisonVerdict;

use super::meaning::Meaning;
use crate::warnings;

const NOTE: &str = "note of a plan";
const ERROR: &str = "kind of error";
const REFUSAL: &str = "kind of refusal";
const RULE: &str = "rule of registry files";

/// Kind, id and meaning.
#[rustfmt::skip]
const IDS: [(&str, &str, &str); 27] = [
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
    (ERROR, "bad-grammar", "the registered grammar of the scheme is unusable: `anyurl registry lint` explains why"),
    (REFUSAL, "unsafe-octets", "a decoded byte would inject protocol text (RFC 1738 §6)"),
    (REFUSAL, "no-access-method", "no method is known to access this scheme"),
    (REFUSAL, "denied", "a registry file's policy denies access: `anyurl registry why SCHEME` names the file"),
    (REFUSAL, "unsupported", "the scheme does not support the operation"),
    (REFUSAL, "missing-value", "the plan needs a value that the environment does not supply"),
    (REFUSAL, "unsafe-value", "a value from the environment would inject protocol text"),
    (REFUSAL, "no-port", "the URL has no port, and the scheme has no default port"),
    (REFUSAL, "too-long", "the URL has too many parts for a plan"),
    (REFUSAL, "no-gateway-locator", "the gateway of the scheme has no locator for the URL"),
    (REFUSAL, "failed", "the library that provides the scheme failed to make the plan"),
    (RULE, "mistake", "an entry has a text of its own for this error: `[[scheme.syntax.mistake]]`"),
    (RULE, "masked", "a registry file disables the name: `[[mask]]`"),
    (RULE, "removed", "a registry file says that the name was removed for good: `[[tombstone]]`"),
    (RULE, "refused", "the library or module of the scheme cannot be loaded, or the application refuses the name"),
    (REFUSAL, "bad-host", "the host of a valid URL cannot be looked up: decoded, it is neither a name nor an address"),
];

pub(super) fn meanings() -> impl Iterator<Item = Meaning> {
    let warnings = warnings::IDS.into_iter().map(|(id, says)| ("warning", id, says));
    let verdicts =
        ComparisonVerdict::ALL.iter().map(|verdict| ("verdict of a comparison", verdict.as_str(), verdict.meaning()));
    warnings.chain(IDS).chain(verdicts).map(|(kind, id, says)| Meaning::new(id, kind).with("says", says))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use anyurl::plan::{Need, Operation};
    use anyurl::{ErrorKind, PlanError, Span};

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
        assert_eq!(ids(REFUSAL), errors.iter().map(|error| error.kind().as_str()).collect());
    }
}

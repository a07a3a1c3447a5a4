//! Ids that are words: warnings, notes of a plan, kinds of errors and of refusals.

use super::Meaning;

const WARNING: &str = "warning";
const NOTE: &str = "note of a plan";
const ERROR: &str = "kind of error";
const REFUSAL: &str = "kind of refusal";

/// Kind, id, and what it says.
#[rustfmt::skip]
const WORDS: [(&str, &str, &str); 28] = [
    (WARNING, "nondefault-port", "the port is not the scheme's own, and another protocol may listen there (RFC 1738 §6)"),
    (WARNING, "reserved-port", "the port is below 1024 and not the scheme's own: it is reserved for another protocol, whose commands the URL may contain (RFC 1738 §6)"),
    (WARNING, "password-in-url", "anyone who sees the URL can read the password (RFC 1738 §6)"),
    (WARNING, "unregistered-scheme", "nothing is registered under the name, so only the generic syntax was checked"),
    (WARNING, "ambiguous-host", "browsers find another host in the text: behind a `?` in the user name, or where the host is a number in another form than four decimal groups, or a name outside US-ASCII"),
    (WARNING, "misleading-user", "the user name looks like a host, and hides the true one behind its `@` (RFC 1738 §6)"),
    (WARNING, "encoded-delimiter", "an escape stands for a byte that delimits in the protocol of the scheme (RFC 1738 §6)"),
    (NOTE, "guessed-type", "the URL has no typecode, and the type of the transfer is guessed from the name"),
    (NOTE, "skipped", "the URL has no component that a step of a registry file sends, so the step is skipped, with what it would receive (SR407)"),
    (ERROR, "missing", "something that must be there is not"),
    (ERROR, "unexpected", "something stands where the grammar has no place for it"),
    (ERROR, "out-of-range", "a number or a length is beyond its bounds"),
    (ERROR, "bad-escape", "a `%` stands without two hexadecimal digits"),
    (ERROR, "forbidden", "the grammar derives the text, and the prose forbids it"),
    (ERROR, "unknown-scheme", "nothing is registered under a name that was asked for"),
    (ERROR, "too-long", "the text is longer than is read"),
    (ERROR, "bad-grammar", "the scheme is registered with a grammar that no URL can be read by: `locator registry lint` says why"),
    (REFUSAL, "unsafe-octets", "a byte that came out of an escape would act as protocol (RFC 1738 §6)"),
    (REFUSAL, "no-access-method", "nobody here knows how to access the scheme"),
    (REFUSAL, "denied", "the policy of a registry file never accesses it: `locator registry why SCHEME` tells whose"),
    (REFUSAL, "unsupported", "the scheme has no such operation"),
    (REFUSAL, "missing-value", "the plan needs what the environment has not supplied"),
    (REFUSAL, "unsafe-value", "what the environment supplies would act as protocol"),
    (REFUSAL, "no-port", "neither the URL nor the scheme names a port"),
    (REFUSAL, "too-long", "the URL has more pieces than a plan is made for"),
    (REFUSAL, "no-gateway-locator", "the gateway of the scheme gives no locator for the URL"),
    (REFUSAL, "failed", "the library that brings the scheme has failed to say how it is accessed"),
    (REFUSAL, "bad-host", "the host is part of a valid URL, and cannot be looked up: decoded, it is neither a name nor an address"),
];

pub(super) fn meanings() -> impl Iterator<Item = Meaning> {
    let meaning = |(kind, id, says)| Meaning::new(id, kind).with("says", says);
    WORDS.into_iter().map(meaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a kind that the core has: each has a row, and each row one.
    #[test]
    fn each_word_of_the_core_has_a_row() {
        let between = |text: &'static str, before: &str| -> Vec<&'static str> {
            let code = text.split("mod tests").next().unwrap_or(text);
            let words = code.split(before).skip(1);
            let mut words: Vec<_> =
                words.filter_map(|rest| rest.trim_start().trim_start_matches('"').split('"').next()).collect();
            words.sort_unstable();
            words.dedup();
            words
        };
        let rows = |kind: &str| {
            let rows = WORDS.iter().filter(|row| row.0 == kind);
            let mut ids: Vec<_> = rows.map(|row| row.1).collect();
            ids.sort_unstable();
            ids
        };
        let access = include_str!("../../../core/src/url/warnings/access.rs");
        let of_url = include_str!("../../../core/src/url/warnings/url.rs");
        let errors = include_str!("../../../core/src/diagnostics/error.rs");
        let refusals = include_str!("../../../core/src/plan/error.rs");
        let kinds = errors.split("impl fmt::Display for ErrorKind").next().unwrap_or_default();
        let mut warnings = between(access, "Warning::new(");
        warnings.extend(between(of_url, "=> \""));
        warnings.sort_unstable();
        assert_eq!(rows(WARNING), warnings);
        assert_eq!(rows(ERROR), between(kinds, "=> \""));
        assert_eq!(rows(REFUSAL), between(refusals, "=> \""));
    }
}

//! A second implementation of the checks of an answer, written for clarity: rule after rule, each over all spans. For random
//! answers, the host comes to the same verdict, with the same violation, and sets the same spans.

use anyurl_core::authors::{Cursor, authority, host};
use anyurl_core::internal::common;
use anyurl_core::{Error, Mode, Options, Slot, Span};
use anyurl_host::Violation;
use anyurl_plugin::abi;
use proptest::prelude::*;

use super::{ANSWER, Answer, PASSED, Passed, answer, cases, registry};

/// The kinds of components that the scheme has, with their slots.
const COMPONENTS: [(u32, Slot); 6] = [
    (abi::C_USER, Slot::USER),
    (abi::C_PASSWORD, Slot::PASSWORD),
    (abi::C_HOST, Slot::HOST),
    (abi::C_PORT, Slot::PORT),
    (abi::C_OWN, Slot::own(0)),
    (abi::C_OWN + 1, Slot::own(1)),
];

/// The number of spans in the host's first buffer.
const BUFFER: usize = 16;

type Spans = Vec<(u32, u32, u32)>;

/// Returns the spans of an answer that follows the contract.
fn check(answer: &Answer, passed: &Passed) -> Result<Spans, Violation> {
    let is_error = (1..=5).contains(&answer.status);
    match answer.status {
        abi::OK => {}
        _ if is_error => {}
        abi::F_PANIC => return Err(Violation::Panic),
        abi::F_CAPACITY => return Err(Violation::Count),
        abi::F_UNSUPPORTED | abi::F_NOMEM | abi::F_ARGUMENT => return Err(Violation::Failed),
        _ => return Err(Violation::Status),
    }
    let spans = spans(answer, is_error)?;
    for (n, span) in spans.iter().enumerate() {
        check_span(*span, &spans[..n], passed)?;
    }
    check_order(&spans, &passed.text)?;
    let (start, end, component, requirement) = answer.error;
    let is_component = component == 0 || COMPONENTS.iter().any(|(kind, _)| *kind == component);
    if is_error && !(is_within(start, end, passed) && is_component && requirement <= 1) {
        return Err(Violation::Error);
    }
    if !is_error && hides_text(&spans, passed) {
        return Err(Violation::Authority);
    }
    Ok(spans)
}

/// Whether an answer hides text around the host: what is left of the authority without the components, and of the text
/// after a host without `//`, is more than delimiters.
fn hides_text(spans: &[(u32, u32, u32)], passed: &Passed) -> bool {
    let [user, host, port] = [1, 3, 4].map(|kind| find(spans, kind));
    let of = |span: Option<(u32, u32)>| span.map_or("", |(start, end)| &passed.text[start as usize..end as usize]);
    let authority = passed.text[passed.begin..].strip_prefix("//");
    let Some((start, end)) = host else {
        let end = authority.map_or(0, |text| text.find(['/', ';', '?']).unwrap_or(text.len()));
        return authority.is_some() && !only_delimiters(spans, passed, passed.begin + 2, passed.begin + 2 + end);
    };
    let (start, end) = (start as usize, port.map_or(end, |(_, end)| end) as usize);
    let (before, after) = (&passed.text[passed.begin..start], &passed.text[end..]);
    let is_start = match before.strip_prefix("//") {
        None => before.is_empty() || before.ends_with(['/', '?', ':', ';', '@', '=', '&', ',']),
        Some("") => true,
        Some(login) => {
            login.ends_with('@') && !login.contains('/') && only_delimiters(spans, passed, passed.begin + 2, start - 1)
        }
    };
    let ends = |text: &str| text.is_empty() || text.starts_with(['/', ';', '?']);
    let begins_component = spans.iter().any(|(kind, start, _)| is_other(*kind) && *start as usize == end + 1);
    let is_end = match after.as_bytes().first() {
        Some(b':') => ends(&after[1..]) || port.is_some() && begins_component,
        Some(b',') => begins_component,
        _ => ends(after),
    };
    // What is next to `//` and an end needs no login.
    let is_plain = before == "//" && ends(after);
    let is_login = !of(user).contains(':');
    !(is_plain || is_login && is_start && is_end)
}

fn is_other(kind: u32) -> bool {
    COMPONENTS.iter().any(|(known, _)| *known == kind) && !matches!(kind, abi::C_HOST | abi::C_PORT)
}

/// Whether a range is nothing but components, and single delimiters between them.
fn only_delimiters(spans: &[(u32, u32, u32)], passed: &Passed, start: usize, end: usize) -> bool {
    let mut rest: Vec<_> = passed.text.as_bytes()[start..end].iter().copied().map(Some).collect();
    let whole = |(kind, from, to): &&(u32, u32, u32)| is_other(*kind) && start <= *from as usize && *to as usize <= end;
    for (_, from, to) in spans.iter().filter(whole) {
        rest[*from as usize - start..*to as usize - start].fill(None);
    }
    let is_delimiter = |byte: &Option<u8>| byte.is_some_and(|byte| b":;@=&,!".contains(&byte));
    rest.iter().all(|byte| byte.is_none() || is_delimiter(byte))
        && !rest.windows(2).any(|pair| pair.iter().all(is_delimiter))
}

/// Returns the spans in the buffer: those that the plugin did not write are zero.
fn spans(answer: &Answer, is_error: bool) -> Result<Spans, Violation> {
    let count = match answer.count {
        None | Some(usize::MAX) if is_error => 0,
        Some(count) if count <= BUFFER => count,
        _ => return Err(Violation::Count),
    };
    let unwritten = std::iter::repeat((0, 0, 0));
    Ok(answer.spans.iter().copied().chain(unwritten).take(count).collect())
}

fn check_span((kind, start, end): (u32, u32, u32), before: &[(u32, u32, u32)], url: &Passed) -> Result<(), Violation> {
    let is_component = COMPONENTS.iter().any(|(known, _)| *known == kind);
    let must_be_lenient = kind == abi::C_OWN + 1 || kind >= abi::C_DEVIATION;
    if !is_within(start, end, url) {
        Err(Violation::Span)
    } else if !is_component && kind < abi::C_DEVIATION {
        Err(Violation::Kind)
    } else if must_be_lenient && !url.is_lenient {
        Err(Violation::Lenient)
    } else if kind > abi::C_DEVIATION {
        Err(Violation::Deviation)
    } else if is_component && before.iter().any(|(other, ..)| *other == kind) {
        Err(Violation::Twice)
    } else {
        Ok(())
    }
}

fn is_within(start: u32, end: u32, url: &Passed) -> bool {
    url.begin <= start as usize && start <= end && end as usize <= url.text.len()
}

fn find(spans: &[(u32, u32, u32)], wanted: u32) -> Option<(u32, u32)> {
    spans.iter().find(|(kind, ..)| *kind == wanted).map(|(_, start, end)| (*start, *end))
}

fn check_order(spans: &[(u32, u32, u32)], text: &str) -> Result<(), Violation> {
    let [user, password, host, port] = [1, 2, 3, 4].map(|kind| find(spans, kind));
    let common: Vec<_> = [user, password, host, port].into_iter().flatten().collect();
    let is_sorted = common.windows(2).all(|pair| pair[0].1 <= pair[1].0);
    let follows = match (host, port) {
        (Some((_, end)), Some((start, _))) => start == end + 1 && text[end as usize..].starts_with(':'),
        (None, Some(_)) => false,
        _ => true,
    };
    let is_ordered = is_sorted && follows && (user.is_some() || password.is_none());
    is_ordered.then_some(()).ok_or(Violation::Order)
}

/// Parses host and port by the functions of core, and returns the span of each, if there is one.
fn host_port(text: &str, spans: &[(u32, u32, u32)]) -> Result<[Option<Span>; 2], Error> {
    let Some((start, end)) = find(spans, abi::C_HOST) else { return Ok([None; 2]) };
    let end = find(spans, abi::C_PORT).map_or(end, |(_, end)| end);
    let part = Span::new(start as usize, end as usize);
    let mut at = Cursor::new(text, part, Mode::Strict, None);
    let host = host::host(&mut at)?;
    authority::port(&mut at)?;
    at.end("hostport", "host", &common::HOST_CHAR)?;
    Ok([Some(host), at.get(Slot::PORT)])
}

/// Compares the verdict of the host with that of [`check`].
fn compare(answer: &Answer, text: &str, options: Options) {
    ANSWER.set(answer.clone());
    PASSED.take();
    let outcome = registry().parser().options(options).parse(text);
    let Some(passed) = PASSED.take() else { return };
    let spans = match (check(answer, &passed), &outcome) {
        (Err(violation), outcome) => {
            let error = outcome.as_ref().unwrap_err();
            assert_eq!(*error.requirement(), *violation.requirement(), "{text:?}");
            return;
        }
        (Ok(spans), _) => spans,
    };
    let error = outcome.as_ref().err();
    assert!(error.is_none_or(|error| error.rule() != "plugin"), "{text:?}: {error:?}");
    assert!(answer.status == abi::OK || error.is_some(), "{text:?}");
    if answer.status != abi::OK || passed.is_lenient || !text.is_ascii() {
        return;
    }
    let [host, port] = match (host_port(text, &spans), outcome.as_ref()) {
        (Err(expected), outcome) => {
            assert_eq!(outcome.unwrap_err(), &expected, "{text:?}");
            return;
        }
        (Ok(parts), _) => parts,
    };
    let url = outcome.unwrap();
    for (kind, slot) in COMPONENTS {
        let expected = find(&spans, kind).map(|(start, end)| Span::new(start as usize, end as usize));
        let expected = match slot {
            Slot::HOST => host,
            Slot::PORT => port,
            _ => expected,
        };
        assert_eq!(url.slot(slot), expected.map(|span| span.of(text)), "{slot:?} of {text:?}");
    }
}

/// Answers about `x-made://u:p@h:7/a/b` with few changes.
fn nearly_valid() -> impl Strategy<Value = Answer> {
    let spans: Spans = vec![
        (abi::C_USER, 9, 10),
        (abi::C_PASSWORD, 11, 12),
        (abi::C_HOST, 13, 14),
        (abi::C_PORT, 15, 16),
        (abi::C_OWN, 17, 20),
    ];
    let changes = prop::collection::vec((0..spans.len(), 0..3_usize, 0..4_u32), 0..3);
    let status = prop_oneof![4 => Just(abi::OK), 1 => 1..6];
    let removed = prop::collection::vec(0..spans.len(), 0..3);
    (status, changes, removed, any::<bool>(), 7..21_u32).prop_map(move |(status, changes, removed, reversed, at)| {
        let mut spans = spans.clone();
        for (n, field, value) in changes {
            match field {
                0 => spans[n].0 = [abi::C_USER, abi::C_HOST, abi::C_OWN + 1, abi::C_DEVIATION][value as usize],
                1 => spans[n].1 = spans[n].1 + value - 1,
                _ => spans[n].2 = spans[n].2 + value - 1,
            }
        }
        for n in removed {
            spans.remove(n.min(spans.len() - 1));
        }
        if reversed {
            spans.reverse();
        }
        Answer { status, count: Some(spans.len()), spans, error: (at, at, 0, 0), ..Answer::default() }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn random_answers_get_the_verdict_of_the_reference(
        answer in answer(),
        text in "x-made:(//)?[a-z]{0,4}[@:]{0,2}[a-z0-9:@/%;= é]{0,12}(#f)?",
    ) {
        compare(&answer, &text, Options::new());
        compare(&answer, &text, Options::new().lenient());
    }

    #[test]
    fn nearly_valid_answers_get_the_verdict_of_the_reference(
        answer in nearly_valid(),
        text in "x-made://[u1.]:[p:]@[h.7-][:.][7a][/@]a/[bé]",
    ) {
        compare(&answer, &text, Options::new());
        compare(&answer, &text, Options::new().lenient());
    }
}

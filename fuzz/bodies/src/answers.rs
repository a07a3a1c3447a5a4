//! A plugin whose answers are the bytes of the input: whatever it answers, its URLs satisfy the properties.

#[path = "../../../plugins/host/tests/host/dynamic/generated/exercise.rs"]
mod exercise;

use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

use anyurl_core::authors::Origin;
use anyurl_core::{Implementation, Layer, Options, Registry};
use anyurl_host::{
    Answer, ComponentFacts, ExampleFacts, Functions, OnEdit, OnStep, PluginScheme, RejectFacts, RequirementFacts,
    SchemeFacts, UNWRITTEN,
};
use anyurl_plugin::abi::{self, LocSpan};

use crate::input::Choices;

/// What the functions answer next.
#[derive(Clone, Default)]
struct Next {
    spans: Vec<LocSpan>,
    parsed: Option<Answer>,
    message: Vec<u8>,
    steps: Vec<(u32, String)>,
    edits: Vec<(u32, u32, String)>,
    other: Option<Answer>,
}

thread_local! {
    static NEXT: RefCell<Next> = RefCell::default();
}

/// Parses a text, which is the rest of the input, with the answers that its beginning says.
///
/// # Panics
/// If an answer that violates the contract is used.
pub fn run(data: &[u8]) {
    let mut choices = Choices::new(data);
    NEXT.set(next(&mut choices));
    let text = format!("x-made:{}", String::from_utf8_lossy(choices.rest()));
    for options in [Options::new(), Options::new().lenient()] {
        exercise::exercise(&REGISTRY, &text, options);
    }
}

fn next(choices: &mut Choices<'_>) -> Next {
    let spans: Vec<_> = (0..choices.below(6)).map(|_| span(choices)).collect();
    let parsed = answer(choices, spans.len());
    let steps = (0..choices.below(4)).map(|_| (u32::from(choices.byte() % 5), text(choices))).collect();
    let edits = (0..choices.below(3)).map(|_| (offset(choices), offset(choices), text(choices))).collect();
    let other = answer(choices, 0);
    Next { spans, parsed: Some(parsed), message: choices.bytes().to_vec(), steps, edits, other: Some(other) }
}

fn span(choices: &mut Choices<'_>) -> LocSpan {
    let firsts = [(abi::C_USER, 4), (abi::C_OWN, 3), (abi::C_DEVIATION, 2)];
    let kinds: Vec<u32> = firsts.into_iter().flat_map(|(first, count)| first..first + count).collect();
    LocSpan { kind: choices.pick(&kinds), start: offset(choices), end: offset(choices) }
}

/// Usually a place after the colon.
fn offset(choices: &mut Choices<'_>) -> u32 {
    match choices.byte() {
        255 => choices.number(),
        byte => u32::from(byte % 40),
    }
}

fn text(choices: &mut Choices<'_>) -> String {
    const TEXTS: [&str; 6] = ["{host}:{port}", "{names}\r\n", "until-close", "{user}", "{", ""];
    match choices.byte() {
        byte @ 0..=5 => TEXTS[usize::from(byte)].to_owned(),
        _ => String::from_utf8_lossy(choices.bytes()).into_owned(),
    }
}

fn answer(choices: &mut Choices<'_>, spans: usize) -> Answer {
    let status = match choices.byte() {
        byte @ 0..=5 => byte.into(),
        6 => abi::F_PANIC,
        7 => abi::F_CAPACITY,
        255 => choices.number().cast_signed(),
        byte if byte % 2 == 0 => abi::OK,
        byte => i32::from(byte) - 100,
    };
    let count = match choices.byte() {
        255 => UNWRITTEN,
        254 => usize::from(choices.byte()),
        _ => spans,
    };
    Answer {
        status,
        stopped: None,
        count,
        start: offset(choices),
        end: offset(choices),
        component: choices.pick(&[0, abi::C_HOST, abi::C_OWN, 7]),
        requirement: choices.pick(&[0, 1, 2]),
        message_len: offset(choices),
    }
}

/// The functions of the scheme.
struct Made;

impl Functions for Made {
    fn parse(&self, _: &str, _: usize, _: bool, out: &mut [LocSpan], message: &mut [u8]) -> Answer {
        let Next { spans, parsed, message: words, .. } = NEXT.with_borrow(Clone::clone);
        out.iter_mut().zip(spans).for_each(|(place, span)| *place = span);
        message.iter_mut().zip(words).for_each(|(place, byte)| *place = byte);
        parsed.expect("an answer")
    }

    fn has_plan(&self) -> bool {
        true
    }

    fn plan(&self, _: &str, _: &[LocSpan], to: &mut OnStep<'_>, _: &mut [u8]) -> Option<Answer> {
        let Next { steps, other, .. } = NEXT.with_borrow(Clone::clone);
        for (kind, text) in steps {
            to(kind, text);
        }
        other
    }

    fn has_canonicalize(&self) -> bool {
        true
    }

    fn canonicalize(&self, _: &str, _: &[LocSpan], to: &mut OnEdit<'_>) -> Option<Answer> {
        let Next { edits, other, .. } = NEXT.with_borrow(Clone::clone);
        for (start, end, text) in edits {
            to(start, end, text);
        }
        other
    }
}

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
    let scheme = PluginScheme::new(&facts(), Made).expect("the facts follow the contract");
    let origin = Origin::from_crate("fuzz", "", file!(), line!());
    let builder = Registry::builder();
    let builder = builder.add_from(Arc::new(scheme), Layer::Application, Implementation::Dynamic, origin);
    builder.expect("a new name").build()
});

fn facts() -> SchemeFacts {
    let component = |kind, role, flags, name: &str| ComponentFacts {
        kind,
        role,
        flags,
        delimiter: u32::from(b'/'),
        name: name.to_owned(),
        ..ComponentFacts::default()
    };
    SchemeFacts {
        name: "x-made".to_owned(),
        version: "1.0.0".to_owned(),
        flags: abi::SCHEME_DATA_OBJECT,
        grammar: abi::GRAMMAR_RFC1738,
        status: abi::STATUS_EXPERIMENTAL,
        default_port: 7,
        description: "made up".to_owned(),
        syntax: "madeurl = \"x-made:\" *xchar".to_owned(),
        access: "make it up".to_owned(),
        components: vec![
            component(abi::C_USER, abi::R_COMMON, 0, "user"),
            component(abi::C_PASSWORD, abi::R_COMMON, 0, "password"),
            component(abi::C_HOST, abi::R_COMMON, 0, "host"),
            component(abi::C_PORT, abi::R_COMMON, 0, "port"),
            component(abi::C_OWN, abi::R_LIST_BETWEEN, 0, "names"),
            component(abi::C_OWN + 1, abi::R_FIELDS, abi::COMPONENT_LENIENT, "fields"),
        ],
        requirements: vec![RequirementFacts {
            id: "made-up".to_owned(),
            section: "nowhere".to_owned(),
            rule: "names".to_owned(),
            text: "an unfounded text".to_owned(),
            fix: abi::FIX_REMOVE,
            ..RequirementFacts::default()
        }],
        examples: vec![ExampleFacts {
            url: "x-made:a".to_owned(),
            components: "names=a".to_owned(),
            ..ExampleFacts::default()
        }],
        rejects: vec![RejectFacts { url: "x-made:~".to_owned(), rule: "names".to_owned(), kind: 1, start: 7, end: 8 }],
        ..SchemeFacts::default()
    }
}

/// A status of success, with an error outside the URL, and a URL that anyurl rejects. Found by the tests.
const MISPLACED: &[u8] = b"\xff\xff\xff\xff\xff\xff\xf1\xf2\xf3\xf4\xf5\xf2\xf7;\xf9\xfa\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x05\x00\t\n\x01\x0b\x0c\x02\r\x0e\x00\t\nl\x0b\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f !\"#$%&\'()*+,\x0c\x02\x10\x03.\x0f\x04\xff";

/// Answers with and without components, errors, steps and edits.
pub fn seeds() -> Vec<Vec<u8>> {
    let tail = b"//u:p@h:7/a/b";
    // A login, a host, a port and a name, in order, and then nothing else.
    let spans = [5, 0, 9, 10, 1, 11, 12, 2, 13, 14, 3, 15, 16, 4, 17, 20];
    let answer = [0, 0, 0, 0, 0, 0, 0];
    let plain = [&spans[..], &answer, &[1, 1, 0, 0], &answer, &[0], tail].concat();
    let edits = [&spans[..], &answer, &[0, 1, 17, 20, 5], &answer, &[0], tail].concat();
    let error = [&[0, 1, 0, 9, 10, 2, 1, 4, 0, 0][..], &answer, &[4], b"oops", b"a%20b"].concat();
    vec![plain, edits, error, MISPLACED.to_vec(), tail.to_vec(), vec![255; 40], (0..=255).collect()]
}

#[cfg(test)]
mod tests {
    /// The message for an error of anyurl is asked for with an answer that is unchecked.
    #[test]
    fn an_error_that_no_one_reported_has_no_place() {
        super::run(super::MISPLACED);
    }
}

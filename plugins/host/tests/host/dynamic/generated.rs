//! A plugin that returns random statuses, spans, counts and messages: nothing panics, and no span is outside the text.

#![expect(unsafe_code, reason = "implements a plugin without the SDK")]

mod exercise;
mod reference;

use std::cell::RefCell;
use std::ffi::c_void;
use std::sync::OnceLock;

use anyurl_core::authors::Origin;
use anyurl_core::{Implementation, Layer, Options, Registry};
use anyurl_host::dynamic::{LoadedPlugin, in_process};
use anyurl_plugin::abi::{self, LocStr};
use proptest::prelude::*;

use exercise::exercise;

/// The next answer of the plugin.
#[derive(Clone, Debug, Default)]
struct Answer {
    status: abi::LocStatus,
    spans: Vec<(u32, u32, u32)>,
    count: Option<usize>,
    error: (u32, u32, u32, u32),
    message_len: u32,
    message: Vec<u8>,
    steps: Vec<(u32, Vec<u8>)>,
    edits: Vec<(u32, u32, Vec<u8>)>,
    second: abi::LocStatus,
}

/// The text that the plugin received last.
struct Passed {
    text: String,
    begin: usize,
    is_lenient: bool,
}

thread_local! {
    static ANSWER: RefCell<Answer> = RefCell::default();
    static PASSED: RefCell<Option<Passed>> = RefCell::default();
}

fn lent(bytes: &[u8]) -> LocStr {
    LocStr { ptr: bytes.as_ptr(), len: bytes.len() }
}

unsafe fn fail(answer: &Answer, error: *mut abi::LocError) {
    // SAFETY: the host lends its error, with a buffer for the message.
    unsafe {
        let error = &mut *error;
        (error.start, error.end, error.component, error.requirement) = answer.error;
        error.message_len = answer.message_len;
        let len = answer.message.len().min(error.message_cap as usize);
        if error.message.is_null() {
            assert_eq!(error.message_cap, 0);
        } else {
            let from = answer.message.as_ptr();
            from.copy_to_nonoverlapping(error.message, len);
        }
    }
}

unsafe extern "C" fn parse(
    _: *mut c_void,
    url: LocStr,
    begin: usize,
    flags: u32,
    out: *mut abi::LocSpan,
    cap: usize,
    out_len: *mut usize,
    error: *mut abi::LocError,
) -> abi::LocStatus {
    // SAFETY: the host lends the URL.
    let text = String::from_utf8(unsafe { url.bytes() }.to_vec()).unwrap();
    PASSED.set(Some(Passed { text, begin, is_lenient: flags & abi::PARSE_LENIENT != 0 }));
    ANSWER.with_borrow(|answer| {
        for (n, &(kind, start, end)) in answer.spans.iter().enumerate().take(cap) {
            // SAFETY: the host's buffer holds `cap` spans.
            unsafe { out.add(n).write(abi::LocSpan { kind, start, end }) };
        }
        if let Some(count) = answer.count {
            // SAFETY: the pointer is valid for the call.
            unsafe { out_len.write(count) };
        }
        // SAFETY: the host lends its error.
        unsafe { fail(answer, error) };
        answer.status
    })
}

unsafe extern "C" fn plan(
    _: *mut c_void,
    _: LocStr,
    _: *const abi::LocSpan,
    _: usize,
    to: *const abi::LocSteps,
    error: *mut abi::LocError,
) -> abi::LocStatus {
    let answer = ANSWER.with_borrow(Clone::clone);
    for (kind, text) in &answer.steps {
        // SAFETY: the host lends its functions.
        unsafe { (*to).step.unwrap()((*to).ctx, *kind, lent(text)) };
    }
    // SAFETY: the host lends its error.
    unsafe { fail(&answer, error) };
    answer.second
}

unsafe extern "C" fn canonicalize(
    _: *mut c_void,
    _: LocStr,
    _: *const abi::LocSpan,
    _: usize,
    to: *const abi::LocEdits,
    error: *mut abi::LocError,
) -> abi::LocStatus {
    let answer = ANSWER.with_borrow(Clone::clone);
    for (start, end, text) in &answer.edits {
        // SAFETY: the host lends its functions.
        unsafe { (*to).replace.unwrap()((*to).ctx, *start, *end, lent(text)) };
    }
    // SAFETY: the host lends its error.
    unsafe { fail(&answer, error) };
    answer.second
}

const fn component(kind: u32, role: u32, flags: u32, name: &'static str) -> abi::LocComponent {
    abi::LocComponent {
        kind,
        role,
        delimiter: b'/' as u32,
        flags,
        name: LocStr::new(name),
        fallback: LocStr::NONE,
        plain: LocStr::EMPTY,
    }
}

/// The entry point. Creates the descriptor once.
unsafe extern "C" fn entry() -> *const abi::LocHeader {
    static DESCRIPTOR: OnceLock<usize> = OnceLock::new();
    let descriptor = DESCRIPTOR.get_or_init(|| {
        let components = vec![
            component(abi::C_USER, abi::R_COMMON, 0, "user"),
            component(abi::C_PASSWORD, abi::R_COMMON, 0, "password"),
            component(abi::C_HOST, abi::R_COMMON, 0, "host"),
            component(abi::C_PORT, abi::R_COMMON, 0, "port"),
            component(abi::C_OWN, abi::R_LIST_BETWEEN, 0, "names"),
            component(abi::C_OWN + 1, abi::R_FIELDS, abi::COMPONENT_LENIENT, "fields"),
        ];
        let requirement = abi::LocRequirement {
            id: LocStr::new("made-up"),
            section: LocStr::new("nowhere"),
            rule: LocStr::new("names"),
            text: LocStr::new("an unfounded text"),
            help: LocStr::EMPTY,
            replacement: LocStr::EMPTY,
            fix: abi::FIX_REMOVE,
            reserved: 0,
        };
        let example = abi::LocExample { url: LocStr::new("x-made:a"), components: LocStr::new("names=a") };
        let reject = abi::LocReject {
            url: LocStr::new("x-made:~"),
            rule: LocStr::new("names"),
            kind: 1,
            start: 7,
            end: 8,
            reserved: 0,
        };
        let scheme = abi::LocScheme {
            struct_size: u32::try_from(size_of::<abi::LocScheme>()).unwrap(),
            flags: abi::SCHEME_DATA_OBJECT,
            grammar: abi::GRAMMAR_RFC1738,
            status: abi::STATUS_EXPERIMENTAL,
            default_port: 7,
            n_components: 6,
            n_requirements: 1,
            n_references: 0,
            n_examples: 1,
            n_rejects: 1,
            name: LocStr::new("x-made"),
            version: LocStr::new("1.0.0"),
            description: LocStr::new("made up"),
            syntax: LocStr::new("madeurl = \"x-made:\" *xchar"),
            access: LocStr::new("make it up"),
            steps: LocStr::EMPTY,
            name_properties: LocStr::EMPTY,
            demonstration: LocStr::EMPTY,
            composition: LocStr::EMPTY,
            reserved: LocStr::EMPTY,
            components: components.leak().as_ptr(),
            requirements: Box::leak(Box::new(requirement)),
            references: std::ptr::null(),
            examples: Box::leak(Box::new(example)),
            rejects: Box::leak(Box::new(reject)),
            state: std::ptr::null_mut(),
            parse: Some(parse),
            plan: Some(plan),
            canonicalize: Some(canonicalize),
            n_outcomes: 0,
            reserved_2: 0,
            outcomes: std::ptr::null(),
        };
        let schemes: &'static [*const abi::LocScheme] = vec![&raw const *Box::leak(Box::new(scheme))].leak();
        let plugin = abi::LocPlugin {
            header: abi::LocHeader {
                magic: abi::MAGIC,
                struct_size: u32::try_from(size_of::<abi::LocPlugin>()).unwrap(),
                abi_major: 1,
                abi_minor: 0,
                abi_minor_needed: 0,
                reserved: 0,
            },
            flags: abi::PLUGIN_PANIC_SAFE,
            n_schemes: 1,
            name: LocStr::new("made"),
            version: LocStr::new("1.0.0"),
            host_req: LocStr::EMPTY,
            built_with: LocStr::EMPTY,
            schemes: schemes.as_ptr(),
            init: None,
            extension: None,
        };
        (&raw const *Box::leak(Box::new(plugin))).expose_provenance()
    });
    std::ptr::with_exposed_provenance(*descriptor)
}

fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(|| {
        // SAFETY: the descriptor above follows the ABI; the tests only vary the answers.
        let plugin: &'static LoadedPlugin = unsafe { in_process(entry) }.unwrap();
        let origin = Origin::from_crate("test", "", file!(), line!());
        Registry::builder()
            .add_from(&plugin.schemes()[0], Layer::Application, Implementation::Dynamic, origin)
            .unwrap()
            .build()
    })
}

fn status() -> impl Strategy<Value = abi::LocStatus> {
    prop_oneof![4 => Just(abi::OK), 2 => 1..6, 1 => -101..101, 1 => any::<i32>()]
}

fn offset() -> impl Strategy<Value = u32> {
    prop_oneof![8 => 7..24_u32, 1 => 0..100_u32, 1 => any::<u32>()]
}

fn kind() -> impl Strategy<Value = u32> {
    prop_oneof![
        4 => 1..5_u32,
        4 => abi::C_OWN..abi::C_OWN + 3,
        1 => abi::C_DEVIATION..abi::C_DEVIATION + 2,
        1 => any::<u32>()
    ]
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        "[a-z{}:/ \r\n]{0,12}".prop_map(String::into_bytes),
        Just(b"{host}:{port}".to_vec()),
        Just(b"{names}\r\n".to_vec()),
        Just(b"until-close".to_vec()),
        prop::collection::vec(any::<u8>(), 0..12)
    ]
}

fn answer() -> impl Strategy<Value = Answer> {
    let spans = prop::collection::vec((kind(), offset(), offset()), 0..5);
    let sorted = prop::bool::weighted(0.8);
    let error = (offset(), offset(), prop_oneof![Just(0), kind()], 0..3_u32);
    let steps = prop::collection::vec((0..5_u32, bytes()), 0..4);
    let edits = prop::collection::vec((offset(), offset(), bytes()), 0..3);
    let count = prop_oneof![8 => Just(None), 1 => Just(Some(usize::MAX)), 1 => (0..40_usize).prop_map(Some)];
    let message = (any::<u32>(), bytes());
    (status(), spans, sorted, count, error, message, steps, edits, status()).prop_map(
        |(status, mut spans, sorted, count, error, (message_len, message), steps, edits, second)| {
            if sorted {
                for (_, start, end) in &mut spans {
                    (*start, *end) = (*start.min(end), *start.max(end));
                }
                spans.sort_by_key(|(kind, start, _)| (*kind, *start));
                spans.dedup_by_key(|(kind, ..)| *kind);
            }
            Answer {
                status,
                // Usually correct.
                count: Some(count.unwrap_or(spans.len())),
                spans,
                error,
                message_len,
                message,
                steps,
                edits,
                second,
            }
        },
    )
}

fn cases() -> u32 {
    u32::try_from(anyurl_testkit::iterations(20_000)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn random_answers_are_checked(
        answer in answer(),
        text in "x-made:(//)?[a-z]{0,4}[@:]{0,2}[a-z0-9:@/%;= é]{0,12}(#f)?",
    ) {
        ANSWER.set(answer);
        exercise(registry(), &text, Options::new());
        exercise(registry(), &text, Options::new().lenient());
    }
}

/// The answers include valid ones, or the test above would show little.
#[test]
fn some_answers_are_accepted() {
    ANSWER.set(Answer {
        spans: vec![
            (abi::C_USER, 9, 10),
            (abi::C_PASSWORD, 11, 12),
            (abi::C_HOST, 13, 14),
            (abi::C_PORT, 15, 16),
            (abi::C_OWN, 17, 20),
        ],
        count: Some(5),
        steps: vec![(1, b"{host}:{port}".to_vec())],
        ..Answer::default()
    });
    assert!(exercise(registry(), "x-made://u:p@h:7/a/b", Options::new()));
    let url = registry().parse("x-made://u:p@h:7/a/b").unwrap();
    assert_eq!((url.user(), url.password(), url.host(), url.port()), (Some("u"), Some("p"), Some("h"), Some(7)));
}

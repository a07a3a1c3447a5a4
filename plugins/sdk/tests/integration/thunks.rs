//! Calls the C functions that `export_plugin!` generates, as a host does. Also runs under Miri.

use std::ffi::c_void;
use std::panic::{panic_any, resume_unwind};
use std::ptr;

use anyurl_plugin::{
    Canonicalize, Class, Component, Cursor, Definition, Edits, Error, ErrorKind, Example, Failure, Host, Plan, Reject,
    Requirement, Scheme, Slot, Span, Steps, Until, Url, abi,
};

const WORD: Slot = Slot::own(0);
const FORM: Requirement = Requirement::new("x-word-form", "our handbook", "word").text("a word is letters");
const SLASH: Requirement = Requirement::new("x-word-slash", "our handbook", "word").text("no slash follows a word");

/// The definition does not list it, which is a mistake.
const UNLISTED: Requirement = Requirement::new("x-word-gone", "our handbook", "word").text("a word is known");

/// `x-word://host[:port]/word`: panics if the word requests it.
struct Word;

impl Scheme for Word {
    const DEFINITION: Definition = Definition {
        name: "x-word",
        version: "1.2.3",
        description: "a word",
        components: &[Component::HOST, Component::PORT, Component::text("word", WORD)],
        requirements: &[FORM, SLASH],
        syntax: "wordurl = \"x-word://\" hostport \"/\" word",
        access: "look it up",
        examples: &[Example::new("x-word://h/a", "host=h word=a")],
        rejects: &[Reject::new("x-word://h/", ErrorKind::Missing, "word", (11, 11))],
        ..Definition::BLANK
    };

    fn parse(at: &mut Cursor<'_>) -> Result<(), Error> {
        static WORDS: Class = Class::alphadigit();
        at.slashes()?;
        at.host_port();
        at.take("/");
        let word = at.run_unescaped(&WORDS);
        panics(at.text(word));
        if word.is_empty() {
            return Err(at.mismatch(WORD, &FORM));
        }
        match at.text(word) {
            "refused" => return Err(Error::new(ErrorKind::Forbidden, word, Some(WORD)).against(&UNLISTED)),
            "tolerated" => at.tolerate(Error::new(ErrorKind::Forbidden, word, Some(WORD)).against(&UNLISTED))?,
            _ => {}
        }
        at.set(WORD, word);
        if at.peek() == Some(b'/') {
            at.tolerate(at.mismatch(WORD, &SLASH))?;
            at.take("/");
        }
        at.finish(WORD)
    }
}

/// A panic payload whose `Drop` panics.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic_any(Spark);
    }
}

/// The payload of the second panic, which is never dropped.
struct Spark;

impl Drop for Spark {
    fn drop(&mut self) {
        panic!("the second payload is dropped");
    }
}

fn panics(word: &str) {
    match word {
        "text" => panic!("a text"),
        "string" => panic!("a {word}"),
        "index" => drop([0, 1].map(|n| word.as_bytes()[n + 9])),
        "number" => panic_any(7),
        "resumed" => resume_unwind(Box::new(String::from("resumed"))),
        "bomb" => panic_any(Bomb),
        _ => {}
    }
}

impl Plan for Word {
    fn plan(url: &Url<'_>, to: &mut Steps<'_>) -> Result<(), Failure> {
        let word = url.get(WORD).unwrap_or_default();
        panics(word.strip_prefix("plan").unwrap_or_default());
        if word == "secret" {
            let span = url.span(WORD).unwrap_or(Span::at(0));
            return Err(Error::new(ErrorKind::Forbidden, span, Some(WORD)).against(&FORM).into());
        }
        to.connect("{host}:{port}")?;
        to.send("{word}\r\n")?;
        to.receive(Until::DotLine)
    }
}

impl Canonicalize for Word {
    fn canonicalize(url: &Url<'_>, to: &mut Edits<'_>) -> Result<(), Failure> {
        match url.span(WORD) {
            Some(span) => to.replace(span, &span.of(url.text()).to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

/// The macro next to items with names that it might use itself.
mod crowded {
    #[allow(dead_code, reason = "only the name matters")]
    mod abi {}
    #[allow(dead_code, reason = "as above")]
    fn parse() {}
    #[allow(dead_code, reason = "as above")]
    struct Probe;

    fn init(host: anyurl_plugin::Host) -> Result<(), String> {
        host.log(2, "here");
        if host.name() == "anyurl" { Ok(()) } else { Err(format!("{} is not my host", host.name())) }
    }

    anyurl_plugin::export_plugin! {
        schemes: [super::Word, Opaque],
        host_req: ">=0.1",
        init: init,
    }

    /// A scheme with `steps`, without `Plan` and `Canonicalize`.
    struct Opaque;

    impl anyurl_plugin::Scheme for Opaque {
        const DEFINITION: anyurl_plugin::Definition =
            anyurl_plugin::Definition { name: "x-opaque", steps: "[]", ..super::Word::DEFINITION };

        fn parse(_: &mut anyurl_plugin::Cursor<'_>) -> Result<(), anyurl_plugin::Error> {
            Ok(())
        }
    }
}

unsafe extern "C" {
    safe fn anyurl_plugin_entry() -> *const abi::LocHeader;
}

fn plugin() -> abi::LocPlugin {
    let header: *const c_void = anyurl_plugin_entry().cast();
    // SAFETY: the header begins a whole plugin, which is constant.
    unsafe { *header.cast::<abi::LocPlugin>() }
}

fn scheme(n: usize) -> abi::LocScheme {
    assert!(n < plugin().n_schemes as usize);
    // SAFETY: `n` is one of them, and all are constant.
    unsafe { **plugin().schemes.add(n) }
}

fn text(text: abi::LocStr) -> String {
    // SAFETY: the plugin's texts are constant.
    String::from_utf8(unsafe { text.bytes() }.to_vec()).unwrap()
}

/// The answer of a call.
#[derive(Debug)]
struct Answer {
    status: abi::LocStatus,
    spans: Vec<abi::LocSpan>,
    needed: usize,
    error: abi::LocError,
    message: String,
}

fn error(buffer: &mut [u8]) -> abi::LocError {
    abi::LocError {
        struct_size: 40,
        start: 0,
        end: 0,
        component: 0,
        requirement: 0,
        message_len: 0,
        message_cap: u32::try_from(buffer.len()).unwrap(),
        reserved: 0,
        message: buffer.as_mut_ptr(),
    }
}

fn message(error: &abi::LocError, buffer: &[u8]) -> String {
    String::from_utf8(buffer[..error.message_len as usize].to_vec()).unwrap()
}

fn parse_into(url: &str, flags: u32, cap: usize) -> Answer {
    let mut buffer = [0; 16];
    let mut error = error(&mut buffer);
    let mut spans = vec![abi::LocSpan::default(); cap];
    let mut needed = 0;
    let begin = url.find(':').map_or(url.len(), |colon| colon + 1);
    let parse = scheme(0).parse.unwrap();
    // SAFETY: all arguments are valid for the call.
    let status = unsafe {
        parse(
            ptr::null_mut(),
            abi::LocStr::new(url),
            begin,
            flags,
            spans.as_mut_ptr(),
            cap,
            &raw mut needed,
            &raw mut error,
        )
    };
    spans.truncate(needed);
    let message = message(&error, &buffer);
    Answer { status, spans, needed, error, message }
}

fn parse(url: &str) -> Answer {
    parse_into(url, 0, 8)
}

fn span(kind: u32, start: u32, end: u32) -> abi::LocSpan {
    abi::LocSpan { kind, start, end }
}

#[test]
fn the_descriptor_says_what_the_definition_says() {
    let plugin = plugin();
    assert_eq!((plugin.header.magic, plugin.header.abi_major), (abi::MAGIC, 1));
    assert_eq!(plugin.header.struct_size as usize, size_of::<abi::LocPlugin>());
    assert_eq!(plugin.flags, abi::PLUGIN_PANIC_SAFE);
    assert_eq!(
        [plugin.name, plugin.version, plugin.host_req].map(text),
        [env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"), ">=0.1"]
    );
    let (word, opaque) = (scheme(0), scheme(1));
    assert_eq!([word.name, word.version, word.steps].map(text), ["x-word", "1.2.3", ""]);
    assert_eq!((word.n_components, word.n_requirements, word.n_examples, word.n_rejects), (3, 2, 1, 1));
    assert!(word.plan.is_some() && word.canonicalize.is_some());
    assert_eq!([opaque.name, opaque.steps].map(text), ["x-opaque", "[]"]);
    assert!(opaque.plan.is_none() && opaque.canonicalize.is_none());
    // SAFETY: there are three, laid out as the ABI has them.
    let components = unsafe { std::slice::from_raw_parts(word.components, 3) };
    let kinds: Vec<_> = components.iter().map(|one| (text(one.name), one.kind, one.role)).collect();
    let own = ("word".to_owned(), abi::C_OWN, abi::R_TEXT);
    assert_eq!(kinds, [("host".to_owned(), 3, 0), ("port".to_owned(), 4, 0), own]);
}

/// A host could not show such a requirement, so the call fails, and says why in as many bytes as the host wants.
#[test]
fn a_requirement_that_is_not_listed_fails_the_call() {
    for (url, flags) in [("x-word://h/refused", 0), ("x-word://h/tolerated", abi::PARSE_LENIENT)] {
        let answer = parse_into(url, flags, 8);
        assert_eq!((answer.status, &*answer.message), (abi::F_ARGUMENT, "the definition d"), "{url}");
    }
}

#[test]
fn parse_returns_spans_and_errors_with_positions() {
    let url = parse("x-word://h:70/abc");
    assert_eq!(url.status, abi::OK);
    assert_eq!(url.spans, [span(abi::C_HOST, 9, 10), span(abi::C_PORT, 11, 13), span(abi::C_OWN, 14, 17)]);

    let bad = parse("x-word://h/");
    assert_eq!(bad.status, abi::E_MISSING);
    assert_eq!((bad.error.start, bad.error.end, bad.error.component, bad.error.requirement), (11, 11, abi::C_OWN, 1));
    assert_eq!(bad.spans, [span(abi::C_HOST, 9, 10)], "what was found before");

    let bad = parse("x-word:/h");
    assert_eq!((bad.status, bad.error.start, bad.error.component, bad.error.requirement), (abi::E_MISSING, 8, 0, 0));
    // A general requirement covers an escape in a rule without escapes.
    let bad = parse("x-word://h/%41");
    assert_eq!((bad.status, bad.error.start, bad.error.end, bad.error.requirement), (abi::E_UNEXPECTED, 11, 14, 0));
}

#[test]
fn deviations_are_spans_in_lenient_mode() {
    let strict = parse("x-word://h/a/");
    assert_eq!((strict.status, strict.error.requirement), (abi::E_UNEXPECTED, 2));
    let lenient = parse_into("x-word://h/a/", abi::PARSE_LENIENT, 8);
    assert_eq!(lenient.status, abi::OK);
    assert_eq!(lenient.spans.last(), Some(&span(abi::C_DEVIATION + 1, 12, 13)));
}

#[test]
fn a_small_buffer_returns_the_needed_capacity() {
    for cap in 0..3 {
        let answer = parse_into("x-word://h:70/abc", 0, cap);
        assert_eq!((answer.status, answer.needed), (abi::F_CAPACITY, 3), "{cap}");
    }
}

#[test]
fn bad_arguments_are_refused() {
    let parse = scheme(0).parse.unwrap();
    let mut needed = 0;
    let call = |url: &[u8], begin, out_len| {
        let url = abi::LocStr { ptr: url.as_ptr(), len: url.len() };
        // SAFETY: pointers are null or valid for the call.
        unsafe { parse(ptr::null_mut(), url, begin, 0, ptr::null_mut(), 0, out_len, ptr::null_mut()) }
    };
    assert_eq!(call(b"x-word:\xFF", 7, &raw mut needed), abi::F_ARGUMENT);
    assert_eq!(call(b"x-word:a", 9, &raw mut needed), abi::F_ARGUMENT);
    assert_eq!(call(b"x-word:a", 7, ptr::null_mut()), abi::F_ARGUMENT);
    assert_eq!(call(b"x-word:a", 7, &raw mut needed), abi::E_MISSING, "no error, no message");
}

#[test]
fn no_panic_leaves_parse() {
    for (word, said) in [
        ("text", "a text"),
        ("string", "a string"),
        ("index", "index out of bou"),
        ("number", "a panic without "),
        ("resumed", "resumed"),
        ("bomb", "a panic without "),
    ] {
        let answer = parse(&format!("x-word://h/{word}"));
        assert_eq!((answer.status, &*answer.message), (abi::F_PANIC, said), "{word}");
    }
    assert_eq!(parse("x-word://h/abc").status, abi::OK, "it goes on as before");
}

unsafe extern "C" fn step(ctx: *mut c_void, kind: u32, text: abi::LocStr) -> abi::LocStatus {
    // SAFETY: the context is the list below.
    let (steps, most) = unsafe { &mut *ctx.cast::<(Vec<String>, usize)>() };
    if steps.len() == *most {
        return abi::F_ARGUMENT;
    }
    // SAFETY: the text is lent for the call.
    let text = String::from_utf8_lossy(unsafe { text.bytes() });
    steps.push(format!("{kind} {text}"));
    abi::OK
}

fn plan(url: &str, most: usize) -> (abi::LocStatus, Vec<String>, abi::LocError) {
    let spans = parse(url).spans;
    let mut buffer = [0; 16];
    let mut error = error(&mut buffer);
    let mut context = (Vec::new(), most);
    let steps = abi::LocSteps { ctx: (&raw mut context).cast(), step: Some(step) };
    let plan = scheme(0).plan.unwrap();
    // SAFETY: everything is lent for the call.
    let status = unsafe {
        plan(ptr::null_mut(), abi::LocStr::new(url), spans.as_ptr(), spans.len(), &raw const steps, &raw mut error)
    };
    (status, context.0, error)
}

#[test]
fn plan_calls_the_host_for_each_step() {
    let (status, steps, _) = plan("x-word://h/abc", 9);
    assert_eq!(status, abi::OK);
    assert_eq!(steps, ["1 {host}:{port}", "2 {word}\r\n", "3 until-dot-line"]);
    assert_eq!(plan("x-word://h/abc", 1).0, abi::F_HOST);
    assert_eq!(plan("x-word://h/plantext", 9).0, abi::F_PANIC);
    let (status, _, error) = plan("x-word://h/secret", 9);
    assert_eq!((status, error.start, error.end, error.requirement), (abi::E_FORBIDDEN, 11, 17, 1));
}

unsafe extern "C" fn replace(ctx: *mut c_void, start: u32, end: u32, text: abi::LocStr) -> abi::LocStatus {
    // SAFETY: the context is the text below, and the text is lent for the call.
    unsafe {
        *ctx.cast::<String>() = format!("{start}..{end} {}", String::from_utf8_lossy(text.bytes()));
    };
    abi::OK
}

#[test]
fn canonicalize_calls_the_host_for_each_edit() {
    let url = "x-word://h/ABC";
    let spans = parse(url).spans;
    let mut edit = String::new();
    let edits = abi::LocEdits { ctx: (&raw mut edit).cast(), replace: Some(replace) };
    let canonicalize = scheme(0).canonicalize.unwrap();
    // SAFETY: everything is lent for the call.
    let status = unsafe {
        canonicalize(
            ptr::null_mut(),
            abi::LocStr::new(url),
            spans.as_ptr(),
            spans.len(),
            &raw const edits,
            ptr::null_mut(),
        )
    };
    assert_eq!((status, &*edit), (abi::OK, "11..14 abc"));
}

unsafe extern "C" fn log(ctx: *mut c_void, level: i32, message: abi::LocStr) {
    // SAFETY: the context is a number, and the message is lent for the call.
    unsafe { *ctx.cast::<i32>() = level + i32::try_from(message.bytes().len()).unwrap() };
}

fn host(name: &'static str, logged: &mut i32) -> &'static abi::LocHost {
    Box::leak(Box::new(abi::LocHost {
        struct_size: 64,
        abi_major: 1,
        abi_minor: 0,
        name: abi::LocStr::new(name),
        version: abi::LocStr::new("0.1.0"),
        ctx: ptr::from_mut(logged).cast(),
        log: Some(log),
        extension: None,
    }))
}

fn call(init: abi::InitFn, name: &'static str) -> (abi::LocStatus, String, i32) {
    let mut logged = 0;
    let host = host(name, &mut logged);
    let mut buffer = [0; 32];
    let mut error = error(&mut buffer);
    // SAFETY: the host stays until the process ends.
    let status = unsafe { init(host, &raw mut error) };
    let message = message(&error, &buffer);
    (status, message, logged)
}

#[test]
fn init_calls_the_function_of_the_author() {
    let init = plugin().init.unwrap();
    assert_eq!(call(init, "anyurl"), (abi::OK, String::new(), 6));
    assert_eq!(call(init, "other"), (abi::F_INIT, "other is not my host".to_owned(), 6));
}

#[test]
fn no_panic_leaves_init() {
    fn text(_: Host) -> Result<(), String> {
        panic!("no init")
    }
    fn bomb(_: Host) -> Result<(), String> {
        panic_any(Bomb)
    }
    let said = |init| {
        let (status, message, _) = call(init, "anyurl");
        (status, message)
    };
    assert_eq!(said(anyurl_plugin::__private::init(text)), (abi::F_PANIC, "no init".to_owned()));
    assert_eq!(said(anyurl_plugin::__private::init(bomb)), (abi::F_PANIC, "a panic without a message".to_owned()));
}

//! Calls the C functions that `export_schemes!` generates, as a host does: what the ABI cannot express fails clearly.

#![cfg(feature = "scheme")]

use std::ffi::c_void;

use locator_core::plan::{ArgumentFraming, Need, Prompt, Transport, Until};
use locator_core::registration::{
    Component, Example, RegistrationBuilder, Reject, Status, Text, example, reject, text,
};
use locator_core::{
    Class, Cursor, Error, ErrorKind, Fix, PlanBuilder, PlanError, Registration, Requirement, Scheme, Slot, Span,
};
use locator_plugin::__private::schemes::{Exports, LibraryCell, entry};
use locator_plugin::{Host, abi};

const WORD: Slot = Slot::own(0);
static XCHAR: Class = Class::xchar("word");

/// `x-word:word`: the word says what is planned, and how it is wrong.
struct Word;

static SCHEME: Word = Word;

impl Scheme for Word {
    fn registration(&self) -> &Registration {
        &REGISTRATION
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        let word = at.run(&XCHAR, "word")?;
        match at.text(word) {
            "panic" => panic!("a panic"),
            "rare" => return Err(at.error(ErrorKind::Forbidden, "word", "word", word, &RARE)),
            "tolerated" => at.tolerate(at.error(ErrorKind::Forbidden, "word", "word", word, &RARE))?,
            _ => {}
        }
        at.set(WORD, word);
        at.finish(&XCHAR, "word")
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        let word = to.url().get(WORD).unwrap_or_default();
        let all = to.url().schemepart();
        match word {
            "news" => to.connect_to(Transport::Tcp, Need::NewsServer, 119)?,
            "tls" => to.connect_to(Transport::Tls, Need::NewsServer, 119)?,
            "prompt" => to.prompt(Prompt::Password, None),
            "compose" => to.compose_message(all)?,
            "gateway" => to.gateway("https://h/").component(WORD).finish()?,
            "call" => to.call("wais", "search", ArgumentFraming::Lines).send()?,
            "reply" => to.line("PASS ").after_reply(331).send()?,
            "guess" => to.line("TYPE I").guessed().send()?,
            "brace" => to.line("{").send()?,
            "email" => to.line("PASS ").placeholder(Need::Email).send()?,
            "answers" => to.line("").placeholder(Need::Answers).send()?,
            "part" => to.line("GET ").span(Span::new(all.start() + 1, all.end())).send()?,
            "none" => return Err(none(to)),
            _ => {
                to.line("GET ").component(WORD).send()?;
                to.receive(Until::Reply);
            }
        }
        Ok(())
    }
}

fn none(to: &PlanBuilder<'_>) -> PlanError {
    PlanError::NoAccessMethod { what: "this".to_owned(), help: "ask", span: to.url().schemepart() }
}

static REGISTRATION: Registration = RegistrationBuilder::new("x-word", [1, 2, 3], Status::Experimental)
    .description("a word")
    .components(COMPONENTS, "{word}")
    .syntax("wordurl = \"x-word:\" *xchar", "/")
    .access(ACCESS)
    .examples(EXAMPLES, REJECTS)
    .build();

const COMPONENTS: &[Component] = &[Component::text("word", WORD).with_class(&XCHAR)];
const ACCESS: &[Text] = &[text("send it"), text("receive a reply")];
const EXAMPLES: &[Example] = &[example("x-word:a", "word=a")];
const REJECTS: &[Reject] = &[reject("x-word:~", ErrorKind::Unexpected, "word", (7, 8))];

/// No edit of the example shows it.
static RARE: Requirement =
    Requirement::new("x-word-rare", "our handbook", "this word is taken", "take another", Fix::Unknown);

/// A scheme with a component that is masked, so that it cannot be exported.
struct Secret(Registration);

impl Scheme for Secret {
    fn registration(&self) -> &Registration {
        &self.0
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        SCHEME.parse(at)
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        SCHEME.plan(to)
    }
}

static SECRET: Secret = Secret(
    RegistrationBuilder::new("x-secret", [1, 0, 0], Status::Experimental)
        .description("a secret")
        .components(SENSITIVE, "{word}")
        .syntax("*xchar", "/")
        .access(ACCESS)
        .examples(SECRET_EXAMPLES, SECRET_REJECTS)
        .build(),
);

const SENSITIVE: &[Component] = &[Component::text("word", WORD).sensitive()];
const SECRET_EXAMPLES: &[Example] = &[example("x-secret:a", "word=a")];
const SECRET_REJECTS: &[Reject] = &[reject("x-secret:~", ErrorKind::Unexpected, "word", (9, 10))];

fn init(host: Host) -> Result<(), String> {
    if host.name() == "locator" { Ok(()) } else { Err(format!("{} is not my host", host.name())) }
}

locator_plugin::export_schemes! {
    schemes: [SCHEME],
    host_req: ">=0.1",
    init: init,
}

/// What the macro generates for a second library, which one program cannot have.
struct SecretLibrary;

impl Exports for SecretLibrary {
    const NAME: &'static str = "secret";
    const VERSION: &'static str = "1.0.0";
    const HOST_REQ: &'static str = "";
    const INIT: &'static [fn(Host) -> Result<(), String>] = &[];

    fn schemes() -> Vec<&'static dyn Scheme> {
        vec![&SECRET]
    }

    fn library() -> &'static LibraryCell {
        static LIBRARY: LibraryCell = LibraryCell::new();
        &LIBRARY
    }
}

unsafe extern "C" {
    safe fn locator_plugin_entry() -> *const abi::LocHeader;
}

fn plugin(header: *const abi::LocHeader) -> abi::LocPlugin {
    assert!(!header.is_null());
    let header: *const c_void = header.cast();
    // SAFETY: the header begins a whole plugin, which is constant.
    unsafe { *header.cast::<abi::LocPlugin>() }
}

fn scheme() -> abi::LocScheme {
    // SAFETY: there is one scheme, and it is constant.
    unsafe { **plugin(locator_plugin_entry()).schemes }
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

/// Parses a URL; returns the status, the kinds of the spans, the span of the error, its requirement and its message.
fn parse(url: &str, flags: u32) -> (abi::LocStatus, Vec<u32>, [u32; 3], String) {
    let mut buffer = [0; 100];
    let mut error = error(&mut buffer);
    let (mut spans, mut len) = ([abi::LocSpan::default(); 8], 0);
    let (parse, state) = (scheme().parse.unwrap(), scheme().state);
    let (out, cap, text) = (spans.as_mut_ptr(), spans.len(), abi::LocStr::new(url));
    // SAFETY: all arguments are valid for the call.
    let status = unsafe { parse(state, text, 7, flags, out, cap, &raw mut len, &raw mut error) };
    let kinds = spans[..len].iter().map(|span| span.kind).collect();
    (status, kinds, [error.start, error.end, error.requirement], message(&error, &buffer))
}

/// Collects steps, as the host does.
unsafe extern "C" fn step(to: *mut c_void, kind: u32, text: abi::LocStr) -> abi::LocStatus {
    // SAFETY: the context is a list, and the text is valid for the call.
    let (to, text) = unsafe { (&mut *to.cast::<Vec<(u32, String)>>(), text.bytes()) };
    to.push((kind, String::from_utf8(text.to_vec()).unwrap()));
    abi::OK
}

fn plan(url: &str) -> Result<Vec<(u32, String)>, (abi::LocStatus, String)> {
    let mut buffer = [0; 200];
    let mut error = error(&mut buffer);
    let mut collected: Vec<(u32, String)> = Vec::new();
    let steps = abi::LocSteps { ctx: (&raw mut collected).cast(), step: Some(step) };
    let spans = [abi::LocSpan { kind: abi::C_OWN, start: 7, end: u32::try_from(url.len()).unwrap() }];
    let (plan, state) = (scheme().plan.unwrap(), scheme().state);
    // SAFETY: all arguments are valid for the call.
    let status = unsafe { plan(state, abi::LocStr::new(url), spans.as_ptr(), 1, &raw const steps, &raw mut error) };
    if status == abi::OK { Ok(collected) } else { Err((status, message(&error, &buffer))) }
}

fn initialize(plugin: &abi::LocPlugin, name: &str) -> (abi::LocStatus, String) {
    let host = Box::leak(Box::new(abi::LocHost {
        struct_size: 0,
        abi_major: abi::MAJOR,
        abi_minor: abi::MINOR,
        name: abi::LocStr::new(String::leak(name.to_owned())),
        version: abi::LocStr::EMPTY,
        ctx: std::ptr::null_mut(),
        log: None,
        extension: None,
    }));
    let mut buffer = [0; 100];
    let mut error = error(&mut buffer);
    // SAFETY: the host is constant, and the error is valid for the call.
    let status = unsafe { plugin.init.unwrap()(host, &raw mut error) };
    (status, message(&error, &buffer))
}

#[test]
fn the_descriptor_says_what_the_registration_says() {
    let (plugin, scheme) = (plugin(locator_plugin_entry()), scheme());
    assert_eq!((plugin.header.magic, plugin.header.abi_major, plugin.n_schemes), (abi::MAGIC, 1, 1));
    assert_eq!(plugin.flags, abi::PLUGIN_PANIC_SAFE);
    // SAFETY: the plugin's texts are constant.
    let text = |text: abi::LocStr| std::str::from_utf8(unsafe { text.bytes() }).unwrap();
    let texts = [plugin.name, plugin.host_req, scheme.name, scheme.version, scheme.access, scheme.composition];
    let own = [env!("CARGO_PKG_NAME"), ">=0.1", "x-word", "1.2.3", "send it\nreceive a reply", "{word}"];
    assert_eq!(texts.map(text), own);
    assert_eq!((scheme.n_components, scheme.n_examples, scheme.n_rejects), (1, 1, 1));
    assert_eq!(locator_plugin_entry(), locator_plugin_entry(), "the descriptor is made once");
}

#[test]
fn the_authors_init_is_called() {
    let plugin = plugin(locator_plugin_entry());
    assert_eq!(initialize(&plugin, "locator"), (abi::OK, String::new()));
    assert_eq!(initialize(&plugin, "other"), (abi::F_INIT, "other is not my host".to_owned()));
}

#[test]
fn a_sensitive_component_fails_the_loading() {
    let plugin = plugin(entry::<SecretLibrary>());
    let problem = "scheme `x-secret`: the ABI cannot say that the component `word` is sensitive";
    assert_eq!(initialize(&plugin, "locator"), (abi::F_INIT, problem.to_owned()));
}

#[test]
fn errors_cite_the_table_or_say_the_requirement() {
    let (status, kinds, [start, end, requirement], message) = parse("x-word:a~", 0);
    assert_eq!((status, kinds, start, end, message), (abi::E_UNEXPECTED, vec![abi::C_OWN], 8, 9, String::new()));
    assert!(requirement > 0);
    let rare = "this word is taken (our handbook); take another".to_owned();
    assert_eq!(parse("x-word:rare", 0), (abi::E_FORBIDDEN, vec![], [7, 11, 0], rare));
    assert_eq!(parse("x-word:panic", 0), (abi::F_PANIC, vec![], [0; 3], "a panic".to_owned()));
}

/// Lenient mode accepts nothing without a warning, and this warning cannot be passed.
#[test]
fn a_deviation_outside_the_table_is_an_error() {
    let taken = "this word is taken; take another".to_owned();
    assert_eq!(parse("x-word:tolerated", abi::PARSE_LENIENT), (abi::E_FORBIDDEN, vec![abi::C_OWN], [7, 16, 0], taken));
}

#[test]
fn steps_are_passed_in_the_notation_of_a_registry_file() {
    let send = |text: &str| (abi::S_SEND, text.to_owned());
    assert_eq!(plan("x-word:a%41"), Ok(vec![send("GET {word}\r\n"), (abi::S_RECEIVE, "reply".to_owned())]));
    // Bytes that the host would refuse as an argument: it does, with their span.
    assert_eq!(plan("x-word:a%0Ab"), Ok(vec![send("{word}")]));
    assert_eq!(plan("x-word:part"), Ok(vec![send("GET art\r\n")]));
    assert_eq!(plan("x-word:email"), Ok(vec![send("PASS {email}\r\n")]));
    assert_eq!(plan("x-word:news"), Ok(vec![(abi::S_CONNECT, "{news-server}:119".to_owned())]));
}

#[test]
fn steps_that_the_abi_does_not_have_fail_by_name() {
    for (word, reason) in [
        ("tls", "the ABI has no step for `connect over tls`"),
        ("prompt", "the ABI has no step for `prompt for password`"),
        ("compose", "the ABI has no step for `compose`"),
        ("gateway", "the ABI has no step for `gateway`"),
        ("call", "the ABI has no step for `call wais-search`"),
        ("reply", "the ABI has no step for `send` after a reply"),
        ("guess", "the ABI has no step for `send` of a guess"),
        ("brace", "the ABI cannot send a brace"),
        ("answers", "the ABI has no value `{answers}`"),
    ] {
        assert_eq!(plan(&format!("x-word:{word}")), Err((abi::E_FORBIDDEN, reason.to_owned())), "{word}");
    }
    assert_eq!(plan("x-word:none"), Err((abi::F_UNSUPPORTED, String::new())));
}

//! x-panics: a plugin that panics if a URL requests it, in every way that Rust offers.

#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::panic::{panic_any, resume_unwind};

use anyurl_plugin::{
    Class, Component, Cursor, Definition, Error, ErrorKind, Example, Failure, Host, Plan, Reject, Scheme, Slot, Steps,
    Until, Url,
};

/// `x-panics://host[:port]/word`
struct Panics;

const WORD: Slot = Slot::own(0);

impl Scheme for Panics {
    const DEFINITION: Definition = Definition {
        name: "x-panics",
        version: "1.0.0",
        description: "a word that causes a panic",
        default_port: Some(7071),
        components: &[Component::HOST, Component::PORT, Component::text("word", WORD).unescaped()],
        template: "//{host}[:{port}]/{word}",
        syntax: "panicsurl = \"x-panics://\" hostport \"/\" word",
        access: "connect to host:port by TCP\nsend the word\nreceive until the end",
        examples: &[Example::new("x-panics://h/calm", "host=h word=calm")],
        rejects: &[Reject::new("x-panics://h/~", ErrorKind::Unexpected, "word", (13, 14))],
        data_object: true,
        ..Definition::BLANK
    };

    fn parse(at: &mut Cursor<'_>) -> Result<(), Error> {
        static WORDS: Class = Class::alphadigit();
        at.slashes()?;
        at.host_port();
        at.take("/");
        let word = at.run_unescaped(&WORDS);
        remember(at.text(word));
        panics(at.text(word));
        at.set(WORD, word);
        at.finish(WORD)
    }
}

impl Plan for Panics {
    fn plan(url: &Url<'_>, to: &mut Steps<'_>) -> Result<(), Failure> {
        let word = url.get(WORD).unwrap_or_default();
        panics(word.strip_prefix("plan").unwrap_or_default());
        to.connect("{host}:{port}")?;
        to.send("{word}\r\n")?;
        to.receive(Until::Close)
    }
}

thread_local! {
    /// A value that is dropped when a thread ends, the reason why a Rust library is never unloaded.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

fn remember(word: &str) {
    LAST.with_borrow_mut(|last| word.clone_into(last));
    // Registers the thread with the library's own copy of the standard library.
    assert!(std::thread::current().name() != Some(""));
}

/// A payload whose `Drop` panics.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("dropped");
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
        "overflow" => drop(deep(0)),
        "abort" => std::process::abort(),
        _ => {}
    }
}

/// Overflows the stack.
#[expect(unconditional_recursion, reason = "overflows the stack on purpose")]
fn deep(n: u64) -> [u64; 64] {
    let mut row = deep(std::hint::black_box(n + 1));
    row[0] += n;
    std::hint::black_box(row)
}

fn init(host: Host) -> Result<(), String> {
    // The hook belongs to the library's own copy of the standard library: expected panics need not be printed.
    std::panic::set_hook(Box::new(|_| {}));
    match cfg!(feature = "init") {
        true if host.name() == "anyurl" => panic!("{} is not supported", host.name()),
        true => Err("unknown host".to_owned()),
        false => Ok(()),
    }
}

anyurl_plugin::export_plugin! {
    schemes: [Panics],
    host_req: ">=0.1, <2",
    init: init,
}

//! x-dict: the definitions of a word (RFC 2229).

use anyurl_plugin::{
    Canonicalize, Class, Component, Cursor, Definition, Edits, Error, ErrorKind, Example, Failure, Fix, Plan, Reject,
    Requirement, Scheme, Slot, Span, Steps, Text, Until, Url,
};

/// The scheme x-dict.
pub(crate) struct Dict;

const WORD: Slot = Slot::own(0);
const DATABASE: Slot = Slot::own(1);

const COMPONENTS: &[Component] = &[
    Component::HOST,
    Component::PORT,
    Component::text("word", WORD).plain("-'._"),
    Component::text("database", DATABASE).fallback("*").unescaped(),
];

impl Scheme for Dict {
    const DEFINITION: Definition = Definition {
        name: "x-dict",
        version: "1.0.0",
        description: "the definitions of a word in the dictionaries of a server",
        default_port: Some(2628),
        components: COMPONENTS,
        requirements: &[WORD_MISSING, DATABASE_NAME],
        template: "//{host}[:{port}]/{word}[:{database}]",
        reserved: "/:",
        syntax: r#"dicturl  = "x-dict://" hostport "/" word [ ":" database ]
word     = 1*[ alphadigit | "-" | "'" | "." | "_" | escape ]
database = "*" | "!" | 1*[ alphadigit | "-" | "_" ]"#,
        access: "connect to host:port by TCP, and receive the greeting\n\
                 send DEFINE, the database (all of them unless one is named) and the word\n\
                 receive the reply; a definition ends with a full stop alone on its line",
        references: &[Text::new("RFC 2229 §3.2")],
        examples: &[
            Example::new("x-dict://dict.example/anyurl", "host=dict.example word=anyurl"),
            Example::new("x-dict://h:2629/caf%C3%A9:wn", "host=h port=2629 word=caf%C3%A9 database=wn"),
            Example::new("x-dict://H/a:*", "host=H word=a database=*")
                .canonical("x-dict://h/a")
                .wire(b"DEFINE * \"a\"\r\n"),
            Example::new("x-dict://h/a:!", "host=h word=a database=!").wire(b"DEFINE ! \"a\"\r\n"),
        ],
        rejects: &[
            Reject::new("x-dict://h/", ErrorKind::Missing, "word", (11, 11)),
            Reject::new("x-dict://h/a:", ErrorKind::Missing, "database", (13, 13)),
            Reject::new("x-dict://h/a:**", ErrorKind::Unexpected, "database", (14, 15)),
            Reject::new("x-dict://h/a/b", ErrorKind::Unexpected, "word", (12, 13)),
        ],
        ..Definition::BLANK
    };

    fn parse(at: &mut Cursor<'_>) -> Result<(), Error> {
        at.slashes()?;
        at.host_port();
        at.take("/");
        word(at)?;
        if at.take(":") {
            return database(at);
        }
        at.finish(WORD)
    }
}

/// `word = 1*[ alphadigit | "-" | "'" | "." | "_" | escape ]`
fn word(at: &mut Cursor<'_>) -> Result<(), Error> {
    static WCHAR: Class = Class::alphadigit().and(b"-'._");
    let word = at.run(&WCHAR, WORD)?;
    if word.is_empty() {
        return Err(at.mismatch(WORD, &WORD_MISSING));
    }
    at.set(WORD, word);
    Ok(())
}

/// `database = "*" | "!" | 1*[ alphadigit | "-" | "_" ]`
fn database(at: &mut Cursor<'_>) -> Result<(), Error> {
    static DCHAR: Class = Class::alphadigit().and(b"-_");
    let start = at.position();
    if !at.take("*") && !at.take("!") && at.run_unescaped(&DCHAR).is_empty() {
        return Err(at.mismatch(DATABASE, &DATABASE_NAME));
    }
    at.set(DATABASE, at.since(start));
    at.end(DATABASE, &DATABASE_NAME)
}

impl Plan for Dict {
    /// Quotes the word, because it may contain spaces. Therefore it must not contain a quote or a backslash.
    fn plan(url: &Url<'_>, to: &mut Steps<'_>) -> Result<(), Failure> {
        let word = url.get(WORD).unwrap_or_default();
        let span = url.span(WORD).unwrap_or(Span::at(0));
        if ["%22", "%5C", "%5c"].iter().any(|quote| word.contains(quote)) {
            return Err(Error::new(ErrorKind::Forbidden, span, Some(WORD)).into());
        }
        to.connect("{host}:{port}")?;
        to.receive(Until::Reply)?;
        to.send("DEFINE {database} \"{word}\"\r\n")?;
        to.receive(Until::DotLine)
    }
}

impl Canonicalize for Dict {
    /// Removes `:*`, because all databases are the default.
    fn canonicalize(url: &Url<'_>, to: &mut Edits<'_>) -> Result<(), Failure> {
        match url.span(DATABASE) {
            Some(span) if span.of(url.text()) == "*" => {
                let with_colon = Span { start: span.start - 1, end: span.end };
                to.replace(with_colon, "")
            }
            _ => Ok(()),
        }
    }
}

const WORD_MISSING: Requirement = Requirement::new("x-dict-word", "RFC 2229 §3.2", "word")
    .text("a query consists of a word")
    .help("write a slash and the word");

const DATABASE_NAME: Requirement = Requirement::new("x-dict-database", "RFC 2229 §3.2", "database")
    .text(
        "a database is a name of letters, digits, `-` and `_`, or `*` for all, or `!` for the first that has the word",
    )
    .help("write the server's name of the database")
    .fix(Fix::Remove);

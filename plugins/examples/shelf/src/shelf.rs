//! x-shelf: a book, by shelf and number, or a page of it.

use anyurl_plugin::{
    Canonicalize, Class, Component, Cursor, Definition, Edits, Error, ErrorKind, Example, Failure, Fix, Reject,
    Requirement, Scheme, Slot, Span, Url,
};

/// The scheme x-shelf.
pub(crate) struct Shelf;

const SHELF: Slot = Slot::own(0);
const NUMBER: Slot = Slot::own(1);
const PAGE: Slot = Slot::own(2);

impl Scheme for Shelf {
    const DEFINITION: Definition = Definition {
        name: "x-shelf",
        version: "1.0.0",
        description: "a book on a shelf",
        default_port: Some(7777),
        components: &[
            Component::HOST,
            Component::PORT,
            Component::text("shelf", SHELF).unescaped(),
            Component::text("number", NUMBER).unescaped(),
            Component::text("page", PAGE).plain("$-_.+!*'(),"),
        ],
        requirements: &[FORM, NUMBER_FORM, NUMBER_RANGE, SLASH],
        template: "//{host}[:{port}]/{shelf}/{number}[/{page}]",
        reserved: "/:",
        syntax: r#"shelfurl = "x-shelf://" hostport "/" shelf "/" number [ "/" page ]
shelf = 1*alphadigit
number = 1*digit
page = 1*uchar"#,
        access: "connect to host:port by TCP\nsend PAGE and the page, if there is one\nsend GET, the shelf and the number\nreceive until a line with only a full stop",
        steps: r#"[{ connect = "{host}:{port}" }, { send = "PAGE {page}\r\n" }, { send = "GET {shelf}/{number}\r\n" }, { receive = "until-dot-line" }]"#,
        hierarchical: true,
        examples: &[
            Example::new("x-shelf://h.example/b2/17", "host=h.example shelf=b2 number=17"),
            Example::new("x-shelf://h:70/B/007/a%20b", "host=h port=70 shelf=B number=007 page=a%20b"),
        ],
        rejects: &[
            Reject::new("x-shelf://h/", ErrorKind::Missing, "shelf", (12, 12)),
            Reject::new("x-shelf://h/b/", ErrorKind::Missing, "number", (14, 14)),
            Reject::new("x-shelf://h/b/4294967296", ErrorKind::OutOfRange, "number", (14, 24)),
            Reject::new("x-shelf://h/b/1/a~", ErrorKind::Unexpected, "page", (17, 18)),
        ],
        ..Definition::BLANK
    };

    /// `shelfurl = "x-shelf://" hostport "/" shelf "/" number [ "/" page ]`
    fn parse(at: &mut Cursor<'_>) -> Result<(), Error> {
        at.slashes()?;
        at.host_port();
        at.take("/");
        let shelf = shelf(at)?;
        let number = number(at)?;
        if at.take("/") {
            page(at)?;
        } else {
            at.end(NUMBER, &NUMBER_FORM)?;
        }
        // Checked last, as in the registry file, where the grammar cannot express the limit.
        if at.text(number).parse::<u32>().is_err() {
            return Err(Error::new(ErrorKind::OutOfRange, number, Some(NUMBER)).against(&NUMBER_RANGE));
        }
        at.set(SHELF, shelf);
        at.set(NUMBER, number);
        Ok(())
    }
}

/// `shelf = 1*alphadigit`
fn shelf(at: &mut Cursor<'_>) -> Result<Span, Error> {
    static ALPHADIGIT: Class = Class::alphadigit();
    let shelf = at.run_unescaped(&ALPHADIGIT);
    if shelf.is_empty() || !at.take("/") {
        return Err(at.mismatch(SHELF, &FORM));
    }
    Ok(shelf)
}

/// `number = 1*digit`
fn number(at: &mut Cursor<'_>) -> Result<Span, Error> {
    static DIGIT: Class = Class::digit();
    let number = at.run_unescaped(&DIGIT);
    if number.is_empty() {
        return Err(at.mismatch(NUMBER, &NUMBER_FORM));
    }
    Ok(number)
}

/// `page = 1*uchar`; lenient mode tolerates a slash after it.
fn page(at: &mut Cursor<'_>) -> Result<(), Error> {
    static UCHAR: Class = Class::uchar();
    let page = at.run(&UCHAR, PAGE)?;
    if page.is_empty() {
        return Err(at.unexpected(PAGE));
    }
    at.set(PAGE, page);
    if at.rest() == b"/" {
        at.tolerate(at.mismatch(PAGE, &SLASH))?;
        at.take("/");
    }
    at.finish(PAGE)
}

impl Canonicalize for Shelf {
    /// Converts the shelf to lower case.
    fn canonicalize(url: &Url<'_>, to: &mut Edits<'_>) -> Result<(), Failure> {
        match url.span(SHELF) {
            Some(span) => to.replace(span, &span.of(url.text()).to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

const BOOK: &str = "the catalogue";

const FORM: Requirement = Requirement::new("x-shelf-form", BOOK, "shelf")
    .text("a shelf is letters and digits, and a slash")
    .help("write it like `x-shelf://h/b2/17`");

const NUMBER_FORM: Requirement =
    Requirement::new("x-shelf-number", BOOK, "number").text("a number is digits").help("write only digits");

const NUMBER_RANGE: Requirement = Requirement::new("x-shelf-range", BOOK, "number")
    .text("a shelf has fewer than 4294967296 books")
    .help("write a smaller number");

const SLASH: Requirement = Requirement::new("x-shelf-slash", BOOK, "page")
    .text("a page ends without a slash")
    .help("remove the slash")
    .fix(Fix::Remove);

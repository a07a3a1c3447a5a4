//! x-shelf as a built-in scheme.

use anyurl_core::authors::{
    Class, Component, Cursor, Example, Fix, PlanBuilder, Registration, RegistrationBuilder, Reject, Requirement,
    Scheme, Status, Text, UrlRef, authority, canonical, example, reject, text,
};
use anyurl_core::plan::{Transport, Until};
use anyurl_core::{Error, ErrorKind, PlanError, Slot, Span};

/// The scheme x-shelf.
pub(crate) struct Shelf;

/// The instance.
pub(crate) static SCHEME: Shelf = Shelf;

const SHELF: Slot = Slot::own(0);
const NUMBER: Slot = Slot::own(1);
const PAGE: Slot = Slot::own(2);

const COMPONENTS: &[Component] = &[
    Component::HOST,
    Component::PORT,
    Component::text("shelf", SHELF).unescaped(),
    Component::text("number", NUMBER).unescaped(),
    Component::text("page", PAGE).with_class(&UCHAR),
    Component::UNWANTED_USER,
    Component::UNWANTED_PASSWORD,
];

static ALPHADIGIT: Class = Class::alphadigit("shelf");
static DIGIT: Class = Class::none("number").and(b"0123456789");
static UCHAR: Class = Class::uchar("page");

impl Scheme for Shelf {
    fn registration(&self) -> &Registration {
        &REGISTRATION
    }

    /// `shelfurl = "x-shelf://" hostport "/" shelf "/" number [ "/" page ]`
    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        authority::slashes(at)?;
        authority::host_port(at)?;
        at.take("/");
        let name = shelf(at)?;
        let number = number(at)?;
        if at.take("/") {
            page(at)?;
        } else {
            at.end("number", "number", &NUMBER_FORM)?;
        }
        if at.text(number).parse::<u32>().is_err() {
            return Err(at.error(ErrorKind::OutOfRange, "number", "number", number, &NUMBER_RANGE));
        }
        at.set(SHELF, name);
        at.set(NUMBER, number);
        Ok(())
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        to.connect(Transport::Tcp)?;
        if to.url().span(PAGE).is_some() {
            to.line("PAGE ").component(PAGE).send()?;
        }
        to.line("GET ").component(SHELF).text("/").component(NUMBER).send()?;
        to.receive(Until::DotLine);
        Ok(())
    }

    fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
        let name = url.get(SHELF).unwrap_or_default().to_ascii_lowercase();
        let span = url.span(SHELF).unwrap_or(Span::at(url.schemepart().end()));
        canonical::write(url, &[(span, &name)], to);
    }
}

fn shelf(at: &mut Cursor<'_>) -> Result<Span, Error> {
    let shelf = at.run_unescaped(&ALPHADIGIT);
    if shelf.is_empty() || !at.take("/") {
        return Err(at.mismatch("shelf", "shelf", &FORM));
    }
    Ok(shelf)
}

fn number(at: &mut Cursor<'_>) -> Result<Span, Error> {
    let number = at.run_unescaped(&DIGIT);
    if number.is_empty() {
        return Err(at.mismatch("number", "number", &NUMBER_FORM));
    }
    Ok(number)
}

fn page(at: &mut Cursor<'_>) -> Result<(), Error> {
    let page = at.run(&UCHAR, "page")?;
    if page.is_empty() {
        return Err(at.unexpected(&UCHAR, "page"));
    }
    at.set(PAGE, page);
    if at.rest() == b"/" {
        at.tolerate(at.mismatch("page", "page", &SLASH))?;
        at.take("/");
    }
    at.finish(&UCHAR, "page")
}

static REGISTRATION: Registration = RegistrationBuilder::new("x-shelf", [1, 0, 0], Status::Experimental)
    .description("a book on a shelf")
    .port(7777)
    .components(COMPONENTS, "//{host}[:{port}]/{shelf}/{number}[/{page}]")
    .syntax(
        r#"shelfurl = "x-shelf://" hostport "/" shelf "/" number [ "/" page ]
shelf = 1*alphadigit
number = 1*digit
page = 1*uchar"#,
        "/:",
    )
    .access(ACCESS)
    .hierarchical()
    .examples(EXAMPLES, REJECTS)
    .build();

const ACCESS: &[Text] = &[
    text("connect to host:port by TCP"),
    text("send PAGE and the page, if there is one"),
    text("send GET, the shelf and the number"),
    text("receive until a line with only a full stop"),
];

const EXAMPLES: &[Example] = &[
    example("x-shelf://h.example/b2/17", "host=h.example shelf=b2 number=17"),
    example("x-shelf://h:70/B/007/a%20b", "host=h port=70 shelf=B number=007 page=a%20b"),
];

const REJECTS: &[Reject] = &[
    reject("x-shelf://h/", ErrorKind::Missing, "shelf", (12, 12)),
    reject("x-shelf://h/b/", ErrorKind::Missing, "number", (14, 14)),
    reject("x-shelf://h/b/4294967296", ErrorKind::OutOfRange, "number", (14, 24)),
    reject("x-shelf://h/b/1/a~", ErrorKind::Unexpected, "page", (17, 18)),
];

const fn requirement(id: &'static str, text: &'static str, help: &'static str, fix: Fix) -> Requirement {
    Requirement::new(id, "the catalogue", text, help, fix)
}

static FORM: Requirement = requirement(
    "x-shelf-form",
    "a shelf is letters and digits, and a slash",
    "write it like `x-shelf://h/b2/17`",
    Fix::Unknown,
);
static NUMBER_FORM: Requirement =
    requirement("x-shelf-number", "a number is digits", "write only digits", Fix::Unknown);
static NUMBER_RANGE: Requirement =
    requirement("x-shelf-range", "a shelf has fewer than 4294967296 books", "write a smaller number", Fix::Unknown);
static SLASH: Requirement =
    requirement("x-shelf-slash", "a page ends without a slash", "remove the slash", Fix::Remove);

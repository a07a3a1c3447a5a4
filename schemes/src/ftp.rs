//! ftp: files by the File Transfer Protocol (RFC 1738 §3.2).
//!
//! # Grammar
//!
//! ```text
//! ftpurl   = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
//! fpath    = fsegment *[ "/" fsegment ]
//! fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
//! ftptype  = "A" | "I" | "D" | "a" | "i" | "d"
//! ```
//!
//! # Access
//!
//! 1. Connect to host and port (21) by TCP.
//! 2. Send `USER` and `PASS` from the URL; without a user name, `anonymous` and the e-mail address of the end user.
//! 3. Send one `CWD` for each cwd, in order, decoded, including empty ones.
//! 4. For type d send `NLST` with the name; otherwise `TYPE` with the code, or a guess, and `RETR` with the name.
//!
//! # Deviations
//!
//! * `;type=` is case-sensitive, although literals are not in RFC 822, whose notation the BNF uses (A-05).
//! * A `;` that does not begin a typecode must be encoded, and nothing may follow a typecode. Lenient mode accepts such
//!   text as part of the name (A-17), and `;TYPE=` as `;type=` (A-05).
//! * Dot segments are ordinary arguments of `CWD` (A-47).

use core::fmt;

use anyurl_core::authors::canonical::CanonicalRules;
use anyurl_core::authors::{
    Class, Component, Cursor, Delimiter, Example, Fix, PlanBuilder, Registration, RegistrationBuilder, Reject,
    Requirement, Role, Scheme, Status, Text, UrlRef, authority, canonical, escape, example, reject, text,
};
use anyurl_core::components::value;
use anyurl_core::internal::MASK;
use anyurl_core::plan::{Need, Prompt, Transfer, Transport};
use anyurl_core::{Error, ErrorKind, PlanError, Slot, Span, Url, View, rows};

use crate::prelude::*;
use crate::rules::{FPATH, FSEGMENT};

use crate::rules;

/// The scheme ftp.
#[derive(Debug)]
struct Ftp;

/// The scheme ftp, version 1: RFC 1738.
pub const FTP: &dyn Scheme = &Ftp;

/// The components of an ftp URL.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct FtpUrl<'a> {
    /// The user name.
    pub user: Option<&'a str>,
    /// The password; empty in `ftp://foo:@h/`.
    pub password: Option<&'a str>,
    /// The server.
    pub host: &'a str,
    /// Its port, as written.
    pub port: Option<u16>,
    /// The directories, each with its slash.
    cwds: &'a str,
    /// The name of the file or directory; absent in `ftp://h`, empty in `ftp://h/`.
    pub name: Option<&'a str>,
    /// The transfer mode.
    pub typecode: Option<Type>,
}

/// A typecode, in the order of §3.2.2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::exhaustive_enums, reason = "the grammar has these codes")]
pub enum Type {
    /// Text.
    A,
    /// Image: bytes without conversion.
    I,
    /// A directory listing.
    D,
}

impl Type {
    /// `ftptype = "A" | "I" | "D" | "a" | "i" | "d"`
    const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            b'A' | b'a' => Some(Self::A),
            b'I' | b'i' => Some(Self::I),
            b'D' | b'd' => Some(Self::D),
            _ => None,
        }
    }

    /// Parses a letter or, as lenient mode accepts it, an escape.
    fn parse(text: &str) -> Option<Self> {
        escape::bytes(text).next().and_then(|(_, byte)| Self::from_byte(byte))
    }

    /// `;type=` and the letter in lower case.
    const fn as_str(self) -> &'static str {
        match self {
            Self::A => ";type=a",
            Self::I => ";type=i",
            Self::D => ";type=d",
        }
    }

    /// The `TYPE` command, in upper case (A-17).
    const fn command(self) -> &'static str {
        match self {
            Self::A => "TYPE A",
            Self::I => "TYPE I",
            Self::D => "TYPE D",
        }
    }
}

impl<'a> FtpUrl<'a> {
    /// The directories to change to, in order, as written.
    pub fn cwd(&self) -> impl Iterator<Item = &'a str> + Clone {
        value::list(self.cwds, Delimiter::After(b'/'))
    }
}

/// Shows no password.
impl fmt::Debug for FtpUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("FtpUrl");
        shown.field("user", &self.user.map(|_| MASK)).field("password", &self.password.map(|_| MASK));
        shown.field("host", &self.host).finish_non_exhaustive()
    }
}

impl<'a> View<'a> for FtpUrl<'a> {
    const SCHEMES: &'static [&'static str] = &["ftp"];
    const COMPONENTS: &'static [&'static str] = &["cwd", "name", "typecode"];

    fn from_url(url: Url<'a>) -> Self {
        let text = |name| url.component(name).map(|part| part.text());
        Self {
            user: url.user(),
            password: url.password(),
            host: url.host().unwrap_or_default(),
            port: url.port(),
            cwds: text("cwd").unwrap_or_default(),
            name: text("name"),
            typecode: text("typecode").and_then(Type::parse),
        }
    }
}

const URL_PATH: Slot = Slot::own(0);
const CWD: Slot = Slot::own(1);
const NAME: Slot = Slot::own(2);
const TYPECODE: Slot = Slot::own(3);

const COMPONENTS: &[Component] = &[
    Component::USER,
    Component::PASSWORD,
    Component::HOST,
    Component::PORT,
    Component::whole("url-path", URL_PATH),
    Component::new("cwd", CWD, Role::List(Delimiter::After(b'/'))).with_class(&FSEGMENT),
    Component::text("name", NAME).with_class(&FSEGMENT),
    Component::new("typecode", TYPECODE, Role::Keyword),
];

/// The text before a typecode.
const TYPE: &str = ";type=";

impl Scheme for Ftp {
    fn registration(&self) -> &Registration {
        &REGISTRATION
    }

    /// `ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]`
    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        authority::slashes(at)?;
        authority::login(at)?;
        if at.take("/") {
            let start = at.position();
            fpath(at)?;
            at.set(URL_PATH, at.since(start));
        }
        at.end("ftpurl", "url-path", &SLASH)
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        to.connect(Transport::Tcp)?;
        login(to)?;
        change_directory(to)?;
        transfer(to)
    }

    fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
        let code = url.get(TYPECODE).and_then(Type::parse).map_or("", Type::as_str);
        let typecode = url.span(TYPECODE).map(|code| Span::new(code.start() - TYPE.len(), code.end()));
        let edit = typecode.map(|span| (span, code));
        canonical::write_keeping(&CanonicalRules::SLASH, url, edit.as_slice(), &last_escapes(url), to);
    }
}

/// The escapes after the last semicolon of a name, which lenient mode accepts, if they would make a typecode of it.
fn last_escapes(url: &UrlRef<'_>) -> Vec<usize> {
    let name = url.span(NAME).filter(|_| url.span(TYPECODE).is_none());
    let tail = name.and_then(|name| Some(Span::new(name.start() + name.of(url.text()).rfind(';')?, name.end())));
    let Some(tail) = tail.filter(|tail| is_typecode(&canonical::text_of(&CanonicalRules::SLASH, url, *tail, &[])))
    else {
        return Vec::new();
    };
    tail.of(url.text()).match_indices('%').map(|(at, _)| tail.start() + at).collect()
}

/// Whether lenient mode reads a text as `";type=" ftptype`.
fn is_typecode(text: &str) -> bool {
    match text.split_at_checked(TYPE.len()) {
        Some((literal, code)) => literal.eq_ignore_ascii_case(TYPE) && code.len() == 1 && Type::parse(code).is_some(),
        None => false,
    }
}

/// `fpath [ ";type=" ftptype ]`
fn fpath(at: &mut Cursor<'_>) -> Result<(), Error> {
    let start = at.position();
    loop {
        at.run(&FPATH, "url-path")?;
        if at.peek() != Some(b';') {
            break;
        }
        if let Some(code) = typecode(at)? {
            cwd_and_name(at, at.since(start));
            at.set(TYPECODE, code);
            at.skip_to(code.end());
            return Ok(());
        }
        // Lenient mode has tolerated a semicolon that is part of the name.
        at.skip_to(at.position() + 1);
    }
    cwd_and_name(at, at.since(start));
    at.finish(&FPATH, "url-path")
}

/// `*( unreserved / pct-encoded / ":" / "@" / "/" / sub-delims )`, without `;`
static URI_PATH: Class = Class::alphadigit("ftp-path").and(b"-._~!$&'()*+,=:@/");

/// A simple URL of version 2 (RFC 3986), whose path begins with its slash.
pub(crate) fn simple(at: &mut Cursor<'_>) -> bool {
    if !rules::login_simple(at) {
        return false;
    }
    let start = at.position();
    if !at.take("/") {
        return at.peek().is_none();
    }
    let Ok(path) = at.run(&URI_PATH, "path") else { return false };
    cwd_and_name(at, path);
    if let [b';', b't', b'y', b'p', b'e', b'=', code] = at.rest() {
        if Type::from_byte(*code).is_some() {
            let code = Span::new(at.limit() - 1, at.limit());
            at.set(TYPECODE, code);
            at.skip_to(code.end());
        }
    }
    at.set(URL_PATH, at.since(start));
    at.peek().is_none()
}

/// `<cwd1>/<cwd2>/.../<cwdN>/<name>`: the last slash ends the directories.
fn cwd_and_name(at: &mut Cursor<'_>, path: Span) {
    let name = at.rfind_in(path, b'/').map_or(path.start(), |slash| slash + 1);
    at.set(CWD, Span::new(path.start(), name));
    at.set(NAME, Span::new(name, path.end()));
}

/// Returns the span of the typecode in `";type=" ftptype` at the end of the URL; `None` if lenient mode treats the
/// semicolon as data.
fn typecode(at: &mut Cursor<'_>) -> Result<Option<Span>, Error> {
    let rest = at.rest();
    let code = at.position() + TYPE.len();
    let end = at.position() + rest.len();
    match rest.split_at_checked(TYPE.len()) {
        Some((b";type=", [byte])) if Type::from_byte(*byte).is_some() => Ok(Some(Span::new(code, end))),
        Some((literal, bytes)) if at.is_lenient() && literal.eq_ignore_ascii_case(TYPE.as_bytes()) => {
            Ok(lenient_typecode(at, Span::new(code, end), literal, bytes))
        }
        _ => at.tolerate(no_typecode(at)).map(|()| None),
    }
}

/// Accepts `;TYPE=` (A-05) and an escape (A-32), and treats other text as part of the name (A-17).
#[cold]
fn lenient_typecode(at: &mut Cursor<'_>, code: Span, literal: &[u8], bytes: &[u8]) -> Option<Span> {
    let byte = match bytes {
        [byte] => Some(*byte),
        [b'%', _, _] => escape::byte(bytes),
        _ => None,
    };
    if byte.and_then(Type::from_byte).is_none() {
        at.warn(&SEMICOLON, Span::new(at.position(), at.position() + 1));
        return None;
    }
    if literal != TYPE.as_bytes() {
        at.warn(&TYPE_LITERAL, Span::new(at.position(), code.start()));
    }
    if bytes.len() > 1 {
        at.warn(&TYPECODE_ESCAPE, code);
    }
    Some(code)
}

/// The error for text after a semicolon that is not a typecode.
#[cold]
fn no_typecode(at: &Cursor<'_>) -> Error {
    let start = at.position();
    let code = start + TYPE.len();
    let error = |kind, span, requirement| at.error(kind, "ftptype", "typecode", span, requirement);
    match at.rest().split_at_checked(TYPE.len()) {
        Some((b";type=", [])) => error(ErrorKind::Missing, Span::at(code), &TYPECODE_ONE).found(None),
        Some((b";type=", [byte, ..])) if Type::from_byte(*byte).is_some() => {
            let after = Span::new(code + 1, start + at.rest().len());
            error(ErrorKind::Unexpected, after, &TYPECODE_LAST).found(None)
        }
        Some((b";type=", bytes @ [b'%', _, _])) if escape::byte(bytes).and_then(Type::from_byte).is_some() => {
            error(ErrorKind::Unexpected, Span::new(code, code + 3), &TYPECODE_ESCAPE)
        }
        Some((b";type=", bytes)) => {
            error(ErrorKind::Unexpected, Span::new(code, code + bytes.len()), &TYPECODE_ONE).found(None)
        }
        Some((literal, _)) if literal.eq_ignore_ascii_case(TYPE.as_bytes()) => {
            error(ErrorKind::Unexpected, Span::new(start, code), &TYPE_LITERAL).found(None)
        }
        _ => at.mismatch("ftptype", "url-path", &SEMICOLON),
    }
}

/// `USER` and `PASS`: from the URL, or anonymously with the e-mail address of the end user (R-3.2-2 to R-3.2-5).
fn login(to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
    let (user, password) = (to.url().get(Slot::USER), to.url().get(Slot::PASSWORD));
    // Lenient mode treats an empty user name, and `anonymous`, as the convention (A-19).
    let is_anonymous =
        |user: &str| to.is_lenient() && password.is_none() && matches!(&*escape::decode(user), b"" | b"anonymous");
    if user.is_none_or(is_anonymous) {
        to.line("USER anonymous").send()?;
        return to.line("PASS ").placeholder(Need::Email).after_reply(NEED_PASSWORD).send();
    }
    to.line("USER ").rest_of_line().component(Slot::USER).send()?;
    if password.is_some() {
        return to.line("PASS ").rest_of_line().component(Slot::PASSWORD).after_reply(NEED_PASSWORD).send();
    }
    to.prompt(Prompt::Password, Some(NEED_PASSWORD));
    to.line("PASS ").placeholder(Need::Password).after_reply(NEED_PASSWORD).send()
}

/// One `CWD` per cwd, never joined; an empty cwd is a `CWD` with a null argument (R-3.2-7, A-20).
fn change_directory(to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
    let mut is_skipped = false;
    for cwd in to.url().elements(CWD, Delimiter::After(b'/')) {
        if cwd.is_empty() && to.is_lenient() {
            is_skipped = true;
        } else {
            to.line("CWD ").rest_of_line().span(cwd).send()?;
        }
    }
    if is_skipped {
        to.note("A-20", "a CWD with a null argument is omitted, which may select another directory");
    }
    Ok(())
}

/// `NLST`, or `TYPE` and `RETR` (R-3.2-8, R-3.2-9); the type is guessed if the URL has no typecode (R-3.2-12, A-18).
fn transfer(to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
    let name = to.url().get(NAME).unwrap_or_default();
    match (to.url().get(TYPECODE).and_then(Type::parse), name) {
        (Some(Type::D), "") => to.line("NLST").send(),
        (Some(Type::D), _) => to.line("NLST ").rest_of_line().component(NAME).send(),
        (None, "") => to.line("NLST").guessed().send(),
        // `RETR` needs a name: lenient mode lists the directory instead.
        (Some(_), "") if to.is_lenient() => to.line("NLST").guessed().send(),
        (Some(code), _) => {
            to.line(code.command()).send()?;
            to.line("RETR ").rest_of_line().component(NAME).send()
        }
        (None, _) => {
            let code = match to.environment().transfer(&escape::decode(name)) {
                Transfer::Text => Type::A,
                Transfer::Image => Type::I,
            };
            to.note("guessed-type", "the URL has no typecode: the type is guessed from the name");
            to.line(code.command()).guessed().send()?;
            to.line("RETR ").rest_of_line().component(NAME).send()
        }
    }
}

/// "User name okay, need password" (RFC 959 §4.2.1).
const NEED_PASSWORD: u16 = 331;

static REGISTRATION: Registration = RegistrationBuilder::new("ftp", [1, 0, 0], Status::Permanent)
    .rfc1738()
    .description("File Transfer Protocol")
    .port(21)
    .components(COMPONENTS, "//[{user}[:{password}]@]{host}[:{port}][/{cwd}{name}[;type={typecode}]]")
    .syntax(
        r#"ftpurl   = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
fpath    = fsegment *[ "/" fsegment ]
fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
ftptype  = "A" | "I" | "D" | "a" | "i" | "d""#,
        "/;:@",
    )
    .access(ACCESS)
    .hierarchical()
    .origin()
    .demonstration("RFC 959 servers and clients")
    .references(REFERENCES)
    .rows(rows!(EXAMPLES, REJECTS))
    .build();

const ACCESS: &[Text] = &[
    text("connect to host:port (21) by TCP"),
    text("send USER and PASS, decoded; without a user name, anonymous and the user's e-mail address"),
    text("send a CWD for each cwd, in order, decoded"),
    text("for type d send NLST and the name; else TYPE and the code, or a guess, then RETR and the name"),
];

const REFERENCES: &[Text] = &[text("RFC 1738 §3.2"), text("RFC 959")];

const EXAMPLES: &[Example] = &[
    example("ftp://h", "host=h"),
    example("ftp://h/", "host=h url-path= cwd= name="),
    example("ftp://h//", "host=h url-path=/ cwd=/ name="),
    example(
        "ftp://myname@host.dom/%2Fetc/motd",
        "user=myname host=host.dom url-path=%2Fetc/motd cwd=%2Fetc/ name=motd",
    ),
    example(
        "ftp://a%40b:p;w@1.2.3.4:2121/x:y/z?;type=D",
        "user=a%40b password=p;w host=1.2.3.4 port=2121 url-path=x:y/z?;type=D cwd=x:y/ name=z? typecode=D",
    ),
];

const REJECTS: &[Reject] = &[
    reject("ftp://", ErrorKind::Missing, "host", (6, 6)),
    reject("ftp:h/a", ErrorKind::Missing, "ip-schemepart", (4, 4)),
    reject("ftp://h;type=d", ErrorKind::Unexpected, "ftpurl", (7, 8)),
    reject("ftp://h/a;b", ErrorKind::Unexpected, "ftptype", (9, 10)),
    reject("ftp://h/a;type=", ErrorKind::Missing, "ftptype", (15, 15)),
    reject("ftp://h/a;type=x", ErrorKind::Unexpected, "ftptype", (15, 16)),
    reject("ftp://h/a;type=ii", ErrorKind::Unexpected, "ftptype", (16, 17)),
    reject("ftp://h/a;TYPE=i", ErrorKind::Unexpected, "ftptype", (9, 15)),
    reject("ftp://h/a;type=%49", ErrorKind::Unexpected, "ftptype", (15, 18)),
    reject("ftp://h/~user/f", ErrorKind::Unexpected, "fsegment", (8, 9)),
    reject("ftp://h/a%2", ErrorKind::BadEscape, "fsegment", (9, 10)),
    reject("ftp://a@b@h/", ErrorKind::Unexpected, "user", (7, 8)),
    reject("ftp://u#x@h/", ErrorKind::Unexpected, "host", (7, 12)),
];

/// `ftp://h;type=d`.
static SLASH: Requirement = Requirement::new(
    "R-3.2-6",
    "RFC 1738 §3.2",
    "a `/` must separate the host from the path",
    "insert the slash after host and port",
    Fix::replace("/"),
);

/// A semicolon in a name.
static SEMICOLON: Requirement = Requirement::new(
    "A-17",
    "RFC 1738 §3.2",
    "a `;` is reserved for `;type=` and one letter at the end",
    "encode it as `%3B` if it belongs to a name",
    Fix::Encode,
);

/// `;TYPE=`.
static TYPE_LITERAL: Requirement = Requirement::new(
    "A-05",
    "RFC 1738 §5",
    "`;type=` must be in lower case",
    "write it in lower case",
    Fix::replace(TYPE),
);

/// `;type=%69`.
static TYPECODE_ESCAPE: Requirement =
    Requirement::new("A-32", "RFC 1738 §5", "a typecode is a letter, not an escape", "write the letter", Fix::Decode);

/// `;type=x`.
static TYPECODE_ONE: Requirement = Requirement::new(
    "A-17",
    "RFC 1738 §3.2",
    "a typecode is one of the letters `a`, `i` and `d`",
    "write `a` for text, `i` for image or `d` for a directory, or omit `;type=`",
    Fix::Unknown,
);

/// `;type=ii`.
static TYPECODE_LAST: Requirement = Requirement::new(
    "A-17",
    "RFC 1738 §3.2",
    "nothing may follow the typecode",
    "omit the text after the typecode",
    Fix::Remove,
);

anyurl_core::register_scheme!(Ftp);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conforms() {
        anyurl_testkit::check(FTP);
    }

    #[test]
    fn view() {
        let registry = anyurl_testkit::registry(FTP);
        let url = registry.parse("ftp://u:p@h/a//n;type=I").unwrap();
        let view: FtpUrl<'_> = url.view().unwrap();
        assert_eq!((view.user, view.password, view.host, view.port), (Some("u"), Some("p"), "h", None));
        assert_eq!(view.cwd().collect::<Vec<_>>(), ["a", ""]);
        assert_eq!((view.name, view.typecode), (Some("n"), Some(Type::I)));
    }

    #[test]
    fn lenient() {
        let rows = [
            ("ftp://h/a;TYPE=i", true),
            ("ftp://h/a;type=%69", true),
            ("ftp://h/a;type=x", true),
            ("ftp://h/a;b/c", true),
            ("ftp://h/~user/f", true),
            ("ftp://u:a@b@h/", true),
            ("ftp://h/caf\u{e9}", true),
            ("ftp://h;type=d", false),
            ("ftp://", false),
        ];
        anyurl_testkit::check_lenient(FTP, &rows);
    }

    #[test]
    fn lenient_typecodes() {
        let registry = anyurl_testkit::registry(FTP);
        let options = anyurl_core::Options::new().lenient();
        for (text, name, typecode) in [
            ("ftp://h/a;TYPE=D", "a", Some(Type::D)),
            ("ftp://h/a;type=%61", "a", Some(Type::A)),
            ("ftp://h/a;type=x", "a;type=x", None),
            ("ftp://h/a;b;type=i", "a;b", Some(Type::I)),
        ] {
            let view: FtpUrl<'_> = registry.parser().options(options).parse(text).unwrap().view().unwrap();
            assert_eq!((view.name, view.typecode), (Some(name), typecode), "{text}");
        }
    }
}

//! The value of a component: its text as written, and its value by role.

use alloc::borrow::Cow;
use core::fmt;

use crate::diagnostics::redact::Masked;
use crate::diagnostics::redact::search::merge;
use crate::diagnostics::secrets::Search;
use crate::registration::{Component, Delimiter, FieldSyntax, Role};
use crate::syntax::escape;
use crate::text::prelude::*;
use crate::text::span::Span;

/// A component of a URL. `Debug` shows its name and span only, because the text may contain a password.
#[derive(Clone, Copy)]
pub struct ComponentValue<'a> {
    component: &'a Component,
    text: &'a str,
    span: Option<Span>,
    /// The text of the URL.
    url: &'a str,
    search: Search<'a>,
}

/// The value of a component, by its role.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Value<'a> {
    /// Text as written; a keyword in lower case.
    Text(Cow<'a, str>),
    /// A port, or another number.
    Number(Number<'a>),
    /// A flag that is present.
    True,
    /// A list of texts.
    List(Vec<&'a str>),
    /// Names, and values if there are any.
    Fields(Vec<(&'a str, Option<&'a str>)>),
}

impl<'a> ComponentValue<'a> {
    /// The component at `span` in `text`, or its default; `None` if it has neither.
    pub(crate) fn new(component: &'a Component, url: &'a str, span: Option<Span>, search: Search<'a>) -> Option<Self> {
        let text = match span {
            Some(span) => span.of(url),
            // An absent list has no elements; another component shows whether it is present.
            None if is_list_without_elements(component.role) => "",
            None => component.default.as_deref()?,
        };
        Some(Self { component, text, span, url, search })
    }

    /// The name of the component.
    pub fn name(&self) -> &'a str {
        &self.component.name
    }

    /// The role of the component.
    pub const fn role(&self) -> Role {
        self.component.role
    }

    /// The span of the component; `None` if the value is the default.
    pub const fn span(&self) -> Option<Span> {
        self.span
    }

    /// The text, as written.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// Whether the component may contain a byte without an escape.
    pub(crate) fn leaves(&self, byte: u8) -> bool {
        self.component.escaping.leaves(byte)
    }

    /// The text as written, with `***` for secrets: all of it if the component is one, or the secrets in it.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://joe:pass@h/?token=s3cret")?;
    /// let shown: Vec<_> = url.components().map(|part| format!("{}={}", part.name(), part.masked())).collect();
    /// assert_eq!(shown, ["user=joe", "password=***", "host=h", "path=/", "query=token=***"]);
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn masked(&self) -> Masked<'a> {
        let Some(span) = self.span.filter(|_| !self.component.is_secret()) else {
            return Masked::all_or_nothing(self.text, self.component.is_secret());
        };
        let secrets = self.search.guess(self.url).into_iter();
        let inside = secrets.filter_map(|secret| {
            let (start, end) = (secret.start().max(span.start()), secret.end().min(span.end()));
            (start < end || start == end && secret.is_empty()).then(|| Span::new(start, end))
        });
        let mut inside: Vec<_> = inside.collect();
        inside.extend(secret_fields(self.component, self.url, span));
        merge(&mut inside);
        Masked::new(self.url, span, inside)
    }

    /// The bytes, decoded once. Borrowed if nothing is encoded.
    ///
    /// `None` for lists, fields and components that others divide, which must be split before they can be decoded
    /// (R-2.2-12), and for ports and flags, which have nothing to decode.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://a%40b@h/%2F/c")?;
    /// let decoded = |name| url.component(name)?.decoded();
    /// assert_eq!(decoded("user").as_deref(), Some(&b"a@b"[..]));
    /// assert_eq!(decoded("path").as_deref(), Some(&b"///c"[..]));
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn decoded(&self) -> Option<Cow<'a, [u8]>> {
        match self.component.role {
            Role::User | Role::Password | Role::Host | Role::Text | Role::Keyword | Role::Number => {
                Some(escape::decode(self.text))
            }
            Role::Whole | Role::List(_) | Role::Fields(_) | Role::Port | Role::Flag => None,
        }
    }

    /// The value, by role.
    pub fn value(&self) -> Value<'a> {
        match self.component.role {
            Role::Port | Role::Number => match Number::new(self.text) {
                Some(number) => Value::Number(number),
                None => Value::Text(self.text.into()),
            },
            Role::Keyword => Value::Text(keyword(self.text)),
            Role::Flag => Value::True,
            Role::List(delimiter) => Value::List(list(self.text, delimiter).collect()),
            Role::Fields(syntax) => Value::Fields(fields(self.text, syntax).collect()),
            Role::User | Role::Password | Role::Host | Role::Text | Role::Whole => Value::Text(self.text.into()),
        }
    }
}

impl fmt::Debug for ComponentValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.name(), self.span)
    }
}

/// A keyword in lower case, decoded, because lenient mode accepts escapes in it (A-32).
fn keyword(text: &str) -> Cow<'_, str> {
    String::from_utf8_lossy(&escape::decode(text)).to_ascii_lowercase().into()
}

/// A decimal number, with any number of digits: without the zeros that do not count, so that equal numbers have equal texts.
///
/// ```
/// use anyurl_core::components::value::Number;
///
/// let number = Number::new("007").unwrap();
/// assert_eq!((number.as_u64(), number.as_str()), (Some(7), "7"));
/// assert_eq!(Number::new("-6.50").unwrap().as_f64(), Some(-6.5));
/// assert_eq!(Number::new("7a"), None);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Number<'a> {
    text: Cow<'a, str>,
}

impl<'a> Number<'a> {
    /// The number in a text of digits, with or without a sign before and a fraction after a full stop.
    pub fn new(text: &'a str) -> Option<Self> {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        (is_digits(whole) && is_digits(fraction)).then(|| Self { text: normal_number(text) })
    }

    /// The text without zeros that do not count, such as `-6.5` for `-06.50`: a number in JSON.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The number, if it is whole, not negative and at most [`u64::MAX`].
    pub fn as_u64(&self) -> Option<u64> {
        self.text.parse().ok()
    }

    /// The number, if it is whole and fits.
    pub fn as_i64(&self) -> Option<i64> {
        self.text.parse().ok()
    }

    /// The number, or the nearest that the type has.
    pub fn as_f64(&self) -> Option<f64> {
        self.text.parse().ok()
    }
}

/// Writes [`Number::as_str`].
impl fmt::Display for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// A decimal number without zeros that do not count: `-06.50` is `-6.5`, and `-0.0` is `0`.
///
/// ```
/// use anyurl_core::components::value::normal_number;
///
/// assert_eq!(["-06.50", "007", "-0.0", "1.20"].map(normal_number), ["-6.5", "7", "0", "1.2"]);
/// ```
pub fn normal_number(text: &str) -> Cow<'_, str> {
    if !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
        return text.into();
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    match (whole, fraction) {
        ("0", "") => "0".into(),
        (whole, "") => format!("{sign}{whole}").into(),
        (whole, fraction) => format!("{sign}{whole}.{fraction}").into(),
    }
}

/// The elements of a list, as written.
///
/// ```
/// use anyurl_core::authors::Delimiter;
/// use anyurl_core::components::value::list;
///
/// assert_eq!(list("a//", Delimiter::After(b'/')).collect::<Vec<_>>(), ["a", ""]);
/// assert_eq!(list("", Delimiter::After(b'/')).count(), 0);
/// assert_eq!(list("", Delimiter::Between(b'/')).count(), 1);
/// ```
pub fn list(text: &str, delimiter: Delimiter) -> impl Iterator<Item = &str> + Clone {
    let sign = char::from(delimiter.byte());
    let text = match delimiter {
        Delimiter::Between(_) => Some(text),
        Delimiter::Before(_) => text.strip_prefix(sign),
        Delimiter::After(_) if text.is_empty() => None,
        Delimiter::After(_) => Some(text.strip_suffix(sign).unwrap_or(text)),
    };
    text.into_iter().flat_map(move |text| text.split(sign))
}

/// Whether an absent component of this role is a list without elements.
const fn is_list_without_elements(role: Role) -> bool {
    let delimiter = match role {
        Role::List(delimiter) => delimiter,
        Role::Fields(syntax) => syntax.delimiter(),
        _ => return false,
    };
    matches!(delimiter, Delimiter::Before(_) | Delimiter::After(_))
}

/// The names and values of fields, as written. Only the first `=` of a field separates; a field without one has no
/// value.
///
/// ```
/// use anyurl_core::components::value::fields;
/// use anyurl_core::authors::FieldSyntax;
///
/// let read = |text| fields(text, FieldSyntax::SEMICOLON).collect::<Vec<_>>();
/// assert_eq!(read(";a=1;a=2=3;b"), [("a", Some("1")), ("a", Some("2=3")), ("b", None)]);
/// assert_eq!(read(""), []);
///
/// let led = FieldSyntax::new(FieldSyntax::SEMICOLON.delimiter(), b'=').with_lead(b'!');
/// assert_eq!(fields(";!a=;b;!c", led).collect::<Vec<_>>(), [("a", Some(";b")), ("c", None)]);
/// ```
pub fn fields(text: &str, syntax: FieldSyntax) -> impl Iterator<Item = (&str, Option<&str>)> + Clone {
    let equals = char::from(syntax.equals());
    whole_fields(text, syntax).map(move |field| match field.split_once(equals) {
        Some((name, value)) => (name, Some(value)),
        None => (field, None),
    })
}

/// The fields without their delimiters and leads. With a lead, a delimiter divides only before it.
fn whole_fields(text: &str, syntax: FieldSyntax) -> impl Iterator<Item = &str> + Clone {
    let Some(lead) = syntax.lead() else {
        return Either::One(list(text, syntax.delimiter()));
    };
    let mark = [syntax.delimiter().byte(), lead];
    let mut rest = text.as_bytes().starts_with(&mark).then(|| &text[mark.len()..]);
    Either::Other(core::iter::from_fn(move || {
        let text = rest?;
        let end = text.as_bytes().windows(mark.len()).position(|pair| pair == mark);
        rest = end.map(|end| &text[end + mark.len()..]);
        Some(end.map_or(text, |end| &text[..end]))
    }))
}

/// One of two iterators.
#[derive(Clone)]
enum Either<A, B> {
    One(A),
    Other(B),
}

impl<'a, A: Iterator<Item = &'a str>, B: Iterator<Item = &'a str>> Iterator for Either<A, B> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        match self {
            Self::One(one) => one.next(),
            Self::Other(other) => other.next(),
        }
    }
}

/// The spans of the elements of a list that is at `place` in a text.
pub(crate) fn element_spans(text: &str, place: Span, delimiter: Delimiter) -> impl Iterator<Item = Span> {
    let mut at = place.start() + usize::from(matches!(delimiter, Delimiter::Before(_)));
    list(place.of(text), delimiter).map(move |element| {
        let span = Span::new(at, at + element.len());
        at = span.end() + 1;
        span
    })
}

/// The spans of the names and values of fields that are at `place` in a text.
///
/// ```
/// use anyurl_core::components::value::field_spans;
/// use anyurl_core::Span;
/// use anyurl_core::authors::FieldSyntax;
///
/// let spans: Vec<_> = field_spans("x;a=1", Span::new(1, 5), FieldSyntax::SEMICOLON).collect();
/// assert_eq!(spans, [(Span::new(2, 3), Some(Span::new(4, 5)))]);
/// ```
pub fn field_spans(text: &str, place: Span, syntax: FieldSyntax) -> impl Iterator<Item = (Span, Option<Span>)> {
    let lead = usize::from(syntax.lead().is_some());
    let mut at = place.start() + lead + usize::from(matches!(syntax.delimiter(), Delimiter::Before(_)));
    fields(place.of(text), syntax).map(move |(name, value)| {
        let name = Span::new(at, at + name.len());
        let value = value.map(|value| Span::new(name.end() + 1, name.end() + 1 + value.len()));
        at = value.unwrap_or(name).end() + 1 + lead;
        (name, value)
    })
}

/// The values of the secret fields of a component that is at `place` in a text.
pub(crate) fn secret_fields(component: &Component, text: &str, place: Span) -> Vec<Span> {
    let Role::Fields(syntax) = component.role else { return Vec::new() };
    let is_secret = |name: Span| {
        let name = escape::decode(name.of(text));
        component.secret_fields.iter().any(|secret| secret.as_bytes().eq_ignore_ascii_case(&name))
    };
    let fields = field_spans(text, place, syntax).filter(|(name, _)| is_secret(*name));
    fields.filter_map(|(_, value)| value).collect()
}

//! URLs from random bytes: the input of a builder, and the components of the resulting text.

use crate::{OwnedUrl, Url, UrlBuilder};
use anyurl::authors::{Component, Grammar, Role, escape};
use anyurl::components::value::{ComponentValue, Value};
use anyurl::{BuildError, Entry, Error, Options, Profile, Registry};
use anyurl_testkit::Rng;

/// The input of a component: one text, the elements of a list, or alternating names and values.
pub(crate) type Bytes = Vec<Vec<u8>>;

/// One URL to build.
#[derive(Debug)]
pub(crate) struct Case<'r> {
    /// `None` for an unregistered name.
    pub(crate) entry: Option<&'r Entry>,
    pub(crate) options: Options,
    pub(crate) given: Vec<(String, Bytes)>,
}

impl<'r> Case<'r> {
    /// A URL of a random scheme, perhaps an unregistered one, with random components.
    pub(crate) fn random(entries: &[&'r Entry], rng: &mut Rng) -> Self {
        let n = rng.below(entries.len() + 1);
        let Some(entry) = entries.get(n) else {
            return Self::generic(rng);
        };
        let mut case = Self { entry: Some(*entry), options: options(rng), given: Vec::new() };
        let skipped = skipped(entry.name(), rng);
        for component in entry.registration().components.iter() {
            let is_skipped = component.lenient || component.role == Role::Whole || skipped.contains(&&*component.name);
            if !is_skipped && (is_required(entry, component) || rng.one_in(2)) {
                let bytes = value(entry, component, rng);
                case.given.push((component.name.to_string(), bytes));
            }
        }
        let web = entry.registration().grammar == Grammar::Rfc3986;
        let fragment = web || case.options == Options::new();
        if fragment && !entry.name().starts_with("ws") && rng.one_in(3) {
            case.given.push(("fragment".to_owned(), vec![any(rng)]));
        }
        case
    }

    fn generic(rng: &mut Rng) -> Self {
        let mut given = Vec::new();
        let options = options(rng);
        let (whole, others): (_, &[_]) = match options.profile {
            Profile::Current => ("path", &["user", "password", "query"]),
            _ => ("schemepart", &["user", "password", "url-path"]),
        };
        if rng.one_in(2) {
            given.push((whole.to_owned(), vec![any(rng)]));
        } else {
            given.push(("host".to_owned(), vec![host(rng)]));
            for name in others {
                if rng.one_in(2) {
                    given.push(((*name).to_owned(), vec![any(rng)]));
                }
            }
        }
        Self { entry: None, options, given }
    }

    /// The smallest URL with this component, given last.
    pub(crate) fn around(entry: &'r Entry, component: &Component, bytes: Vec<u8>) -> Self {
        let mut given = Vec::new();
        for (name, bytes) in [("host", "h"), ("group", "a"), ("addr_spec", "a@h")] {
            let one = entry.registration().component(name).filter(|one| !one.lenient);
            let one = one.filter(|one| entry.name() != "news" && is_required(entry, one) && one.name != component.name);
            given.extend(one.map(|_| (name.to_owned(), vec![bytes.as_bytes().to_vec()])));
        }
        let bytes = match component.role {
            Role::Fields(_) => vec![bytes.clone(), bytes],
            _ => vec![bytes],
        };
        given.push((component.name.to_string(), bytes));
        Self { entry: Some(entry), options: Options::new(), given }
    }

    /// Builds the URL.
    pub(crate) fn build(&self, registry: &Registry) -> Result<OwnedUrl, BuildError> {
        let mut builder = match self.entry {
            Some(entry) => registry.build_as(entry, self.options)?,
            None => registry.build_with("x-foo", self.options)?,
        };
        for (name, bytes) in &self.given {
            let component = self.entry.and_then(|entry| entry.registration().component(name));
            builder = match component.map(|one| one.role) {
                Some(Role::List(_)) => bytes.iter().fold(builder, |builder, one| builder.push(name, one)),
                Some(Role::Fields(_)) => bytes.chunks(2).fold(builder, |builder, one| builder.field(&one[0], &one[1])),
                Some(Role::Flag) => builder.flag(name),
                _ => builder.set(name, &bytes[0]),
            };
        }
        builder.build()
    }

    /// Parses a text with the version of the case.
    pub(crate) fn read<'u>(&self, registry: &'u Registry, text: &'u str) -> Result<Url<'u>, Error>
    where
        'r: 'u,
    {
        match self.entry {
            Some(entry) => registry.parser().options(self.options).entry(entry).parse(text),
            None => registry.parser().options(self.options).parse(text),
        }
    }
}

/// Input of a builder from a string: `name=text`, `;name=value` for a field, `name` for a flag, `=name=text` for a text
/// of any role.
pub(crate) fn given(builder: UrlBuilder, components: &str) -> UrlBuilder {
    components.split(' ').filter(|one| !one.is_empty()).fold(builder, |builder, one| {
        if let Some(forced) = one.strip_prefix('=') {
            let (name, text) = forced.split_once('=').unwrap();
            return builder.set(name, text);
        }
        if let Some(field) = one.strip_prefix(';') {
            let (name, value) = field.split_once('=').unwrap();
            return builder.field(name, value);
        }
        match one.split_once('=') {
            None => builder.flag(one),
            Some((name @ ("cwd" | "segments"), text)) => builder.push(name, text),
            Some((name, text)) => builder.set(name, text),
        }
    })
}

/// The decoded bytes of a parsed component, piece by piece.
pub(crate) fn bytes_of(part: &ComponentValue<'_>) -> Bytes {
    let decode = |text: &str| escape::decode(text).into_owned();
    match part.value() {
        Value::List(elements) => elements.into_iter().map(decode).collect(),
        Value::Fields(fields) => {
            let both = fields.into_iter().flat_map(|(name, value)| [Some(name), value]).flatten();
            both.map(decode).collect()
        }
        Value::True => Vec::new(),
        _ => vec![decode(part.text())],
    }
}

fn options(rng: &mut Rng) -> Options {
    *rng.pick(&[Options::new(), Options::new().rfc1738()])
}

/// Whether the component is required.
fn is_required(entry: &Entry, component: &Component) -> bool {
    let is_one_of_three = entry.name() == "news";
    let required = ["host", "group", "addr_spec", "wildcard", "message_id"];
    is_one_of_three || entry.name() != "file" && required.contains(&&*component.name)
}

/// Alternatives that are omitted because they exclude other components.
fn skipped(scheme: &str, rng: &mut Rng) -> &'static [&'static str] {
    const NEWS: [&[&str]; 3] = [&["group", "message_id"], &["message_id", "wildcard"], &["group", "wildcard"]];
    const WAIS: [&[&str]; 2] = [&["search"], &["wtype", "wpath"]];
    match scheme {
        "news" => NEWS[rng.below(NEWS.len())],
        "wais" => WAIS[rng.below(WAIS.len())],
        _ => &[],
    }
}

/// A valid text of the component, with a bar where any byte is allowed.
pub(crate) fn context(entry: &Entry, component: &Component) -> &'static str {
    match &*component.name {
        "path" if entry.registration().grammar == Grammar::Rfc3986 => "/a|b",
        "message_id" => "a|b@h",
        _ => "a|b",
    }
}

/// Random bytes that the component accepts.
pub(crate) fn value(entry: &Entry, component: &Component, rng: &mut Rng) -> Bytes {
    let web = entry.registration().grammar == Grammar::Rfc3986;
    let one = match (entry.name(), &*component.name) {
        ("file", "host") if rng.one_in(3) => Vec::new(),
        (_, "host") => host(rng),
        (_, "port") => format!("{}{}", "0".repeat(rng.below(3)), rng.below(65_536)).into_bytes(),
        (_, "group") => group(rng),
        (_, "article_number") => of(rng, b"0123456789", 1),
        (_, "typecode") => vec![*rng.pick(b"aidAID")],
        (_, "type") => vec![without(rng, b"\t\r\n", 1)[0]],
        ("gopher", "selector" | "search" | "gopher_plus_string") => without(rng, b"\t\r\n", 0),
        (_, "message_id") => [of(rng, b"az09.:/?#%$~\"&", 1), vec![b'@'], host(rng)].concat(),
        (_, "addr_spec") => addr_spec(rng),
        (_, "path") if web && rng.one_in(4) => Vec::new(),
        (_, "path") if web => [vec![b'/'], any(rng)].concat(),
        (_, "wildcard") => return Vec::new(),
        // RFC 1738 has no slash at its beginning.
        ("http", "path") => match data(entry, rng) {
            path if path.starts_with(b"/") => [b"a", &*path].concat(),
            path => path,
        },
        _ => data(entry, rng),
    };
    let more = match component.role {
        Role::List(_) => rng.below(4),
        Role::Fields(_) => 1 + 2 * rng.below(3),
        _ => 0,
    };
    let more = (0..more).map(|_| data(entry, rng));
    std::iter::once(one).chain(more).collect()
}

/// At least `least` of the bytes.
fn of(rng: &mut Rng, bytes: &[u8], least: usize) -> Vec<u8> {
    let len = least + rng.below(12);
    (0..len).map(|_| *rng.pick(bytes)).collect()
}

/// Any bytes that do not act as protocol.
fn data(entry: &Entry, rng: &mut Rng) -> Vec<u8> {
    match entry.name() {
        "ftp" | "telnet" | "prospero" => without(rng, b"\0\r\n", 0),
        "file" => without(rng, b"\0", 0),
        _ => any(rng),
    }
}

/// Any bytes; those with a meaning in URLs are more frequent.
fn any(rng: &mut Rng) -> Vec<u8> {
    without(rng, b"", 0)
}

/// Any bytes except those.
fn without(rng: &mut Rng, but: &[u8], least: usize) -> Vec<u8> {
    let all: Vec<u8> = (0..=255).filter(|byte| !but.contains(byte)).collect();
    let delimiters: Vec<u8> =
        b":/?#@;&=%.+ \t\r\n~[]*\"<>".iter().copied().filter(|byte| !but.contains(byte)).collect();
    let len = least + rng.below(12);
    let pick = |rng: &mut Rng| {
        if rng.one_in(2) { *rng.pick(&all) } else { *rng.pick(&delimiters) }
    };
    (0..len).map(|_| pick(rng)).collect()
}

fn host(rng: &mut Rng) -> Vec<u8> {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    if rng.one_in(4) {
        let group = |rng: &mut Rng| rng.below(256).to_string();
        let groups: Vec<_> = (0..4).map(|_| group(rng)).collect();
        return groups.join(".").into_bytes();
    }
    let mut name = Vec::new();
    for _ in 0..rng.below(3) {
        name.extend(of(rng, b"abz019", 1));
        name.extend(if rng.one_in(3) { &b"-x."[..] } else { b"." });
    }
    name.extend(of(rng, LETTERS, 1));
    name
}

fn group(rng: &mut Rng) -> Vec<u8> {
    [of(rng, b"abcXYZ", 1), of(rng, b"abc123-.+_", 0)].concat()
}

/// `local-part "@" domain` of RFC 822, without comments or whitespace.
fn addr_spec(rng: &mut Rng) -> Vec<u8> {
    const ATOM: &[u8] = b"abcXYZ019!#$%&'*+-/=?^_`{|}~";
    const QTEXT: &[u8] = b"abc ,;:<>@.()[]\t\x7F!#%";
    let word = |rng: &mut Rng| match rng.below(3) {
        0 => [&b"\""[..], &of(rng, QTEXT, 0), b"\\\"\\\\", b"\""].concat(),
        _ => of(rng, ATOM, 1),
    };
    let sub_domain = |rng: &mut Rng| match rng.below(3) {
        0 => [&b"["[..], &of(rng, b"0123456789.: ", 0), b"]"].concat(),
        _ => of(rng, ATOM, 1),
    };
    let (a, b, c, d) = (word(rng), word(rng), sub_domain(rng), sub_domain(rng));
    match rng.below(2) {
        0 => [&a[..], b"@", &c].concat(),
        _ => [&a[..], b".", &b, b"@", &c, b".", &d].concat(),
    }
}

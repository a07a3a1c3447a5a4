//! Compares the hosts of malformed URLs with those that browsers find (the crate `url` implements the URL Standard): an
//! accepted URL leads to the same host, or a warning says that it does not.

use std::net::Ipv6Addr;

use crate::Url;
use anyurl::authors::{Grammar, canonical, escape};
use anyurl::plan::ConnectHost;
use anyurl::{Environment, Options, PlanError, Step};

/// The number of texts; `ANYURL_TEXTS` sets another number, `ANYURL_SEED` selects other texts.
const TEXTS: u64 = 200_000;

const MODES: [Options; 4] =
    [Options::new().rfc1738(), Options::new().rfc1738().lenient(), Options::new(), Options::new().lenient()];

const SCHEMES: &[&str] = &[
    "http", "https", "ws", "wss", "ftp", "file", "HTTP", "gopher", "telnet", "nntp", "wais", "prospero", "news",
    "rtsp", "coap", "ldap", "redis", "ssh", "git", "dict", "imap", "sftp", "nfs", "irc", "rsync", "sip", "turn",
    "x-foo", "svn",
];

const SLASHES: &[&str] =
    &["//", "//", "//", "//", "//", "//", "///", "////", "/", "", "\\\\", "/\\", "\\/", "//\\", "//\t", "/ /", "\\"];

const LOGINS: &[&str] = &[
    "",
    "",
    "",
    "u@",
    "u:p@",
    "@",
    ":@",
    "u:p:q@",
    "a@b@",
    "good.com@",
    "good.com:80@",
    "a?b@",
    "a?b:c@",
    "a:b?c@",
    "?@",
    "a;b@",
    "a#b@",
    "a/b@",
    "a\\@",
    "\\@",
    "a%5C@",
    "a%2F@",
    "a%40b@",
    "a b@",
    "a\t@",
    "é@",
    "a[b@",
    "http://k@",
    "a:@",
    "good.com\\@",
    "good.com%23@",
    "a&b=c@",
    "a?b@c?d@",
];

const HOSTS: &[&str] = &[
    "h",
    "h.com",
    "H.Com",
    "example.com",
    "example.com.",
    "h..",
    "a..b",
    ".h",
    "h.",
    "a_b",
    "-a",
    "a-",
    "a--b.c",
    "xn--exmple-cua.com",
    "xn--a",
    "exämple.com",
    "EXÄMPLE.com",
    "ex%C3%A4mple.com",
    "ex%c3%a4mple.com",
    "ｅxample.com",
    "ex\u{ad}ample.com",
    "example。com",
    "example．com",
    "straße.de",
    "ﬀ.com",
    "☃.net",
    "１２７.1",
    "１.2.3.4",
    "K.com",
    "%68",
    "h%2Ecom",
    "h%2E",
    "h%3A80",
    "a%2Fb",
    "a%5Cb",
    "a%40b",
    "a%00b",
    "a%20b",
    "a%25b",
    "%E4.com",
    "%31.2.3.4",
    "%30x7f.1",
    "1.2.3.4",
    "010.0.0.1",
    "10.0.0.01",
    "0x7f.1",
    "0X7F.1",
    "127.1",
    "127.0.1",
    "1",
    "2130706433",
    "0x7f000001",
    "0",
    "0x",
    "00",
    "256.1.1.1",
    "1.2.3.4.5",
    "08.0.0.1",
    "1.2.3.4.",
    "1.2.3.4.com",
    "a.1",
    "a.0x1",
    "4294967296",
    "[::1]",
    "[::1",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:1.2.3.4]",
    "[::FFFF:0102:0304]",
    "[1::2::3]",
    "[v1.x]",
    "[::1%25eth0]",
    "[1.2.3.4]",
    "",
    "a b",
    "a\tb",
    "a\nb",
    "a\\b",
    "a|b",
    "a^b",
    "a{b}",
    "a`b",
    "a~b",
    "a<b",
    "a;b",
    "a,b",
    "a=b",
    "a!b",
    "a$b",
    "a&b",
    "a'b",
    "a(b)",
    "a*b",
    "a+b",
    "é\\b",
    "é b",
    "%41 b",
    "localhost",
    "LOCALHOST",
    "c|",
    "c:",
    "a\u{200b}b",
    "a\u{3000}b",
    "a\u{2044}b",
    "a\u{ff0f}b",
    "a\u{ff03}b",
    "a\u{fe55}b",
    "a\u{2100}b",
];

const PORTS: &[&str] = &["", "", "", "", ":", ":80", ":0080", ":21", ":99999", ":8o", ":%38", ":-1", ":80:90", ":80\\"];

const TAILS: &[&str] = &[
    "",
    "/",
    "/a",
    "/a\\b",
    "\\a",
    "?x",
    "?x@evil.com/",
    "/?x@evil.com",
    "#x",
    "#@evil.com/",
    "/#x",
    "/@evil.com",
    "\\@evil.com/",
    "?\\@evil.com",
    ";x@evil.com",
    "/..//k/",
    "//k/",
    "@evil.com/",
    "/g.h",
    "/a.b/1",
    " ",
    "/ ",
    "/%",
    "&x",
    "/a:b@c",
    "\\\\k\\",
    "/\u{e9}",
    "?a/b@k",
];

const AROUND: &[&str] = &["", "", "", "", "", "", " ", "\t", "\n", "\u{1}", "\u{a0}", "\u{feff}", "\r\n", "  "];

/// The first texts.
#[rustfmt::skip]
const FIRST: &[&str] = &[
    "file://localhost/a", "file://h/p:/a", "file:/\\evil.com/a", "file:\\\\evil.com/a", "sip:a@h", "telnet://a?b@h/", "ftp://a?b@h/",
    "gopher://08.0.0.1/", "http://010.0.0.1/", "http://0x7f.1/", "https://example.com\\@evil.com/", "http://ｅxample.com/",
    "ftp://ds.in\\nternic.net/rfc", "https://h%3A80/", "http://ex%C3%A4mple.com/",
];

/// A pseudo-random number generator (xorshift64).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll<'t>(&mut self, of: &[&'t str]) -> &'t str {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        of[usize::try_from(self.0 >> 16).unwrap_or_default() % of.len()]
    }

    pub(crate) fn text(&mut self) -> String {
        let pieces = [AROUND, SCHEMES, &[":"], SLASHES, LOGINS, HOSTS, PORTS, TAILS, AROUND];
        let mut text: String = pieces.iter().map(|pieces| self.roll(pieces)).collect();
        // Sometimes a piece is at a position where no list has it.
        let odd = ["", "", "", "", "", "", "\\", "@", "?", "#", "/", "\t", ".", "%2e", "é", ":"];
        let odd = self.roll(&odd);
        let places: Vec<_> = text.char_indices().map(|(place, _)| place).collect();
        let place = places[usize::try_from(self.0 >> 32).unwrap_or_default() % places.len()];
        text.insert_str(place, odd);
        text
    }
}

/// The host to which anyurl leads.
enum Ours {
    /// The host that a plan connects to, or else the parsed one.
    To(String),
    /// None: the URL has no host, or the plan refuses it.
    Nowhere,
}

fn ours(url: &Url<'_>) -> Ours {
    match url.plan(&Environment::new()) {
        Ok(plan) => {
            let mut connects = plan.steps().iter().filter_map(|step| match step {
                Step::Connect { host: ConnectHost::Url(host), .. } => Some(host.bytes()),
                _ => None,
            });
            if let Some(host) = connects.next() {
                return Ours::To(String::from_utf8_lossy(host).into_owned());
            }
        }
        Err(PlanError::BadHost { .. }) => return Ours::Nowhere,
        Err(PlanError::UnsafeByte { component, .. }) if component == "host" => {
            return Ours::Nowhere;
        }
        Err(_) => {}
    }
    match url.host() {
        Some(host) if url.registration().grammar == Grammar::Rfc1738 => {
            Ours::To(canonical::internet_host(host).into_owned())
        }
        Some(host) => Ours::To(host.to_owned()),
        // A local file has no host, and must not become a file of another machine.
        None if url.scheme() == "file" => Ours::To(String::new()),
        None => Ours::Nowhere,
    }
}

/// Normalises a host.
fn normal(host: &str) -> String {
    let decoded = String::from_utf8_lossy(&escape::decode(host)).to_lowercase();
    // Browsers do not change the host of an unknown scheme.
    let converted = url::Host::parse(&decoded).ok().filter(|_| !decoded.is_ascii());
    let decoded = converted.map_or(decoded, |host| host.to_string());
    let name = decoded.strip_suffix('.').unwrap_or(&decoded);
    let literal = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    match literal.and_then(|address| address.parse::<Ipv6Addr>().ok()) {
        Some(address) => format!("[{address}]"),
        None => name.to_owned(),
    }
}

/// Why a different host is not a different place; the predicate takes the URL, our host and theirs.
type Exception = (&'static str, fn(&Url<'_>, &str, &str) -> bool);

const EXCEPTIONS: &[Exception] = &[
    ("to browsers localhost is no host of a file URL (URL Standard, file host state)", |url, ours, theirs| {
        url.scheme() == "file" && ours == "localhost" && theirs.is_empty()
    }),
    ("the crate `url` drops the host before a drive letter, as the URL Standard once did", |url, _, theirs| {
        let path = url.schemepart().trim_start_matches('/').split_once('/');
        let letter = path.map_or(&[][..], |(_, path)| path.as_bytes());
        url.scheme() == "file"
            && theirs.is_empty()
            && matches!(letter, [first, b':' | b'|', ..] if first.is_ascii_alphabetic())
    }),
    ("without `//` browsers find no host and pass the URL on", |url, _, theirs| {
        theirs.is_empty() && !url.schemepart().starts_with("//") && url.scheme() != "file"
    }),
    (
        "browsers do not split URLs of this scheme and pass them on: the host may follow a `?` (telnet-015) or have no `//`",
        |url, _, _| {
            let facts = url.registration();
            let mut login = url.user().into_iter().chain(url.password());
            !facts.data_object && (login.any(|part| part.contains('?')) || !facts.template.starts_with("//"))
        },
    ),
    (
        "browsers do not change the host of such a scheme, and both forms of an unambiguous address are the same",
        |_, ours, theirs| {
            let groups = theirs.split('.').map(|group| group.trim_start_matches('0'));
            // All parsers treat a group with a digit 8 or 9 as decimal.
            let is_decimal =
                theirs.contains(['8', '9']) && groups.eq(ours.split('.').map(|group| group.trim_start_matches('0')));
            is_decimal || url::Host::parse(theirs).is_ok_and(|host| host.to_string() == ours)
        },
    ),
];

/// The texts of `testdata/confusion.jsonl`.
fn corpus() -> impl Iterator<Item = String> {
    let text = include_str!("../../testdata/confusion.jsonl");
    text.lines().map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        row["text"].as_str().expect("a text").to_owned()
    })
}

#[test]
fn accepted_urls_have_the_host_that_browsers_use() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let mut dice = Dice(number("ANYURL_SEED").unwrap_or(0x9E37_79B9_7F4A_7C15));
    let (mut compared, mut warned) = (0, 0);
    let mut used = [0; EXCEPTIONS.len()];
    let mut failures = Vec::new();
    let first = FIRST.iter().map(|text| (*text).to_owned()).chain(corpus());
    let diced = (0..number("ANYURL_TEXTS").unwrap_or(TEXTS)).map(|_| dice.text());
    for text in first.chain(diced) {
        let Ok(browsers) = url::Url::parse(&text) else {
            continue;
        };
        let theirs = normal(browsers.host_str().unwrap_or_default());
        for options in MODES {
            let Ok(url) = crate::rfc1738().parser().options(options).parse(&text) else {
                continue;
            };
            let Ours::To(host) = ours(&url) else {
                continue;
            };
            compared += 1;
            let warning = url.warnings().into_iter().find(|warning| warning.id() == "host-differs");
            let host = normal(&host);
            if host == theirs {
                continue;
            }
            let names = |message: &str| {
                url.password().is_some()
                    || message.contains("another")
                    || !theirs.is_empty() && message.contains(&*theirs)
                    || browsers.host_str() == Some(".")
                    // Without `idna`, the warning has the name as written.
                    || !cfg!(feature = "idna") && !url.text().is_ascii()
            };
            if warning.is_some_and(|warning| names(&warning.message())) {
                warned += 1;
                continue;
            }
            match EXCEPTIONS.iter().position(|(_, is)| is(&url, &host, &theirs)) {
                Some(n) => used[n] += 1,
                None => failures.push(format!("{text:?} {options:?}: {host:?}, but {theirs:?} in browsers")),
            }
        }
    }
    failures.sort_unstable();
    assert!(
        failures.is_empty(),
        "{} of {compared}:\n{}",
        failures.len(),
        failures[..failures.len().min(40)].join("\n")
    );
    assert!(compared > 10_000 && warned > 30, "{compared} {warned}");
    for ((reason, _), count) in EXCEPTIONS.iter().zip(used) {
        assert!(count > 0, "unused exception: {reason}");
    }
}

/// No mode and no profile accepts a backslash in a login or a host, for any scheme.
#[test]
fn a_backslash_is_never_part_of_a_login_or_host() {
    let registry = crate::rfc1738();
    let mut checked = 0;
    for name in registry.names() {
        for options in MODES {
            let examples =
                registry.get(name, options.profile).into_iter().flat_map(|entry| entry.registration().examples.iter());
            for example in examples {
                let Ok(url) = crate::rfc1738().parser().options(options).parse(&example.url) else {
                    continue;
                };
                for slot in [anyurl::Slot::USER, anyurl::Slot::PASSWORD, anyurl::Slot::HOST] {
                    let Some(span) = url.span(slot) else {
                        continue;
                    };
                    for place in [span.start(), span.end()] {
                        let text = format!("{}\\{}", &example.url[..place], &example.url[place..]);
                        let read = crate::rfc1738().parser().options(options).parse(&text);
                        let is_part = read.as_ref().is_ok_and(|url| {
                            [anyurl::Slot::USER, anyurl::Slot::PASSWORD, anyurl::Slot::HOST]
                                .iter()
                                .any(|slot| url.slot(*slot).is_some_and(|part| part.contains('\\')))
                        });
                        assert!(!is_part, "{text} {options:?}");
                        // After two slashes it must not become part of another component either.
                        let is_authority =
                            url.schemepart().starts_with("//") && url.host().is_some_and(|host| !host.is_empty());
                        assert!(read.is_err() || !is_authority, "{text} {options:?}");
                        checked += 1;
                    }
                }
            }
        }
    }
    assert!(checked > 500, "{checked}");
}

/// In RFC 3986 §3.2.2 a final dot distinguishes a complete name from a local one; RFC 1738 has no such dot, and lenient
/// mode omits it.
#[test]
fn the_dot_of_the_root() {
    for (text, other, options, is_equal) in [
        ("https://h./", "https://h/", Options::new().rfc1738(), false),
        ("https://h./", "https://h/", Options::new().rfc1738().lenient(), false),
        ("http://h./", "http://h/", Options::new(), false),
        ("http://h./", "http://h/", Options::new().rfc1738().lenient(), true),
    ] {
        let (url, other) = (
            crate::rfc1738().parser().options(options).parse(text).unwrap(),
            crate::rfc1738().parser().options(options).parse(other).unwrap(),
        );
        assert_eq!(url.is_equivalent(&other), is_equal, "{text} {options:?}");
    }
}

/// URLs in prose have the warning, too.
#[test]
fn extracted_urls_name_the_host_that_browsers_use() {
    for (text, host) in [("see gopher://010.0.0.1/ there", "8.0.0.1"), ("<URL:ftp://a?b@h/x>", "`a`")] {
        let options = Options::new().rfc1738().lenient();
        let found = anyurl::extract::extract(crate::rfc1738(), text, options);
        let url = found[0].url().expect("a URL");
        let warning = url.warnings().into_iter().find(|warning| warning.id() == "host-differs").expect(text);
        assert!(warning.message().contains(host), "{warning}");
    }
}

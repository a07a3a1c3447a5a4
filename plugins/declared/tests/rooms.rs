//! The ten schemes of RFC 1738 as declared grammars, against their rooms: the same verdicts, the same components and the
//! same place of the first fault, except where the prose forbids what no grammar can.

use std::collections::{BTreeMap, BTreeSet};

use locator::{Error, Url};
use locator_declared::grammar::{Capture, Dialect, Grammar, RuleSet, Source, Start};
use locator_testkit::{Rng, mutate};

/// The rules of Section 5 as printed.
const PRINTED: &str = include_str!("../../../testdata/rfc1738.bnf");

/// Rules that several schemes below share, as their document has them.
const SHARED: &str = r#"
    fsegment = *( uchar / "?" / ":" / "@" / "&" / "=" )
    hsegment = *( uchar / ";" / ":" / "@" / "&" / "=" )
    group    = alpha *( alpha / digit / "-" / "." / "+" / "_" )
"#;

/// A scheme: its printed rule, its rules as somebody would declare them, and the rules of its components.
struct Declared {
    scheme: &'static str,
    printed: &'static str,
    text: &'static str,
    components: &'static [(&'static str, &'static str)],
}

const TEN: [Declared; 10] = [
    Declared {
        scheme: "ftp",
        printed: "ftpurl",
        text: r#"
            ftpurl   = "ftp://" login [ "/" url-path ]
            url-path = cwd name [ %s";type=" ftptype ]
            cwd      = *( fsegment "/" )
            name     = fsegment
            ftptype  = %i"A" / %i"I" / %i"D"
        "#,
        components: &[
            ("url-path", "url-path"),
            ("cwd", "cwd"),
            ("name", "name"),
            ("typecode", "ftptype"),
        ],
    },
    Declared {
        scheme: "http",
        printed: "httpurl",
        text: r#"
            httpurl = "http://" hostport [ "/" hpath [ "?" search ] ]
            search   = *( uchar / ";" / ":" / "@" / "&" / "=" )
            hpath   = hsegment *( "/" hsegment )
        "#,
        components: &[("path", "hpath"), ("searchpart", "search")],
    },
    Declared {
        scheme: "gopher",
        printed: "gopherurl",
        // What the prose says of %09, %0A and %0D can be written as rules.
        text: r#"
            gopherurl   = "gopher://" hostport [ "/" [ gtype selector [ "%09" gsearch [ "%09" gplus ] ] ] ]
            gtype       = unreserved / reserved / item-escape
            selector    = *( unreserved / reserved / item-escape )
            gsearch     = *( unreserved / reserved / item-escape / "%0" ( %i"A" / %i"D" ) )
            gplus       = *xchar
            item-escape = "%" ( %x31-39 / %x41-46 / %x61-66 ) hex
                        / "%0" ( %x30-38 / %i"B" / %i"C" / %i"E" / %i"F" )
        "#,
        components: &[
            ("type", "gtype"),
            ("selector", "selector"),
            ("search", "gsearch"),
            ("gopher_plus_string", "gplus"),
        ],
    },
    Declared {
        scheme: "mailto",
        printed: "mailtourl",
        text: "mailtourl = \"mailto:\" encoded822addr\nencoded822addr = 1*xchar",
        components: &[("addr_spec", "encoded822addr")],
    },
    Declared {
        scheme: "news",
        printed: "newsurl",
        text: r#"
            newsurl   = "news:" grouppart
            grouppart = wildcard / group / article
            wildcard  = "*"
            article   = 1*( uchar / ";" / "/" / "?" / ":" / "&" / "=" ) "@" host
        "#,
        components: &[
            ("group", "group"),
            ("message_id", "article"),
            ("wildcard", "wildcard"),
        ],
    },
    Declared {
        scheme: "nntp",
        printed: "nntpurl",
        text: "nntpurl = \"nntp://\" hostport \"/\" group [ \"/\" article-number ]\narticle-number = digits",
        components: &[("group", "group"), ("article_number", "article-number")],
    },
    Declared {
        scheme: "telnet",
        printed: "telneturl",
        text: "telneturl = \"telnet://\" login [ \"/\" ]",
        components: &[],
    },
    Declared {
        scheme: "wais",
        printed: "waisurl",
        text: r#"
            waisurl  = "wais://" hostport "/" database [ "?" search / "/" wtype "/" wpath ]
            search   = *( uchar / ";" / ":" / "@" / "&" / "=" )
            database = *uchar
            wtype    = *uchar
            wpath    = *uchar
        "#,
        components: &[
            ("database", "database"),
            ("search", "search"),
            ("wtype", "wtype"),
            ("wpath", "wpath"),
        ],
    },
    Declared {
        scheme: "file",
        printed: "fileurl",
        text: r#"
            fileurl   = "file://" file-host "/" path
            file-host = [ host ]
            path      = segments
            segments  = fsegment *( "/" fsegment )
        "#,
        components: &[
            ("host", "file-host"),
            ("path", "path"),
            ("segments", "segments"),
        ],
    },
    Declared {
        scheme: "prospero",
        printed: "prosperourl",
        text: r#"
            prosperourl = "prospero://" hostport "/" ppath [ fields ]
            ppath       = psegment *( "/" psegment )
            psegment    = *( uchar / "?" / ":" / "@" / "&" / "=" )
            fields      = 1*fieldspec
            fieldspec   = ";" fieldname "=" fieldvalue
            fieldname   = *( uchar / "?" / ":" / "@" / "&" )
            fieldvalue  = *( uchar / "?" / ":" / "@" / "&" )
        "#,
        components: &[("hsoname", "ppath"), ("fields", "fields")],
    },
];

/// What is a component wherever the common Internet syntax is imported.
const WITHIN: &[&str] = &["login", "hostport"];
const IMPLIED: [Capture<'static>; 4] = [
    Capture::implied("user", "user", WITHIN),
    Capture::implied("password", "password", WITHIN),
    Capture::implied("host", "host", WITHIN),
    Capture::implied("port", "port", WITHIN),
];

/// What the prose forbids although the rules derive it.
const PROSE: [&str; 5] = ["A-11", "A-12", "A-24", "A-25", "A-37"];

/// Where the two may point to different places, by the rule that the room names. The room points to the beginning of the
/// piece that is wrong: an escape, a host, a login without its `@`. The automaton points to the first octet with which
/// nothing can be derived any more; what the room looks at first can also stand behind that.
const ELSEWHERE: [&str; 26] = [
    "A-05", "A-09", "A-11", "A-12", "A-17", "A-22", "A-24", "A-25", "A-26", "A-27", "A-28", "A-29",
    "A-30", "A-31", "A-32", "A-33", "A-34", "A-36", "A-42", "A-43", "A-44", "R-2.2-4", "R-3.1-5",
    "R-3.1-6", "R-3.1-10", "R-3.2-6",
];

fn compile(declared: &Declared) -> Grammar {
    let own = declared.components.iter();
    let own = own.map(|(name, rule)| Capture::new(name, rule));
    // A scheme that says itself what its host is does not have another one implied.
    let is_own = |name: &str| declared.components.iter().any(|(own, _)| *own == name);
    let implied = IMPLIED.into_iter().filter(|capture| !is_own(capture.name));
    let captures: Vec<_> = implied.chain(own).collect();
    let text = format!("{}{SHARED}", declared.text.trim_end());
    let source = Source::new(&text)
        .imports(&[RuleSet::Rfc1738])
        .captures(&captures);
    Grammar::compile(&source).unwrap_or_else(|error| panic!("{}: {error}", declared.scheme))
}

struct Both {
    grammar: Grammar,
    start: Start,
    printed: Grammar,
    printed_start: Start,
}

/// Grammar and printed rule of each scheme.
fn ten() -> BTreeMap<&'static str, Both> {
    let both = |declared: &Declared| {
        let source = Source::new(PRINTED)
            .dialect(Dialect::Rfc1738Bnf)
            .start(declared.printed);
        let printed = Grammar::compile(&source).unwrap();
        let grammar = compile(declared);
        let prefix = format!("{}:", declared.scheme).to_ascii_uppercase();
        Both {
            start: grammar.start_after(prefix.as_bytes()).unwrap(),
            printed_start: printed.start_after(prefix.as_bytes()).unwrap(),
            grammar,
            printed,
        }
    };
    TEN.iter()
        .map(|declared| (declared.scheme, both(declared)))
        .collect()
}

/// The components of a text by its grammar, or where it fails.
fn components<'t>(
    both: &Both,
    text: &'t str,
    colon: usize,
) -> Result<Vec<(String, &'t str)>, usize> {
    let mut spans = vec![None; both.grammar.captures().count()];
    let rest = &text.as_bytes()[colon + 1..];
    both.grammar
        .scan(&both.start, rest, colon + 1, &mut spans)
        .map_err(|failure| failure.at)?;
    let parts = both.grammar.captures().zip(spans);
    let mut parts: Vec<_> = parts
        .filter_map(|(name, span)| Some((name.to_owned(), span?.of(text))))
        .collect();
    parts.sort();
    Ok(parts)
}

/// The components of a text by its room.
fn by_room<'t>(url: &Url<'t>) -> Vec<(String, &'t str)> {
    let parts = url.components();
    let mut parts: Vec<_> = parts
        .filter_map(|part| Some((part.name().to_owned(), part.span()?.of(url.as_str()))))
        .collect();
    parts.sort();
    parts
}

/// What the three readers of a text agree on: that it is a URL, or none; or the id of the prose that parts them.
const URL: &str = "a URL";
const NONE: &str = "no URL";
const NONE_ELSEWHERE: &str = "no URL, for each from another place on";

/// Compares the three readers of a text.
fn compare(ten: &BTreeMap<&str, Both>, text: &str) -> Result<&'static str, String> {
    let Some((scheme, rest)) = text.split_once(':') else {
        return Ok(NONE);
    };
    let Some(both) = ten.get(scheme.to_ascii_lowercase().as_str()) else {
        return Ok(NONE);
    };
    let colon = scheme.len();
    let printed = both
        .printed
        .scan(&both.printed_start, rest.as_bytes(), colon + 1, &mut []);
    let declared = components(both, text, colon);
    let room = locator::rfc1738().parse(text);
    match (declared, room) {
        (Ok(_), Ok(_)) if printed.is_err() => Err(format!("{text:?} is not as printed")),
        (Ok(parts), Ok(url)) if parts == by_room(&url) => Ok(URL),
        (Ok(parts), Ok(url)) => Err(format!("{text:?}: {parts:?} and {:?}", by_room(&url))),
        (Ok(_), Err(error)) => match prose(&error) {
            Some(id) => Ok(id),
            None => Err(format!("{text:?} is derived, and refused: {error:?}")),
        },
        (Err(_), Ok(_)) => Err(format!("{text:?} is accepted, and not derived")),
        (Err(_), Err(error)) if printed.is_ok() && prose(&error).is_none() => {
            Err(format!("{text:?} is derived as printed"))
        }
        (Err(at), Err(error)) if at == error.span().start() => Ok(NONE),
        (Err(_), Err(error)) if ELSEWHERE.contains(&error.clause().id) => Ok(NONE_ELSEWHERE),
        (Err(at), Err(error)) => Err(format!("{text:?} fails at {at}, and not as {error:?}")),
    }
}

fn prose(error: &Error) -> Option<&'static str> {
    PROSE.into_iter().find(|id| *id == error.clause().id)
}

/// A random text that a grammar derives, or most of one.
fn walk(both: &Both, prefix: &str, rng: &mut Rng) -> String {
    let mut scan = both.grammar.begin(&both.start, prefix.len());
    let mut text = prefix.as_bytes().to_vec();
    while text.len() < 60 {
        let expected = both.grammar.expected(scan.state());
        let octets: Vec<u8> = expected.octets().iter().collect();
        if octets.is_empty() || expected.ends() && rng.one_in(12) {
            break;
        }
        // Marks decide, so they are drawn as often as all letters and digits.
        let marks: Vec<u8> = octets
            .iter()
            .copied()
            .filter(u8::is_ascii_punctuation)
            .collect();
        let pool = if marks.is_empty() || rng.one_in(2) {
            &octets
        } else {
            &marks
        };
        let octet = *rng.pick(pool);
        assert!(scan.step(octet, text.len()));
        text.push(octet);
    }
    String::from_utf8(text).unwrap()
}

/// The examples and rejects of the rooms.
fn rows() -> Vec<String> {
    let rooms = locator::rfc1738()
        .entries()
        .map(locator::Entry::registration);
    let urls = rooms.flat_map(|room| {
        let examples = room.examples.iter().map(|example| &example.url);
        examples.chain(room.rejects.iter().map(|reject| &reject.url))
    });
    urls.map(ToString::to_string).collect()
}

#[test]
fn declared_grammars_read_as_the_rooms_do() {
    let ten = ten();
    let mut rng = Rng::new(1738);
    let mut texts = BTreeSet::new();
    for row in rows() {
        texts.extend((0..500).map(|_| mutate(&row, &mut rng)));
        texts.insert(row);
    }
    for (scheme, both) in &ten {
        for _ in 0..3_500 {
            let text = walk(both, &format!("{scheme}:"), &mut rng);
            texts.insert(mutate(&text, &mut rng));
            texts.insert(text);
        }
    }
    assert!(texts.len() >= 100_000, "{}", texts.len());
    let mut ids: BTreeMap<&str, usize> = BTreeMap::new();
    let mut failures = Vec::new();
    for text in &texts {
        match compare(&ten, text) {
            Ok(agreed) => *ids.entry(agreed).or_default() += 1,
            Err(failure) => failures.push(failure),
        }
    }
    println!("{} texts: {ids:?}", texts.len());
    failures.truncate(20);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(ids[URL] > 10_000 && ids[NONE] > 10_000, "{ids:?}");
    assert!(ids[NONE_ELSEWHERE] * 3 < ids[NONE], "{ids:?}");
    for id in ["A-24", "A-25", "A-37"] {
        assert!(ids.contains_key(id), "{id} was never tried");
    }
}

//! The crates of the benches over the corpus of `testdata/confusion.jsonl`: what each names, as in the other drivers
//! (`bench/confusion/README.md` has the format).

use std::fmt::{Display, Write as _};
use std::io::{self, BufRead as _};
use std::panic;

/// Scheme, userinfo, host, port, path, query, fragment.
type Parts = [Option<String>; 7];

enum Refusal {
    Message(String),
    /// The crate does not resolve references.
    NoReferences,
}

impl<E: Display> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::Message(error.to_string())
    }
}

type Reading = Result<Parts, Refusal>;

/// How a crate reads a text, perhaps against a base.
type Reader = fn(&str, Option<&str>) -> Reading;

const READERS: [(&str, Reader); 6] = [
    ("url", url),
    ("ada-url", ada_url),
    ("fluent-uri", fluent_uri),
    ("iri-string", iri_string),
    ("uriparse", uriparse),
    ("http", http),
];

fn main() -> io::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let reader = READERS.iter().find(|(crate_name, _)| *crate_name == name);
    let (_, read) = reader.unwrap_or_else(|| panic!("the name of a crate is expected, not `{name}`"));
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (text, base) = line.split_once('\t').expect("two fields");
        let base = (base != "-").then(|| decode(base));
        let text = decode(text);
        // A reader that panics refuses, too; the message is on standard error.
        let reading = panic::catch_unwind(|| read(&text, base.as_deref()));
        println!("{}", answer(&reading.unwrap_or_else(|_| Err("panicked".into()))));
    }
    Ok(())
}

/// A text from its hexadecimal digits.
fn decode(hex: &str) -> String {
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal digits");
    String::from_utf8((0..hex.len()).step_by(2).map(byte).collect()).expect("UTF-8")
}

fn encode(text: &str) -> String {
    text.bytes().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

fn answer(reading: &Reading) -> String {
    let field = |part: &Option<String>| part.as_ref().map_or("-".to_owned(), |text| format!("={}", encode(text)));
    match reading {
        Err(Refusal::NoReferences) => "?".to_owned(),
        Err(Refusal::Message(message)) => format!("!{}", encode(message)),
        Ok(parts) => parts.iter().map(field).collect::<Vec<_>>().join("\t"),
    }
}

/// User and password as one text.
fn login(user: &str, password: Option<&str>) -> String {
    let password = password.filter(|password| !password.is_empty());
    password.map_or_else(|| user.to_owned(), |password| format!("{user}:{password}"))
}

fn url(text: &str, base: Option<&str>) -> Reading {
    let url = match base {
        None => url::Url::parse(text)?,
        Some(base) => url::Url::parse(base)?.join(text)?,
    };
    Ok([
        Some(url.scheme().to_owned()),
        Some(login(url.username(), url.password())),
        url.host_str().map(str::to_owned),
        url.port().map(|port| port.to_string()),
        Some(url.path().to_owned()),
        url.query().map(str::to_owned),
        url.fragment().map(str::to_owned),
    ])
}

fn ada_url(text: &str, base: Option<&str>) -> Reading {
    let url = ada_url::Url::parse(text, base)?;
    Ok([
        Some(url.protocol().trim_end_matches(':').to_owned()),
        Some(login(url.username(), Some(url.password()))),
        Some(url.hostname().to_owned()),
        url.has_port().then(|| url.port().to_owned()),
        Some(url.pathname().to_owned()),
        url.has_search().then(|| url.search().trim_start_matches('?').to_owned()),
        url.has_hash().then(|| url.hash().trim_start_matches('#').to_owned()),
    ])
}

fn fluent_uri(text: &str, base: Option<&str>) -> Reading {
    use fluent_uri::{Uri, UriRef};
    let uri = match base {
        None => Uri::parse(text)?.to_owned(),
        Some(base) => UriRef::parse(text)?.resolve_against(&Uri::parse(base)?)?,
    };
    let authority = uri.authority();
    Ok([
        Some(uri.scheme().to_string()),
        authority.and_then(|authority| authority.userinfo()).map(ToString::to_string),
        authority.map(|authority| authority.host().to_owned()),
        authority.and_then(|authority| authority.port()).map(ToString::to_string),
        Some(uri.path().to_string()),
        uri.query().map(ToString::to_string),
        uri.fragment().map(ToString::to_string),
    ])
}

fn iri_string(text: &str, base: Option<&str>) -> Reading {
    use iri_string::types::{UriAbsoluteStr, UriReferenceStr, UriString};
    let uri = match base {
        None => UriString::try_from(text)?,
        Some(base) => {
            let resolved = UriReferenceStr::new(text)?.resolve_against(UriAbsoluteStr::new(base)?).to_string();
            UriString::try_from(resolved)?
        }
    };
    let authority = uri.authority_components();
    Ok([
        Some(uri.scheme_str().to_owned()),
        authority.and_then(|authority| authority.userinfo()).map(str::to_owned),
        authority.map(|authority| authority.host().to_owned()),
        authority.and_then(|authority| authority.port()).map(str::to_owned),
        Some(uri.path_str().to_owned()),
        uri.query_str().map(str::to_owned),
        uri.fragment().map(ToString::to_string),
    ])
}

fn uriparse(text: &str, base: Option<&str>) -> Reading {
    use uriparse::{URI, URIReference};
    let uri = match base {
        None => URI::try_from(text)?,
        Some(base) => {
            let reference = URIReference::try_from(text)?;
            URI::try_from(base)?.resolve(&reference).into_owned()
        }
    };
    let password = uri.password().map(ToString::to_string);
    Ok([
        Some(uri.scheme().to_string()),
        uri.username().map(|user| login(user.as_str(), password.as_deref())),
        uri.host().map(ToString::to_string),
        uri.port().map(|port| port.to_string()),
        Some(uri.path().to_string()),
        uri.query().map(ToString::to_string),
        uri.fragment().map(ToString::to_string),
    ])
}

fn http(text: &str, base: Option<&str>) -> Reading {
    if base.is_some() {
        return Err(Refusal::NoReferences);
    }
    let uri: http::Uri = text.parse()?;
    let authority = uri.authority();
    let userinfo = authority.and_then(|authority| authority.as_str().rsplit_once('@')).map(|(user, _)| user);
    Ok([
        uri.scheme_str().map(str::to_owned),
        userinfo.map(str::to_owned),
        uri.host().map(str::to_owned),
        uri.port().map(|port| port.as_str().to_owned()),
        Some(uri.path().to_owned()),
        uri.query().map(str::to_owned),
        None,
    ])
}

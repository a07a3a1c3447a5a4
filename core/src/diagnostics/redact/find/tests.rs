use super::TextKind::{Accepted, Prose, Stream, Whole};
use super::*;
use crate::diagnostics::redact::search::{mask, merge};
use crate::text::prelude::*;

const HOST: TextKind = Accepted { has_host: true };
const NO_HOST: TextKind = Accepted { has_host: false };

fn masked(text: &str, kind: TextKind, is_scheme: IsScheme<'_>) -> String {
    let mut found = Vec::new();
    Finder::new(text.as_bytes(), kind, is_scheme).run(0, &mut |span| found.push(span));
    merge(&mut found);
    mask(text, &found).into_owned()
}

/// Each kind of text, with a text and what is shown of it; `None` if all of it is.
#[test]
fn logins_in_each_kind_of_text() {
    for (kind, text, shown) in [
        // Slashes and backslashes in a password, encoded or not.
        (Whole, r"a:u:p\w@h", Some("a:u:***@h")),
        (Whole, "a:u:p%2fw@h", Some("a:u:***@h")),
        (Whole, r"//u:p\w@h", Some("//u:***@h")),
        (HOST, r"//u:p\w@h", Some("//u:***@h")),
        (NO_HOST, r"//u:p\w@h", Some("//u:***@h")),
        (NO_HOST, "?u:p%2fw@h", Some("?u:***@h")),
        // An invalid port up to the end may be a password.
        (Whole, r"//h:=\", Some("//h:***")),
        (Whole, "//h=a:b", Some("//h=a:***")),
        (HOST, "//u&a:b@h", Some("//u&a:***@h")),
        // Slashes before a host, some of them encoded.
        (Whole, "%2f//h:b", Some("%2f//h:***")),
        (Whole, "%2f/u:p@h/a@b", Some("%2f/u:***@h/a@b")),
        (HOST, "//%2f/h:b", Some("//%2f/h:***")),
        (HOST, "////a:b", None),
        (HOST, r"//\h:b", Some(r"//\h:***")),
        // A slash ends the host, and paths have no login,
        (Whole, r"//joe@h\/a:b@c", None),
        (NO_HOST, "/u:b@c", None),
        // except after a `&`.
        (NO_HOST, "/a:b&u:p@h", Some("/a:b&u:***@h")),
        // What may be a directory before a login, and what may be a scheme.
        (Whole, "/u:p@h", Some("/u:***@h")),
        (Whole, "/x-a:p@h", Some("/x-a:***@h")),
        (Whole, "x-a:p@h", None),
        (Whole, "x-a:/b:p@h", Some("x-a:/b:***@h")),
        // An encoded line break: one before a colon may begin a header.
        (Whole, "mailto:joe%0abcc:p@h", None),
        (Whole, "mailto:u:p%0aw@h", Some("mailto:u:***@h")),
        (Whole, "//u%0a:p@h", Some("//u%0a:***@h")),
        (Whole, "//u:p%0aw@h", Some("//u:***@h")),
        // In a stream, a query is one of a URL.
        (Stream, "?u:p@h", None),
        (Stream, "//h/?u:p@h", Some("//h/?u:***@h")),
    ] {
        let is_scheme: IsScheme<'_> = if kind == Whole { None } else { Some(&|_| false) };
        assert_eq!(masked(text, kind, is_scheme), shown.unwrap_or(text), "{text}");
    }
}

#[test]
fn words_of_prose() {
    for separator in [" ", "\t", "\n", "\"", "'", "`", "<", ">"] {
        let text = format!("u:{separator}p@h");
        assert_eq!(masked(&text, Prose, Some(&|_| false)), text);
    }
    for separator in ["-", "("] {
        assert_eq!(masked(&format!("u:{separator}p@h"), Prose, Some(&|_| false)), "u:***@h");
    }
}

#[test]
fn names_of_schemes() {
    let is_scheme = |name: &str| name == "known";
    for (text, shown) in [
        ("known:p@h", None),
        ("joe:p@h", Some("joe:***@h")),
        ("x-a:p@h", None),
        ("X-a:p@h", None),
        ("x-:p@h", Some("x-:***@h")),
        ("known:u:p@h", Some("known:u:***@h")),
    ] {
        assert_eq!(masked(text, Whole, Some(&is_scheme)), shown.unwrap_or(text), "{text}");
    }
}

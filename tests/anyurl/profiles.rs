//! The ten schemes of RFC 1738 in both profiles: the same thing has the same component, and the getters agree.

use std::collections::BTreeSet;

use crate::Url;
use anyurl::{Options, Registry};

fn current() -> Registry {
    crate::rfc1738().with_options(Options::new())
}

/// URLs that both profiles accept, with the components that only one profile has: those of RFC 1738, and the current
/// ones.
#[rustfmt::skip]
const ROWS: &[(&str, &[&str], &[&str])] = &[
    ("ftp://h", &[], &[]),
    ("ftp://h/", &["url-path"], &["path"]),
    ("ftp://u:p@h:2121/a/b/c;type=A", &["url-path"], &["path"]),
    ("ftp://h/%2Fetc/motd;type=i", &["url-path"], &["path"]),
    ("ftp://h//a//", &["url-path"], &["path"]),
    ("http://h", &[], &["path"]), // RFC 3986 has an empty path, RFC 1738 has none
    ("http://h/", &[], &[]),
    ("http://h:80/a//b%2Fc", &[], &[]),
    ("http://h/a/b?q=1&r=%26", &["searchpart"], &["query"]),
    ("http://h/?", &["searchpart"], &["query"]),
    ("gopher://h", &[], &[]),
    ("gopher://h/", &[], &[]),
    ("gopher://h:70/11/a%20b", &[], &[]),
    ("gopher://h/0a?b", &[], &[]),
    ("gopher://h/7s%09q%09+x", &[], &[]),
    ("mailto:joe@h.dom", &[], &[]),
    ("news:comp.lang.c", &[], &[]),
    ("news:1@h.dom", &[], &[]),
    ("news:*", &[], &[]),
    ("nntp://h/comp.lang.c", &[], &[]),
    ("nntp://h:119/comp.lang.c/12", &[], &[]),
    ("telnet://h", &[], &[]),
    ("telnet://u:p@h:23/", &[], &[]),
    ("wais://h/db", &[], &[]),
    ("wais://h/db?q", &[], &[]),
    ("wais://h/db/t/p", &[], &[]),
    ("file:///", &[], &[]),
    ("file:///etc/motd", &[], &[]),
    ("file://localhost/a%2Fb/", &[], &[]),
    ("prospero://h/a//b;v=1", &[], &[]),
];

fn names<'u>(url: &Url<'u>) -> BTreeSet<&'u str> {
    url.components().map(|part| part.name()).collect()
}

#[test]
fn the_same_thing_has_the_same_name() {
    let current = current();
    for (text, of_rfc1738, of_current) in ROWS {
        let (old, new) = (crate::rfc1738().parse(text).unwrap(), current.parse(text).unwrap());
        let (old_names, new_names) = (names(&old), names(&new));
        assert!(old_names.difference(&new_names).eq(*of_rfc1738), "{text}: {old_names:?} and {new_names:?}");
        assert!(new_names.difference(&old_names).eq(*of_current), "{text}: {old_names:?} and {new_names:?}");
        for name in old_names.intersection(&new_names) {
            let [old, new] = [&old, &new].map(|url| url.component(name).unwrap());
            // The path of RFC 1738 begins after the slash.
            let is_path = *name == "path" && new.text().strip_prefix('/') == Some(old.text());
            assert!(old.value() == new.value() || is_path, "{name} of {text}: {:?}, {:?}", old.value(), new.value());
        }
    }
}

#[test]
fn getters_agree_in_both_profiles() {
    let current = current();
    for (text, ..) in ROWS {
        let (old, new) = (crate::rfc1738().parse(text).unwrap(), current.parse(text).unwrap());
        let getters = |url: &Url<'_>| {
            let segments: Option<Vec<_>> = url.path_segments().map(Iterator::collect);
            let segments = segments.map(|all| all.into_iter().map(str::to_owned).collect::<Vec<_>>());
            let login = [url.user(), url.password(), url.host()].map(|part| part.map(str::to_owned));
            let pairs: Vec<_> =
                url.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
            let query = url.query().map(str::to_owned);
            (login, url.port(), url.effective_port(), url.path().to_owned(), segments, query, pairs)
        };
        assert_eq!(getters(&old), getters(&new), "{text}");
        assert_eq!(old.to_canonical(), new.to_canonical(), "{text}");
        assert_eq!(
            old.origin().map(|origin| origin.to_string()),
            new.origin().map(|origin| origin.to_string()),
            "{text}"
        );
    }
}

/// In the default profile, a name that several schemes have means the same in all of them.
#[test]
fn common_names_mean_the_same() {
    let (mut compared, mut wrong) = (0, Vec::new());
    for entry in anyurl::registry().entries() {
        for example in entry.registration().examples.iter() {
            let Ok(url) = anyurl::registry().parser().entry(entry).parse(&example.url) else { continue };
            if entry.registration().rfc1738 && url.scheme() != "wais" && url.scheme() != "prospero" {
                continue;
            }
            let path = Some(url.path()).filter(|path| !path.is_empty());
            for (name, found) in [
                ("user", url.user()),
                ("password", url.password()),
                ("host", url.host()),
                ("path", path),
                ("query", url.query()),
                ("fragment", url.fragment()),
            ] {
                let own = url.component(name).map(|part| part.text());
                if let Some(own) = own.filter(|own| !(own.is_empty() && found.is_none()) && found != Some(own)) {
                    wrong.push(format!("{name} of {url} is {own} and {found:?}"));
                }
                compared += usize::from(own.is_some());
            }
        }
    }
    assert!(compared > 500, "{compared}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

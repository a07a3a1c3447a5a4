//! The setters: one component changes, and all others stay as written.

use crate::Url;
use anyurl::authors::{Component, Role};
use anyurl::{Entry, Layer, Options};
use anyurl_testkit::Rng;

use super::case::{Case, bytes_of, value};

/// Whether the setter accepts the component: one text that does not depend on others.
fn is_settable(entry: &Entry, component: &Component) -> bool {
    let is_text = !matches!(component.role, Role::Whole | Role::Flag | Role::List(_) | Role::Fields(_));
    // A URL has one of three forms, and another form needs more than one component.
    let is_bound = entry.name() == "news" || ["search", "wtype", "wpath"].contains(&&*component.name);
    is_text && !component.lenient && (!is_bound || entry.name() == "gopher")
}

/// The URL with unnecessary escapes in components that allow escapes.
fn respelled(url: &Url<'_>, rng: &mut Rng) -> String {
    let mut text = url.as_str().to_owned();
    let is_escaped =
        |name: &str| !["host", "port", "typecode", "group", "article_number", "message_id"].contains(&name);
    let parts =
        url.components().filter(|part| is_escaped(part.name()) && !matches!(part.role(), Role::Flag | Role::Whole));
    let places = parts.filter_map(|part| part.span()).flat_map(anyurl::Span::range);
    let mut places: Vec<usize> =
        places.filter(|place| is_respelled(text.as_bytes(), *place) && rng.one_in(4)).collect();
    places.sort_unstable();
    places.dedup();
    for place in places.into_iter().rev() {
        let escape = format!("%{:02x}", text.as_bytes()[place]);
        text.replace_range(place..=place, &escape);
    }
    text
}

/// Whether there is a letter or digit outside of an escape.
fn is_respelled(text: &[u8], place: usize) -> bool {
    text[place].is_ascii_alphanumeric() && !text[place.saturating_sub(2)..place].contains(&b'%')
}

/// `with` changes only the named component; all others stay as written.
#[test]
fn one_component_changes() {
    let registry = crate::rfc1738();
    let builtins = registry.entries().filter(|entry| entry.layer() == Layer::Builtin);
    let entries: Vec<&Entry> = builtins.collect();
    let count = crate::cases(2_000, 20_000);
    let (mut rng, mut changed) = (Rng::new(3), 0);
    for _ in 0..count {
        let case = Case::random(&entries, &mut rng);
        let Some(entry) = case.entry else { continue };
        let built = case.build(registry).unwrap();
        let text = respelled(&built.as_url(), &mut rng);
        let url = case.read(registry, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let components = entry.registration().components.iter();
        let settable: Vec<_> = components.filter(|one| is_settable(entry, one)).collect();
        if settable.is_empty() {
            continue;
        }
        let component = *rng.pick(&settable);
        let bytes = value(entry, component, &mut rng);
        let other = url.with(&component.name, &bytes[0]);
        let other = other.unwrap_or_else(|error| panic!("{text}, {}: {error}", component.name));
        let part = other.as_url().component(&component.name).map(|part| bytes_of(&part));
        assert_eq!(part.as_ref(), Some(&bytes), "{text} -> {other}");
        others_stay(&url, &other.as_url(), component);
        changed += 1;
    }
    assert!(changed > count / 2, "only {changed} were changed");
}

fn others_stay(before: &Url<'_>, after: &Url<'_>, component: &Component) {
    let all = before.registration().components.iter();
    for one in all.filter(|one| one.slot != component.slot && one.role != Role::Whole) {
        let (was, is) = (before.slot(one.slot), after.slot(one.slot));
        // Components that the changed one requires have been added: the user name of a password, the path of a query.
        let appeared = was.is_none() && (is == Some("") || is == one.default.as_deref());
        assert!(was == is || appeared, "{}: {} {before} -> {after}", component.name, one.name);
    }
    assert_eq!(before.fragment(), after.fragment());
    assert_eq!(before.options(), after.options());
    assert_eq!(before.registration().version, after.registration().version);
}

#[test]
fn examples() {
    let url = crate::rfc1738().parse("ftp://u:p@H:2121/%61/b;type=A").unwrap();
    let text = |url: Result<crate::OwnedUrl, anyurl::BuildError>| url.unwrap().as_str().to_owned();
    for (is, should) in [
        (text(url.with_user("a@")), "ftp://a%40:p@H:2121/%61/b;type=A"),
        (text(url.with_password("")), "ftp://u:@H:2121/%61/b;type=A"),
        (text(url.with_host("i.dom")), "ftp://u:p@i.dom:2121/%61/b;type=A"),
        (text(url.with_port(21)), "ftp://u:p@H:21/%61/b;type=A"),
        (text(url.without_port()), "ftp://u:p@H/%61/b;type=A"),
        (text(url.with("name", "c/d")), "ftp://u:p@H:2121/%61/c%2Fd;type=A"),
        (text(url.without("typecode")), "ftp://u:p@H:2121/%61/b"),
        (text(url.without("password")), "ftp://u@H:2121/%61/b;type=A"),
        (text(url.without("user")), "ftp://H:2121/%61/b;type=A"),
        (text(url.to_builder().push("cwd", "x y").build()), "ftp://u:p@H:2121/%61/x%20y/b;type=A"),
        (text(url.to_builder().without("cwd").build()), "ftp://u:p@H:2121/b;type=A"),
    ] {
        assert_eq!(is, should);
    }
    let owned = crate::rfc1738().parser().parse_owned("news:comp.lang.c").unwrap();
    let message = owned.with("message_id", "a@h").unwrap_err().to_string();
    assert!(message.contains("`group` and `message_id` cannot be used together"), "{message}");
    let other = owned.to_builder().without("group").set("message_id", "a@h").build().unwrap();
    assert_eq!(other.as_str(), "news:a@h");
    assert_eq!(owned.without("group").unwrap_err().component(), "group");
}

/// The result is parsed like the URL: by its version, in its profile and mode.
#[test]
fn options_stay() {
    let current = Options::new();
    let web = crate::rfc1738().parser().options(current).parse("http://h/~joe").unwrap();
    let other = web.with_fragment("a b").unwrap();
    assert_eq!(other.as_str(), "http://h/~joe#a%20b");
    assert_eq!(other.without_fragment().unwrap().as_str(), "http://h/~joe");
    assert_eq!(other.as_url().registration().version.major, 2);
    assert_eq!(crate::rfc1738().parse("http://h/").unwrap().with_fragment("a").unwrap_err().component(), "fragment");

    let lenient = crate::rfc1738().parser().lenient().parse(" HTTP://h_1:/a b~ ").unwrap();
    let other = lenient.with_port(81).unwrap();
    assert_eq!(other.as_str(), "http://h_1:81/a%20b%7E");
    let warnings = other.as_url().warnings();
    let ids: Vec<&str> = warnings.iter().map(anyurl::Warning::id).collect();
    assert_eq!(ids, ["A-27", "nondefault-port", "reserved-port"]);

    // A component that only lenient mode accepts cannot be written and must be removed first.
    let lenient = crate::rfc1738().parser().lenient().parse("http://u:p@h/").unwrap();
    let error = lenient.with_port(81).unwrap_err();
    assert_eq!((error.component(), error.to_string().contains("lenient")), ("user", true));
    let other = lenient.to_builder().without("user").port(81).build().unwrap();
    assert_eq!(other.as_str(), "http://h:81/");
}

/// An unregistered URL keeps its form.
#[test]
fn generic_urls() {
    let url = crate::rfc1738().parser().parse_owned("X-Foo://u@h:70/%61").unwrap();
    assert_eq!(url.with_port(71).unwrap().as_str(), "x-foo://u@h:71/%61");
    assert_eq!(url.with("url-path", "b/c").unwrap().as_str(), "x-foo://u@h:70/b/c");
    assert_eq!(url.with("schemepart", "b").unwrap_err().component(), "user");
    let opaque = crate::rfc1738().parser().parse_owned("x-foo:a").unwrap();
    assert_eq!(opaque.with("schemepart", "b#").unwrap().as_str(), "x-foo:b%23");
    assert_eq!(opaque.with_host("h").unwrap_err().component(), "host");
}

//! Gateways (RFC 1738 §4, requirement R-4-7): rejected configurations (D 19) and the form of a locator (D 20).

mod laws;

use std::sync::Arc;

use anyurl::authors::{Cursor, PlanBuilder, Registration, Scheme, Status, escape, text};
use anyurl::gateway::{Expansion, Gateway, GatewayError, Gateways};
use anyurl::{Environment, Error, Options, PlanError, Step};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use laws::assert_valid_or_rejected;

fn build(gateways: impl IntoIterator<Item = Gateway>) -> Result<Gateways, GatewayError> {
    Gateways::new(crate::rfc1738(), gateways)
}

fn by_url(id: &str, template: &str, scheme: &str) -> Gateway {
    Gateway::new(id, Expansion::Url, template, [scheme])
}

fn by_parts(id: &str, template: &str, scheme: &str) -> Gateway {
    Gateway::new(id, Expansion::Parts, template, [scheme])
}

fn error(gateways: impl IntoIterator<Item = Gateway>) -> GatewayError {
    build(gateways).expect_err("these gateways are invalid")
}

/// The name of the variant.
fn kind(error: &GatewayError) -> String {
    format!("{error:?}").split([' ', '{']).next().unwrap().to_owned()
}

/// Parses a URL leniently and locates it through one gateway.
fn located(gateway: Gateway, text: &str) -> Result<String, GatewayError> {
    let gateways = build([gateway])?;
    let url = crate::rfc1738().parser().lenient().parse(text);
    let url = url.unwrap_or_else(|error| panic!("{text}: {error}"));
    let locator = gateways.locate(&url)?.expect("the gateway serves the scheme");
    assert_eq!(locator.as_url().options(), Options::new().rfc1738(), "strictly valid");
    Ok(locator.as_str().to_owned())
}

fn assert_located(rows: impl IntoIterator<Item = (Gateway, &'static str, &'static str)>) {
    for (gateway, text, expected) in rows {
        assert_eq!(located(gateway, text).as_deref(), Ok(expected), "{text}");
    }
}

/// D 19: a template without `{url}`.
#[test]
fn d19_a_template_without_url() {
    let error = error([by_url("lab", "http://gw/?u=", "x-foo")]);
    assert!(matches!(error, GatewayError::NoUrl { .. }), "{error:?}");
    assert_eq!(
        error.to_string(),
        "gateway `lab` has no `{url}` in its template: add `{url}` where the whole URL belongs, or use the mode `parts`"
    );
    // The mode `parts` does not need it.
    assert!(build([by_parts("lab", "http://gw/{schemepart}", "x-foo")]).is_ok());
    assert!(build([by_parts("lab", "http://gw/", "x-foo")]).is_ok());
}

/// D 19: a template without a registered scheme.
#[test]
fn d19_an_unknown_scheme() {
    for (template, expected, words) in [
        ("htpp://gw/?u={url}", "Unregistered", "target scheme `htpp`, which is not registered"),
        ("htpp://gw/?u={url}", "Unregistered", "did you mean `http`"),
        ("x-gw:{url}", "Unregistered", "`x-gw`"),
        ("X-GW:{url}", "Unregistered", "`x-gw`"),
        ("{url}", "NoTarget", ""),
        ("gw/?u={url}", "NoTarget", ""),
        ("{url}:x", "NoTarget", ""),
        (":{url}", "NoTarget", ""),
        ("g_w:{url}", "NoTarget", ""),
    ] {
        let error = error([by_url("lab", template, "x-foo")]);
        assert_eq!(kind(&error), expected, "{template}");
        assert!(error.to_string().contains(words), "{error}");
    }
    // The registry of RFC 1738 has no https.
    let gateway = by_url("lab", "https://gw/?u={url}", "x-foo");
    assert!(Gateways::new(anyurl::rfc1738(), [gateway.clone()]).is_err());
    assert!(build([gateway]).is_ok());
}

/// D 19: cycles of any length are rejected; a chain that ends is not a cycle.
#[test]
fn d19_cycles() {
    let gateway = |from: &str, to: &str| {
        let template = format!("{to}://gw/{}{{url}}", if to == "wais" { "" } else { "?u=" });
        by_url(&format!("{from}-{to}"), &template, from)
    };
    let chain = |error| match error {
        GatewayError::Cycle { gateway, schemes } => (gateway, schemes.join(" ")),
        error => panic!("{error}"),
    };
    for (links, id, schemes) in [
        (vec![("http", "http")], "http-http", "http http"),
        (vec![("https", "http"), ("http", "https")], "http-https", "https http https"),
        (vec![("http", "https"), ("https", "wais"), ("wais", "http")], "wais-http", "http https wais http"),
        // The path into a cycle is not part of it.
        (vec![("x-a", "http"), ("http", "https"), ("https", "http")], "https-http", "http https http"),
    ] {
        let links = links.into_iter().map(|(from, to)| gateway(from, to));
        assert_eq!(chain(error(links)), (id.to_owned(), schemes.to_owned()));
    }
    let error = error([gateway("HTTP", "http")]);
    assert_eq!(error.to_string(), "gateways form a cycle, http -> http: change the target of `HTTP-http`");
    let chained = build([gateway("x-a", "wais"), gateway("wais", "http")]).unwrap();
    // One hop at a time.
    let url = crate::rfc1738().parse("x-a:b").unwrap();
    let first = chained.locate(&url).unwrap().unwrap();
    assert_eq!(first.as_str(), "wais://gw/x-a%3Ab");
    let second = chained.locate(&first.as_url()).unwrap().unwrap();
    assert_eq!(second.as_str(), "http://gw/?u=wais%3A%2F%2Fgw%2Fx-a%253Ab");
    assert_eq!(chained.locate(&second.as_url()), Ok(None));
}

/// Ids and served schemes are unique; no gateway takes precedence.
#[test]
fn one_gateway_for_one_scheme() {
    let one = by_url("one", "http://a/?{url}", "x-foo");
    for (other, expected) in [
        (
            Gateway::new("two", Expansion::Url, "http://b/?{url}", ["x-bar", "X-FOO"]),
            "the gateways `one` and `two` both serve `x-foo`: remove `x-foo` from one of them",
        ),
        (by_url("one", "http://b/?{url}", "x-bar"), "two gateways have the id `one`: rename one"),
    ] {
        assert_eq!(error([one.clone(), other]).to_string(), expected);
    }
}

#[test]
fn invalid_gateways_are_rejected() {
    for (gateway, expected, words) in [
        (Gateway::new("lab", Expansion::Url, "http://gw/?{url}", []), "ServesNothing", "name one"),
        (by_url("lab", "http://gw/?{url}", "x_foo"), "Name", "\"x_foo\""),
        (by_url("lab", "http://gw/?{+url}", "x-foo"), "Template", "bytes 11..17 of its template: operators"),
        (by_url("lab", "http://gw/?{url:9}", "x-foo"), "Template", "bytes 11..18"),
        (by_url("lab", "http://gw/?{url}{host}", "x-foo"), "UnknownVariable", "the only variable is `{url}`"),
        (
            by_parts("lab", "http://gw/{group}/{nmber}", "nntp"),
            "UnknownVariable",
            "unknown variable `{nmber}`; `nntp` has `{host}`, `{port}`, `{group}`, `{article_number}`",
        ),
        (Gateway::new("lab", Expansion::Parts, "http://gw/{group}", ["news", "wais"]), "UnknownVariable", "`wais` has"),
        (
            by_parts("lab", "http://gw/{url}", "x-foo"),
            "UnknownVariable",
            "`{path}`, `{query}`, `{schemepart}`, `{url_path}`",
        ),
        (by_parts("lab", "http://gw/{user}", "ftp"), "Stripped", "bytes 10..16"),
        (by_parts("lab", "http://gw/{search}", "wais").strip(["search"]), "Stripped", "`{search}`"),
        (by_url("lab", "http://gw/?{url}", "wais").strip(["serch"]), "UnknownComponent", "`search`"),
        // No URL could make these templates valid.
        (by_url("lab", "http://g_w/?{url}", "x-foo"), "Locator", "unexpected `_` in the host"),
        (by_url("lab", "http://{url}/", "x-foo"), "Locator", "the host"),
    ] {
        let error = error([gateway]);
        assert_eq!(kind(&error), expected, "{error}");
        assert!(error.to_string().contains(words), "{error}");
    }
}

/// D 20: every reserved character of the inserted URL is encoded, and the result is strictly valid.
#[test]
fn d20_whole_urls() {
    for (text, inserted) in [
        ("x-foo:a/b?c#", "x-foo%3Aa%2Fb%3Fc"),
        ("x-foo:a/b?c#d~e", "x-foo%3Aa%2Fb%3Fc"),
        ("X-Foo:;/?:@&=", "x-foo%3A%3B%2F%3F%3A%40%26%3D"),
        ("x-foo:a%2Fb%23", "x-foo%3Aa%252Fb%2523"),
        ("x-foo:$-_.+!*'(),", "x-foo%3A%24-_.%2B%21%2A%27%28%29%2C"),
        ("x-foo:", "x-foo%3A"),
        // Inserted as written, including what only lenient mode accepts.
        ("x-foo:~joe/é f", "x-foo%3A%7Ejoe%2F%C3%A9%20f"),
        (" x-foo:a ", "x-foo%3Aa"),
        // Credentials are not sent.
        ("x-foo://joe:pw@h:7/a", "x-foo%3A%2F%2Fh%3A7%2Fa"),
        ("x-foo://joe@h/", "x-foo%3A%2F%2Fh%2F"),
        ("x-foo://@h", "x-foo%3A%2F%2Fh"),
        ("x-foo://joe:@h", "x-foo%3A%2F%2Fh"),
        ("x-foo://:pw@h", "x-foo%3A%2F%2Fh"),
        // Possible credentials of a URL that only resembles the common syntax are not sent either.
        ("x-foo://joe:pw@h_h/", "x-foo%3A%2F%2Fh_h%2F"),
        ("x-foo://joe@h:none/", "x-foo%3A%2F%2Fh%3Anone%2F"),
        ("x-foo://joe@h@k/~", "x-foo%3A%2F%2Fk%2F%7E"),
        ("x-foo://h/a@b~", "x-foo%3A%2F%2Fh%2Fa%40b%7E"),
        ("x-foo:///joe@h/~", "x-foo%3A%2F%2F%2Fjoe%40h%2F%7E"),
    ] {
        for (template, around) in [
            ("http://gw.dom:8080/get?u={url}", "http://gw.dom:8080/get?u="),
            ("https://gw/~lab/{url}", "https://gw/%7Elab/"),
            ("ftp://gw/{url}", "ftp://gw/"),
            ("GOPHER://gw/7lab%09{url}", "GOPHER://gw/7lab%09"),
        ] {
            let locator = located(by_url("lab", template, "X-FOO"), text);
            assert_eq!(locator, Ok(format!("{around}{inserted}")), "{text}");
        }
    }
    assert_located([(by_url("lab", "http://gw/{url}?{url}", "x-foo"), "x-foo:a", "http://gw/x-foo%3Aa?x-foo%3Aa")]);
}

/// Registered schemes, and additional components to strip.
#[test]
fn components_are_stripped() {
    let gateway = |scheme: &str| by_url("lab", "http://gw/?{url}", scheme);
    let ftp = || gateway("ftp");
    assert_located([
        (ftp(), "ftp://u%3A:p%40@h:2121/a;type=i", "http://gw/?ftp%3A%2F%2Fh%3A2121%2Fa%3Btype%3Di"),
        (ftp(), "ftp://a?b:c?d@h/", "http://gw/?ftp%3A%2F%2Fh%2F"),
        // Lenient mode accepts a password that contains `@`, and a login that the scheme does not define.
        (ftp(), "ftp://u:p@q:r@h/", "http://gw/?ftp%3A%2F%2Fh%2F"),
        (gateway("wais"), "wais://u:p@h/d", "http://gw/?wais%3A%2F%2Fh%2Fd"),
        (
            gateway("wais").strip(["user", "password", "search"]),
            "wais://h/d?secret",
            "http://gw/?wais%3A%2F%2Fh%2Fd%3F",
        ),
        (gateway("nntp").strip(["port", "fragment"]), "nntp://h:120/g/1", "http://gw/?nntp%3A%2F%2Fh%2Fg%2F1"),
        (gateway("mailto"), "mailto:a@b", "http://gw/?mailto%3Aa%40b"),
        // A component inside a stripped component is stripped too.
        (ftp().strip(["name", "url-path", "typecode"]), "ftp://u:p@h/a/b;type=i", "http://gw/?ftp%3A%2F%2Fh%2F"),
    ]);
    // Without its host the URL is not valid.
    let error = located(gateway("wais").strip(["host"]), "wais://h/d").unwrap_err();
    assert!(matches!(&error, GatewayError::Strip { error, .. } if error.component() == "host"), "{error}");
}

/// A scheme may list its components in any order.
#[test]
fn components_are_stripped_in_any_order() {
    struct Backwards(Registration);
    impl Scheme for Backwards {
        fn registration(&self) -> &Registration {
            &self.0
        }

        fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
            anyurl::schemes::ftp::FTP.parse(at)
        }

        fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
            anyurl::schemes::ftp::FTP.plan(to)
        }
    }
    let mut registration = anyurl::schemes::ftp::FTP.registration().clone();
    registration.name = text("x-backwards");
    registration.status = Status::Experimental;
    registration.components.to_mut().reverse();
    let scheme = Arc::new(Backwards(registration));
    let registry = crate::rfc1738().to_builder().add(scheme).unwrap().build();
    let gateway = by_url("lab", "http://gw/?{url}", "x-backwards").strip(["name"]);
    let gateways = Gateways::new(&registry, [gateway]).unwrap();
    let url = registry.parse("x-backwards://joe:SECRET@h/a/b").unwrap();
    let locator = gateways.locate(&url).unwrap().unwrap();
    assert_eq!(locator.as_str(), "http://gw/?x-backwards%3A%2F%2Fh%2Fa%2F");
}

/// Variables are components, decoded once and encoded again.
#[test]
fn d20_parts() {
    for (scheme, template, text, expect) in [
        (
            "wais",
            "http://gw/{host}:{port}/{database}?{search}",
            "wais://H:8000/a%2Fb?c%20d",
            "http://gw/H:8000/a%2Fb?c%20d",
        ),
        // An absent component is empty.
        ("wais", "http://gw/{database}/{wtype}/{wpath}?{search}", "wais://h/d", "http://gw/d//?"),
        // Values are decoded and then encoded in one form.
        ("wais", "http://gw/{database}", "wais://h/%64%7e%E9+", "http://gw/d%7E%E9%2B"),
        // An absent component has its default.
        ("gopher", "http://gw/{type}{selector}", "gopher://h", "http://gw/1"),
        // A list keeps its escapes: the gateway decodes once and then splits.
        ("ftp", "http://gw/?{cwd}&{name}", "ftp://u:p@h/a%2Fb/c/d", "http://gw/?a%252Fb%2Fc%2F&d"),
        // `_` matches a hyphen, and a component of the whole URL has no credentials.
        ("x-foo", "http://gw/?{url_path}", "x-foo://u:p@h/a/b", "http://gw/?a%2Fb"),
        ("x-foo", "http://gw/?{schemepart}", "x-foo://u:p@h/a", "http://gw/?%2F%2Fh%2Fa"),
        ("news", "http://gw/?{group}&{message_id}", "news:a;b@h", "http://gw/?&a%3Bb%40h"),
    ] {
        assert_located([(by_parts("lab", template, scheme), text, expect)]);
    }
    // A value may be invalid in the target's scheme.
    let gateway = by_parts("lab", "nntp://gw/{database}/1", "wais");
    assert_located([(gateway.clone(), "wais://h/a.b", "nntp://gw/a.b/1")]);
    let error = located(gateway, "wais://h/a%20b").unwrap_err();
    assert!(matches!(error, GatewayError::Locator { .. }), "{error}");
}

/// Versions of a scheme may have different components; a missing component is an error, not an empty value.
#[test]
fn versions_of_a_scheme() {
    let gateway = by_parts("lab", "https://gw/?{searchpart}", "http");
    let gateways = build([gateway]).unwrap();
    let url = crate::rfc1738().parse("http://h/?a").unwrap();
    let locator = gateways.locate(&url).unwrap().unwrap();
    assert_eq!(locator.as_str(), "https://gw/?a");
    let url = anyurl::registry().parse("http://h/?a").unwrap();
    let error = gateways.locate(&url).unwrap_err();
    assert!(error.to_string().contains("`{query}`"), "{error}");
}

/// A possible password that cannot be stripped is never sent to the gateway.
#[test]
fn passwords_within_are_refused() {
    let url = |scheme| by_url("lab", "ftp://gw/{url}", scheme);
    let parts = |template, scheme| by_parts("lab", template, scheme);
    for (gateway, text) in [
        (url("http"), "http://h/a?u=ftp://joe:SECRET@x/"),
        (url("x-foo"), "x-foo://joe:a/SECRET@h:none/"),
        (parts("ftp://gw/{searchpart}", "http"), "http://h/a?u=ftp://joe:SECRET@x/"),
        (parts("ftp://gw/{schemepart}", "x-foo"), "x-foo://joe:a/SECRET@h:none/"),
    ] {
        let error = located(gateway, text).unwrap_err();
        assert!(matches!(error, GatewayError::Secret { .. }), "{error}");
        assert!(!format!("{error} {error:?}").contains("SECRET"), "{error}");
    }
    // Nor is a part of one that goes on in the fragment.
    let gateways = build([url("x-foo")]).unwrap();
    let url = crate::rfc1738().parser().lenient().parse("x-foo:http://joe:SECRET#x@h/").unwrap();
    let error = gateways.locate(&url).unwrap_err();
    assert!(matches!(error, GatewayError::Secret { .. }), "{error}");
    // A component without a password is sent.
    assert_located([(parts("ftp://gw/{path}", "http"), "http://h/a?u=ftp://joe:SECRET@x/", "ftp://gw/a")]);
}

#[test]
fn a_password_of_the_template_is_not_shown() {
    let gateways = build([by_url("lab", "ftp://joe:SECRET@gw/{url}", "x-foo")]).unwrap();
    assert!(!format!("{gateways:?}").contains("SECRET"), "{gateways:?}");
    let url = crate::rfc1738().parse("x-foo:a").unwrap();
    let locator = gateways.locate(&url).unwrap().unwrap();
    assert!(!format!("{locator:?}").contains("SECRET"), "{locator:?}");
    let error = error([by_url("lab", "ftp://joe:SECRET~@gw_/{url}", "x-foo")]);
    assert!(!format!("{error} {error:?}").contains("SECRET"), "{error:?}");
}

#[test]
fn gateways_are_found_by_id_and_scheme() {
    let gateways = build([Gateway::new("lab", Expansion::Url, "http://gw/?{url}", ["x-foo", "wais"])]).unwrap();
    assert_eq!(gateways.get("lab"), gateways.serving("WAIS"));
    assert!(gateways.serving("x-foo").is_some());
    assert!(gateways.get("wais").is_none() && gateways.serving("http").is_none());
    assert_eq!(gateways.iter().count(), 1);
    let other = crate::rfc1738().parse("http://h/").unwrap();
    assert_eq!(gateways.locate(&other), Ok(None));
}

/// Schemes with and without a login, and paths of characters that each scheme accepts somewhere.
fn parts() -> impl Strategy<Value = (&'static str, String, String)> {
    let scheme = prop::sample::select(vec![
        "ftp", "http", "https", "gopher", "telnet", "wais", "file", "prospero", "x-foo", "FTP", "X-Foo",
    ]);
    let login = "(|[a-z]{0,3}(:SECRET[a-z;&=]{0,3})?@)";
    let rest = "h(:7[0-9])?(|/[a-z%;:&=.~ é?]{0,6}(/[a-z+#'*]{0,4}){0,2})";
    (scheme, login, rest)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, rng_seed: RngSeed::Fixed(1738), failure_persistence: None, ..ProptestConfig::default() })]

    /// Decoding the inserted text gives the URL without its credentials, byte for byte; no password is sent.
    #[test]
    fn the_url_comes_back((scheme, login, rest) in parts()) {
        let lenient = Options::new().rfc1738().lenient();
        let (text, expect) = (format!("{scheme}://{login}{rest}"), format!("{}://{rest}", scheme.to_ascii_lowercase()));
        let Ok(url) = crate::rfc1738().parser().options(lenient).parse(&text) else {
            return Ok(());
        };
        let around = if url.scheme() == "gopher" { "https://gw/?" } else { "gopher://gw/7x%09" };
        let gateways = build([by_url("lab", &format!("{around}{{url}}"), scheme)]).unwrap();
        let outcome = gateways.locate(&url);
        prop_assert!(!format!("{outcome:?}").contains("SECRET"), "{outcome:?}");
        let locator = match outcome {
            Ok(locator) => locator.unwrap(),
            Err(error) => {
                prop_assert!(matches!(error, GatewayError::Secret { .. }), "{text}: {error}");
                return Ok(());
            }
        };
        prop_assert!(!locator.as_str().contains("SECRET"));
        let value = locator.as_str().strip_prefix(around).unwrap();
        prop_assert!(value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._%".contains(&byte)));
        let expect = expect.split('#').next().unwrap().trim_end();
        prop_assert_eq!(&*escape::decode(value), expect.as_bytes());
    }

    /// Any template is either rejected or expanded; nothing panics.
    #[test]
    fn any_template(template in prop_oneof![any::<String>(), "http://h/([{]url[}]|[{]|[}]|%41|~|é|[+a-z]){0,6}"], rest in "[ -~]{0,8}") {
        assert_valid_or_rejected(&template, &format!("x-foo:{rest}"));
    }
}

/// A scheme with a gateway is accessed through the gateway, every other by its own plan (R-4-7).
#[test]
fn plans_use_the_gateway() {
    let registry = crate::rfc1738();
    let gateways = Gateways::new(registry, [by_url("lab", "http://gw/?{url}", "x-foo")]).unwrap();
    let planned = |text: &str| gateways.plan(&registry.parse(text).unwrap(), &Environment::new());

    let plan = planned("x-foo:a/b").unwrap();
    let [Step::Gateway { url }] = plan.steps() else {
        panic!("{plan:?}");
    };
    assert_eq!(url.to_string(), "http://gw/?x-foo%3Aa%2Fb");

    // A password of the gateway is sent to the gateway but not shown.
    let gateway = by_url("lab", "ftp://joe:SECRET@gw/{url}", "x-foo");
    let secret = Gateways::new(registry, [gateway]).unwrap();
    let url = registry.parse("x-foo:a").unwrap();
    let plan = secret.plan(&url, &Environment::new()).unwrap();
    assert!(!format!("{plan:?}").contains("SECRET"), "{plan:?}");
    let [Step::Gateway { url }] = plan.steps() else {
        panic!("{plan:?}");
    };
    assert_eq!(url.to_string(), "ftp://joe:***@gw/x-foo%3Aa");
    assert_eq!(url.template(), b"ftp://joe:SECRET@gw/x-foo%3Aa");

    assert_eq!(planned("mailto:a@h").unwrap().steps().len(), 1);
    assert_eq!(planned("x-bar:a").unwrap_err().kind().as_str(), "no-access-method");
    let error = planned("x-foo:http://joe:SECRET@h/").unwrap_err();
    assert_eq!(error.kind().as_str(), "no-gateway-locator");
    assert!(!error.to_string().contains("SECRET"), "{error}");
}

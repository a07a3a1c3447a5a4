//! A type that reads its own text: what it writes is read again as the same URL, whatever made the value.

use std::sync::LazyLock;

use anyurl::{AddToml, AnyOwnedUrl, AnyUrl, AsUrl, DefaultParser, OwnedUrl, Parser, Registry, Url};

/// The first function that everybody writes.
fn read(text: &str) -> Result<OwnedUrl, anyurl::Error> {
    Ok(anyurl::parse(text)?.into_owned())
}

fn build(host: &str) -> Result<OwnedUrl, anyurl::BuildError> {
    anyurl::build("https")?.host(host).set("path", "/").build()
}

fn kept(text: &str) -> Result<Url<'_>, anyurl::Error> {
    anyurl::parse(text)
}

/// Takes either, of any registry.
fn host(url: &impl AsUrl) -> Option<String> {
    url.as_any().host().map(str::to_owned)
}

enum Acme {}

impl DefaultParser for Acme {
    fn parser() -> Parser<'static> {
        static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
            let file = include_str!("../../examples/acme.toml");
            let builder = anyurl::registry().to_builder().add_toml("acme.toml", file);
            builder.unwrap_or_else(|error| panic!("{error}")).build()
        });
        REGISTRY.parser()
    }
}

type AcmeUrl = AnyOwnedUrl<Acme>;

#[test]
fn the_usual_functions_compile() {
    let url = read("https://h/").unwrap();
    assert_eq!(build("h").unwrap(), url);
    assert_eq!(kept("https://h/").unwrap().join("a").unwrap(), url.join("a").unwrap());
    for found in [host(&url), host(&url.as_url()), host(&anyurl::registry().parse("https://h/").unwrap())] {
        assert_eq!(found.as_deref(), Some("h"));
    }
    assert!(url.is_equivalent(&anyurl::parse("https://H/").unwrap()));
}

#[test]
fn an_organization_has_a_type_of_its_own() {
    let url: AcmeUrl = "com.acme.artifact://h.example/tools/jq?1.7".parse().unwrap();
    assert_eq!(url.component("version").unwrap().text(), "1.7");
    assert_eq!(AnyUrl::<Acme>::parse(url.as_str()).unwrap().into_owned(), url);
    assert!(url.with("version", "1.8").unwrap().to_string().parse::<AcmeUrl>().is_ok());
}

/// A value that `D` has not read is parsed again, or refused.
fn becomes<D: DefaultParser>(url: &AnyOwnedUrl) {
    match AnyOwnedUrl::<D>::try_from(url.clone()) {
        Ok(read) => {
            let again: AnyOwnedUrl<D> = read.to_string().parse().unwrap();
            assert_eq!(again, read);
            let parts = |url: &AnyOwnedUrl<D>| url.spans().collect::<Vec<_>>();
            assert_eq!((parts(&again), again.options()), (parts(&read), read.options()), "{url}");
            assert_eq!(read.options(), D::parser().parse(url.as_str()).unwrap().options());
        }
        Err(error) => assert_eq!(D::parser().parse(url.as_str()).unwrap_err(), error, "{url}"),
    }
}

#[test]
fn what_is_written_can_be_read() {
    let registry = anyurl::registry();
    let lenient = registry.parser().lenient();
    let texts =
        registry.entries().flat_map(|entry| entry.registration().examples.iter().map(|one| one.url.to_string()));
    for text in texts.chain(["https://h/a b", " http://H ", "ftp://h/a?b", "http://h/~joe"].map(str::to_owned)) {
        for parser in [registry.parser(), lenient, lenient.rfc1738(), registry.parser().rfc1738()] {
            let Ok(url) = parser.parse(&text) else { continue };
            becomes::<anyurl::Standard>(&url.into_owned());
            becomes::<Acme>(&url.into_owned());
        }
    }
    let lenient = lenient.parse("https://h/a b").unwrap();
    assert!(Url::try_from(lenient).is_err() && OwnedUrl::try_from(lenient).is_err());
    assert!(OwnedUrl::try_from(lenient.into_owned()).is_err());
}

#[cfg(feature = "serde")]
#[test]
fn serde_reads_what_it_wrote() {
    let url = read("http://h/~joe").unwrap();
    assert_eq!(serde_json::from_str::<OwnedUrl>(&serde_json::to_string(&url).unwrap()).unwrap(), url);
}

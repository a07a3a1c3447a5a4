//! One scheme four ways: a scheme, a registry file, a library in Rust and a library in C. Whoever reads a URL of it gets the
//! same verdict, spans, plan and canonical form, and the same error at the same place.

mod builtin;
mod urls;

use std::fmt::Write as _;

use locator_core::plan::LinePart;
use locator_core::{Environment, Error, Options, Registry, Step, Url};
use locator_declared::format::RegistryFile;
use locator_declared::layers::Stack;
use locator_testkit::{Rng, plugin};

/// How many texts are read.
const TEXTS: usize = 100_000;

fn declared() -> Registry {
    let layer = RegistryFile::from_text("shelf.toml", include_str!("../../shelf.toml"));
    let layer = layer.unwrap().load().unwrap();
    let resolved = Stack::new().push(layer).resolve(&Registry::builder().build(), None);
    let resolved = resolved.unwrap_or_else(|found| panic!("{found}"));
    resolved.registry().clone()
}

fn library(path: &std::path::Path) -> Registry {
    locator_testkit::registry(&plugin::load(path).schemes()[0])
}

fn in_rust() -> Registry {
    library(&plugin::build("x-shelf-plugin"))
}

/// The library in C; `None` without a compiler.
fn in_c() -> Option<Registry> {
    let shelf = concat!(env!("CARGO_MANIFEST_DIR"), "/shelf.c").as_ref();
    plugin::compile("x-shelf", &[shelf], &["-O2"]).map(|path| library(&path))
}

/// All that is said of a URL that is accepted.
fn accepted(url: &Url<'_>) -> String {
    let mut said = String::new();
    for part in url.components() {
        if let Some(span) = part.span() {
            write!(said, "{} {span:?} ", part.name()).unwrap();
        }
    }
    match url.plan(&Environment::new()) {
        Ok(plan) => plan.steps().iter().for_each(|step| said += &shown(step)),
        Err(error) => write!(said, "| {error} {:?}", error.span()).unwrap(),
    }
    let warnings = url.warnings();
    let warnings: Vec<_> = warnings.iter().map(locator_core::Warning::id).collect();
    write!(said, "| {warnings:?} | {}", url.to_canonical()).unwrap();
    said
}

/// A step, however it was put together, and where in the URL its bytes are written.
fn shown(step: &Step) -> String {
    match step {
        Step::Connect { transport, host, port } => format!("| {transport:?} {host} {port} "),
        Step::Send(line) => {
            let pieces = line.parts().iter();
            let spans: Vec<_> = pieces
                .filter_map(|piece| match piece {
                    LinePart::Url(bytes) => Some(bytes.span()),
                    _ => None,
                })
                .collect();
            format!("| {line} {spans:?} ")
        }
        step => format!("| {step:?} "),
    }
}

/// All that is said of a text that is refused.
fn refused(error: &Error) -> String {
    let requirement = error.requirement();
    format!(
        "{:?} {:?} {} {} {} | {error}",
        error.span(),
        error.kind(),
        error.rule(),
        error.component(),
        requirement.id()
    )
}

fn said(registry: &Registry, text: &str, options: Options) -> String {
    match registry.parse_with(text, options) {
        Ok(url) => accepted(&url),
        Err(error) => refused(&error),
    }
}

#[test]
fn rooms_and_libraries_say_the_same() {
    let scheme = locator_testkit::registry(&builtin::SCHEME);
    let libraries = [Some(in_rust()), in_c()];
    let mut rng = Rng::new(1738);
    let mut good = 0;
    for _ in 0..TEXTS {
        let text = urls::text(&mut rng);
        let expected = said(&scheme, &text, Options::new());
        good += usize::from(expected.contains("| x-shelf:"));
        for library in libraries.iter().flatten() {
            assert_eq!(said(library, &text, Options::new()), expected, "{text:?}");
        }
    }
    assert!((TEXTS / 5..TEXTS * 4 / 5).contains(&good), "{good} of {TEXTS}");
}

/// Lenient mode too: the two libraries cannot differ, since both see escapes where a scheme sees the characters.
#[test]
fn libraries_forgive_the_same() {
    let Some(in_c) = in_c() else { return };
    let in_rust = in_rust();
    let lenient = Options::new().lenient();
    let mut rng = Rng::new(1080);
    for _ in 0..TEXTS {
        let text = urls::text(&mut rng);
        let expected = said(&in_rust, &text, lenient);
        assert_eq!(said(&in_c, &text, lenient), expected, "{text:?}");
    }
}

#[test]
fn a_room_and_a_registry_file_say_the_same() {
    let scheme = locator_testkit::registry(&builtin::SCHEME);
    let declared = declared();
    let mut rng = Rng::new(862);
    for _ in 0..TEXTS {
        let text = urls::text(&mut rng);
        match (scheme.parse(&text), declared.parse(&text)) {
            (Ok(scheme), Ok(declared)) => {
                assert_eq!(accepted(&scheme), accepted(&declared), "{text:?}");
            }
            (Err(scheme), Err(declared)) => {
                let places = (scheme.span().start(), declared.span().start());
                assert_eq!(places.0, places.1, "{text:?}: {scheme}, {declared}");
            }
            (scheme, declared) => panic!("{text:?}: {scheme:?}, {declared:?}"),
        }
    }
}

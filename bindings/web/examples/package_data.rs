//! Writes what the npm package has of the shipped registry: `cargo run --example package_data -- FOLDER`.
//!
//! | file | contents |
//! |---|---|
//! | `schemes.js` | names, aliases, and what decides how URLs are read, as registry files |
//! | `cases.json` | every example and reject of every scheme with the library's answer, for the tests |

use std::error::Error;
use std::fs;
use std::path::Path;

use anyurl::declared::format::{ParsedFile, RegistryFile};
use anyurl::declared::layers::Stack;
use anyurl::{Options, Registry};
use anyurl_core::internal::scheme_of;
use anyurl_registry_tools::resolved_file;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("give a folder")?;
    let folder = Path::new(&folder);
    let file = RegistryFile::from_text("registry.toml", anyurl::REGISTRY_FILE).and_then(ParsedFile::load)?;
    let resolved = Stack::new().push(file.clone()).resolve(anyurl::registry(), None)?;
    // In the order of the names.
    let aliases = |all: &[_]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
    let mut names: Vec<_> = file.schemes().map(|entry| (entry.key(), aliases(&entry.aliases))).collect();
    names.sort();
    names.dedup_by(|one, other| one.0 == other.0);
    let file = |name: &str| resolved_file(&resolved, scheme_of(name));
    let row = |(name, aliases): &(String, Vec<String>)| Some(json!([name, aliases, file(name)?]));
    let rows: Vec<_> = names.iter().filter_map(row).collect();
    // A text in a text: the module reads it once, and JavaScript never.
    fs::write(
        folder.join("schemes.js"),
        format!("export default {};\n", Value::String(Value::Array(rows).to_string())),
    )?;
    fs::write(folder.join("cases.json"), Value::Array(cases(anyurl::registry())).to_string())?;
    Ok(())
}

/// Every example and reject, in each mode and profile.
fn cases(registry: &Registry) -> Vec<Value> {
    let mut cases = Vec::new();
    for entry in registry.entries() {
        let registration = entry.registration();
        let examples = registration.examples.iter().map(|one| one.url.to_string());
        let rejects = registration.rejects.iter().map(|one| one.url.to_string());
        for text in examples.chain(rejects) {
            let strict = Options::new();
            for options in [strict, strict.lenient(), strict.rfc1738()] {
                cases.push(case(registry, &text, options));
            }
        }
    }
    cases
}

fn case(registry: &Registry, text: &str, options: Options) -> Value {
    let profile = options.profile.as_str();
    let answer = match registry.parser().options(options).parse(text) {
        Ok(url) => json!({
            "canonical": url.to_canonical(),
            "masked": url.masked().to_string(),
            "components": url.components().filter(|one| one.span().is_some()).map(|one| (one.name().to_owned(), one.text().into())).collect::<serde_json::Map<_, Value>>(),
            "hosts": url.hosts().map(|one| one.as_str()).collect::<Vec<_>>(),
            "warnings": url.warnings().iter().map(|one| one.id().to_owned()).collect::<Vec<_>>(),
        }),
        Err(error) => json!({
            "kind": error.kind().as_str(),
            "component": error.component(),
            "section": error.requirement().section(),
            "place": [text[..error.span().start()].encode_utf16().count(), text[..error.span().end()].encode_utf16().count()],
        }),
    };
    json!({ "text": text, "lenient": options.is_lenient(), "profile": profile, "answer": answer })
}

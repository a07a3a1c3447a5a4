//! A declared scheme: the first line is its form, each other line a text.

#[path = "../../../plugins/declared/tests/declared/forms/declared.rs"]
mod declared;

use anyurl_core::{Registry, RegistryBuilder};
use anyurl_declared::format::{Level, RegistryFile};
use anyurl_declared::{AddToml, AddTomlError};
use anyurl_testkit::check_properties;

use crate::{input, registry_file};

/// Declares a scheme by the form with either generic syntax, and parses the texts by it.
///
/// # Panics
/// If an error has no message, or a text violates a property.
pub fn run(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    let (form, texts) = input::line(text);
    for grammar in ["rfc1738", "rfc3986"] {
        let file = declared::file(grammar, form, "x-f:");
        let is_sound = is_sound(&file);
        match registry(file) {
            Ok(registry) => {
                for text in texts.lines().take(8) {
                    registry_file::check_canonical(&registry, text);
                    // Lint reports, for example, a form that the generic syntax does not allow.
                    let checked = if is_sound { check_properties(&registry, text) } else { Ok(()) };
                    checked.unwrap_or_else(|failure| panic!("{form:?}: {failure}"));
                }
            }
            Err(error) => assert!(!error.to_string().is_empty(), "{form:?}"),
        }
    }
}

/// Returns whether lint finds no error in the syntax that a file declares. It also misses examples, which no form has here.
fn is_sound(file: &str) -> bool {
    let Ok(parsed) = RegistryFile::from_text("forms.toml", file) else { return false };
    let is_about_form = |id: &str| id.starts_with("SR3") && !["SR309", "SR310"].contains(&id);
    registry_file::lint(&parsed).iter().all(|finding| finding.level() != Level::Error || !is_about_form(finding.id()))
}

fn registry(file: String) -> Result<Registry, AddTomlError> {
    Registry::builder().add_toml("forms.toml", file).map(RegistryBuilder::build)
}

/// Forms of all kinds with texts.
pub fn seeds() -> Vec<Vec<u8>> {
    const SEEDS: [&str; 12] = [
        "x-f://<host>[:<port>]/<path...>[?<query>]\nx-f://[::1]:5432/~a/b;c@d?k=v\nx-f://h/a#top\nx-f://h:80/a/b",
        "x-f://[<user>[:<password>]@]<host>[:<port>][/<db>[;<mode>]]\nx-f://u:p@h:1/d;m\nx-f://h\nx-f://u@h/%41",
        "x-f:<a>?k=<k>&v=<v>\nx-f:a?k=b&v=c\nx-f:?k=&v=",
        "x-f:<sub>:<rest>\nx-f:a:b:c\nx-f::",
        "x-f://<host>/<a+>/<b+...>\nx-f://h/a/b/c#d\nx-f://h//",
        "x-f:<a>[,<b>[,<c>]]\nx-f:a,b,c\nx-f:a",
        "x-f://<authority>/<x>\nx-f://u:p@h:1/a",
        "x-f:\"<quoted>\"\nx-f:\"a\"",
        "x-f:[<a>@]<b>\nx-f:a@b\nx-f:b",
        "x-f://<hostport>[/]\nx-f://h:7/\nx-f://h",
        "x-f:<a...>;<b>=<c>\nx-f:a/b;c=d",
        "x-f://<login>/<host-name>\nx-f://u@h/x",
    ];
    SEEDS.map(|seed| seed.as_bytes().to_vec()).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_sound_unless_the_generic_syntax_forbids_them() {
        for (form, expect) in
            [("x-f:<a>?k=<k>", true), ("x-f://<host>/<a>", true), ("x-f:\"<quoted>\"", false), ("x-f:<a>[#<f>]", false)]
        {
            assert_eq!(is_sound(&declared::file("rfc3986", form, "x-f:")), expect, "{form}");
        }
    }
}

//! A registry file of one scheme, `x-f`; the fuzz target `form` uses it as well.

/// Declares `x-f` by a form, with an example.
pub(crate) fn file(grammar: &str, form: &str, example: &str) -> String {
    let form = quoted(form);
    let entry = format!(
        r#"
[[scheme]]
name = "x-f"
status = "experimental"
description = "a text of one form"
syntax = {{ grammar = "{grammar}", form = ["{form}"] }}
access = {{ kind = "none", locates = "name", operations = [], algorithm = "There is none.", name_properties = "texts" }}
example = [{{ url = "{example}", accept = true }}]
"#
    );
    anyurl_testkit::registry_file("organization", "com.example", "x-f", &entry)
}

/// The content of a string of TOML.
fn quoted(text: &str) -> String {
    let escape = |found: char| match found {
        '"' | '\\' => format!("\\{found}"),
        _ if found.is_control() => format!("\\u{:04x}", u32::from(found)),
        _ => found.to_string(),
    };
    text.chars().map(escape).collect()
}

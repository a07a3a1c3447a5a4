//! The format of `--get`: `{host}:{port}`.

use anyurl::{Registry, visible};

use super::names;
use crate::error::CliError;

/// A format: text, and the components in it.
#[derive(Clone, Debug)]
pub(super) struct Template(pub(super) Vec<Item>);

/// An item of a [`Template`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Item {
    Text(String),
    Part(Part),
}

/// A component, and how it is printed.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a prefix, independent of the others")]
pub(super) struct Part {
    pub(super) name: Name,
    /// The name, as the user wrote it.
    pub(super) text: String,
    /// `:` or `url:`: as written.
    pub(super) is_raw: bool,
    /// `must:`: an error if it is missing.
    pub(super) is_required: bool,
    /// `strict:`: an error if it cannot be decoded into one line.
    pub(super) is_strict: bool,
    /// `default:`: the default port if the URL has none.
    pub(super) has_default_port: bool,
    /// `puny:` or `idn:`.
    pub(super) host: HostForm,
}

/// The form of the host.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) enum HostForm {
    #[default]
    AsWritten,
    Ascii,
    Unicode,
}

/// The name of a [`Part`].
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) enum Name {
    #[default]
    Url,
    /// The text before it was changed.
    Input,
    Canonical,
    Scheme,
    Path,
    Query,
    /// The first value of this name in the query.
    Pair(String),
    /// All values of this name in the query.
    Pairs(String),
    /// Any other component.
    Component(String),
}

impl Template {
    /// Parses a format. The registry knows which components there are.
    pub(super) fn parse(format: &str, registry: &Registry) -> Result<Self, CliError> {
        let mut items = Vec::new();
        let mut text = String::new();
        let mut rest = format;
        while let Some(char) = rest.chars().next() {
            let after = &rest[char.len_utf8()..];
            match char {
                '\\' => rest = escape(after, &mut text)?,
                '{' | '}' if after.starts_with(char) => {
                    text.push(char);
                    rest = &after[1..];
                }
                '{' => {
                    let Some((inside, after)) = after.split_once('}') else {
                        return Err(usage(format_args!("a `{{` is not closed: write `{{{{` for a brace")));
                    };
                    if !text.is_empty() {
                        items.push(Item::Text(std::mem::take(&mut text)));
                    }
                    items.push(Item::Part(part(inside, registry)?));
                    rest = after;
                }
                _ => {
                    text.push(char);
                    rest = after;
                }
            }
        }
        if !text.is_empty() {
            items.push(Item::Text(text));
        }
        Ok(Self(items))
    }

    /// Whether it has the host or the port.
    pub(super) fn has_host(&self) -> bool {
        self.0.iter().any(|item| match item {
            Item::Part(Part { name: Name::Component(name), .. }) => name == "host" || name == "port",
            _ => false,
        })
    }
}

/// Reads the escape after a backslash; returns what follows it.
fn escape<'f>(after: &'f str, to: &mut String) -> Result<&'f str, CliError> {
    let char = after.chars().next();
    to.push(match char {
        Some('n') => '\n',
        Some('t') => '\t',
        Some('r') => '\r',
        Some(char @ ('\\' | '{' | '}' | '[' | ']')) => char,
        _ => {
            let found = char.map_or_else(String::new, |char| char.to_string());
            let found = visible(&found);
            return Err(usage(format_args!("unknown escape `\\{found}`: there are \\n, \\t, \\r, \\\\, \\{{ and \\[")));
        }
    });
    Ok(&after[1..])
}

/// Parses what is between braces: prefixes, and a name.
fn part(inside: &str, registry: &Registry) -> Result<Part, CliError> {
    let mut part = Part::default();
    let mut rest = inside;
    // `{url}` is a name, and `{url:…}` a prefix.
    while let Some((prefix, after)) = rest.split_once(':') {
        match prefix {
            "" | "url" => part.is_raw = true,
            "must" => part.is_required = true,
            "strict" => part.is_strict = true,
            "default" => part.has_default_port = true,
            "puny" if part.host != HostForm::Unicode => part.host = HostForm::Ascii,
            "idn" if part.host != HostForm::Ascii => part.host = HostForm::Unicode,
            _ => break,
        }
        rest = after;
    }
    let name = name(rest, registry)?;
    Ok(Part { name, text: rest.to_owned(), ..part })
}

fn name(text: &str, registry: &Registry) -> Result<Name, CliError> {
    if let Some(key) = text.strip_prefix("query:") {
        return Ok(Name::Pair(key.to_owned()));
    }
    if let Some(key) = text.strip_prefix("query-all:") {
        return Ok(Name::Pairs(key.to_owned()));
    }
    if text.is_empty() {
        return Err(usage(format_args!("a component has no name: write `{{host}}`, or `{{{{` for a brace")));
    }
    if let Some((prefix, _)) = text.split_once(':') {
        let prefix = visible(prefix);
        return Err(usage(format_args!(
            "unknown prefix `{prefix}:`: there are url:, must:, strict:, default:, puny: or idn:, query: and query-all:"
        )));
    }
    names::check_printed(text, registry)?;
    Ok(match text {
        "url" => Name::Url,
        "input" => Name::Input,
        "canonical" => Name::Canonical,
        "scheme" => Name::Scheme,
        "path" => Name::Path,
        "query" => Name::Query,
        _ => Name::Component(text.to_owned()),
    })
}

fn usage(message: std::fmt::Arguments<'_>) -> CliError {
    CliError::Usage(format!("the format of --get: {message}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The items, briefly.
    fn items(format: &str) -> Result<String, String> {
        let template = Template::parse(format, anyurl::registry()).map_err(|error| match error {
            CliError::Usage(message) => message,
            other => format!("{other:?}"),
        })?;
        let items = template.0.iter().map(|item| match item {
            Item::Text(text) => format!("{text:?}"),
            Item::Part(part) => {
                let flags = [
                    (part.is_raw, "raw"),
                    (part.is_required, "must"),
                    (part.is_strict, "strict"),
                    (part.has_default_port, "default"),
                    (part.host == HostForm::Ascii, "puny"),
                    (part.host == HostForm::Unicode, "idn"),
                ];
                let flags: Vec<_> = flags.iter().filter(|(is_set, _)| *is_set).map(|(_, name)| *name).collect();
                format!("{:?} {}", part.name, flags.join(" ")).trim_end().to_owned()
            }
        });
        Ok(items.collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn formats_are_parsed() {
        for (format, expect) in [
            ("", ""),
            ("a{host}b", r#""a", Component("host"), "b""#),
            ("{url}{:url}{url:url}", "Url, Url raw, Url raw"),
            ("{scheme}://{path}?{query}", r#"Scheme, "://", Path, "?", Query"#),
            ("{query:a:b} {query-all:}", r#"Pair("a:b"), " ", Pairs("")"#),
            ("{must:strict:default:port}", r#"Component("port") must strict default"#),
            ("{puny:url}{idn::host}", r#"Url puny, Component("host") raw idn"#),
            (r"\n\t\r\\\{\[", r#""\n\t\r\\{[""#),
            ("{{{host}}}", r#""{", Component("host"), "}""#),
            ("[host] }", r#""[host] }""#),
            ("{typecode}{searchpart}", r#"Component("typecode"), Component("searchpart")"#),
        ] {
            assert_eq!(items(format).as_deref(), Ok(expect), "{format}");
        }
    }

    #[test]
    fn mistakes_are_explained() {
        for (format, expect) in [
            ("{host", "is not closed: write `{{`"),
            ("{}", "has no name"),
            (r"\q", r"unknown escape `\q`"),
            (r"\", r"unknown escape `\`"),
            ("{raw:host}", "unknown prefix `raw:`"),
            ("{puny:idn:host}", "unknown prefix `idn:`"),
            ("{hots}", "did you mean `host`"),
            ("{u\u{1b}rl}", "no scheme has a component `u\u{241b}rl`"),
        ] {
            let error = items(format).expect_err(format);
            assert!(error.contains(expect), "{format}: {error}");
        }
    }
}

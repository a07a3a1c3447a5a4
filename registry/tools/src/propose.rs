//! Proposes the form of a scheme from URLs, which the form then accepts.

use std::collections::BTreeSet;

use anyurl_core::{Profile, Registry};
use anyurl_declared::AddToml;
use anyurl_declared::format::{Date, SchemeDraft, SyntaxDraft, example_name, glob};

mod path;
mod split;

use path::path_form;
use split::Parts;

/// An error of [`propose_form`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProposeError {
    /// There is no URL.
    #[error("there is no URL to propose a form from")]
    None,
    /// A URL of another scheme.
    #[error("`{url}` is not a URL of `{name}`")]
    OtherScheme {
        /// The URL.
        url: String,
        /// The scheme.
        name: String,
    },
    /// A form that is none, or of which no URL could be made.
    #[error("the form `{form}` accepts no URL such as `{url}`: {reason}")]
    NoExample {
        /// The form.
        form: String,
        /// The URL.
        url: String,
        /// Why the form rejects it.
        reason: String,
    },
    /// No form accepts a URL.
    #[error("no form accepts `{url}`: {reason}")]
    Rejected {
        /// The URL.
        url: String,
        /// Why the proposed form rejects it.
        reason: String,
    },
}

/// Proposes forms for a scheme from URLs of it, with a URL that they reject.
///
/// User, password, port and query are optional if a URL has them. Segments of the path that are the same in all URLs are
/// literal, others are components; if the URLs have different numbers of segments, the rest of the path is one component.
///
/// ```
/// use anyurl_registry_tools::propose_form;
///
/// let urls = ["x-lake://h.example/tables/orders?limit=3", "x-lake://h.example:7070/tables/customers"];
/// let syntax = propose_form("x-lake", &urls)?;
/// assert_eq!(syntax.forms, ["x-lake://<host>[:<port>]/tables/<table>[?<query>]"]);
///
/// let error = propose_form("x-lake", &["x-lake://h.example/a b"]).unwrap_err();
/// assert!(error.to_string().starts_with("no form accepts `x-lake://h.example/a b`: "));
/// # Ok::<(), anyurl_registry_tools::ProposeError>(())
/// ```
///
/// # Errors
/// Returns [`ProposeError`] with the first URL that no form accepts.
pub fn propose_form(name: &str, urls: &[impl AsRef<str>]) -> Result<SyntaxDraft, ProposeError> {
    let name = name.to_ascii_lowercase();
    let urls: Vec<_> = urls.iter().map(AsRef::as_ref).collect();
    if urls.is_empty() {
        return Err(ProposeError::None);
    }
    let mut parts = Vec::new();
    for url in &urls {
        match Parts::new(url) {
            // The name of a family is a glob for those of its members.
            Some((scheme, split)) if glob(&name, &scheme.to_ascii_lowercase()) => parts.push(split),
            _ => return Err(ProposeError::OtherScheme { url: (*url).to_owned(), name }),
        }
    }
    let mut forms = Vec::new();
    for has_authority in [true, false] {
        let group: Vec<_> = parts.iter().filter(|one| one.authority.is_some() == has_authority).collect();
        if !group.is_empty() {
            forms.push(form(&name, &group));
        }
    }
    let mut accepted: Vec<String> = Vec::new();
    for url in urls {
        if !accepted.iter().any(|known| known == url) {
            accepted.push(url.to_owned());
        }
    }
    let registry =
        registry(&name, &forms).map_err(|reason| ProposeError::Rejected { url: accepted[0].clone(), reason })?;
    for url in &accepted {
        if let Err(reason) = parse(&registry, url) {
            return Err(ProposeError::Rejected { url: url.clone(), reason });
        }
    }
    let rejected = rejected(&name, &registry);
    Ok(SyntaxDraft::new(forms, accepted, rejected))
}

/// Makes URLs of given forms, and one that they reject. A form without the name of the scheme begins after it.
///
/// ```
/// use anyurl_registry_tools::example_urls;
///
/// let syntax = example_urls("x-lake", &["//<host>[:<port>]/tables/<table>[?<query>]"])?;
/// assert_eq!(syntax.forms, ["x-lake://<host>[:<port>]/tables/<table>[?<query>]"]);
/// assert_eq!((syntax.accepted[0].as_str(), syntax.rejected.as_str()), ("x-lake://h.example/tables/a", "x-lake:a"));
/// # Ok::<(), anyurl_registry_tools::ProposeError>(())
/// ```
///
/// # Errors
/// Returns [`ProposeError::NoExample`] for a form that accepts none of what was made.
pub fn example_urls(name: &str, forms: &[impl AsRef<str>]) -> Result<SyntaxDraft, ProposeError> {
    let name = name.to_ascii_lowercase();
    let begin = format!("{name}:");
    let whole = |form: &str| if form.starts_with(&begin) { form.to_owned() } else { format!("{begin}{form}") };
    let forms: Vec<String> = forms.iter().map(|form| whole(form.as_ref())).collect();
    let no_example = |form: &str, url: &str, reason| {
        Err(ProposeError::NoExample { form: form.to_owned(), url: url.to_owned(), reason })
    };
    let in_example = |form: &String| form.replacen(&name, &example_name(&name), 1);
    let accepted: Vec<_> = forms.iter().map(|form| example(&in_example(form))).collect();
    let registry = match registry(&name, &forms) {
        Ok(registry) => registry,
        Err(reason) => return no_example(&forms.join("`, `"), &accepted.join("`, `"), reason),
    };
    for (form, url) in forms.iter().zip(&accepted) {
        if let Err(reason) = parse(&registry, url) {
            return no_example(form, url, reason);
        }
    }
    let rejected = rejected(&name, &registry);
    Ok(SyntaxDraft::new(forms, accepted, rejected))
}

/// A URL of a form: without its optional parts, and with a short text for each component.
fn example(form: &str) -> String {
    let (mut url, mut rest, mut depth) = (String::new(), form, 0_usize);
    while let Some(at) = rest.find(['<', '[', ']']) {
        if depth == 0 {
            url.push_str(&rest[..at]);
        }
        let (sign, after) = rest[at..].split_at(1);
        rest = after;
        match sign {
            "[" => depth += 1,
            "]" => depth = depth.saturating_sub(1),
            _ => {
                let (name, after) = rest.split_once('>').unwrap_or((rest, ""));
                rest = after;
                if depth == 0 {
                    url.push_str(match name.trim_end_matches(['.', '+']) {
                        "host" => "h.example",
                        "port" => "7070",
                        _ => "a",
                    });
                }
            }
        }
    }
    url + if depth == 0 { rest } else { "" }
}

/// The form of URLs that all have an authority, or all have none.
fn form(name: &str, group: &[&Parts<'_>]) -> String {
    let authorities: Vec<_> = group.iter().filter_map(|one| one.authority.as_ref()).collect();
    let mut taken = BTreeSet::new();
    let mut form = format!("{name}:");
    if !authorities.is_empty() {
        let has = |test: fn(&split::Authority<'_>) -> bool| authorities.iter().any(|one| test(one));
        let user = match (has(|one| one.user.is_some()), has(|one| one.password.is_some())) {
            (_, true) => "[<user>[:<password>]@]",
            (true, false) => "[<user>@]",
            (false, false) => "",
        };
        let port = if has(|one| one.port.is_some()) { "[:<port>]" } else { "" };
        let is_optional = has(|one| one.host.is_empty() && one.user.is_none() && one.port.is_none());
        form += "//";
        let (open, close) = if is_optional { ("[", "]") } else { ("", "") };
        form.extend([open, user, "<host>", port, close]);
    }
    let paths: Vec<_> = group.iter().map(|one| one.path).collect();
    form += &path_form(&paths, &mut taken);
    if group.iter().any(|one| one.query.is_some()) {
        form += "[?<query>]";
    }
    form
}

/// A registry with a scheme of these forms.
fn registry(name: &str, forms: &[String]) -> Result<Registry, String> {
    // The end of an experiment is no part of its syntax.
    let end = "9999-12-31".parse::<Date>();
    let syntax = SyntaxDraft::new(forms.to_vec(), Vec::new(), String::new());
    let draft = SchemeDraft::new(name, end.unwrap_or_default()).id("com.example").syntax(syntax).file();
    let registry = Registry::builder().add_toml("proposed form", draft);
    registry.map(anyurl_core::RegistryBuilder::build).map_err(|error| error.to_string())
}

/// Parses a URL as lint parses examples; returns the reason of a rejection.
fn parse(registry: &Registry, url: &str) -> Result<(), String> {
    let parsed = registry.parser().profile(Profile::Current).parse(url);
    parsed.map(drop).map_err(|error| error.to_string())
}

/// A URL of the scheme that the forms reject.
fn rejected(name: &str, registry: &Registry) -> String {
    // A space is in no URL, so the last one is rejected by every form.
    let rests = ["a", "", "//", "/", "//h.example", "a b"];
    let name = example_name(name);
    let mut urls = rests.iter().map(|rest| format!("{name}:{rest}"));
    urls.find(|url| parse(registry, url).is_err()).unwrap_or_else(|| format!("{name}: "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[rustfmt::skip]
    const ROWS: &[(&[&str], &[&str])] = &[
        (&["x:"], &["x:"]),
        (&["x:42"], &["x:<number>"]),
        (&["x:a:1", "x:a:2"], &["x:a:<number>"]),
        (&["x:pg:1", "X:my:2"], &["x:<group>:<number>"]),
        (&["x:a", "x:b:c"], &["x:<rest>"]),
        (&["x:a/b", "x:a/c"], &["x:a/<name>"]),
        (&["x:/a", "x:b"], &["x:<path...>"]),
        (&["x://h"], &["x://<host>"]),
        (&["x://h", "x://h/"], &["x://<host>[/<name>]"]),
        (&["x://h/a", "x://h"], &["x://<host>[/<name>]"]),
        (&["x://[::1]:80/a"], &["x://<host>[:<port>]/<name>"]),
        (&["x://u@h/a"], &["x://[<user>@]<host>/<name>"]),
        (&["x://u:p@h", "x://h"], &["x://[<user>[:<password>]@]<host>"]),
        (&["x:///a", "x://h/a"], &["x://[<host>]/a"]),
        (&["x://h/users/3", "x://h/users/4"], &["x://<host>/users/<user-name>"]),
        (&["x://h/boxes/a", "x://h/boxes/b"], &["x://<host>/boxes/<box>"]),
        (&["x://h/queries/a", "x://h/queries/b"], &["x://<host>/queries/<query-name>"]),
        (&["x://h/a/1", "x://h/b/2", "x://h/c/3?q"], &["x://<host>/<group>/<number>[?<query>]"]),
        (&["x://h/a/b/c"], &["x://<host>/<group>/<group2>/<name>"]),
        (&["x://h/v1/a", "x://h/v1/a/b"], &["x://<host>/v1/<path...>"]),
        (&["x://h/v1", "x://h/v1/a/b"], &["x://<host>/<path...>"]),
        (&["x://h/~a/%20", "x://h/b/c+d=e;f"], &["x://<host>/<group>/<name>"]),
        (&["x://h/a?b=c&d=/?", "x://h/a"], &["x://<host>/a[?<query>]"]),
        (&["x://h/a#b"], &["x://<host>/<name>"]),
        (&["x://h/a", "x:b"], &["x://<host>/<name>", "x:<name>"]),
    ];

    /// Each form accepts its URLs, which `propose_form` checks, and rejects another.
    #[test]
    fn forms() {
        for (urls, forms) in ROWS {
            let urls: Vec<_> = urls.iter().map(|url| url.replacen("x:", "x-p:", 1).replacen("X:", "X-P:", 1)).collect();
            let syntax = propose_form("x-p", &urls).unwrap_or_else(|error| panic!("{urls:?}: {error}"));
            let forms: Vec<_> = forms.iter().map(|form| form.replacen("x:", "x-p:", 1)).collect();
            assert_eq!(syntax.forms, forms, "{urls:?}");
            assert_eq!(syntax.accepted, urls);
            let registry = registry("x-p", &syntax.forms).expect("a scheme");
            assert!(parse(&registry, &syntax.rejected).is_err(), "{}", syntax.rejected);
        }
    }

    /// URLs of a family have names of members.
    #[test]
    fn families() {
        let syntax = example_urls("x-p+*", &["//<host>/<name>"]).expect("a form");
        assert_eq!(syntax.forms, ["x-p+*://<host>/<name>"]);
        assert_eq!((syntax.accepted[0].as_str(), syntax.rejected.as_str()), ("x-p+a://h.example/a", "x-p+a:a"));
        let syntax = propose_form("x-p+*", &["x-p+ssh://h/a", "x-p+https://h/b"]).expect("a form");
        assert_eq!(syntax.forms, ["x-p+*://<host>/<name>"]);
        assert!(propose_form("x-p+*", &["x-p://h/a"]).is_err());
    }

    /// The error names the URL that is not one.
    #[test]
    fn rejected_urls() {
        for url in ["x-p://h/a b", "x-p://h/%zz", "x-p://h:99999/", "x-p://[::1/", "x-p://h/ä", "x-p:a[b]"] {
            let error = propose_form("x-p", &["x-p://h/a", url]).unwrap_err();
            assert!(matches!(&error, ProposeError::Rejected { url: named, .. } if named == url), "{url}: {error}");
        }
        for url in ["y:a", "a", ""] {
            let error = propose_form("x-p", &["x-p://h/a", url]).unwrap_err();
            assert_eq!(error.to_string(), format!("`{url}` is not a URL of `x-p`"));
        }
        assert_eq!(propose_form("x-p", &[""; 0]), Err(ProposeError::None));
    }
}

//! The file of each scheme.

/// The file name of the page of a scheme, without `.html`. Names that a file system or a web server treats as special
/// get a prefix with a character that no name of a scheme has.
pub(crate) fn of_scheme(name: &str) -> String {
    // No name has an underscore, and not every file system allows a `*` and a `:`.
    let name = name.replace(['*', ':'], "_");
    if is_special(&name) { format!("scheme_{name}") } else { name }
}

/// Whether a name is one of a scheme (RFC 3986 §3.1), of a family or of a subscheme, in lower case, and short enough for a
/// file name.
pub(crate) fn is_scheme(name: &str) -> bool {
    let (scheme, value) = name.split_once(':').unwrap_or((name, "value"));
    let scheme = scheme.strip_suffix('*').filter(|stem| stem.ends_with('+')).unwrap_or(scheme);
    let is_allowed = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'+' | b'-' | b'.');
    let is_name = |name: &str| !name.is_empty() && name.bytes().all(is_allowed);
    scheme.starts_with(|first: char| first.is_ascii_lowercase())
        && name.len() <= 200
        && is_name(scheme)
        && is_name(value)
}

/// Whether Windows reserves the name for a device, with any extension, or a web server shows the file for its folder.
fn is_special(name: &str) -> bool {
    let base = name.split('.').next().unwrap_or_default();
    let is_numbered = |device: &str| {
        base.strip_prefix(device).is_some_and(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit())
    };
    matches!(base, "con" | "prn" | "aux" | "nul" | "index" | "default") || is_numbered("com") || is_numbered("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_files() {
        for (name, file) in [
            ("ftp", "ftp"),
            ("soap.beep", "soap.beep"),
            ("svn+ssh", "svn+ssh"),
            ("com.example.box", "com.example.box"),
            ("con", "scheme_con"),
            ("com1.example", "scheme_com1.example"),
            ("lpt9", "scheme_lpt9"),
            ("com10", "com10"),
            ("index", "scheme_index"),
            ("git+*", "git+_"),
            ("urn:oid", "urn_oid"),
        ] {
            assert_eq!(of_scheme(name), file);
            assert!(is_scheme(name), "{name}");
        }
        for name in
            ["", "../x", "A", "1a", "a/b", "a\\b", ".a", "a b", "a:", "a:b:c", ":a", "ä", "*", "a*", &"a".repeat(201)]
        {
            assert!(!is_scheme(name), "{name}");
        }
    }
}

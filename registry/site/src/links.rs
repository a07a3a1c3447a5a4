//! Addresses for the texts of a registry. Only the web and mail are linked: another scheme could run a script.

/// The address of a document, if it can be linked.
pub(crate) fn of_document(text: &str, url: Option<&str>) -> Option<String> {
    url.filter(|url| is_web(url))
        .map(str::to_owned)
        .or_else(|| is_web(text).then(|| text.to_owned()))
        .or_else(|| rfc(text))
}

/// The address of a contact: `mailto:` for a plain address, or a page.
pub(crate) fn of_contact(text: &str) -> Option<String> {
    if is_web(text) {
        return Some(text.to_owned());
    }
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".+-_@".contains(&byte);
    let (local, domain) = text.split_once('@')?;
    let is_address = !local.is_empty() && domain.contains('.') && !domain.contains('@');
    (is_address && text.bytes().all(is_plain)).then(|| format!("mailto:{text}"))
}

fn is_web(url: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_graphic() && c != '"' && c != '<' && c != '>';
    (url.starts_with("https://") || url.starts_with("http://")) && url.chars().all(is_plain)
}

/// The address of `RFC 7252 §6.1`.
fn rfc(text: &str) -> Option<String> {
    let rest = text.strip_prefix("RFC ")?;
    let (number, section) = rest.split_once(' ').unwrap_or((rest, ""));
    if number.is_empty() || number.len() > 5 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let section = section.trim_start_matches(['§', 's']);
    let is_section = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    let is_numbered = section.starts_with(|first: char| first.is_ascii_digit()) && section.bytes().all(is_section);
    let anchor = if is_numbered { format!("#section-{section}") } else { String::new() };
    Some(format!("https://www.rfc-editor.org/rfc/rfc{number}{anchor}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_linked() {
        for (text, url, link) in [
            ("RFC 7252 §6.1", None, Some("https://www.rfc-editor.org/rfc/rfc7252#section-6.1")),
            ("RFC 959", None, Some("https://www.rfc-editor.org/rfc/rfc959")),
            ("RFC 7252 B", None, Some("https://www.rfc-editor.org/rfc/rfc7252")),
            ("a manual", Some("https://example.org/a"), Some("https://example.org/a")),
            ("a manual", Some("javascript:alert(1)"), None),
            ("a manual", Some("https://example.org/\"onclick"), None),
            ("javascript:alert(1)", None, None),
            ("a manual", None, None),
        ] {
            assert_eq!(of_document(text, url).as_deref(), link, "{text} {url:?}");
        }
    }

    #[test]
    fn contacts_are_linked() {
        for (text, link) in [
            ("schemes@example.com", Some("mailto:schemes@example.com")),
            ("https://example.com/c", Some("https://example.com/c")),
            ("Jim <jim@example.com>", None),
            ("a@b?body=x.y", None),
            ("javascript:alert(1)", None),
        ] {
            assert_eq!(of_contact(text).as_deref(), link, "{text}");
        }
    }
}

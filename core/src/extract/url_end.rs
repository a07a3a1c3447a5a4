//! Ends of URLs in running text: what belongs to the sentence or the markup around a URL.

use core::ops::Range;

use crate::diagnostics::secrets::known;
use crate::syntax::class::Class;
use crate::syntax::escape;
use crate::text::visible::is_visible;

/// The characters of scheme names (R-2.1-3).
pub(super) static SCHEME: Class = Class::alphadigit("scheme").and(b"+-.");

/// The number of bytes that are looked at together.
const BLOCK: usize = 64;

/// What a URL is in.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    /// A list: the URL ends before the next one.
    pub(super) list: bool,
    /// A link, or the row of a table: the URL ends before a `|`.
    pub(super) link: bool,
    /// Single quotation marks: the URL ends before one.
    pub(super) quotes: bool,
}

/// The length of the URL at the start of a text, including punctuation of the sentence after it.
pub(super) fn rough_len(text: &str, around: Around) -> usize {
    // Reads blocks to the end, so that the compiler makes vectors of it.
    let may_end = |block: &[u8]| block.iter().fold(false, |any, byte| any | may_end_url(*byte));
    if !text.as_bytes().chunks(BLOCK).any(may_end) {
        return text.len();
    }
    // A password may hold anything, and is not to be cut into what looks like a host.
    let host = host(text);
    let text = &text[..host_end(text, &host)];
    let mut brackets = Brackets::default();
    let mut backslashes = None;
    let mut in_query = false;
    let mut is_end = |at: usize, found: char| match found {
        '|' => around.link && at >= host.start && !has_drive(text.as_bytes()) || begins_url(&text[at + 1..]),
        '\'' => around.quotes && at >= host.start,
        ',' | ';' => around.list && begins_url(&text[at + 1..]),
        '&' => at >= host.start && is_reference(&text[at + 1..]),
        '[' if !host.is_empty() && at > host.end && !in_query && is_link_text(text, at) => true,
        '?' => {
            in_query = true;
            false
        }
        '\\' if at < host.start || *backslashes.get_or_insert_with(|| has_backslashes(text)) => false,
        '\\' => is_escape(&text.as_bytes()[at + 1..]),
        '[' if is_closing_tag(&text[at + 1..]) => true,
        _ => ends_url(found) || !brackets.count(found),
    };
    let end = text.char_indices().find(|(at, found)| is_end(*at, *found));
    end.map_or(text.len(), |(at, _)| at)
}

/// Whether a `|` in a URL may follow the letter of a drive, as in `file:///C|/a`.
pub(super) fn has_drive(url: &[u8]) -> bool {
    url.starts_with(b"file:")
}

/// The end of a text, or of its host: at a `|` or `**`, or before the next URL of a list, since no port contains a comma.
fn host_end(text: &str, host: &Range<usize>) -> usize {
    let is_end = |at: usize, found: char| match found {
        '|' => true,
        '*' => text[at..].starts_with("**"),
        ',' | ';' => begins_url(&text[at + 1..]),
        _ => false,
    };
    let end = text[host.clone()].char_indices().find(|(at, found)| is_end(host.start + at, *found));
    end.map_or(text.len(), |(at, _)| host.start + at)
}

/// Whether a URL may end before a byte, other than those between runs: at a bracket, an emphasis, an escape, a
/// separator of lists, a quotation mark, a character reference, or another script.
fn may_end_url(byte: u8) -> bool {
    matches!(byte, b'&'..=b'*' | b',' | b';' | b'['..=b']' | b'{'..=b'}') || !byte.is_ascii()
}

/// The ends of the names of schemes with a `\` after the name of a computer: a shared folder, or an instance of a server.
const WINDOWS: [&str; 3] = ["file:", "smb:", "sqlserver:"];

/// Whether backslashes belong to a URL, as in a path of Windows (`file:///C:\new`, `npipe:\\.\pipe`, `file://server\new`),
/// rather than to the string literal around it. The first one decides. Web addresses have no drives.
pub(super) fn has_backslashes(text: &str) -> bool {
    let Some((before, _)) = text.split_once('\\') else {
        return false;
    };
    let (scheme, rest) = before.split_once(':').unwrap_or_default();
    let is_drive = |name: &str| name.len() == 1 && !known::needs_no_slashes(scheme);
    let follows_drive =
        before.strip_suffix(':').and_then(|path| path.rsplit(['/', ':', '=']).next()).is_some_and(is_drive);
    let is_share =
        |(scheme, server): (&str, &str)| !server.contains('/') && WINDOWS.iter().any(|name| scheme.ends_with(name));
    rest.is_empty() || follows_drive || before.split_once("//").is_some_and(is_share)
}

/// Whether what follows a backslash makes it an escape of JSON or of a programming language that stands for a character
/// that no URL contains: `\n`, `\u003e`, `\x1b`, or a quotation mark.
fn is_escape(after: &[u8]) -> bool {
    match *after {
        [b'n' | b'r' | b't' | b'\'' | b'`', ..] => true,
        [b'u', b'0', b'0', high, low, ..] | [b'x', high, low, ..] => {
            escape::byte(&[b'%', high, low]).is_some_and(ends_run)
        }
        _ => false,
    }
}

/// Whether no URL contains this byte, even in lenient mode.
pub(super) fn ends_run(byte: u8) -> bool {
    byte <= b' ' || matches!(byte, b'<' | b'>' | b'"' | 0x7F)
}

/// The host and port after the colon and two slashes; an empty range if there are none.
fn host(text: &str) -> Range<usize> {
    let Some((scheme, rest)) = text.split_once(':').filter(|(_, rest)| rest.starts_with("//")) else {
        return 0..0;
    };
    let start = scheme.len() + "://".len();
    let end = rest[2..].find(['/', '?', '#']).map_or(text.len(), |len| start + len);
    text[start..end].rfind('@').map_or(start, |sign| start + sign + 1)..end
}

/// The length of a text up to the first character that its host and port cannot contain, such as the text of a link in
/// `https://h[text]`, or the next column in `http://h:80,200`.
pub(super) fn host_len(text: &str) -> usize {
    let host = host(text);
    let authority = &text[host.clone()];
    if authority.is_empty() {
        return text.find('[').filter(|at| !text[..*at].ends_with('/')).unwrap_or(text.len());
    }
    let is_name = |found: char| found.is_alphanumeric() || !found.is_ascii() || "-._~%".contains(found);
    let name = match authority.strip_prefix('[') {
        Some(address) => address.find(']').map_or(authority.len(), |end| end + 2),
        None => authority.find(|found| !is_name(found)).unwrap_or(authority.len()),
    };
    let is_digit = |found: &u8| found.is_ascii_digit();
    let port = authority[name..].strip_prefix(':').map_or(0, |port| port.bytes().take_while(is_digit).count());
    let len = name + if port > 0 { 1 + port } else { 0 };
    // Another character in a name is rather a typing error.
    let is_end = port > 0 || authority[name..].starts_with(['[', '{']);
    if len < authority.len() && is_end { host.start + len } else { text.len() }
}

/// Whether a sign in brackets, `h[.]example`, is at the start of a text: the URL of a report, which is not to be opened.
pub(super) fn is_defanged(text: &str) -> bool {
    ["[.]", "[dot]", "[:]", "[://]", "[/]"].iter().any(|sign| begins_with(text, sign))
}

/// The references of HTML to characters that no URL contains, or that are around it: `<`, `>`, quotation marks and the
/// no-break space.
const NAMES: [&str; 5] = ["lt;", "gt;", "quot;", "apos;", "nbsp;"];

/// The same by their numbers.
const NUMBERS: [&str; 10] = ["34;", "39;", "60;", "62;", "160;", "x22;", "x27;", "x3c;", "x3e;", "xa0;"];

/// Whether what follows a `&` makes it a reference of HTML to a character that no URL contains, or that is around it.
fn is_reference(after: &str) -> bool {
    match after.strip_prefix('#') {
        Some(number) => NUMBERS.iter().any(|one| begins_with(number, one)),
        None => NAMES.iter().any(|one| begins_with(after, one)),
    }
}

/// Whether a text begins with another one (ASCII case-insensitive).
pub(super) fn begins_with(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start))
}

/// Whether the `[` at an offset begins the text of a link in `AsciiDoc`, which ends with the run of characters or goes on
/// after it: `https://h/a[text]`. A path can have `/[id]`.
fn is_link_text(text: &str, at: usize) -> bool {
    let inside = &text[at + 1..];
    let ends_text = |end: usize| {
        let rest = &inside[end..];
        rest.starts_with(']') && rest.bytes().all(|byte| byte.is_ascii_punctuation() && byte != b'/')
    };
    !text[..at].ends_with(['/', '[']) && inside.find(['[', ']']).is_none_or(ends_text)
}

/// Whether a text begins with the name of a scheme and two slashes.
fn begins_url(text: &str) -> bool {
    let name = text.bytes().take_while(|byte| SCHEME.has(*byte)).count();
    name > 0 && text[name..].starts_with("://")
}

/// Whether the text after a `[` makes it a closing tag of a forum, `[/url]`.
fn is_closing_tag(text: &str) -> bool {
    let Some(name) = text.strip_prefix('/') else {
        return false;
    };
    let len = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    len > 0 && name[len..].starts_with(']')
}

/// The number of open brackets of each kind.
#[derive(Default)]
struct Brackets([usize; 3]);

impl Brackets {
    /// Counts one character; returns `false` if it closes a bracket that is not open.
    fn count(&mut self, found: char) -> bool {
        const OPENING: &str = "([{";
        const CLOSING: &str = ")]}";
        if let Some(kind) = OPENING.find(found) {
            self.0[kind] += 1;
        } else if let Some(kind) = CLOSING.find(found) {
            let Some(left) = self.0[kind].checked_sub(1) else {
                return false;
            };
            self.0[kind] = left;
        }
        true
    }
}

/// Whether a non-ASCII character ends a URL: whitespace, what has no picture, quotation marks, and punctuation of scripts
/// that use no space after it.
fn ends_url(found: char) -> bool {
    if found.is_ascii() {
        return false;
    }
    found.is_whitespace()
        || !is_visible(found) && !is_joiner(found)
        || matches!(found, '…' | '«' | '»' | '‹' | '›' | '“' | '”' | '„' | '‟')
        || matches!(found, '׃' | '،' | '؛' | '؟' | '۔' | '।' | '॥')
        || matches!(found, '、'..='。' | '〈'..='】' | '〔'..='〟')
        || matches!(found, '！' | '（' | '）' | '，' | '．' | '：' | '；' | '？' | '［' | '］' | '｜' | '｡')
}

/// Whether a character without a picture belongs to a word: soft hyphens, joiners, and what selects a variant of a letter or
/// a sign.
fn is_joiner(found: char) -> bool {
    matches!(found, '\u{AD}' | '\u{34F}' | '\u{200C}' | '\u{200D}' | '\u{2060}')
        || matches!(found, '\u{FE00}'..='\u{FE0F}' | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use super::super::emphasis::Emphasis;
    use super::*;

    #[test]
    fn a_list_ends_a_url_before_the_next() {
        for (text, url) in [
            ("x:a,y://b", "x:a"),
            ("x://h/a;y://i/b", "x://h/a"),
            ("x://h/a?b,c;d,y://i", "x://h/a?b,c;d"),
            ("x:a,y:b", "x:a,y:b"),
            ("x:a),y://b", "x:a"),
        ] {
            assert_eq!(&text[..rough_len(text, Around { list: true, ..Around::default() })], url, "{text}");
        }
    }

    #[test]
    fn the_text_of_a_link_follows_a_bar() {
        for (text, url) in [
            ("x://h/a|b", "x://h/a"),
            ("x:a|b|c", "x:a"),
            ("file:///C|/a", "file:///C|/a"),
            ("x://u:p|w@h/|b", "x://u:p|w@h/"),
        ] {
            assert_eq!(&text[..rough_len(text, Around { link: true, ..Around::default() })], url, "{text}");
        }
    }

    #[test]
    fn a_quotation_mark_closes_what_one_has_opened() {
        for (text, quoted, other) in [
            ("x://h/a'", "x://h/a", "x://h/a'"),
            ("x://h/a','x://h/b'", "x://h/a", "x://h/a','x://h/b'"),
            ("x://u:p'w@h/a'b", "x://u:p'w@h/a", "x://u:p'w@h/a'b"),
        ] {
            let len = |quotes| rough_len(text, Around { quotes, ..Around::default() });
            assert_eq!((&text[..len(true)], &text[..len(false)]), (quoted, other), "{text}");
        }
    }

    #[test]
    fn what_no_host_contains_ends_it() {
        for (text, url) in [
            ("x://h[1]", "x://h"),
            ("x://h{a}/b", "x://h"),
            ("x://h^1", "x://h^1"),
            ("x://h:8080,200", "x://h:8080"),
            ("x://10.0.0.1:9200;ok", "x://10.0.0.1:9200"),
            ("x://h:3000请", "x://h:3000"),
            ("x://h:80-", "x://h:80"),
            ("x://h:a", "x://h:a"),
            ("x://[::1][1]", "x://[::1]"),
            ("x://[::1]:80a", "x://[::1]:80"),
            ("x://[::1", "x://[::1"),
            ("x://u:p@h:80=", "x://u:p@h:80"),
            ("x://h:80/a,b", "x://h:80/a,b"),
            ("x://é.%41_~-h", "x://é.%41_~-h"),
            ("x:a@b[c]", "x:a@b"),
            ("x:a/[1.0", "x:a/[1.0"),
            ("x:a", "x:a"),
        ] {
            assert_eq!(&text[..host_len(text)], url, "{text}");
        }
    }

    #[test]
    fn punctuation_is_excluded_and_brackets_are_balanced() {
        for (text, url) in [
            ("x:a", "x:a"),
            ("x:a.", "x:a"),
            ("x:a.b,", "x:a.b"),
            ("x:a?!...", "x:a"),
            ("x:a/", "x:a/"),
            ("x:a).", "x:a"),
            ("x:a(b)", "x:a(b)"),
            ("x:a(b).)", "x:a(b)"),
            ("x:a(b)).", "x:a(b)"),
            ("x:a(", "x:a"),
            ("x:a(b", "x:a(b"),
            ("x:[1]/}", "x:[1]/"),
            ("x:a)[b](x:c)", "x:a"),
            ("x:a'", "x:a"),
            ("x:a'b", "x:a'b"),
            ("x:a”—b", "x:a"),
            ("x:a’", "x:a"),
            ("x:é…", "x:é"),
            ("x:a\u{A0}b", "x:a"),
            ("x:a，b", "x:a"),
            ("x:a…b", "x:a"),
            ("x:a...b", "x:a...b"),
            ("x:a_", "x:a_"),
            // The columns of a table.
            ("x://h/a|", "x://h/a"),
            ("x://h/a|y://h/b|", "x://h/a"),
            ("x://h/a|b", "x://h/a|b"),
            ("x://h/a|y:b", "x://h/a|y:b"),
            ("x://h|b", "x://h"),
            ("x://u:p|w@h:1|b", "x://u:p|w@h:1"),
            // The next URL of a list.
            ("x://h,y://i", "x://h"),
            ("x://h:1;y://i:2", "x://h:1"),
            ("x://u:p@h:1,y://v:q@i:2", "x://u:p@h:1"),
            ("x://[::1]:1,y://[::2]:2", "x://[::1]:1"),
            ("x://h1:1,h2:2", "x://h1:1,h2:2"),
            ("x://h,y:b", "x://h,y:b"),
            ("x://h;y=z://i", "x://h;y=z://i"),
            ("x://h/a,y://i", "x://h/a,y://i"),
            ("x://h?a,y://i", "x://h?a,y://i"),
            ("x://u,v://p@h/", "x://u"),
            // Tags.
            ("x://h/a[/url]b", "x://h/a"),
            ("x://h[/b][/url]", "x://h"),
            ("x://h/?a[b]=1", "x://h/?a[b]=1"),
            ("x://h/[/]a[/b", "x://h/[/]a"),
            // The text of a link.
            ("x://h/1[a]", "x://h/1"),
            ("x://h/1[a].", "x://h/1"),
            ("x://h/1[a", "x://h/1"),
            ("x://h/é[a]", "x://h/é"),
            ("x://h/a/[id]", "x://h/a/[id]"),
            ("x://h/a[1]/b", "x://h/a[1]/b"),
            ("x://h/a[1].jpg", "x://h/a[1].jpg"),
            ("x://h/?a[]=1&b[1]", "x://h/?a[]=1&b[1]"),
            ("x:a[1]", "x:a[1]"),
            // References of HTML.
            ("x://h/a&gt;", "x://h/a"),
            ("x://h/a&QUOT;b", "x://h/a"),
            ("x://h/a&#39;&#62;", "x://h/a"),
            ("x://h/a&#xA0;b", "x://h/a"),
            ("x://h&nbsp;b", "x://h"),
            ("x://h/?a=b&amp;lt=1", "x://h/?a=b&amp;lt=1"),
            ("x://h/?a&lt", "x://h/?a&lt"),
            ("x://u:p&gt;w@h/", "x://u:p&gt;w@h/"),
            // Marks of direction, and punctuation of other scripts.
            ("x://h/a\u{2069}", "x://h/a"),
            ("x://h/a\u{200E}b", "x://h/a"),
            ("x://h/a\u{2060}", "x://h/a"),
            ("x://h/a\u{AD}", "x://h/a"),
            ("x://h/a؟", "x://h/a"),
            ("x://h/a।", "x://h/a"),
            ("x://h/a｡b", "x://h/a"),
            ("x://h/a″", "x://h/a"),
            ("x://h/[/b1]", "x://h/[/b1]"),
            // The string literal around it.
            (r"x://h/a\", "x://h/a"),
            (r"x://h/a\\\", "x://h/a"),
            (r"x://h/a.\,", "x://h/a"),
            (r"x://h/a\)", "x://h/a"),
            (r"x://h/a\nb", "x://h/a"),
            (r"x://h/ab:\\nb", "x://h/ab"),
            (r"x://h\r\n\r\nb", "x://h"),
            (r"x://h/a\',b", "x://h/a"),
            (r"x://h/a\u003c/b", "x://h/a"),
            (r"x://h/a\x1b[0m", "x://h/a"),
            (r"x://h/?a=b\u0026c=d", r"x://h/?a=b\u0026c=d"),
            (r"x://h/it\u0027s", r"x://h/it\u0027s"),
            (r"x://h/a\u00zz\xa", r"x://h/a\u00zz\xa"),
            (r"x://h/a\/b\&c\_d", r"x://h/a\/b\&c\_d"),
            (r"x://h/a\N", r"x://h/a\N"),
            (r"x://u:p\nw@h/", r"x://u:p\nw@h/"),
            // Paths of Windows.
            (r"file:///C:\new\text\", r"file:///C:\new\text\"),
            (r"x:C:\new", r"x:C:\new"),
            (r"x:\\.\new", r"x:\\.\new"),
            (r"file://h\new", r"file://h\new"),
            (r"file:///a\n", "file:///a"),
            (r"jdbc:sqlserver://h\new;a=b", r"jdbc:sqlserver://h\new;a=b"),
            (r"http://h/a:\nb", "http://h/a"),
        ] {
            let rough = &text[..rough_len(text, Around::default())];
            assert_eq!(Emphasis::default().trim(rough), url, "{text}");
        }
    }
}

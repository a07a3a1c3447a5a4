//! The only usual login with a slash: `user/password@host` of Oracle.

use crate::text::span::Span;

/// What precedes such a login; `jdbc`, and drivers around others, may be before the first, and the name of a driver after it.
const PREFIXES: [&[u8]; 2] = [b":oracle:", b"oracle://"];

/// Finds the passwords in a text.
pub(super) fn find(text: &[u8], found: &mut dyn FnMut(Span)) {
    let mut next = 0;
    for colon in memchr::memchr_iter(b':', text) {
        let starts = |prefix: &[u8]| {
            let before = memchr::memchr(b':', prefix)?;
            let start = colon.checked_sub(before).filter(|start| *start >= next)?;
            let end = start + prefix.len();
            text.get(start..end)?.eq_ignore_ascii_case(prefix).then_some(end)
        };
        if let Some(start) = PREFIXES.iter().find_map(|prefix| starts(prefix)) {
            let is_end = |byte: &u8| *byte <= b' ' || matches!(byte, b'"' | b'<' | b'>' | b'`');
            next = text[start..].iter().position(is_end).map_or(text.len(), |len| start + len);
            password(text, start, next).into_iter().for_each(&mut *found);
        }
    }
}

/// The password of `user/password@` at an offset.
fn password(text: &[u8], start: usize, end: usize) -> Option<Span> {
    let login = &text[start..end];
    let slash = start + memchr::memchr(b'/', login)? + 1;
    let sign = slash + memchr::memrchr(b'@', &text[slash..end])?;
    let host = start + memchr::memchr3(b'?', b'#', b'@', login).unwrap_or(login.len());
    (slash <= host).then(|| Span::new(slash, sign))
}

#[cfg(test)]
mod tests {
    use crate::text::prelude::*;

    #[test]
    fn logins_with_a_slash() {
        for (text, passwords) in [
            ("jdbc:oracle:thin:scott/a@h:1521:x", &["a"][..]),
            ("jdbc:p6spy:oracle:thin:scott/a@h", &["a"]),
            ("ORACLE://joe/a@h", &["a"]),
            ("oracle://joe/a@b@h", &["a@b"]),
            ("oracle://joe/?a@h", &["?a"]),
            ("oracle://joe/@h", &[""]),
            ("oracle://joe/a@h b/c@d", &["a"]),
            ("'oracle://joe/a@h\" 'oracle://joe/b@h\"", &["a", "b"]),
            // One login, although it seems to begin twice.
            ("oracle://jdbc:oracle:joe/a@h b", &["a"]),
            ("oracle://joe@h/a@b", &[]),
            ("oracle://host?a/b@c", &[]),
            ("oracle://host#a/b@c", &[]),
            ("oracle://host/a", &[]),
            ("oracle:joe/a@h", &[]),
        ] {
            let mut found = Vec::new();
            super::find(text.as_bytes(), &mut |span| found.push(span.of(text)));
            assert_eq!(found, passwords, "{text}");
        }
    }
}

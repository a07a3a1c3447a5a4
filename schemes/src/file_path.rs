//! Paths of the local system as URLs of [`file`](crate::file), and back (RFC 8089 §2, Appendix D and E).
//!
//! The rules are chosen by [`PathStyle`], so that a program on one system can convert the paths of another.
//!
//! | path | style | URL |
//! |---|---|---|
//! | `/etc/motd`, `/a b`, `//a` | POSIX | `file:///etc/motd`, `file:///a%20b`, `file:///a` |
//! | `C:\dir\`, `c:/dir/` | Windows | `file:///C:/dir/`, `file:///c:/dir/` |
//! | `\\server\share\f` | Windows | `file://server/share/f` |
//! | `\\?\C:\dir`, `\\?\UNC\server\share` | Windows | `file:///C:/dir`, `file://server/share` |

use anyurl_core::AsUrl;
use anyurl_core::authors::{Class, escape};

use crate::prelude::*;

/// The rules for paths of a system.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum PathStyle {
    /// Segments of any bytes except `/` and NUL. Several slashes at the beginning are one, as on Linux and macOS; POSIX
    /// §4.13 leaves the meaning of exactly two to the system.
    Posix,
    /// A drive or a server and a share, then segments after `\` or `/`.
    Windows,
}

impl PathStyle {
    /// The style of the system for which the program is compiled.
    pub const NATIVE: Self = if cfg!(windows) { Self::Windows } else { Self::Posix };
}

/// The reason why a path has no URL, or a URL no path.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilePathError {
    /// The path depends on a current folder or drive.
    #[error("the path is relative: make it absolute first")]
    Relative,
    /// The path names a device, not a file.
    #[error("the path names a device: only drives and shares have URLs")]
    Device,
    /// The path is not Unicode, which only POSIX allows.
    #[error("the path is not valid Unicode, which the style requires")]
    NotUnicode,
    /// The URL has another scheme.
    #[error("the scheme `{0}` has no paths of files: use a `file` URL")]
    Scheme(String),
    /// The URL names a file of another host.
    #[error("the file is on the host `{0}`, which the style cannot express: copy the file, or use Windows paths")]
    Host(String),
    /// The URL names no drive.
    #[error("a Windows path begins with a drive or a server: write it like `file:///C:/dir`")]
    NoDrive,
    /// A segment of the URL contains a character that a name cannot contain.
    #[error("the segment `{segment}` contains {byte:?}, which no file name of the style contains")]
    Name {
        /// The segment, as written in the URL.
        segment: String,
        /// The character.
        byte: char,
    },
}

/// The characters that need no escape in a segment by RFC 1738 and RFC 3986.
static SEGMENT: Class = Class::alphadigit("fsegment").and(b"-._!$&'()*+,=:@");

/// Returns the URL of an absolute path.
///
/// ```
/// use anyurl_schemes::file_path::{PathStyle, to_url};
///
/// assert_eq!(to_url(b"/a b/%", PathStyle::Posix)?, "file:///a%20b/%25");
/// assert_eq!(to_url(br"C:\dir\f", PathStyle::Windows)?, "file:///C:/dir/f");
/// assert!(to_url(b"dir/f", PathStyle::Posix).is_err());
/// # Ok::<(), anyurl_schemes::file_path::FilePathError>(())
/// ```
///
/// # Errors
/// [`FilePathError`] if the path is relative, names a device, or is not Unicode on Windows.
pub fn to_url(path: &[u8], style: PathStyle) -> Result<String, FilePathError> {
    match style {
        PathStyle::Posix => {
            let rest = path.strip_prefix(b"/").ok_or(FilePathError::Relative)?;
            // After `file://`, RFC 8089 §2 does not allow a path that begins with `//`.
            let start = rest.iter().position(|byte| *byte != b'/').unwrap_or(rest.len());
            Ok(url("", rest[start..].split(|byte| *byte == b'/')))
        }
        PathStyle::Windows => windows_to_url(core::str::from_utf8(path).map_err(|_| FilePathError::NotUnicode)?),
    }
}

fn windows_to_url(path: &str) -> Result<String, FilePathError> {
    let path = path.replace('/', "\\");
    let segments = |rest: &str| -> Vec<Vec<u8>> { rest.split('\\').map(|one| one.as_bytes().to_vec()).collect() };
    let unc = path.strip_prefix(r"\\?\UNC\").or_else(|| path.strip_prefix(r"\\").filter(|rest| !is_special(rest)));
    if let Some(rest) = unc {
        let (server, rest) = rest.split_once('\\').ok_or(FilePathError::Relative)?;
        return Ok(url(server, segments(rest)));
    }
    let path = path.strip_prefix(r"\\?\").unwrap_or(&path);
    if path.starts_with(r"\\") {
        return Err(FilePathError::Device);
    }
    match path.as_bytes() {
        [drive, b':', b'\\', ..] if drive.is_ascii_alphabetic() => Ok(url("", segments(path))),
        _ => Err(FilePathError::Relative),
    }
}

/// Whether the rest after `\\` is a verbatim path or a device.
fn is_special(rest: &str) -> bool {
    rest.starts_with(r"?\") || rest.starts_with(r".\")
}

fn url<S: AsRef<[u8]>>(host: &str, segments: impl IntoIterator<Item = S>) -> String {
    let mut text = format!("file://{host}");
    for segment in segments {
        text.push('/');
        escape::encode(segment.as_ref(), &SEGMENT, &mut text);
    }
    text
}

/// Returns the path of a file URL, in the bytes of the style: UTF-8 for Windows.
///
/// ```
/// use anyurl_core::Registry;
/// use anyurl_schemes::file_path::{PathStyle, to_path};
///
/// let registry = Registry::builder().add(anyurl_schemes::file::FILE)?.build();
/// let url = registry.parse("file:///C:/a%20b")?;
/// assert_eq!(to_path(&url, PathStyle::Windows)?, br"C:\a b");
/// assert_eq!(to_path(&url, PathStyle::Posix)?, b"/C:/a b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`FilePathError`] if the URL has another scheme, or a host or name that the style cannot express. An escaped slash
/// is such a name, since it would otherwise lead to another file.
pub fn to_path(url: &impl AsUrl, style: PathStyle) -> Result<Vec<u8>, FilePathError> {
    let url = url.as_any();
    if url.scheme() != "file" {
        return Err(FilePathError::Scheme(url.scheme().into_owned()));
    }
    let host = url.host().unwrap_or_default();
    let is_local = host.is_empty() || host.eq_ignore_ascii_case("localhost");
    let mut names = Vec::new();
    for segment in url.path().strip_prefix('/').unwrap_or_default().split('/') {
        names.push(name(segment, style, names.is_empty() && is_local)?);
    }
    match style {
        PathStyle::Posix if is_local => Ok([b"/", names.join(&b'/').as_slice()].concat()),
        PathStyle::Posix => Err(FilePathError::Host(host.to_owned())),
        PathStyle::Windows if is_local => windows_path(&names),
        PathStyle::Windows => Ok([br"\\", host.as_bytes(), br"\", names.join(&b'\\').as_slice()].concat()),
    }
}

fn windows_path(names: &[Vec<u8>]) -> Result<Vec<u8>, FilePathError> {
    let (drive, rest) = names.split_first().ok_or(FilePathError::NoDrive)?;
    match drive.as_slice() {
        [letter, b':' | b'|'] if letter.is_ascii_alphabetic() => {
            Ok([&[*letter][..], br":\", rest.join(&b'\\').as_slice()].concat())
        }
        _ => Err(FilePathError::NoDrive),
    }
}

/// The decoded name of a segment; the drive is the first one of a local Windows path.
fn name(segment: &str, style: PathStyle, may_be_drive: bool) -> Result<Vec<u8>, FilePathError> {
    let decoded = escape::decode(segment).into_owned();
    let is_drive = may_be_drive && matches!(decoded.as_slice(), [_, b':' | b'|']);
    let is_bad = |byte: &u8| match style {
        PathStyle::Posix => matches!(byte, 0 | b'/'),
        PathStyle::Windows => *byte < b' ' || br#"<>:"/\|?*"#.contains(byte),
    };
    let is_unicode = style == PathStyle::Posix || core::str::from_utf8(&decoded).is_ok();
    match decoded.iter().find(|byte| is_bad(byte) && !is_drive) {
        _ if !is_unicode => Err(FilePathError::NotUnicode),
        Some(byte) => Err(FilePathError::Name { segment: segment.to_owned(), byte: char::from(*byte) }),
        None => Ok(decoded),
    }
}

#[cfg(test)]
mod tests {
    use anyurl_core::Registry;

    use super::FilePathError::{Device, NoDrive, Relative};
    use super::PathStyle::{Posix, Windows};
    use super::*;

    fn parsed<T>(text: &str, use_url: impl FnOnce(&anyurl_core::Url<'_>) -> T) -> T {
        let registry = Registry::builder().add(crate::file::FILE).unwrap().build();
        let url = registry.parser().lenient().parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        use_url(&url)
    }

    /// Paths whose URL leads back to them.
    #[test]
    fn paths_and_urls() {
        for (style, path, url) in [
            (Posix, "/", "file:///"),
            (Posix, "/etc/motd", "file:///etc/motd"),
            (Posix, "/a b/~joe/ü", "file:///a%20b/%7Ejoe/%C3%BC"),
            (Posix, "/a;b?c#d%2F", "file:///a%3Bb%3Fc%23d%252F"),
            (Posix, "/a//", "file:///a//"),
            (Posix, r"/C:\x", "file:///C:%5Cx"),
            (Windows, r"C:\", "file:///C:/"),
            (Windows, r"C:\dir\f.txt", "file:///C:/dir/f.txt"),
            (Windows, r"c:\a b\%", "file:///c:/a%20b/%25"),
            (Windows, r"\\server\share\f", "file://server/share/f"),
            (Windows, r"\\server\share\", "file://server/share/"),
        ] {
            assert_eq!(to_url(path.as_bytes(), style).as_deref(), Ok(url), "{path}");
            let back = parsed(url, |url| to_path(url, style));
            assert_eq!(back.as_deref(), Ok(path.as_bytes()), "{url}");
        }
    }

    #[test]
    fn other_spellings() {
        for (style, path, url) in [
            (Posix, "//", "file:///"),
            (Posix, "//server/x", "file:///server/x"),
            (Posix, "///a//", "file:///a//"),
            (Windows, "C:/dir/f", "file:///C:/dir/f"),
            (Windows, r"\\?\C:\dir", "file:///C:/dir"),
            (Windows, r"\\?\UNC\server\share", "file://server/share"),
        ] {
            assert_eq!(to_url(path.as_bytes(), style).as_deref(), Ok(url), "{path}");
        }
        for (text, style, path) in [
            ("file://localhost/a", Posix, "/a"),
            ("file:///C|/a", Windows, r"C:\a"),
            ("file:///C:", Windows, r"C:\"),
            ("file://LOCALHOST/C:/a", Windows, r"C:\a"),
        ] {
            assert_eq!(parsed(text, |url| to_path(url, style)).as_deref(), Ok(path.as_bytes()), "{text}");
        }
    }

    #[test]
    fn errors() {
        for (path, style, error) in [
            ("a", Posix, Relative),
            ("", Posix, Relative),
            (r"dir\f", Windows, Relative),
            (r"\dir", Windows, Relative),
            ("C:f", Windows, Relative),
            (r"\\server", Windows, Relative),
            (r"\\.\COM1", Windows, Device),
        ] {
            assert_eq!(to_url(path.as_bytes(), style), Err(error), "{path}");
        }
        assert_eq!(to_url(b"C:\\\xFF", Windows), Err(FilePathError::NotUnicode));
        for (text, style) in [
            ("file:///a%2Fb", Posix),
            ("file:///a%00", Posix),
            ("file://h.dom/a", Posix),
            ("file:///C:/a%5Cb", Windows),
            ("file:///C:/a%3Ab", Windows),
            ("file:///C:/%FF", Windows),
        ] {
            assert!(parsed(text, |url| to_path(url, style)).is_err(), "{text}");
        }
        assert_eq!(parsed("file:///etc/motd", |url| to_path(url, Windows)), Err(NoDrive));
    }
}

//! The arguments of `anyurl extract` and `anyurl scrub`.

use std::path::PathBuf;

/// Find the URLs in plain text.
///
/// In strict mode, finds URLs in `<URL:…>`, as in the Appendix of RFC 1738: whitespace inside is ignored, and a hyphen
/// at the end of a line may be hyphenation, so a URL may have alternatives (--verbose, --json). With --lenient, also
/// finds `<http:…>`, `URL=<…>` and bare URLs of registered schemes.
///
/// With `--json`, prints one object for each URL: `{"url", "fragment", "valid", "span", "alternatives"}`; spans count
/// bytes.
#[derive(clap::Args, Debug)]
pub(crate) struct Extract {
    /// Files, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Also find every bare `name://…`, registered or not, valid or not
    #[arg(long)]
    pub(crate) suspects: bool,

    /// Print the URLs as they are, with their secrets, for other programs
    #[arg(long, conflicts_with = "json")]
    pub(crate) exact: bool,
}

/// Mask the secrets of URLs in text, such as a log.
///
/// Copies the text and writes `***` in place of passwords, tokens in queries and fragments, and user names without a
/// password, in URLs of every scheme, valid or not, and in every usual encoding. In case of doubt, text is masked. Other
/// bytes are unchanged, whether they are UTF-8 or not.
///
/// With `--json`, prints the place of each secret instead of the text: `{"span"}`; spans count bytes.
#[derive(clap::Args, Debug)]
pub(crate) struct Scrub {
    /// Files, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Also mask the value of this field, as in `?NAME=…`; repeat for more
    ///
    /// Case, `-` and `_` do not matter. Fields such as `token`, `sig`, `code` and `password`, and those that end with
    /// `token`, `secret`, `password` and the like, are masked in any case.
    #[arg(long = "field", value_name = "NAME")]
    pub(crate) fields: Vec<String>,

    /// Keep user names without a password, which may be tokens: `https://ghp_…@host/`
    #[arg(long)]
    pub(crate) keep_lone_user: bool,
}

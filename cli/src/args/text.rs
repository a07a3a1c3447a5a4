//! The arguments of `anyurl extract` and `anyurl scrub`.

use std::path::PathBuf;

/// Find the URLs in plain text.
///
/// By default, finds URLs in `<URL:…>`, as in the Appendix of RFC 1738: whitespace inside is ignored, and a hyphen at the
/// end of a line may be hyphenation, so a URL may have alternatives (--verbose, --json). With --lenient, also finds
/// `<http:…>`, `URL=<…>` and bare URLs of registered schemes. With --all, finds everything that looks like a URL.
///
/// Prints `file:line:column: url`, and of standard input only URLs; columns count characters. An error about an invalid
/// URL goes to standard error, as does a summary.
///
/// With `--json`, prints one object for each URL: `{"url", "fragment", "valid", "span", "line", "column",
/// "alternatives", "file"}`; spans count bytes.
#[derive(clap::Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line, independent of the others")]
#[command(before_help = "\
Examples:
  anyurl extract --all app.log
  anyurl extract --all --only-invalid app.log
  anyurl extract --all -o --host '*.example.com' app.log")]
pub(crate) struct Extract {
    /// Files, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Find everything that looks like a URL: what --lenient and --suspects find
    #[arg(long, short = 'a', default_value_if("defanged", "true", "true"))]
    pub(crate) all: bool,

    /// Also find every bare `name://…`, registered or not, valid or not
    #[arg(long)]
    pub(crate) suspects: bool,

    /// Print only invalid URLs, and why they are
    #[arg(long)]
    pub(crate) only_invalid: bool,

    /// Print only the URLs, without file, line and column
    #[arg(long, short = 'o', conflicts_with = "json")]
    pub(crate) only_matching: bool,

    /// Print line and column of standard input, too
    #[arg(long, short = 'n', conflicts_with_all = ["json", "only_matching"])]
    pub(crate) line_number: bool,

    /// Print only URLs of this scheme; repeat for more, or write commas
    #[arg(long = "scheme", value_name = "NAME", value_delimiter = ',')]
    pub(crate) schemes: Vec<String>,

    /// Print only URLs with this host, or below a domain: `*.example.com`; repeat for more, or write commas
    #[arg(long = "host", value_name = "HOST", value_delimiter = ',')]
    pub(crate) hosts: Vec<String>,

    /// Print only URLs with this error or warning, such as `A-42` or `password-in-url`; repeat for more, or write
    /// commas
    #[arg(long = "id", value_name = "ID", value_delimiter = ',')]
    pub(crate) ids: Vec<String>,

    /// Find everything, and defanged URLs such as `hxxps://h[.]example`, and print them restored
    ///
    /// Restores `hxxp`, `h**p` and `fxp` before a colon, and in brackets, parentheses or braces `.`, `dot`, `:`, `://`, `/`,
    /// `@` and `at`. Places are those of the text as it is.
    #[arg(long)]
    pub(crate) defanged: bool,

    /// Print the URLs defanged, such as `hxxps://h[.]example`, so that no program makes links of them; those that are
    /// defanged stay so
    #[arg(long, conflicts_with = "json")]
    pub(crate) defang: bool,

    /// Print the URLs as they are, with their secrets, for other programs
    #[arg(long, conflicts_with = "json")]
    pub(crate) exact: bool,

    /// Lines of the output end with NUL
    #[arg(short = '0', long, conflicts_with = "json")]
    pub(crate) null: bool,
}

/// Mask the secrets of URLs in text, such as a log.
///
/// Copies the text and writes `***` in place of passwords, tokens in queries and fragments, and user names without a
/// password, in URLs of every scheme, valid or not, and in every usual encoding. In case of doubt, text is masked. Other
/// bytes are unchanged, whether they are UTF-8 or not.
///
/// With `--json`, prints the place of each secret instead of the text: `{"span"}`; spans count bytes.
#[derive(clap::Args, Debug)]
#[command(before_help = "\
Examples:
  anyurl scrub < app.log
  anyurl scrub --field order app.log
  anyurl scrub --json app.log")]
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

    /// Also mask the secrets of defanged URLs, such as `hxxps://joe:…[@]h[.]example`, which stay defanged
    #[arg(long)]
    pub(crate) defanged: bool,

    /// Keep user names without a password, which may be tokens: `https://ghp_…@host/`
    #[arg(long)]
    pub(crate) keep_lone_user: bool,
}

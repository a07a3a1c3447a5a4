//! The arguments of `anyurl parse`.

use std::ffi::OsString;

use super::Inputs;

/// Show the components of each URL, print some of them by a format, or change them.
///
/// Prints for each URL the components as written and decoded, the port to connect to, the registration of its scheme,
/// and warnings. An invalid input is printed on standard error with carets under the error.
///
/// With --get or an option that changes the URL, prints one line for each URL instead. Changes are made in this order:
/// --set and --iterate, --query-remove, --replace, --append, --sort-query, --punycode, --canonical, --default-port. The
/// result is parsed again, and refused with the reason if it is not a URL, or has other components than those that were
/// set.
///
/// With --json, prints one object on each line, in the order of the input, for valid and invalid inputs alike.
///
/// `anyurl URL` means `anyurl parse URL`.
#[derive(clap::Args, Debug)]
#[command(before_help = "\
Examples:
  anyurl parse 'https://joe@h.example:8443/a?q=1#top'
  anyurl --get '{host} {default:port}' --url-file urls.txt
  anyurl --set host=new.example --append path=b --guess-scheme h.example/a")]
pub(crate) struct Parse {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Read a text without a scheme as a URL of http, as `example.com/a` and `localhost:8080`
    ///
    /// Reads as trurl does: a host that begins with `ftp.`, `dict.`, `ldap.`, `imap.` or `smtp.` names that scheme. What is a URL
    /// of a registered scheme, or has `://`, is read as it is.
    #[arg(long)]
    pub(crate) guess_scheme: bool,

    /// Print components by a format such as '{host}:{port}\t{query:id}'
    ///
    /// {NAME} is a component, decoded: url, input, canonical, scheme, user, password, host, port, path, query, fragment,
    /// or one that the scheme itself has (`anyurl schemes NAME`). {query:KEY} is the first value with this name in the
    /// query, {query-all:KEY} all of them. A missing component is empty.
    ///
    /// A URL with several hosts, such as `mongodb://a,b/`, has a line for each if the format has {host} or {port}. In a URL
    /// that contains another, as those of jdbc do, {NAME} may be a component of that one.
    ///
    /// Prefixes: {:NAME} or {url:NAME} as written, with its escapes; {must:NAME} an error if it is missing;
    /// {strict:NAME} an error if it cannot be decoded into one line; {default:port} the default port if the URL has
    /// none; {puny:host} and {idn:host} the ASCII and the Unicode form.
    ///
    /// Escapes: \n, \t, \r, \\, \{ and \[; {{ and }} are braces.
    #[arg(short, long = "get", value_name = "FORMAT", conflicts_with = "json")]
    pub(crate) get: Option<String>,

    #[command(flatten)]
    pub(crate) edits: Edits,

    /// With --json, add `params`: the names and values of the query, decoded
    #[arg(long, requires = "json")]
    pub(crate) params: bool,
}

/// Changes of a URL.
#[derive(clap::Args, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line, independent of the others")]
pub(crate) struct Edits {
    /// Set a component; an empty VALUE removes it. NAME:=TEXT writes a text with its escapes, NAME?=VALUE only if the
    /// component is missing
    #[arg(short, long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<OsString>,

    /// Append a segment to the path, `path=VALUE`, several as they are written, `path:=A/B`, or a pair to the query,
    /// `query=NAME=VALUE`
    #[arg(short, long, value_name = "PART=VALUE")]
    pub(crate) append: Vec<OsString>,

    /// Remove the pairs with this name from the query; `utm_*` removes all that begin with `utm_`
    #[arg(long, visible_alias = "qtrim", value_name = "NAME")]
    pub(crate) query_remove: Vec<OsString>,

    /// Replace the value of a pair in the query, if there is one with this name
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) replace: Vec<OsString>,

    /// Replace the value of a pair in the query, or append the pair
    #[arg(long, alias = "force-replace", value_name = "NAME=VALUE")]
    pub(crate) replace_append: Vec<OsString>,

    /// Sort the pairs of the query by name
    #[arg(long)]
    pub(crate) sort_query: bool,

    /// The character between the pairs of a query [default: &]
    #[arg(long, value_name = "CHARACTER", value_parser = separator)]
    pub(crate) query_separator: Option<char>,

    /// Set a component to each of several values, separated by spaces, and print the URL once for each; repeat for all
    /// combinations
    #[arg(long, value_name = "NAME=VALUES")]
    pub(crate) iterate: Vec<OsString>,

    /// Print internationalised hosts in their ASCII form, `xn--…`
    #[arg(long, conflicts_with = "as_idn")]
    pub(crate) punycode: bool,

    /// Print hosts such as `xn--…` in Unicode, for people
    #[arg(long, conflicts_with = "json")]
    pub(crate) as_idn: bool,

    /// Print the canonical form, as `anyurl canonical` does
    #[arg(long)]
    pub(crate) canonical: bool,

    /// Print the default port of the scheme if the URL has no port
    #[arg(long)]
    pub(crate) default_port: bool,

    /// Keep a default port that the URL has, which only --canonical removes
    #[arg(long)]
    pub(crate) keep_port: bool,

    /// Print all components of --get as written, with their escapes
    #[arg(long)]
    pub(crate) urlencode: bool,
}

impl Edits {
    /// Whether one line is printed for each URL.
    pub(crate) fn is_given(&self) -> bool {
        let Self { set, append, query_remove, replace, replace_append, iterate, .. } = self;
        let lists = [set, append, query_remove, replace, replace_append, iterate];
        let switches = [self.sort_query, self.punycode, self.as_idn, self.canonical, self.default_port, self.keep_port];
        lists.iter().any(|list| !list.is_empty()) || switches.contains(&true)
    }
}

/// Parses the separator of pairs: an ASCII character that a query can contain, and that is no part of a name or value.
fn separator(text: &str) -> Result<char, String> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(char), None) if char.is_ascii_graphic() && !"#%=".contains(char) => Ok(char),
        _ => Err("expected one character, such as `;`".to_owned()),
    }
}

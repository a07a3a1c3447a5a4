//! The arguments of `anyurl plan` and `anyurl gateway`.

use super::Inputs;

/// Show how to access the resource of each URL, as a list of steps.
///
/// Opens no connection. A value that neither the URL nor an option supplies is a placeholder: {email}, {news-server} …
/// A client asks the person for {password} and {answers}.
///
/// Refuses a valid URL if a decoded byte would inject protocol text (RFC 1738 §6), or if no access method is known.
#[derive(clap::Args, Debug)]
#[command(before_help = "\
Examples:
  anyurl plan ftp://ftp.example/pub/readme
  anyurl plan --as curl https://h.example/a
  anyurl plan --wire gopher://h.example/")]
pub(crate) struct Plan {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Print the bytes that are sent, escaped, one line for each step
    ///
    /// With several URLs, an empty line ends the bytes of each, and stands for a URL without a plan.
    ///
    /// Has no placeholders: without --email or --news-server, a plan that needs the value is refused.
    #[arg(long, conflicts_with = "json")]
    pub(crate) wire: bool,

    /// Print a command line of this program that accesses each URL: `curl`
    #[arg(long = "as", value_name = "PROGRAM", value_parser = ["curl"], conflicts_with = "wire")]
    pub(crate) program: Option<String>,

    /// The user's e-mail address, which is the password of an anonymous login
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) email: Option<String>,

    /// The news server, which a news URL does not name; the default port is 119
    #[arg(long, value_name = "HOST[:PORT]", value_parser = server)]
    pub(crate) news_server: Option<(String, u16)>,

    /// An answer to a Gopher+ form; repeat for each question
    #[arg(long, value_name = "ANSWER")]
    pub(crate) answers: Vec<String>,

    /// Omit the TAB of an empty search before a Gopher+ string, as Gopher+ servers expect it
    #[arg(long)]
    pub(crate) compact: bool,

    /// Open the files of HOST below DIRECTORY, but none with a segment `..`; with an empty directory, HOST is a name of this machine
    #[arg(long, value_name = "HOST=DIRECTORY", value_parser = mapping)]
    pub(crate) map: Vec<(String, Vec<String>)>,

    #[command(flatten)]
    pub(crate) gateways: Gateways,
}

/// Gateways for schemes without a client.
#[derive(clap::Args, Debug)]
pub(crate) struct Gateways {
    /// Access the URLs of these schemes through a gateway
    ///
    /// The template follows RFC 6570, level 1: `x-foo,wais=http://gw.dom/get?{url}` inserts the whole URL, and
    /// `wais=http://gw.dom/{host}/{database}` inserts components. User name, password and fragment are never sent.
    #[arg(long = "gateway", value_name = "SCHEME[,SCHEME]=TEMPLATE")]
    pub(crate) gateways: Vec<String>,
}

/// Parses `host[:port]`.
pub(crate) fn server(text: &str) -> Result<(String, u16), String> {
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !host.ends_with(':') && !port.ends_with(']') => (host, port),
        _ => (text, "119"),
    };
    match port.parse() {
        Ok(port) if !host.is_empty() => Ok((host.to_owned(), port)),
        _ => Err("expected `news.host.dom` or `news.host.dom:119`".to_owned()),
    }
}

/// Parses `host=directory`.
fn mapping(text: &str) -> Result<(String, Vec<String>), String> {
    match text.split_once('=') {
        Some((host, folder)) if !host.is_empty() => {
            let names = folder.split('/').filter(|name| !name.is_empty());
            Ok((host.to_owned(), names.map(str::to_owned).collect()))
        }
        _ => Err("expected `host.dom=/mnt/host`".to_owned()),
    }
}

/// Print the URL that accesses each URL through a gateway.
#[derive(clap::Args, Debug)]
#[command(before_help = "\
Examples:
  anyurl gateway --gateway 'wais=http://gw.example/?{url}' wais://h.example/db
  anyurl gateway --gateway 'ftp=http://gw.example/{host}/{path}' ftp://h.example/a
  anyurl gateway --gateway 'wais=http://gw.example/?{url}' --json wais://h.example/db")]
pub(crate) struct Gateway {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    #[command(flatten)]
    pub(crate) gateways: Gateways,
}

//! What a plan says, as the driver wants it.

/// One act of a plan: what this test takes from a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    Connect { host: String, port: u16 },
    Send { octets: Vec<u8>, when: Option<u16> },
}

/// What the plan needs and the URL does not hold.
#[derive(Clone, Default)]
pub(crate) struct Supply {
    /// Host and port of the news server.
    pub(crate) news_server: Option<(String, u16)>,
    /// A Gopher+ request without a search leaves the TAB of the search away.
    pub(crate) compact: bool,
}

/// The e-mail address that an anonymous login gives.
pub(crate) const EMAIL: &str = "me@example.org";

/// The acts of a URL.
///
/// Stands in for the plan API, which is being written: the acts are made here by the rows of RFC 1738 that the cases need.
pub(crate) fn acts(url: &str, supply: &Supply) -> Vec<Act> {
    let (scheme, rest) = url.split_once(':').expect("a scheme");
    if scheme == "news" {
        let (host, port) = supply.news_server.clone().expect("a news server");
        return vec![Act::Connect { host, port }, send(news(rest))];
    }
    let rest = rest.strip_prefix("//").expect("//");
    let (site, path) = rest.split_once('/').unwrap_or((rest, ""));
    let (login, hostport) = match site.rsplit_once('@') {
        Some((login, hostport)) => (Some(login), hostport),
        None => (None, site),
    };
    let (host, port) = hostport.split_once(':').expect("a port");
    let mut acts = vec![Act::Connect {
        host: host.to_owned(),
        port: port.parse().expect("a port"),
    }];
    acts.extend(match scheme {
        "ftp" => ftp(login, path),
        "gopher" => vec![send(gopher(path, supply.compact))],
        "nntp" => nntp(path),
        _ => panic!("{scheme} has no server here"),
    });
    acts
}

fn send(line: impl Into<Vec<u8>>) -> Act {
    let mut octets = line.into();
    octets.extend(b"\r\n");
    Act::Send { octets, when: None }
}

/// A command and its argument: octets, decoded once.
fn command(name: &str, argument: &str) -> Act {
    send([name.as_bytes(), b" ", &decoded(argument)].concat())
}

fn news(rest: &str) -> String {
    match rest {
        "*" => "LIST".to_owned(),
        id if id.contains('@') => format!("ARTICLE <{id}>"),
        group => format!("GROUP {group}"),
    }
}

fn nntp(path: &str) -> Vec<Act> {
    match path.split_once('/') {
        Some((group, number)) => vec![command("GROUP", group), command("ARTICLE", number)],
        None => vec![command("GROUP", path)],
    }
}

fn gopher(path: &str, compact: bool) -> Vec<u8> {
    let path = path.get(1..).unwrap_or_default();
    let parts: Vec<&str> = path.splitn(3, "%09").collect();
    let parts: Vec<Vec<u8>> = match parts[..] {
        [selector, "", plus] if compact => vec![decoded(selector), decoded(plus)],
        _ => parts.iter().map(|part| decoded(part)).collect(),
    };
    parts.join(&b'\t')
}

fn ftp(login: Option<&str>, path: &str) -> Vec<Act> {
    let (user, password) = match login {
        Some(login) => login.split_once(':').expect("a password"),
        None => ("anonymous", EMAIL),
    };
    let mut acts = vec![command("USER", user), command("PASS", password)];
    if let Some(Act::Send { when, .. }) = acts.last_mut() {
        *when = Some(331);
    }
    let (path, typecode) = path.split_once(";type=").unwrap_or((path, ""));
    let (cwds, name) = path.rsplit_once('/').unwrap_or(("", path));
    if path.contains('/') {
        acts.extend(cwds.split('/').map(|cwd| command("CWD", cwd)));
    }
    acts.extend(match (typecode, name) {
        ("d" | "", "") => vec![send("NLST")],
        ("d", name) => vec![command("NLST", name)],
        ("i", name) => vec![send("TYPE I"), command("RETR", name)],
        (_, name) => vec![send("TYPE A"), command("RETR", name)],
    });
    acts
}

fn decoded(text: &str) -> Vec<u8> {
    let mut pieces = text.split('%');
    let mut octets = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        let (escape, rest) = piece.split_at(2);
        octets.push(u8::from_str_radix(escape, 16).expect("an escape"));
        octets.extend(rest.as_bytes());
    }
    octets
}

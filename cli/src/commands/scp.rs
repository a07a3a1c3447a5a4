//! `anyurl scp-to-url` and `anyurl url-to-scp`: the addresses `user@host:path` of scp and git, and URLs of ssh.
//!
//! Commands of their own, because an address is no URL: a list of them is made into URLs once, for every other command.
//! Git says what a path means: `host:path` is `ssh://host/~/path`, `host:~joe/path` is `ssh://host/~joe/path`.

use std::io;

use crate::Url;
use anyurl::authors::escape;
use anyurl::batch::Content;
use anyurl_core::internal::is_visible;
use serde_json::json;

use crate::args::{ScpFolder, ScpPaths, ScpToUrl, UrlToScp};
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::{Done, Shape, for_each_input, for_each_text, note, print_rejected};
use crate::input::reader::{InputReader, text_of};
use crate::input::rejected::masked_text;
use crate::input::scp::Address;
use crate::output::components::Masked;
use crate::output::json;
use crate::session::Session;

pub(crate) fn to_url(session: &mut Session, args: &ScpToUrl) -> Result<Exit, CliError> {
    for_each_text(session, &args.texts.inputs(), "scp-to-url", Shape::Lines, &mut |session, input, place| {
        let made;
        let url = match text_of(input) {
            Ok(text) if !text.contains("://") => {
                match Address::parse(text).and_then(|address| url(address, &args.paths, session)) {
                    Ok(url) => {
                        made = url;
                        Content::Text(&made)
                    }
                    Err(message) => return refuse(session, text, &message).map(Done::from),
                }
            }
            _ => input,
        };
        match session.reader.read(url) {
            Ok(url) => {
                let input = text_of(input).unwrap_or_default();
                print(session, input, "url", |reader| Masked::new(url, reader).text().into_owned()).map(Done::from)
            }
            Err(rejected) => print_rejected(session, &rejected, place).map(Done::from),
        }
    })
}

pub(crate) fn from_url(session: &mut Session, args: &UrlToScp) -> Result<Exit, CliError> {
    for_each_input(session, &args.inputs, "url-to-scp", Shape::Lines, |session, url| match address(url, &args.paths) {
        Ok(address) => print(session, url.text(), "address", |reader| masked_text(&address, reader).into_owned()),
        Err(message) => refuse(session, url.text(), &message),
    })
}

fn print(session: &mut Session, input: &str, name: &str, text: impl Fn(&InputReader) -> String) -> io::Result<Exit> {
    if session.json {
        json::print(session, |reader| json!({ "input": masked_text(input, reader), name: text(reader) }))?;
    } else {
        session.write_data(|reader| text(reader) + "\n")?;
    }
    Ok(Exit::Success)
}

fn refuse(session: &mut Session, input: &str, message: &str) -> io::Result<Exit> {
    if session.json {
        json::print(
            session,
            |reader| json!({ "input": masked_text(input, reader), "refused": { "message": message } }),
        )?;
    } else {
        let input = masked_text(input, &session.reader).into_owned();
        note(session, &input, "error", message)?;
    }
    Ok(Exit::Invalid)
}

/// The URL of an address. Its path begins at the root.
fn url(address: Address<'_>, paths: &ScpPaths, session: &Session) -> Result<String, String> {
    let Address { user, host, port, path } = address;
    let path = match folder(user, paths) {
        _ if path.starts_with('/') => path.to_owned(),
        ScpFolder::Home if !path.starts_with('~') => format!("/~/{path}"),
        _ => format!("/{path}"),
    };
    let builder = session.reader.registry.build_with("ssh", session.reader.options);
    let url = builder.and_then(|builder| {
        let builder = builder.host(host).set("path", path);
        let builder = user.into_iter().fold(builder, crate::UrlBuilder::user);
        port.into_iter().fold(builder, |builder, port| builder.set("port", port)).build()
    });
    url.map(|url| url.as_str().to_owned()).map_err(|error| error.to_string())
}

/// Where a path without a slash begins. Forges, whose user is `git`, have no homes.
fn folder(user: Option<&str>, paths: &ScpPaths) -> ScpFolder {
    paths.relative_to.unwrap_or(if user == Some("git") { ScpFolder::Root } else { ScpFolder::Home })
}

/// The address of a URL.
fn address(url: Url<'_>, paths: &ScpPaths) -> Result<String, String> {
    const PARTS: [&str; 4] = ["user", "host", "port", "path"];
    if url.scheme() != "ssh" {
        return Err("only a URL of ssh has an address of scp".to_owned());
    }
    if let Some(other) = url.components().find(|component| !PARTS.contains(&component.name())) {
        return Err(format!("an address of scp has no {}", other.name()));
    }
    if url.port().is_some() && url.port() != url.registration().default_port {
        return Err("an address of scp has no port: keep the URL, or set the port in `~/.ssh/config`".to_owned());
    }
    let user = url.user().map(|user| decoded("user", user)).transpose()?;
    let (host, path) = (decoded("host", url.host().unwrap_or_default())?, decoded("path", url.path())?);
    let folder = folder(user.as_deref(), paths);
    let path = match path.strip_prefix('/').unwrap_or_default() {
        rest if rest.starts_with('~') => rest
            .strip_prefix("~/")
            .filter(|rest| folder == ScpFolder::Home && !rest.is_empty() && !rest.starts_with(['/', '~']))
            .unwrap_or(rest),
        rest if folder == ScpFolder::Root && !rest.starts_with('/') => rest,
        "" => "",
        _ => &path,
    };
    let address = user.as_ref().map_or_else(|| format!("{host}:{path}"), |user| format!("{user}@{host}:{path}"));
    // A colon in the user, or a slash, would divide it elsewhere.
    let is_read_back = Address::parse(&address)? == Address { user: user.as_deref(), host: &host, port: None, path };
    is_read_back.then_some(address).ok_or_else(|| "an address of scp is divided at the first colon".to_owned())
}

/// A component without its escapes, which an address of scp has not.
fn decoded(name: &str, text: &str) -> Result<String, String> {
    let decoded = String::from_utf8(escape::decode(text).into_owned()).ok();
    let visible = decoded.filter(|text| text.chars().all(is_visible));
    visible.ok_or_else(|| format!("an address of scp has no escapes, and the {name} cannot be written without them"))
}

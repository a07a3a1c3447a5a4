//! Passes the steps of a plan to the host, in the notation of a registry file.
//!
//! The bytes of a component are passed as its name in braces, so that the host inserts and checks them again. Other bytes
//! of the URL, such as one element of a list, are passed as they are: the plan builder has checked them for this kind of line.

use locator_core::plan::{ConnectHost, Line, LinePart, Need, SentBytes, Step, Transport, Until};
use locator_core::{Environment, PlanError, Slot, Url, syntax::escape};

use crate::abi;

/// The kind of a step, and its text.
pub(super) type AbiStep = (u32, String);

/// Why there is no plan.
pub(super) enum Refused {
    /// The scheme has no access method for this URL.
    NoMethod,
    /// For this reason.
    Because(String),
}

/// Plans the access of a URL, and converts the steps.
pub(super) fn steps(url: &Url<'_>) -> Result<Vec<AbiStep>, Refused> {
    let plan = match url.plan(&Environment::new()) {
        Ok(plan) => plan,
        Err(PlanError::NoAccessMethod { .. } | PlanError::Unsupported { .. }) => return Err(Refused::NoMethod),
        Err(error) => return reported_by_host(url, &error).ok_or_else(|| Refused::Because(error.to_string())),
    };
    plan.steps().iter().map(|step| convert(step, url).map_err(Refused::Because)).collect()
}

/// Returns a step that the host refuses for the same byte as the plan builder did, with the span of that byte. `None` if
/// the host would send the byte, or refuse another one first.
fn reported_by_host(url: &Url<'_>, error: &PlanError) -> Option<Vec<AbiStep>> {
    let PlanError::UnsafeByte { byte, component, .. } = error else { return None };
    let known = url.registration().component(component)?;
    if known.lenient || known.slot == Slot::HOST {
        return None;
    }
    let first = url.decoded(known.slot)?.iter().copied().find(|byte| acts_as_protocol(*byte));
    (first == Some(*byte)).then(|| vec![(abi::S_SEND, format!("{{{component}}}"))])
}

/// Whether the host refuses a byte of a component in a line.
fn acts_as_protocol(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n' | 0 | b' ' | b'\t')
}

fn convert(step: &Step, url: &Url<'_>) -> Result<AbiStep, String> {
    match step {
        Step::Connect { transport: Transport::Tcp, host, port } => {
            connect(host, *port, url).map(|text| (abi::S_CONNECT, text))
        }
        Step::Send(line) => send(line, url).map(|text| (abi::S_SEND, text)),
        Step::Receive(until) => receive(*until).map(|text| (abi::S_RECEIVE, text.to_owned())),
        other => Err(format!("the ABI has no step for `{}`", name(other))),
    }
}

/// The name of a step that the ABI does not have.
fn name(step: &Step) -> String {
    match step {
        Step::Connect { transport, .. } => format!("connect over {}", transport.as_str()),
        Step::Prompt { what, .. } => format!("prompt for {}", what.as_str()),
        Step::Advise { .. } => "advise".to_owned(),
        Step::Compose { .. } => "compose".to_owned(),
        Step::Open { .. } => "open".to_owned(),
        Step::Call(call) => format!("call {}", call.name()),
        Step::Follow { what } => format!("follow {what}"),
        Step::Gateway { .. } => "gateway".to_owned(),
        _ => "a step of a later version".to_owned(),
    }
}

fn connect(host: &ConnectHost, port: u16, url: &Url<'_>) -> Result<String, String> {
    let known = url.port().or(url.registration().default_port);
    match host {
        ConnectHost::Url(_) if known == Some(port) => Ok("{host}:{port}".to_owned()),
        ConnectHost::Given(Need::NewsServer, _) => Ok(format!("{}:{port}", Need::NewsServer.placeholder())),
        _ => Err(format!("the ABI has no step for `connect` to port {port}, which is not the default port")),
    }
}

fn receive(until: Until) -> Result<&'static str, String> {
    match until {
        Until::Close => Ok("until-close"),
        Until::DotLine => Ok("until-dot-line"),
        Until::Line => Ok("line"),
        Until::Reply => Ok("reply"),
        Until::LengthU16 | Until::LengthU32 | Until::LengthLine => Ok(until.as_str()),
        _ => Err(format!("the ABI has no step for `receive` until `{}`", until.as_str())),
    }
}

fn send(line: &Line, url: &Url<'_>) -> Result<String, String> {
    if line.after_reply().is_some() {
        return Err("the ABI has no step for `send` after a reply".to_owned());
    }
    if line.is_guess() {
        return Err("the ABI has no step for `send` of a guess".to_owned());
    }
    let mut text = String::new();
    for part in line.parts() {
        match part {
            LinePart::Url(bytes) => push_url_bytes(bytes, url, &mut text)?,
            LinePart::Given(need @ (Need::Email | Need::Password | Need::NewsServer | Need::Nonce), _) => {
                text.push_str(need.placeholder());
            }
            LinePart::Given(need, _) => return Err(format!("the ABI has no value `{need}`")),
            part => push_bytes(&part.bytes(), &mut text)?,
        }
    }
    Ok(text)
}

/// Adds bytes of the URL: as a component in braces if the host inserts the same bytes for it.
fn push_url_bytes(bytes: &SentBytes, url: &Url<'_>, to: &mut String) -> Result<(), String> {
    if bytes.is_block() {
        return Err("the ABI has no step for `send` of a block of lines".to_owned());
    }
    let is_inserted = |slot| {
        let text = url.slot(slot).unwrap_or_default();
        slot == Slot::HOST
            || *escape::decode(text) == *bytes.bytes() && !bytes.bytes().iter().copied().any(acts_as_protocol)
    };
    let mut components = url.registration().components.iter().filter(|component| !component.lenient);
    match components.find(|one| url.span(one.slot) == Some(bytes.span()) && is_inserted(one.slot)) {
        Some(component) => {
            to.extend(["{", &component.name, "}"]);
            Ok(())
        }
        None => push_bytes(bytes.bytes(), to),
    }
}

/// Adds bytes as they are. A brace would begin a component.
fn push_bytes(bytes: &[u8], to: &mut String) -> Result<(), String> {
    match str::from_utf8(bytes) {
        Ok(text) if !text.contains(['{', '}']) => {
            to.push_str(text);
            Ok(())
        }
        Ok(_) => Err("the ABI cannot send a brace".to_owned()),
        Err(_) => Err("the ABI cannot send bytes that are not UTF-8".to_owned()),
    }
}

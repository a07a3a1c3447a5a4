//! Runs a plan, step by step.

use locator::plan::{ConnectHost, Line, LinePart, Plan, Step, Transport, Until};

use super::address::resolve;
use super::connection::{Connection, Deadline};
use super::receive::Receiver;
use super::{AccessError, Done, Limits, Transcript};

/// The text in place of a secret.
const MASK: &[u8] = b"***";

/// Runs the steps of a plan up to the first that fails.
pub(crate) fn run(plan: &Plan, limits: &Limits, show_password: bool) -> Transcript {
    let mut run = Run {
        limits,
        deadline: Deadline::new(limits.timeout),
        connection: None,
        receiver: Receiver::new(limits.max_bytes),
        secrets: if show_password { Vec::new() } else { secrets(plan) },
        show_password,
        code: None,
    };
    let mut transcript = Transcript::default();
    // Nothing is opened for a plan that cannot be run to its end.
    if let Some(error) = plan.steps().iter().find_map(unsupported) {
        transcript.failure = Some(error.to_string());
        return transcript;
    }
    for step in plan.steps() {
        if let Err(error) = run.step(step, &mut transcript.steps) {
            transcript.failure = Some(error.to_string());
            break;
        }
    }
    transcript
}

/// Why a step is not run.
fn unsupported(step: &Step) -> Option<AccessError> {
    match step {
        Step::Connect { transport: Transport::Tcp | Transport::Tls, .. } | Step::Send(_) | Step::Receive(_) => None,
        Step::Connect { transport, .. } => Some(AccessError::Transport(transport.as_str())),
        other => Some(AccessError::Step(other.summary().op.into_owned())),
    }
}

/// The bytes that output masks, longest first.
fn secrets(plan: &Plan) -> Vec<Vec<u8>> {
    let lines = plan.steps().iter().filter_map(|step| if let Step::Send(line) = step { Some(line) } else { None });
    let parts = lines.flat_map(Line::parts).filter(|part| part.bytes() != part.shown());
    let mut secrets: Vec<_> = parts.map(|part: &LinePart| part.bytes().into_owned()).collect();
    secrets.retain(|secret| !secret.is_empty());
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    secrets.dedup();
    secrets
}

struct Run<'l> {
    limits: &'l Limits,
    deadline: Deadline,
    connection: Option<Connection>,
    receiver: Receiver,
    secrets: Vec<Vec<u8>>,
    show_password: bool,
    /// The code of the last reply.
    code: Option<u16>,
}

impl Run<'_> {
    fn step(&mut self, step: &Step, to: &mut Vec<Done>) -> Result<(), AccessError> {
        match step {
            Step::Connect { transport, host, port } => self.connect(*transport, host, *port, to),
            Step::Send(line) => self.send(line, to),
            Step::Receive(until) => self.receive(*until, to),
            other => Err(AccessError::Step(other.summary().op.into_owned())),
        }
    }

    fn connect(
        &mut self,
        transport: Transport,
        host: &ConnectHost,
        port: u16,
        to: &mut Vec<Done>,
    ) -> Result<(), AccessError> {
        let own = match host {
            ConnectHost::Url(host) => String::from_utf8_lossy(host.bytes()).into_owned(),
            other => other.to_string(),
        };
        let (host, port) = self.limits.against.clone().unwrap_or((own, port));
        let address = resolve(&host, port, self.limits.allow_private, self.deadline.rest()?)?;
        let name = (transport == Transport::Tls).then_some(host.as_str());
        let connection = Connection::open(address, name, &self.limits.tls, self.deadline)?;
        self.connection = Some(connection);
        self.receiver.rest();
        to.push(Done::Connected { transport: transport.as_str(), host, port, address });
        Ok(())
    }

    fn send(&mut self, line: &Line, to: &mut Vec<Done>) -> Result<(), AccessError> {
        let shown = if self.show_password { line.template() } else { line.shown() };
        if line.after_reply().is_some_and(|code| self.code != Some(code)) {
            to.push(Done::NotSent(shown));
            return Ok(());
        }
        let connection = self.connection.as_mut().ok_or(AccessError::Unconnected)?;
        let bytes = line.bytes().map_err(|error| AccessError::Send(error.to_string()))?;
        connection.send(&bytes)?;
        to.push(Done::Sent(shown));
        Ok(())
    }

    fn receive(&mut self, until: Until, to: &mut Vec<Done>) -> Result<(), AccessError> {
        let connection = self.connection.as_mut().ok_or(AccessError::Unconnected)?;
        let reply = self.receiver.reply(connection, until);
        let (bytes, result) = match reply {
            Ok(bytes) => (bytes, Ok(())),
            Err(error) => (self.receiver.rest(), Err(error)),
        };
        let code = bytes.get(..3).and_then(|code| std::str::from_utf8(code).ok()?.parse().ok());
        self.code = code;
        let len = bytes.len();
        to.push(Done::Received { until: until.as_str(), bytes: self.masked(bytes), len });
        result
    }

    /// What a server repeats of the secrets is masked.
    fn masked(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        for secret in &self.secrets {
            let mut masked = Vec::with_capacity(bytes.len());
            let mut rest = bytes.as_slice();
            while let Some(at) = rest.windows(secret.len()).position(|window| window == secret.as_slice()) {
                masked.extend(&rest[..at]);
                masked.extend(MASK);
                rest = &rest[at + secret.len()..];
            }
            masked.extend(rest);
            bytes = masked;
        }
        bytes
    }
}

//! Runs the steps of a plan: connects, sends and receives, within hard limits.
//!
//! Only the steps `connect`, `send` and `receive` are run, over TCP or TLS. A host is looked up once, and the connection
//! goes to the address that was checked, so that a second answer of the DNS cannot lead elsewhere.

mod address;
mod connection;
mod receive;
mod run;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rustls::ClientConfig;

pub(crate) use connection::tls_config;
pub(crate) use run::run;

/// How plans are run.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// The most bytes that are received for one URL.
    pub(crate) max_bytes: usize,
    /// The longest time for one URL.
    pub(crate) timeout: Duration,
    /// Whether addresses that are not public are allowed.
    pub(crate) allow_private: bool,
    /// The server to connect to instead of that of the URL.
    pub(crate) against: Option<(String, u16)>,
    pub(crate) tls: Arc<ClientConfig>,
}

/// A step that was run.
pub(crate) enum Done {
    Connected {
        transport: &'static str,
        host: String,
        port: u16,
        address: SocketAddr,
    },
    /// What was sent, with secrets masked.
    Sent(Vec<u8>),
    /// A line for a reply code that was not received.
    NotSent(Vec<u8>),
    /// What was received, with secrets masked, and the number of bytes.
    Received {
        until: &'static str,
        bytes: Vec<u8>,
        len: usize,
    },
}

/// The steps that were run, and why the run ended early.
#[derive(Default)]
pub(crate) struct Transcript {
    pub(crate) steps: Vec<Done>,
    pub(crate) failure: Option<String>,
}

/// Why a step failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AccessError {
    #[error("`{0}` is not a step that this command runs: only connect, send and receive")]
    Step(String),
    #[error("{0} is not run: only tcp and tls")]
    Transport(&'static str),
    #[error("`{0}` cannot be looked up: {1}")]
    Lookup(String, String),
    #[error("{0} is not a public address: `--allow-private` allows it")]
    Private(String),
    #[error("cannot connect to {0}: {1}")]
    Connect(SocketAddr, String),
    #[error("TLS with {0}: {1}")]
    Tls(String, String),
    #[error("no connection was opened")]
    Unconnected,
    #[error("cannot send: {0}")]
    Send(String),
    #[error("cannot receive: {0}")]
    Receive(String),
    #[error("the connection was closed before the end of the {0}")]
    Closed(&'static str),
    #[error("no number of bytes at the end of the line `{0}`")]
    NoLength(String),
    #[error("more than {0} bytes were received: `--max-bytes` allows more")]
    TooLong(usize),
    #[error("the time is over after {0} seconds: `--timeout` allows more")]
    Timeout(f64),
    #[error("{path}: {why}", path = .0.display(), why = .1)]
    Certificates(PathBuf, String),
}

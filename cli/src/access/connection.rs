//! A connection over TCP or TLS with a deadline.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use super::AccessError;

/// The configuration of TLS: the certificate authorities of Mozilla, or those in a file, in PEM.
pub(crate) fn tls_config(ca: Option<&Path>) -> Result<Arc<ClientConfig>, AccessError> {
    let mut roots = RootCertStore::empty();
    match ca {
        None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
        Some(path) => {
            let failed = |why: String| AccessError::Certificates(path.to_owned(), why);
            let text = fs::read(path).map_err(|error| failed(error.to_string()))?;
            for certificate in CertificateDer::pem_slice_iter(&text) {
                let certificate = certificate.map_err(|error| failed(error.to_string()))?;
                roots.add(certificate).map_err(|error| failed(error.to_string()))?;
            }
            if roots.is_empty() {
                return Err(failed("no certificate in PEM".to_owned()));
            }
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.unwrap_or_else(|error| unreachable!("the provider has the default versions: {error}"));
    Ok(Arc::new(config.with_root_certificates(roots).with_no_client_auth()))
}

/// The time that is left.
#[derive(Clone, Copy)]
pub(super) struct Deadline {
    end: Option<Instant>,
    timeout: Duration,
}

impl Deadline {
    pub(super) fn new(timeout: Duration) -> Self {
        Self { end: Instant::now().checked_add(timeout), timeout }
    }

    /// The rest of the time, which is never zero.
    pub(super) fn rest(self) -> Result<Duration, AccessError> {
        let rest = self.end.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()));
        if rest.is_zero() { Err(self.over()) } else { Ok(rest) }
    }

    pub(super) fn over(self) -> AccessError {
        AccessError::Timeout(self.timeout.as_secs_f64())
    }
}

/// An open connection.
pub(super) struct Connection {
    stream: Stream,
    deadline: Deadline,
}

enum Stream {
    Tcp(TcpStream),
    Tls(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Connection {
    /// Connects to an address; with a `name`, by TLS with the certificate of that host.
    pub(super) fn open(
        address: SocketAddr,
        name: Option<&str>,
        config: &Arc<ClientConfig>,
        deadline: Deadline,
    ) -> Result<Self, AccessError> {
        let tcp = TcpStream::connect_timeout(&address, deadline.rest()?);
        let tcp = tcp.map_err(|error| match error.kind() {
            io::ErrorKind::TimedOut => deadline.over(),
            _ => AccessError::Connect(address, error.to_string()),
        })?;
        let Some(host) = name else {
            return Ok(Self { stream: Stream::Tcp(tcp), deadline });
        };
        let failed = |why: String| AccessError::Tls(host.to_owned(), why);
        let name = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let name = ServerName::try_from(name.to_owned()).map_err(|error| failed(error.to_string()))?;
        let client = ClientConnection::new(Arc::clone(config), name).map_err(|error| failed(error.to_string()))?;
        let mut tls = StreamOwned::new(client, tcp);
        while tls.conn.is_handshaking() {
            set_timeouts(&tls.sock, deadline)?;
            let done = tls.conn.complete_io(&mut tls.sock);
            done.map_err(|error| if is_timeout(&error) { deadline.over() } else { failed(error.to_string()) })?;
        }
        Ok(Self { stream: Stream::Tls(Box::new(tls)), deadline })
    }

    fn socket(&self) -> &TcpStream {
        match &self.stream {
            Stream::Tcp(tcp) => tcp,
            Stream::Tls(tls) => &tls.sock,
        }
    }

    pub(super) fn send(&mut self, mut bytes: &[u8]) -> Result<(), AccessError> {
        let deadline = self.deadline;
        let failed = |error: io::Error| {
            if is_timeout(&error) { deadline.over() } else { AccessError::Send(error.to_string()) }
        };
        // Piece by piece, each within the rest of the time.
        while !bytes.is_empty() {
            set_timeouts(self.socket(), deadline)?;
            let sent = match &mut self.stream {
                Stream::Tcp(tcp) => tcp.write(bytes),
                Stream::Tls(tls) => tls.write(bytes),
            };
            match sent {
                Ok(0) => return Err(failed(io::ErrorKind::WriteZero.into())),
                Ok(sent) => bytes = &bytes[sent..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(failed(error)),
            }
        }
        if let Stream::Tls(tls) = &mut self.stream {
            tls.flush().map_err(failed)?;
        }
        Ok(())
    }

    /// Receives up to as many bytes as the buffer has; none at the end of the connection.
    pub(super) fn receive(&mut self, buffer: &mut [u8]) -> Result<usize, AccessError> {
        loop {
            set_timeouts(self.socket(), self.deadline)?;
            let received = match &mut self.stream {
                Stream::Tcp(tcp) => tcp.read(buffer),
                Stream::Tls(tls) => tls.read(buffer),
            };
            return match received {
                Ok(len) => Ok(len),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) if is_timeout(&error) => Err(self.deadline.over()),
                Err(error) => Err(AccessError::Receive(error.to_string())),
            };
        }
    }
}

fn set_timeouts(socket: &TcpStream, deadline: Deadline) -> Result<(), AccessError> {
    let rest = Some(deadline.rest()?);
    let set = socket.set_read_timeout(rest).and_then(|()| socket.set_write_timeout(rest));
    set.map_err(|error| AccessError::Receive(error.to_string()))
}

/// Systems differ in the error of a timeout.
fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock)
}

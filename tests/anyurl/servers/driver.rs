//! A minimal client: sends the steps of a plan over a connection and reads the replies.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use super::plan::Act;

/// The timeout of each operation, so that no test hangs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// The answer of a server to one line of the plan.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The line as sent.
    pub(crate) sent: String,
    /// The last reply code, after the transfer if there was one.
    pub(crate) code: u16,
    /// The reply, with all its lines.
    pub(crate) text: String,
    /// The transferred article, list or file.
    pub(crate) data: Vec<u8>,
}

/// Speaks Gopher: sends, and reads until the server closes.
pub(crate) fn gopher(acts: &[Act]) -> io::Result<Vec<u8>> {
    let (mut stream, lines) = connect(acts)?;
    for (bytes, _) in lines {
        stream.write_all(bytes)?;
    }
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(answer)
}

/// Speaks NNTP: a greeting, then a status line for each command, with a body after some.
pub(crate) fn nntp(acts: &[Act]) -> io::Result<Vec<Answer>> {
    let (stream, lines) = connect(acts)?;
    let mut session = Session::new(stream)?;
    expect(&session.line()?, b'2')?;
    let mut answers = Vec::new();
    for (bytes, _) in lines {
        session.send(bytes)?;
        let text = session.line()?;
        let code = code(&text)?;
        let data = match code {
            // RFC 977: an article or list ends with a line that contains only a full stop.
            215 | 220 => session.body()?,
            _ => Vec::new(),
        };
        answers.push(answer(bytes, code, text, data));
    }
    Ok(answers)
}

/// Speaks FTP: a greeting, then a reply for each command, with a transfer for some.
pub(crate) fn ftp(acts: &[Act]) -> io::Result<Vec<Answer>> {
    let (stream, lines) = connect(acts)?;
    let mut session = Session::new(stream)?;
    expect(&session.reply()?, b'2')?;
    let mut answers: Vec<Answer> = Vec::new();
    for (bytes, when) in lines {
        let last = answers.last().map(|answer| answer.code);
        if when.is_some() && when != last {
            continue;
        }
        answers.push(session.command(bytes)?);
    }
    Ok(answers)
}

/// The bytes of a line, and the reply code on which it depends.
type Line<'a> = (&'a [u8], Option<u16>);

/// The connection of a plan, and its lines.
fn connect(acts: &[Act]) -> io::Result<(TcpStream, Vec<Line<'_>>)> {
    let Some((Act::Connect { host, port }, rest)) = acts.split_first() else {
        return Err(io::Error::other("the plan does not begin with connect"));
    };
    let lines = rest.iter().map(|act| match act {
        Act::Send { bytes, when } => Ok((bytes.as_slice(), *when)),
        Act::Connect { .. } => Err(io::Error::other("the plan connects twice")),
    });
    Ok((open(host, *port)?, lines.collect::<io::Result<_>>()?))
}

/// A connection with a timeout.
fn open(host: &str, port: u16) -> io::Result<TcpStream> {
    let stream = TcpStream::connect((host, port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// A conversation of lines.
struct Session {
    reader: BufReader<TcpStream>,
    writer: TcpStream,
}

impl Session {
    fn new(stream: TcpStream) -> io::Result<Self> {
        let writer = stream.try_clone()?;
        let reader = BufReader::new(stream);
        Ok(Self { reader, writer })
    }

    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = Vec::new();
        self.reader.read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(String::from_utf8_lossy(&line).into_owned())
    }

    /// The lines up to the full stop, with doubled full stops undone.
    fn body(&mut self) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let line = self.line()?;
            if line == ".\r\n" {
                return Ok(body);
            }
            body.extend(line.strip_prefix('.').unwrap_or(&line).bytes());
        }
    }

    /// A reply of FTP: `220-` begins one of several lines, which `220 ` ends (RFC 959 §4.2).
    fn reply(&mut self) -> io::Result<String> {
        let mut text = self.line()?;
        if text.as_bytes().get(3) == Some(&b'-') {
            let end = format!("{} ", &text[..3]);
            loop {
                let line = self.line()?;
                text.push_str(&line);
                if line.starts_with(&end) {
                    break;
                }
            }
        }
        Ok(text)
    }

    /// Sends a command of FTP.
    ///
    /// A transfer has a separate connection. The plan, as RFC 1738 §3.2.2 describes it, does not include its opening,
    /// which is part of RETR and NLST in FTP.
    fn command(&mut self, bytes: &[u8]) -> io::Result<Answer> {
        let transfers = bytes.starts_with(b"RETR") || bytes.starts_with(b"NLST");
        let transfer = if transfers { self.passive()? } else { None };
        self.send(bytes)?;
        let mut text = self.reply()?;
        let mut data = Vec::new();
        if let (b'1', Some(mut transfer)) = (text.as_bytes()[0], transfer) {
            transfer.read_to_end(&mut data)?;
            // Some servers send the final reply only after the client has closed the connection.
            drop(transfer);
            text = self.reply()?;
        }
        Ok(answer(bytes, code(&text)?, text, data))
    }

    /// Opens the connection for a transfer, on the port that the server names: `229 … (|||PORT|)` (RFC 2428).
    /// If the server refuses, it refuses the transfer too.
    fn passive(&mut self) -> io::Result<Option<TcpStream>> {
        self.send(b"EPSV\r\n")?;
        let reply = self.reply()?;
        let Some(port) = reply.split('|').nth(3) else {
            return Ok(None);
        };
        let port = port.parse().map_err(io::Error::other)?;
        open(&self.writer.peer_addr()?.ip().to_string(), port).map(Some)
    }
}

fn answer(sent: &[u8], code: u16, text: String, data: Vec<u8>) -> Answer {
    let sent = String::from_utf8_lossy(sent).into_owned();
    Answer { sent, code, text, data }
}

fn code(line: &str) -> io::Result<u16> {
    let code = line.get(..3).and_then(|code| code.parse().ok());
    code.ok_or_else(|| io::Error::other(line.to_owned()))
}

/// An answer whose code begins with this digit.
fn expect(line: &str, digit: u8) -> io::Result<()> {
    if line.as_bytes().first() == Some(&digit) {
        return Ok(());
    }
    Err(io::Error::other(line.to_owned()))
}

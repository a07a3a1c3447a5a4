//! Logs without passwords: a writer for `tracing` that masks every URL that passes, and a field that masks itself.
//!
//! ```sh
//! cargo run --example logging
//! ```

use std::io;
use std::sync::{Arc, Mutex};

use anyurl::scrub::ScrubWriter;
use anyurl::{MaskedUrl, OwnedUrl, Secrets};
use tracing_subscriber::fmt::MakeWriter;

/// A destination whose URLs are masked. Each event is one call, which ends with a line break.
#[derive(Clone)]
struct Masking<W>(Arc<Mutex<ScrubWriter<W>>>);

impl<W: io::Write> io::Write for Masking<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().map_err(|_| io::ErrorKind::Other)?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.lock().map_err(|_| io::ErrorKind::Other)?.flush()
    }
}

impl<W: io::Write> MakeWriter<'_> for Masking<W> {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

struct Config {
    database: MaskedUrl,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log = Masking(Arc::new(Mutex::new(ScrubWriter::new(Vec::new(), Secrets::new()))));
    let subscriber = tracing_subscriber::fmt().without_time().with_ansi(false).with_writer(log.clone()).finish();

    let config = Config { database: OwnedUrl::parse("postgres://joe:S3CRET@h/shop")?.into() };
    tracing::subscriber::with_default(subscriber, || {
        // The field hides its password by itself; the writer also finds URLs in messages of other crates.
        tracing::info!(database = %config.database, "connecting");
        tracing::warn!("retrying redis://:hunter2@cache/0?token=s3cret");
    });

    let Some(log) = Arc::into_inner(log.0) else { return Err("the log is in use".into()) };
    let text = String::from_utf8(log.into_inner()?.finish()?)?;
    print!("{text}");
    assert!(text.contains("database=postgres://joe:***@h/shop") && text.contains("redis://:***@cache/0?token=***"));
    Ok(())
}

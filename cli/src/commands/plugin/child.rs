//! A child process with a time limit.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How many bytes of each stream are kept; the rest is discarded.
const MAX_OUTPUT: usize = 16 << 20;

/// How long to read the streams after the process has ended: a child of it may keep them open.
const GRACE: Duration = Duration::from_millis(500);

/// The output and status of a process.
#[derive(Debug)]
pub(super) struct Output {
    pub(super) out: Vec<u8>,
    pub(super) err: Vec<u8>,
    /// `None` if the process exceeded the time limit and was killed.
    pub(super) status: Option<ExitStatus>,
}

/// Runs a process until it ends, or kills it at the limit.
pub(super) fn run(command: &mut Command, limit: Duration) -> io::Result<Output> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (out, err) = (child.stdout.take().map(Capture::new), child.stderr.take().map(Capture::new));
    let status = wait(&mut child, Instant::now() + limit)?;
    let kept = |capture: Option<Capture>| capture.map(Capture::finish).unwrap_or_default();
    Ok(Output { out: kept(out), err: kept(err), status })
}

fn wait(child: &mut Child, end: Instant) -> io::Result<Option<ExitStatus>> {
    while Instant::now() < end {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// A stream that a thread reads, so that the process never blocks on a full pipe.
struct Capture {
    kept: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl Capture {
    fn new(mut stream: impl Read + Send + 'static) -> Self {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let to = Arc::clone(&kept);
        let reader = thread::spawn(move || {
            let mut block = [0; 8 * 1024];
            while let Ok(read @ 1..) = stream.read(&mut block) {
                let mut kept = lock(&to);
                let free = MAX_OUTPUT - kept.len();
                kept.extend(&block[..read.min(free)]);
            }
        });
        Self { kept, reader }
    }

    fn finish(self) -> Vec<u8> {
        let end = Instant::now() + GRACE;
        while !self.reader.is_finished() && Instant::now() < end {
            thread::sleep(Duration::from_millis(1));
        }
        std::mem::take(&mut *lock(&self.kept))
    }
}

fn lock(kept: &Mutex<Vec<u8>>) -> MutexGuard<'_, Vec<u8>> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

//! A process with a limit of time: what it wrote, and how it ended.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How much of each stream is kept; the rest is read, and forgotten.
const KEPT: usize = 16 << 20;

/// How long streams are listened to behind the end of the process, for a child of it may hold them open.
const GRACE: Duration = Duration::from_millis(500);

/// What a process has done.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) out: Vec<u8>,
    pub(super) err: Vec<u8>,
    /// `None` where it took too long, and was ended.
    pub(super) status: Option<ExitStatus>,
}

/// Runs a process to its end, or for so long.
pub(super) fn run(command: &mut Command, limit: Duration) -> io::Result<Told> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (out, err) = (child.stdout.take().map(Tap::on), child.stderr.take().map(Tap::on));
    let status = wait(&mut child, Instant::now() + limit)?;
    let kept = |tap: Option<Tap>| tap.map(Tap::kept).unwrap_or_default();
    Ok(Told { out: kept(out), err: kept(err), status })
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

/// A stream that is read by a thread, so that nobody waits for it.
struct Tap {
    kept: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl Tap {
    fn on(mut stream: impl Read + Send + 'static) -> Self {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let to = Arc::clone(&kept);
        let reader = thread::spawn(move || {
            let mut block = [0; 8 * 1024];
            while let Ok(read @ 1..) = stream.read(&mut block) {
                let mut kept = lock(&to);
                let room = KEPT - kept.len();
                kept.extend(&block[..read.min(room)]);
            }
        });
        Self { kept, reader }
    }

    fn kept(self) -> Vec<u8> {
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

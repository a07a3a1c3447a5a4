//! Finds servers, starts them in folders of their own, and ends them, also when a test panics.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File, Permissions};
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::driver::PATIENCE;

/// Where Debian's packages put programs.
const FOLDERS: [&str; 3] = ["usr/sbin", "usr/bin", "usr/lib/news/bin"];

/// Where the packages are: the folder they were unpacked into.
fn unpacked() -> Option<PathBuf> {
    let root = env::var_os("LOCATOR_SERVERS")?;
    Path::new(&root).canonicalize().ok()
}

/// A program by its name.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let roots = unpacked().into_iter().chain([PathBuf::from("/")]);
    let debian = roots.flat_map(|root| FOLDERS.map(|folder| root.join(folder)));
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = debian.chain(env::split_paths(&path));
    folders.map(|folder| folder.join(name)).find(|p| p.is_file())
}

/// Says once why a server cannot be asked. Where all must be there, that is a failure.
pub(crate) fn skip(protocol: &str, why: &str) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let line = format!("skipped: {protocol}: {why}");
    assert!(env::var_os("LOCATOR_REQUIRE_SERVERS").is_none(), "{line}");
    if SAID.lock().expect("a lock").insert(line.clone()) {
        // Not `eprintln!`, which is captured when the test passes. The test's own line may have begun.
        writeln!(io::stderr(), "\n{line}").expect("a standard error");
    }
}

/// The folder of a server: its configuration and what it serves. Gone with the test.
pub(crate) struct Home(TempDir);

impl Home {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// The path as servers want it in their configuration.
    pub(crate) fn text(&self) -> &str {
        self.path().to_str().expect("a path in UTF-8")
    }

    /// Writes a file that all may read, and the folders above it.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) {
        self.write(name, content.as_ref(), 0o644);
    }

    /// Writes a file that all may run.
    pub(crate) fn script(&self, name: &str, content: &str) {
        self.write(name, content.as_bytes(), 0o755);
    }

    /// Writes a file that is nobody else's business.
    pub(crate) fn secret(&self, name: &str, content: &str) {
        self.write(name, content.as_bytes(), 0o600);
    }

    fn write(&self, name: &str, content: &[u8], mode: u32) {
        let path = self.path().join(name);
        let folder = path.parent().expect("a folder");
        self.folder(folder.strip_prefix(self.path()).expect("below"));
        fs::write(&path, content).expect("a file");
        fs::set_permissions(&path, Permissions::from_mode(mode)).expect("a mode");
    }

    /// Makes folders that all may enter, whatever the umask is.
    pub(crate) fn folder(&self, name: impl AsRef<Path>) {
        let mut path = self.path().to_owned();
        for part in name.as_ref() {
            path.push(part);
            fs::create_dir_all(&path).expect("a folder");
            fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("a mode");
        }
    }

    /// The user and the group of whoever runs the test, by number.
    pub(crate) fn owner(&self) -> (u32, u32) {
        let metadata = self.path().metadata().expect("a folder");
        (metadata.uid(), metadata.gid())
    }

    /// A command that runs in this folder, with its complaints in `log`.
    pub(crate) fn command(&self, program: &Path) -> Command {
        let log = self.path().join("log");
        let log = File::options().append(true).create(true).open(log);
        let mut command = Command::new(program);
        command.current_dir(self.path()).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(log.expect("a log"));
        command.env("LC_ALL", "C").env("PYTHONDONTWRITEBYTECODE", "1");
        if let Some(root) = unpacked() {
            command.env("LD_LIBRARY_PATH", root.join("usr/lib/news"));
            command.env("PYTHONPATH", root.join("usr/lib/python3/dist-packages"));
        }
        command
    }

    /// What the server complained about.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.path().join("log")).unwrap_or_default()
    }
}

/// A server that must be told as whom it runs: its program, and the names of user and group of whoever runs the test.
pub(crate) fn named(protocol: &str, name: &str, package: &str) -> Option<(PathBuf, [String; 2])> {
    let Some(program) = program(name) else {
        skip(protocol, &absent(name, package));
        return None;
    };
    let (Some(user), Some(group)) = (id("-un"), id("-gn")) else {
        skip(protocol, &format!("{name} runs as no user without a name"));
        return None;
    };
    Some((program, [user, group]))
}

/// That a server is not there, and how to get it.
pub(crate) fn absent(name: &str, package: &str) -> String {
    format!("{name} is not installed (apt-get install {package})")
}

/// A name of whoever runs the test: `-un` the user's, `-gn` the group's.
fn id(option: &str) -> Option<String> {
    let output = Command::new("id").arg(option).output().ok()?;
    let name = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| name.trim().to_owned())
}

/// A loopback address that nobody listens at.
pub(crate) fn listener() -> TcpListener {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port")
}

/// A server that listens by itself.
pub(crate) struct Daemon {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Daemon {
    /// Starts a server and waits until it accepts; none if it gave up.
    pub(crate) fn start(command: &mut Command, address: SocketAddr) -> Option<Self> {
        let child = command.spawn().expect("a server");
        let mut daemon = Self { child, address };
        let end = Instant::now() + PATIENCE;
        while TcpStream::connect(address).is_err() {
            let gone = daemon.child.try_wait().expect("a status").is_some();
            if gone || Instant::now() > end {
                return None;
            }
            thread::sleep(Duration::from_millis(20));
        }
        Some(daemon)
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

/// A server that speaks on its standard streams: one process for each connection, as inetd did it.
pub(crate) struct Inetd {
    pub(crate) address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Inetd {
    /// Listens, and starts what `command` makes for whoever calls.
    pub(crate) fn start(command: impl Fn() -> Command + Send + 'static) -> Self {
        let listener = listener();
        let address = listener.local_addr().expect("an address");
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || serve(&listener, &command, &stopped));
        Self { address, stop, thread: Some(thread) }
    }
}

impl Drop for Inetd {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        // Wakes the listener, which then sees that it is to stop.
        drop(TcpStream::connect(self.address));
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

fn serve(listener: &TcpListener, command: &impl Fn() -> Command, stop: &AtomicBool) {
    let mut children = Vec::new();
    for stream in listener.incoming() {
        if stop.load(Ordering::SeqCst) {
            break;
        }
        children.extend(stream.and_then(|stream| speak(command(), stream)));
    }
    children.iter_mut().for_each(end);
}

/// Gives a connection to a process of its own, as its standard input and output.
fn speak(mut command: Command, stream: TcpStream) -> io::Result<Child> {
    let input = OwnedFd::from(stream.try_clone()?);
    command.stdin(input).stdout(OwnedFd::from(stream)).spawn()
}

/// Ends a process, and waits for it.
fn end(child: &mut Child) {
    // Either fails only if the process is gone, and that is what is wanted.
    drop(child.kill());
    drop(child.wait());
}

//! Finds servers, starts each in a separate folder, and stops them even if a test panics.

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

/// The program folders of Debian's packages.
const FOLDERS: [&str; 3] = ["usr/sbin", "usr/bin", "usr/lib/news/bin"];

/// The folder with the unpacked packages.
fn unpacked() -> Option<PathBuf> {
    let root = env::var_os("ANYURL_SERVERS")?;
    Path::new(&root).canonicalize().ok()
}

/// Finds a program by name.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let roots = unpacked().into_iter().chain([PathBuf::from("/")]);
    let debian = roots.flat_map(|root| FOLDERS.map(|folder| root.join(folder)));
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = debian.chain(env::split_paths(&path));
    folders.map(|folder| folder.join(name)).find(|p| p.is_file())
}

/// Prints once why a server is unavailable. If all servers are required, this is a failure.
pub(crate) fn skip(protocol: &str, why: &str) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let line = format!("skipped: {protocol}: {why}");
    assert!(env::var_os("ANYURL_REQUIRE_SERVERS").is_none(), "{line}");
    if SAID.lock().expect("a lock").insert(line.clone()) {
        // `eprintln!` would be captured if the test passes. The line of the test may have begun.
        writeln!(io::stderr(), "\n{line}").expect("a standard error");
    }
}

/// The folder of a server, with its configuration and files. Removed after the test.
pub(crate) struct Home(TempDir);

impl Home {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// The path in the format of configuration files.
    pub(crate) fn text(&self) -> &str {
        self.path().to_str().expect("a path in UTF-8")
    }

    /// Writes a file that everyone can read, and its parent folders.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) {
        self.write(name, content.as_ref(), 0o644);
    }

    /// Writes a file that everyone can execute.
    pub(crate) fn script(&self, name: &str, content: &str) {
        self.write(name, content.as_bytes(), 0o755);
    }

    /// Writes a private file.
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

    /// Creates folders that everyone can enter, for any umask.
    pub(crate) fn folder(&self, name: impl AsRef<Path>) {
        let mut path = self.path().to_owned();
        for part in name.as_ref() {
            path.push(part);
            fs::create_dir_all(&path).expect("a folder");
            fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("a mode");
        }
    }

    /// The numeric user and group that run the test.
    pub(crate) fn owner(&self) -> (u32, u32) {
        let metadata = self.path().metadata().expect("a folder");
        (metadata.uid(), metadata.gid())
    }

    /// A command in this folder, with its errors in `log`.
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

    /// The error output of the server.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.path().join("log")).unwrap_or_default()
    }
}

/// A server that needs a user name: its program, and the user and group that run the test.
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

/// Prints that a server is missing, and how to get it.
pub(crate) fn absent(name: &str, package: &str) -> String {
    format!("{name} is not installed (apt-get install {package})")
}

/// The name of the user (`-un`) or group (`-gn`) that runs the test.
fn id(option: &str) -> Option<String> {
    let output = Command::new("id").arg(option).output().ok()?;
    let name = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| name.trim().to_owned())
}

/// An unused loopback address.
pub(crate) fn listener() -> TcpListener {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port")
}

/// A server that listens itself.
pub(crate) struct Daemon {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Daemon {
    /// Starts a server and waits until it accepts connections; `None` if it exits.
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

/// A server on standard input and output: one process per connection, as with inetd.
pub(crate) struct Inetd {
    pub(crate) address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Inetd {
    /// Listens, and starts the process of `command` for each connection.
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
        // Wake the listener, which then stops.
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

/// Starts a process with the connection as standard input and output.
fn speak(mut command: Command, stream: TcpStream) -> io::Result<Child> {
    let input = OwnedFd::from(stream.try_clone()?);
    command.stdin(input).stdout(OwnedFd::from(stream)).spawn()
}

/// Kills a process and waits for it.
fn end(child: &mut Child) {
    // Either call fails only if the process has already exited.
    drop(child.kill());
    drop(child.wait());
}

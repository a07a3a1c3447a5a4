//! A cluster of processes on loopback.

use std::fs::File;
use std::net::TcpListener;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long a process may take for something; it only keeps a broken test from hanging.
const PATIENCE: Duration = Duration::from_mins(2);

/// The processes of a cluster; they end with it.
pub struct Cluster {
    pub folder: TempDir,
    scheduler: String,
    processes: Vec<(String, Child)>,
}

impl Cluster {
    /// A scheduler, which takes an executor for lost after five seconds.
    pub fn new() -> Self {
        let scheduler = format!("127.0.0.1:{}", free_ports::<1>()[0]);
        let mut cluster = Self { folder: TempDir::new().unwrap(), scheduler, processes: Vec::new() };
        let bind = cluster.scheduler.clone();
        cluster.start("scheduler", &["scheduler", "--bind", &bind, "--executor-timeout", "5"]);
        cluster
    }

    /// Starts an executor with one task at a time, and waits until the scheduler knows it.
    pub fn executor(&mut self, name: &str, options: &[&str]) {
        let [port, grpc_port] = free_ports();
        let (scheduler, bind, grpc_port) = (self.scheduler.clone(), format!("127.0.0.1:{port}"), grpc_port.to_string());
        let words = ["executor", "--scheduler", &scheduler, "--bind", &bind, "--grpc-port", &grpc_port, "--name", name];
        self.start(name, &[&words, ["--vcores", "1"].as_slice(), options].concat());
        self.wait("scheduler", &format!("register executor request for ExecutorRegistration {{ id: \"{name}\""), 1);
    }

    fn start(&mut self, name: &str, words: &[&str]) {
        let log = File::create(self.folder.path().join(name)).unwrap();
        let child = command(words).stderr(log).stdout(Stdio::null()).spawn().unwrap();
        self.processes.push((name.to_owned(), child));
    }

    /// The log of a process.
    pub fn log(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap()
    }

    /// How often something is in the log of a process.
    pub fn count(&self, name: &str, text: &str) -> usize {
        self.log(name).matches(text).count()
    }

    /// Waits until something is in the log of a process that many times.
    pub fn wait(&self, name: &str, text: &str, count: usize) {
        let start = Instant::now();
        while self.count(name, text) < count {
            let log = self.log(name);
            let end: Vec<_> = log.lines().rev().take(20).collect();
            assert!(start.elapsed() < PATIENCE, "no `{text}` at the end of the log of {name}: {end:#?}");
            sleep(Duration::from_millis(10));
        }
    }

    /// Ends a process at once.
    pub fn kill(&mut self, name: &str) {
        let (_, child) = self.processes.iter_mut().find(|(other, _)| other == name).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Starts a client; its words after the address of the scheduler.
    pub fn client(&self, words: &[&str]) -> Child {
        let words = [&["client", "--scheduler", &self.scheduler], words].concat();
        command(&words).env("RUST_LOG", "off").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// The table that a client prints, or its error.
    pub fn query(&self, words: &[&str]) -> Result<String, String> {
        answer(self.client(words).wait_with_output().unwrap())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for (_, child) in &mut self.processes {
            // One that was killed before is no problem.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// What a client printed.
pub fn answer(Output { status, stdout, stderr }: Output) -> Result<String, String> {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if status.success() { Ok(text(stdout)) } else { Err(text(stderr)) }
}

fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cluster"));
    command.args(words);
    command
}

/// Ports that no other process uses.
fn free_ports<const N: usize>() -> [u16; N] {
    let listeners = [(); N].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    listeners.map(|listener| listener.local_addr().unwrap().port())
}

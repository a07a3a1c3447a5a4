//! FTP with `ProFTPD` and pyftpdlib, which differ where RFC 959 allows it.

use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use super::driver::{self, Answer};
use super::host::{self, Daemon, Home, Inetd};
use super::plan::{self, Supply};

const TEXT: &str = "one\ntwo\n";
const IMAGE: &[u8] = b"GIF89a\r\n\x00\x80\xff\n";

/// The `crypt` hashes of `p:q/r`, the empty password, and the address of an anonymous login.
const PASSWORDS: [(&str, &str); 3] = [
    ("a@b", "$1$anyurl$QuyuEbPtcoubboFXBe4HN/"),
    ("empty", "$1$anyurl$jgiQWPcXBgEJlNcvvQ5f8."),
    ("anonymous", "$1$anyurl$GNvZL5.14BE7tKCALgljN."),
];

/// The files of both servers, in `root`.
fn home() -> Home {
    let home = Home::new();
    home.file("root/top.txt", TEXT);
    home.file("root/pub/a.txt", TEXT);
    home.file("root/pub/deep/i.gif", IMAGE);
    home.file("root/a b/c;d?.txt", TEXT);
    home
}

/// A running server.
struct Server {
    port: u16,
    /// The initial folder of a login, as the server names it.
    login: String,
    _process: Process,
    home: Arc<Home>,
}

/// Keeps the server running.
enum Process {
    Inetd(#[expect(dead_code, reason = "ends the server when it is dropped")] Inetd),
    Daemon(#[expect(dead_code, reason = "ends the server when it is dropped")] Daemon),
}

/// The configuration of `ProFTPD`: its own users, no chroot, so that a login does not begin in `/`.
fn configuration(home: &Home, [user, group]: &[String; 2]) -> String {
    let home = home.text();
    format!(
        "ServerName test\nServerType inetd\nUser {user}\nGroup {group}\nRootLogin on\nRequireValidShell off\n\
         AuthOrder mod_auth_file.c\nAuthUserFile {home}/passwd\nDisplayConnect {home}/welcome\n\
         PidFile {home}/pid\nScoreboardFile {home}/scoreboard\nControlsEngine off\nDelayEngine off\n\
         SystemLog none\nTransferLog none\nWtmpLog off\nUseReverseDNS off\nUseIPv6 off\n"
    )
}

/// The `ProFTPD` of this machine, or a message that it is missing.
fn proftpd() -> Option<Server> {
    let (program, names) = host::named("ftp", "proftpd", "proftpd-core")?;
    let home = Arc::new(home());
    let login = format!("{}/root", home.text());
    let (uid, gid) = home.owner();
    let user = |(name, password)| format!("{name}:{password}:{uid}:{gid}::{login}:/bin/false\n");
    home.secret("passwd", &PASSWORDS.map(user).concat());
    home.file("welcome", "Welcome\nto this test.\n");
    home.file("conf", configuration(&home, &names));
    let own = Arc::clone(&home);
    let serve = move || {
        let mut command = own.command(&program);
        command.arg("-n").arg("-c").arg(own.path().join("conf"));
        command
    };
    let server = Inetd::start(serve);
    Some(Server { port: server.address.port(), login, _process: Process::Inetd(server), home })
}

/// A Python with pyftpdlib.
fn python(home: &Home) -> Option<Command> {
    let has = |python: &Path| {
        let mut command = home.command(python);
        let status = command.args(["-c", "import pyftpdlib.servers"]).status();
        status.is_ok_and(|status| status.success())
    };
    let candidates = [host::program("python3"), Some("python3".into())];
    let python = candidates.into_iter().flatten().find(|python| has(python));
    python.map(|python| home.command(&python))
}

/// The pyftpdlib of this machine, or a message that it is missing.
fn pyftpdlib() -> Option<Server> {
    let home = home();
    let Some(mut command) = python(&home) else {
        host::skip("ftp", &host::absent("pyftpdlib", "python3-pyftpdlib"));
        return None;
    };
    home.file("ftpd.py", include_str!("ftpd.py"));
    let listener = host::listener();
    let address = listener.local_addr().expect("an address");
    command.arg("ftpd.py").arg(home.path().join("root"));
    command.stdin(Stdio::from(OwnedFd::from(listener)));
    let server = Daemon::start(&mut command, address);
    let server = server.unwrap_or_else(|| panic!("pyftpdlib does not start: {}", home.log()));
    Some(Server {
        port: address.port(),
        // Its `/` is the served folder.
        login: String::new(),
        _process: Process::Daemon(server),
        home: Arc::new(home),
    })
}

/// The available servers.
fn servers() -> impl Iterator<Item = Server> {
    [proftpd, pyftpdlib].into_iter().filter_map(|start| start())
}

impl Server {
    /// The answers of the server to the plan of a URL; `HERE` is replaced by its address.
    fn ask(&self, url: &str) -> Vec<Answer> {
        let url = url.replace("HERE", &format!("127.0.0.1:{}", self.port));
        let answers = driver::ftp(&plan::acts(&url, &Supply::default()));
        answers.unwrap_or_else(|error| panic!("{url}: {error}\n{}", self.home.log()))
    }

    /// The content of a URL; every answer must be positive.
    fn get(&self, url: &str) -> Vec<u8> {
        let mut answers = self.ask(url);
        let good = |answer: &Answer| (200..400).contains(&answer.code);
        assert!(answers.iter().all(good), "{url}: {answers:?}");
        let last = answers.pop().expect("an answer");
        assert_eq!(last.code, 226, "{url}: {last:?}");
        last.data
    }

    /// The names in a listing, without the folder that some servers add.
    fn list(&self, url: &str) -> Vec<String> {
        let list = String::from_utf8(self.get(url)).expect("UTF-8");
        let name = |line: &str| line.rsplit('/').next().unwrap_or_default().to_owned();
        let mut names: Vec<String> = list.lines().map(name).collect();
        names.sort();
        names
    }

    /// An absolute path below the login's folder, as one segment.
    fn absolute(&self, path: &str) -> String {
        format!("{}/{path}", self.login).replace('/', "%2F")
    }
}

/// The text as transferred in `TYPE A`.
fn text() -> Vec<u8> {
    TEXT.replace('\n', "\r\n").into_bytes()
}

fn codes(answers: &[Answer]) -> Vec<u16> {
    answers.iter().map(|answer| answer.code).collect()
}

#[test]
fn files_are_retrieved() {
    for server in servers() {
        assert_eq!(server.get("ftp://HERE/top.txt"), text());
        assert_eq!(server.get("ftp://HERE/pub/a.txt"), text());
        assert_eq!(server.get("ftp://HERE/pub/a.txt;type=a"), text());
        assert_eq!(server.get("ftp://HERE/pub/a.txt;type=i"), TEXT.as_bytes());
        assert_eq!(server.get("ftp://HERE/pub/deep/i.gif;type=i"), IMAGE);
        assert_eq!(server.get("ftp://HERE/a%20b/c%3Bd%3F.txt"), text());
        let answers = server.ask("ftp://HERE/pub/nope.txt");
        assert_eq!(codes(&answers), [331, 230, 250, 200, 550], "{answers:?}");
    }
}

#[test]
fn folders_are_listed() {
    for server in servers() {
        for url in ["ftp://HERE", "ftp://HERE/", "ftp://HERE/;type=d"] {
            assert_eq!(server.list(url), ["a b", "pub", "top.txt"], "{url}");
        }
        for path in ["pub", "pub/"] {
            let url = format!("ftp://HERE/{path};type=d");
            assert_eq!(server.list(&url), ["a.txt", "deep"], "{url}");
        }
        assert_eq!(server.list("ftp://HERE/pub/deep/"), ["i.gif"]);
        assert_eq!(server.list("ftp://HERE/pub/deep;type=d"), ["i.gif"]);
    }
}

/// with a typecode an empty name is sent unchanged, and all servers reject it.
#[test]
fn an_empty_name_is_refused_by_the_server() {
    for server in servers() {
        let answers = server.ask("ftp://HERE/pub/;type=a");
        let last = answers.last().expect("an answer");
        assert_eq!(last.sent, "RETR \r\n");
        assert!((500..=501).contains(&last.code), "{last:?}");
    }
}

#[test]
fn users_log_in() {
    for server in servers() {
        let url = "ftp://a%40b:p%3Aq%2Fr@HERE/top.txt";
        assert_eq!(server.get(url), text());
        // An empty password is a password (R-3.2-5).
        assert_eq!(server.get("ftp://empty:@HERE/top.txt"), text());
        let answers = server.ask("ftp://a%40b:wrong@HERE/top.txt");
        assert_eq!(codes(&answers)[..2], [331, 530], "{answers:?}");
    }
}

/// R-3.2-10, R-3.2-11: an encoded `/` is part of the argument, which makes the path absolute.
#[test]
fn paths_are_absolute_by_an_encoded_slash() {
    for server in servers() {
        let folder = server.absolute("pub");
        let url = format!("ftp://HERE/{folder}/a.txt");
        assert_eq!(server.get(&url), text());
        let name = server.absolute("pub/a.txt");
        assert_eq!(server.get(&format!("ftp://HERE/{name}")), text());
        // Also from another folder.
        assert_eq!(server.get(&format!("ftp://HERE/a%20b/{name}")), text());
        // One command per segment, whatever the segment contains (R-3.2-7).
        assert_eq!(server.get("ftp://HERE/pub%2Fdeep/i.gif;type=i"), IMAGE);
    }
}

/// A-20, with the RFC's example `ftp://host//etc/motd`: the effect of a null argument of `CWD` depends on the server.
#[test]
fn proftpd_rejects_an_empty_cwd_and_keeps_the_directory() {
    let Some(server) = proftpd() else { return };
    for url in ["ftp://HERE//pub/a.txt", "ftp://HERE/pub//a.txt"] {
        let answers = server.ask(url);
        let empty = answers.iter().find(|answer| answer.sent == "CWD \r\n");
        assert_eq!(empty.expect("an empty CWD").code, 501, "{answers:?}");
        let last = answers.last().expect("an answer");
        assert_eq!((last.code, &last.data), (226, &text()), "{answers:?}");
    }
}

#[test]
fn pyftpdlib_treats_an_empty_cwd_as_the_root() {
    let Some(server) = pyftpdlib() else { return };
    assert_eq!(server.get("ftp://HERE//pub/a.txt"), text());
    let answers = server.ask("ftp://HERE/pub//a.txt");
    assert_eq!(codes(&answers), [331, 230, 250, 250, 200, 550], "{answers:?}");
    assert_eq!(server.get("ftp://HERE/pub//top.txt"), text());
}

/// A server that needs no password receives none.
#[test]
fn a_password_waits_for_331() {
    let Some(server) = pyftpdlib() else { return };
    let answers = server.ask("ftp://open:secret@HERE/top.txt");
    assert_eq!(codes(&answers), [230, 200, 226], "{answers:?}");
    assert!(answers.iter().all(|answer| !answer.sent.contains("PASS")));
}

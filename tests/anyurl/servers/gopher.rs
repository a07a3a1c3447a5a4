//! Gopher with gophernicus, Gopher+ with pygopherd.

use super::driver;
use super::host::{self, Daemon, Home, Inetd};
use super::plan::{self, Supply};

const HELLO: &str = "Hello from a file.\n";

/// A script that prints the search string.
const FIND: &str = "#!/bin/sh\nprintf 'sought: %s\\n' \"$SEARCHREQUEST\"\n";

/// The files of both servers.
fn home() -> Home {
    let home = Home::new();
    home.file("root/docs/hello.txt", HELLO);
    home.file("root/docs/hello.txt.abstract", "A short abstract.\n");
    home.file("root/docs/hello.txt.ask", "Ask: Your name?\n");
    home.file("root/docs/a b?c;d.txt", "A name with signs.\n");
    home.script("root/cgi-bin/find", FIND);
    home
}

/// The answer of the server to the plan of `gopher://host:port` with this path.
fn fetch(port: u16, path: &str, compact: bool) -> String {
    let url = format!("gopher://127.0.0.1:{port}{path}");
    let supply = Supply { compact, ..Supply::default() };
    let answer = driver::gopher(&plan::acts(&url, &supply));
    let answer = answer.unwrap_or_else(|error| panic!("{url}: {error}"));
    String::from_utf8(answer).expect("UTF-8")
}

/// The gophernicus of this machine with its folder, or a message that it is missing.
fn gophernicus() -> Option<(Inetd, u16)> {
    let Some(program) = host::program("gophernicus") else {
        host::skip("gopher", &host::absent("gophernicus", "gophernicus"));
        return None;
    };
    let home = home();
    let serve = move || {
        let mut command = home.command(&program);
        command.arg("-r").arg(home.path().join("root"));
        // The name in menus; no log, shared memory, dates or check for root. In RFC 1738 a `?` is an ordinary character
        // (R-3.4-4); by default this server would start a search at it.
        command.args(["-h", "127.0.0.1", "-ns", "-nm", "-nd", "-nr", "-nq"]);
        command
    };
    let server = Inetd::start(serve);
    let port = server.address.port();
    Some((server, port))
}

#[test]
fn gophernicus_answers_plans() {
    let Some((_server, port)) = gophernicus() else {
        return;
    };
    let get = |path| fetch(port, path, false);
    for root in ["", "/", "/1"] {
        let menu = get(root);
        assert!(menu.contains("\r\n1docs\t/docs/\t127.0.0.1\t"), "{menu}");
        assert!(menu.ends_with("\r\n.\r\n"), "{menu}");
    }
    let menu = get("/1/docs");
    assert!(menu.contains("\r\n0hello.txt\t/docs/hello.txt\t"), "{menu}");
    // This server ends lines with CR LF.
    assert_eq!(get("/0/docs/hello.txt"), HELLO.replace('\n', "\r\n"));
    assert_eq!(get("/0/docs/a%20b?c;d.txt"), "A name with signs.\r\n", "R-3.4-4");
    assert_eq!(get("/7/cgi-bin/find%09a%20word"), "sought: a word\n");
    assert_eq!(get("/7/cgi-bin/find%09"), "sought: \n");
    assert!(get("/0/nope").starts_with("Error: "));
    // The type is not part of the selector (R-3.4-5).
    assert!(get("/00/docs/hello.txt").starts_with("Error: "));
}

/// A server without Gopher+ treats the text after the first TAB as a search, which the second TAB ends.
#[test]
fn gophernicus_overlooks_gopher_plus() {
    let Some((_server, port)) = gophernicus() else {
        return;
    };
    for compact in [false, true] {
        let answer = fetch(port, "/0/docs/hello.txt%09%09+", compact);
        assert_eq!(answer, HELLO.replace('\n', "\r\n"), "compact: {compact}");
    }
}

/// The configuration of pygopherd: files, folders and scripts by Gopher and Gopher+ only.
fn configuration(home: &Home, port: u16) -> String {
    let home = home.text();
    format!(
        r"
[pygopherd]
detach = no
interface = 127.0.0.1
port = {port}
servertype = ThreadingTCPServer
timeout = 10
abstract_headers = off
abstract_entries = off
tracebacks = no
usechroot = no
root = {home}/root
mimetypes = {home}/mime.types
encoding = []
[logger]
logmethod = none
[GopherEntry]
defaultmimetype = text/plain
mapping = [['text/.+', '0'], ['application/gopher.*-menu', '1'], ['.*', '9']]
eaexts = {{'.abstract': 'ABSTRACT', '.ask': 'ASK'}}
[handlers.HandlerMultiplexer]
handlers = [scriptexec.ExecHandler, UMN.UMNDirHandler, file.FileHandler]
[handlers.dir.DirHandler]
ignorepatt = \.abstract$|\.ask$|\.cache
cachetime = 0
cachefile = .cache
[handlers.UMN.UMNDirHandler]
extstrip = none
[handlers.ZIP.ZIPHandler]
enabled = false
pattern = \.zip$
[protocols.ProtocolMultiplexer]
protocols = [gopherp.GopherPlusProtocol, rfc1436.GopherProtocol]
[protocols.gopherp.GopherPlusProtocol]
admin = Admin <admin@example.org>
"
    )
}

/// The pygopherd of this machine, or a message that it is missing.
fn pygopherd() -> Option<(Home, Daemon)> {
    let (Some(python), Some(program)) = (host::program("python3"), host::program("pygopherd")) else {
        host::skip("gopher+", &host::absent("pygopherd", "pygopherd"));
        return None;
    };
    let home = home();
    home.file("mime.types", "text/plain txt\n");
    // The server needs a port number. Another process may take the port first, so try several times.
    let start = |_| {
        let address = host::listener().local_addr().expect("an address");
        home.file("conf", configuration(&home, address.port()));
        let mut command = home.command(&python);
        Daemon::start(command.arg(&program).arg("conf"), address)
    };
    let server = (0..3).find_map(start);
    let server = server.unwrap_or_else(|| panic!("pygopherd does not start: {}", home.log()));
    Some((home, server))
}

#[test]
fn pygopherd_answers_plans() {
    let Some((_home, server)) = pygopherd() else {
        return;
    };
    let get = |path| fetch(server.address.port(), path, false);
    for root in ["", "/", "/1"] {
        assert!(get(root).contains("1docs\t/docs\t"), "{}", get(root));
    }
    assert_eq!(get("/0/docs/hello.txt"), HELLO);
    assert_eq!(get("/7/cgi-bin/find%09a%20word"), "sought: a word\n");
    assert!(get("/0/nope").starts_with("3'/nope' does not exist"));
}

/// A-13: a real Gopher+ server gives the same answer with and without the TAB of an empty search.
#[test]
fn pygopherd_answers_gopher_plus_with_one_tab_and_with_two() {
    let Some((_home, server)) = pygopherd() else {
        return;
    };
    for compact in [false, true] {
        let get = |path| fetch(server.address.port(), path, compact);
        assert_eq!(get("/0/docs/hello.txt%09%09+"), format!("+19\r\n{HELLO}"));
        let view = get("/0/docs/hello.txt%09%09+text/plain%20En_US");
        assert_eq!(view, format!("+19\r\n{HELLO}"), "R-3.4-13");
        let menu = get("/1%09%09+");
        assert!(menu.starts_with("+-2\r\n1cgi-bin\t/cgi-bin\t"), "{menu}");
        let item = get("/0/docs/hello.txt%09%09!");
        assert!(item.starts_with("+-2\r\n+INFO: 0hello.txt\t"), "{item}");
        assert!(item.contains("+ABSTRACT:\r\n A short abstract.\r\n"));
        assert!(item.contains("+ASK:\r\n Ask: Your name?\r\n"), "{item}");
        let folder = get("/1/docs%09%09$");
        assert!(folder.starts_with("+-2\r\n+INFO: 0a b?c;d.txt\t"));
        assert!(folder.contains("\r\n+INFO: 0hello.txt\t"), "{folder}");
        assert!(get("/0/nope%09%09+").starts_with("--2\r\n1 Admin <admin@example.org>"));
    }
}

/// R-3.4-8: with a search there are two TABs, with or without the option.
#[test]
fn pygopherd_searches_by_gopher_plus() {
    let Some((_home, server)) = pygopherd() else {
        return;
    };
    for compact in [false, true] {
        let path = "/7/cgi-bin/find%09a%20word%09+";
        let answer = fetch(server.address.port(), path, compact);
        assert_eq!(answer, "+-2\r\nsought: a word\n", "compact: {compact}");
    }
}

/// pygopherd treats `!+ASK` as a search and returns the document, so a form (RFC 1738 §3.4.8) can only be retrieved with
/// `!`. This test fails once a release supports `!+ASK`.
#[test]
fn pygopherd_supports_no_named_attribute() {
    let Some((_home, server)) = pygopherd() else {
        return;
    };
    for compact in [false, true] {
        let path = "/0/docs/hello.txt%09%09!+ASK";
        let answer = fetch(server.address.port(), path, compact);
        assert_eq!(answer, HELLO, "compact: {compact}");
    }
}

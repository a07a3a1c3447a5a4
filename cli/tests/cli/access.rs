//! `locator plan --run` and `locator registry test-access`, against servers of this process on the loopback interface.
#![cfg(feature = "access")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use locator_testkit::registry_file;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::Value;

use super::registry::Folder;

/// The registry file of a scheme with these steps.
fn registry(transport: &str, steps: &str) -> String {
    let entry = format!(
        r#"
[[scheme]]
name = "com.example.t"
status = "private"
description = "a test"
applications = ["this test"]
contact = ["a@example.com"]
change_controller = "Example"
security = "Nothing is secret, except the password."
encoding = "UTF-8"
port = {{ default = 7070, transport = ["{transport}"] }}
syntax = {{ grammar = "rfc3986", form = ["com.example.t://[<user>[:<password>]@]<host>[:<port>]/<path...>"] }}
access = {{ kind = "steps", locates = "data-object", operations = ["get"], default = "get", algorithm = "Connect, send the path on one line, and receive what the server answers.", steps = [{{ connect = "{{host}}:{{port}}" }}, {steps}] }}
example = [{{ url = "com.example.t://h.example/a", accept = true }}, {{ url = "com.example.t://h.example/b/c", accept = true }}, {{ url = "com.example.t:b", accept = false }}]
"#
    );
    registry_file("organization", "com.example", "com.example.*", &entry)
}

/// A server that calls a function for each connection; returns its address.
fn serve(answer: impl Fn(TcpStream) + Send + 'static) -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || listener.incoming().flatten().for_each(answer));
    address
}

/// The next line of a stream.
fn line(from: impl Read) -> String {
    let mut line = String::new();
    BufReader::new(from).read_line(&mut line).expect("a line");
    line
}

/// Answers each line with the same bytes, then closes.
fn answering(bytes: &'static [u8]) -> SocketAddr {
    serve(move |mut stream| {
        line(&stream);
        // The client may have closed already.
        let _ = stream.write_all(bytes);
    })
}

const SEND: &str = r#"{ send = "GET {path}\r\n" }"#;

/// Runs the command with words, of which empty ones are omitted.
fn ends(folder: &Folder, words: &str, code: i32) -> (String, String) {
    let words: Vec<_> = words.split_whitespace().collect();
    folder.ends(&words.join(" "), code)
}

/// The output of a run.
fn run(steps: &str, address: SocketAddr, more: &str, code: i32) -> (String, String) {
    let text = registry("tcp", steps);
    let folder = Folder::new([("org.toml", text.as_str())]);
    ends(&folder, &format!("--registry org.toml plan --run --allow-private {more} com.example.t://{address}/a"), code)
}

/// Each end of a reply, and what comes after it.
#[test]
fn ends_of_replies() {
    for (answer, until, shown, code) in [
        (&b"one\r\ntwo\r\n"[..], "until-close", "until close: 10 bytes\n      one\\r\\n\n      two\\r\\n\n  ok\n", 0),
        (b"", "until-close", "until close: 0 bytes\n  ok\n", 0),
        (b"one\r\ntwo\r\n", "line", "until line: 5 bytes\n      one\\r\\n\n  ok\n", 0),
        (b"one", "line", "      one\n  failed: the connection was closed before the end of the line\n", 1),
        (b"a\r\n..\r\n.\r\nb", "until-dot-line", "until dot-line: 10 bytes\n", 0),
        (b"a\r\n", "until-dot-line", "failed: the connection was closed before the end of the text", 1),
        (b"220-a\r\n220 b\r\nc", "reply", "until reply: 14 bytes\n", 0),
        (b"\0\x03abcd", "length-u16", "until length-u16: 5 bytes\n", 0),
        (b"\0\0\0\x03abcd", "length-u32", "until length-u32: 7 bytes\n", 0),
        (b"\0\0\0\x05abcd", "length-u32", "closed before the end of the length that the reply starts with", 1),
        (b"+3\r\nabcd", "length-line", "until length-line: 7 bytes\n      +3\\r\\n\n      abc\n  ok\n", 0),
        (b"ERROR\r\n", "length-line", "failed: no number of bytes at the end of the line `ERROR`", 1),
        (b"\x00\x1b[31m\xff\n", "line", "      \\x00\\x1b[31m\\xff\\n\n  ok\n", 0),
    ] {
        let steps = format!("{SEND}, {{ receive = \"{until}\" }}");
        let (out, _) = run(&steps, answering(answer), "", code);
        assert!(out.contains("   2  send     GET a\\r\\n\n") && out.contains(shown), "{until}: {out}");
    }
}

/// A line for a reply code is sent after that code alone, and several replies come from one connection.
#[test]
fn reply_codes() {
    let server = || {
        serve(|mut stream| {
            let reader = BufReader::new(stream.try_clone().expect("a stream"));
            stream.write_all(b"200 hello\r\n").expect("sent");
            for line in reader.lines().map_while(Result::ok) {
                stream.write_all(format!("331 {line}\r\n").as_bytes()).expect("sent");
            }
        })
    };
    let steps = |code: u16| {
        format!(
            "{{ receive = \"reply\" }}, {SEND}, {{ receive = \"reply\" }}, {{ send = \"MORE\\r\\n\", when = {code} }}"
        )
    };
    let (out, _) = run(&steps(331), server(), "", 0);
    assert!(out.contains("331 GET a\\r\\n\n   5  send     MORE\\r\\n\n  ok"), "{out}");
    let (out, _) = run(&steps(230), server(), "", 0);
    assert!(out.contains("   5  skip     MORE\\r\\n\n  ok"), "{out}");
}

/// A server that sends without end, and servers that are too slow.
#[test]
fn limits() {
    let endless = serve(|mut stream| while stream.write_all(&[b'x'; 4096]).is_ok() {});
    let steps = format!("{SEND}, {{ receive = \"until-close\" }}");
    let (out, _) = run(&steps, endless, "--max-bytes 5000", 1);
    assert!(out.contains("until close: 5,000 bytes\n") && out.contains("      … 3,000 bytes more\n"), "{out}");
    assert!(out.contains("failed: more than 5000 bytes were received"), "{out}");
    for until in ["line", "until-dot-line"] {
        let (out, _) = run(&format!("{SEND}, {{ receive = \"{until}\" }}"), endless, "--max-bytes 5000", 1);
        assert!(out.contains("failed: more than 5000 bytes"), "{out}");
    }

    let silent = serve(std::mem::forget);
    let (out, _) = run(&steps, silent, "--timeout 0.2", 1);
    assert!(out.contains("until close: 0 bytes\n  failed: the time is over after 0.2 seconds"), "{out}");
    // Each byte comes in time, and the whole does not: after a second, the server closes.
    let slow = serve(|mut stream| {
        for _ in 0..50 {
            let _ = stream.write_all(b"x");
            thread::sleep(std::time::Duration::from_millis(20));
        }
    });
    let (out, _) = run(&steps, slow, "--timeout 0.3", 1);
    assert!(out.contains("failed: the time is over after 0.3 seconds"), "{out}");
}

/// Without `--allow-private`, no address of this machine is connected to, in any notation.
#[test]
fn private_addresses() {
    let text = registry("tcp", SEND);
    let folder = Folder::new([("org.toml", text.as_str())]);
    let address = serve(|_| panic!("connected"));
    for host in ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "10.0.0.1", "169.254.169.254"] {
        let url = format!("com.example.t://{host}:{}/a", address.port());
        for words in [
            format!("--registry org.toml plan --run {url}"),
            format!("--registry org.toml plan --run --against {host}:{} {url}", address.port()),
        ] {
            let (out, _) = folder.ends(&words, 1);
            assert!(out.contains("is not a public address: `--allow-private` allows it"), "{words}: {out}");
        }
    }
}

/// Passwords are masked in what is sent, and in what a server repeats.
#[test]
fn passwords() {
    let echo = || {
        serve(|mut stream| {
            let line = line(&stream);
            let _ = stream.write_all(format!("you said {line}").as_bytes());
        })
    };
    let steps = "{ send = \"LOGIN {user} {password}\\r\\n\" }, { receive = \"until-close\" }";
    let text = registry("tcp", steps);
    let folder = Folder::new([("org.toml", text.as_str())]);
    for json in ["", "--json "] {
        let words =
            format!("{json}--registry org.toml plan --run --allow-private com.example.t://joe:s3cret@{}/a", echo());
        let (out, err) = folder.ends(&words, 0);
        assert!(!out.contains("s3cret") && !err.contains("s3cret"), "{out}{err}");
        assert_eq!(out.matches("LOGIN joe ***").count(), 2, "{out}");
    }
    let words = format!(
        "--show-password --registry org.toml plan --run --allow-private com.example.t://joe:s3cret@{}/a",
        echo()
    );
    assert_eq!(folder.ends(&words, 0).0.matches("LOGIN joe s3cret").count(), 2);
}

/// A server with a certificate of its own; returns its address, and the certificate in PEM.
fn tls_server() -> (SocketAddr, String) {
    let key = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let der = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.signing_key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().expect("versions");
    let config =
        config.with_no_client_auth().with_single_cert(vec![key.cert.der().clone()], der).expect("a certificate");
    let config = Arc::new(config);
    let address = serve(move |stream| {
        let connection = ServerConnection::new(Arc::clone(&config)).expect("a connection");
        let mut stream = StreamOwned::new(connection, stream);
        let mut line = String::new();
        // A client that does not trust the certificate ends the handshake.
        if BufReader::new(&mut stream).read_line(&mut line).is_ok() && !line.is_empty() {
            let _ = stream.write_all(format!("secure {line}").as_bytes());
            stream.conn.send_close_notify();
            let _ = stream.flush();
        }
    });
    (address, key.cert.pem())
}

#[test]
fn tls() {
    let (address, certificate) = tls_server();
    let steps = format!("{SEND}, {{ receive = \"until-close\" }}");
    let text = registry("tls", &steps);
    let folder = Folder::new([("org.toml", text.as_str()), ("ca.pem", &certificate), ("bad.pem", "nothing")]);
    let run = |more: &str, host: &str, code: i32| {
        let url = format!("com.example.t://{host}:{}/a", address.port());
        ends(&folder, &format!("--registry org.toml plan --run --allow-private {more} {url}"), code)
    };
    let (out, _) = run("--ca ca.pem", "localhost", 0);
    assert!(out.contains("connect  tls localhost:") && out.contains("      secure GET a\\r\\n\n  ok"), "{out}");
    let (out, _) = run("", "localhost", 1);
    assert!(out.contains("failed: TLS with localhost: invalid peer certificate"), "{out}");
    // The certificate is of another host.
    let (out, _) = run("--ca ca.pem", "127.0.0.1", 1);
    assert!(out.contains("failed: TLS with 127.0.0.1: invalid peer certificate"), "{out}");
    let (out, _) = run(&format!("--ca ca.pem --against localhost:{}", address.port()), "h.example", 0);
    assert!(out.contains("secure GET a"), "{out}");
    assert!(run("--ca bad.pem", "localhost", 4).1.contains("bad.pem: no certificate in PEM"));
    run("--ca no.pem", "localhost", 4);
}

/// Every accepted example of a file, or of a scheme, with a result for each.
#[test]
fn examples_of_a_registry() {
    let good = answering(b"hello\r\n");
    let steps = format!("{SEND}, {{ receive = \"line\" }}");
    let text = registry("tcp", &steps);
    let folder = Folder::new([("org.toml", text.as_str())]);
    let (out, _) = folder.ends(&format!("registry test-access org.toml --against {good} --allow-private"), 0);
    let shown = "com.example.t://h.example/b/c\n   1  connect  tcp 127.0.0.1:";
    assert!(out.contains(shown) && out.contains("GET b/c\\r\\n") && out.ends_with("2 examples, 0 failed\n"), "{out}");

    // A server that closes at once for some.
    let mixed = serve(|mut stream| {
        let answer: &[u8] = if line(&stream).contains('/') { b"cut" } else { b"whole\r\n" };
        let _ = stream.write_all(answer);
    });
    let words =
        format!("--json --registry org.toml registry test-access com.example.t --against {mixed} --allow-private");
    let (out, _) = folder.ends(&words, 1);
    let results: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(results.iter().map(|one| &one["ok"]).collect::<Vec<_>>(), [true, false]);
    let steps: Vec<_> = results[0]["run"].as_array().expect("steps").iter().map(|step| &step["op"]).collect();
    assert_eq!(steps, ["connect", "send", "receive"]);
    assert_eq!((&results[0]["run"][2]["text"], &results[0]["run"][2]["bytes"]), (&"whole\r\n".into(), &7.into()));
    assert!(results[1]["failure"].as_str().expect("a reason").contains("before the end of the line"), "{out}");

    // A port without a server.
    let closed = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|one| one.local_addr()).expect("a port");
    let (out, _) = folder.ends(&format!("registry test-access org.toml --against {closed} --allow-private"), 1);
    assert!(out.contains("failed: cannot connect to 127.0.0.1:") && out.ends_with("2 examples, 2 failed\n"), "{out}");
    for (words, code) in
        [("no.toml", 3), ("com.example.unknown", 1), ("org.toml --against h", 2), ("org.toml --timeout 0", 2)]
    {
        folder.ends(&format!("registry test-access {words}"), code);
    }
}

/// What is not run is refused before anything is opened.
#[test]
fn other_steps() {
    let address = serve(|_| panic!("connected"));
    let port = address.port();
    for (url, says) in [
        (format!("http://127.0.0.1:{port}/"), "`http` is not run: `locator plan --as curl` prints a command"),
        (format!("ftp://127.0.0.1:{port}/a"), "`ftp` is not run"),
        (format!("wais://127.0.0.1:{port}/a"), "only connect, send and receive"),
        (format!("prospero://127.0.0.1:{port}/a"), "udp is not run"),
    ] {
        let (out, _) = Folder::new([]).ends(&format!("plan --run --allow-private {url}"), 1);
        assert!(out.contains(says), "{url}: {out}");
    }
}

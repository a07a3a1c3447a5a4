//! Plans by scheme that the conformance cases do not cover, and plans in lenient mode.

use anyurl::plan::{EmptySearch, Transfer};
use anyurl::{Environment, Options};

use super::{check, plan};

fn strict(rows: &[(&str, &str)]) {
    check(Options::new().rfc1738(), &Environment::new(), rows);
}

fn lenient(rows: &[(&str, &str)]) {
    check(Options::new().rfc1738().lenient(), &Environment::new(), rows);
}

/// The three examples of §3.2.2, which differ only in their slashes (R-3.2-11).
#[test]
fn the_three_examples_of_ftp() {
    let login = "tcp host.dom:21 | USER myname\\r\\n | prompt password | [331] PASS {password}\\r\\n";
    let rows = [
        ("ftp://myname@host.dom/%2Fetc/motd", "CWD /etc\\r\\n"),
        ("ftp://myname@host.dom/etc/motd", "CWD etc\\r\\n"),
        ("ftp://myname@host.dom//etc/motd", "CWD \\r\\n | CWD etc\\r\\n"),
    ];
    for (text, cwd) in rows {
        let expect = format!("{login} | {cwd} | guess TYPE I\\r\\n | RETR motd\\r\\n");
        strict(&[(text, &expect)]);
    }
}

#[test]
fn ftp_lists_a_directory_by_name() {
    strict(&[(
        "ftp://joe:secret@h/a/b;type=D",
        "tcp h:21 | USER joe\\r\\n | [331] PASS secret\\r\\n | CWD a\\r\\n | NLST b\\r\\n",
    )]);
}

#[test]
fn ftp_leniently() {
    let login = "tcp h:21 | USER anonymous\\r\\n | [331] PASS {email}\\r\\n | ";
    for (text, rest) in [
        ("ftp://@h/", "guess NLST\\r\\n"),
        ("ftp://anonymous@h/", "guess NLST\\r\\n"),
        ("ftp://h//a;type=i", "TYPE I\\r\\n | RETR a\\r\\n"),
        ("ftp://h/;type=a", "guess NLST\\r\\n"),
        ("ftp://h/a;b", "guess TYPE I\\r\\n | RETR a;b\\r\\n"),
        ("ftp://h:/a;TYPE=%69", "TYPE I\\r\\n | RETR a\\r\\n"),
    ] {
        lenient(&[(text, &format!("{login}{rest}"))]);
    }
    let url = crate::rfc1738().parser().lenient().parse("ftp://h////a").unwrap();
    let plan = url.plan(&Environment::new()).unwrap();
    let notes = plan.notes().iter().filter(|note| note.id == "A-20");
    assert_eq!(notes.count(), 1, "{:?}", plan.notes());
}

#[test]
fn ftp_types_are_guessed_and_the_guess_can_be_overridden() {
    for (name, code) in
        [("x.txt", "A"), ("x.TXT", "A"), ("x.Z", "I"), ("x", "I"), ("txt", "I"), ("a.txt.gz", "I"), (".c", "A")]
    {
        let text = format!("ftp://h/{name}");
        let sent = format!("TYPE {code}\r\n");
        let plan = plan(&text).unwrap();
        let wire = plan.steps().iter().any(
            |step| matches!(step, anyurl::Step::Send(line) if line.template() == sent.as_bytes() && line.is_guess()),
        );
        assert!(wire, "{text}: {plan:?}");
        assert!(plan.notes().iter().any(|note| note.id == "guessed-type"));
    }
    let environment = Environment::new().guess(|_| Transfer::Text);
    check(
        Options::new().rfc1738(),
        &environment,
        &[(
            "ftp://h/x.Z",
            "tcp h:21 | USER anonymous\\r\\n | [331] PASS {email}\\r\\n | guess TYPE A\\r\\n | RETR x.Z\\r\\n",
        )],
    );
}

#[test]
fn gopher_asks_with_a_form() {
    let row = |environment: &Environment, expect| {
        check(Options::new().rfc1738(), environment, &[("gopher://h/0sel%09%09?", expect)]);
    };
    row(
        &Environment::new(),
        "tcp h:70 | sel\\t\\t!+ASK\\r\\n | prompt ask-form | tcp h:70 | sel\\t+\\t1\\r\\n+-1\\r\\n{answers}\\r\\n.\\r\\n",
    );
    row(
        &Environment::new().answers(["Larry", "", "yes"]),
        "tcp h:70 | sel\\t\\t!+ASK\\r\\n | prompt ask-form | tcp h:70 | sel\\t+\\t1\\r\\n+-1\\r\\nLarry\\r\\n\\r\\nyes\\r\\n.\\r\\n",
    );
    row(
        &Environment::new().answers([""; 0]).empty_search(EmptySearch::Omitted),
        "tcp h:70 | sel\\t!+ASK\\r\\n | prompt ask-form | tcp h:70 | sel\\t+\\t1\\r\\n+-1\\r\\n.\\r\\n",
    );
}

#[test]
fn gopher_brings_form_data() {
    strict(&[
        (
            "gopher://h/0sel%09%09+%091%0D%0A+-1%0D%0ALarry%0D%0Ayes%0D%0A.%0D%0A",
            "tcp h:70 | sel\\t+\\t1\\r\\n+-1\\r\\nLarry\\r\\nyes\\r\\n.\\r\\n",
        ),
        (
            "gopher://h/0sel%09find%09+v%091%0D%0A+-1%0D%0A.%0D%0A",
            "tcp h:70 | sel\\tfind\\t+v\\t1\\r\\n+-1\\r\\n.\\r\\n",
        ),
        ("gopher://h/0sel%09%09+%091%0D%0A+-1%0D%0A.%0D%0AQUIT", "refused: unsafe-octets"),
        ("gopher://h/0sel%09%09+%091%0D%0A+-1%0D%0A", "refused: unsafe-octets"),
        ("gopher://h/0sel%09a%0D%0Ab", "refused: unsafe-octets"),
    ]);
    lenient(&[("gopher://h/0a%0D%0Ab", "refused: unsafe-octets"), ("gopher://h/%09q", "tcp h:70 | \\tq\\r\\n")]);
}

#[test]
fn http_sends_what_is_written() {
    strict(&[("http://H/a%0D%0AHost:%20evil?b+c", "tcp h:80 | GET /a%0D%0AHost:%20evil?b+c HTTP/1.0\\r\\n\\r\\n")]);
    lenient(&[
        ("http://u:p@h/~a b#f", "tcp h:80 | GET /%7Ea%20b HTTP/1.0\\r\\n\\r\\n"),
        ("http://h?x", "tcp h:80 | GET /?x HTTP/1.0\\r\\n\\r\\n"),
        ("http://h/50%", "tcp h:80 | GET /50%25 HTTP/1.0\\r\\n\\r\\n"),
        ("http://1.2.3.999/", "refused: bad-host"),
        (&format!("http://{}.dom/", "a".repeat(64)), "refused: bad-host"),
        (&format!("http://{}dom/", "abcdefg.".repeat(32)), "refused: bad-host"),
        ("http://H%2eDom./", "tcp h.dom:80 | GET / HTTP/1.0\\r\\n\\r\\n"),
    ]);
}

#[test]
fn current_http_and_websocket() {
    let rest = " HTTP/1.1\\r\\nHost: ";
    check(
        Options::new(),
        &Environment::new(),
        &[
            ("http://h?q", &format!("tcp h:80 | GET /?q{rest}h\\r\\nConnection: close\\r\\n\\r\\n")),
            (
                "https://u:p@[::1]:8443/~a#f",
                &format!("tls [::1]:8443 | GET /~a{rest}[::1]:8443\\r\\nConnection: close\\r\\n\\r\\n"),
            ),
            (
                "wss://H:443/chat",
                &format!(
                    "tls h:443 | GET /chat{rest}h\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Key: {{nonce}}\\r\\nSec-WebSocket-Version: 13\\r\\n\\r\\n"
                ),
            ),
        ],
    );
}

#[test]
fn news_and_nntp() {
    strict(&[
        ("news:*", "tcp {news-server}:119 | LIST\\r\\n"),
        ("news:a%3E%20x@h", "refused: unsafe-octets"),
        ("nntp://H:1119/a/007", "tcp h:1119 | GROUP a\\r\\n | ARTICLE 007\\r\\n"),
    ]);
    lenient(&[
        ("news:comp.*", "tcp {news-server}:119 | LIST ACTIVE comp.*\\r\\n"),
        ("news://h/comp.lang.c", "tcp h:119 | GROUP comp.lang.c\\r\\n"),
        ("news:%3Ca@b%3E", "tcp {news-server}:119 | ARTICLE <a@b>\\r\\n"),
        ("nntp://h/%61/%31", "tcp h:119 | GROUP a\\r\\n | ARTICLE 1\\r\\n"),
    ]);
}

#[test]
fn telnet_advises_and_sends_nothing() {
    strict(&[("telnet://joe%20b:x@h/", "tcp h:23 | advise joe b x"), ("telnet://a%0Ab@h/", "refused: unsafe-octets")]);
    lenient(&[("telnet://h/x", "tcp h:23")]);
}

#[test]
fn wais_has_three_operations() {
    strict(&[
        ("wais://h/d%2Fb", "tcp h:210 | wais-open d/b"),
        ("wais://h/db?a%26b", "tcp h:210 | wais-search db a&b"),
        ("wais://h/db/TEXT/1%3D%00%0D%0A", "tcp h:210 | wais-retrieve db TEXT 1=\\x00\\r\\n"),
    ]);
}

#[test]
fn files_are_opened_on_this_machine() {
    strict(&[("file:///a%2Fb", "refused: unsafe-octets"), ("file://h.dom/a", "refused: no-access-method")]);
    let environment = Environment::new().own_name("me.dom").map_host("H.Dom", ["mnt", "h"]);
    check(
        Options::new().rfc1738(),
        &environment,
        &[
            ("file://ME.dom/a/", "open [\"a\", \"\"]"),
            ("file://h.dom/a/b", "open [\"mnt\", \"h\", \"a\", \"b\"]"),
            ("file://other.dom/a", "refused: no-access-method"),
        ],
    );
    // What could leave the directory of a host is refused; nothing is above the root of this machine.
    for profile in [Options::new(), Options::new().rfc1738()] {
        check(
            profile,
            &environment,
            &[
                ("file://h.dom/../../etc/passwd", "refused: no-access-method"),
                ("file://h.dom/a/%2E%2e/b", "refused: no-access-method"),
                ("file://h.dom/a/.%2E", "refused: no-access-method"),
                ("file://h.dom/./...", "open [\"mnt\", \"h\", \".\", \"...\"]"),
                ("file://me.dom/../a", "open [\"..\", \"a\"]"),
                ("file:///../a", "open [\"..\", \"a\"]"),
            ],
        );
    }
    lenient(&[
        ("file:/p", "open [\"p\"]"),
        ("file:///c|/dos", "open [\"c|\", \"dos\"]"),
        ("file://localhost./a", "open [\"a\"]"),
        ("file://%4Cocalhost/a", "open [\"a\"]"),
    ]);
    check(
        Options::new().rfc1738().lenient(),
        &environment,
        &[("file://me.dom./a", "open [\"a\"]"), ("file://%48.dom/a", "open [\"mnt\", \"h\", \"a\"]")],
    );
}

#[test]
fn prospero_asks_and_follows() {
    strict(&[("prospero://h:1526//a;v%3D=1", "udp h:1526 | prospero-resolve /a;v==1 | follow access-methods")]);
    lenient(&[("prospero://h/a%00v;b=c", "udp h:1525 | prospero-resolve a%00v;b=c | follow access-methods")]);
}

#[test]
fn mailto_composes() {
    strict(&[("mailto:joe%25gw@h", "compose joe%gw@h")]);
    lenient(&[("mailto:a@h?subject=x", "compose a@h")]);
}

/// Lenient mode stores a login of a scheme that has none, and does not send it.
#[test]
fn an_unwanted_login_is_not_sent() {
    for text in ["http://u:p@h/", "gopher://u@h/", "nntp://u:p@h/a", "wais://u@h/d", "prospero://u@h/n"] {
        let url = crate::rfc1738().parser().lenient().parse(text).unwrap();
        let plan = url.plan(&Environment::new()).unwrap();
        assert!(plan.notes().iter().any(|note| note.id == "A-09"), "{text}");
    }
    assert!(plan("ftp://u:p@h/").unwrap().notes().is_empty());
}

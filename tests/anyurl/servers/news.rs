//! NNTP with INN: nnrpd, its server for readers, with a spool of three articles.

use std::path::Path;
use std::process::Command;

use super::driver::{self, Answer};
use super::host::{self, Home, Inetd};
use super::plan::{self, Supply};

const GROUP: &str = "comp.infosystems.www";

/// The articles of the group, by number. Number 2 is missing.
const ARTICLES: [(u8, &str, &str); 2] = [
    (1, "first@example.org", "Hello, group.\r\n.A dot leads.\r\n"),
    (3, "odd/$name=1+2@example.org", "Its message-id has signs.\r\n"),
];

fn article(number: u8, id: &str, body: &str) -> String {
    format!(
        "Path: localhost!not-for-mail\r\nFrom: A <a@example.org>\r\nNewsgroups: {GROUP}\r\nSubject: Test\r\n\
         Date: Thu, 01 Jan 2026 00:00:00 +0000\r\nMessage-ID: <{id}>\r\nXref: localhost {GROUP}:{number}\r\n\r\n{body}"
    )
}

/// All files that INN keeps in system folders are in one folder; it runs as the user of the test.
fn configuration(home: &Home, [user, group]: &[String; 2]) -> String {
    let home = home.text();
    format!(
        "mta: /bin/false\npathhost: localhost\ndomain: example.org\nrunasuser: {user}\nrunasgroup: {group}\n\
         pathnews: {home}\npathetc: {home}\npathdb: {home}\npathrun: {home}\npathlog: {home}\npathfilter: {home}\n\
         pathspool: {home}\npathtmp: {home}\npatharticles: {home}/articles\npathoverview: {home}/overview\n\
         enableoverview: true\novmethod: tradindexed\nhismethod: hisv6\n"
    )
}

/// A spool as innd writes it.
fn home(names: &[String; 2]) -> Home {
    let home = Home::new();
    home.folder("overview");
    home.file("inn.conf", configuration(&home, names));
    home.file("storage.conf", "method tradspool {\n newsgroups: *\n class: 0\n}\n");
    home.file(
        "readers.conf",
        "auth all {\n hosts: *\n default: <reader>\n}\naccess all {\n users: <reader>\n newsgroups: *\n access: R\n}\n",
    );
    home.file("active", format!("{GROUP} 0000000003 0000000001 y\n"));
    home.file("active.times", format!("{GROUP} 1577836800 admin\n"));
    home.file("newsgroups", format!("{GROUP}\tThe Web.\n"));
    home.file("tradspool.map", format!("{GROUP} 1\n"));
    let folder = format!("articles/{}", GROUP.replace('.', "/"));
    for (number, id, body) in ARTICLES {
        // The spool has the wire format, with doubled full stops and one at the end.
        let wire = article(number, id, body).replace("\r\n.", "\r\n..");
        home.file(&format!("{folder}/{number}"), wire + ".\r\n");
    }
    home
}

/// A command of INN with this spool.
fn command(home: &Home, program: &Path) -> Command {
    let mut command = home.command(program);
    command.env("INNCONF", home.path().join("inn.conf"));
    command
}

/// The nnrpd of this machine, or a message that it is missing.
fn inn() -> Option<Inetd> {
    let (nnrpd, names) = host::named("nntp", "nnrpd", "inn2")?;
    let makehistory = nnrpd.with_file_name("makehistory");
    let home = home(&names);
    // Writes history and overview, the indexes of articles.
    let status = command(&home, &makehistory).args(["-O", "-s", "10"]).status();
    assert!(status.expect("makehistory").success(), "{}", home.log());
    let serve = move || {
        let mut command = command(&home, &nnrpd);
        // No name lookups: nothing leaves this machine.
        command.args(["-n", "-c", "readers.conf"]);
        command
    };
    Some(Inetd::start(serve))
}

/// The answers of the server to the plan of a URL; `HERE` is replaced by its address.
fn ask(server: &Inetd, url: &str) -> Vec<Answer> {
    let url = url.replace("HERE", &server.address.to_string());
    let supply = Supply { news_server: Some(("127.0.0.1".to_owned(), server.address.port())), ..Supply::default() };
    let answers = driver::nntp(&plan::acts(&url, &supply));
    answers.unwrap_or_else(|error| panic!("{url}: {error}"))
}

fn codes(answers: &[Answer]) -> Vec<u16> {
    answers.iter().map(|answer| answer.code).collect()
}

fn data(answers: &[Answer]) -> &str {
    let last = answers.last().expect("an answer");
    std::str::from_utf8(&last.data).expect("UTF-8")
}

#[test]
fn inn_answers_nntp_plans() {
    let Some(server) = inn() else { return };
    for (number, id, body) in ARTICLES {
        let answers = ask(&server, &format!("nntp://HERE/{GROUP}/{number}"));
        assert_eq!(codes(&answers), [211, 220], "{answers:?}");
        assert_eq!(data(&answers), article(number, id, body));
    }
    // Digits are sent as written.
    let answers = ask(&server, &format!("nntp://HERE/{GROUP}/001"));
    assert_eq!(codes(&answers), [211, 220], "{answers:?}");
    let answers = ask(&server, &format!("nntp://HERE/{GROUP}"));
    assert_eq!(answers[0].text, format!("211 2 1 3 {GROUP}\r\n"));
    assert_eq!(answers.len(), 1);
    let answers = ask(&server, &format!("nntp://HERE/{GROUP}/2"));
    assert_eq!(codes(&answers), [211, 423], "{answers:?}");
    let answers = ask(&server, "nntp://HERE/comp.nothing/1");
    assert_eq!(codes(&answers), [411, 412], "{answers:?}");
}

#[test]
fn inn_answers_news_plans() {
    let Some(server) = inn() else { return };
    for (number, id, body) in ARTICLES {
        // A message-id has no `/` of its own in a URL (RFC 5538 §2.2); INN gets it decoded.
        let answers = ask(&server, &format!("news:{}", id.replace('/', "%2F")));
        assert_eq!(codes(&answers), [220], "{answers:?}");
        assert_eq!(data(&answers), article(number, id, body));
    }
    assert_eq!(codes(&ask(&server, "news:nothing@example.org")), [430]);
    assert_eq!(codes(&ask(&server, &format!("news:{GROUP}"))), [211]);
    let answers = ask(&server, "news:*");
    assert_eq!(codes(&answers), [215], "{answers:?}");
    assert_eq!(data(&answers), format!("{GROUP} 0000000003 0000000001 y\r\n"));
}

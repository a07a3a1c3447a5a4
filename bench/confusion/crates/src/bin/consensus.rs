//! `anyurl::consensus_host` over random texts: whenever it returns a host, no other reader names another one. They are the
//! crates `url` and `ada-url`, and the programs of [`DRIVERS`] that are installed. The argument is the number of texts, or a
//! file of links, one on each line, of which it counts those with a consensus.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::{Command, Stdio};
use std::thread;

use anyurl::compare::{Comparer, ConsensusHost, Parts};

/// The programs that are asked, with their drivers (`drivers/`).
const DRIVERS: [(&str, [&str; 2]); 5] = [
    ("urllib", ["python3", "urllib_parse.py"]),
    ("libcurl", ["python3", "curl.py"]),
    ("Node's URL", ["node", "url.js"]),
    ("Node's url.parse", ["node", "url_parse.js"]),
    ("GNU Wget", ["python3", "wget.py"]),
];

/// Pieces of texts, in their order; but for the hosts, the first two are ordinary.
const PIECES: [&[&str]; 8] = [
    &["", "", "", " ", "\t", "\u{1}"],
    &["http", "https", "https", "ws", "ftp", "file", "HTTP", "gopher", "h\tttp", "gemini", "myapp"],
    &["://", "://", "://", ":", ":/", ":///", ":\\\\", ":/\\", "//"],
    &["", "u@", "", "", "u:p@", "a@b@", "@", ":@", "g.dom\\@", "g.dom#@", "g.dom?@", "a%40b@", "x:80@"],
    &[
        "h",
        "h.dom",
        "example.com",
        "EXAMPLE.com.",
        "a_b",
        "a--b",
        "xn--exmple-cua.com",
        "xn--a",
        "ex%C3%A4mple.com",
        "b%c3%bccher.de",
        "%68",
        "h%2Edom",
        "%EF%BC%91.2.3.4",
        "h%3A80",
        "h%2Fa",
        "h%00",
        "h%25",
        "%5B%3A%3A1%5D",
        "127.0.0.1",
        "127.1",
        "0x7f.1",
        "010.0.0.1",
        "2130706433",
        "1.2.3.4.",
        "1.2.3.4.5",
        "256.1.1.1",
        "127.0.0.1%2egood.com",
        "127.0.0.1%2dgood.com",
        "127.0.0.1;.good.com",
        "127.0.0.1'.good.com",
        "a~b.c",
        "a*b.c",
        "h.0x7f",
        "h..",
        "_a.-b",
        "[::1]",
        "[::FFFF:1.2.3.4]",
        "[0:0::1]",
        "[1::2::3]",
        "[::1%25e]",
        "[v1.a]",
        "",
        ".",
        "a..b",
        "-a",
        "h!$&'()*+,;=",
        "localhost",
        "e\u{e9}",
        "\u{ff11}",
    ],
    &["", ":80", "", "", ":", ":443", ":0080", ":99999", ":a", ":80:90"],
    &["/", "", "/a", "/a/../b", "/%2e%2e/", "\\a", "?q", "#f", "/@k.dom/", "?@k.dom", "#@k.dom/", "/\\k.dom"],
    &["", "?a=b", "", "#f", "/ ", "\n", "%", "\u{202e}", ";a=b"],
];

/// So many pieces has only the list of hosts.
const MANY: usize = 30;

/// A pseudo-random number generator (xorshift64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).expect("64 bits") % n
    }

    /// A text, often with an odd character inserted or a character removed.
    fn text(&mut self) -> String {
        const ODD: &[char] = &[
            '\\', '@', ':', '/', ';', '\'', '~', '!', ',', '*', '?', '#', '.', '%', '[', ']', '\t', ' ', '0', 'x', '-',
            '_', '|', '\u{ad}', '\u{ff0e}', '\0',
        ];
        let is_ordinary = self.below(3) > 0;
        let choices = |pieces: &[&str]| if is_ordinary && pieces.len() < MANY { 2 } else { pieces.len() };
        let mut text: String = PIECES.iter().map(|pieces| pieces[self.below(choices(pieces))]).collect();
        let places: Vec<_> = text.char_indices().map(|(place, _)| place).collect();
        match (places.is_empty(), self.below(4)) {
            (false, 0) => text.insert(places[self.below(places.len())], ODD[self.below(ODD.len())]),
            (false, 1) => drop(text.remove(places[self.below(places.len())])),
            _ => {}
        }
        text
    }
}

fn main() {
    let argument = std::env::args().nth(1).unwrap_or_else(|| "1000000".to_owned());
    match argument.parse() {
        Ok(count) => compare(count),
        Err(_) => count_links(&argument),
    }
}

/// How many links of a file have a consensus, and why the first others have none.
fn count_links(file: &str) {
    let text = std::fs::read(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let text = String::from_utf8_lossy(&text);
    let links: Vec<_> = text.lines().filter(|line| !line.is_empty()).collect();
    let without: Vec<_> = links.iter().filter_map(|link| Some((link, anyurl::consensus_host(link).err()?))).collect();
    for (link, error) in without.iter().take(10) {
        println!("{link}: {error}");
    }
    println!("{} links, {} without a consensus", links.len(), without.len());
}

/// Compares the hosts of random texts.
fn compare(count: usize) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let texts = (0..count).map(|_| random.text());
    let agreed: Vec<_> = texts.filter_map(|text| anyurl::consensus_host(&text).ok().map(|host| (text, host))).collect();
    println!("{count} texts, {} with a consensus", agreed.len());
    assert!(agreed.len() > count / 1_000, "too few");
    let crates: [(&str, fn(&str) -> Option<String>); 2] = [("url", url), ("ada-url", ada)];
    let named = |read: fn(&str) -> Option<String>| agreed.iter().map(|(text, _)| read(text)).collect();
    let mut wrong: usize = crates.into_iter().map(|(name, read)| report(name, &agreed, named(read))).sum();
    for (name, command) in DRIVERS {
        match ask(command, &agreed) {
            Ok(hosts) => wrong += report(name, &agreed, hosts),
            Err(error) => println!("{name} is skipped: {error}"),
        }
    }
    assert!(wrong == 0, "{wrong} hosts that a program reads otherwise: see above");
}

fn url(text: &str) -> Option<String> {
    url::Url::parse(text).ok()?.host_str().map(str::to_owned)
}

fn ada(text: &str) -> Option<String> {
    ada_url::Url::parse(text, None).ok().map(|url| url.hostname().to_owned())
}

/// Prints the texts in which a reader names another host; returns how many there are. A reader may refuse a text.
fn report(name: &str, agreed: &[(String, ConsensusHost)], named: Vec<Option<String>>) -> usize {
    let (mut wrong, mut same) = (0, 0);
    for ((text, host), named) in agreed.iter().zip(named) {
        match named.as_deref().filter(|named| !named.is_empty()) {
            Some(named) if normal(named).as_deref() == Some(host.host()) => same += 1,
            Some(named) => {
                println!("{text:?}: `{host}`, but `{named}` to {name}");
                wrong += 1;
            }
            None => {}
        }
    }
    println!("{name} names {same} of these hosts, and {wrong} others");
    wrong
}

/// The hosts that a program names; `None` where it refuses a text, or finds no host.
fn ask(command: [&str; 2], agreed: &[(String, ConsensusHost)]) -> io::Result<Vec<Option<String>>> {
    let [program, driver] = command;
    let driver = format!("{}/../drivers/{driver}", env!("CARGO_MANIFEST_DIR"));
    let mut child = Command::new(program).arg(driver).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().expect("a pipe");
    let lines: String = agreed.iter().flat_map(|(text, _)| [hex(text), "\t-\n".to_owned()]).collect();
    let writer = thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output()?;
    let written = writer.join().expect("no panic");
    if !output.status.success() {
        return Err(io::Error::other(output.status.to_string()));
    }
    written?;
    let lines = String::from_utf8(output.stdout).map_err(io::Error::other)?;
    let hosts: Vec<_> = lines.lines().map(|line| text(line.split('\t').nth(2)?.strip_prefix('=')?)).collect();
    assert_eq!(hosts.len(), agreed.len(), "an answer for each text");
    Ok(hosts)
}

/// The form in which hosts are compared.
fn normal(host: &str) -> Option<String> {
    let literal = format!("http://{host}/");
    let comparer = Comparer::new(anyurl::registry());
    let reading = comparer.read(anyurl::compare::Rulebook::Split, &literal);
    reading.parts().and_then(|parts: &Parts| parts.normalized(anyurl::compare::Part::Host))
}

fn hex(text: &str) -> String {
    text.bytes().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

fn text(hex: &str) -> Option<String> {
    let bytes: Option<Vec<_>> =
        (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok()).collect();
    String::from_utf8(bytes?).ok()
}

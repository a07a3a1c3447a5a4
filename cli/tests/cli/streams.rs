//! Pipes, lines and bytes.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::common::{anyurl, run, utf8};

fn lines(stdout: &[u8]) -> Vec<Value> {
    utf8(stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn lines_that_are_not_utf8_are_reported_with_their_offset() {
    let output = run(["parse", "--json"], b"http://h/\nhttp://h/\xE9\xFF\r\nhttp://h/2");
    assert_eq!(output.status.code(), Some(1));
    let lines = lines(&output.stdout);
    let valid: Vec<_> = lines.iter().map(|line| &line["valid"]).collect();
    assert_eq!(valid, [true, false, true]);
    assert_eq!(lines[1]["input"], json!({"hex": "687474703a2f2f682fe9ff"}));
    assert_eq!(lines[1]["scheme"], "http");
    let error = &lines[1]["error"];
    assert_eq!((&error["kind"], &error["rule"]), (&json!("unexpected"), &json!("url")));
    assert_eq!(error["span"], json!([9, 10]));
    assert_eq!(error["repaired"], "http://h/%E9%FF");
    assert_eq!(error["accepted_by"], json!([]));
}

#[test]
fn bytes_are_drawn_with_carets() {
    let output = run(["parse"], b"http://h/\xE9x\n");
    assert_eq!(output.stdout, b"");
    let text = utf8(&output.stderr);
    assert!(text.contains("  | http://h/\\xE9x\n  |          ^^^^\n"), "{text}");
    assert!(!text.contains("accept"), "no mode accepts bytes that are not UTF-8: {text}");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8_are_reported() {
    use std::os::unix::ffi::OsStrExt;

    let url = std::ffi::OsStr::from_bytes(b"ftp://h/\xC3(");
    // As a URL, and as a relative reference.
    for command in [&["parse"][..], &["plan"], &["resolve", "http://h/"]] {
        let words = command.iter().copied().map(std::ffi::OsStr::new);
        let json = std::ffi::OsStr::new("--json");
        let output = run(words.chain([json, url]), b"");
        assert_eq!(output.status.code(), Some(1), "{command:?}");
        let lines = lines(&output.stdout);
        assert_eq!(lines[0]["input"], json!({"hex": "6674703a2f2f682fc328"}));
        assert_eq!(lines[0]["error"]["span"], json!([8, 9]));
    }
}

#[test]
fn line_ends_are_not_part_of_the_url() {
    let output = run(["parse", "--json", "-"], b"http://a/\r\nhttp://b/\n\nhttp://c/\r");
    let inputs: Vec<_> = lines(&output.stdout).iter().map(|line| line["input"].clone()).collect();
    assert_eq!(inputs, ["http://a/", "http://b/", "", "http://c/\r"]);
    let output = run(["check", "--json"], b"http://a/\r\n\r\n\nhttp://b/\n");
    assert_eq!(lines(&output.stdout)[0]["lines"], 2, "empty lines are not counted");
}

#[test]
fn a_line_beyond_16_mib_is_reported_and_skipped() {
    const MAX_LINE_LEN: usize = 16 * 1024 * 1024;
    let url = |len: usize| format!("http://h/{}", "a".repeat(len - 9));
    let input = format!("{}\n{}\nhttp://h/2\n", url(MAX_LINE_LEN), url(MAX_LINE_LEN + 1));
    let output = run(["parse", "--json"], input.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let lines = lines(&output.stdout);
    let valid: Vec<_> = lines.iter().map(|line| &line["valid"]).collect();
    assert_eq!(valid, [true, false, true]);
    assert_eq!((&lines[1]["input"], &lines[1]["scheme"]), (&json!("http:…"), &json!("http")));
    assert_eq!(lines[1]["error"]["kind"], "too-long");
    assert_eq!(lines[1]["error"]["span"], json!([MAX_LINE_LEN, MAX_LINE_LEN]));

    let output = run(["check"], input.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let text = utf8(&output.stdout);
    assert!(text.contains("3 lines: 2 valid, 1 invalid"), "{text}");
    assert!(text.contains("  --> <stdin>:2\n  | http:…\n  |      ^\n"), "{text}");
}

#[test]
fn memory_does_not_grow_with_the_input() {
    let peak = |input: &[u8]| {
        let mut child =
            anyurl().args(["check", "--json"]).stdin(Stdio::piped()).spawn().expect("the command was built");
        let mut pipe = child.stdin.take().expect("piped");
        pipe.write_all(input).expect("the command reads");
        // The pipe is full until the command has read all but the last bytes.
        pipe.flush().expect("the command reads");
        thread::sleep(Duration::from_millis(200));
        let peak = peak_of(child.id());
        drop(pipe);
        child.wait_with_output().expect("the command ends");
        peak
    };
    let Some(peak) = peak(&vec![b'x'; 64 * 1024 * 1024]) else {
        return; // The system does not report it.
    };
    assert!(peak < 40 * 1024, "{peak} KiB for a line of 64 MiB");
}

#[test]
fn check_says_the_same_on_any_number_of_threads() {
    use std::fmt::Write as _;

    let mut input = String::new();
    for n in 0..60_000 {
        let line = match n % 7 {
            0 => format!("http://h/<{n}"),
            1 => format!("ftp://u:pw@h:8021/{n};type=a"),
            2 => format!("x-{}:a", n % 5),
            3 => String::new(),
            4 => format!("HTTPS://h/{n}?q#{n}\r"),
            5 => format!("nonsense {n} \u{E9}"),
            _ => format!("ldap://h/o={n}"),
        };
        let _ = writeln!(input, "{line}");
    }
    let mut input = input.into_bytes();
    input.extend(b"http://h/\xE9\nhttp://h/last");
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().join("failures");
    for options in [&[][..], &["--lenient"], &["--json"], &["-v"]] {
        let answers = ["1", "2", "5"].map(|jobs| {
            let list = list.to_str().expect("UTF-8");
            let args = ["check", "--jobs", jobs, "--failures", list];
            let output = run(args.iter().chain(options), &input);
            assert_eq!(output.status.code(), Some(1));
            (output.stdout, fs::read(list).expect("the list"))
        });
        assert_eq!(answers[0], answers[1], "{options:?}");
        assert_eq!(answers[0], answers[2], "{options:?}");
        assert!(!answers[0].0.is_empty() && !answers[0].1.is_empty());
    }
    let output = run(["check", "--jobs", "0"], b"");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn unregistered_names_are_counted_up_to_a_megabyte() {
    let names = 30_000;
    let input: Vec<_> = (0..names).map(|n| format!("x-{n:050}:a")).collect();
    let output = run(["check", "--json"], input.join("\n").as_bytes());
    let summary = lines(&output.stdout).remove(0);
    let text = summary["by_scheme"].as_object().expect("an object");
    let other = text["…"].as_u64().expect("a number");
    assert_eq!(text.len() as u64 - 1 + other, names);
    assert_eq!(text.len() - 1, 1024 * 1024 / 52);
}

/// The peak memory of a process in KiB, if the system reports it.
fn peak_of(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for command in [&["parse", "--json"][..], &["parse"], &["check", "-v"]] {
        let mut child = anyurl().args(command).stdin(Stdio::piped()).spawn().expect("the command was built");
        let mut stdout = child.stdout.take().expect("piped");
        let mut stdin = child.stdin.take().expect("piped");
        let writer = thread::spawn(move || {
            // Valid and invalid lines, so that each command has much output.
            let block = "ftp://h/a\nhttp://h/<\n".repeat(1_000);
            while stdin.write_all(block.as_bytes()).is_ok() {}
        });
        stdout.read_exact(&mut [0; 100]).expect("output");
        drop(stdout);
        // Standard error is still read, so that the command cannot block on it.
        let mut stderr = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut stderr).expect("text");
        let status = child.wait().expect("the command ends");
        writer.join().expect("the writer ends");
        assert_eq!(status.code(), Some(0), "{command:?}");
        assert!(!stderr.contains("pipe") && !stderr.contains("panic"), "{command:?}: {stderr}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn unwritable_output_is_an_error() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    for args in [
        &["parse", "http://h/"][..],
        &["--help"],
        &["--version"],
        &["completions", "zsh"],
        &["completions", "bash"],
        &["man"],
        &["schemes"],
        &["--explain", "A-24"],
        &["plugin", "hash", "Cargo.toml"],
        &["check", "--json", "Cargo.toml"],
    ] {
        let full = full.try_clone().expect("a descriptor");
        let output = anyurl().args(args).stdout(full).output();
        let output = output.expect("the command was built");
        assert_eq!(output.status.code(), Some(4), "{args:?}: {output:?}");
        let text = utf8(&output.stderr);
        assert!(text.starts_with("anyurl: cannot write: "), "{args:?}: {text}");
    }
}

#[test]
fn each_line_is_answered_at_once() {
    let mut child = anyurl().args(["parse", "--json"]).stdin(Stdio::piped()).spawn().expect("the command was built");
    let mut stdin = child.stdin.take().expect("piped");
    let stdout = child.stdout.take().expect("piped");
    let (to, answers) = mpsc::channel();
    let reader = thread::spawn(move || {
        for line in BufReader::new(stdout).lines() {
            let _ = to.send(line.expect("text"));
        }
    });
    for _ in 0..3 {
        stdin.write_all(b"x:y\n").expect("the command reads");
        let answer = answers.recv_timeout(Duration::from_secs(20));
        assert!(answer.is_ok(), "no answer before the next line");
    }
    drop(stdin);
    assert!(child.wait().expect("the command ends").success());
    reader.join().expect("the reader ends");
}

#[cfg(target_os = "linux")]
#[test]
fn unreadable_standard_input_is_an_error() {
    for command in ["parse", "check"] {
        let folder = fs::File::open("/").expect("a folder can be opened, and not be read");
        let output = anyurl().arg(command).stdin(folder).output().expect("the command was built");
        assert_eq!(output.status.code(), Some(4), "{command}");
        assert!(utf8(&output.stderr).starts_with("anyurl: <stdin>: "), "{command}");
    }
}

/// Lines that end with NUL, as `find -print0` writes them and `xargs -0` reads them.
#[test]
fn null_terminated_lines() {
    let text = b"https://h/a\0https://h/b c\0https://H/d";
    let output = run(["canonical", "-0"], text);
    assert_eq!(utf8(&output.stdout), "https://h/a\0\0https://h/d\0");
    assert!(utf8(&output.stderr).contains("--> <stdin>:2\n"));
    assert_eq!(utf8(&run(["--get", "{path}", "--null"], text).stdout), "/a\0\0/d\0");
    assert_eq!(utf8(&run(["resolve", "-0", "https://h/"], b"a\0b").stdout), "https://h/a\0https://h/b\0");
    assert!(utf8(&run(["check", "-0"], text).stdout).contains("3 lines: 2 valid, 1 invalid"));
    for exact in [&[][..], &["--exact"]] {
        let output = run([&["extract", "--all", "-0"], exact].concat(), b"x https://h/a b ftp://i/c");
        assert_eq!(utf8(&output.stdout), "https://h/a\0ftp://i/c\0");
    }
}

/// A byte order mark belongs to the file, and UTF-16 is named.
#[test]
fn byte_order_marks() {
    for command in [&["canonical"][..], &["--get", "{url}"], &["canonical", "-"]] {
        let output = run(command, b"\xEF\xBB\xBFhttps://h/a\nhttps://h/b\n");
        assert_eq!(utf8(&output.stdout), "https://h/a\nhttps://h/b\n", "{command:?}");
    }
    assert_eq!(run(["check", "-q"], b"\xEF\xBB\xBFhttps://h/a\n").status.code(), Some(0));
    let found = run(["extract", "--all", "-n"], b"\xEF\xBB\xBFhttps://h/a\n https://h/b\n");
    assert_eq!(utf8(&found.stdout), "1:1: https://h/a\n2:2: https://h/b\n");
    assert_eq!(run(["scrub"], b"\xEF\xBB\xBFx").stdout, b"\xEF\xBB\xBFx");
    for text in [&b"\xFF\xFEh\0"[..], b"\xFE\xFF\0h"] {
        for command in ["check", "canonical", "extract", "scrub"] {
            let output = run([command], text);
            assert_eq!(output.status.code(), Some(4), "{command}");
            assert!(utf8(&output.stderr).contains("<stdin>: it is UTF-16: convert it"), "{command}");
        }
    }
}

#[test]
fn bytes_are_encoded_and_decoded() {
    let all: Vec<u8> = (0..=255).filter(|byte| *byte != 0).collect();
    let encoded = run(["encode", "-0"], &[&all[..], b"\0"].concat()).stdout;
    assert_eq!(encoded.len(), 65 + 3 * (255 - 65) + 1, "{}", utf8(&encoded));
    let decoded = run(["decode", "-0"], &encoded);
    assert_eq!(decoded.stdout, [&all[..], b"\0"].concat());
    let text = utf8(&decoded.stderr);
    assert!(text.contains("the result is not UTF-8 from offset 251 on: `%80`"), "{text}");
}

#[test]
fn defanged_text_without_secrets_stays_as_it_is() {
    let forms = ["hxxps://h[.]example/a(.)b", "[", "[:]//", " {dot}", "\n", "h", "xx [at] ", "hxxp:", "\u{e9}[[.]"];
    let text: String = (0..200_000).map(|n: usize| forms[n * n / 7 % forms.len()]).collect();
    let output = run(["scrub", "--defanged"], text.as_bytes());
    assert!(output.stdout == text.as_bytes(), "another text");
    let last = format!("{text} hxxps://u:secret[@]h[.]example");
    let output = run(["scrub", "--defanged"], last.as_bytes());
    assert!(output.stdout.ends_with(b" hxxps://u:***[@]h[.]example") && output.stdout.len() == last.len() - 3);
}

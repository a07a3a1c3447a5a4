//! Runs the cases of `cases/*.txt`, each a command line with its output, and compares the output with the file.
//!
//! ```text
//! ## name of the case, unique in its file
//! $ printf 'http://h/\nx:y\n' | NO_COLOR=1 anyurl parse -
//! standard output
//! 2> standard error
//! ? exit code, unless it is 0
//! ```
//!
//! The part before the `|` is the standard input, if any; words are quoted as in a shell. `[..]` matches any text in a
//! line, and a line `...` any number of lines. Control characters of the output are escaped: `\u{1b}`. A file whose head
//! has the line `profile: rfc1738` is run with that profile.
//!
//! `SNAPSHOTS=overwrite cargo test -p anyurl-cli cases` rewrites the outputs.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::{fs, thread};

use snapbox::assert::Action;
use snapbox::data::DataFormat;
use snapbox::filter::NormalizeToExpected;
use snapbox::{Assert, Data};

use super::common::{anyurl, finish, utf8};

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let files: Vec<_> =
        fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    let assert = Assert::new().action_env(snapbox::assert::DEFAULT_ACTION_ENV);
    let results = thread::scope(|scope| {
        let threads: Vec<_> = files.iter().map(|file| scope.spawn(|| check(file, &assert))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a result")).collect::<Vec<_>>()
    });
    let errors: Vec<_> = results.iter().filter_map(|result| result.as_ref().err()).map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{}\nSNAPSHOTS=overwrite rewrites the files", errors.join("\n"));
    let count: usize = results.into_iter().flatten().sum();
    assert!(count >= 444, "{count} cases");
}

/// Runs the cases of a file, and returns their number.
fn check(file: &Path, assert: &Assert) -> snapbox::assert::Result<usize> {
    let text = fs::read_to_string(file).expect("a file of cases");
    let (title, cases) = text.split_once("\n## ").expect("a case");
    let profile = title.lines().find_map(|line| line.strip_prefix("profile: ")).unwrap_or_default();
    let (mut actual, mut names) = (title.to_owned(), BTreeSet::new());
    for case in cases.split("\n## ") {
        let (name, rest) = case.split_once('\n').expect("a name");
        assert!(names.insert(name), "{}: two cases are named `{name}`", file.display());
        let command = rest.lines().find_map(|line| line.strip_prefix("$ ")).expect("a command");
        let mut output = format!("{name}\n$ {command}\n");
        run(command, profile, &mut output);
        // Case by case, so that `...` cannot match the output of another case.
        let normalize = NormalizeToExpected::new().redact();
        let output = normalize.normalize(Data::text(output), &Data::text(format!("{}\n", case.trim_end())));
        let _ = write!(actual, "\n## {output}");
    }
    let expected = Data::read_from(file, Some(DataFormat::Text)).raw();
    assert.try_eq(Some(&file.display()), Data::text(actual), expected).map(|()| names.len())
}

/// Runs a command line and appends its output.
fn run(line: &str, profile: &str, to: &mut String) {
    let mut words = words(line).into_iter().peekable();
    let mut stdin = String::new();
    if words.next_if_eq("printf").is_some() {
        let escaped = words.next().expect("an argument of printf").replace("%%", "%");
        stdin = escaped.replace("\\n", "\n").replace("\\t", "\t");
        assert_eq!(words.next().as_deref(), Some("|"), "{line}");
    }
    let mut command = anyurl();
    command.env("ANYURL_PROFILE", profile);
    while let Some((name, value)) = words.peek().and_then(|word| word.split_once('=')) {
        command.env(name, value);
        words.next();
    }
    assert_eq!(words.next().as_deref(), Some("anyurl"), "{line}");
    let output = finish(command.args(words), stdin.as_bytes());
    for (stream, prefix) in [(&output.stdout, ""), (&output.stderr, "2> ")] {
        for line in utf8(stream).lines() {
            assert!(!line.starts_with("## ") && !line.starts_with("$ "), "{line}");
            to.push_str(prefix);
            for char in line.chars() {
                match char {
                    '\t' => to.push(char),
                    _ if char.is_control() => to.extend(char.escape_default()),
                    _ => to.push(char),
                }
            }
            to.push('\n');
        }
    }
    match output.status.code() {
        Some(0) => {}
        code => drop(writeln!(to, "? {}", code.expect("the command ends"))),
    }
}

/// Splits a command line at blanks, as a shell does; `'…'` and `\` quote.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), None::<String>, false);
    let mut chars = line.chars();
    while let Some(char) = chars.next() {
        match char {
            '\'' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            ' ' if !is_quoted => words.extend(word.take()),
            '\\' if !is_quoted => word.get_or_insert_default().extend(chars.next()),
            _ => word.get_or_insert_default().push(char),
        }
    }
    words.extend(word);
    words
}

#[test]
fn the_harness_can_fail() {
    assert_eq!(words(r"a 'b c' '' d\'e"), ["a", "b c", "", "d'e"]);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("case.txt");
    let verdict = |output: &str| {
        fs::write(&file, format!("title\n\n## a case\n$ anyurl canonical HTTP://h\n{output}\n")).expect("a file");
        check(&file, &Assert::new().action(Action::Verify)).is_ok()
    };
    assert!(verdict("http://h/") && verdict("http:[..]") && verdict("..."));
    assert!(
        !verdict("http://h") && !verdict("2> http://h/") && !verdict("http://h/\n? 1") && !verdict("...\n[..]x[..]")
    );
}

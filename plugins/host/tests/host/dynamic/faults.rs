//! Faulty plugins are found by the conformance kit, or by the host. `testdata/job.c` is one library with a scheme in many
//! versions: the first is correct, and each other one has one fault.

use std::path::Path;

use anyurl_core::Options;
use anyurl_host::dynamic::LoadedPlugin;
use anyurl_host::{PluginScheme, Violation};

const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/job.c");

/// What is wrong in each version, in the order of `FAULTS` in the source, and what a failure says.
const FAULTS: &[(&str, &str)] = &[
    ("host cut off after 12 bytes", "between their delimiters"),
    ("the canonical form makes `1` of each id of five digits", "different id"),
    ("the plan sends priority and queue in the wrong order", "its plan sends `JOB low mail 7"),
    ("`lowest` is accepted as a priority", "its `syntax` does not"),
    ("ids are limited to 32 bits", "x-job://a-b@c1.example:70/high/18446744073709551615"),
    ("retry up to 2550", "is accepted"),
    ("the canonical form keeps a keyword in upper case", "its canonical form is"),
    ("the canonical form drops `?retry=0`", "different retry"),
    ("a byte behind the text is read", "follows it in memory"),
    ("spans of priority and id are swapped", "by the `syntax`"),
    ("edits are invalid", "invalid edits"),
    ("answers differ from call to call", "or than before"),
    ("lenient mode refuses what strict mode accepts", "lenient mode does not"),
    ("zeros of a text component are dropped", "different queue"),
    ("zeros of a number are dropped, which has the role of text", "different id"),
    ("the default port is another one", "its canonical form is"),
    ("lenient mode cuts the host off", "lenient mode does not"),
    ("the queue includes the sign after it", "between their delimiters"),
    ("the canonical form is not its own canonical form, for upper case", "no equivalent, stable URL"),
    ("the plan drops a component", "its plan sends `JOB mail LOW 007\\r\\n`"),
    ("the port is read from another place", "out of order"),
    ("the host includes the login", "example x-job://mail@c1/low/7: "),
    ("a component ends after the text", "lenient mode does not"),
    ("an empty id is accepted", "its `syntax` does not"),
    ("the longest id is refused", "18446744073709551615"),
    ("answers depend on the length of the text", "its `syntax` allows it"),
    ("the host is the end of the host", "between their delimiters"),
    ("the port is left out", "between their delimiters"),
    ("the port is cut off", "between their delimiters"),
    ("an error cites a requirement that is not listed", "an invalid error"),
];

fn jobs() -> Option<&'static LoadedPlugin> {
    let library = anyurl_testkit::plugin::compile("x-job", &[Path::new(SOURCE)], &["-Wall", "-Wextra", "-Werror"])?;
    Some(anyurl_testkit::plugin::load(&library))
}

/// The failures of the conformance kit, and the violation that the scheme has recorded.
fn failures(scheme: &'static PluginScheme) -> Vec<String> {
    let mut failures = anyurl_testkit::failures(scheme);
    failures.extend(scheme.violation().map(|one| one.requirement().text().to_owned()));
    failures
}

#[test]
fn every_fault_is_found() {
    let Some(plugin) = jobs() else { return };
    let [good, faulty @ ..] = plugin.schemes() else { panic!("no scheme") };
    assert_eq!(failures(good), Vec::<String>::new());
    assert_eq!(anyurl_testkit::notes(anyurl_core::authors::Scheme::registration(good)), Vec::<String>::new());
    assert_eq!(faulty.len(), FAULTS.len());
    let missed = faulty.iter().zip(FAULTS).filter_map(|(scheme, (fault, says))| {
        let failures = failures(scheme);
        let is_found = failures.iter().any(|failure| failure.contains(says));
        (!is_found).then(|| format!("{fault}: {:?}", failures.into_iter().take(3).collect::<Vec<_>>()))
    });
    let missed: Vec<_> = missed.collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// A URL, a version of the scheme, and the violation: the host finds these faults in use, even if the kit never ran.
const IN_USE: [(&str, usize, Violation); 5] = [
    ("x-job://q@internal.example.evil.com/low/7", 1, Violation::Authority),
    ("x-job://mail@c1/low/7", 18, Violation::Authority),
    ("x-job://mail@evil.c1/low/7", 27, Violation::Authority),
    ("x-job://mail@c1:99/low/7", 28, Violation::Authority),
    ("x-job://mail@c1:8080/low/7", 29, Violation::Authority),
];

#[test]
fn a_host_that_is_not_whole_rejects_the_url() {
    let Some(plugin) = jobs() else { return };
    let good = anyurl_testkit::registry(&plugin.schemes()[0]);
    for (text, version, violation) in IN_USE {
        let registry = anyurl_testkit::registry(&plugin.schemes()[version]);
        for options in [Options::new(), Options::new().lenient()] {
            let error = registry.parser().options(options).parse(text).unwrap_err();
            assert_eq!(*error.requirement(), *violation.requirement(), "{text}");
            assert!(good.parser().options(options).parse(text).is_ok(), "{text}");
        }
    }
}

/// Two forms of one scheme are compared: the faults that are no violation differ in the named respect.
#[test]
fn forms_of_a_scheme_are_compared() {
    let Some(plugin) = jobs() else { return };
    let form = |version: usize| anyurl_testkit::registry(&plugin.schemes()[version]);
    let differences = |version, text: &str| anyurl_testkit::differences(&form(0), &form(version), [text]);
    for (version, text, says) in [
        (0, "x-job://q@c1/low/1", ""),
        (2, "x-job://q@c1/low/12345", "the canonical form is x-job://q@c1/low/12345, and x-job://q@c1/low/1"),
        (3, "x-job://q@c1/low/1", "the plan is"),
        (4, "x-job://q@c1/lowest/1", "the verdict is an error: Unexpected, and a URL"),
        (10, "x-job://q@c1/low/1", "the list of components is"),
        (13, "x-job://q@c1/low/1", "(lenient): the verdict is a URL"),
    ] {
        let found = differences(version, text);
        assert_eq!(found.is_empty(), says.is_empty(), "{found:?}");
        assert!(found.join("\n").contains(says), "{found:?}");
    }
}

//! `anyurl plugin probe`.

use std::path::Path;

use serde_json::Value;

use super::{Folder, json};
use crate::common::{anyurl, finish, utf8};

/// Seconds that suffice on a busy machine.
pub(super) const LONG: &str = "600";

/// The exit code, the text on both streams, and the JSON report.
fn probed(library: &Path, timeout: &str) -> (Option<i32>, String, Value) {
    let probe = |more: &[&str]| {
        let mut command = anyurl();
        command.args(["plugin", "probe", "--timeout", timeout]).arg(library);
        finish(command.args(more), b"")
    };
    let output = probe(&[]);
    let text = format!("{}{}", utf8(&output.stdout), utf8(&output.stderr));
    let report = probe(&["--json"]);
    assert_eq!(report.status.code(), output.status.code());
    (output.status.code(), text, json(utf8(&report.stdout)))
}

#[test]
fn a_good_library_passes_the_probe() {
    let folder = Folder::new();
    let Some(library) = folder.constructed("loud", "puts(\"hello\"); fputs(\"\\x1E{\", stdout);") else {
        return;
    };
    let (exit, text, report) = probed(&library, LONG);
    assert_eq!(exit, Some(0), "{text}");
    for has in [
        "pigeon 1.2.3, a library",
        &format!("file        {}", library.display()),
        "sha256      ",
        "abi         1.1",
        "anyurl >=0.1, <2",
        "x-pigeon 1.0.0: what a pigeon brings",
        "pigeonurl = ",
        "1. connect to host:port by TCP",
        "x-pigeon://h:70/roof/7",
        "18..19: unexpected `x` in the ring",
        "passes the conformance kit",
    ] {
        assert!(text.contains(has), "{has}:\n{text}");
    }
    assert!(!text.contains("hello"), "{text}");
    assert_eq!(report["verdict"], "passes");
    assert_eq!(report["plugin"]["abi"], "1.1");
    let scheme = &report["schemes"][0];
    assert_eq!(scheme["name"], "x-pigeon");
    assert_eq!(scheme["kind"], "dynamic");
    assert_eq!(scheme["examples"].as_array().map(Vec::len), Some(2));
    assert_eq!(scheme["failures"], serde_json::json!([]));
}

#[test]
fn a_library_with_wrong_examples_fails_the_probe() {
    let folder = Folder::new();
    let Some(library) = folder.changed("wrong", "AUP_E_UNEXPECTED, 18, 19", "AUP_E_UNEXPECTED, 17, 18") else {
        return;
    };
    let (exit, text, report) = probed(&library, LONG);
    assert_eq!(exit, Some(1), "{text}");
    assert!(text.contains("x-pigeon 1.0.0: 1 failure in the conformance kit"), "{text}");
    assert!(text.contains("reject x-pigeon://h/roof/x: is"), "{text}");
    assert_eq!(report["verdict"], "fails");
    assert_eq!(report["schemes"][0]["failures"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_refused_library_is_probed_until_its_error() {
    let folder = Folder::new();
    let Some(library) = folder.pigeon("failing", &["-DCASE_INIT=-5"]) else {
        return;
    };
    let (exit, text, report) = probed(&library, LONG);
    assert_eq!(exit, Some(3), "{text}");
    for has in ["pigeon 1.2.3, a library", "brings      x-pigeon 1.0.0", "`init` returned -5"] {
        assert!(text.contains(has), "{has}: {text}");
    }
    assert_eq!((&report["verdict"], &report["error"]["kind"]), (&"refused".into(), &"refused".into()));
    let (exit, text, report) = probed(&folder.path().join("missing.so"), LONG);
    assert_eq!((exit, &report["plugin"]), (Some(3), &Value::Null), "{text}");
}

/// Probes an unusable library, and compares the stage and message of its end.
#[track_caller]
fn ended(library: &Path, timeout: &str, stage: &str, has: &str) -> (String, Value) {
    let (exit, text, report) = probed(library, timeout);
    assert_eq!(exit, Some(3), "{text}");
    let name = library.display().to_string();
    assert!(text.contains(&format!("anyurl: {name}: ")), "{text}");
    assert!(text.contains(has), "{has}: {text}");
    assert_eq!(report["error"]["while"], stage, "{report}");
    assert_eq!(report["file"], name);
    (text, report)
}

#[test]
fn a_library_crashes_in_a_child_process() {
    let folder = Folder::new();
    let crash = "fputs(\"oh\\x1B[31m dear\\n\", stderr); *(volatile int *)0 = 1;";
    let Some(library) = folder.constructed("crash", crash) else {
        return;
    };
    let (text, report) = ended(&library, "300", "load", "(SIGSEGV)");
    assert!(text.ends_with("\n  | oh␛[31m dear\n"), "{text}");
    assert_eq!(report["error"]["signal"], 11);
    let example = ["\"x-pigeon://h/roof\"", "\"x-pigeon://h/bad-crash\""];
    let rows = [
        (folder.constructed("abort", "abort();"), "load", "(SIGABRT)"),
        (folder.constructed("leaves", "_exit(0);"), "load", "exit status: 0"),
        (folder.changed("tries", example[0], example[1]), "try", "(SIGSEGV)"),
    ];
    for (library, stage, has) in rows {
        let (text, report) = ended(&library.expect("a compiler"), "300", stage, has);
        // The report has the text that made the library crash.
        let crashed = (stage == "try").then_some("x-pigeon://h/bad-crash");
        assert_eq!(report["error"]["text"].as_str(), crashed, "{report}");
        let given = crashed.map(|url| format!("while testing the examples (while parsing `{url}`): "));
        assert!(given.is_none_or(|given| text.contains(&given)), "{text}");
    }
}

#[test]
fn a_library_that_hangs_is_killed() {
    let folder = Folder::new();
    let rows = [
        (folder.constructed("spins", "for (;;) {}"), "load"),
        (folder.constructed("floods", "for (;;) puts(\"hello\");"), "load"),
        // The process ends, but its child keeps the streams open.
        (folder.constructed("forks", "if (fork()) _exit(0); sleep(9);"), "load"),
        (folder.pigeon("hangs", &["-DCASE_HANG"]), "prepare"),
    ];
    // The timeouts run in parallel.
    std::thread::scope(|scope| {
        for (library, stage) in rows {
            let Some(library) = library else { continue };
            let is_gone = library.ends_with("libforks.so");
            let has = if is_gone { "exit status: 0" } else { "more than 3 seconds" };
            scope.spawn(move || ended(&library, "3", stage, has));
        }
    });
}

//! Plugins that panic or crash. Crashes that cannot be caught happen in a child process.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use crate::dynamic::support::{Folder, refused, registry, skip, trusting};
use anyurl_core::{Environment, Registry};
use anyurl_host::dynamic::AddLibrary;
use anyurl_host::{PluginErrorKind, Violation};
use anyurl_testkit::plugin;

/// Builds a Rust plugin, in a folder that only its owner can write to.
fn panicking(folder: &Folder, name: &str, arguments: &[&str]) -> PathBuf {
    let built = plugin::build_with("x-panics-plugin", arguments);
    folder.file(name, &std::fs::read(built).expect("what was built"))
}

#[test]
fn a_panic_rejects_only_its_url() {
    let folder = Folder::new();
    let registry = registry(&panicking(&folder, "panics.so", &[]));
    for word in ["text", "string", "index", "number", "resumed", "bomb"] {
        let text = format!("x-panics://h/{word}");
        for _ in 0..3 {
            let error = registry.parse(&text).unwrap_err();
            assert_eq!(*error.requirement(), *Violation::Panic.requirement(), "{word}");
        }
        let url = format!("x-panics://h/plan{word}");
        let error = registry.parse(&url).unwrap().plan(&Environment::new()).unwrap_err();
        assert_eq!(error.kind().as_str(), "failed", "{word}");
        assert!(registry.parse("x-panics://h/calm").is_ok());
    }
    let text = "x-panics://h/string";
    let error = registry.parse(text).unwrap_err();
    let explanation = registry.explain(text, anyurl_core::Options::new(), &error);
    assert_eq!(explanation.message.as_deref(), Some("a string"));
}

#[test]
fn a_panic_in_init_registers_nothing() {
    let folder = Folder::new();
    let path = panicking(&folder, "init.so", &["--features", "x-panics-plugin/init"]);
    refused(
        &Registry::builder(),
        &path,
        &trusting(),
        |kind| matches!(kind, PluginErrorKind::Init { status: -100, text } if text == "anyurl is not supported"),
    );
}

#[test]
fn a_build_that_aborts_is_refused_by_default() {
    let folder = Folder::new();
    let path = panicking(&folder, "abort.so", &["--config", "profile.dev.panic=\"abort\""]);
    refused(&Registry::builder(), &path, &trusting(), |kind| matches!(kind, PluginErrorKind::NotPanicSafe));
    // If the policy allows it, a panic ends the process.
    let status = child("aborts", &path, "x-panics://h/text");
    assert!(!status.success());
}

/// The environment variables of a child process: the library that it loads, and the URL that it parses.
const CHILD: [&str; 2] = ["ANYURL_TEST_LIBRARY", "ANYURL_TEST_URL"];

/// Loads a library and parses a URL in a child process.
fn child(what: &str, library: &Path, url: &str) -> ExitStatus {
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command.args(["--exact", "dynamic::panics::reads_in_a_child", "--nocapture"]);
    command.env(CHILD[0], library).env(CHILD[1], url);
    let output = command.output().expect("a child");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("is not loaded"), "{what}: {said}");
    output.status
}

/// The body of the child process; does nothing in the parent.
#[test]
fn reads_in_a_child() {
    let [Some(library), Some(url)] = CHILD.map(std::env::var_os) else {
        return;
    };
    let policy = trusting().require_panic_safe(false);
    let url = url.into_string().expect("a URL");
    // In a thread, because thread-local data of a plugin is dropped at its end.
    let reader = std::thread::spawn(move || {
        let builder = Registry::builder().add_library(&library, &policy);
        let registry = builder.unwrap_or_else(|error| panic!("is not loaded: {error}")).build();
        registry.parse(&url).map(|_| ()).map_err(|error| error.to_string())
    });
    let outcome = reader.join().expect("a reader");
    assert_eq!(outcome, Ok(()));
}

#[test]
fn uncaught_panics_end_the_process() {
    let folder = Folder::new();
    let path = panicking(&folder, "panics.so", &[]);
    assert!(child("reads", &path, "x-panics://h/calm").success());
    for word in ["overflow", "abort"] {
        let status = child(word, &path, &format!("x-panics://h/{word}"));
        assert!(is_killed(status), "{word}: {status}");
    }
    let Some(path) = folder.plugin("pigeon-good", &[]) else {
        return;
    };
    assert!(child("reads", &path, "x-pigeon://h/roof").success());
    for loft in ["crash", "abort"] {
        let status = child(loft, &path, &format!("x-pigeon://h/bad-{loft}"));
        assert!(is_killed(status), "{loft}: {status}");
    }
}

#[cfg(unix)]
fn is_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal().is_some()
}

#[cfg(not(unix))]
fn is_killed(status: ExitStatus) -> bool {
    !status.success()
}

/// Rust cannot catch a C++ exception: the plugin must.
#[test]
fn an_exception_of_another_language_ends_the_process() {
    let folder = Folder::new();
    let source = folder.file(
        "throws.cpp",
        br#"
#include <anyurl_plugin.h>
#define parse parse_in_c
extern "C" aup_status throwing(void *, aup_str, size_t, uint32_t, aup_span *, size_t, size_t *, aup_error *) { throw 7; }
"#,
    );
    if Command::new("c++").arg("--version").output().is_err() {
        skip("an exception of another language", "there is no C++ compiler");
        return;
    }
    let flags = ["-xc++", "-std=c++17", "-fPIC", "-c"];
    let Some(object) = plugin::compile_program("throws", &[&source], &flags) else {
        return;
    };
    let object = object.to_str().expect("a path").to_owned();
    let flags = ["-DTHROWS", &*object, "-l:libstdc++.a"];
    let Some(path) = folder.plugin("pigeon-throws", &flags) else {
        return;
    };
    let status = child("throws", &path, "x-pigeon://h/roof");
    assert!(is_killed(status), "{status}");
}

/// Thread-specific values are freed by code of the library when a thread ends, so a library must not be unloaded.
#[test]
fn threads_that_used_a_plugin_end() {
    let folder = Folder::new();
    let path = panicking(&folder, "panics.so", &[]);
    assert!(child("ends", &path, "x-panics://h/calm").success());
    if let Some(path) = folder.plugin("pigeon-threads", &["-DCASE_THREADS", "-pthread"]) {
        assert!(child("ends", &path, "x-pigeon://h/roof").success());
    }
}

/// Only a child process can be stopped; `anyurl plugin probe` uses one.
#[test]
fn a_plugin_that_hangs_can_be_stopped_with_its_process() {
    let folder = Folder::new();
    let Some(path) = folder.plugin("pigeon-hangs", &["-DCASE_HANG"]) else {
        return;
    };
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command.args(["--exact", "dynamic::panics::reads_in_a_child"]);
    command.env(CHILD[0], &path).env(CHILD[1], "x-pigeon://h/roof");
    command.stdout(std::process::Stdio::null());
    let mut child = command.spawn().expect("a child");
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(300) {
        assert_eq!(child.try_wait().expect("a child"), None, "it does not hang");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("a child that can be stopped");
    assert!(!child.wait().expect("a child").success());
    assert!(registry(&folder.plugin("pigeon-good", &[]).unwrap()).parse("x-pigeon://h/roof").is_ok());
}

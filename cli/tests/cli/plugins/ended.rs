//! A library that ends the process, or breaks its contract where no error can say so: neither looks as if all were well.

use std::process::Output;

use super::{Folder, json, locator};
use crate::common::{finish, utf8};

fn run(library: &std::path::Path, args: &[&str]) -> Output {
    finish(locator().arg("--plugin").arg(library).args(args), b"")
}

/// Whatever a library does to end the process, and whenever, it is exit code 3 and a message.
#[test]
fn a_library_that_ends_the_process_is_exit_code_3() {
    let folder = Folder::new();
    let url = |loft: &str| format!("x-pigeon://h/{loft}");
    let (exit, leave, abort) = (url("bad-exit"), url("bad-leave"), url("bad-abort"));
    let (plan, edits, good) = (url("plan-exit"), url("edits-exit"), url("roof"));
    let functions = ["-DCASE_PLAN", "-DCASE_CANONICAL", "-DSTEPS=\"\""];
    let Some(library) = folder.pigeon("ends", &functions) else {
        return;
    };
    let mut rows = vec![
        (library.clone(), vec!["parse", &*exit]),
        (library.clone(), vec!["parse", "--json", &*exit]),
        (library.clone(), vec!["-q", "parse", &*leave]),
        (library.clone(), vec!["parse", &*abort]),
        (library.clone(), vec!["plan", &*plan]),
        (library.clone(), vec!["canonical", &*edits]),
        (library.clone(), vec!["same", &*good, &*edits]),
    ];
    for (name, code) in [("init-exit", "(exit(0),0)"), ("init-leave", "(_Exit(0),0)")] {
        let library = folder.pigeon(name, &[&format!("-DCASE_INIT={code}")]).unwrap();
        rows.push((library, vec!["parse", &*good]));
    }
    for (name, code) in [
        ("made-exit", "exit(0);"),
        ("made-leave", "_exit(0);"),
        ("made-quick", "quick_exit(0);"),
        ("made-fails", "_exit(1);"),
        ("made-killed", "kill(getpid(), 9);"),
    ] {
        let library = folder.constructed(name, &format!("extern int kill(int, int); {code}")).unwrap();
        rows.push((library, vec!["parse", &*good]));
    }
    for (name, code) in [("end-leaves", "_exit(0);"), ("end-kills", "abort();")] {
        // When the process ends in order, and the answer has been given.
        let code = format!("}} __attribute__((destructor)) static void destructor(void) {{ {code}");
        let library = folder.constructed(name, &code).unwrap();
        rows.push((library, vec!["parse", &*good]));
    }
    for (library, args) in rows {
        let output = run(&library, &args);
        let said = utf8(&output.stderr);
        let what = format!("{} {args:?}: {output:?}", library.display());
        assert_eq!(output.status.code(), Some(3), "{what}");
        assert!(said.contains("before the command was done"), "{what}");
        assert!(said.contains(&library.display().to_string()), "{what}");
        if args.contains(&"--json") {
            assert_eq!(json(said)["error"]["kind"], "plugin", "{what}");
        }
    }
}

/// Exit codes and streams of a command that loads a library are those of one that does not.
#[test]
fn other_ends_are_as_ever() {
    let folder = Folder::new();
    let Some(library) = folder.pigeon("ends-well", &[]) else {
        return;
    };
    for (args, code) in [
        (&["parse", "x-pigeon://h/roof"][..], 0),
        (&["parse", "x-pigeon://h/roof/x"], 1),
        (&["--explain", "nothing-of-this-name"], 2),
        (&["man", "nothing-of-this-name"], 2),
        (&[], 2),
        (&["check", "/nowhere/at/all"], 4),
        (&["--locked", "--registry", "/nowhere", "parse", "x:y"], 3),
    ] {
        let with = run(&library, args);
        let without = finish(locator().args(args), b"");
        if code != 0 && !args.contains(&"x-pigeon://h/roof/x") {
            assert_eq!(with.status, without.status, "{args:?}: {with:?}");
            assert_eq!(with.stdout, without.stdout, "{args:?}");
        }
        assert_eq!(with.status.code(), Some(code), "{args:?}: {with:?}");
    }
    let text = finish(locator().arg("--plugin").arg(&library).args(["check", "-"]), b"x-pigeon://h/roof\n");
    assert_eq!(text.status.code(), Some(0), "{text:?}");
    // Nothing is written, and that is said.
    if let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") {
        let mut command = locator();
        let command = command.arg("--plugin").arg(&library).args(["parse", "x-pigeon://h/roof"]);
        let child = command.stdout(full).spawn().expect("the command");
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!(output.status.code(), Some(4), "{output:?}");
    }
}

/// The process that loads libraries does not outlive the one that waits for it.
#[cfg(target_os = "linux")]
#[test]
fn a_library_that_hangs_ends_with_the_command() {
    use std::io::Read;
    let folder = Folder::new();
    let Some(library) = folder.pigeon("hangs", &["-DCASE_HANG", "-D_DEFAULT_SOURCE"]) else {
        return;
    };
    let mut command = locator();
    let command = command.arg("--plugin").arg(&library).args(["parse", "x:y"]);
    let mut child = command.spawn().expect("the command");
    // Until the library is in a process.
    let name = library.display().to_string();
    let is_mapped = || {
        let mut all = std::fs::read_dir("/proc").expect("processes");
        all.any(|process| {
            let path = process.expect("a process").path().join("maps");
            std::fs::read_to_string(path).is_ok_and(|maps| maps.contains(&name))
        })
    };
    while !is_mapped() {
        std::thread::yield_now();
    }
    child.kill().expect("the command is there");
    // The streams are closed when no process has them: this test would wait for ever.
    let mut said = String::new();
    let mut stream = child.stderr.take().expect("a stream");
    stream.read_to_string(&mut said).expect("a text");
    child.wait().expect("the command has ended");
    assert!(!is_mapped());
}

/// A canonical form cannot fail: what a plugin breaks there is told at the end.
#[test]
fn edits_that_break_the_contract_are_told() {
    let folder = Folder::new();
    let Some(library) = folder.pigeon("edits", &["-DCASE_CANONICAL"]) else {
        return;
    };
    let output = run(&library, &["canonical", "x-pigeon://H:7070/edits-append"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(utf8(&output.stdout), "x-pigeon://h/edits-append\n");
    let said = utf8(&output.stderr);
    assert!(said.starts_with("locator: x-pigeon: ") && said.contains("violated its contract"), "{said}");
    let well = run(&library, &["canonical", "x-pigeon://H:7070/roof"]);
    assert_eq!((well.status.code(), utf8(&well.stderr)), (Some(0), ""));
}

/// The hash of a file takes no more memory than a block of it.
#[test]
fn hashes_need_no_memory() {
    let folder = Folder::new();
    let large = folder.path().join("large");
    let file = std::fs::File::create(&large).expect("a file");
    // All of it is a hole.
    file.set_len(256 << 20).expect("a large file");
    let limited =
        format!("ulimit -v 131072 && exec '{}' plugin hash '{}'", env!("CARGO_BIN_EXE_locator"), large.display());
    let mut command = std::process::Command::new("sh");
    let output = command.args(["-c", &limited]).output().expect("a shell");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let hash = "sha256:a6d72ac7690f53be6ae46ba88506bd97302a093f7108472bd9efc3cefda06484";
    assert!(utf8(&output.stdout).starts_with(hash), "{output:?}");
}

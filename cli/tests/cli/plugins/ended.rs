//! Libraries that end the process, or break their contract where they cannot return an error: neither looks like
//! success.

use std::process::Output;

use super::{Folder, anyurl, json};
use crate::common::{finish, utf8};

fn run(library: &std::path::Path, args: &[&str]) -> Output {
    finish(anyurl().arg("--plugin").arg(library).args(args), b"")
}

/// However and whenever a library ends the process, the command reports it with exit code 3.
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
        // After the output, when the process exits normally.
        let code = format!("}} __attribute__((destructor)) static void destructor(void) {{ {code}");
        let library = folder.constructed(name, &code).unwrap();
        rows.push((library, vec!["parse", &*good]));
    }
    for (library, args) in rows {
        let output = run(&library, &args);
        let stderr = utf8(&output.stderr);
        let what = format!("{} {args:?}: {output:?}", library.display());
        assert_eq!(output.status.code(), Some(3), "{what}");
        assert!(stderr.contains("before the command was complete"), "{what}");
        assert!(stderr.contains(&library.display().to_string()), "{what}");
        if args.contains(&"--json") {
            assert_eq!(json(stderr)["error"]["kind"], "plugin", "{what}");
        }
    }
}

/// A command that loads a library has the same exit codes and output as one that does not.
#[test]
fn exit_codes_do_not_depend_on_libraries() {
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
        let without = finish(anyurl().args(args), b"");
        if code != 0 && !args.contains(&"x-pigeon://h/roof/x") {
            assert_eq!(with.status, without.status, "{args:?}: {with:?}");
            assert_eq!(with.stdout, without.stdout, "{args:?}");
        }
        assert_eq!(with.status.code(), Some(code), "{args:?}: {with:?}");
    }
    let text = finish(anyurl().arg("--plugin").arg(&library).args(["check", "-"]), b"x-pigeon://h/roof\n");
    assert_eq!(text.status.code(), Some(0), "{text:?}");
    // An unwritable output is reported.
    if let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") {
        let mut command = anyurl();
        let command = command.arg("--plugin").arg(&library).args(["parse", "x-pigeon://h/roof"]);
        let child = command.stdout(full).spawn().expect("the command");
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!(output.status.code(), Some(4), "{output:?}");
    }
}

/// The child process that loads libraries does not outlive its parent.
#[cfg(target_os = "linux")]
#[test]
fn a_library_that_hangs_ends_with_the_command() {
    use std::io::Read;
    let folder = Folder::new();
    let Some(library) = folder.pigeon("hangs", &["-DCASE_HANG", "-D_DEFAULT_SOURCE"]) else {
        return;
    };
    let mut command = anyurl();
    let command = command.arg("--plugin").arg(&library).args(["parse", "x:y"]);
    let mut child = command.spawn().expect("the command");
    // Waits until a process has loaded the library.
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
    // The stream ends when no process has it open; otherwise this test would not end.
    let mut stderr = String::new();
    let mut stream = child.stderr.take().expect("a stream");
    stream.read_to_string(&mut stderr).expect("a text");
    child.wait().expect("the command has ended");
    assert!(!is_mapped());
}

/// A canonical form cannot return an error, so a violation is reported at the end.
#[test]
fn edits_that_break_the_contract_are_reported() {
    let folder = Folder::new();
    let Some(library) = folder.pigeon("edits", &["-DCASE_CANONICAL"]) else {
        return;
    };
    let output = run(&library, &["canonical", "x-pigeon://H:7070/edits-append"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(utf8(&output.stdout), "x-pigeon://h/edits-append\n");
    let stderr = utf8(&output.stderr);
    assert!(stderr.starts_with("anyurl: x-pigeon: ") && stderr.contains("violated its contract"), "{stderr}");
    let well = run(&library, &["canonical", "x-pigeon://H:7070/roof"]);
    assert_eq!((well.status.code(), utf8(&well.stderr)), (Some(0), ""));
}

/// A large file is hashed block by block.
#[test]
fn hashing_uses_constant_memory() {
    let folder = Folder::new();
    let large = folder.path().join("large");
    let file = std::fs::File::create(&large).expect("a file");
    // A sparse file.
    file.set_len(256 << 20).expect("a large file");
    let limited =
        format!("ulimit -v 131072 && exec '{}' plugin hash '{}'", env!("CARGO_BIN_EXE_anyurl"), large.display());
    let mut command = std::process::Command::new("sh");
    let output = command.args(["-c", &limited]).output().expect("a shell");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let hash = "sha256:a6d72ac7690f53be6ae46ba88506bd97302a093f7108472bd9efc3cefda06484";
    assert!(utf8(&output.stdout).starts_with(hash), "{output:?}");
}

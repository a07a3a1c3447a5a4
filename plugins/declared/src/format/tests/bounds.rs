//! Limits: hostile files, and paths that leave the folder.

use std::path::Path;

use crate::format::*;

/// Files that could exhaust time or memory are rejected quickly.
#[test]
fn hostile_files_end() {
    for (begin, text) in super::hostile::hostile() {
        let reading = match RegistryFile::from_text("x.toml", text.as_str()) {
            Ok(reading) => reading,
            Err(refused) => {
                assert!(matches!(refused, RegistryFileError::TooMany { .. }), "{begin}: {refused}");
                continue;
            }
        };
        let found = reading.lint(LintOptions::default());
        assert!(found.is_fatal(), "{begin}");
        let drawn: usize = found.iter().map(|one| one.drawn(anyurl_core::Style::default()).to_string().len()).sum();
        assert!(drawn < 10_000_000, "{begin}: {drawn}");
        let _ = format_toml("x.toml", text);
    }
}

/// Files at the limits can be read.
#[test]
fn full_files_are_read() {
    for (name, text) in super::hostile::heavy() {
        let layer = RegistryFile::from_text("x.toml", text).map(ParsedFile::load);
        assert!(matches!(layer, Ok(Ok(_))), "{name}: {:?}", layer.err());
    }
}

#[test]
fn files_beyond_a_limit_are_rejected() {
    let of = |text: String| RegistryFile::from_text("x.toml", text).map(|_| ()).unwrap_err();
    assert!(matches!(of("x".repeat(crate::format::folder::MAX_FILE_BYTES + 1)), RegistryFileError::TooLong { .. }));
    let gateway = |n| format!("[[gateway]]\nid = 'g{n}'\n");
    let version = |n| format!("[[scheme]]\nname = 'x-a'\nversion = '{n}.0.0'\n");
    for (head, piece, more, most) in [
        ("[registry]\nclaims = [", (|n| format!("'n{n}',")) as fn(u32) -> String, "]", 1_000),
        ("[policy]\nnever = [", |n| format!("'n{n}',"), "]", 1_000),
        ("", gateway, "", 1_000),
        ("", version, "", 100),
        ("[[scheme]]\nname = 'x-a'\nalias = [", |n| format!("'n{n}',"), "]", 100),
        ("", |n| format!("[[scheme]]\nname = 'x{n}'\nalias = [{}]\n", "'y',".repeat(100)), "", 100),
    ] {
        let file = |count| format!("schema = 1\n{head}{}{more}", (0..count).map(piece).collect::<String>());
        assert!(RegistryFile::from_text("x.toml", file(most)).is_ok(), "{head}");
        assert!(matches!(of(file(most + 1)), RegistryFileError::TooMany { .. }), "{head}");
    }
    assert!(matches!(of("[".repeat(crate::format::folder::MAX_FILE_BYTES)), RegistryFileError::TooFull { .. }));
    assert!(matches!(of("\n".repeat(crate::format::folder::MAX_FILE_BYTES)), RegistryFileError::TooFull { .. }));
}

/// Invalid patterns of `include`.
#[test]
fn includes_stay_in_their_folder() {
    let of = |pattern: &str| {
        let main = format!("schema = 1\n[registry]\ninclude = ['{pattern}']\n");
        let files = [("x.toml", main.as_str()), ("a/b.toml", "schema = 1\n"), ("a/.b.toml", "schema = 1\n")];
        let reading = RegistryFile::read(&MemoryFolder::new(files), "", "x.toml").unwrap();
        match reading.findings().iter().find(|one| one.line() == 3) {
            Some(finding) => Err((finding.is_fatal(), finding.column(), finding.message().to_owned())),
            None => Ok(reading.layer().files.iter().map(|file| file.path.clone()).collect::<Vec<_>>()),
        }
    };
    assert_eq!(of("a/*.toml").unwrap(), ["x.toml", "a/b.toml"]);
    assert_eq!(of("a/b.toml").unwrap(), ["x.toml", "a/b.toml"]);
    let refused = [
        (&["*.toml", "x.toml"][..], "`x.toml` includes itself"),
        (&["a/c.toml"], "`a/c.toml` cannot be read"),
        (
            &["../*.toml", "/etc/*", "a/../../b", "C:/x.toml", "a//b.toml", "./a/b.toml", "a\\b.toml", ""],
            "is outside the folder of the registry",
        ),
        (&["*/b.toml", "a/a/a/a/a/a/a/a/a/*.toml"], "is not valid: "),
    ];
    for (patterns, says) in refused {
        for pattern in patterns {
            let (is_fatal, column, message) = of(pattern).unwrap_err();
            assert!(is_fatal && column == 12 && message.contains(says), "{pattern}: {column} {message}");
        }
    }
}

/// Files on the disk, with symbolic links.
#[test]
fn symbolic_links_do_not_leave_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("registry");
    std::fs::create_dir_all(inside.join("schemes")).unwrap();
    let main = "schema = 1\n[registry]\ninclude = ['schemes/*.toml']\n";
    std::fs::write(inside.join("x.toml"), main).unwrap();
    std::fs::write(inside.join("schemes/a.toml"), "schema = 1\n").unwrap();
    let open = |path: &Path| RegistryFile::open(path);
    let reading = open(&inside.join("x.toml")).unwrap();
    assert_eq!(reading.layer().files.len(), 2);
    assert!(reading.findings().iter().all(|one| one.file().starts_with(inside.to_str().unwrap())));
    assert!(matches!(open(&inside.join("none.toml")), Err(RegistryFileError::Unreadable { .. })));
    assert!(matches!(open(&inside), Err(RegistryFileError::Unreadable { .. })));
    assert!(matches!(open(Path::new("/")), Err(RegistryFileError::Unreadable { .. })));
    #[cfg(unix)]
    {
        std::fs::write(folder.path().join("secret.toml"), "schema = 1\n").unwrap();
        std::os::unix::fs::symlink("../../secret.toml", inside.join("schemes/b.toml")).unwrap();
        let reading = open(&inside.join("x.toml")).unwrap();
        assert_eq!(reading.layer().files.len(), 2);
        assert!(
            reading.findings().iter().any(|one| one.line() == 3 && one.message().contains("is outside the folder"))
        );
    }
}

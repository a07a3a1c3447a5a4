//! Locks, bundles and the configuration of a machine.

use std::fs;

use anyurl_testkit::registry_file;

use super::common::{anyurl, finish, utf8};
use super::registry::Folder;

fn org(serial: u64, more: &str) -> String {
    let text = registry_file("organization", "com.example", "com.example.*", more);
    text.replace("serial = 1", &format!("serial = {serial}"))
}

const GRAMMAR: &str = "[[scheme]]\nname = \"com.example.t\"\nstatus = \"private\"\ndescription = \"a test\"\n\
    applications = [\"tests\"]\ncontact = [\"urls@example.com\"]\nchange_controller = \"Example\"\nsecurity = \"-\"\n\
    syntax = { grammar = \"rfc3986\", dialect = \"rfc5234\", start = \"t\", abnf_file = \"abnf/t.abnf\" }\n\
    access = { kind = \"none\", locates = \"name\", operations = [], algorithm = \"Ask.\", name_properties = \"-\" }\n\
    example = [{ url = \"com.example.t:1\", accept = true }, { url = \"com.example.t:a\", accept = false }]\n";

#[test]
fn a_lock_covers_grammars_in_files_of_their_own() {
    let folder = Folder::new([("org.toml", org(1, GRAMMAR).as_str())]);
    fs::create_dir(folder.file("abnf")).expect("a folder");
    folder.write("abnf/t.abnf", "t = \"com.example.t:\" 1*DIGIT\n");
    folder.ends("--registry org.toml registry lock", 0);
    folder.ends("--registry org.toml --locked parse com.example.t:1", 0);
    // A comment changes no facet, but a byte.
    folder.write("abnf/t.abnf", "t = \"com.example.t:\" 1*DIGIT ; digits\n");
    let (_, error) = folder.ends("--registry org.toml --locked parse com.example.t:1", 3);
    assert!(error.contains("the sha256 of the layer `com.example` was"), "{error}");
    assert!(error.contains("accept it with `anyurl --registry org.toml registry lock`"), "{error}");
    folder.ends("--registry org.toml registry bundle --out b.bundle", 0);
    fs::remove_dir_all(folder.file("abnf")).expect("a folder");
    fs::remove_file(folder.file("registry.lock")).expect("a file");
    // The lock in the bundle is no protection: it is replaced with it.
    let (_, error) = folder.ends("--registry b.bundle --locked parse com.example.t:1", 3);
    assert!(error.contains("registry.lock: there is no lock"), "{error}");
    folder.ends("--registry b.bundle registry lock", 0);
    folder.ends("--registry b.bundle --locked parse com.example.t:1", 0);
    folder.ends("--registry b.bundle parse com.example.t:a", 1);
}

#[test]
fn a_bundle_is_the_registry_that_it_was_made_from() {
    let folder =
        Folder::new([("org.toml", org(3, "[[mask]]\nname = \"wais\"\nreason = \"wholly unread\"\n").as_str())]);
    fs::create_dir(folder.file("else")).expect("a folder");
    folder.ends("--registry org.toml registry bundle --out else/b.bundle", 0);
    for url in ["http://h/", "wais://h/d", "tel:+1", "x-unknown:a", "ftp://h/a"] {
        for command in ["parse --json", "plan --json"] {
            let run = |file: &str| {
                finish(
                    anyurl().current_dir(folder.file("")).args(["--registry", file]).args(command.split(' ')).arg(url),
                    b"",
                )
            };
            let (one, other) = (run("org.toml"), run("else/b.bundle"));
            assert_eq!((utf8(&one.stdout), one.status.code()), (utf8(&other.stdout), other.status.code()), "{url}");
        }
    }
    let (out, _) = folder.ends("--registry else/b.bundle registry delta", 0);
    assert!(out.contains("mask wais: com.example (org.toml:12)"), "{out}");
    // A user's layer above it.
    folder.write(
        "me.toml",
        &registry_file("user", "com.example.me", "com.example.me.*", "[[mask]]\nname = \"ftp\"\nreason = \"r\"\n"),
    );
    let (_, error) = folder.ends("--registry else/b.bundle --registry me.toml parse ftp://h/", 1);
    assert!(error.contains("masked by com.example.me"), "{error}");
    folder.ends("registry lint --lock registry.lock me.toml", 3);
    folder.ends("--registry else/b.bundle registry lint me.toml", 0);

    let text = folder.read("else/b.bundle");
    for part in [100, text.len() / 2, text.len() - 2] {
        folder.write("cut.bundle", &text[..part]);
        for words in ["--registry cut.bundle parse http://h/", "registry verify cut.bundle"] {
            let (_, error) = folder.ends(words, 3);
            assert!(error.contains("its end is missing: it was cut off"), "{part} {words}: {error}");
        }
    }
    for (from, to, code, says) in [
        (
            "wholly unread",
            "wholly read",
            3,
            "the bundle was changed after it was written: the sha256 of the layer `com.example` was",
        ),
        ("serial = 3", "serial = 2", 3, "the serial of the layer `com.example` was"),
        ("bundle = 1", "bundle = 2", 3, "the bundle has the format 2, but this version supports 1"),
        ("bundle = 1", "bundle = ", 3, "the bundle cannot be read"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        folder.write("bad.bundle", &changed);
        let (out, error) = folder.ends("--registry bad.bundle parse http://h/", code);
        assert!(out.is_empty() && error.contains(says), "{from}: {error}");
    }
    let (out, _) = folder.ends("registry verify else/b.bundle", 0);
    let hash = out.lines().next().and_then(|line| line.rsplit_once(' ')).expect("a hash").1.to_owned();
    folder.ends(&format!("registry verify else/b.bundle --sha256 {hash}"), 0);
    folder.ends(&format!("registry verify else/b.bundle --sha256 {}", &hash["sha256:".len()..]), 0);
    folder.ends(&format!("registry verify bad.bundle --sha256 {hash}"), 1);
    folder.ends("registry verify else/b.bundle --sha256 12", 2);
    folder.ends("registry verify none.bundle", 4);
}

#[test]
fn the_configuration_of_the_machine_comes_first() {
    let folder = Folder::new([
        (
            "org.toml",
            org(1, "[[mask]]\nname = \"wais\"\nreason = \"r\"\n[policy.env.prod]\nnever = [\"ftp\"]\n").as_str(),
        ),
        ("user.toml", "environment = \"prod\"\nprofile = \"current\"\n[access]\nemail = \"me@example.com\"\n"),
    ]);
    let run = |system: &str, variables: &[(&str, &str)], words: &str| {
        folder.write("machine.toml", system);
        let mut command = anyurl();
        command.current_dir(folder.file("")).env("ANYURL_SYSTEM_CONFIG", "machine.toml").args(words.split(' '));
        let output = finish(command.envs(variables.iter().copied()), b"");
        (output.status.code().expect("a code"), utf8(&output.stdout).to_owned(), utf8(&output.stderr).to_owned())
    };
    let plain = "layers = [\"org.toml\"]\nenvironment = \"prod\"\nprofile = \"rfc1738\"\n";
    let required =
        "layers = [{ file = \"org.toml\", required = true }]\nenvironment = { name = \"prod\", required = true }\n";
    let user: &[(&str, &str)] = &[("ANYURL_CONFIG", "user.toml")];
    for (system, variables, words, code) in [
        (plain, &[][..], "parse wais://h/d", 1),
        (plain, &[], "--no-default-registry parse wais://h/d", 0),
        (required, &[], "--no-default-registry parse wais://h/d", 1),
        (required, user, "parse wais://h/d", 1),
        // The environment.
        (plain, &[], "plan ftp://h/a", 1),
        (plain, &[], "--env prod plan ftp://h/a", 1),
        (required, &[], "plan ftp://h/a", 1),
        (required, &[("ANYURL_ENV", "prod")], "plan ftp://h/a", 1),
        (required, &[("ANYURL_ENV", "test")], "plan ftp://h/a", 2),
        (required, &[], "--env test plan ftp://h/a", 2),
        (required, user, "plan ftp://h/a", 1),
        // A flag is before a variable, a variable before the user's file, and that before the file of the machine.
        (plain, user, "parse http://h/~a", 0),
        (plain, &[], "parse http://h/~a", 1),
        (plain, &[("ANYURL_CONFIG", "user.toml"), ("ANYURL_PROFILE", "rfc1738")], "parse http://h/~a", 1),
        (plain, &[("ANYURL_PROFILE", "rfc1738")], "--profile current parse http://h/~a", 0),
        // Mistakes.
        ("layers = [{ path = \"org.toml\" }]\n", &[], "parse http://h/", 3),
        ("required = true\n", &[], "parse http://h/", 3),
        ("layers = [{ file = \"none.toml\", required = true }]\n", &[], "parse http://h/", 3),
    ] {
        let (found, _, error) = run(system, variables, words);
        assert_eq!(found, code, "{system} {variables:?} {words}: {error}");
    }
    folder.write("user.toml", "environment = { name = \"prod\", required = true }\n");
    let (code, _, error) = run(plain, user, "parse http://h/");
    assert!(
        code == 3 && error.contains("`required` has a meaning only in the configuration of the machine"),
        "{error}"
    );
    folder.write("user.toml", "environment = \"test\"\n");
    let (code, _, error) = run(required, user, "parse http://h/");
    assert!(code == 2 && error.contains("user.toml names the environment `test`"), "{error}");
}

//! `anyurl registry new` and `add`: what they write, and what lint says of it.

use super::common::{anyurl, finish, utf8};
use super::registry::{Folder, ORG};

/// The number of TODOs, each of which lint reports, and the other findings.
fn lint(folder: &Folder, file: &str) -> (usize, Vec<String>) {
    let (out, _) = folder.ends(&format!("--json registry lint {file}"), 0);
    let findings = out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let ids: Vec<_> = findings.map(|finding| finding["id"].as_str().expect("an id").to_owned()).collect();
    let todos = ids.iter().filter(|id| *id == "SR207").count();
    (todos, ids.into_iter().filter(|id| id != "SR207").collect())
}

/// Lint reports each TODO of a new file and nothing else, and nothing once they are filled in; the file is formatted.
#[test]
fn a_new_file_lints_clean_except_for_its_todos() {
    let folder = Folder::new([]);
    for (words, header, others) in [
        ("com.example.robot", "id = \"com.example\"\nkind = \"organization\"\n", &[][..]),
        ("uk.co.example.robot", "id = \"uk.co.example\"\nkind = \"organization\"\n", &[]),
        ("com.example.robot --kind team --id com.example.t", "id = \"com.example.t\"\nkind = \"team\"\n", &[]),
        ("x-robot", "id = \"com.example.schemes\"", &["SR103"]),
        ("x-robot --kind organization --id org.example", "id = \"org.example\"\nkind = \"organization\"", &["SR103"]),
        ("robot", "kind = \"user\"", &["SR115"]),
        ("x-robot+*", "claims = [\"x-robot+*\"]", &["SR103"]),
    ] {
        let (draft, err) = folder.ends(&format!("registry new {words}"), 0);
        assert!(draft.contains(header), "{words}: {draft}");
        assert_eq!(err.matches("warning[").count(), others.len(), "{words}: {err}");
        folder.write("draft.toml", &draft);
        assert_eq!(
            lint(&folder, "draft.toml"),
            (draft.matches("TODO").count(), others.iter().map(ToString::to_string).collect()),
            "{words}"
        );
        folder.ends("registry fmt --check draft.toml", 0);
        folder.write("draft.toml", &draft.replace("TODO: ", ""));
        assert_eq!(lint(&folder, "draft.toml").0, 0, "{words}");
    }
}

/// A new file and the schema that it names are written together, and never over another file.
#[test]
fn a_new_file_comes_with_its_schema() {
    let folder = Folder::new([]);
    let (out, _) = folder.ends("registry new com.example.robot --out org.toml", 0);
    assert_eq!(out, "org.toml written\n  schema for editors: registry.schema.json\n");
    assert!(folder.read("org.toml").starts_with("#:schema ./registry.schema.json\n"));
    assert_eq!(folder.read("registry.schema.json"), folder.ends("registry schema", 0).0);
    let (_, error) = folder.ends("registry new com.example.other --out org.toml", 4);
    assert!(error.contains("org.toml") && folder.read("org.toml").contains("com.example.robot"), "{error}");
}

/// Queries, IPv6 addresses and paths as people write them (D5).
#[test]
fn a_new_scheme_accepts_usual_urls() {
    let folder = Folder::new([]);
    let (draft, _) = folder.ends("registry new com.example.robot", 0);
    folder.write("org.toml", &draft);
    for rest in [
        "//h/",
        "//h/a/b/c",
        "//[2001:db8::1]:7071/~joe/a,b;c",
        "//10.0.0.1/a?b=c&d=/e?f",
        "//h.example/%C3%A4?q=a%26b",
        "//h/a/../b/",
    ] {
        folder.ends(&format!("--registry org.toml plan com.example.robot:{rest}"), 0);
    }
    let (out, _) = folder.ends("--registry org.toml plan com.example.robot://h/a?b=c&d", 0);
    assert!(out.contains("send     a?b=c&d\\r\\n"), "{out}");
}

/// A name in no domain: lint and `new` say the same (D24).
#[test]
fn a_name_without_a_domain_is_warned_of() {
    let folder = Folder::new([]);
    let (draft, err) = folder.ends("registry new robot", 0);
    let says = "warning[SR115]: `robot` is in no domain, so IANA may register it for something else";
    assert!(err.starts_with(says), "{err}");
    assert!(draft.contains("status = \"private\""), "{draft}");
    folder.write("draft.toml", &draft);
    let (out, _) = folder.ends("registry lint draft.toml", 0);
    assert!(out.contains(says), "{out}");
}

/// A second scheme: what was there stays, and a URL is planned like any other.
#[test]
fn add_to_a_file() {
    let before = format!("# ours\n{}\n# the end\n", *ORG);
    let folder = Folder::new([("org.toml", before.as_str())]);
    let (out, err) = folder.ends("registry add org.toml x-lake --claim --expires 2099-01-01", 0);
    let todo = "9 TODOs to fill in: `anyurl registry lint org.toml` lists them\n";
    let changes = "  claims: added `x-lake`\n";
    assert_eq!(out, format!("x-lake added to org.toml\n{changes}{todo}"));
    assert!(err.starts_with("warning[SR103]"), "{err}");
    let after = folder.read("org.toml");
    let (start, rest) = after.split_once("[[scheme]]\nname = \"x-lake\"").expect("the entry");
    assert!(
        start.starts_with("# ours\n") && rest.ends_with("# the end\n") || start.ends_with("# the end\n\n"),
        "{after}"
    );
    assert!(after.contains("claims = [\"com.example.*\", \"x-lake\"]"), "{after}");
    assert_eq!(lint(&folder, "org.toml"), (9, vec!["SR103".to_owned()]));
    folder.ends("--registry org.toml plan x-lake://h/a?b com.example.box://h/b", 0);

    // A name in the claims of the file changes no claims; --dry-run writes nothing.
    let (out, _) = folder.ends("registry add org.toml com.example.zoo --dry-run", 0);
    assert!(out.contains("name = \"com.example.zoo\"") && out.contains("claims = [\"com.example.*\", \"x-lake\"]"));
    assert_eq!(folder.read("org.toml"), after);
    folder.ends("registry add org.toml com.example.zoo --kind organization --id com.example", 0);
    // The file may be a layer of the run.
    folder.ends("--registry org.toml registry add org.toml com.example.zoo-2", 0);
    assert_eq!(lint(&folder, "org.toml").1, ["SR103"]);
}

#[test]
fn add_creates_a_file() {
    let folder = Folder::new([]);
    let (out, _) = folder.ends("registry add new.toml com.example.zoo --kind team", 0);
    assert_eq!(out.lines().next(), Some("com.example.zoo written to the new file new.toml"));
    assert_eq!(folder.read("new.toml"), folder.ends("registry new com.example.zoo --kind team", 0).0);
}

/// Forty schemes of one organization are four lines each, and lint has nothing to say; versions rise once for a release.
#[test]
fn forty_schemes() {
    const TEXTS: [&str; 12] = [
        "--form",
        "//<host>/<id>",
        "--description",
        "An object of the shop",
        "--application",
        "shop",
        "--owner",
        "@acme/shop",
        "--security",
        "Numbers can be guessed.",
        "--encoding",
        "UTF-8",
    ];
    let folder = Folder::new([]);
    let add = |names: &[String]| {
        let (out, err) = folder.ends_of(
            ["registry", "add", "org.toml"].into_iter().chain(names.iter().map(String::as_str)).chain(TEXTS),
            0,
        );
        assert!(err.is_empty(), "{err}");
        out
    };
    let names: Vec<_> = (0..40).map(|n| format!("com.acme.thing-{n}")).collect();
    add(&names[..2]);
    let new = folder.read("org.toml");
    assert_eq!(folder.read("registry.schema.json"), folder.ends("registry schema", 0).0);
    folder.write("org.toml", &new.replace("TODO: ", ""));
    folder.ends("--registry org.toml registry lock", 0);
    assert!(add(&names[2..20]).contains("\n  version: 1.0.0, now 1.1.0\n  serial: 1, now 2\n"));
    let out = add(&names[20..]);
    assert!(!out.contains("serial") && !out.contains("TODO"), "{out}");
    let (out, _) = folder.ends("registry lint org.toml", 0);
    assert_eq!(out, "0 errors, 0 warnings, 0 notes\n");
    folder.ends("registry fmt --check org.toml", 0);
    let text = folder.read("org.toml");
    let entries = text.split_once("\n[[scheme]]").expect("entries").1;
    let lines = entries.lines().filter(|line| !line.is_empty()).count();
    assert!(lines <= 40 * 5, "{lines}");
    for name in [&names[0], &names[39]] {
        folder.ends(&format!("--registry org.toml parse {name}://h/1"), 0);
    }
}

/// `--from-url` writes a form that accepts the URLs, which become examples.
#[test]
fn add_from_urls() {
    let folder = Folder::new([("org.toml", ORG.as_str())]);
    let urls = ["com.example.lake://u@h.example/tables/a?x=1", "com.example.lake://[::1]:7070/tables/b"];
    let (out, _) = folder.ends(&format!("registry add org.toml com.example.lake --from-url {}", urls.join(" ")), 0);
    let form = "com.example.lake://[<user>@]<host>[:<port>]/tables/<table>[?<query>]";
    assert!(out.contains(&format!("  form: {form}\n")), "{out}");
    let after = folder.read("org.toml");
    assert!(after.contains(&format!("form = [\"{form}\"]")), "{after}");
    for url in urls {
        assert!(after.contains(&format!("url = \"{url}\"\n  accept = true\n")), "{after}");
    }
    assert_eq!(lint(&folder, "org.toml").1, [""; 0]);
    let (out, _) = folder.ends(&format!("--registry org.toml parse {}", urls[1]), 0);
    assert!(out.contains("  table           b\n"), "{out}");
}

/// Nothing is written if there is a problem, which is named.
#[test]
fn what_cannot_be_added() {
    let tombstone = "\n[[tombstone]]\nname = \"com.example.fax\"\nremoved = 2025-03-01\nreason = \"off\"\n";
    let of_fax = format!("{}{tombstone}", *ORG);
    let folder = Folder::new([
        ("org.toml", ORG.as_str()),
        ("bad.toml", "schema = 1\n[registri]\n"),
        ("fax.toml", of_fax.as_str()),
    ]);
    for (words, code, says) in [
        ("fax.toml com.example.fax", 1, "`fax.toml` already has `com.example.fax` as a tombstone: "),
        ("org.toml com.example.box:a --form a:<b>", 2, "error[SR615]: `com.example.box` selects no subschemes"),
        ("org.toml com.example.box", 1, "`org.toml` already has `com.example.box` (line"),
        ("org.toml gopher", 2, "error[SR604]: `gopher` is already registered by builtin"),
        ("org.toml com.example_lake", 2, "error[SR101]: `_` is not allowed in a name"),
        ("org.toml org.example.a", 1, "`org.toml` does not claim `org.example.a`, which is outside its domain"),
        ("org.toml com.example.a --form //<host>:<", 2, "accepts no URL such as"),
        ("org.toml com.example.a --id org.example", 2, "`org.toml` has the id `com.example`"),
        ("org.toml com.example.a --kind user", 2, "`org.toml` has the kind `organization`"),
        ("new.toml com.example.a --kind public", 2, "unknown kind `public`: expected organization, team or user"),
        ("bad.toml com.example.a", 3, "bad.toml: not a valid registry file"),
        ("no/org.toml com.example.a", 4, "no/org.toml"),
        ("org.toml com.example.a --from-url com.example.b:a", 1, "`com.example.b:a` is not a URL of `com.example.a`"),
        (
            "org.toml com.example.a --from-url com.example.a:b com.example.a://h/%zz",
            1,
            "no form accepts `com.example.a://h/%zz`: ",
        ),
    ] {
        let (out, err) = folder.ends(&format!("registry add {words}"), code);
        assert!(out.is_empty() && err.contains(says), "{words}: {out}{err}");
    }
    assert_eq!(folder.read("org.toml"), *ORG);
    assert!(!folder.file("new.toml").exists());
}

/// A second override of a facet is refused, and one of another facet is not.
#[test]
fn an_override_is_added_once() {
    let folder = Folder::new([("org.toml", ORG.as_str())]);
    for (facet, code, says) in [
        ("port", 0, ""),
        ("port", 1, "`org.toml` already has an override of the port of `LDAP` (line 28)\n"),
        ("access", 0, ""),
    ] {
        let (_, err) = folder.ends(&format!("registry add org.toml --override LDAP --facet {facet}"), code);
        assert_eq!(err, says, "{facet}");
    }
    folder.ends("--registry org.toml canonical https://h/", 0);
}

/// A part of a registry file is merged by itself, with `include` as it was, and gets no header by `add`.
#[test]
fn parts_of_a_file() {
    let (head, entry) = ORG.split_once("\n[[scheme]]").expect("an entry");
    let main = head.replace("claims", "include = [\"schemes/*.toml\"]\nclaims");
    let part = format!("schema = 1\n\n[[scheme]]{entry}");
    let theirs = part.replace("A box of ours", "A box");
    let folder = Folder::new([("org.toml", main.as_str()), ("theirs", theirs.as_str())]);
    std::fs::create_dir(folder.file("schemes")).expect("a folder");
    folder.write("schemes/com.example.box.toml", &part);
    for (file, other, merged, says) in [
        ("org.toml", "org.toml", &main, ""),
        ("schemes/com.example.box.toml", "theirs", &theirs, "description: \"A box of ours\" -> \"A box\""),
    ] {
        let (out, err) = folder.ends(&format!("registry merge {file} {other} --base {file}"), 0);
        assert!(out == *merged && err.contains(says), "{file}: {out}{err}");
    }
    for name in ["com.example.box", "com.example.new"] {
        let (_, err) = folder.ends(&format!("registry add schemes/{name}.toml com.example.new"), 2);
        assert!(err.contains("is a part of `org.toml`, which includes it: add to `org.toml`"), "{err}");
    }
    folder.ends("--registry org.toml canonical com.example.box://h/b", 0);
}

/// `fmt` and `lint` take registry files only.
#[test]
fn a_bundle_is_no_registry_file() {
    let folder = Folder::new([("org.toml", ORG.as_str()), ("other.toml", "a   = 1\n")]);
    folder.ends("--registry org.toml registry bundle --out org.bundle", 0);
    folder.ends("--registry org.toml registry lock", 0);
    for file in ["org.bundle", "other.toml", "registry.lock"] {
        let before = folder.read(file);
        let (_, err) = folder.ends(&format!("registry fmt {file}"), 3);
        assert!(err.contains("not a registry file, so it is not formatted") && folder.read(file) == before, "{err}");
    }
    let (out, _) = folder.ends("registry lint --json org.bundle", 1);
    assert!(out.lines().count() == 1 && out.contains("this is a bundle, and not a registry file"), "{out}");
}

/// The password of a URL is in no message.
#[test]
fn passwords_of_proposals_are_masked() {
    let folder = Folder::new([]);
    for url in ["com.example.a://u:S3cret@h/%zz", "com.example.b://u:S3cret@h/"] {
        let (out, err) = folder.ends(&format!("registry add org.toml com.example.a --from-url {url}"), 1);
        assert!(!out.contains("S3cret") && !err.contains("S3cret") && err.contains("u:***@h"), "{out}{err}");
    }
}

/// The message about the wrong type says what is expected (D12).
#[test]
fn a_date_in_place_of_a_text() {
    let text = ORG.replace("encoding = ", "deprecated = { since = 2025-06-01, reason = \"old\" }\nencoding = ");
    let folder = Folder::new([("org.toml", ORG.as_str()), ("date.toml", text.as_str())]);
    let (out, _) = folder.ends("registry lint date.toml", 1);
    assert!(out.contains("error[SR009]: `scheme.deprecated.since` must be text, not datetime"), "{out}");
    let output =
        finish(anyurl().args(["registry", "diff"]).arg(folder.file("org.toml")).arg(folder.file("date.toml")), b"");
    let err = utf8(&output.stderr);
    assert!(
        err.contains("`scheme.deprecated.since` must be text") && err.contains("not a valid registry file"),
        "{err}"
    );
}

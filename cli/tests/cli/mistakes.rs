//! What a person gets wrong in registry files, and what is said of it: where it stands, in words of what was written.

use super::registry::{Folder, ORG, USER};

/// The registry file with each text replaced, which has to be there.
fn edited(edits: &[(&str, &str)]) -> String {
    let replaced = |text: String, (from, to): &(&str, &str)| {
        assert!(text.contains(from), "`{from}` stands nowhere in the file");
        text.replace(from, to)
    };
    edits.iter().fold(ORG.to_owned(), replaced)
}

/// The place of the only line that has a piece, as errors tell it.
fn place(text: &str, piece: &str) -> String {
    let mut lines = text
        .lines()
        .zip(1..)
        .filter(|(line, _)| line.contains(piece));
    let (line, number) = lines.next().expect("a line has it");
    let before = &line[..line.find(piece).expect("it has it")];
    format!("org.toml:{number}:{}", before.chars().count() + 1)
}

/// Lint and loading say the same of a form, at its place.
#[test]
fn forms_are_told_where_they_are_written() {
    const FORM: &str = "<host>[:<port>]/<box>";
    for (form, at, id, says) in [
        (
            "<host>[:<port>/<box>",
            "[:<port>/",
            "SR301",
            "`[` is not closed",
        ),
        ("<host>[:<port>]/<box", "<box", "SR301", "`<` is not closed"),
        (
            "<host>[:<port>]/<the box>",
            "<the box>",
            "SR301",
            "`<the box>` is no name",
        ),
        (
            "<host>[:<port>]/<box>/<box>",
            "<box>\"]",
            "SR304",
            "`<box>` stands twice in one form",
        ),
        (
            "<host>[:<port>]/<digits>",
            "<digits>",
            "SR302",
            "`<digits>` has the name of a rule that is there already",
        ),
    ] {
        let text = edited(&[(FORM, form)]).replace("GET {box}", "GET {host}");
        let folder = Folder::new([("org.toml", text.as_str())]);
        let place = place(&text, at);
        let (out, _) = folder.ends("registry lint org.toml", 1);
        assert!(
            out.contains(&format!("error[{id}]: {says}")),
            "{form}: {out}"
        );
        assert!(
            out.contains(&format!("--> {place}\n")),
            "{form}, {place}: {out}"
        );
        assert!(!out.contains("line 1, column"), "{form}: {out}");
        if id != "SR302" {
            let (_, err) = folder.ends("--registry org.toml parse com.example.box://h/", 3);
            assert!(
                err.contains(&format!("{place}: error[{id}]: {says}")),
                "{form}: {err}"
            );
        }
    }
}

/// What is missing is what has to come, and not what could go on and is whole.
#[test]
fn what_is_missing_is_named() {
    let folder = Folder::new([("org.toml", ORG)]);
    let section = format!("= {}, grammar", place(ORG, "\"com.example.box://<host>"));
    for (url, says) in [
        (
            "com.example.box://",
            "the host is missing: the rule `domainlabel` of com.example.box",
        ),
        ("com.example.box://h.", "the host is missing"),
        ("com.example.box://h:", "the port is missing"),
        (
            "com.example.box://h",
            "the box is missing: the form `com.example.box://<host>[:<port>]/<box>` has something else there",
        ),
        ("com.example.box://h:1", "the box is missing"),
    ] {
        let (_, err) = folder.ends(&format!("--registry org.toml parse {url}"), 1);
        assert!(
            err.contains(&format!("error: {says}")) && err.contains(&section),
            "{url}: {err}"
        );
    }
}

/// A form has components, and a table says more of them.
#[test]
fn components_of_a_form() {
    let table = |name: &str, rule: &str| {
        let table = format!(
            "component = [{{ name = \"{name}\", rule = \"{rule}\", case = \"lower\" }}], form ="
        );
        edited(&[("form =", &table)])
    };
    let text = table("box", "box");
    let folder = Folder::new([("org.toml", text.as_str())]);
    let (out, _) = folder.ends("--registry org.toml canonical com.example.box://h/B%2fA", 0);
    assert_eq!(out, "com.example.box://h/b%2Fa\n");
    for (name, rule) in [("lid", "lid"), ("box", "lid"), ("lid", "box")] {
        let text = table(name, rule);
        folder.write("org.toml", &text);
        let says =
            format!("error[SR307]: the component `{name}` of `com.example.box` is not in its form");
        let place = place(&text, &format!("\"{rule}\", case"));
        let (out, _) = folder.ends("registry lint org.toml", 1);
        assert!(
            out.contains(&says) && out.contains(&format!("--> {place}\n")),
            "{place}: {out}"
        );
        let (_, err) = folder.ends("--registry org.toml parse com.example.box://h/b", 3);
        assert!(err.contains(&format!("{place}: {says}")), "{err}");
    }
}

/// What an upper layer has put in place is told in its file.
#[test]
fn an_override_is_wrong_in_its_own_file() {
    let folder = Folder::new([("org.toml", ORG)]);
    folder.ends("--registry org.toml registry lock", 0);
    let lock = folder.read("registry.lock");
    let expect = super::registry::hash(&lock, "com.example.box", "access");
    let text = format!(
        "{USER}\n[[override]]\nname = \"com.example.box\"\nof = \"com.example\"\nfacet = \"access\"\n\
         expect = \"{expect}\"\nreason = \"ours\"\n[override.access]\nkind = \"gateway\"\ngateway = \"boxe\"\n\
         locates = \"data-object\"\noperations = [\"get\"]\ndefault = \"get\"\n"
    );
    folder.write("user.toml", &text);
    let both = "--registry org.toml --registry user.toml";
    let (_, err) = folder.ends(&format!("{both} plan com.example.box://h/b"), 3);
    assert!(
        err.contains("user.toml:13:1: error[SR505]")
            && err.contains("the gateway `boxe` is not there"),
        "{err}"
    );
    let (out, _) = folder.ends("--registry org.toml registry lint user.toml", 1);
    assert!(out.contains("--> user.toml:13:1"), "{out}");
}

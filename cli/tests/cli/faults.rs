//! A fault of one name in a registry file: URLs of that name are errors, and every command works for all others.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use anyurl_testkit::registry_file;

use super::registry::{Folder, ORG, user};
use super::tutorial::{blocks, written};

/// The files of docs/your-registry.md.
fn tutorial_files() -> [(&'static str, String); 2] {
    written(&blocks(include_str!("../../../docs/your-registry.md")))
}

/// The organization of the page with a name that the public layer has with a syntax: `https://h/` works in all commands, and
/// no URL of the name is one of the public definition or of the generic syntax.
#[test]
fn a_clash_with_a_public_name() {
    let [(_, org), _] = tutorial_files();
    let clash = org.replace("\"x-me-*\"", "\"sftp\"").replace("x-me-thing", "sftp");
    let clash = clash.replace("\"experimental\"", "\"private\"").replace("expires = 2027-06-30\n", "");
    let folder = Folder::new([("clash.toml", clash.as_str()), ("urls.txt", "https://h/\nftp://h/a\nsftp://h/b\n")]);
    let registry = "--registry clash.toml";
    for words in
        ["parse https://h/", "check --json -", "canonical https://h/", "plan https://h/", "schemes https", "extract -"]
    {
        let (_, err) = folder.ends(&format!("{registry} {words}"), 0);
        assert!(err.contains("warning: URLs of `sftp` are refused: ") && err.contains("[SR604]"), "{words}: {err}");
        assert!(!err.contains("takes precedence") && err.matches("SR604").count() == 1, "{words}: {err}");
    }
    let (_, err) = folder.ends(&format!("{registry} --quiet parse https://h/"), 0);
    assert_eq!(err, "");
    for words in
        ["parse sftp://h/b", "--lenient parse sftp://h/b", "--profile current canonical sftp://h/b", "plan sftp://h/b"]
    {
        let (out, err) = folder.ends(&format!("{registry} {words}"), 1);
        assert!(
            out.is_empty() && err.contains("error: scheme not allowed: `sftp` is registered by public"),
            "{words}: {out}{err}"
        );
        assert!(err.contains("(clash.toml:13)") && err.contains("registry files, SR604"), "{words}: {err}");
    }
    let (out, _) = folder.ends(&format!("{registry} check urls.txt"), 1);
    assert!(out.contains("3 lines: 2 valid, 1 invalid"), "{out}");
    let (out, _) = folder.ends(&format!("{registry} --json schemes sftp"), 0);
    assert!(out.contains("is registered by public") && out.contains("clash.toml"), "{out}");
    let (out, _) = folder.ends(&format!("{registry} registry why sftp"), 0);
    assert!(out.starts_with("sftp: refused\n  reason    `sftp` is registered by public"), "{out}");
    folder.ends("registry lint clash.toml", 1);
    let (_, err) = folder.ends(&format!("{registry} registry lock"), 3);
    assert!(err.contains("error[SR604]") && err.contains("no lock is written"), "{err}");
}

/// IANA has registered a name of the organization since, in each status.
#[test]
fn a_newer_public_layer_registers_a_private_name() {
    let entry = ORG.replace("\"com.example.*\"", "\"acme-order\"").replace("com.example.box", "acme-order");
    let xml = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/uri-schemes-2026-08-13.xml");
    let xml = fs::read_to_string(xml).expect("IANA's registry").replace("<updated>2026-08-13", "<updated>2026-11-16");
    let folder = Folder::new([("org.toml", entry.as_str())]);
    folder.ends("--registry org.toml registry lock", 0);
    let lock = folder.read("registry.lock");
    assert!(!lock.contains("shadows"), "{lock}");
    for (status, is_fixed) in [("Provisional", false), ("Permanent", true), ("Historical", false)] {
        fs::remove_file(folder.file("registry.lock")).expect("a lock");
        let record = format!(
            "<record date=\"2026-11-16\">\n<value>acme-order</value>\n<description>Orders</description>\n<status>{status}</status>\n\
             <xref type=\"person\" data=\"Acme\"/>\n</record>\n<record"
        );
        folder.write("new.xml", &xml.replacen("<record", &record, 1));
        let (public, _) = folder.ends("registry import new.xml", 0);
        folder.write("pub2.toml", &public);
        let both = "--registry pub2.toml --registry org.toml";

        // Without a lock nothing says who was first.
        let (_, err) = folder.ends(&format!("{both} parse http://h/"), 0);
        assert_eq!(err.contains("URLs of `acme-order` are refused"), is_fixed, "{status}: {err}");
        assert_eq!(err.contains("write the lock with the layers of that time"), is_fixed, "{status}: {err}");
        folder.ends(&format!("{both} parse acme-order://h/b"), i32::from(is_fixed));

        // With the lock of the time before, the definition of the organization stays in force.
        folder.write("registry.lock", &lock);
        let (out, err) = folder.ends(&format!("{both} parse acme-order://h/b"), 0);
        assert!(out.contains("[shadows-public]") && out.contains("  box ") && err.is_empty(), "{status}: {out}{err}");
        let (out, _) = folder.ends(&format!("{both} registry why acme-order"), 0);
        assert!(out.contains("  shadows   ") && out.contains("name of public"), "{status}: {out}");
        let (out, _) = folder.ends(&format!("{both} registry lint org.toml"), 0);
        assert!(out.contains("warning[SR709]") && !out.contains("SR604"), "{status}: {out}");

        // `--locked` fails until it is acknowledged, and `lock` does not do that by itself.
        let (_, err) = folder.ends(&format!("{both} --locked parse http://h/"), 3);
        assert!(err.contains("the name below `acme-order` 1.0.0 is new: "), "{status}: {err}");
        let (_, err) = folder.ends(&format!("{both} registry lock"), 3);
        assert!(err.contains("`registry lock --acknowledge acme-order`"), "{status}: {err}");
        assert_eq!(folder.read("registry.lock"), lock);
        folder.ends(&format!("{both} registry lock --acknowledge acme-box"), 2);
        folder.ends(&format!("{both} registry lock --acknowledge ACME-order"), 0);
        folder.ends(&format!("{both} --locked parse acme-order://h/b"), 0);
        folder.ends(&format!("{both} registry lock"), 0);
        folder.ends(&format!("{both} registry bundle --out all.bundle"), 0);
        let (out, _) = folder.ends("--registry all.bundle parse acme-order://h/b", 0);
        assert!(out.contains("[shadows-public]"), "{status}: {out}");
    }
}

/// A fault in each kind of entry: the name and what the error says.
#[test]
fn each_command_works_with_a_fault_of_another_name() {
    let folder = Folder::new([("org.toml", ORG.as_str()), ("text.txt", "see https://h/ and com.example.box://h/b\n")]);
    let expect = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let stale = "\n[[override]]\nname = \"com.example.box\"\nof = \"com.example\"\nfacet = \"port\"\nexpect = \"EXPECT\"\nreason = \"r\"\nport = { default = 71 }\n";
    // An equal definition would be one that is being moved.
    let foreign = ORG.split_once("[[scheme]]").map_or("", |(_, entry)| entry).replace("7070", "7071");
    let gateway = "\n[[gateway]]\nid = \"g\"\nfor = [\"com.example.box\"]\nmode = \"url\"\ntemplate = \"nowhere://g/{url}\"\noperations = [\"get\"]\nstrip = [\"user\", \"password\"]\n";
    for (what, entry, id) in [
        ("stale", stale.replace("EXPECT", expect), "SR603"),
        ("without a hash", stale.replace("expect = \"EXPECT\"\n", ""), "SR603"),
        ("foreign", format!("\n[[scheme]]{foreign}"), "SR601"),
        ("a pin", "\n[pin]\n\"com.example.box\" = \"^7\"\n".to_owned(), "SR411"),
        ("a gateway", gateway.to_owned(), "SR502"),
    ] {
        folder.write("user.toml", &user(&entry));
        let both = "--registry org.toml --registry user.toml";
        for (words, code) in [
            ("parse https://h/", 0),
            ("plan https://h/", 0),
            ("canonical ftp://h/a", 0),
            ("same http://h/ http://H/", 0),
            ("resolve https://h/a b", 0),
            ("build https host=h", 0),
            ("schemes", 0),
            ("--json schemes com.example.box", 0),
            ("extract text.txt", 0),
            ("registry why com.example.box", 0),
            ("registry lint user.toml", 1),
            ("parse com.example.box://h/b", 1),
            ("canonical com.example.box://h/b", 1),
            ("plan com.example.box://h/b", 1),
            ("same com.example.box://h/b com.example.box://h/b", 2),
        ] {
            let (out, err) = folder.ends(&format!("{both} {words}"), code);
            let shown = if words.contains("registry ") { &out } else { &err };
            assert!(format!("{shown}{err}").contains(id), "{what}, {words}: {out}{err}");
        }
    }
}

/// A layer that is missing stops everything, whether it is required or only named; `https` cannot be taken or disabled.
#[test]
fn what_stops_everything_and_what_cannot_be_taken() {
    let folder = Folder::new([("org.toml", ORG.as_str())]);
    folder.ends("--registry org.toml --registry none.toml parse https://h/", 3);
    for claims in ["https", "com.example.*"] {
        let entry = ORG.replace("\"com.example.*\"", &format!("\"{claims}\"")).replace("com.example.box", "https");
        folder.write("org.toml", &entry);
        let (out, err) = folder.ends("--registry org.toml parse https://h/b", 0);
        assert!(out.contains("(builtin, static)") && err.contains("warning: org.toml:"), "{out}{err}");
        folder.ends("registry lint org.toml", 1);
    }
    // The same file twice: its names are refused, and no others.
    folder.write("org.toml", &ORG);
    folder.write("copy.toml", &ORG);
    folder.ends("--registry org.toml --registry copy.toml parse https://h/", 0);
    folder.ends("--registry org.toml --registry copy.toml parse com.example.box://h/b", 1);
}

/// Files that are linted together are layers of one stack.
#[test]
fn lint_takes_its_files_together() {
    let [(_, org), (_, home)] = tutorial_files();
    let folder = Folder::new([("org.toml", org.as_str()), ("home.toml", home.as_str())]);
    let (out, _) = folder.ends("registry lint org.toml home.toml", 0);
    assert!(!out.contains("SR608"), "{out}");
    let (out, _) = folder.ends("registry lint home.toml", 0);
    assert!(
        out.contains("warning[SR608]") && out.contains("help: give the file of the layer `com.example`, too"),
        "{out}"
    );

    folder.write("org.toml", &org.replace("locates = \"data-object\"", "locates = \"service\""));
    for words in [
        "registry lint org.toml home.toml",
        "registry lint home.toml org.toml",
        "registry lint --registry org.toml home.toml",
    ] {
        let (out, _) = folder.ends(words, 1);
        assert!(out.contains("error[SR603]") && !out.contains("SR608"), "{words}: {out}");
    }
    let (_, err) = folder.ends("--registry org.toml --registry home.toml parse https://h/", 0);
    assert!(err.contains("URLs of `x-me-thing` are refused: ") && err.contains("[SR603]"), "{err}");
    folder.ends("--registry org.toml --registry home.toml parse x-me-thing://h/b", 1);
}

/// A team above an organization that adds a name of the team: the lock decides.
#[test]
fn an_organization_registers_a_name_of_a_team() {
    let name = "com.example.ml.box";
    let team =
        registry_file("team", "com.example.ml", "com.example.ml.*", &ORG[ORG.find("[[scheme]]").expect("an entry")..]);
    let team = team.replace("com.example.box", name);
    let folder = Folder::new([("org.toml", ORG.as_str()), ("team.toml", team.as_str())]);
    let both = "--registry org.toml --registry team.toml";
    folder.ends(&format!("{both} registry lock"), 0);
    let entry = &ORG[ORG.find("[[scheme]]").expect("an entry")..];
    folder.write("org.toml", &format!("{}\n{}", *ORG, entry.replace("com.example.box", name).replace("7070", "7071")));
    let (out, _) = folder.ends(&format!("{both} parse {name}://h/b"), 0);
    assert!(out.contains("(team, declared)") && out.contains("[shadows-public]"), "{out}");
    fs::remove_file(folder.file("registry.lock")).expect("a lock");
    folder.ends(&format!("{both} parse {name}://h/b"), 1);
    folder.ends(&format!("{both} parse com.example.box://h/b"), 0);
}

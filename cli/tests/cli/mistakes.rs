//! Mistakes in registry files: each is reported with its position, in terms of the text of the file.

use super::registry::{Folder, ORG, user};

/// The registry file with replacements, each of which must apply.
fn edited(edits: &[(&str, &str)]) -> String {
    let replaced = |text: String, (from, to): &(&str, &str)| {
        assert!(text.contains(from), "`{from}` is not in the file");
        text.replace(from, to)
    };
    edits.iter().fold(ORG.clone(), replaced)
}

/// The position of `piece` in the first line that contains it, as errors show it.
fn place(text: &str, piece: &str) -> String {
    let mut lines = text.lines().zip(1..).filter(|(line, _)| line.contains(piece));
    let (line, number) = lines.next().expect("a line has it");
    let before = &line[..line.find(piece).expect("it has it")];
    format!("org.toml:{number}:{}", before.chars().count() + 1)
}

/// A command refuses only the URLs of `com.example.box`, in a warning and in the error of a URL.
#[track_caller]
fn is_refused(err: &str, says: &str, id: &str) {
    let warning = format!("anyurl: warning: URLs of `com.example.box` are refused: {says}");
    assert!(err.starts_with(&warning) && err.contains(&format!(" [{id}]\n")), "{err}");
    assert!(err.contains(&format!("\nerror: scheme not allowed: {says}")), "{err}");
    assert!(err.contains(&format!("= the registry files, {id}\n")), "{err}");
}

/// Lint and loading report the same problem of a form; lint with its column, loading with the line of the entry.
#[test]
fn forms_are_reported_with_their_position() {
    const FORM: &str = "<host>[:<port>]/<box>";
    for (form, at, id, says) in [
        ("<host>[:<port>/<box>", "[:<port>/", "SR301", "`[` is not closed"),
        ("<host>[:<port>]/<box", "<box", "SR301", "`<` is not closed"),
        ("<host>[:<port>]/<the box>", "<the box>", "SR301", "`<the box>` is not a name"),
        ("<host>[:<port>]/<box>/<box>", "<box>\"]", "SR304", "`<box>` occurs twice in one form"),
        ("<host>[:<port>]/<digits>", "<digits>", "SR302", "`<digits>` is the name of another rule"),
    ] {
        let text = edited(&[(FORM, form)]).replace("GET {box}", "GET {host}");
        let folder = Folder::new([("org.toml", text.as_str())]);
        let place = place(&text, at);
        let (out, _) = folder.ends("registry lint org.toml", 1);
        assert!(out.contains(&format!("error[{id}]: {says}")), "{form}: {out}");
        assert!(out.contains(&format!("--> {place}\n")), "{form}, {place}: {out}");
        assert!(!out.contains("line 1, column"), "{form}: {out}");
        if id != "SR302" {
            let (_, err) = folder.ends("--registry org.toml parse com.example.box://h/", 1);
            is_refused(&err, says, id);
        }
    }
}

/// The missing part is the required one, not an optional continuation of a complete part.
#[test]
fn the_missing_part_is_named() {
    let folder = Folder::new([("org.toml", ORG.as_str())]);
    let form = format!("= {}, grammar", place(&ORG, "\"com.example.box://<host>"));
    // The core parses host and port, in any position.
    let rfc = "= RFC 1738 §3.1, A-2";
    for (url, says, section) in [
        ("com.example.box://", "missing host", rfc),
        ("com.example.box://h:", "missing port", rfc),
        (
            "com.example.box://h",
            "missing box: the form `com.example.box://<host>[:<port>]/<box>` does not match",
            &form,
        ),
        ("com.example.box://h:1", "missing box", &form),
    ] {
        let (_, err) = folder.ends(&format!("--registry org.toml parse {url}"), 1);
        assert!(err.contains(&format!("error: {says}")) && err.contains(section), "{url}: {err}");
    }
}

/// A table adds properties to the components of a form.
#[test]
fn components_of_a_form() {
    let table = |name: &str, rule: &str| {
        let table = format!("component = [{{ name = \"{name}\", rule = \"{rule}\", case = \"lower\" }}], form =");
        edited(&[("form =", &table)])
    };
    let text = table("box", "box");
    let folder = Folder::new([("org.toml", text.as_str())]);
    let (out, _) = folder.ends("--registry org.toml canonical com.example.box://h/B%2fA", 0);
    assert_eq!(out, "com.example.box://h/b%2Fa\n");
    for (name, rule) in [("lid", "lid"), ("box", "lid"), ("lid", "box")] {
        let text = table(name, rule);
        folder.write("org.toml", &text);
        let says = format!("the component `{name}` of `com.example.box` is not in its form");
        let place = place(&text, &format!("\"{rule}\", case"));
        let (out, _) = folder.ends("registry lint org.toml", 1);
        assert!(
            out.contains(&format!("error[SR307]: {says}")) && out.contains(&format!("--> {place}\n")),
            "{place}: {out}"
        );
        let (_, err) = folder.ends("--registry org.toml parse com.example.box://h/b", 1);
        is_refused(&err, &says, "SR307");
    }
}

/// An error in an override is reported in the file of the override.
#[test]
fn an_override_is_reported_in_its_own_file() {
    let folder = Folder::new([("org.toml", ORG.as_str())]);
    folder.ends("--registry org.toml registry lock", 0);
    let lock = folder.read("registry.lock");
    let expect = super::registry::hash(&lock, "com.example.box", "access");
    let text = format!(
        "\n[[override]]\nname = \"com.example.box\"\nof = \"com.example\"\nfacet = \"access\"\n\
         expect = \"{expect}\"\nreason = \"ours\"\n[override.access]\nkind = \"gateway\"\ngateway = \"boxe\"\n\
         locates = \"data-object\"\noperations = [\"get\"]\ndefault = \"get\"\n"
    );
    folder.write("user.toml", &user(&text));
    let both = "--registry org.toml --registry user.toml";
    let (_, err) = folder.ends(&format!("{both} plan com.example.box://h/b"), 1);
    is_refused(&err, "the access of `com.example.box`: the gateway `boxe` does not exist", "SR505");
    assert!(err.contains("(com.example.jim (user.toml:13))"), "{err}");
    let (out, _) = folder.ends("--registry org.toml registry lint user.toml", 1);
    assert!(out.contains("--> user.toml:13:1"), "{out}");
}

const POLICY: &str = r#"
[policy]
default = "always"
never = ["gopher", "status:historical"]
relaxable = ["gopher"]
allow_dylib = ["com.example.box"]
max_redirects = 3

[policy.env.production]
never = ["telnet"]

[policy.env.staging]
user = ["telnet"]
"#;

/// A misspelt environment is an error, so that it cannot disable a policy.
#[test]
fn an_unknown_environment_is_an_error() {
    let text = ORG.clone() + POLICY;
    let folder = Folder::new([("org.toml", text.as_str()), ("user.toml", &user(""))]);
    let plan = |env: &str, code| folder.ends(&format!("--registry org.toml {env} plan telnet://h/"), code);
    let (_, err) = plan("--env production", 1);
    assert!(err.contains("the policy of com.example (org.toml:"), "{err}");
    let (_, err) = plan("--env prodution", 2);
    assert!(err.contains("defines the environment `prodution`: did you mean `production`?"), "{err}");
    let (_, err) = plan("--env x", 2);
    assert!(err.contains("defines the environment `x`: expected `production`, `staging`"), "{err}");
    plan("--env staging", 0);
    // If no file names an environment, any is accepted.
    folder.ends("--registry user.toml --env x plan telnet://h/", 0);
    folder.ends("--env x plan telnet://h/", 0);
    let gateway = "\n[[gateway]]\nid = \"gw\"\nfor = [\"wais\"]\nmode = \"url\"\n\
        template = \"https://gw.example/{url}\"\nenvironments = [\"home\"]\n";
    folder.write("gateway.toml", &user(gateway));
    folder.ends("--registry gateway.toml --env home plan telnet://h/", 0);
    folder.ends("--registry gateway.toml --env hom plan telnet://h/", 2);
}

/// Each line of a policy is a change to the layers below.
#[test]
fn delta_lists_policies() {
    let text = ORG.clone() + POLICY;
    let over = user("\n[policy]\nuser = [\"gopher\"]\nnever = [\"wais\"]\n");
    let folder = Folder::new([("org.toml", text.as_str()), ("user.toml", &over)]);
    let lines = |words: &str| -> Vec<String> {
        let (out, _) = folder.ends(words, 0);
        let lines = out.lines().filter_map(|line| line.split_once("[SR738]: "));
        lines.map(|(_, line)| line.to_owned()).collect()
    };
    let org = |line: usize, what: &str, says: &str| {
        format!("policy {what}: com.example (org.toml:{}): {says}", ORG.lines().count() + line)
    };
    let mut all = vec![
        org(6, "com.example.box", "its library may be loaded"),
        org(3, "default", "always"),
        org(4, "gopher", "never"),
        org(5, "gopher", "upper layers may relax it"),
        org(7, "max_redirects", "3"),
        org(4, "status:historical", "never"),
        org(10, "telnet", "never, in the environment `production`"),
        org(13, "telnet", "user, in the environment `staging`"),
    ];
    assert_eq!(lines("--registry org.toml registry delta"), all);
    all[6] = org(10, "telnet", "never, in this environment");
    assert_eq!(lines("--registry org.toml --env production registry delta"), all);
    // Two layers with rules for one scheme are one line.
    let both = lines("--registry org.toml --registry user.toml registry delta");
    let has = |piece: &str| both.iter().filter(|line| line.contains(piece)).count();
    assert_eq!((has("gopher"), has("user, not never"), has("wais: com.example.jim")), (2, 1, 1), "{both:?}");
}

/// `registry new` rejects the names that lint would reject.
#[test]
fn a_new_scheme_has_an_available_name() {
    let folder = Folder::new([("org.toml", ORG.as_str())]);
    for (name, id) in [
        ("x-", "SR101"),
        ("a_b", "SR101"),
        ("a:", "SR101"),
        ("lake.thing", "SR104"),
        ("c", "SR107"),
        ("afs", "SR109"),
        ("ftp", "SR604"),
        ("LDAP", "SR604"),
        ("com.example.box", "SR604"),
    ] {
        let (out, err) = folder.ends(&format!("--registry org.toml registry new {name}"), 2);
        assert!(out.is_empty() && err.contains(&format!("error[{id}]: ")), "{name}: {out}{err}");
        assert!(!err.contains("7070"), "{name}: {err}");
    }
    for (name, says) in [
        ("x-lake", "warning[SR103]: "),
        ("gophr", "warning[SR106]: `gophr` is one typing error away"),
        ("com.example.lake", ""),
    ] {
        let (out, err) = folder.ends(&format!("--registry org.toml registry new {name}"), 0);
        assert!(out.contains(&format!("name = \"{name}\"")), "{name}: {out}");
        assert!(err.starts_with(says) && says.is_empty() == err.is_empty(), "{name}: {err}");
    }
}

/// Lint reports every `TODO` of a template, and the template marks its examples.
#[test]
fn a_template_marks_its_gaps() {
    let folder = Folder::new([("org.toml", ORG.as_str())]);
    for words in ["registry new com.example.lake", "--registry org.toml registry new --override com.example.box"] {
        let (draft, _) = folder.ends(words, 0);
        folder.write("draft.toml", &draft);
        let (out, _) = folder.ends("--registry org.toml registry lint draft.toml", 0);
        let todo = draft.matches("TODO").count();
        assert!(todo > 3, "{draft}");
        assert_eq!(out.matches("warning[SR207]").count(), todo, "{draft}{out}");
        assert!(draft.contains("# an example"), "{draft}");
    }
}

/// A missing file has the same exit code for every command.
#[test]
fn missing_files() {
    let folder = Folder::new([("org.toml", ORG.as_str())]);
    for words in [
        "--registry no.toml parse http://h/",
        "--registry no.toml registry why ftp",
        "registry lint no.toml",
        "registry fmt no.toml",
        "registry diff no.toml org.toml",
        "registry merge org.toml no.toml",
        "registry promote no.toml com.example.box --to permanent",
        "registry export --format json no.toml",
        "registry lint org.toml --lock no.lock",
        "--locked parse http://h/",
        "plugin hash no.so",
        "plugin probe no.so",
        "--plugin no.so parse http://h/",
    ] {
        folder.ends(words, 3);
    }
    for words in ["check no.txt", "extract no.txt", "registry import no.xml"] {
        folder.ends(words, 4);
    }
    let (_, err) = folder.ends("--registry org.toml:no.toml parse http://h/", 3);
    assert!(err.contains("repeat it for each file"), "{err}");
}

/// `registry lock` prints the warnings about the layers.
#[test]
fn a_lock_shows_warnings() {
    let text = user("\n[[mask]]\nname = \"wais\"\n");
    let folder = Folder::new([("user.toml", text.as_str())]);
    let (out, err) = folder.ends("--registry user.toml registry lock", 0);
    assert!(
        out.contains("registry.lock") && err.contains("warning[SR606]: `wais` is masked without a reason"),
        "{out}{err}"
    );
}

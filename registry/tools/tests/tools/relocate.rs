//! Moves and renames: who reads which pair of files has the scheme all the time.

use anyurl_core::Registry;
use anyurl_declared::format::{MemoryFolder, RegistryFile};
use anyurl_declared::layers::Stack;
use anyurl_registry_tools::{AddOptions, LayerEdit, copy_scheme, diff, diff_beside, remove_scheme, rename_scheme};
use anyurl_testkit::registry_file;

const TEAM: &str = "
  [registry.defaults]
  status = \"private\"
  applications = [\"models\"]
  security = \"Names tell which models there are.\"
  encoding = \"UTF-8\"
  syntax.grammar = \"rfc3986\"
  access = { kind = \"handler\", locates = \"data-object\", operations = [], algorithm = \"Give the URL to the program of the system.\" }

[[scheme]]
name = \"com.example.ml.model\"
description = \"A model\"
syntax.form = [\"com.example.ml.model://<host>/<id>\"]
example = [{ url = \"com.example.ml.model://h/1\", accept = true }, { url = \"com.example.ml.model:1\", accept = false }]

# the policy
[policy]
always = [\"com.example.ml.model\"]
";

/// The defaults of the team alone.
fn defaults() -> String {
    TEAM.split("\n[[scheme]]").next().unwrap().to_owned()
}

fn layer(text: &str) -> RegistryFile {
    RegistryFile::from_text("x.toml", text).unwrap().load().unwrap()
}

fn team() -> String {
    registry_file("team", "com.example.ml", "com.example.ml.*", TEAM)
}

fn org() -> String {
    registry_file("organization", "com.example", "com.example.*", "")
}

fn main_text(edit: &LayerEdit) -> String {
    edit.files[0].text.clone().unwrap()
}

fn reads(texts: &[&str], url: &str) -> Result<(String, Vec<&'static str>), String> {
    let stack = texts.iter().fold(Stack::new(), |stack, text| stack.push(layer(text)));
    let resolved = stack.resolve(&Registry::builder().build(), None).map_err(|error| error.to_string())?;
    let read = resolved.registry().parse(url).map_err(|error| error.to_string())?;
    assert!(!read.is_generic(), "{url}");
    let ids = resolved.findings().iter().map(anyurl_declared::format::Finding::id).collect();
    Ok((read.to_canonical().clone(), ids))
}

/// Every pair of an old and a new file that readers can have reads the URLs.
#[test]
fn no_reader_is_without_the_scheme() {
    let (old_org, old_team) = (org(), team());
    let options = AddOptions::default().released("1.0.0".parse().unwrap(), 1);
    let url = "com.example.ml.model://h/1";
    let copied = copy_scheme(&layer(&old_team), &layer(&old_org), &old_org, "com.example.ml.model", &options).unwrap();
    assert!(copied.changes.contains(&"claims: added `com.example.ml.model`".to_owned()), "{:?}", copied.changes);
    let new_org = copied.text;
    let removed = remove_scheme(&layer(&old_team), "COM.example.ml.model", &options).unwrap();
    let new_team = main_text(&removed);
    assert!(!new_team.contains("[[scheme]]") && new_team.contains("\n# the policy\n[policy]"), "{new_team}");
    for (files, expect) in
        [([&old_org, &old_team], vec![]), ([&new_org, &old_team], vec!["SR709"]), ([&new_org, &new_team], vec![])]
    {
        assert_eq!(reads(&[files[0], files[1]], url), Ok((url.to_owned(), expect)));
    }
    assert_eq!(reads(&[&new_org], url).map(|read| read.0), Ok(url.to_owned()));
    // Beside the organization, the team loses nothing.
    let [before, after] = [&old_team, &new_team].map(|text| layer(text));
    let removed = |others: &[RegistryFile]| {
        let diff = diff_beside(&before, &after, others);
        let changes: Vec<_> = diff.changes.iter().map(ToString::to_string).collect();
        (changes.join(", "), diff.findings.iter().filter(|one| one.id() == "SR702").count())
    };
    assert_eq!(removed(&[]), ("breaking[SR721]".to_owned(), 1));
    assert_eq!(removed(&[layer(&old_org)]), ("breaking[SR721]".to_owned(), 1));
    assert_eq!(removed(&[layer(&new_org)]), ("harmless[SR743]: layer: + \"com.example\"".to_owned(), 0));
    let options = AddOptions::default().released("1.0.0".parse().unwrap(), 1);
    let renamed =
        main_text(&rename_scheme(&layer(&new_org), "com.example.ml.model", "com.example.net", &options).unwrap());
    let says = "harmless[SR743]: layer: + \"com.example\", \
                tightening[SR742]: name: \"com.example.ml.model\" -> \"com.example.net\"";
    assert_eq!(removed(&[layer(&renamed)]), (says.to_owned(), 0));
    // A team whose claim is the exact name.
    let exact = old_team.replace("com.example.ml.*", "com.example.ml.model");
    assert_eq!(reads(&[&new_org, &exact], url), Ok((url.to_owned(), vec!["SR709"])));
    // A definition that is not equal is refused.
    let other = old_team.replace("<id>", "<id+>");
    assert!(reads(&[&new_org, &other], url).is_err());
    let again = copy_scheme(&layer(&other), &layer(&new_org), &new_org, "com.example.ml.model", &options);
    assert!(again.unwrap_err().to_string().contains("defines `com.example.ml.model` differently"));
    let again = copy_scheme(&layer(&old_team), &layer(&new_org), &new_org, "com.example.ml.model", &options).unwrap();
    assert_eq!((again.text, again.changes.len()), (new_org, 0));
}

/// All URLs stay valid, what the file says of the scheme follows, and `diff` knows the new name.
#[test]
fn a_new_name() {
    let before = team();
    let options = AddOptions::default().released("1.0.0".parse().unwrap(), 1);
    let after =
        main_text(&rename_scheme(&layer(&before), "com.example.ml.model", "com.example.ml.net", &options).unwrap());
    let new = "com.example.ml.net://h/1";
    for url in [new, "com.example.ml.model://h/1"] {
        assert_eq!(reads(&[&after], url).map(|read| read.0), Ok(new.to_owned()));
    }
    assert!(
        after.contains("always = [\"com.example.ml.net\"]") && after.contains("form = [\"com.example.ml.net:"),
        "{after}"
    );
    let diff = diff(&layer(&before), &layer(&after));
    let changes: Vec<_> = diff.changes.iter().map(ToString::to_string).collect();
    assert_eq!(changes, ["tightening[SR742]: name: \"com.example.ml.model\" -> \"com.example.ml.net\""]);
    assert!(diff.findings.is_empty(), "{}", diff.findings);
    for (name, new, says) in [
        ("com.example.ml.none", "com.example.ml.a", "has no scheme `com.example.ml.none`"),
        ("com.example.ml.model", "org.example.a", "pass `--claim`"),
        ("com.example.ml.model", "com.example.ml.model", "already has `com.example.ml.model`"),
    ] {
        let error = rename_scheme(&layer(&before), name, new, &options).unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
    }
}

/// A scheme with rules of another one, which has a subscheme; names that are taken.
const SHOP: &str = r#"
[[scheme]]
name = "com.example.book"
alias = ["com.example.tome"]
description = "A book"
syntax = { grammar = "opaque", dialect = "rfc5234", start = "book", abnf = 'book = "com.example.book:" number', imports = ["com.example.goods"], component = [{ name = "number", rule = "number" }] }

[[scheme]]
name = "com.example.goods"
description = "Goods"

  [scheme.syntax]
  grammar = "opaque"
  dialect = "rfc5234"
  start = "com-example-goods-uri"
  subschemes = "kind"
  abnf = '''
com-example-goods-uri = "com.example.goods:" kind ":" number
kind = 1*ALPHA
number = 1*DIGIT
'''
  component = [{ name = "kind", rule = "kind", case = "lower" }, { name = "number", rule = "number" }]

[[scheme]]
name = "com.example.goods:cd"
like = "com.example.goods"
description = "A disc"
example = [{ url = "com.example.goods:cd:12", accept = true }, { url = "com.example.goods:cd:1", accept = false }]

  [scheme.syntax]
  imports = ["com.example.goods"]
  abnf = '''
kind = %i"cd"
number = 2DIGIT
'''

[policy]
always = ["com.example.goods:cd"]

[[tombstone]]
name = "com.example.fax"
removed = 2025-03-01
reason = "switched off"
"#;

/// Entries with rules of the scheme, and its subschemes, have its new name.
#[test]
fn what_depends_on_a_renamed_scheme() {
    let before = registry_file("organization", "com.example", "com.example.*", &(defaults() + SHOP));
    let rename = |name: &str, new: &str| rename_scheme(&layer(&before), name, new, &AddOptions::default());
    let after = main_text(&rename("com.example.goods", "com.example.wares").unwrap());
    for (url, is_valid) in [
        ("com.example.book:1", true),
        ("com.example.goods:shoe:1", true),
        ("com.example.goods:cd:12", true),
        ("com.example.goods:cd:1", false),
        ("com.example.wares:cd:12", true),
        ("com.example.wares:cd:1", false),
    ] {
        let read = reads(&[&after], url);
        assert_eq!(read.is_ok(), is_valid, "{url}: {read:?}");
    }
    assert!(after.contains("always = [\"com.example.wares:cd\"]"), "{after}");
    assert_eq!(after.matches("com.example.goods").count(), 1, "the alias: {after}");
    for (name, new, says) in [
        ("com.example.book", "com.example.goods", "already has `com.example.goods` (line 27)"),
        ("com.example.goods", "com.example.TOME", "has `com.example.tome` as an alias of `com.example.book` (line 23)"),
        ("com.example.goods", "com.example.fax", "has `com.example.fax` as a tombstone: a removed name stays unused"),
        ("com.example.goods:cd", "com.example.goods:dvd", "have SR101 (`com.example.goods:cd` is a subscheme"),
        ("com.example.goods", "com.example.a_b", "SR101 (`_` is not allowed in a name"),
    ] {
        let error = rename(name, new).unwrap_err().to_string();
        assert!(error.contains(says), "{name}: {error}");
    }
    // The name of an alias of its own.
    let after = main_text(&rename("com.example.book", "com.example.tome").unwrap());
    assert!(after.contains("alias = [\"com.example.book\"]"), "{after}");
}

/// A grammar in a file of its own has the new name, unless another entry has it as well.
#[test]
fn a_renamed_scheme_with_a_grammar_in_a_file() {
    let entry = |name: &str| {
        format!(
            "[[scheme]]\nname = \"{name}\"\nstatus = \"private\"\ndescription = \"A tale\"\nsyntax = {{ grammar = \"opaque\", \
             dialect = \"rfc5234\", start = \"tale\", abnf_file = \"tale.abnf\", component = [{{ name = \"a\", rule = \"a\" }}] }}\n"
        )
    };
    let renamed = |entries: &str| {
        let text = registry_file("organization", "com.example", "com.example.*", entries);
        let grammar = "tale = \"com.example.tale:\" a\na = 1*ALPHA\n";
        let folder = MemoryFolder::new([("x.toml", text.as_str()), ("tale.abnf", grammar)]);
        let layer = RegistryFile::read(&folder, "in/", "x.toml").unwrap().load().unwrap();
        let edit = rename_scheme(&layer, "com.example.tale", "com.example.saga", &AddOptions::default());
        edit.map_err(|error| error.to_string()).map(|edit| edit.files.last().unwrap().clone())
    };
    let grammar = renamed(&entry("com.example.tale")).unwrap();
    assert_eq!(grammar.path, "tale.abnf");
    assert_eq!(grammar.text.unwrap(), "tale = \"com.example.saga:\" a\na = 1*ALPHA\n");
    let error = renamed(&(entry("com.example.tale") + &entry("com.example.tale-2"))).unwrap_err();
    assert!(error.starts_with("`in/x.toml` stays as it is, because it would have SR"), "{error}");
}

/// What another entry of the layer needs stays, and an entry that needs more of its layer does.
#[test]
fn what_cannot_be_moved() {
    let shop = registry_file("team", "com.example", "com.example.*", &(defaults() + SHOP));
    let gateway = "\n[[gateway]]\nid = \"g\"\nfor = [\"com.example.ml.model\"]\nmode = \"url\"\ntemplate = \"https://g/?{url}\"\n";
    let team = team().replace("kind = \"handler\"", "kind = \"gateway\", gateway = \"g\"") + gateway;
    let to = registry_file("organization", "org.example", "org.example.*", "");
    let copy = |from: &str, to: &str, name: &str| {
        copy_scheme(&layer(from), &layer(to), to, name, &AddOptions::default()).unwrap_err().to_string()
    };
    for (error, says) in [
        (copy(&shop, &shop, "com.example.book"), "is the layer `com.example`, which has `com.example.book`: name"),
        (copy(&shop, &to, "com.example.book"), "SR007 (this layer has no scheme `com.example.goods`"),
        (copy(&team, &to, "com.example.ml.model"), "SR505 ("),
        (
            remove_scheme(&layer(&shop), "com.example.goods", &AddOptions::default()).unwrap_err().to_string(),
            "`com.example.goods:cd` is like `com.example.goods`",
        ),
    ] {
        assert!(error.contains(says), "{error}");
    }
    let shop = shop.split("\n[[scheme]]\nname = \"com.example.goods:cd\"").next().unwrap();
    let error = remove_scheme(&layer(shop), "com.example.goods", &AddOptions::default()).unwrap_err();
    assert!(error.to_string().contains("SR007"), "{error}");
}

//! `like`: an entry that has what another one has.

use crate::format::schema::TableSchema;
use crate::format::table::Table as _;
use crate::format::*;

const SCHEME: &TableSchema = SchemeEntry::SCHEMA;

const HEAD: &str = "schema = 1\n[registry]\nid = \"com.example\"\nkind = \"team\"\ntitle = \"t\"\nversion = \"1.0.0\"\nserial = 1\ncontact = [\"c\"]\nchange_controller = \"c\"\nclaims = [\"com.example.*\"]\ninclude = [\"s/*.toml\"]\n";

/// The original, with every key that an entry can have.
const CHAT: &str = r##"
[[scheme]]
name = "com.example.chat"
alias = ["com.example.chat1"]
version = "1.2.0"
status = "private"
description = "A channel"
rfc1738 = "defined"
applications = ["Clients"]
owner = "@example/chat"
contact = ["chat@example.com"]
change_controller = "the chat team"
security = "s"
encoding = "e"
interoperability = "i"
demonstration = "d"
since = "1"
expires = 2099-01-01
graduates_to = "chat"
deprecated = { since = "1", reason = "r", replacement = "https" }
port = { default = 4001, transport = ["tcp"], source = "us" }
iana = false
reference = [{ title = "Chat" }]
left_out = "l"
example = [{ url = "com.example.chat://h/a", accept = true }]

  [scheme.syntax]
  grammar = "rfc3986"
  dialect = "rfc5234"
  start = "com-example-chat-uri"
  abnf = '''
; com-example-chat-uri begins with "com.example.chat:".
com-example-chat-uri = "com.example.chat://" server [ "/" channel ]
server  = 1*unreserved
channel = *ALPHA / "#com.example.chat:" / %s"Com.Example.Chat:" / "com.example.chatter:"
'''
  imports = ["rfc3986"]
  relative = true
  lenient = "com-example-chat-uri = \"com.example.chat:\" channel"
  equality = { default_port = "keep", escapes = "keep" }
  component = [{ name = "host", rule = "server", type = "host" }, { name = "channel", rule = "channel" }]

  [scheme.access]
  kind = "steps"
  locates = "service"
  operations = ["open"]
  default = "open"
  algorithm = "Connect, and join the channel."
  steps = [{ connect = "{host}:{port}" }, { call = "chat.join", arguments = ["channel", { b = "host" }] }]
"##;

/// A twin, without and with the keys of the original.
const TWIN: [&str; 2] = [
    r#"
[[scheme]]
name = "com.example.chats"
like = "com.example.chat"
status = "private"
description = "A channel over TLS"
security = "Check the certificate."
port.default = 4002
syntax.equality.escapes = "case"
access.algorithm = "Connect by TLS, and join the channel."
"#,
    r##"
[[scheme]]
name = "com.example.chats"
status = "private"
description = "A channel over TLS"
applications = ["Clients"]
owner = "@example/chat"
contact = ["chat@example.com"]
change_controller = "the chat team"
security = "Check the certificate."
encoding = "e"
interoperability = "i"
port = { default = 4002, transport = ["tcp"], source = "us" }
reference = [{ title = "Chat" }]
left_out = "l"

  [scheme.syntax]
  grammar = "rfc3986"
  dialect = "rfc5234"
  start = "com-example-chats-uri"
  abnf = '''
; com-example-chat-uri begins with "com.example.chat:".
com-example-chats-uri = "com.example.chats://" server [ "/" channel ]
server  = 1*unreserved
channel = *ALPHA / "#com.example.chat:" / %s"com.example.chats:" / "com.example.chatter:"
'''
  imports = ["rfc3986"]
  relative = true
  lenient = "com-example-chats-uri = \"com.example.chats:\" channel"
  equality = { default_port = "keep", escapes = "case" }
  component = [{ name = "host", rule = "server", type = "host" }, { name = "channel", rule = "channel" }]

  [scheme.access]
  kind = "steps"
  locates = "service"
  operations = ["open"]
  default = "open"
  algorithm = "Connect by TLS, and join the channel."
  steps = [{ connect = "{host}:{port}" }, { call = "chat.join", arguments = ["channel", { b = "host" }] }]
"##,
];

/// Reads a main file and files that it includes.
fn read(main: &str, included: &[(&str, &str)]) -> ParsedFile {
    let main = format!("{HEAD}{main}");
    let included: Vec<_> = included.iter().map(|(path, text)| (*path, format!("schema = 1\n{text}"))).collect();
    let files = std::iter::once(("x.toml", main.as_str())).chain(included.iter().map(|(path, text)| (*path, &**text)));
    RegistryFile::read(&MemoryFolder::new(files), "", "x.toml").unwrap()
}

fn entry(file: &ParsedFile, name: &str) -> SchemeEntry {
    let errors: Vec<_> = file.findings().iter().map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{errors:?}");
    file.layer().schemes().find(|entry| *entry.name == name).unwrap().clone()
}

/// An entry with `like` is the entry that has everything written out, wherever the original is.
#[test]
fn an_entry_is_completed_from_another_one() {
    let written = entry(&read(TWIN[1], &[]), "com.example.chats");
    let grammar = CHAT.split("'''\n").nth(1).unwrap();
    let in_a_file = CHAT.replace(&format!("abnf = '''\n{grammar}'''"), "abnf_file = \"chat.abnf\"");
    let folder = |chat: &str, twin: &str| {
        let texts = [
            ("x.toml", HEAD.to_owned()),
            ("s/com.example.chat.toml", format!("schema = 1\n{chat}")),
            ("s/com.example.chats.toml", format!("schema = 1\n{twin}")),
            ("s/chat.abnf", grammar.to_owned()),
        ];
        RegistryFile::read(&MemoryFolder::new(texts), "", "x.toml").unwrap()
    };
    for (what, file) in [
        ("in one file", read(&[CHAT, TWIN[0]].concat(), &[])),
        ("before it", read(&[TWIN[0], CHAT].concat(), &[])),
        ("in an included file", read(TWIN[0], &[("s/a.toml", CHAT)])),
        ("in the file that includes it", read(CHAT, &[("s/a.toml", TWIN[0])])),
        ("in another included file", folder(CHAT, TWIN[0])),
        ("with a grammar in a file of its own", folder(&in_a_file, TWIN[0])),
        ("in upper case", read(&[CHAT, &TWIN[0].replace("like = \"com", "like = \"COM")].concat(), &[])),
    ] {
        let found = entry(&file, "com.example.chats");
        assert_eq!(found.facets.whole(), written.facets.whole(), "{what}");
        assert_eq!(found.metadata.values(), written.metadata.values());
        assert_eq!(found.syntax.unwrap().component_names(), written.syntax.as_ref().unwrap().component_names());
        for facet in [Facet::Syntax, Facet::Access, Facet::Port, Facet::Metadata] {
            assert_eq!(found.facets.hash(facet), written.facets.hash(facet), "{what}");
        }
    }
}

impl SyntaxTable {
    fn component_names(&self) -> Vec<&str> {
        self.components.iter().map(|component| component.name.as_str()).collect()
    }
}

/// Of keys that exclude each other, and of those of a kind of access, an entry has its own.
#[test]
fn what_an_entry_states_excludes_the_rest() {
    let twin = "[[scheme]]\nname = \"com.example.b\"\nlike = \"com.example.chat\"\nstatus = \"private\"\n\
                description = \"b\"\nsyntax.form = [\"com.example.b:<id>\"]\nsyntax.component = []\n\
                access = { kind = \"none\", locates = \"name\" }\n";
    let found = entry(&read(&[CHAT, twin].concat(), &[]), "com.example.b");
    let (syntax, access) = (found.syntax.unwrap(), found.access.unwrap());
    assert!(syntax.abnf.is_none() && access.steps.is_empty(), "{syntax:?} {access:?}");
    assert_eq!((syntax.form[0].as_str(), access.default.unwrap().as_str()), ("com.example.b:<id>", "open"));
    let forms = CHAT.replace("name = \"com.example.chat\"", "name = \"com.example.a\"");
    let forms = forms.split("  [scheme.syntax]").next().unwrap().to_owned()
        + "syntax = { grammar = \"opaque\", form = [\"com.example.a:<id>\", \"com.example.ab:<id>\"] }\n\
           access = { kind = \"none\", locates = \"name\", operations = [] }\n";
    let twin = twin.replace("com.example.chat", "com.example.a").replace("syntax.form", "syntax.hosts");
    let found = entry(&read(&[&forms, twin.as_str()].concat(), &[]), "com.example.b");
    let forms: Vec<_> = found.syntax.unwrap().form.into_iter().map(|form| form.value).collect();
    assert_eq!(forms, ["com.example.b:<id>", "com.example.ab:<id>"]);
}

/// Each fault of `like` has its rule, its place and a help; the other faults of the entry are found as well.
#[test]
fn what_nothing_can_be_like() {
    let twin = |name: &str, like: &str| {
        format!(
            "[[scheme]]\nname = \"com.example.{name}\"\nlike = \"com.example.{like}\"\n\
             status = \"private\"\ndescription = \"t\"\nport = {{ default = 0, defautl = 1 }}\n"
        )
    };
    let version = CHAT.replace("1.2.0", "2.0.0");
    let bare = "[[scheme]]\nname = \"com.example.bare\"\nstatus = \"reserved\"\ndescription = \"b\"\n";
    for (text, message, help) in [
        (twin("a", "chad"), "this layer has no scheme `com.example.chad`", "did you mean `com.example.chat`?"),
        (twin("a", "quux"), "this layer has no scheme", "name a `[[scheme]]` of this file, or of one that is included"),
        (twin("a", "a"), "cannot be like itself", "name another scheme"),
        (twin("a", "chats") + TWIN[0], "`com.example.chats` is itself like `com.example.chat`", "is complete"),
        (twin("a", "b") + &twin("b", "a"), "`com.example.a` is itself like `com.example.b`", "is complete"),
        (twin("a", "bare") + bare, "has neither `syntax` nor `access`", "name a scheme with a syntax"),
        (twin("a", "chat") + &version, "has several versions", "write the entry in full"),
    ] {
        let file = read(&[CHAT, &text].concat(), &[]);
        let of_like: Vec<_> = file.findings().iter().filter(|one| one.id() == "SR007").collect();
        let ids: Vec<_> = file.findings().iter().map(Finding::id).collect();
        let finding = of_like.iter().find(|one| one.message().contains(message)).unwrap_or_else(|| panic!("{ids:?}"));
        assert!(finding.help().is_some_and(|found| found.contains(help)), "{finding:?}");
        assert!(finding.document().line_of(finding.span()).starts_with("like = "), "{finding:?}");
        // The unknown key and the port, of each entry, and no missing key.
        assert_eq!(ids.len(), 3 * of_like.len(), "{ids:?}");
        assert!(file.load().is_err());
    }
    let wrong = read(&[CHAT, &twin("a", "chat").replace("\"com.example.chat\"", "7")].concat(), &[]);
    assert!(wrong.findings().iter().any(|one| one.to_string().contains("SR007]: `scheme.like` must be text")));
}

/// A fault in the original is found once, and one in what an entry states at its place.
#[test]
fn faults_are_where_they_are_written() {
    let chat = CHAT.replace("locates = \"service\"", "locates = \"nowhere\"");
    let twin = TWIN[0].replace("port.default = 4002", "port.default = 0");
    for file in [
        read(&[&*chat, &*twin].concat(), &[]),
        read(&chat, &[("s/a.toml", &twin)]),
        read(&twin, &[("s/a.toml", &chat)]),
    ] {
        let lines: Vec<_> =
            file.findings().iter().map(|one| one.document().line_of(one.span()).trim().to_owned()).collect();
        assert_eq!(lines, ["locates = \"nowhere\"", "port.default = 0"]);
    }
}

/// A change of the original is one of the entries that are like it.
#[test]
fn a_change_of_the_original_is_one_of_the_others() {
    let [before, after] = ["kind = \"steps\"", "kind = \"handler\""]
        .map(|kind| read(&[&CHAT.replace("kind = \"steps\"", kind), TWIN[0]].concat(), &[]));
    let changed = ChangedEntries::between(before.layer(), after.layer());
    let finding = |file: &ParsedFile| {
        let entry = file.layer().schemes().find(|entry| entry.like.is_some()).unwrap().clone();
        entry.finding("SR201", entry.name.span, "m")
    };
    assert!(changed.has(&finding(&after)));
    assert!(!ChangedEntries::between(before.layer(), before.layer()).has(&finding(&before)));
}

/// Many entries that are like a large one are too much.
#[test]
fn what_all_entries_take_is_bounded() {
    let chat = CHAT.replace("algorithm = \"C", &format!("algorithm = \"{}", "x".repeat(1 << 20)));
    let twins: String = (0..100).map(|n| TWIN[0].replace("chats", &format!("chat-{n}"))).collect();
    let texts = [("x.toml", format!("{HEAD}{chat}{twins}"))];
    let refused = RegistryFile::read(&MemoryFolder::new(texts), "", "x.toml").unwrap_err();
    assert!(matches!(refused, RegistryFileError::TooMany { .. }), "{refused}");
}

/// The reference page lists the keys that no entry takes.
#[test]
fn the_page_says_what_is_never_taken() {
    const PAGE: &str = include_str!("../../../../../docs/registry-format.md");
    let (_, rest) = PAGE.split_once("Never taken are ").unwrap();
    let (line, _) = rest.split_once(". ").unwrap();
    let mut listed: Vec<_> = line.split('`').skip(1).step_by(2).chain(["example", "like"]).collect();
    let mut own: Vec<_> = SCHEME.keys().filter(|key| key.is_own).map(|key| key.name).collect();
    listed.sort_unstable();
    own.sort_unstable();
    assert_eq!(listed, own);
}

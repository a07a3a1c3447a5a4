//! What `anyurl registry new` and `add` write.
//!
//! The first line names the JSON Schema for editors, which `anyurl registry schema` writes: a file beside this one, so
//! that editors need no network.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::canonical::CanonicalValue;
use super::domain;
use super::keywords::{Generic, Keyword, LayerKind};
use super::located::{Date, Located};
use super::tables::Header;

/// The id in a draft for a name that is in no domain.
const PLACEHOLDER: &str = "com.example.schemes";

/// A draft of an entry, and of a registry file with that entry. Its syntax, port, steps and URLs are working
/// placeholders, unless they are set. With every `TODO` filled in, lint reports nothing except what it says of the name.
///
/// ```
/// use anyurl_declared::format::{SchemeDraft, LintOptions, RegistryFile};
///
/// let text = SchemeDraft::new("com.example.lake", "2027-06-30".parse()?).file();
/// assert!(text.contains("id = \"com.example\"\nkind = \"organization\"\n"));
/// let findings = RegistryFile::from_text("lake.toml", text.as_str())?.lint(LintOptions::default());
/// // Lint reports every TODO.
/// assert!(findings.iter().all(|finding| finding.id() == "SR207"));
///
/// let filled = text.replace("TODO: ", "");
/// assert!(RegistryFile::from_text("lake.toml", filled)?.lint(LintOptions::default()).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SchemeDraft {
    name: String,
    expires: Date,
    id: Option<String>,
    kind: Option<LayerKind>,
    syntax: Option<SyntaxDraft>,
    values: BTreeMap<&'static str, CanonicalValue>,
}

/// The keys for people, with what stands in their place: of an entry, or of `[registry.defaults]`.
const KEYS: [(&str, &str); 8] = [
    ("status", ""),
    ("description", "TODO: what a URL of this scheme locates, in a few words"),
    ("applications", "TODO: an application that uses the scheme"),
    ("owner", "TODO: the team or person that maintains this entry, such as @example/robotics"),
    ("contact", "TODO: the address of a role, such as schemes@example.com"),
    ("change_controller", "TODO: who decides on changes to the scheme"),
    ("security", "TODO: what an attacker can do with a URL, and what a URL reveals"),
    ("encoding", "TODO: UTF-8, and what must be escaped"),
];

/// The keys with lists.
const LISTS: [&str; 2] = ["applications", "contact"];

/// A form and URLs of a scheme.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SyntaxDraft {
    /// The forms, with the scheme's name.
    pub forms: Vec<String>,
    /// URLs that the forms accept.
    pub accepted: Vec<String>,
    /// A URL that they reject.
    pub rejected: String,
}

impl SyntaxDraft {
    /// Forms, URLs that they accept, and one that they reject.
    pub fn new(forms: Vec<String>, accepted: Vec<String>, rejected: String) -> Self {
        Self { forms, accepted, rejected }
    }
}

impl SchemeDraft {
    /// A draft of a scheme. An entry with an `x-` name is an experiment that ends on `expires`.
    pub fn new(name: &str, expires: Date) -> Self {
        let name = name.to_ascii_lowercase();
        Self { name, expires, id: None, kind: None, syntax: None, values: BTreeMap::new() }
    }

    /// Returns the name, in lower case.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the forms that were set.
    pub fn forms(&self) -> &[String] {
        self.syntax.as_ref().map_or(&[], |syntax| &syntax.forms)
    }

    /// Sets the id of the file. By default it is the registrable domain of the name: `com.example` for
    /// `com.example.lake`.
    #[must_use]
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Sets the kind of the file: by default `organization` for a name in a domain, and `user` for others.
    #[must_use]
    pub fn kind(mut self, kind: LayerKind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// Sets the syntax and the URLs. The entry then has no access steps.
    #[must_use]
    pub fn syntax(mut self, syntax: SyntaxDraft) -> Self {
        self.syntax = Some(syntax);
        self
    }

    /// Sets a key for people, in place of a `TODO`: `status`, `description`, `applications`, `owner`, `contact`,
    /// `change_controller`, `security` or `encoding`. Other keys are ignored, and an empty list is no value.
    #[must_use]
    pub fn value(mut self, key: &str, texts: &[String]) -> Self {
        if let (Some((key, _)), Some(first)) = (KEYS.iter().find(|(known, _)| *known == key), texts.first()) {
            let list = || texts.iter().map(String::as_str).collect::<Vec<_>>().into();
            self.values.insert(key, if LISTS.contains(key) { list() } else { first.as_str().into() });
        }
        self
    }

    /// The domain of the name.
    fn domain(&self) -> Option<String> {
        domain::registrable(&self.name)
    }

    /// Returns the file: header and entry.
    pub fn file(&self) -> String {
        Self::file_of(std::slice::from_ref(self))
    }

    /// Returns the file of several entries, of which the first decides on the header and what all have by default.
    pub fn file_of(drafts: &[Self]) -> String {
        let Some(first) = drafts.first() else { return String::new() };
        let mut drafts: Vec<_> = drafts.iter().collect();
        drafts.sort_by_key(|one| &one.name);
        let of_all = KEYS.map(|(key, _)| key).into_iter().filter(|key| *key != "description");
        let inherited: BTreeMap<&str, Option<CanonicalValue>> = of_all.map(|key| (key, first.value_of(key))).collect();
        let has_access = drafts.iter().all(|one| one.syntax.is_some());
        let entries = drafts.iter().map(|one| format!("\n{}", one.entry_with(&inherited, true, has_access)));
        first.header(&drafts) + &first.defaults(has_access) + &entries.collect::<String>()
    }

    /// Returns the header of the file.
    fn header(&self, all: &[&Self]) -> String {
        let domain = self.domain();
        let id = self.id.clone().or_else(|| domain.clone());
        let is_example = id.is_none();
        let id = id.unwrap_or_else(|| PLACEHOLDER.to_owned());
        let default_kind = if domain.is_some() { LayerKind::Organization } else { LayerKind::User };
        let kind = self.kind.unwrap_or(default_kind);
        let claim = |draft: &&Self| match draft.name.strip_prefix(&format!("{id}.")) {
            Some(_) => format!("{id}.*"),
            None => draft.name.clone(),
        };
        let claims: BTreeSet<String> = all.iter().map(claim).filter(|_| kind != LayerKind::Public).collect();
        header(&id, is_example, kind, &claims.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// `[registry.defaults]` of the file. Contact and change controller are those of the header, unless they are set.
    fn defaults(&self, has_access: bool) -> String {
        let mut text = String::from("\n  [registry.defaults]    # what entries have that do not state it themselves\n");
        for (key, todo) in KEYS.iter().filter(|(key, _)| *key != "description") {
            if !["contact", "change_controller"].contains(key) || self.values.contains_key(key) {
                // Writing to a `String` does not fail.
                let _ = writeln!(text, "  {key} = {}", self.written(key, todo));
            }
        }
        text += "  syntax.grammar = \"rfc3986\"\n";
        if has_access { text + &unknown_access("    [registry.defaults.access]", "    ") } else { text }
    }

    /// The status, or a value that was set.
    fn value_of(&self, key: &str) -> Option<CanonicalValue> {
        let status = if self.is_experiment() { "experimental" } else { "private" };
        let status = || (key == "status").then(|| status.into());
        self.values.get(key).cloned().or_else(status)
    }

    fn written(&self, key: &str, todo: &str) -> String {
        let value =
            self.value_of(key).unwrap_or_else(|| if LISTS.contains(&key) { vec![todo].into() } else { todo.into() });
        match value {
            CanonicalValue::List(list) => {
                format!("[{}]", list.iter().map(|one| quoted(&one.plain())).collect::<Vec<_>>().join(", "))
            }
            value => quoted(&value.plain()),
        }
    }

    fn is_experiment(&self) -> bool {
        self.name.starts_with("x-")
    }

    /// Returns the entry alone, for an existing file without defaults.
    ///
    /// ```
    /// let entry = anyurl_declared::format::SchemeDraft::new("x-lake", "2027-06-30".parse()?).entry();
    /// assert!(entry.starts_with("[[scheme]]\nname = \"x-lake\"\n") && entry.contains("expires = 2027-06-30"));
    /// # Ok::<(), anyurl_declared::format::DateError>(())
    /// ```
    pub fn entry(&self) -> String {
        self.entry_with(&BTreeMap::new(), false, false)
    }

    /// Returns the entry alone, for an existing file: without what the defaults of the file say, too.
    pub fn entry_in(&self, header: &Header) -> String {
        let Some(defaults) = &header.defaults else { return self.entry() };
        let mut inherited: BTreeMap<&str, Option<CanonicalValue>> =
            defaults.values().into_iter().map(|(key, value)| (key, Some(value))).collect();
        let list = |texts: &[Located<String>]| Some(texts.iter().map(|one| one.as_str()).collect::<Vec<_>>().into());
        inherited.entry("contact").or_insert_with(|| list(&header.contact));
        inherited.entry("change_controller").or_insert_with(|| Some(header.change_controller.as_str().into()));
        let has_grammar = defaults
            .syntax
            .as_ref()
            .is_some_and(|syntax| syntax.grammar.as_ref().is_some_and(|one| one.value == Generic::Rfc3986));
        self.entry_with(&inherited, has_grammar, defaults.access.is_some())
    }

    /// The entry without the keys whose values it inherits; `None` is the value that it would have itself.
    fn entry_with(
        &self,
        inherited: &BTreeMap<&str, Option<CanonicalValue>>,
        has_grammar: bool,
        has_access: bool,
    ) -> String {
        let mut text = format!("[[scheme]]\nname = {}\n", quoted(&self.name));
        for (key, todo) in KEYS {
            let is_inherited = match (inherited.get(key), self.value_of(key)) {
                (None, _) => false,
                (Some(_), None) => true,
                (Some(default), own) => *default == own,
            };
            if !is_inherited {
                // Writing to a `String` does not fail.
                let _ = writeln!(text, "{key} = {}", self.written(key, todo));
            }
        }
        if self.is_experiment() && !inherited.contains_key("expires") {
            let _ = writeln!(text, "expires = {}", self.expires);
        }
        let grammar = if has_grammar { "" } else { "  grammar = \"rfc3986\"\n" };
        match &self.syntax {
            Some(syntax) if has_grammar && has_access => text + &short_syntax(syntax),
            Some(syntax) => text + &written_syntax(syntax, grammar, has_access),
            None => text + &example_syntax(&self.name, grammar, has_access),
        }
    }
}

/// Returns the header of a new registry file with one override: of a kind, `user` by default, and an id, a placeholder by
/// default.
pub fn draft_header(id: Option<&str>, kind: Option<LayerKind>) -> String {
    let shown = id.unwrap_or(PLACEHOLDER);
    header(shown, id.is_none(), kind.unwrap_or(LayerKind::User), &[&format!("{shown}.*")])
}

fn header(id: &str, is_example: bool, kind: LayerKind, claims: &[&str]) -> String {
    let (id, kind) = (quoted(id), kind.as_str());
    let note = if is_example { "    # an example: write a domain of yours, in reverse" } else { "" };
    let claims: Vec<_> = claims.iter().map(|claim| quoted(claim)).collect();
    let claims = if claims.is_empty() { String::new() } else { format!("claims = [{}]\n", claims.join(", ")) };
    format!(
        r#"#:schema ./registry.schema.json
schema = 1

[registry]
id = {id}{note}
kind = "{kind}"
title = "TODO: a title for this file"
version = "1.0.0"
serial = 1
contact = ["TODO: the address for questions, such as schemes@example.com"]
change_controller = "TODO: who decides on changes to the file"
{claims}"#
    )
}

/// The name of a scheme in examples of its URLs: for a family, such as `git+*`, that of a member.
///
/// ```
/// use anyurl_declared::format::example_name;
///
/// assert_eq!((example_name("x-lake"), example_name("x-lake+*")), ("x-lake".to_owned(), "x-lake+a".to_owned()));
/// ```
pub fn example_name(name: &str) -> String {
    name.replace("+*", "+a")
}

/// Port, syntax, steps and URLs as an example.
fn example_syntax(name: &str, grammar: &str, has_access: bool) -> String {
    let form = quoted(&format!("{name}://<host>[:<port>]/<path...>[?<query>]"));
    let name = example_name(name);
    let url = |rest: &str| quoted(&format!("{name}:{rest}"));
    let (good, other, bad) = (url("//h.example/a/b?c=d"), url("//[2001:db8::1]:7071/a"), url("a"));
    let access = if has_access { "" } else { EXAMPLE_ACCESS };
    format!(
        r#"port = {{ default = 7070, transport = ["tcp"] }}    # an example

  [scheme.syntax]    # an example, as are the steps and the URLs below
{grammar}  form = [{form}]
{access}
  [[scheme.example]]
  url = {good}
  accept = true

  [[scheme.example]]
  url = {other}
  accept = true

  [[scheme.example]]
  url = {bad}
  accept = false
  why = "TODO: there is no host"
"#
    )
}

const EXAMPLE_ACCESS: &str = r#"
  [scheme.access]
  kind = "steps"
  locates = "data-object"
  operations = ["get"]
  default = "get"
  algorithm = "TODO: connect to the host, send the path and the query on one line, read to the end of the connection"
  steps = [
    { connect = "{host}:{port}" },
    { if = { query = true }, then = [{ send = "{path}?{query}\r\n" }], else = [{ send = "{path}\r\n" }] },
    { receive = "until-close" },
  ]
"#;

/// What is said of the access of a given syntax, of which nothing is known.
fn unknown_access(header: &str, indent: &str) -> String {
    let lines = [
        "kind = \"handler\"    # a program of the system; or `steps`, or another kind",
        "locates = \"data-object\"",
        "operations = []",
        "algorithm = \"TODO: how a program accesses what a URL locates, step by step\"",
    ];
    format!("\n{header}\n{}", lines.map(|line| format!("{indent}{line}\n")).concat())
}

/// A given syntax with its URLs.
fn written_syntax(syntax: &SyntaxDraft, grammar: &str, has_access: bool) -> String {
    let access = if has_access { String::new() } else { unknown_access("  [scheme.access]", "  ") };
    let mut text = format!("\n  [scheme.syntax]\n{grammar}  form = [{}]\n{access}", forms(syntax));
    for url in &syntax.accepted {
        let _ = write!(text, "\n  [[scheme.example]]\n  url = {}\n  accept = true\n", quoted(url));
    }
    let rejected = quoted(&syntax.rejected);
    let _ = write!(
        text,
        "\n  [[scheme.example]]\n  url = {rejected}\n  accept = false\n  why = \"TODO: why this is no URL of the scheme\"\n"
    );
    text
}

/// A given syntax with its URLs, in two lines.
fn short_syntax(syntax: &SyntaxDraft) -> String {
    let example = |url: &String, accept: bool| format!("{{ url = {}, accept = {accept} }}", quoted(url));
    let accepted = syntax.accepted.iter().map(|url| example(url, true));
    let all: Vec<_> = accepted.chain([example(&syntax.rejected, false)]).collect();
    format!("syntax.form = [{}]\nexample = [{}]\n", forms(syntax), all.join(", "))
}

fn forms(syntax: &SyntaxDraft) -> String {
    syntax.forms.iter().map(|form| quoted(form)).collect::<Vec<_>>().join(", ")
}

/// Quotes a text for TOML.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

//! What `anyurl registry new` and `add` write.
//!
//! The first line names the JSON Schema for editors, which `anyurl registry schema` writes: a file beside this one, so
//! that editors need no network.

use std::fmt::Write;

use super::domain;
use super::keywords::{Keyword, LayerKind};
use super::located::Date;

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
}

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
        Self { name: name.to_ascii_lowercase(), expires, id: None, kind: None, syntax: None }
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

    /// The domain of the name.
    fn domain(&self) -> Option<String> {
        domain::registrable(&self.name)
    }

    /// Returns the file: header and entry.
    pub fn file(&self) -> String {
        format!("{}\n{}", self.header(), self.entry())
    }

    /// Returns the header of the file.
    fn header(&self) -> String {
        let domain = self.domain();
        let id = self.id.clone().or_else(|| domain.clone());
        let is_example = id.is_none();
        let id = id.unwrap_or_else(|| PLACEHOLDER.to_owned());
        let default_kind = if domain.is_some() { LayerKind::Organization } else { LayerKind::User };
        let kind = self.kind.unwrap_or(default_kind);
        let claim = match self.name.strip_prefix(&format!("{id}.")) {
            Some(_) => format!("{id}.*"),
            None => self.name.clone(),
        };
        let claims = (kind != LayerKind::Public).then_some(claim.as_str());
        header(&id, is_example, kind, claims)
    }

    /// Returns the entry alone, for an existing file.
    ///
    /// ```
    /// let entry = anyurl_declared::format::SchemeDraft::new("x-lake", "2027-06-30".parse()?).entry();
    /// assert!(entry.starts_with("[[scheme]]\nname = \"x-lake\"\n") && entry.contains("expires = 2027-06-30"));
    /// # Ok::<(), anyurl_declared::format::DateError>(())
    /// ```
    pub fn entry(&self) -> String {
        let name = &self.name;
        let is_experiment = name.starts_with("x-");
        let status = if is_experiment { "experimental" } else { "private" };
        let mut text = format!(
            r#"[[scheme]]
name = {}
status = "{status}"
description = "TODO: what a URL of this scheme locates, in a few words"
applications = ["TODO: an application that uses the scheme"]
owner = "TODO: the team or person that maintains this entry, such as @example/robotics"
contact = ["TODO: the address of a role, such as schemes@example.com"]
change_controller = "TODO: who decides on changes to the scheme"
security = "TODO: what an attacker can do with a URL, and what a URL reveals"
encoding = "TODO: UTF-8, and what must be escaped"
"#,
            quoted(name)
        );
        if is_experiment {
            // Writing to a `String` does not fail.
            let _ = writeln!(text, "expires = {}", self.expires);
        }
        match &self.syntax {
            Some(syntax) => text + &written_syntax(syntax),
            None => text + &example_syntax(name),
        }
    }
}

/// Returns the header of a new registry file of kind `user` with the placeholder as its id.
pub fn draft_header(claim: &str) -> String {
    header(PLACEHOLDER, true, LayerKind::User, Some(claim))
}

fn header(id: &str, is_example: bool, kind: LayerKind, claim: Option<&str>) -> String {
    let (id, kind) = (quoted(id), kind.as_str());
    let note = if is_example { "    # an example: write a domain of yours, in reverse" } else { "" };
    let claims = claim.map_or_else(String::new, |claim| format!("claims = [{}]\n", quoted(claim)));
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

/// Port, syntax, steps and URLs as an example.
fn example_syntax(name: &str) -> String {
    let url = |rest: &str| quoted(&format!("{name}:{rest}"));
    let form = url("//<host>[:<port>]/<path...>[?<query>]");
    let (good, other, bad) = (url("//h.example/a/b?c=d"), url("//[2001:db8::1]:7071/a"), url("a"));
    format!(
        r#"port = {{ default = 7070, transport = ["tcp"] }}    # an example

  [scheme.syntax]    # an example, as are the steps and the URLs below
  grammar = "rfc3986"
  form = [{form}]

  [scheme.access]
  kind = "steps"
  locates = "data-object"
  operations = ["get"]
  default = "get"
  algorithm = "TODO: connect to the host, send the path and the query on one line, read to the end of the connection"
  steps = [
    {{ connect = "{{host}}:{{port}}" }},
    {{ if = {{ query = true }}, then = [{{ send = "{{path}}?{{query}}\r\n" }}], else = [{{ send = "{{path}}\r\n" }}] }},
    {{ receive = "until-close" }},
  ]

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

/// A given syntax with its URLs. Nothing is known of the access.
fn written_syntax(syntax: &SyntaxDraft) -> String {
    let forms: Vec<_> = syntax.forms.iter().map(|form| quoted(form)).collect();
    let mut text = format!(
        r#"
  [scheme.syntax]
  grammar = "rfc3986"
  form = [{}]

  [scheme.access]
  kind = "handler"    # a program of the system; or `steps`, or another kind
  locates = "data-object"
  operations = []
  algorithm = "TODO: how a program accesses what a URL locates, step by step"
"#,
        forms.join(", ")
    );
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

/// Quotes a text for TOML.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

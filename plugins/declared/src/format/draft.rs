//! The template that `locator registry new NAME` writes.

use std::fmt::Write;

use super::located::Date;

/// Returns a registry file with one scheme, whose syntax, port and steps are working placeholders. With every `TODO`
/// filled in, lint reports nothing except that RFC 6648 advises against `x-` names.
///
/// ```
/// use locator_declared::format::{RegistryFile, LintOptions, draft};
///
/// let text = draft("com.example.lake", "2027-06-30".parse()?);
/// let findings = RegistryFile::from_text("lake.toml", text.as_str())?.lint(LintOptions::default());
/// // Lint reports every TODO.
/// assert!(findings.iter().all(|finding| finding.id() == "SR207"));
///
/// let filled = text.replace("TODO: ", "");
/// assert!(RegistryFile::from_text("lake.toml", filled)?.lint(LintOptions::default()).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draft(name: &str, expires: Date) -> String {
    let header = draft_header(&name.to_ascii_lowercase());
    let entry = draft_entry(name, expires);
    format!("{header}\n{entry}")
}

/// Returns the header of a new registry file of kind `user`, with one claim.
pub fn draft_header(claim: &str) -> String {
    let claim = quoted(claim);
    format!(
        r#"schema = 1

[registry]
id = "com.example.schemes"    # an example: write a domain of yours, in reverse
kind = "user"
title = "TODO: a title for this file"
version = "1.0.0"
serial = 1
contact = ["TODO: the address for questions, such as schemes@example.com"]
change_controller = "TODO: who decides on changes to the file"
claims = [{claim}]
"#
    )
}

/// Returns the entry alone, for an existing file. An entry with an `x-` name is an experiment that ends on `expires`.
///
/// ```
/// let entry = locator_declared::format::draft_entry("x-lake", "2027-06-30".parse()?);
/// assert!(entry.starts_with("[[scheme]]\nname = \"x-lake\"\n") && entry.contains("expires = 2027-06-30"));
/// # Ok::<(), locator_declared::format::DateError>(())
/// ```
pub fn draft_entry(name: &str, expires: Date) -> String {
    let name = name.to_ascii_lowercase();
    let is_experiment = name.starts_with("x-");
    let status = match name.contains('.') {
        _ if is_experiment => "experimental",
        true => "private",
        false => "provisional",
    };
    let url = |rest: &str| quoted(&format!("{name}:{rest}"));
    let mut text = format!(
        r#"[[scheme]]
name = {}
status = "{status}"
description = "TODO: what a URL of this scheme locates, in a few words"
applications = ["TODO: an application that uses the scheme"]
contact = ["TODO: the address of a role, such as schemes@example.com"]
change_controller = "TODO: who decides on changes to the scheme"
security = "TODO: what an attacker can do with a URL, and what a URL reveals"
encoding = "TODO: UTF-8, and what must be escaped"
"#,
        quoted(&name)
    );
    if is_experiment {
        // Writing to a `String` does not fail.
        let _ = writeln!(text, "expires = {expires}");
    }
    let (form, good, other) = (url("//<host>[:<port>]/<path...>"), url("//h.example/a"), url("a"));
    let _ = write!(
        text,
        r#"port = {{ default = 7070, transport = ["tcp"] }}    # an example

  [scheme.syntax]    # an example, as are the steps and the URLs below
  grammar = "rfc3986"
  form = [{form}]

  [scheme.access]
  kind = "steps"
  locates = "data-object"
  operations = ["get"]
  default = "get"
  algorithm = "TODO: connect to the host, send the path on one line, read to the end of the connection"
  steps = [{{ connect = "{{host}}:{{port}}" }}, {{ send = "{{path}}\r\n" }}, {{ receive = "until-close" }}]

  [[scheme.example]]
  url = {good}
  accept = true

  [[scheme.example]]
  url = {other}
  accept = false
  why = "TODO: there is no host"
"#
    );
    text
}

/// Quotes a text for TOML.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

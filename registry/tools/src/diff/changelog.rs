//! The differences of two layers for people who use the registry: in sections, and as Markdown.

use std::fmt::{self, Write};

use anyurl_core::visible;
use anyurl_declared::format::{ChangeSeverity, RegistryFile};

use super::{Change, RegistryDiff, rows_of};

/// The sections, with the changes that each has.
const SECTIONS: [(&str, ChangeSeverity); 4] = [
    ("Breaking", ChangeSeverity::Breaking),
    ("Allowed or redirected now", ChangeSeverity::Loosening),
    ("Refused now", ChangeSeverity::Tightening),
    ("Other changes", ChangeSeverity::Harmless),
];

/// A change, and everything that has it.
#[derive(Clone, Debug)]
pub struct ChangeRow<'d> {
    /// What was changed: equal changes of several are one row.
    pub subjects: Vec<&'d str>,
    /// The change.
    pub change: &'d Change,
}

impl ChangeRow<'_> {
    /// Whether something was added or removed, in a word, and what; one of them may be empty.
    pub fn what(&self) -> (&'static str, String) {
        let Self { change, .. } = self;
        match (&*change.key, &change.before, &change.after, change.id()) {
            (_, _, _, "SR720") => ("added", String::new()),
            (_, _, _, "SR721") => ("removed", String::new()),
            (_, _, Some(layer), "SR743") => ("moved to", layer.trim_matches('"').to_owned()),
            ("", None, Some(_), _) => ("added", change.summary()[2..].to_owned()),
            ("", Some(_), None, _) => ("removed", change.summary()[2..].to_owned()),
            _ => ("", change.summary()),
        }
    }
}

impl RegistryDiff {
    /// Returns the changes by how much they matter, the worst first; a section without changes is left out.
    pub fn sections(&self) -> impl Iterator<Item = (&'static str, Vec<ChangeRow<'_>>)> {
        let section = |(title, severity)| {
            let rows = rows_of(self.changes.iter().filter(|change| change.severity == severity)).into_iter();
            let rows: Vec<_> = rows.map(|(subjects, change)| ChangeRow { subjects, change }).collect();
            (!rows.is_empty()).then_some((title, rows))
        };
        SECTIONS.into_iter().filter_map(section)
    }

    /// Writes the changes as Markdown, the worst first; `after` is the later layer.
    ///
    /// ```
    /// use anyurl_declared::format::RegistryFile;
    /// use anyurl_registry_tools::diff;
    ///
    /// let layer = |version: &str, reason: &str| {
    ///     let text = format!(
    ///         "schema = 1\n[registry]\nid = \"com.example\"\nkind = \"organization\"\ntitle = \"Example\"\n\
    ///          version = \"{version}\"\nserial = {}\ncontact = [\"a@example.com\"]\nchange_controller = \"E\"\n\
    ///          claims = []\n{reason}",
    ///         version.len()
    ///     );
    ///     RegistryFile::from_text("org.toml", text).map(|read| read.layer().clone())
    /// };
    /// let (old, new) = (layer("1.0.0", "")?, layer("2.0.0", "[[mask]]\nname = \"telnet\"\nreason = \"use ssh\"\n")?);
    /// let text = diff(&old, &new).changelog(&new);
    /// assert!(text.starts_with("## Example 2.0.0\n\n### Breaking\n\n* `mask telnet`: added"), "{text}");
    /// # Ok::<(), anyurl_declared::format::RegistryFileError>(())
    /// ```
    pub fn changelog(&self, after: &RegistryFile) -> String {
        let mut text = String::new();
        // Writing to a `String` cannot fail.
        let _ = self.write_changelog(after, &mut text);
        text
    }

    fn write_changelog(&self, after: &RegistryFile, to: &mut String) -> fmt::Result {
        let header = &after.header;
        writeln!(to, "## {} {}", escaped(&header.title), *header.version)?;
        if self.is_empty() {
            return writeln!(to, "\nNo changes.");
        }
        for (title, rows) in self.sections() {
            writeln!(to, "\n### {title}\n")?;
            rows.iter().try_for_each(|row| item(row, to))?;
        }
        Ok(())
    }
}

fn item(row: &ChangeRow<'_>, to: &mut String) -> fmt::Result {
    let ((verb, text), change) = (row.what(), row.change);
    let space = if verb.is_empty() || text.is_empty() { "" } else { " " };
    let text = if text.is_empty() { text } else { code(&text) };
    let subjects: Vec<_> = row.subjects.iter().map(|subject| code(subject)).collect();
    writeln!(to, "* {}: {verb}{space}{text} ({})", subjects.join(", "), change.id())?;
    if !change.details.is_empty() {
        let fence = if change.id() == "SR728" { "diff" } else { "text" };
        writeln!(to, "\n  ```{fence}")?;
        for line in change.details.iter().flat_map(|detail| detail.lines()) {
            writeln!(to, "  {}", visible(line).replace("```", "` ` `"))?;
        }
        writeln!(to, "  ```\n")?;
    }
    Ok(())
}

/// A text as code, in one line; it may have backquotes itself.
fn code(text: &str) -> String {
    let text = visible(text);
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

/// A text without markup.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, c| {
        if c.is_ascii_punctuation() && !".,:;-".contains(c) {
            escaped.push('\\');
        }
        escaped.push(if c.is_control() { ' ' } else { c });
        escaped
    })
}

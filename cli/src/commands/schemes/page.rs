//! The full registration of one version of a scheme, for people.

use std::any::Any;
use std::fmt::{self, Write};

use anyurl::authors::{Component, Example, Registration, Reject, Text};
use anyurl::{Entry, visible};
use anyurl_core::internal::Refused;
use anyurl_declared::format::SchemeEntry;

use super::known::Known;
use super::{shared, steps, written};
use crate::input::reader::InputReader;
use crate::input::rejected::masked_words;
use crate::output::{Palette, json};

/// The page of one version, with what its registry file says.
pub(crate) fn text(entry: &Entry, known: &Known<'_>, reader: &InputReader, palette: &Palette) -> String {
    let mut text = String::new();
    // Writing to a `String` cannot fail.
    let _ = Page { to: &mut text, known, file: known.file, reader, palette }.entry(entry);
    text
}

struct Page<'p> {
    to: &'p mut String,
    known: &'p Known<'p>,
    file: Option<&'p SchemeEntry>,
    reader: &'p InputReader,
    palette: &'p Palette,
}

impl Page<'_> {
    fn entry(&mut self, entry: &Entry) -> fmt::Result {
        let Palette { title, reset, .. } = self.palette;
        let registration = entry.registration();
        let Registration { version, description, syntax, components, access, references, examples, rejects, .. } =
            registration;
        let (name, description) = (entry.name(), visible(description));
        let scheme: &dyn Any = entry.scheme();
        if let Some(refused) = scheme.downcast_ref::<Refused>() {
            // A masked or removed name has nothing else to show.
            writeln!(self.to, "{title}{name}{reset}: {description}")?;
            return writeln!(self.to, "  help: {}", visible(refused.requirement().help()));
        }
        writeln!(self.to, "{title}{name} {version}{reset}: {description}\n")?;
        self.facts(entry)?;
        self.heading("syntax")?;
        self.indented(syntax.lines())?;
        if !components.is_empty() {
            self.heading("components")?;
        }
        for component in components.iter() {
            self.component(component)?;
        }
        let hosts = written::hosts(self.file);
        if !hosts.is_empty() {
            self.heading("rules whose text is a host")?;
            self.indented(hosts.into_iter())?;
        }
        self.equality()?;
        self.lenient_mode()?;
        if !access.is_empty() {
            self.heading("access")?;
        }
        for (step, what) in access.iter().enumerate() {
            writeln!(self.to, "    {}. {}", step + 1, visible(what))?;
        }
        self.steps()?;
        self.keys("considerations", &self.known.considerations())?;
        self.keys("maintenance", &self.known.people())?;
        self.keys("other metadata", &self.known.others())?;
        self.keys("IANA", &self.known.iana())?;
        self.references(references)?;
        if !examples.is_empty() {
            self.heading("examples")?;
            for example in examples.iter() {
                self.example(entry, example)?;
            }
        }
        if !rejects.is_empty() {
            self.heading("refused")?;
            for reject in rejects.iter() {
                self.reject(entry, reject)?;
            }
        }
        Ok(())
    }

    fn facts(&mut self, entry: &Entry) -> fmt::Result {
        let Registration {
            status,
            grammar,
            default_port,
            reserved,
            hierarchical,
            data_object,
            name_properties,
            demonstration,
            ..
        } = entry.registration();
        let known = self.known;
        let port = default_port.map_or_else(|| "none".to_owned(), |port| port.to_string());
        let port = [Some(port), known.transport()].into_iter().flatten().collect::<Vec<_>>().join(", ");
        if !entry.aliases().is_empty() {
            self.fact("aliases", &entry.aliases().join(", "))?;
        }
        self.fact("status", status.as_str())?;
        self.optional("deprecated", known.deprecation().as_deref())?;
        self.optional("expires", known.experiment().as_deref())?;
        self.fact("port", &port)?;
        self.fact("grammar", shared::grammar(*grammar, known.grammar()))?;
        self.fact("reserved", if reserved.is_empty() { "none" } else { reserved })?;
        self.fact("hierarchy", if *hierarchical { "`/` separates levels" } else { "none" })?;
        for (key, value) in written::syntax_keys(self.file) {
            self.fact(&key, &value)?;
        }
        self.optional("locates", shared::locates(*data_object, known.locates()))?;
        self.optional("names", known.name_properties(name_properties))?;
        self.optional("operations", known.operations().as_deref())?;
        let applications = known.applications().join(", ");
        self.optional("used by", Some(&*applications).filter(|text| !text.is_empty()))?;
        let is_demonstrated = known.has_demonstration() && !demonstration.is_empty();
        self.optional("shown by", Some(&**demonstration).filter(|_| is_demonstrated))?;
        let layer = format!("{} ({})", entry.layer().as_str(), entry.implementation().as_str());
        self.fact("layer", &layer)?;
        self.fact("registry", json::registry(entry))?;
        self.fact("file", &shared::place(entry))?;
        for line in known.overrides() {
            self.fact("overridden", &line)?;
        }
        for line in known.gateways() {
            self.fact("gateway", &line)?;
        }
        if written::is_unlisted(self.file) {
            self.fact("IANA", "not in IANA's table of schemes")?;
        }
        if let Some(text) = written::left_out(self.file) {
            self.fact("left out", text)?;
        }
        Ok(())
    }

    fn fact(&mut self, name: &str, text: &str) -> fmt::Result {
        let Palette { name: colour, reset, .. } = self.palette;
        writeln!(self.to, "  {colour}{name:10}{reset}  {}", visible(text))
    }

    fn optional(&mut self, name: &str, text: Option<&str>) -> fmt::Result {
        text.map_or(Ok(()), |text| self.fact(name, text))
    }

    fn heading(&mut self, name: &str) -> fmt::Result {
        let Palette { title, reset, .. } = self.palette;
        writeln!(self.to, "\n  {title}{name}{reset}")
    }

    fn indented<'t>(&mut self, lines: impl Iterator<Item = &'t str>) -> fmt::Result {
        for line in lines {
            writeln!(self.to, "    {}", visible(line))?;
        }
        Ok(())
    }

    fn component(&mut self, component: &Component) -> fmt::Result {
        let Palette { name: colour, faint, reset, .. } = self.palette;
        let table = written::component(self.file, &component.name);
        let kind = written::kind(table).unwrap_or(component.role.as_str());
        let name = visible(&component.name);
        write!(self.to, "    {colour}{name:18}{reset}  ")?;
        match details(component, self.file).join(", ") {
            notes if notes.is_empty() => writeln!(self.to, "{kind}"),
            notes => writeln!(self.to, "{kind:8}  {faint}{notes}{reset}"),
        }
    }

    /// Keys of the file with their texts.
    fn keys(&mut self, heading: &str, rows: &[(impl AsRef<str>, String)]) -> fmt::Result {
        if rows.is_empty() {
            return Ok(());
        }
        self.heading(heading)?;
        let Palette { name: colour, reset, .. } = self.palette;
        for (key, text) in rows {
            writeln!(self.to, "    {colour}{:18}{reset}  {}", key.as_ref(), visible(text))?;
        }
        Ok(())
    }

    fn references(&mut self, references: &[Text]) -> fmt::Result {
        if references.is_empty() {
            return Ok(());
        }
        self.heading("references")?;
        let Palette { faint, reset, .. } = self.palette;
        for (n, reference) in references.iter().enumerate() {
            write!(self.to, "    {}", visible(reference))?;
            match self.known.reference_note(n) {
                Some(note) => writeln!(self.to, "  {faint}({}){reset}", visible(&note))?,
                None => writeln!(self.to)?,
            }
        }
        Ok(())
    }

    /// Which URLs mean the same, if the registry file says it.
    fn equality(&mut self) -> fmt::Result {
        let keys = written::equality(self.file);
        if keys.is_empty() {
            return Ok(());
        }
        self.heading("equality")?;
        let Palette { name: colour, reset, .. } = self.palette;
        for (key, value) in keys {
            writeln!(self.to, "    {colour}{key:18}{reset}  {}", visible(&value.plain()))?;
        }
        Ok(())
    }

    /// What lenient mode accepts besides what it tolerates in all schemes.
    fn lenient_mode(&mut self) -> fmt::Result {
        let (rules, deviations) = (written::lenient(self.file), written::deviations(self.file));
        if deviations.is_empty() && rules.is_none() {
            return Ok(());
        }
        self.heading("lenient mode")?;
        self.indented(rules.unwrap_or_default().lines())?;
        let Palette { name: colour, faint, reset, .. } = self.palette;
        for one in deviations {
            let id = one.warning.as_ref().map_or("", |warning| warning.id.as_str());
            write!(self.to, "    {colour}{:18}{reset}  {}", visible(id), visible(&written::place(one)))?;
            if let Some(text) = &one.write {
                write!(self.to, ", written \"{}\"", visible(text))?;
            }
            match &one.warning {
                Some(warning) => {
                    let (message, section) = (visible(&warning.message), visible(&warning.section));
                    writeln!(self.to, ": {message}  {faint}({section}){reset}")?;
                }
                None => writeln!(self.to)?,
            }
        }
        Ok(())
    }

    /// The access steps of the registry file.
    fn steps(&mut self) -> fmt::Result {
        let steps = written::steps(self.file);
        if steps.is_empty() {
            return Ok(());
        }
        self.heading("steps")?;
        for (depth, line) in steps::lines(&steps, 0) {
            writeln!(self.to, "    {}{}", "  ".repeat(depth), visible(&line))?;
        }
        Ok(())
    }

    /// The URL of an example, and the section that decides on it.
    fn url(&mut self, text: &str, entry: &Entry) -> fmt::Result {
        let Palette { faint, reset, .. } = self.palette;
        let url = shared::url(text, entry, self.reader);
        write!(self.to, "    {}", visible(&url))?;
        match written::section(self.file, text) {
            Some(section) => writeln!(self.to, "  {faint}({}){reset}", visible(section)),
            None => writeln!(self.to),
        }
    }

    fn example(&mut self, entry: &Entry, example: &Example) -> fmt::Result {
        let Palette { faint, reset, .. } = self.palette;
        self.url(&example.url, entry)?;
        let parts: Vec<_> =
            shared::components(example, self.reader).map(|(name, text)| format!("{name}={text}")).collect();
        if !parts.is_empty() {
            writeln!(self.to, "      {faint}{}{reset}", visible(&parts.join("  ")))?;
        }
        match self.known.canonical(&example.url) {
            Some(text) => {
                let text = shared::url(text, entry, self.reader);
                writeln!(self.to, "      {faint}canonical form: {}{reset}", visible(&text))
            }
            None => Ok(()),
        }
    }

    /// An invalid URL and its error message.
    fn reject(&mut self, entry: &Entry, reject: &Reject) -> fmt::Result {
        let Palette { faint, reset, .. } = self.palette;
        self.url(&reject.url, entry)?;
        let why = shared::why(reject, entry, self.reader);
        let (_, _, (start, end)) = shared::error_of(reject, entry, self.reader);
        writeln!(self.to, "      {faint}{start}..{end}: {}{reset}", visible(&why))?;
        match self.known.why(&reject.url) {
            Some(why) => {
                writeln!(self.to, "      {faint}{}{reset}", visible(&masked_words(why, [&*reject.url], self.reader)))
            }
            None => Ok(()),
        }
    }
}

/// What is known of a component besides its role.
pub(crate) fn notes(component: &Component, file: Option<&SchemeEntry>) -> Vec<String> {
    let table = written::component(file, &component.name);
    let kind = written::kind(table).filter(|kind| *kind != component.role.as_str());
    let kind = kind.map(|kind| format!("type {kind}"));
    kind.into_iter().chain(details(component, file)).collect()
}

/// What is known of a component besides its role and type.
fn details(component: &Component, file: Option<&SchemeEntry>) -> Vec<String> {
    let table = written::component(file, &component.name);
    let mut notes = Vec::new();
    notes.extend(shared::delimiters(component.role).iter().map(|(key, sign)| format!("{key} `{sign}`")));
    notes.extend(written::case(table).map(|case| format!("case {case}")));
    if !component.insignificant.is_empty() {
        notes.push(format!("skip {:?}", &*component.insignificant));
    }
    if let Some(default) = &component.default {
        notes.push(format!("default {:?}", &**default));
    }
    notes.extend(written::component_keys(file, &component.name).iter().map(|(key, value)| match &**key {
        "sensitive" => "secret, masked in output".to_owned(),
        key => format!("{key} {value}"),
    }));
    if component.lenient {
        notes.push("lenient mode only".to_owned());
    }
    notes.iter().map(|note| visible(note).into_owned()).collect()
}

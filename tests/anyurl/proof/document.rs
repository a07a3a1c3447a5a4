//! The grammar of a document, composed of the files in `testdata/abnf` to one text that our compiler reads.
//!
//! A name means the rule of its own file, then that of the first later file that has it, and last a core rule of RFC 5234.
//! So `unreserved` of RFC 3966 is not that of RFC 3986, although both are in one text. A rule that is only prose, such as
//! `<as defined in RFC 3986>`, is no rule of its file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use anyurl_abnf::{Dialect, Element, GrammarRule, core_rules, rules};

/// The rules of one file, by their names in lower case.
type File = BTreeMap<String, Element>;

/// A rule of the document whose texts stand in a URL with escapes.
pub(super) struct Escaped {
    /// The name of the rule.
    pub rule: String,
    /// The characters that a URL can hold in this place.
    pub plain: BTreeSet<u8>,
}

/// The files, those that refer first.
pub(super) struct Document {
    files: Vec<File>,
    /// The files of rules that are only prose.
    prose: BTreeMap<String, usize>,
    escaped: Vec<Escaped>,
    /// A rule that contains itself, and how often it may.
    recursive: Option<(String, u32)>,
}

/// A copy of a rule.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Copy {
    file: usize,
    name: String,
    /// Within which of the escaped rules.
    escaped: Option<usize>,
    /// How many of the recursive rule are around it.
    depth: u32,
}

impl Document {
    pub(super) fn new(texts: &[String]) -> Self {
        let parsed = texts.iter().map(|text| rules(text, Dialect::Rfc5234).unwrap_or_else(|error| panic!("{error}")));
        let mut document = Self { files: vec![], prose: BTreeMap::new(), escaped: vec![], recursive: None };
        for (number, rules) in parsed.chain([core_rules()]).enumerate() {
            let mut own = File::new();
            for GrammarRule { name, element, .. } in rules {
                let name = name.to_ascii_lowercase();
                if matches!(element, Element::Prose(_)) {
                    document.prose.entry(name).or_insert(number);
                } else {
                    own.insert(name, element);
                }
            }
            document.files.push(own);
        }
        document
    }

    pub(super) fn escape(&mut self, rule: &str, plain: BTreeSet<u8>) {
        self.escaped.retain(|one| !one.rule.eq_ignore_ascii_case(rule));
        self.escaped.push(Escaped { rule: rule.to_ascii_lowercase(), plain });
    }

    pub(super) fn unfold(&mut self, rule: &str, depth: u32) {
        self.recursive = Some((rule.to_ascii_lowercase(), depth));
    }

    /// Replaces rules where they are, or where they are prose, or adds them to the first file. They say themselves what
    /// is escaped.
    pub(super) fn replace(&mut self, text: &str) {
        for rule in rules(text, Dialect::Rfc5234).unwrap_or_else(|error| panic!("{error}: {text}")) {
            let name = rule.name.to_ascii_lowercase();
            let file = self.file_of(0, &name).or_else(|| self.prose.get(&name).copied()).unwrap_or_default();
            self.escaped.retain(|one| one.rule != name);
            self.files[file].insert(name, rule.element);
        }
    }

    fn file_of(&self, from: usize, name: &str) -> Option<usize> {
        (from..self.files.len()).find(|file| self.files[*file].contains_key(name))
    }

    /// The text of all rules that the start rule needs, and the name of that rule in it.
    ///
    /// # Errors
    /// A description in prose, a rule that no file has, or one that contains itself.
    pub(super) fn text(&self, start: &str) -> Result<(String, String), String> {
        let mut composer = Composer { document: self, known: BTreeMap::new(), text: String::new() };
        let start = composer.name(0, start, None, 0)?.ok_or("no text")?;
        Ok((composer.text, start))
    }
}

impl Copy {
    fn id(&self) -> String {
        format!("r{}-{}-{}-{}", self.file, self.escaped.map_or(0, |n| n + 1), self.depth, self.name)
    }
}

struct Composer<'d> {
    document: &'d Document,
    /// Whether a rule has a text; `None` while it is composed.
    known: BTreeMap<Copy, Option<bool>>,
    text: String,
}

impl Composer<'_> {
    /// The copy that a name means; `None` if it has no text because the recursion ends.
    fn name(&mut self, from: usize, name: &str, escaped: Option<usize>, depth: u32) -> Result<Option<String>, String> {
        let name = name.to_ascii_lowercase();
        let file = self.document.file_of(from, &name).ok_or_else(|| format!("no rule `{name}`"))?;
        let escaped = escaped.or_else(|| self.document.escaped.iter().position(|one| one.rule == name));
        let depth = match &self.document.recursive {
            Some((rule, most)) if *rule == name && depth == *most => return Ok(None),
            Some((rule, _)) if *rule == name => depth + 1,
            _ => depth,
        };
        let copy = Copy { file, name, escaped, depth };
        let has_text = match self.known.get(&copy) {
            Some(known) => known.ok_or_else(|| format!("rule `{}` contains itself", copy.name))?,
            None => self.rule(&copy)?,
        };
        Ok(has_text.then(|| copy.id()))
    }

    /// Adds a rule; returns whether it has a text.
    fn rule(&mut self, copy: &Copy) -> Result<bool, String> {
        self.known.insert(copy.clone(), None);
        let element = self.element(&self.document.files[copy.file][&copy.name], copy)?;
        if let Some(element) = &element {
            writeln!(self.text, "{} = {element}", copy.id()).map_err(|error| error.to_string())?;
        }
        self.known.insert(copy.clone(), Some(element.is_some()));
        Ok(element.is_some())
    }

    /// The text of an element within a rule; `None` if it has no text because the recursion ends.
    fn element(&mut self, element: &Element, within: &Copy) -> Result<Option<String>, String> {
        let text = match element {
            Element::Choice(elements) => {
                let mut all = Vec::new();
                for one in elements {
                    all.extend(self.element(one, within)?);
                }
                return Ok((!all.is_empty()).then(|| format!("( {} )", all.join(" / "))));
            }
            Element::Sequence(elements) => {
                let mut all = Vec::new();
                for one in elements {
                    let Some(text) = self.element(one, within)? else { return Ok(None) };
                    all.push(text);
                }
                format!("( {} )", all.join(" "))
            }
            Element::Repeat { min, max, element } => {
                let max = max.map_or_else(String::new, |max| max.to_string());
                match self.element(element, within)? {
                    Some(text) => format!("{min}*{max}( {text} )"),
                    None if *min == 0 => "\"\"".to_owned(),
                    None => return Ok(None),
                }
            }
            Element::Rule(name) => return self.name(within.file, name, within.escaped, within.depth),
            Element::Prose(prose) => return Err(format!("prose: <{prose}>")),
            Element::Literal { bytes, is_case_sensitive } => {
                let bytes = bytes.iter().map(|byte| self.byte(*byte, *is_case_sensitive, within));
                bytes
                    .reduce(|all, one| format!("{all} {one}"))
                    .map_or_else(|| "\"\"".to_owned(), |all| format!("( {all} )"))
            }
            Element::Range(first, last) => self.class(&(*first..=*last).collect(), within),
        };
        Ok(Some(text))
    }

    fn byte(&self, byte: u8, is_case_sensitive: bool, within: &Copy) -> String {
        let cases = if is_case_sensitive { [byte; 2] } else { [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()] };
        self.class(&cases.into_iter().collect(), within)
    }

    /// One of some bytes, each as itself or as an escape.
    fn class(&self, bytes: &BTreeSet<u8>, within: &Copy) -> String {
        let escaped = within.escaped.map(|n| &self.document.escaped[n]);
        let plain = bytes.iter().filter(|byte| escaped.is_none_or(|escaped| escaped.plain.contains(byte)));
        let mut all = ranges(plain.copied());
        if escaped.is_some() {
            // The escapes of each first digit.
            for first in 0..16 {
                let second = bytes.iter().filter(|byte| *byte >> 4 == first).map(|byte| format!("\"{:X}\"", byte & 15));
                let second: Vec<_> = second.collect();
                if !second.is_empty() {
                    all.push(format!("\"%{first:X}\" ( {} )", second.join(" / ")));
                }
            }
        }
        format!("( {} )", all.join(" / "))
    }
}

/// The ranges of ascending bytes.
fn ranges(bytes: impl Iterator<Item = u8>) -> Vec<String> {
    let mut all: Vec<(u8, u8)> = Vec::new();
    for byte in bytes {
        match all.last_mut() {
            Some((_, last)) if *last + 1 == byte => *last = byte,
            _ => all.push((byte, byte)),
        }
    }
    all.into_iter().map(|(first, last)| format!("%x{first:02X}-{last:02X}")).collect()
}

//! Facts as TOML: the custom section `anyurl.plugin` of a WebAssembly module. `docs/plugin-abi.md` lists the keys.

use anyurl_plugin::abi;
use toml::{Table, Value};

use super::{
    ComponentFacts, ExampleFacts, FactsError, PluginFacts, RejectFacts, RequirementFacts, SchemeFacts, check_abi,
    invalid,
};

/// The largest number of schemes in a module.
const MAX_SCHEMES: usize = 64;

/// The words for codes of the ABI.
type Words = &'static [(&'static str, u32)];

const STATUSES: Words = &[
    ("permanent", abi::STATUS_PERMANENT),
    ("provisional", abi::STATUS_PROVISIONAL),
    ("historical", abi::STATUS_HISTORICAL),
    ("experimental", abi::STATUS_EXPERIMENTAL),
    ("reserved", abi::STATUS_RESERVED),
    ("private", abi::STATUS_PRIVATE),
];

const GRAMMARS: Words = &[("rfc1738", abi::GRAMMAR_RFC1738), ("rfc3986", abi::GRAMMAR_RFC3986)];

const SHAPES: Words = &[("path", abi::SCHEME_SHAPE), ("path-and-query", abi::SCHEME_SHAPE | abi::SCHEME_SHAPE_QUERY)];

const ROLES: Words = &[
    ("common", abi::R_COMMON),
    ("text", abi::R_TEXT),
    ("whole", abi::R_WHOLE),
    ("keyword", abi::R_KEYWORD),
    ("flag", abi::R_FLAG),
    ("list-between", abi::R_LIST_BETWEEN),
    ("list-after", abi::R_LIST_AFTER),
    ("fields", abi::R_FIELDS),
    ("number", abi::R_NUMBER),
];

const COMMON: Words =
    &[("user", abi::C_USER), ("password", abi::C_PASSWORD), ("host", abi::C_HOST), ("port", abi::C_PORT)];

const FIXES: Words = &[
    ("encode", abi::FIX_ENCODE),
    ("decode", abi::FIX_DECODE),
    ("remove", abi::FIX_REMOVE),
    ("replace", abi::FIX_REPLACE),
];

const KINDS: Words = &[
    ("unexpected", abi::E_UNEXPECTED.cast_unsigned()),
    ("missing", abi::E_MISSING.cast_unsigned()),
    ("out-of-range", abi::E_RANGE.cast_unsigned()),
    ("bad-escape", abi::E_ESCAPE.cast_unsigned()),
    ("forbidden", abi::E_FORBIDDEN.cast_unsigned()),
];

/// Reads the facts of a plugin and of its schemes.
pub(super) fn read(section: &[u8]) -> Result<(PluginFacts, Vec<SchemeFacts>), FactsError> {
    let text = str::from_utf8(section).map_err(|_| invalid("they are not UTF-8"))?;
    let table = text.parse::<Table>().map_err(|error| invalid(error.to_string().trim_end()))?;
    let mut facts = Facts { what: "the plugin".to_owned(), table };
    let (major, minor) = version(&facts.text("abi")?)?;
    // Nothing else is read before the versions match.
    check_abi(major, facts.number("abi_minor_needed")?.map_or(Ok(0), u16::try_from).unwrap_or(u16::MAX))?;
    let schemes = facts.tables("scheme", MAX_SCHEMES)?;
    let plugin = PluginFacts::new(
        facts.text("name")?,
        &facts.text("version")?,
        &facts.optional("host_req")?.unwrap_or_default(),
        facts.optional("built_with")?.unwrap_or_default(),
        (major, minor),
    )?;
    facts.finish()?;
    Ok((plugin, schemes.into_iter().map(scheme).collect::<Result<_, _>>()?))
}

/// Parses a version of the ABI: `1.0`.
fn version(text: &str) -> Result<(u16, u16), FactsError> {
    let numbers = text.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
    numbers.ok_or_else(|| invalid(format_args!("`abi` is `{}`, not a version such as `1.0`", text.escape_debug())))
}

fn scheme(table: Table) -> Result<SchemeFacts, FactsError> {
    let name = table.get("name").and_then(Value::as_str).unwrap_or("without a name");
    let mut facts = Facts { what: format!("scheme `{}`", name.escape_debug()), table };
    let hierarchical = facts.flag("hierarchical", false)?.then_some(abi::SCHEME_HIERARCHICAL);
    let data_object = facts.flag("data_object", true)?.then_some(abi::SCHEME_DATA_OBJECT);
    let shape = facts.optional_word("shape", SHAPES)?;
    let scheme = SchemeFacts {
        name: facts.text("name")?,
        version: facts.text("version")?,
        flags: hierarchical.unwrap_or_default() | data_object.unwrap_or_default() | shape.unwrap_or_default(),
        grammar: facts.word("grammar", GRAMMARS)?,
        status: facts.word("status", STATUSES)?,
        default_port: facts.number("default_port")?.unwrap_or_default(),
        description: facts.text("description")?,
        syntax: facts.text("syntax")?,
        access: facts.text("access")?,
        steps: facts.text("steps")?,
        name_properties: facts.optional("name_properties")?.unwrap_or_default(),
        demonstration: facts.optional("demonstration")?.unwrap_or_default(),
        template: facts.optional("template")?.unwrap_or_default(),
        reserved: facts.optional("reserved")?.unwrap_or_default(),
        components: components(facts.members("component")?)?,
        requirements: all(facts.members("requirement")?, requirement)?,
        references: facts.texts("references")?,
        examples: all(facts.members("example")?, example)?,
        rejects: all(facts.members("reject")?, reject)?,
    };
    facts.finish()?;
    Ok(scheme)
}

fn all<T>(tables: Vec<Facts>, read: fn(&mut Facts) -> Result<T, FactsError>) -> Result<Vec<T>, FactsError> {
    let finished = tables.into_iter().map(|mut table| read(&mut table).and_then(|read| table.finish().map(|()| read)));
    finished.collect()
}

/// Reads the components. The scheme's own are numbered in their order.
fn components(tables: Vec<Facts>) -> Result<Vec<ComponentFacts>, FactsError> {
    let mut components = all(tables, component)?;
    let own = components.iter_mut().filter(|one| one.role != abi::R_COMMON);
    for (kind, component) in (abi::C_OWN..).zip(own) {
        component.kind = kind;
    }
    Ok(components)
}

fn component(facts: &mut Facts) -> Result<ComponentFacts, FactsError> {
    let name = facts.text("name")?;
    let role = facts.word("role", ROLES)?;
    let kind =
        if role == abi::R_COMMON { find(COMMON, &name).ok_or_else(|| facts.unknown("name", &name))? } else { 0 };
    let delimiter = facts.optional("delimiter")?.unwrap_or_default();
    let delimiter = match delimiter.as_bytes() {
        [] => 0,
        [byte] => u32::from(*byte),
        _ => return Err(facts.unknown("delimiter", &delimiter)),
    };
    let lenient = facts.flag("lenient", false)?.then_some(abi::COMPONENT_LENIENT);
    let unescaped = facts.flag("unescaped", false)?.then_some(abi::COMPONENT_UNESCAPED);
    Ok(ComponentFacts {
        kind,
        role,
        delimiter,
        flags: lenient.unwrap_or_default() | unescaped.unwrap_or_default(),
        name,
        fallback: facts.optional("fallback")?,
        plain: facts.optional("plain")?.unwrap_or_default(),
    })
}

fn requirement(facts: &mut Facts) -> Result<RequirementFacts, FactsError> {
    Ok(RequirementFacts {
        id: facts.text("id")?,
        section: facts.optional("section")?.unwrap_or_default(),
        rule: facts.optional("rule")?.unwrap_or_default(),
        text: facts.optional("text")?.unwrap_or_default(),
        help: facts.optional("help")?.unwrap_or_default(),
        replacement: facts.optional("replacement")?.unwrap_or_default(),
        fix: facts.optional_word("fix", FIXES)?.unwrap_or(abi::FIX_UNKNOWN),
    })
}

fn example(facts: &mut Facts) -> Result<ExampleFacts, FactsError> {
    Ok(ExampleFacts {
        url: facts.text("url")?,
        components: facts.text("components")?,
        canonical: facts.optional("canonical")?,
        wire: facts.optional("wire")?.map(String::into_bytes),
    })
}

fn reject(facts: &mut Facts) -> Result<RejectFacts, FactsError> {
    Ok(RejectFacts {
        url: facts.text("url")?,
        rule: facts.text("rule")?,
        kind: facts.word("kind", KINDS)?,
        start: facts.number("start")?.unwrap_or_default(),
        end: facts.number("end")?.unwrap_or_default(),
    })
}

fn find(words: Words, text: &str) -> Option<u32> {
    words.iter().find(|(word, _)| *word == text).map(|(_, code)| *code)
}

/// A table, from which each key is taken once.
struct Facts {
    /// What the table describes, for errors.
    what: String,
    table: Table,
}

impl Facts {
    fn error(&self, key: &str, problem: impl std::fmt::Display) -> FactsError {
        invalid(format_args!("{}: `{key}` {problem}", self.what))
    }

    fn unknown(&self, key: &str, text: &str) -> FactsError {
        self.error(key, format_args!("is `{}`, which it cannot be", text.escape_debug()))
    }

    /// Takes a key, and converts its value.
    fn take<T>(&mut self, key: &str, what: &str, read: impl Fn(Value) -> Option<T>) -> Result<Option<T>, FactsError> {
        match self.table.remove(key) {
            None => Ok(None),
            Some(value) => read(value).map(Some).ok_or_else(|| self.error(key, format_args!("is not {what}"))),
        }
    }

    fn optional(&mut self, key: &str) -> Result<Option<String>, FactsError> {
        self.take(key, "a text", into_text)
    }

    fn text(&mut self, key: &str) -> Result<String, FactsError> {
        self.optional(key)?.ok_or_else(|| self.error(key, "is missing"))
    }

    fn texts(&mut self, key: &str) -> Result<Vec<String>, FactsError> {
        let read = |value| match value {
            Value::Array(values) => values.into_iter().map(into_text).collect(),
            _ => None,
        };
        Ok(self.take(key, "an array of texts", read)?.unwrap_or_default())
    }

    fn number(&mut self, key: &str) -> Result<Option<u32>, FactsError> {
        self.take(key, "a number from 0 to 4294967295", |value| u32::try_from(value.as_integer()?).ok())
    }

    fn flag(&mut self, key: &str, default: bool) -> Result<bool, FactsError> {
        Ok(self.take(key, "`true` or `false`", |value| value.as_bool())?.unwrap_or(default))
    }

    fn optional_word(&mut self, key: &str, words: Words) -> Result<Option<u32>, FactsError> {
        let Some(text) = self.optional(key)? else { return Ok(None) };
        find(words, &text).map(Some).ok_or_else(|| self.unknown(key, &text))
    }

    fn word(&mut self, key: &str, words: Words) -> Result<u32, FactsError> {
        self.optional_word(key, words)?.ok_or_else(|| self.error(key, "is missing"))
    }

    fn tables(&mut self, key: &str, limit: usize) -> Result<Vec<Table>, FactsError> {
        let read = |value| match value {
            Value::Array(values) if values.len() <= limit => values.into_iter().map(into_table).collect(),
            _ => None,
        };
        Ok(self.take(key, &format!("an array of at most {limit} tables"), read)?.unwrap_or_default())
    }

    /// Takes the tables of a list.
    fn members(&mut self, key: &str) -> Result<Vec<Self>, FactsError> {
        let tables = self.tables(key, usize::MAX)?;
        Ok(tables.into_iter().map(|table| Self { what: format!("{}: a {key}", self.what), table }).collect())
    }

    /// Checks that no key is left.
    fn finish(&self) -> Result<(), FactsError> {
        match self.table.keys().next() {
            Some(key) => Err(self.error(&key.escape_debug().to_string(), "is not a key of the facts")),
            None => Ok(()),
        }
    }
}

fn into_text(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        _ => None,
    }
}

fn into_table(value: Value) -> Option<Table> {
    match value {
        Value::Table(table) => Some(table),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACTS: &str = include_str!("../../../examples/shelf/shelf.facts.toml");

    #[test]
    fn facts_are_read() {
        let (plugin, schemes) = read(FACTS.as_bytes()).unwrap();
        assert_eq!((plugin.name.as_str(), plugin.abi), ("x-shelf-c", (1, 1)));
        let [scheme] = &schemes[..] else { panic!("{schemes:?}") };
        assert_eq!(
            (scheme.name.as_str(), scheme.default_port, scheme.status),
            ("x-shelf", 7777, abi::STATUS_EXPERIMENTAL)
        );
        assert_eq!(scheme.flags, abi::SCHEME_HIERARCHICAL | abi::SCHEME_DATA_OBJECT);
        let kinds: Vec<_> = scheme.components.iter().map(|one| one.kind).collect();
        assert_eq!(kinds, [abi::C_HOST, abi::C_PORT, abi::C_OWN, abi::C_OWN + 1, abi::C_OWN + 2]);
        assert_eq!((scheme.requirements.len(), scheme.examples.len(), scheme.rejects.len()), (4, 2, 4));
    }

    #[test]
    fn mistakes_are_named() {
        let edited = |from: &str, to: &str| {
            assert!(FACTS.contains(from), "{from}");
            match read(FACTS.replacen(from, to, 1).as_bytes()) {
                Err(error) => error.to_string(),
                Ok(_) => panic!("{from} -> {to} is accepted"),
            }
        };
        for (from, to, expected) in [
            ("abi = \"1.1\"", "abi = \"1\"", "`abi` is `1`, not a version such as `1.0`"),
            ("abi = \"1.1\"", "abi = \"2.0\"", "the plugin was built for ABI 2, but this program supports ABI 1"),
            (
                "abi = \"1.1\"",
                "abi = \"1.1\"\nabi_minor_needed = 7",
                "the plugin needs ABI 1.7, but this program supports ABI 1.1",
            ),
            ("abi = \"1.1\"", "", "the plugin: `abi` is missing"),
            ("[[scheme]]", "colour = 1\n[[scheme]]", "the plugin: `colour` is not a key of the facts"),
            ("name = \"x-shelf\"", "name = 7", "scheme `without a name`: `name` is not a text"),
            (
                "default_port = 7777",
                "default_port = -1",
                "scheme `x-shelf`: `default_port` is not a number from 0 to 4294967295",
            ),
            (
                "status = \"experimental\"",
                "status = \"new\"",
                "scheme `x-shelf`: `status` is `new`, which it cannot be",
            ),
            ("hierarchical = true", "hierarchical = 1", "scheme `x-shelf`: `hierarchical` is not `true` or `false`"),
        ] {
            let found = edited(from, to);
            assert_eq!(found, expected, "{from} -> {to}");
        }
        assert!(read(b"a =\xFF").is_err() && read(b"a = ").is_err());
    }
}

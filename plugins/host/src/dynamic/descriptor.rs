//! Reads the descriptor of a plugin. It is copied once and never read again.

use std::cell::Cell;

use crate::{
    ComponentFacts, ExampleFacts, FactsError, PluginErrorKind, PluginFacts, PluginScheme, RejectFacts,
    RequirementFacts, SchemeFacts,
};
use anyurl_plugin::abi::{self, InitFn, LocHeader, LocStr};

use crate::dynamic::ffi_call::LibraryFunctions;
use crate::dynamic::ffi_read::{PluginMemory, ReadError};
use crate::facts::check_abi;

/// The largest number of schemes in a library.
const MAX_SCHEMES: usize = 64;

/// The largest number of elements in a list of a scheme; the contract allows no more.
const MAX_LIST: usize = 4096;

/// The largest total length of the texts of a scheme that are read, in bytes; the contract allows no more.
const MAX_TEXT: usize = 1 << 20;

/// The converted descriptor of a library.
pub(crate) struct Descriptor {
    pub(crate) facts: PluginFacts,
    pub(crate) is_panic_safe: bool,
    pub(crate) init: Option<InitFn>,
    pub(crate) schemes: Vec<PluginScheme>,
}

impl Descriptor {
    /// Reads the result of an entry point.
    pub(crate) fn read(memory: PluginMemory, pointer: *const LocHeader) -> Result<Self, PluginErrorKind> {
        let header = memory.header(pointer).map_err(invalid("the header"))?;
        if header.magic != abi::MAGIC {
            return Err(PluginErrorKind::Facts(FactsError::Invalid("`magic` is wrong".to_owned())));
        }
        // Nothing else is read before the versions match.
        check_abi(header.abi_major, header.abi_minor_needed)?;
        let plugin: abi::LocPlugin =
            memory.sized(pointer.cast(), header.struct_size).map_err(invalid("the descriptor"))?;
        let text = |text: LocStr, what| memory.text(text).map_err(invalid(what));
        let facts = PluginFacts::new(
            text(plugin.name, "`name`")?,
            &text(plugin.version, "`version`")?,
            &text(plugin.host_req, "`host_req`")?,
            text(plugin.built_with, "`built_with`")?,
            (header.abi_major, header.abi_minor),
        )?;
        Ok(Self {
            facts,
            is_panic_safe: plugin.flags & abi::PLUGIN_PANIC_SAFE != 0,
            init: plugin.init,
            schemes: schemes(memory, &plugin)?,
        })
    }
}

/// Converts an error of reading `what`.
fn invalid(what: &str) -> impl Fn(ReadError) -> PluginErrorKind {
    move |error| PluginErrorKind::Facts(FactsError::Invalid(format!("{what} is {error}")))
}

fn schemes(memory: PluginMemory, plugin: &abi::LocPlugin) -> Result<Vec<PluginScheme>, PluginErrorKind> {
    let pointers = memory.list(plugin.schemes, plugin.n_schemes, MAX_SCHEMES).map_err(invalid("`schemes`"))?;
    let schemes: Result<Vec<_>, _> = pointers.into_iter().map(|pointer| scheme(memory, pointer)).collect();
    let schemes = schemes?;
    PluginScheme::check_all(&schemes)?;
    Ok(schemes)
}

fn scheme(memory: PluginMemory, pointer: *const abi::LocScheme) -> Result<PluginScheme, PluginErrorKind> {
    let size = memory.size(pointer).map_err(invalid("a scheme"))?;
    let raw = memory.sized(pointer, size).map_err(invalid("a scheme"))?;
    let Some(functions) = LibraryFunctions::new(memory, &raw) else {
        return Err(PluginErrorKind::Facts(FactsError::Invalid("a scheme has no `parse`".to_owned())));
    };
    let name = memory.text(raw.name).map_err(invalid("the name of a scheme"))?;
    let facts = SchemeReader { memory, name: &name, text_len: Cell::new(0) }.facts(&raw)?;
    Ok(PluginScheme::new(&facts, functions)?)
}

/// Copies the structs of one scheme.
struct SchemeReader<'n> {
    memory: PluginMemory,
    name: &'n str,
    /// The total length of the texts so far.
    text_len: Cell<usize>,
}

impl SchemeReader<'_> {
    fn error(&self, problem: impl std::fmt::Display) -> PluginErrorKind {
        PluginErrorKind::Facts(FactsError::Invalid(format!("scheme `{}`: {problem}", self.name.escape_debug())))
    }

    fn text(&self, text: LocStr, what: &str) -> Result<String, PluginErrorKind> {
        self.count(text.len)?;
        self.memory.text(text).map_err(|error| self.error(format_args!("{what} is {error}")))
    }

    fn bytes(&self, bytes: LocStr, what: &str) -> Result<Vec<u8>, PluginErrorKind> {
        self.count(bytes.len)?;
        self.memory.bytes(bytes).map_err(|error| self.error(format_args!("{what} are {error}")))
    }

    /// Adds to the total length of the texts.
    fn count(&self, len: usize) -> Result<(), PluginErrorKind> {
        self.text_len.set(self.text_len.get().saturating_add(len));
        if self.text_len.get() > MAX_TEXT {
            return Err(self.error(format_args!("the texts have more than {MAX_TEXT} bytes in total")));
        }
        Ok(())
    }

    /// Copies a list, and converts its elements.
    fn list<T: Copy, F>(
        &self,
        (pointer, len): (*const T, u32),
        what: &str,
        convert: impl Fn(T) -> Result<F, PluginErrorKind>,
    ) -> Result<Vec<F>, PluginErrorKind> {
        let list = self.memory.list(pointer, len, MAX_LIST);
        let list = list.map_err(|error| self.error(format_args!("{what} is {error}")))?;
        list.into_iter().map(convert).collect()
    }

    fn facts(&self, raw: &abi::LocScheme) -> Result<SchemeFacts, PluginErrorKind> {
        Ok(SchemeFacts {
            name: self.name.to_owned(),
            version: self.text(raw.version, "`version`")?,
            flags: raw.flags,
            grammar: raw.grammar,
            status: raw.status,
            default_port: raw.default_port,
            description: self.text(raw.description, "`description`")?,
            syntax: self.text(raw.syntax, "`syntax`")?,
            access: self.text(raw.access, "`access`")?,
            steps: self.text(raw.steps, "`steps`")?,
            name_properties: self.text(raw.name_properties, "`name_properties`")?,
            demonstration: self.text(raw.demonstration, "`demonstration`")?,
            template: self.text(raw.composition, "`composition`")?,
            reserved: self.text(raw.reserved, "`reserved`")?,
            components: self.list((raw.components, raw.n_components), "`components`", |one| self.component(one))?,
            requirements: self
                .list((raw.requirements, raw.n_requirements), "`requirements`", |one| self.requirement(one))?,
            references: self
                .list((raw.references, raw.n_references), "`references`", |text| self.text(text, "a reference"))?,
            examples: self.examples(raw)?,
            rejects: self.list((raw.rejects, raw.n_rejects), "`rejects`", |one| self.reject(one))?,
        })
    }

    fn component(&self, raw: abi::LocComponent) -> Result<ComponentFacts, PluginErrorKind> {
        let fallback = self.text(raw.fallback, "`fallback`")?;
        Ok(ComponentFacts {
            kind: raw.kind,
            role: raw.role,
            delimiter: raw.delimiter,
            flags: raw.flags,
            name: self.text(raw.name, "the name of a component")?,
            fallback: (!raw.fallback.ptr.is_null()).then_some(fallback),
            plain: self.text(raw.plain, "`plain`")?,
        })
    }

    fn requirement(&self, raw: abi::LocRequirement) -> Result<RequirementFacts, PluginErrorKind> {
        let text = |text| self.text(text, "a requirement");
        Ok(RequirementFacts {
            id: text(raw.id)?,
            section: text(raw.section)?,
            rule: text(raw.rule)?,
            text: text(raw.text)?,
            help: text(raw.help)?,
            replacement: text(raw.replacement)?,
            fix: raw.fix,
        })
    }

    /// Copies the examples, and what is stated about each.
    fn examples(&self, raw: &abi::LocScheme) -> Result<Vec<ExampleFacts>, PluginErrorKind> {
        let mut examples = self.list((raw.examples, raw.n_examples), "`examples`", |one| self.example(one))?;
        let outcomes = self.list((raw.outcomes, raw.n_outcomes), "`outcomes`", |one| self.outcome(one))?;
        if !outcomes.is_empty() && outcomes.len() != examples.len() {
            let (stated, all) = (outcomes.len(), examples.len());
            return Err(self.error(format_args!("`outcomes` has {stated} elements, and `examples` {all}")));
        }
        for (example, (canonical, wire)) in examples.iter_mut().zip(outcomes) {
            (example.canonical, example.wire) = (canonical, wire);
        }
        Ok(examples)
    }

    fn example(&self, raw: abi::LocExample) -> Result<ExampleFacts, PluginErrorKind> {
        let text = |text| self.text(text, "an example");
        Ok(ExampleFacts { url: text(raw.url)?, components: text(raw.components)?, ..ExampleFacts::default() })
    }

    /// Copies the canonical form and the bytes of a plan that are stated.
    fn outcome(&self, raw: abi::LocOutcome) -> Result<(Option<String>, Option<Vec<u8>>), PluginErrorKind> {
        let canonical = (!raw.canonical.ptr.is_null()).then(|| self.text(raw.canonical, "a canonical form"));
        let wire = (!raw.wire.ptr.is_null()).then(|| self.bytes(raw.wire, "the bytes of a plan"));
        Ok((canonical.transpose()?, wire.transpose()?))
    }

    fn reject(&self, raw: abi::LocReject) -> Result<RejectFacts, PluginErrorKind> {
        let text = |text| self.text(text, "a reject");
        let abi::LocReject { kind, start, end, .. } = raw;
        Ok(RejectFacts { url: text(raw.url)?, rule: text(raw.rule)?, kind, start, end })
    }
}

//! [`ModuleCode`]: the bytes of a module, checked once, with an instance for each thread.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use crate::{ModuleLimits, PluginErrorKind, PluginFacts, SchemeFacts, Violation};
use anyurl_core::authors::{Fix, Requirement, RequirementRef};
use anyurl_declared::format::Hash;
use thread_local::ThreadLocal;
use wasmi::{ExternType, Module, ValType};

use crate::wasm::instance::{self, Instance};
use crate::wasm::{engine, locals};

/// The custom section with the facts.
const SECTION: &str = "anyurl.plugin";

/// That of a module that was built under the former name of this project.
const FORMER_SECTION: &str = "locator.plugin";

/// What a module says of itself, and of its schemes.
type Facts = (PluginFacts, Vec<SchemeFacts>);

/// The checked code of a module.
pub(crate) struct ModuleCode {
    bytes: Box<[u8]>,
    limits: ModuleLimits,
    facts: Facts,
    has_canonicalize: bool,
    threads: ThreadLocal<RefCell<ThreadCode>>,
    fuel: Arc<Requirement>,
    memory: Arc<Requirement>,
    trap: Arc<Requirement>,
}

/// The code for one thread, which no other one uses: calls take no lock that another thread holds.
struct ThreadCode {
    module: Module,
    /// `None` before the first call, and after one that was stopped.
    instance: Option<Instance>,
}

/// The modules in use, so that several registries share one.
static MODULES: LazyLock<Mutex<Modules>> = LazyLock::new(Mutex::default);

/// Modules by their hash and their limits.
type Modules = HashMap<(Hash, ModuleLimits), Weak<ModuleCode>>;

impl ModuleCode {
    /// Returns the code of a module: that of another registry, or new code, which is checked. Nothing runs.
    pub(crate) fn load(bytes: &[u8], hash: Hash, limits: ModuleLimits) -> Result<Arc<Self>, PluginErrorKind> {
        // A panic leaves the map consistent: only complete entries are inserted.
        let modules = || MODULES.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (hash, limits);
        if let Some(code) = modules().get(&key).and_then(Weak::upgrade) {
            return Ok(code);
        }
        // Without the lock, so that no module waits for another one.
        let code = Arc::new(Self::new(bytes, limits)?);
        let mut modules = modules();
        modules.retain(|_, code| code.strong_count() > 0);
        modules.insert(key, Arc::downgrade(&code));
        Ok(code)
    }

    fn new(bytes: &[u8], limits: ModuleLimits) -> Result<Self, PluginErrorKind> {
        let module = compile(bytes)?;
        let facts = facts(&module)?;
        check_exports(&module)?;
        let requirement = |problem: String, help: String| {
            let text = format!("the plugin `{}` of this scheme {problem}", facts.0.name);
            Arc::new(Requirement::owned("plugin".to_owned(), "plugin ABI 1.1".to_owned(), text, help, Fix::Unknown))
        };
        let (fuel, memory) = (limits.fuel_per_byte(), limits.memory_size());
        let code = Self {
            bytes: bytes.into(),
            limits,
            has_canonicalize: module.get_export(instance::CANONICALIZE).is_some(),
            threads: ThreadLocal::new(),
            fuel: requirement(
                format!("ran out of fuel: it may use {fuel} for each byte of a URL"),
                "shorten the URL, or allow more: `fuel` under `[plugins]` in config.toml, `ModuleLimits::fuel` in a program"
                    .to_owned(),
            ),
            memory: requirement(
                format!("ran out of memory: it may use {memory} bytes"),
                "shorten the URL, or allow more: `memory` under `[plugins]` in config.toml, `ModuleLimits::memory` in a \
                 program"
                    .to_owned(),
            ),
            trap: requirement(
                "trapped: it ended itself, by a panic, a bug, or too many nested calls".to_owned(),
                "report this to the author of the plugin, or load another version of it".to_owned(),
            ),
            facts,
        };
        code.threads.get_or(|| RefCell::new(ThreadCode { module, instance: None }));
        Ok(code)
    }

    /// Returns what the module says of itself, and of its schemes.
    pub(crate) fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Returns whether the module edits canonical forms.
    pub(crate) fn has_canonicalize(&self) -> bool {
        self.has_canonicalize
    }

    /// Instantiates the module for this thread, unless that was done before, which runs its start function.
    pub(crate) fn start(&self) -> Result<(), PluginErrorKind> {
        self.call(|_| Ok(())).map_err(PluginErrorKind::Start)
    }

    /// Calls a function of this thread's instance. An instance that was stopped is thrown away.
    pub(crate) fn call<T>(&self, call: impl FnOnce(&mut Instance) -> Result<T, Violation>) -> Result<T, Violation> {
        let thread = self.threads.get_or_try(|| {
            // The same bytes have been compiled before.
            let module = compile(&self.bytes).map_err(|_| Violation::Failed)?;
            Ok(RefCell::new(ThreadCode { module, instance: None }))
        })?;
        // Calls are not nested: a module has no imports by which it could call this.
        let mut thread = thread.try_borrow_mut().map_err(|_| Violation::Failed)?;
        let mut instance = match thread.instance.take() {
            Some(instance) => instance,
            None => Instance::new(&thread.module, self.limits)?,
        };
        let outcome = call(&mut instance);
        if outcome.is_ok() {
            thread.instance = Some(instance);
        }
        outcome
    }

    /// Returns the requirement that an error cites for a violation.
    pub(crate) fn requirement(&self, violation: Violation) -> RequirementRef {
        match violation {
            Violation::Fuel => Arc::clone(&self.fuel).into(),
            Violation::Memory => Arc::clone(&self.memory).into(),
            Violation::Trap => Arc::clone(&self.trap).into(),
            other => other.requirement().into(),
        }
    }
}

/// Validates and translates a module, which may import nothing. Nothing runs.
fn compile(bytes: &[u8]) -> Result<Module, PluginErrorKind> {
    if engine::CAN_OVERFLOW {
        return Err(PluginErrorKind::Build);
    }
    let invalid = |error: wasmi::Error| PluginErrorKind::Invalid(error.to_string());
    let engine = engine::new();
    // Before translation, which relies on it: wasmi 2.0.0 panics at an instruction after the end of a function.
    Module::validate(&engine, bytes).map_err(invalid)?;
    locals::check(bytes)?;
    let module = Module::new(&engine, bytes).map_err(invalid)?;
    match module.imports().next() {
        Some(import) => Err(PluginErrorKind::Import(format!("{}.{}", import.module(), import.name()))),
        None => Ok(module),
    }
}

/// Reads the facts. Nothing runs.
fn facts(module: &Module) -> Result<Facts, PluginErrorKind> {
    let sections: Vec<_> = module.custom_sections().filter(|section| section.name() == SECTION).collect();
    let [section] = &sections[..] else {
        if module.custom_sections().any(|section| section.name() == FORMER_SECTION) {
            return Err(PluginErrorKind::FormerName);
        }
        return Err(PluginErrorKind::Sections(sections.len()));
    };
    PluginFacts::from_section(section.data()).map_err(PluginErrorKind::Facts)
}

/// Checks the types of the exports. Nothing runs.
fn check_exports(module: &Module) -> Result<(), PluginErrorKind> {
    let is_function = |name, parameters: usize| match module.get_export(name) {
        Some(ExternType::Func(found)) => {
            found.params() == vec![ValType::I32; parameters] && found.results() == [ValType::I32]
        }
        _ => false,
    };
    if !matches!(module.get_export(instance::MEMORY), Some(ExternType::Memory(_))) {
        Err(PluginErrorKind::Export("its memory as `memory`"))
    } else if !is_function(instance::BUFFER, 1) {
        Err(PluginErrorKind::Export("`anyurl_buffer` with one parameter and one result of 32 bits"))
    } else if !is_function(instance::PARSE, 9) {
        Err(PluginErrorKind::Export("`anyurl_parse` with nine parameters and one result of 32 bits"))
    } else if module.get_export(instance::CANONICALIZE).is_some() && !is_function(instance::CANONICALIZE, 9) {
        Err(PluginErrorKind::Export("`anyurl_canonicalize` with nine parameters and one result of 32 bits"))
    } else {
        Ok(())
    }
}

impl std::fmt::Debug for ModuleCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a module of {} bytes", self.bytes.len())
    }
}

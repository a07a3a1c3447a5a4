//! [`ModuleCode`]: the bytes of a module, checked once, with an instance for each thread.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use locator_contract::{PluginFacts, SchemeFacts, Violation};
use locator_core::diagnostics::requirement::RequirementRef;
use locator_core::{Fix, Requirement};
use locator_declared::format::Hash;
use thread_local::ThreadLocal;
use wasmi::{ExternType, Module, ValType};

use crate::engine;
use crate::error::ModuleErrorKind;
use crate::instance::{self, Instance};
use crate::policy::ModuleLimits;

/// The custom section with the facts.
const SECTION: &str = "locator.plugin";

/// What a module says of itself, and of its schemes.
type Facts = (PluginFacts, Vec<SchemeFacts>);

/// The checked code of a module.
pub(crate) struct ModuleCode {
    bytes: Box<[u8]>,
    limits: ModuleLimits,
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
static MODULES: Mutex<Option<Modules>> = Mutex::new(None);

/// Modules by their hash and their limits.
type Modules = HashMap<(Hash, ModuleLimits), Weak<ModuleCode>>;

impl ModuleCode {
    /// Checks a module and instantiates it once, unless that was done before, and returns it with its facts.
    pub(crate) fn load(bytes: &[u8], hash: Hash, limits: ModuleLimits) -> Result<(Arc<Self>, Facts), ModuleErrorKind> {
        let module = compile(bytes)?;
        let facts = facts(&module)?;
        check_exports(&module)?;
        let code = Self::shared(bytes, hash, limits, module, &facts.0.name)?;
        Ok((code, facts))
    }

    /// Returns the code that another registry uses already, or new code.
    fn shared(
        bytes: &[u8],
        hash: Hash,
        limits: ModuleLimits,
        module: Module,
        name: &str,
    ) -> Result<Arc<Self>, ModuleErrorKind> {
        // A panic leaves the map consistent: only complete entries are inserted.
        let mut modules = MODULES.lock().unwrap_or_else(PoisonError::into_inner);
        let modules = modules.get_or_insert_default();
        modules.retain(|_, code| code.strong_count() > 0);
        if let Some(code) = modules.get(&(hash, limits)).and_then(Weak::upgrade) {
            return Ok(code);
        }
        let code = Arc::new(Self::new(bytes, limits, name));
        code.start(module)?;
        modules.insert((hash, limits), Arc::downgrade(&code));
        Ok(code)
    }

    fn new(bytes: &[u8], limits: ModuleLimits, name: &str) -> Self {
        let requirement = |problem: String, help: String| {
            let text = format!("the plugin `{name}` of this scheme {problem}");
            Arc::new(Requirement::owned("plugin".to_owned(), "plugin ABI 1.0".to_owned(), text, help, Fix::Unknown))
        };
        let ModuleLimits { fuel, memory } = limits;
        Self {
            bytes: bytes.into(),
            limits,
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
        }
    }

    /// Instantiates the module for this thread.
    fn start(&self, module: Module) -> Result<(), ModuleErrorKind> {
        let instance = Instance::new(&module, self.limits).map_err(ModuleErrorKind::Start)?;
        self.threads.get_or(|| RefCell::new(ThreadCode { module, instance: Some(instance) }));
        Ok(())
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
fn compile(bytes: &[u8]) -> Result<Module, ModuleErrorKind> {
    let invalid = |error: wasmi::Error| ModuleErrorKind::Invalid(error.to_string());
    let engine = engine::new();
    // Before translation, which relies on it: wasmi 2.0.0 panics at an instruction after the end of a function.
    Module::validate(&engine, bytes).map_err(invalid)?;
    let module = Module::new(&engine, bytes).map_err(invalid)?;
    match module.imports().next() {
        Some(import) => Err(ModuleErrorKind::Import(format!("{}.{}", import.module(), import.name()))),
        None => Ok(module),
    }
}

/// Reads the facts. Nothing runs.
fn facts(module: &Module) -> Result<Facts, ModuleErrorKind> {
    let sections: Vec<_> = module.custom_sections().filter(|section| section.name() == SECTION).collect();
    let [section] = &sections[..] else {
        return Err(ModuleErrorKind::Sections(sections.len()));
    };
    PluginFacts::from_section(section.data()).map_err(ModuleErrorKind::Facts)
}

/// Checks the types of the exports. Nothing runs.
fn check_exports(module: &Module) -> Result<(), ModuleErrorKind> {
    let is_function = |name, parameters: usize| match module.get_export(name) {
        Some(ExternType::Func(found)) => {
            found.params() == vec![ValType::I32; parameters] && found.results() == [ValType::I32]
        }
        _ => false,
    };
    if !matches!(module.get_export(instance::MEMORY), Some(ExternType::Memory(_))) {
        Err(ModuleErrorKind::Export("its memory as `memory`"))
    } else if !is_function(instance::BUFFER, 1) {
        Err(ModuleErrorKind::Export("`locator_buffer` with one parameter and one result of 32 bits"))
    } else if !is_function(instance::PARSE, 9) {
        Err(ModuleErrorKind::Export("`locator_parse` with nine parameters and one result of 32 bits"))
    } else if module.get_export(instance::CANONICALIZE).is_some() && !is_function(instance::CANONICALIZE, 9) {
        Err(ModuleErrorKind::Export("`locator_canonicalize` with nine parameters and one result of 32 bits"))
    } else {
        Ok(())
    }
}

impl std::fmt::Debug for ModuleCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a module of {} bytes", self.bytes.len())
    }
}

/// Returns whether a module edits canonical forms.
pub(crate) fn has_canonicalize(code: &ModuleCode) -> bool {
    code.call(|instance| Ok(instance.has_canonicalize())).unwrap_or(false)
}

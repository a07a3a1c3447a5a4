//! The [`export_schemes!`](crate::export_schemes) macro: schemes of a program as a library, without change.
//!
//! ```text
//! Registration ──descriptor──▶ loc_scheme      Cursor, Url ◀──thunk──▶ spans, errors, steps, edits
//! ```
//!
//! The thunks are not generic: their `state` is the [`ExportedScheme`].

mod canonical;
mod descriptor;
mod exported;
mod kinds;
mod plan;
mod requirements;
mod thunk;

use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;

pub use locator_core::Scheme;

use crate::abi::{self, LocHeader, LocPlugin, LocScheme};
use crate::export::{self, Constant};
use crate::host::Host;
use crate::panic::caught;
use exported::ExportedScheme;

/// Exports schemes written with `locator_core::Scheme` from a library crate with `crate-type = ["cdylib"]`.
///
/// The list has the instances of the schemes, as `register_scheme!` takes them. Nothing of the scheme itself changes: what
/// a program links, with its crate, another program can load.
///
/// ```
/// # mod x_echo {
/// #     use locator_core::registration::*;
/// #     use locator_core::{Class, Cursor, Error, ErrorKind, PlanBuilder, PlanError, Registration, Scheme, Slot};
/// #     pub struct Echo;
/// #     pub static ECHO: Echo = Echo;
/// #     impl Scheme for Echo {
/// #         fn registration(&self) -> &Registration { &REGISTRATION }
/// #         fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
/// #             static XCHAR: Class = Class::xchar("xchar");
/// #             let all = at.run(&XCHAR, "text")?;
/// #             at.set(Slot::own(0), all);
/// #             at.finish(&XCHAR, "text")
/// #         }
/// #         fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
/// #             to.line("").component(Slot::own(0)).send()
/// #         }
/// #     }
/// #     static REGISTRATION: Registration = RegistrationBuilder::new("x-echo", [1, 0, 0], Status::Experimental)
/// #         .description("echo")
/// #         .components(COMPONENTS, "{text}")
/// #         .syntax("echourl = \"x-echo:\" *xchar", "")
/// #         .access(ACCESS)
/// #         .examples(EXAMPLES, REJECTS)
/// #         .build();
/// #     const COMPONENTS: &[Component] = &[Component::text("text", Slot::own(0))];
/// #     const ACCESS: &[Text] = &[text("say it back")];
/// #     const EXAMPLES: &[Example] = &[example("x-echo:b", "text=b")];
/// #     const REJECTS: &[Reject] = &[reject("x-echo:~", ErrorKind::Unexpected, "xchar", (7, 8))];
/// # }
/// locator_plugin::export_schemes! {
///     schemes: [x_echo::ECHO],
///     host_req: ">=0.1, <0.2",
/// }
/// ```
///
/// `host_req` and `init` are those of [`export_plugin!`](crate::export_plugin). A library has one of the two macros, once.
///
/// The ABI expresses less than the trait. `docs/plugin-in-rust.md` lists what a scheme loses; a step that cannot be passed
/// fails the plan with its name. A component marked as sensitive fails the loading, because it would no longer be masked;
/// so does one whose role the ABI does not have.
#[macro_export]
macro_rules! export_schemes {
    (schemes: [$($scheme:path),+ $(,)?] $(, host_req: $host_req:literal)? $(, init: $init:path)? $(,)?) => {
        #[cfg(target_arch = "wasm32")]
        compile_error!("`export_schemes!` builds shared libraries: write a module with `export_plugin!`");

        const _: () = {
            use $crate::__private::schemes as __loc;

            struct __LocExports;

            impl __loc::Exports for __LocExports {
                const NAME: &'static str = env!("CARGO_PKG_NAME");
                const VERSION: &'static str = env!("CARGO_PKG_VERSION");
                const HOST_REQ: &'static str = concat!($($host_req)?);
                const INIT: &'static [fn($crate::Host) -> Result<(), String>] = &[$($init)?];

                fn schemes() -> Vec<&'static dyn __loc::Scheme> {
                    vec![$(&$scheme),+]
                }

                fn library() -> &'static __loc::LibraryCell {
                    static LIBRARY: __loc::LibraryCell = __loc::LibraryCell::new();
                    &LIBRARY
                }
            }

            #[unsafe(no_mangle)]
            pub extern "C" fn locator_plugin_entry() -> *const $crate::abi::LocHeader {
                __loc::entry::<__LocExports>()
            }
        };
    };
}

/// The author's `init`.
type InitFn = fn(Host) -> Result<(), String>;

/// What [`export_schemes!`](crate::export_schemes) passes on.
pub trait Exports: 'static {
    /// The name of the crate.
    const NAME: &'static str;
    /// The version of the crate.
    const VERSION: &'static str;
    /// The versions of Locator; empty for any.
    const HOST_REQ: &'static str;
    /// The author's `init`, if there is one.
    const INIT: &'static [InitFn];

    /// Returns the schemes.
    fn schemes() -> Vec<&'static dyn Scheme>;

    /// Returns the place of the descriptor.
    fn library() -> &'static LibraryCell;
}

/// The place of the descriptor, which the first call of the entry point fills. It is never freed, as a library is never
/// unloaded.
pub type LibraryCell = OnceLock<&'static Library>;

/// The descriptor of a library.
pub struct Library {
    plugin: Constant<LocPlugin>,
    /// Why the schemes cannot be exported; `init` reports it.
    problem: Option<String>,
}

impl Library {
    fn new<E: Exports>() -> Self {
        let schemes: Vec<&'static ExportedScheme> =
            E::schemes().into_iter().map(|scheme| &*Box::leak(Box::new(ExportedScheme::new(scheme)))).collect();
        let problem = schemes.iter().find_map(|scheme| scheme.problem());
        let minor_needed = u16::from(schemes.iter().any(|scheme| scheme.has_numbers()));
        let descriptors = schemes.into_iter().map(|scheme| ptr::from_ref(Box::leak(Box::new(descriptor(scheme)))));
        let descriptors = &*Vec::leak(descriptors.collect());
        let (start, len) = (descriptors.as_ptr(), descriptors.len());
        let init: Option<abi::InitFn> = Some(thunk::init::<E>);
        let plugin = export::plugin(E::NAME, E::VERSION, E::HOST_REQ, start, len, init, minor_needed);
        Self { plugin: Constant(plugin), problem }
    }
}

/// Builds the descriptor of a scheme, which refers to the scheme by its `state`.
fn descriptor(scheme: &'static ExportedScheme) -> LocScheme {
    LocScheme {
        state: ptr::from_ref(scheme).cast::<c_void>().cast_mut(),
        parse: Some(thunk::parse),
        plan: Some(thunk::plan),
        canonicalize: Some(thunk::canonicalize),
        ..descriptor::describe(scheme)
    }
}

/// The entry point: returns the descriptor, or null if a scheme panics while it is described.
pub fn entry<E: Exports>() -> *const LocHeader {
    let library = caught(|| *E::library().get_or_init(|| Box::leak(Box::new(Library::new::<E>()))));
    // Not `&plugin.header`: a pointer to the 16 bytes of the header must not be used to read the rest.
    library.map_or(ptr::null(), |library| (&raw const library.plugin.0).cast())
}

/// Reports why the schemes cannot be exported, and calls the author's `init`.
fn initialize<E: Exports>(host: Host) -> Result<(), String> {
    match E::library().get().and_then(|library| library.problem.as_ref()) {
        Some(problem) => Err(problem.clone()),
        None => E::INIT.iter().try_for_each(|init| init(host)),
    }
}

/// Converts an offset. The host rejects a saturated one.
fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Converts a span.
fn to_abi(span: locator_core::Span, kind: u32) -> abi::LocSpan {
    abi::LocSpan { kind, start: to_u32(span.start()), end: to_u32(span.end()) }
}

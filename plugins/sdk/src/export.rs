//! The [`export_plugin!`](crate::export_plugin) macro: builds the descriptors as constants and checks them at compile time.
//!
//! A WebAssembly module has [facts](crate::facts) in their place.

use alloc::string::String;
use core::marker::PhantomData;

use crate::abi::{self, LocStr};
use crate::definition::{Definition, Example};
use crate::host::Host;
use crate::scheme::{Canonicalize, Plan, Scheme};
use crate::thunk;

/// Constant data that can be stored in a `static`.
#[repr(transparent)]
pub struct Constant<T>(pub T);

// SAFETY: descriptors consist of pointers to constants and functions, and are never modified.
unsafe impl<T> Sync for Constant<T> {}

/// Exports schemes from a library crate with `crate-type = ["cdylib"]`: a shared library, or, for `wasm32-unknown-unknown`,
/// a WebAssembly module.
///
/// ```
/// # mod x_finger { include!("../testdata/finger.rs"); }
/// anyurl_plugin::export_plugin! {
///     schemes: [x_finger::Finger],
///     host_req: ">=0.1, <0.2",
///     init: initialize,
/// }
///
/// fn initialize(host: anyurl_plugin::Host) -> Result<(), String> {
///     host.log(0, "x-finger is loaded");
///     Ok(())
/// }
/// ```
///
/// `host_req` is the semver requirement for the version of anyurl. `init` is called before any other function, possibly
/// more than once. Both are optional. Name and version of the library are those of the crate.
///
/// A module describes the access in [`Definition::steps`]: a scheme that implements [`Plan`](crate::Plan) is a compile error
/// there, and so is `init`.
///
/// Put the scheme itself in a separate crate if other programs link to it: two libraries that export the same function
/// cannot be linked into one program.
///
/// An incomplete definition is a compile error, for example a scheme without an access algorithm:
///
/// ```compile_fail,E0080
/// use anyurl_plugin::{Cursor, Definition, Error, Example, ErrorKind, Reject, Scheme};
///
/// struct Lost;
///
/// impl Scheme for Lost {
///     const DEFINITION: Definition = Definition {
///         name: "x-lost",
///         version: "1.0.0",
///         description: "lost things",
///         syntax: "losturl = \"x-lost:\"",
///         access: "ask around",
///         examples: &[Example::new("x-lost:", "")],
///         rejects: &[Reject::new("x-lost:a", ErrorKind::Unexpected, "schemepart", (7, 8))],
///         ..Definition::BLANK
///     };
///
///     fn parse(_: &mut Cursor<'_>) -> Result<(), Error> {
///         Ok(())
///     }
/// }
///
/// anyurl_plugin::export_plugin! { schemes: [Lost] }
/// ```
///
/// So are a name in upper case, a missing syntax, missing examples or rejects, and a gap in the slots of the components.
#[macro_export]
macro_rules! export_plugin {
    (schemes: [$($scheme:ty),+ $(,)?] $(, host_req: $host_req:literal)? $(, init: $init:path)? $(,)?) => {
        #[cfg(not(target_arch = "wasm32"))]
        const _: () = {
            use $crate::__private as __loc;
            // An inherent constant takes precedence over one of a trait, so `Probe::PLAN` is `Some` iff the scheme
            // implements `Plan`.
            #[allow(unused_imports)]
            use __loc::{NoCanonicalize as _, NoPlan as _};

            const __LOC_COUNT: usize = [$(stringify!($scheme)),+].len();

            static __LOC_SCHEMES: __loc::Constant<[*const $crate::abi::LocScheme; __LOC_COUNT]> = __loc::Constant([
                $(&raw const *const {
                    const __LOC_EXAMPLES: usize = <$scheme as $crate::Scheme>::DEFINITION.examples.len();
                    const __LOC_TABLES: &__loc::ExampleTables<__LOC_EXAMPLES> =
                        &__loc::ExampleTables::new::<$scheme>();
                    &__loc::scheme::<$scheme, __LOC_EXAMPLES>(
                        __loc::Probe::<$scheme>::PLAN,
                        __loc::Probe::<$scheme>::CANONICALIZE,
                        __LOC_TABLES,
                    )
                }),+
            ]);

            #[allow(unused_mut, unused_assignments)]
            const __LOC_INIT: Option<$crate::abi::InitFn> = {
                let mut __loc_init = None;
                $(__loc_init = Some(__loc::init($init));)?
                __loc_init
            };

            static __LOC_PLUGIN: __loc::Constant<$crate::abi::LocPlugin> = __loc::Constant(__loc::plugin(
                env!("CARGO_PKG_NAME"),
                env!("CARGO_PKG_VERSION"),
                concat!($($host_req)?),
                &raw const __LOC_SCHEMES.0 as *const *const $crate::abi::LocScheme,
                __LOC_COUNT,
                __LOC_INIT,
                __loc::minor_needed(&[$(<$scheme as $crate::Scheme>::DEFINITION),+]),
            ));

            #[unsafe(no_mangle)]
            pub extern "C" fn anyurl_plugin_entry() -> *const $crate::abi::LocHeader {
                // Not `&__LOC_PLUGIN.header`: a pointer to the 16 bytes of the header must not be used to read the rest.
                (&raw const __LOC_PLUGIN).cast()
            }
        };

        #[cfg(target_arch = "wasm32")]
        const _: () = {
            use $crate::__private as __loc;
            #[allow(unused_imports)]
            use __loc::{NoCanonicalize as _, NoPlan as _};

            $(compile_error!(concat!(
                "a WebAssembly module has no `init`, which is here `",
                stringify!($init),
                "`: remove it, or build a shared library"
            ));)?

            static __LOC_SCHEMES: [__loc::module::Calls; [$(stringify!($scheme)),+].len()] = [
                $(__loc::module::Calls::new::<$scheme>(
                    __loc::Probe::<$scheme>::PLAN,
                    __loc::Probe::<$scheme>::CANONICALIZE,
                )),+
            ];

            const __LOC_FACTS: __loc::Facts = __loc::Facts::new(
                env!("CARGO_PKG_NAME"),
                env!("CARGO_PKG_VERSION"),
                concat!($($host_req)?),
                &[$(<$scheme as $crate::Scheme>::DEFINITION),+],
            );

            // Each byte of a text takes some steps.
            #[allow(long_running_const_eval)]
            const __LOC_FACTS_LEN: usize = __LOC_FACTS.text_len();

            #[used]
            #[unsafe(link_section = "anyurl.plugin")]
            #[allow(long_running_const_eval)]
            static __LOC_FACTS_TEXT: [u8; __LOC_FACTS_LEN] = __LOC_FACTS.text();

            #[unsafe(no_mangle)]
            pub extern "C" fn anyurl_buffer(len: usize) -> *mut u8 {
                __loc::module::buffer(len)
            }

            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn anyurl_parse(
                scheme: u32,
                url: *const u8,
                url_len: usize,
                begin: usize,
                flags: u32,
                out: *mut $crate::abi::LocSpan,
                cap: usize,
                out_len: *mut usize,
                error: *mut $crate::abi::LocError,
            ) -> $crate::abi::LocStatus {
                let (scheme, url) = (__LOC_SCHEMES.get(scheme as usize), $crate::abi::LocStr { ptr: url, len: url_len });
                // SAFETY: the host keeps the contract of the ABI.
                unsafe { __loc::module::parse(scheme, url, begin, flags, (out, cap), out_len, error) }
            }

            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn anyurl_canonicalize(
                scheme: u32,
                url: *const u8,
                url_len: usize,
                spans: *const $crate::abi::LocSpan,
                n_spans: usize,
                out: *mut u8,
                cap: usize,
                out_len: *mut usize,
                error: *mut $crate::abi::LocError,
            ) -> $crate::abi::LocStatus {
                let (scheme, url) = (__LOC_SCHEMES.get(scheme as usize), $crate::abi::LocStr { ptr: url, len: url_len });
                // SAFETY: the host keeps the contract of the ABI.
                unsafe { __loc::module::canonicalize(scheme, url, (spans, n_spans), (out, cap), out_len, error) }
            }
        };
    };
}

/// Detects which traits a scheme implements: by inherent constants if it does, by those of the traits below if not.
pub struct Probe<T>(PhantomData<T>);

impl<T: Plan> Probe<T> {
    /// The scheme implements [`Plan`].
    pub const PLAN: Option<abi::PlanFn> = Some(thunk::plan::<T>);
}

impl<T: Canonicalize> Probe<T> {
    /// The scheme implements [`Canonicalize`].
    pub const CANONICALIZE: Option<abi::CanonicalizeFn> = Some(thunk::canonicalize::<T>);
}

/// The default for schemes that do not implement [`Plan`].
pub trait NoPlan {
    /// No plan.
    const PLAN: Option<abi::PlanFn> = None;
}

impl<T> NoPlan for Probe<T> {}

/// The default for schemes that do not implement [`Canonicalize`].
pub trait NoCanonicalize {
    /// No edits.
    const CANONICALIZE: Option<abi::CanonicalizeFn> = None;
}

impl<T> NoCanonicalize for Probe<T> {}

/// Returns the C function that calls the author's `init`.
pub const fn init<F>(_: F) -> abi::InitFn
where
    F: Fn(Host) -> Result<(), String> + Copy + 'static,
{
    thunk::init::<F>
}

/// Builds the descriptor of the library.
pub const fn plugin(
    name: &'static str,
    version: &'static str,
    host_req: &'static str,
    schemes: *const *const abi::LocScheme,
    n_schemes: usize,
    init: Option<abi::InitFn>,
    minor_needed: u16,
) -> abi::LocPlugin {
    let is_safe = cfg!(panic = "unwind");
    abi::LocPlugin {
        header: abi::LocHeader {
            magic: abi::MAGIC,
            struct_size: to_u32(size_of::<abi::LocPlugin>()),
            abi_major: abi::MAJOR,
            abi_minor: abi::MINOR,
            abi_minor_needed: minor_needed,
            reserved: 0,
        },
        flags: if is_safe { abi::PLUGIN_PANIC_SAFE } else { 0 },
        n_schemes: to_u32(n_schemes),
        name: LocStr::new(name),
        version: LocStr::new(version),
        host_req: LocStr::new(host_req),
        built_with: LocStr::new(concat!("Rust, anyurl-plugin ", env!("CARGO_PKG_VERSION"))),
        schemes,
        init,
        extension: None,
    }
}

/// Returns the lowest minor version of a host that supports all schemes.
pub const fn minor_needed(definitions: &[Definition]) -> u16 {
    let (mut needed, mut i) = (0, 0);
    while i < definitions.len() {
        if definitions[i].minor_needed() > needed {
            needed = definitions[i].minor_needed();
        }
        i += 1;
    }
    needed
}

/// The examples of a scheme as structs of the ABI, and what is stated about each.
pub struct ExampleTables<const N: usize> {
    examples: [abi::LocExample; N],
    outcomes: [abi::LocOutcome; N],
}

impl<const N: usize> ExampleTables<N> {
    /// Copies the examples of a definition, which has `N`.
    pub const fn new<T: Scheme>() -> Self {
        let all = T::DEFINITION.examples;
        let blank = Example::new("", "");
        let mut tables = Self { examples: [blank.text; N], outcomes: [blank.outcome; N] };
        let mut i = 0;
        while i < N {
            tables.examples[i] = all[i].text;
            tables.outcomes[i] = all[i].outcome;
            i += 1;
        }
        tables
    }
}

/// Builds the descriptor of a scheme.
///
/// # Panics
/// At compile time, if the definition is incomplete.
pub const fn scheme<T: Scheme, const N: usize>(
    plan: Option<abi::PlanFn>,
    canonicalize: Option<abi::CanonicalizeFn>,
    tables: &'static ExampleTables<N>,
) -> abi::LocScheme {
    let definition = &T::DEFINITION;
    check(definition, plan.is_some());
    let hierarchical = if definition.hierarchical { abi::SCHEME_HIERARCHICAL } else { 0 };
    let data_object = if definition.data_object { abi::SCHEME_DATA_OBJECT } else { 0 };
    let shape = match definition.shape {
        Some(shape) => shape as u32,
        None => 0,
    };
    abi::LocScheme {
        struct_size: to_u32(size_of::<abi::LocScheme>()),
        flags: hierarchical | data_object | shape,
        grammar: definition.grammar as u32,
        status: definition.status as u32,
        default_port: match definition.default_port {
            Some(port) => port as u32,
            None => 0,
        },
        n_components: to_u32(definition.components.len()),
        n_requirements: to_u32(definition.requirements.len()),
        n_references: to_u32(definition.references.len()),
        n_examples: to_u32(definition.examples.len()),
        n_rejects: to_u32(definition.rejects.len()),
        name: LocStr::new(definition.name),
        version: LocStr::new(definition.version),
        description: LocStr::new(definition.description),
        syntax: LocStr::new(definition.syntax),
        access: LocStr::new(definition.access),
        steps: LocStr::new(definition.steps),
        name_properties: LocStr::new(definition.name_properties),
        demonstration: LocStr::new(definition.demonstration),
        composition: LocStr::new(definition.template),
        reserved: LocStr::new(definition.reserved),
        // Each element type is a transparent wrapper of its ABI struct.
        components: definition.components.as_ptr().cast(),
        requirements: definition.requirements.as_ptr().cast(),
        references: definition.references.as_ptr().cast(),
        examples: tables.examples.as_ptr(),
        rejects: definition.rejects.as_ptr().cast(),
        state: core::ptr::null_mut(),
        parse: Some(thunk::parse::<T>),
        plan,
        canonicalize,
        n_outcomes: if definition.has_outcomes() { to_u32(N) } else { 0 },
        reserved_2: 0,
        outcomes: tables.outcomes.as_ptr(),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "checked in the line above")]
const fn to_u32(count: usize) -> u32 {
    assert!(count <= u32::MAX as usize, "a table of more than 2^32 - 1 entries");
    count as u32
}

/// Checks what RFC 1738 Section 4 requires, and what the host would refuse the library for.
pub(crate) const fn check(definition: &Definition, has_plan: bool) {
    assert!(
        is_name(definition.name.as_bytes()),
        "`name` must consist of lower-case letters, digits, `+`, `-` and `.` (RFC 1738 §2.1)"
    );
    assert!(is_version(definition.version.as_bytes()), "`version` must have three numbers: \"1.0.0\"");
    assert!(!definition.description.is_empty(), "`description` is missing: what a URL of the scheme locates");
    assert!(!definition.syntax.is_empty(), "`syntax` is missing (RFC 1738 §4)");
    assert!(!definition.access.is_empty(), "`access` is missing: the access algorithm in words (RFC 1738 §4)");
    assert!(
        has_plan || !definition.steps.is_empty(),
        "the access algorithm is missing: set `steps` or implement `Plan` (RFC 1738 §4)"
    );
    assert!(!has_plan || definition.steps.is_empty(), "a scheme that implements `Plan` must not set `steps`");
    assert!(
        definition.data_object || !definition.name_properties.is_empty(),
        "`name_properties` is missing: what the names mean if they do not locate data objects (RFC 1738 §4)"
    );
    assert!(!definition.examples.is_empty(), "`examples` must not be empty");
    assert!(!definition.rejects.is_empty(), "`rejects` must not be empty");
    check_slots(definition);
}

/// Checks that the scheme's own slots are numbered without gaps, and that no slot is listed twice.
const fn check_slots(definition: &Definition) {
    let mut own = 0;
    let mut seen = [false; 4];
    let mut i = 0;
    while i < definition.components.len() {
        let kind = definition.components[i].0.kind;
        if kind >= abi::C_OWN {
            assert!(
                kind == abi::C_OWN + own,
                "the scheme's own components must be listed in the order of their slots, from 0"
            );
            own += 1;
        } else {
            let slot = (kind - abi::C_USER) as usize;
            assert!(!seen[slot], "a component is listed twice");
            seen[slot] = true;
        }
        i += 1;
    }
}

const fn is_name(name: &[u8]) -> bool {
    let mut i = 0;
    while i < name.len() {
        if !matches!(name[i], b'a'..=b'z' | b'0'..=b'9' | b'+' | b'-' | b'.') {
            return false;
        }
        i += 1;
    }
    !name.is_empty()
}

/// Checks for three numbers with full stops between them. The host checks what follows a `-` or `+`.
const fn is_version(version: &[u8]) -> bool {
    let (mut dots, mut digits, mut i) = (0, 0, 0);
    while i < version.len() && !matches!(version[i], b'-' | b'+') {
        match version[i] {
            b'0'..=b'9' => digits += 1,
            b'.' if digits > 0 => (dots, digits) = (dots + 1, 0),
            _ => return false,
        }
        i += 1;
    }
    dots == 2 && digits > 0
}

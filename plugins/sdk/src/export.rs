//! What `export_plugin!` is made of: descriptors as constants, checked while they are compiled.

use std::marker::PhantomData;

use crate::abi::{self, Str};
use crate::definition::Definition;
use crate::host::Host;
use crate::scheme::{Canonicalize, Plan, Scheme};
use crate::thunk;

/// Data that nobody changes.
#[repr(transparent)]
pub struct Constant<T>(pub T);

// SAFETY: descriptors are pointers to constants and functions, and are only read.
unsafe impl<T> Sync for Constant<T> {}

/// Exports schemes from a library of `crate-type = ["cdylib"]`: the whole of such a crate.
///
/// ```
/// # mod x_finger { include!("../testdata/finger.rs"); }
/// locator_plugin::export_plugin! {
///     schemes: [x_finger::Finger],
///     host_req: ">=0.1, <0.2",
///     init: prepare,
/// }
///
/// fn prepare(host: locator_plugin::Host) -> Result<(), String> {
///     host.log(0, "finger is here");
///     Ok(())
/// }
/// ```
///
/// `host_req` says which versions of Locator it works with, and `init` prepares it, before any other call and perhaps more
/// than once; both may be omitted. Name and version are those of the crate.
///
/// The crate holds nothing else, because two libraries with the same exported function do not go into one program: the
/// scheme itself stands in a crate of its own, or in a module.
///
/// What is missing is a compile error: a scheme without its algorithm of access,
///
/// ```compile_fail,E0080
/// use locator_plugin::{Cursor, Definition, Error, Example, ErrorKind, Reject, Scheme};
///
/// struct Lost;
///
/// impl Scheme for Lost {
///     const DEFINITION: Definition = Definition {
///         name: "x-lost",
///         version: "1.0.0",
///         description: "nobody can say",
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
/// locator_plugin::export_plugin! { schemes: [Lost] }
/// ```
///
/// and so are a name in upper case, a definition without syntax, without examples or rejects, a gap in the components.
#[macro_export]
macro_rules! export_plugin {
    (schemes: [$($scheme:ty),+ $(,)?] $(, host_req: $host_req:literal)? $(, init: $init:path)? $(,)?) => {
        const _: () = {
            use $crate::__private as __loc;
            // A method of the type itself goes before one of a trait: so the first is there for those that implement it.
            #[allow(unused_imports)]
            use __loc::{NoCanonicalize as _, NoPlan as _};

            const __LOC_COUNT: usize = [$(stringify!($scheme)),+].len();

            static __LOC_SCHEMES: __loc::Constant<[*const $crate::abi::Scheme; __LOC_COUNT]> = __loc::Constant([
                $(&raw const *const {
                    &__loc::scheme::<$scheme>(
                        __loc::Probe::<$scheme>::PLAN,
                        __loc::Probe::<$scheme>::CANONICALIZE,
                    )
                }),+
            ]);

            #[allow(unused_mut, unused_assignments)]
            const __LOC_INIT: Option<$crate::abi::Init> = {
                let mut __loc_init = None;
                $(__loc_init = Some(__loc::init($init));)?
                __loc_init
            };

            static __LOC_PLUGIN: __loc::Constant<$crate::abi::Plugin> = __loc::Constant(__loc::plugin(
                env!("CARGO_PKG_NAME"),
                env!("CARGO_PKG_VERSION"),
                concat!($($host_req)?),
                &raw const __LOC_SCHEMES.0 as *const *const $crate::abi::Scheme,
                __LOC_COUNT,
                __LOC_INIT,
            ));

            #[unsafe(no_mangle)]
            pub extern "C" fn locator_plugin_entry() -> *const $crate::abi::Header {
                // Not `&__LOC_PLUGIN.header`: that would point to 16 bytes only, and the host reads on.
                (&raw const __LOC_PLUGIN).cast()
            }
        };
    };
}

/// Which traits a scheme implements, as constants of its own or, where it does not, of the traits below.
pub struct Probe<T>(PhantomData<T>);

impl<T: Plan> Probe<T> {
    /// It plans.
    pub const PLAN: Option<abi::Plan> = Some(thunk::plan::<T>);
}

impl<T: Canonicalize> Probe<T> {
    /// It has a canonical form of its own.
    pub const CANONICALIZE: Option<abi::Canonicalize> = Some(thunk::canonicalize::<T>);
}

/// For schemes that do not plan.
pub trait NoPlan {
    /// It does not plan.
    const PLAN: Option<abi::Plan> = None;
}

impl<T> NoPlan for Probe<T> {}

/// For schemes without a canonical form of their own.
pub trait NoCanonicalize {
    /// It has no canonical form of its own.
    const CANONICALIZE: Option<abi::Canonicalize> = None;
}

impl<T> NoCanonicalize for Probe<T> {}

/// The C function that calls a function of the author's.
pub const fn init<F>(_: F) -> abi::Init
where
    F: Fn(Host) -> Result<(), String> + Copy + 'static,
{
    thunk::init::<F>
}

/// The descriptor of the library.
pub const fn plugin(
    name: &'static str,
    version: &'static str,
    host_req: &'static str,
    schemes: *const *const abi::Scheme,
    n_schemes: usize,
    init: Option<abi::Init>,
) -> abi::Plugin {
    let is_safe = cfg!(panic = "unwind");
    abi::Plugin {
        header: abi::Header {
            magic: abi::MAGIC,
            struct_size: number(size_of::<abi::Plugin>()),
            abi_major: abi::MAJOR,
            abi_minor: abi::MINOR,
            abi_minor_needed: 0,
            reserved: 0,
        },
        flags: if is_safe { abi::PLUGIN_PANIC_SAFE } else { 0 },
        n_schemes: number(n_schemes),
        name: Str::new(name),
        version: Str::new(version),
        host_req: Str::new(host_req),
        built_with: Str::new(concat!("Rust, locator-plugin ", env!("CARGO_PKG_VERSION"))),
        schemes,
        init,
        extension: None,
    }
}

/// The descriptor of a scheme.
///
/// # Panics
/// While it is compiled, if the definition lacks something.
pub const fn scheme<T: Scheme>(plan: Option<abi::Plan>, canonicalize: Option<abi::Canonicalize>) -> abi::Scheme {
    let of = &T::DEFINITION;
    check(of, plan.is_some());
    let hierarchical = if of.hierarchical { abi::SCHEME_HIERARCHICAL } else { 0 };
    let data_object = if of.data_object { abi::SCHEME_DATA_OBJECT } else { 0 };
    abi::Scheme {
        struct_size: number(size_of::<abi::Scheme>()),
        flags: hierarchical | data_object,
        grammar: of.grammar as u32,
        status: of.status as u32,
        default_port: match of.default_port {
            Some(port) => port as u32,
            None => 0,
        },
        n_components: number(of.components.len()),
        n_requirements: number(of.requirements.len()),
        n_references: number(of.references.len()),
        n_examples: number(of.examples.len()),
        n_rejects: number(of.rejects.len()),
        name: Str::new(of.name),
        version: Str::new(of.version),
        description: Str::new(of.description),
        syntax: Str::new(of.syntax),
        access: Str::new(of.access),
        steps: Str::new(of.steps),
        name_properties: Str::new(of.name_properties),
        demonstration: Str::new(of.demonstration),
        composition: Str::new(of.template),
        reserved: Str::new(of.reserved),
        // Each of these is laid out as its type in the ABI, which it holds and nothing else.
        components: of.components.as_ptr().cast(),
        requirements: of.requirements.as_ptr().cast(),
        references: of.references.as_ptr().cast(),
        examples: of.examples.as_ptr().cast(),
        rejects: of.rejects.as_ptr().cast(),
        state: std::ptr::null_mut(),
        parse: Some(thunk::parse::<T>),
        plan,
        canonicalize,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "checked in the line above")]
const fn number(count: usize) -> u32 {
    assert!(count <= u32::MAX as usize, "a table of more than 2^32 - 1 entries");
    count as u32
}

/// What Section 4 asks for, and the host would refuse the library for.
const fn check(of: &Definition, has_plan: bool) {
    assert!(
        is_name(of.name.as_bytes()),
        "a scheme's name has lower-case letters, digits, `+`, `-` and `.` (RFC 1738 §2.1)"
    );
    assert!(is_version(of.version.as_bytes()), "a scheme has a `version` of three numbers: \"1.0.0\"");
    assert!(!of.description.is_empty(), "a scheme has a `description`: what a URL of it locates");
    assert!(!of.syntax.is_empty(), "a scheme comes with its `syntax` (RFC 1738 §4)");
    assert!(!of.access.is_empty(), "a scheme says in `access`, in words, how its resources are accessed (RFC 1738 §4)");
    assert!(
        has_plan || !of.steps.is_empty(),
        "a scheme has an algorithm of access: write `steps`, or implement `Plan` (RFC 1738 §4)"
    );
    assert!(!has_plan || of.steps.is_empty(), "a scheme has one algorithm of access: take away `steps`, or `Plan`");
    assert!(
        of.data_object || !of.name_properties.is_empty(),
        "what locates no data object says in `name_properties` what its names mean (RFC 1738 §4)"
    );
    assert!(!of.examples.is_empty(), "a scheme has at least one of `examples`");
    assert!(!of.rejects.is_empty(), "a scheme has at least one of `rejects`");
    check_slots(of);
}

/// Own slots are numbered without gaps, and no slot is listed twice.
const fn check_slots(of: &Definition) {
    let mut own = 0;
    let mut seen = [false; 4];
    let mut i = 0;
    while i < of.components.len() {
        let kind = of.components[i].0.kind;
        if kind >= abi::C_OWN {
            assert!(
                kind == abi::C_OWN + own,
                "the components of a scheme's own are listed in the order of their slots, from 0"
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

/// Three numbers with full stops between them, and perhaps more behind a `-` or `+`; the host reads the rest.
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

//! The C ABI, version 1.0: `include/locator_plugin.h` as Rust types, field by field.
//!
//! The header is the specification, and says who owns what, how structs grow and which thread calls what; here are the
//! same names without `loc_`. A test compiles the header and compares every size and offset.

use std::ffi::c_void;

/// Breaking changes.
pub const MAJOR: u16 = 1;
/// Additions.
pub const MINOR: u16 = 0;
/// The bytes `URL` and NUL.
pub const MAGIC: u32 = 0x004C_5255;

/// What a function answers: [`OK`], a kind of fault of the URL (`E_…`), or why the call failed (`F_…`).
pub type Status = i32;

/// All is well.
pub const OK: Status = 0;
/// Something stands where the grammar has no place for it.
pub const E_UNEXPECTED: Status = 1;
/// Something that must be there is not.
pub const E_MISSING: Status = 2;
/// A number or a length beyond its bounds.
pub const E_RANGE: Status = 3;
/// A `%` without two hexadecimal digits.
pub const E_ESCAPE: Status = 4;
/// Derivable from the grammar, and forbidden by the prose.
pub const E_FORBIDDEN: Status = 5;
/// The buffer for spans is too small.
pub const F_CAPACITY: Status = -1;
/// The scheme has no such operation.
pub const F_UNSUPPORTED: Status = -2;
/// No memory.
pub const F_NOMEM: Status = -3;
/// An argument breaks the contract.
pub const F_ARGUMENT: Status = -4;
/// A function of the host has answered an error.
pub const F_HOST: Status = -5;
/// The plugin cannot work.
pub const F_INIT: Status = -6;
/// The plugin has caught a panic of its own.
pub const F_PANIC: Status = -100;

/// `user`
pub const C_USER: u32 = 1;
/// `password`
pub const C_PASSWORD: u32 = 2;
/// `host`
pub const C_HOST: u32 = 3;
/// `port`
pub const C_PORT: u32 = 4;
/// `+ n`: component n of the scheme's own.
pub const C_OWN: u32 = 0x1_0000;
/// `+ n`: a deviation from requirement n, which lenient mode forgives.
pub const C_DEVIATION: u32 = 0x2_0000;

/// The role of user, password, host and port.
pub const R_COMMON: u32 = 0;
/// Text.
pub const R_TEXT: u32 = 1;
/// Text that other components divide.
pub const R_WHOLE: u32 = 2;
/// Text without regard to case.
pub const R_KEYWORD: u32 = 3;
/// Its presence is all it says.
pub const R_FLAG: u32 = 4;
/// Texts with a delimiter between them.
pub const R_LIST_BETWEEN: u32 = 5;
/// Texts with a delimiter behind each.
pub const R_LIST_AFTER: u32 = 6;
/// `;name=value`, any number of times.
pub const R_FIELDS: u32 = 7;

/// A component that exists in lenient mode only.
pub const COMPONENT_LENIENT: u32 = 1;
/// A component whose rule has no escapes.
pub const COMPONENT_UNESCAPED: u32 = 2;

/// No repair is known.
pub const FIX_UNKNOWN: u32 = 0;
/// Write the bytes as escapes.
pub const FIX_ENCODE: u32 = 1;
/// Write the escapes as characters.
pub const FIX_DECODE: u32 = 2;
/// Take the span away.
pub const FIX_REMOVE: u32 = 3;
/// Put the replacement in its place.
pub const FIX_REPLACE: u32 = 4;

/// A step that opens a connection.
pub const S_CONNECT: u32 = 1;
/// A step that sends bytes.
pub const S_SEND: u32 = 2;
/// A step that receives.
pub const S_RECEIVE: u32 = 3;

/// Deviations pass, with a remark.
pub const PARSE_LENIENT: u32 = 1;

/// `/` separates levels.
pub const SCHEME_HIERARCHICAL: u32 = 1;
/// It designates an object that can be retrieved.
pub const SCHEME_DATA_OBJECT: u32 = 2;

/// `*xchar` of RFC 1738.
pub const GRAMMAR_RFC1738: u32 = 1;
/// RFC 3986.
pub const GRAMMAR_RFC3986: u32 = 2;

/// Reviewed, and registered for good.
pub const STATUS_PERMANENT: u32 = 1;
/// Registered on request.
pub const STATUS_PROVISIONAL: u32 = 2;
/// No longer in use.
pub const STATUS_HISTORICAL: u32 = 3;
/// An experiment by mutual agreement.
pub const STATUS_EXPERIMENTAL: u32 = 4;
/// Kept free for a definition to come.
pub const STATUS_RESERVED: u32 = 5;
/// For the use of one organization.
pub const STATUS_PRIVATE: u32 = 6;

/// No panic leaves the plugin.
pub const PLUGIN_PANIC_SAFE: u32 = 1;

/// Borrowed text: UTF-8, without a NUL at its end.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Str {
    /// Its first byte; may be null where `len` is 0.
    pub ptr: *const u8,
    /// Its length in bytes.
    pub len: usize,
}

impl Str {
    /// The empty text.
    pub const EMPTY: Self = Self::new("");
    /// No text at all, where that is not the same.
    pub const NONE: Self = Self { ptr: std::ptr::null(), len: 0 };

    /// A text of the plugin's own.
    pub const fn new(text: &'static str) -> Self {
        Self { ptr: text.as_ptr(), len: text.len() }
    }

    /// The bytes.
    ///
    /// # Safety
    /// `ptr` points to `len` bytes that do not change during `'a`, or `len` is 0.
    pub const unsafe fn bytes<'a>(self) -> &'a [u8] {
        if self.ptr.is_null() || self.len == 0 {
            return &[];
        }
        // SAFETY: the caller says so.
        unsafe { std::slice::from_raw_parts(self.ptr, self.len) }
    }
}

// SAFETY: a pointer and a length; whoever reads what they point to answers for it.
unsafe impl Send for Str {}
// SAFETY: the same.
unsafe impl Sync for Str {}

/// The beginning of every plugin, frozen for ever.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Header {
    /// [`MAGIC`].
    pub magic: u32,
    /// Of the [`Plugin`] that it begins.
    pub struct_size: u32,
    /// What it was compiled against.
    pub abi_major: u16,
    /// What it was compiled against.
    pub abi_minor: u16,
    /// The lowest minor of a host that it can work with.
    pub abi_minor_needed: u16,
    /// 0.
    pub reserved: u16,
}

/// Bytes `start..end` of the URL.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Span {
    /// What it is of: `C_…`.
    pub kind: u32,
    /// Its first byte.
    pub start: u32,
    /// The byte behind it.
    pub end: u32,
}

/// A component of a scheme.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Component {
    /// `C_…`.
    pub kind: u32,
    /// `R_…`.
    pub role: u32,
    /// Of a list: a byte of US-ASCII.
    pub delimiter: u32,
    /// `COMPONENT_…`.
    pub flags: u32,
    /// The document's word for it.
    pub name: Str,
    /// What it is taken to be when it is absent.
    pub fallback: Str,
    /// The bytes, beside letters and digits, that stand for themselves.
    pub plain: Str,
}

/// One rule of the scheme's documents.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Requirement {
    /// Its id.
    pub id: Str,
    /// Where it is written.
    pub section: Str,
    /// The rule of the grammar.
    pub rule: Str,
    /// What it says, as the second half of a sentence.
    pub says: Str,
    /// What the writer of the URL can do.
    pub help: Str,
    /// With [`FIX_REPLACE`].
    pub replacement: Str,
    /// `FIX_…`.
    pub fix: u32,
    /// 0.
    pub reserved: u32,
}

/// A URL that is accepted, with its components.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The URL.
    pub url: Str,
    /// `name=text` of each, separated by spaces.
    pub components: Str,
}

/// A text that strict mode refuses.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Reject {
    /// The text.
    pub url: Str,
    /// The rule that cannot go on.
    pub rule: Str,
    /// `E_…`.
    pub kind: u32,
    /// Where.
    pub start: u32,
    /// Where.
    pub end: u32,
    /// 0.
    pub reserved: u32,
}

/// Why a URL is bad, or a call failed: owned by the host, filled in by the plugin.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Error {
    /// Filled in by the host.
    pub struct_size: u32,
    /// Where.
    pub start: u32,
    /// Where.
    pub end: u32,
    /// In which component: `C_…`; 0 for none of them.
    pub component: u32,
    /// 1 and the number of the requirement; 0 for none.
    pub requirement: u32,
    /// How much of `message` is filled.
    pub message_len: u32,
    /// Filled in by the host.
    pub message_cap: u32,
    /// 0.
    pub reserved: u32,
    /// Filled in by the host.
    pub message: *mut u8,
}

/// Where it is told what the canonical form has in the place of some bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Edits {
    /// First argument of `replace`.
    pub ctx: *mut c_void,
    /// Puts a text in the place of the bytes `start..end` of the URL.
    pub replace: Option<unsafe extern "C" fn(ctx: *mut c_void, start: u32, end: u32, text: Str) -> Status>,
}

/// Where steps of access are told.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// First argument of `step`.
    pub ctx: *mut c_void,
    /// Tells one step: `S_…` and its text, in which a component in braces stands for its bytes.
    pub step: Option<unsafe extern "C" fn(ctx: *mut c_void, kind: u32, text: Str) -> Status>,
}

/// What the host is.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// Of this struct.
    pub struct_size: u32,
    /// The ABI of the host.
    pub abi_major: u16,
    /// The ABI of the host.
    pub abi_minor: u16,
    /// Its name.
    pub name: Str,
    /// Its version: semver.
    pub version: Str,
    /// First argument of its functions.
    pub ctx: *mut c_void,
    /// Writes a line to the log of the host; from any thread.
    pub log: Option<unsafe extern "C" fn(ctx: *mut c_void, level: i32, message: Str)>,
    /// Something that is not in this version of the ABI.
    pub extension: Option<unsafe extern "C" fn(ctx: *mut c_void, id: Str) -> *const c_void>,
}

/// Reads a URL.
pub type Parse = unsafe extern "C" fn(
    state: *mut c_void,
    url: Str,
    begin: usize,
    flags: u32,
    out: *mut Span,
    cap: usize,
    out_len: *mut usize,
    error: *mut Error,
) -> Status;

/// Plans the access of a URL.
pub type Plan = unsafe extern "C" fn(
    state: *mut c_void,
    url: Str,
    spans: *const Span,
    n_spans: usize,
    steps: *const Steps,
    error: *mut Error,
) -> Status;

/// Tells in what the canonical form of a URL goes beyond the general rules.
pub type Canonicalize = unsafe extern "C" fn(
    state: *mut c_void,
    url: Str,
    spans: *const Span,
    n_spans: usize,
    edits: *const Edits,
    error: *mut Error,
) -> Status;

/// Prepares the plugin.
pub type Init = unsafe extern "C" fn(host: *const Host, error: *mut Error) -> Status;

/// One version of one scheme.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Scheme {
    /// Of this struct.
    pub struct_size: u32,
    /// `SCHEME_…`.
    pub flags: u32,
    /// `GRAMMAR_…`.
    pub grammar: u32,
    /// `STATUS_…`.
    pub status: u32,
    /// 0 for none.
    pub default_port: u32,
    /// How many.
    pub n_components: u32,
    /// How many.
    pub n_requirements: u32,
    /// How many.
    pub n_references: u32,
    /// How many; at least 1.
    pub n_examples: u32,
    /// How many; at least 1.
    pub n_rejects: u32,
    /// In lower case.
    pub name: Str,
    /// Of this definition: semver.
    pub version: Str,
    /// What a URL of it locates.
    pub description: Str,
    /// The syntax, as ABNF (RFC 1738 §4).
    pub syntax: Str,
    /// The algorithm of access in words, a line for each step (RFC 1738 §4).
    pub access: Str,
    /// The algorithm as an array of steps; empty where `plan` has it.
    pub steps: Str,
    /// What its names mean, where they locate no data object.
    pub name_properties: Str,
    /// What shows that it works.
    pub demonstration: Str,
    /// How components are put together; empty where none can be built.
    pub composition: Str,
    /// Which of `;/?:@=&` it reserves.
    pub reserved: Str,
    /// The components, in the order in which they are printed.
    pub components: *const Component,
    /// What its errors cite.
    pub requirements: *const Requirement,
    /// The documents, the defining one first.
    pub references: *const Str,
    /// URLs that are accepted.
    pub examples: *const Example,
    /// Texts that are refused.
    pub rejects: *const Reject,
    /// First argument of every call; used by several threads at once.
    pub state: *mut c_void,
    /// Reads a URL.
    pub parse: Option<Parse>,
    /// Plans its access; `None` where `steps` has it.
    pub plan: Option<Plan>,
    /// Tells in what its canonical form goes beyond the general rules; `None` for in nothing.
    pub canonicalize: Option<Canonicalize>,
}

/// What a library is.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Plugin {
    /// Frozen for ever.
    pub header: Header,
    /// `PLUGIN_…`.
    pub flags: u32,
    /// How many.
    pub n_schemes: u32,
    /// Its name.
    pub name: Str,
    /// Its version: semver.
    pub version: Str,
    /// Which versions of Locator it works with; empty for any.
    pub host_req: Str,
    /// For people: the compiler.
    pub built_with: Str,
    /// Its schemes.
    pub schemes: *const *const Scheme,
    /// Prepares it; called before any other function.
    pub init: Option<Init>,
    /// Something that is not in this version of the ABI.
    pub extension: Option<unsafe extern "C" fn(id: Str) -> *const c_void>,
}

/// The size of a [`Plugin`] of version 1.0 up to and with `schemes`: no smaller one is read.
pub const PLUGIN_SMALLEST: usize = std::mem::offset_of!(Plugin, init);
/// The size of a [`Scheme`] of version 1.0 up to and with `parse`: no smaller one is read.
pub const SCHEME_SMALLEST: usize = std::mem::offset_of!(Scheme, plan);

/// The one function that a plugin exports, under the name [`ENTRY`].
pub type Entry = unsafe extern "C" fn() -> *const Header;
/// `locator_plugin_entry`
pub const ENTRY: &str = "locator_plugin_entry";

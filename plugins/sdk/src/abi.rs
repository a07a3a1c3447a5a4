//! The C ABI, version 1.1: `include/anyurl_plugin.h` as Rust types, field by field.
//!
//! The header is the specification: it defines ownership, struct growth and threading. `aup_scheme` is [`LocScheme`] here,
//! and so on for each struct; constants drop the prefix `AUP_`. A test compiles the header and compares every size and
//! offset.

use core::ffi::c_void;

/// Major version: incremented by breaking changes.
pub const MAJOR: u16 = 1;
/// Minor version: incremented by additions.
pub const MINOR: u16 = 1;
/// The bytes `URL` and NUL.
pub const MAGIC: u32 = 0x004C_5255;

/// The result of a call: [`OK`], a kind of error in the URL (`E_…`), or the reason why the call failed (`F_…`).
pub type LocStatus = i32;

/// Success.
pub const OK: LocStatus = 0;
/// Text that the grammar does not allow at this position.
pub const E_UNEXPECTED: LocStatus = 1;
/// A required part is missing.
pub const E_MISSING: LocStatus = 2;
/// A number or a length is out of range.
pub const E_RANGE: LocStatus = 3;
/// A `%` without two hexadecimal digits.
pub const E_ESCAPE: LocStatus = 4;
/// Allowed by the grammar, but forbidden by the prose of the specification.
pub const E_FORBIDDEN: LocStatus = 5;
/// The buffer for spans is too small.
pub const F_CAPACITY: LocStatus = -1;
/// The scheme has no such operation.
pub const F_UNSUPPORTED: LocStatus = -2;
/// Out of memory.
pub const F_NOMEM: LocStatus = -3;
/// An argument violates the contract.
pub const F_ARGUMENT: LocStatus = -4;
/// A function of the host returned an error.
pub const F_HOST: LocStatus = -5;
/// The plugin cannot be initialized.
pub const F_INIT: LocStatus = -6;
/// The plugin caught a panic.
pub const F_PANIC: LocStatus = -100;

/// `user`
pub const C_USER: u32 = 1;
/// `password`
pub const C_PASSWORD: u32 = 2;
/// `host`
pub const C_HOST: u32 = 3;
/// `port`
pub const C_PORT: u32 = 4;
/// `+ n`: the scheme's own component n.
pub const C_OWN: u32 = 0x1_0000;
/// `+ n`: a deviation from requirement n, tolerated in lenient mode.
pub const C_DEVIATION: u32 = 0x2_0000;

/// The role of user, password, host and port.
pub const R_COMMON: u32 = 0;
/// Text.
pub const R_TEXT: u32 = 1;
/// Text that other components subdivide.
pub const R_WHOLE: u32 = 2;
/// Case-insensitive text.
pub const R_KEYWORD: u32 = 3;
/// A component that carries no text: it is present or absent.
pub const R_FLAG: u32 = 4;
/// A list with a delimiter between its elements.
pub const R_LIST_BETWEEN: u32 = 5;
/// A list with a delimiter after each element.
pub const R_LIST_AFTER: u32 = 6;
/// Any number of `;name=value` fields.
pub const R_FIELDS: u32 = 7;
/// A decimal number, whose leading zeros do not count; since 1.1.
pub const R_NUMBER: u32 = 8;

/// A component that exists in lenient mode only.
pub const COMPONENT_LENIENT: u32 = 1;
/// A component whose rule allows no escapes.
pub const COMPONENT_UNESCAPED: u32 = 2;

/// No fix is known.
pub const FIX_UNKNOWN: u32 = 0;
/// Percent-encode the bytes.
pub const FIX_ENCODE: u32 = 1;
/// Decode the escapes.
pub const FIX_DECODE: u32 = 2;
/// Remove the span.
pub const FIX_REMOVE: u32 = 3;
/// Replace the span with `replacement`.
pub const FIX_REPLACE: u32 = 4;

/// A step that opens a connection.
pub const S_CONNECT: u32 = 1;
/// A step that sends bytes.
pub const S_SEND: u32 = 2;
/// A step that receives bytes.
pub const S_RECEIVE: u32 = 3;

/// Deviations are reported as warnings instead of errors.
pub const PARSE_LENIENT: u32 = 1;

/// `/` separates the levels of a hierarchy.
pub const SCHEME_HIERARCHICAL: u32 = 1;
/// A URL designates an object that can be retrieved.
pub const SCHEME_DATA_OBJECT: u32 = 2;
/// Every `"//" hostname "/" path` is valid, and nearly all URLs are such: component 0 is the path, with its slash if the
/// grammar is that of RFC 3986.
pub const SCHEME_SHAPE: u32 = 4;
/// With [`SCHEME_SHAPE`]: so is every `"//" hostname "/" path "?" query`, and component 1 is the query.
pub const SCHEME_SHAPE_QUERY: u32 = 8;

/// `*xchar` of RFC 1738.
pub const GRAMMAR_RFC1738: u32 = 1;
/// RFC 3986.
pub const GRAMMAR_RFC3986: u32 = 2;

/// Permanent registration, after review.
pub const STATUS_PERMANENT: u32 = 1;
/// Provisional registration.
pub const STATUS_PROVISIONAL: u32 = 2;
/// No longer in use.
pub const STATUS_HISTORICAL: u32 = 3;
/// Experimental, by mutual agreement of its users.
pub const STATUS_EXPERIMENTAL: u32 = 4;
/// Reserved for a future definition.
pub const STATUS_RESERVED: u32 = 5;
/// Private to one organization.
pub const STATUS_PRIVATE: u32 = 6;

/// No panic or exception leaves the plugin.
pub const PLUGIN_PANIC_SAFE: u32 = 1;

/// Borrowed UTF-8 text, without a terminating NUL.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LocStr {
    /// The first byte; may be null if `len` is 0.
    pub ptr: *const u8,
    /// The length in bytes.
    pub len: usize,
}

impl LocStr {
    /// The empty text.
    pub const EMPTY: Self = Self::new("");
    /// No text, where that differs from the empty text.
    pub const NONE: Self = Self { ptr: core::ptr::null(), len: 0 };

    /// Borrows a text. The caller keeps it alive for as long as the struct that holds the result is read.
    pub const fn new(text: &str) -> Self {
        Self { ptr: text.as_ptr(), len: text.len() }
    }

    /// Returns the bytes.
    ///
    /// # Safety
    /// `ptr` points to `len` bytes that do not change during `'a`, or `len` is 0.
    pub const unsafe fn bytes<'a>(self) -> &'a [u8] {
        if self.ptr.is_null() || self.len == 0 {
            return &[];
        }
        // SAFETY: the caller's contract.
        unsafe { core::slice::from_raw_parts(self.ptr, self.len) }
    }
}

// SAFETY: a pointer and a length; reading the text behind them is `unsafe`.
unsafe impl Send for LocStr {}
// SAFETY: the same.
unsafe impl Sync for LocStr {}

/// The beginning of every plugin: never changes, in any version of the ABI.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LocHeader {
    /// [`MAGIC`].
    pub magic: u32,
    /// The size of the [`LocPlugin`] that begins with this header.
    pub struct_size: u32,
    /// The major version that the plugin was compiled against.
    pub abi_major: u16,
    /// The minor version that the plugin was compiled against.
    pub abi_minor: u16,
    /// The lowest minor version of a host that the plugin supports.
    pub abi_minor_needed: u16,
    /// Always 0.
    pub reserved: u16,
}

/// Bytes `start..end` of the URL.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LocSpan {
    /// The component or deviation: `C_…`.
    pub kind: u32,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

/// A component of a scheme.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LocComponent {
    /// `C_…`.
    pub kind: u32,
    /// `R_…`.
    pub role: u32,
    /// The delimiter of a list: a US-ASCII byte.
    pub delimiter: u32,
    /// `COMPONENT_…`.
    pub flags: u32,
    /// The name that the scheme's specification uses.
    pub name: LocStr,
    /// The default value when the component is absent.
    pub fallback: LocStr,
    /// The bytes besides letters and digits that need no escape.
    pub plain: LocStr,
}

/// A requirement of the scheme's specification, cited by errors.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LocRequirement {
    /// Its id.
    pub id: LocStr,
    /// The document and section, such as `RFC 1738 §3.1`.
    pub section: LocStr,
    /// The grammar rule.
    pub rule: LocStr,
    /// The requirement, as the second half of a sentence.
    pub text: LocStr,
    /// Advice on how to correct the URL.
    pub help: LocStr,
    /// The replacement text of [`FIX_REPLACE`].
    pub replacement: LocStr,
    /// `FIX_…`.
    pub fix: u32,
    /// Always 0.
    pub reserved: u32,
}

/// A valid URL with its components.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LocExample {
    /// The URL.
    pub url: LocStr,
    /// `name=text` for each component, separated by spaces.
    pub components: LocStr,
}

/// What the host makes of an example; since 1.1.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LocOutcome {
    /// The canonical form; `ptr` is null if it is not stated.
    pub canonical: LocStr,
    /// All bytes that the plan sends, which need not be UTF-8; `ptr` is null if they are not stated.
    pub wire: LocStr,
}

/// A text that strict mode rejects.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LocReject {
    /// The text.
    pub url: LocStr,
    /// The grammar rule that does not match.
    pub rule: LocStr,
    /// `E_…`.
    pub kind: u32,
    /// Start of the error's span.
    pub start: u32,
    /// End of the error's span.
    pub end: u32,
    /// Always 0.
    pub reserved: u32,
}

/// An error in a URL, or the failure of a call: owned by the host, filled in by the plugin.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LocError {
    /// The size of this struct. Filled in by the host.
    pub struct_size: u32,
    /// Start of the span.
    pub start: u32,
    /// End of the span.
    pub end: u32,
    /// The component that contains the span: `C_…`; 0 for none.
    pub component: u32,
    /// 1 + the index of the requirement; 0 for none.
    pub requirement: u32,
    /// How many bytes of `message` are filled.
    pub message_len: u32,
    /// The capacity of `message`. Filled in by the host.
    pub message_cap: u32,
    /// Always 0.
    pub reserved: u32,
    /// A buffer for a message. Filled in by the host.
    pub message: *mut u8,
}

/// Receives the edits that a plugin makes to the general canonical form.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LocEdits {
    /// The first argument of `replace`.
    pub ctx: *mut c_void,
    /// Replaces the bytes `start..end` of the URL.
    pub replace: Option<unsafe extern "C" fn(ctx: *mut c_void, start: u32, end: u32, text: LocStr) -> LocStatus>,
}

/// Receives the steps of an access plan.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LocSteps {
    /// The first argument of `step`.
    pub ctx: *mut c_void,
    /// Adds a step: `S_…` and its text, in which a component in braces is replaced by its bytes.
    pub step: Option<unsafe extern "C" fn(ctx: *mut c_void, kind: u32, text: LocStr) -> LocStatus>,
}

/// The host's description of itself.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LocHost {
    /// The size of this struct.
    pub struct_size: u32,
    /// The major version of the host's ABI.
    pub abi_major: u16,
    /// The minor version of the host's ABI.
    pub abi_minor: u16,
    /// Its name.
    pub name: LocStr,
    /// Its version: semver.
    pub version: LocStr,
    /// The first argument of its functions.
    pub ctx: *mut c_void,
    /// Writes a line to the host's log; may be called from any thread.
    pub log: Option<unsafe extern "C" fn(ctx: *mut c_void, level: i32, message: LocStr)>,
    /// Returns an extension that is not in this version of the ABI, or null.
    pub extension: Option<unsafe extern "C" fn(ctx: *mut c_void, id: LocStr) -> *const c_void>,
}

/// Parses a URL.
pub type ParseFn = unsafe extern "C" fn(
    state: *mut c_void,
    url: LocStr,
    begin: usize,
    flags: u32,
    out: *mut LocSpan,
    cap: usize,
    out_len: *mut usize,
    error: *mut LocError,
) -> LocStatus;

/// Plans the access of a URL.
pub type PlanFn = unsafe extern "C" fn(
    state: *mut c_void,
    url: LocStr,
    spans: *const LocSpan,
    n_spans: usize,
    steps: *const LocSteps,
    error: *mut LocError,
) -> LocStatus;

/// Edits the general canonical form of a URL.
pub type CanonicalizeFn = unsafe extern "C" fn(
    state: *mut c_void,
    url: LocStr,
    spans: *const LocSpan,
    n_spans: usize,
    edits: *const LocEdits,
    error: *mut LocError,
) -> LocStatus;

/// Initializes the plugin.
pub type InitFn = unsafe extern "C" fn(host: *const LocHost, error: *mut LocError) -> LocStatus;

/// One version of one scheme.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LocScheme {
    /// The size of this struct.
    pub struct_size: u32,
    /// `SCHEME_…`.
    pub flags: u32,
    /// `GRAMMAR_…`.
    pub grammar: u32,
    /// `STATUS_…`.
    pub status: u32,
    /// 0 for none.
    pub default_port: u32,
    /// The number of `components`.
    pub n_components: u32,
    /// The number of `requirements`.
    pub n_requirements: u32,
    /// The number of `references`.
    pub n_references: u32,
    /// The number of `examples`; at least 1.
    pub n_examples: u32,
    /// The number of `rejects`; at least 1.
    pub n_rejects: u32,
    /// The name, in lower case.
    pub name: LocStr,
    /// The version of this definition: semver.
    pub version: LocStr,
    /// What a URL of this scheme locates.
    pub description: LocStr,
    /// The syntax, as ABNF (RFC 1738 §4).
    pub syntax: LocStr,
    /// The access algorithm in words, one line per step (RFC 1738 §4).
    pub access: LocStr,
    /// The access algorithm as an array of steps; empty if `plan` implements it.
    pub steps: LocStr,
    /// What its names mean, if they do not locate data objects.
    pub name_properties: LocStr,
    /// Evidence that the scheme works.
    pub demonstration: LocStr,
    /// The template of a URL; empty if URLs cannot be built.
    pub composition: LocStr,
    /// Which of `;/?:@=&` it reserves.
    pub reserved: LocStr,
    /// The components, in display order.
    pub components: *const LocComponent,
    /// The requirements that errors cite.
    pub requirements: *const LocRequirement,
    /// The documents, the defining one first.
    pub references: *const LocStr,
    /// Valid URLs.
    pub examples: *const LocExample,
    /// Texts that strict mode rejects.
    pub rejects: *const LocReject,
    /// The first argument of every call; used by several threads at once.
    pub state: *mut c_void,
    /// Parses a URL.
    pub parse: Option<ParseFn>,
    /// Plans the access of a URL; `None` if `steps` describes it.
    pub plan: Option<PlanFn>,
    /// Edits the general canonical form; `None` if the general rules suffice.
    pub canonicalize: Option<CanonicalizeFn>,
    /// The number of `outcomes`: 0, or that of the examples; since 1.1.
    pub n_outcomes: u32,
    /// Always 0.
    pub reserved_2: u32,
    /// What the host makes of each example; since 1.1.
    pub outcomes: *const LocOutcome,
}

/// The description of a library.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LocPlugin {
    /// The header, which never changes.
    pub header: LocHeader,
    /// `PLUGIN_…`.
    pub flags: u32,
    /// The number of `schemes`.
    pub n_schemes: u32,
    /// Its name.
    pub name: LocStr,
    /// Its version: semver.
    pub version: LocStr,
    /// The versions of anyurl that it supports: a semver requirement; empty for any.
    pub host_req: LocStr,
    /// The compiler, for display.
    pub built_with: LocStr,
    /// Its schemes.
    pub schemes: *const *const LocScheme,
    /// Initializes the plugin; called before any other function.
    pub init: Option<InitFn>,
    /// Returns an extension that is not in this version of the ABI, or null.
    pub extension: Option<unsafe extern "C" fn(id: LocStr) -> *const c_void>,
}

/// The smallest [`LocPlugin`] that a host accepts: version 1.0 up to and including `schemes`.
pub const PLUGIN_SMALLEST: usize = core::mem::offset_of!(LocPlugin, init);
/// The smallest [`LocScheme`] that a host accepts: version 1.0 up to and including `parse`.
pub const SCHEME_SMALLEST: usize = core::mem::offset_of!(LocScheme, plan);

/// The only function that a plugin exports, under the name [`ENTRY`].
pub type EntryFn = unsafe extern "C" fn() -> *const LocHeader;
/// `anyurl_plugin_entry`
pub const ENTRY: &str = "anyurl_plugin_entry";

//! The library for a web page: parses URLs with the schemes that the page loads, and answers in JSON.
//!
//! `registry/site/assets/tester.js` calls the functions. Texts are passed in the memory of the module: the page asks for
//! room with [`allocate`], writes UTF-8 there, and passes the place; an answer is at [`answer`], and stays there until the
//! next call.
//!
//! | module | content |
//! |---|---|
//! | `schemes` | the registry: the built-in schemes, and those of the registry files that the page loads |
//! | `report` | what a page shows of a text: its parts, or its error |
//! | `rulebooks` | what a page shows of other rulebooks |
//! | `shown` | a text with `***` in place of its secrets |
//!
//! What a page shows has no secrets. What it uses is exact: [`repaired`](Report), which becomes the text of its field, and
//! the question to the browser.

mod report;
mod rulebooks;
mod schemes;
mod shown;

use std::cell::RefCell;

use anyurl_core::Options;

pub use report::Report;
pub use rulebooks::{Answer, Compared, Rulebooks};
pub use schemes::Schemes;

/// The version, which the command compares with its own: the schemes that a page loads are written by it.
#[cfg(target_family = "wasm")]
#[used]
#[unsafe(link_section = "anyurl-version")]
static VERSION: [u8; env!("CARGO_PKG_VERSION").len()] = {
    let mut version = [0; env!("CARGO_PKG_VERSION").len()];
    version.copy_from_slice(env!("CARGO_PKG_VERSION").as_bytes());
    version
};

thread_local! {
    static SCHEMES: RefCell<Schemes> = RefCell::default();
    static RULEBOOKS: RefCell<Rulebooks> = RefCell::default();
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

const LENIENT: u32 = 1;
const RFC1738: u32 = 2;

/// Room for a text of `len` bytes, which the next call takes.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(len: usize) -> *mut u8 {
    Box::leak(vec![0; len].into_boxed_slice()).as_mut_ptr()
}

/// Adds the schemes and masks of a registry file. Returns the length of the answer: empty, or why it cannot be used.
///
/// # Safety
/// The text is at a place that [`allocate`] returned for this length, and is passed once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn add(text: *mut u8, len: usize) -> usize {
    // SAFETY: the caller upholds the contract.
    let text = unsafe { taken(text, len) };
    let problem = SCHEMES.with_borrow_mut(|schemes| schemes.add(text).err());
    reply(problem.unwrap_or_default())
}

/// Parses a text. The options are 1 for lenient mode and 2 for the profile `current`, or their sum. Returns the length
/// of the answer: a [`Report`] in JSON.
///
/// # Safety
/// As [`add`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn parse(text: *mut u8, len: usize, options: u32) -> usize {
    // SAFETY: the caller upholds the contract.
    let text = unsafe { taken(text, len) };
    let report = SCHEMES.with_borrow(|schemes| Report::new(schemes.registry(), &text, self::options(options)));
    reply(serde_json::to_string(&report).unwrap_or_default())
}

/// Compares how rulebooks read a text. Returns the length of the answer: in JSON a question to the browser, which [`tell`]
/// answers before the next call, or the comparison ([`Answer`]).
///
/// # Safety
/// As [`add`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn compare(text: *mut u8, len: usize) -> usize {
    // SAFETY: the caller upholds the contract.
    let text = unsafe { taken(text, len) };
    let answer =
        SCHEMES.with_borrow(|schemes| RULEBOOKS.with_borrow(|rulebooks| rulebooks.compare(schemes.registry(), &text)));
    reply(serde_json::to_string(&answer).unwrap_or_default())
}

/// Takes what the browser reads in the text that [`compare`] asked about: `new URL(text).href`, or nothing if that throws.
/// The answer is empty.
///
/// # Safety
/// As [`add`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tell(href: *mut u8, len: usize) -> usize {
    // SAFETY: the caller upholds the contract.
    let href = unsafe { taken(href, len) };
    RULEBOOKS.with_borrow(|rulebooks| rulebooks.tell(href));
    reply(String::new())
}

/// The answer of the last call.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

fn options(bits: u32) -> Options {
    let options = Options::new();
    let options = if bits & LENIENT == 0 { options } else { options.lenient() };
    if bits & RFC1738 == 0 { options } else { options.rfc1738() }
}

fn reply(text: String) -> usize {
    let len = text.len();
    ANSWER.set(text);
    len
}

/// # Safety
/// As [`add`].
unsafe fn taken(text: *mut u8, len: usize) -> String {
    // SAFETY: `allocate` leaked a boxed slice of this length, and the caller passes it once.
    let bytes = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(text, len)) };
    String::from_utf8_lossy(&bytes).into_owned()
}

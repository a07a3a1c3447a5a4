//! What the tester of a web site calls, with texts that are shown: they have `***` in place of secrets. What it uses is exact:
//! [`repaired`](Report), which becomes the text of its field, and the question to the browser.

use std::cell::RefCell;

use anyurl_core::Options;

use crate::files::Schemes;
use crate::report::Report;
use crate::rulebooks::Rulebooks;
use crate::{reply, taken};

thread_local! {
    static SCHEMES: RefCell<Schemes> = RefCell::default();
    static RULEBOOKS: RefCell<Rulebooks> = RefCell::default();
}

const LENIENT: u32 = 1;
const RFC1738: u32 = 2;

/// Adds the schemes and masks of a registry file. Returns the length of the answer: empty, or why it cannot be used.
///
/// # Safety
/// The text is at a place that [`allocate`](crate::allocate) returned for this length, and is passed once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn add(text: *mut u8, len: usize) -> usize {
    // SAFETY: the caller upholds the contract.
    let text = unsafe { taken(text, len) };
    let problem = SCHEMES.with_borrow_mut(|schemes| schemes.add(text).err());
    reply(problem.unwrap_or_default())
}

/// Parses a text. The options are 1 for lenient mode and 2 for the profile `rfc1738`, or their sum. Returns the length
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
/// answers before the next call, or the comparison ([`Answer`](crate::Answer)).
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

fn options(bits: u32) -> Options {
    let options = Options::new();
    let options = if bits & LENIENT == 0 { options } else { options.lenient() };
    if bits & RFC1738 == 0 { options } else { options.rfc1738() }
}

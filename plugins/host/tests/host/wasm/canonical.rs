//! What a module does in `anyurl_canonicalize`: edits that break the contract leave the general canonical form, and the
//! violation is kept.

use std::any::Any;

use anyurl_core::authors::Scheme;
use anyurl_core::{Profile, Registry};
use anyurl_host::{PluginScheme, Violation};

use crate::wasm::support::{Parts, registry};

/// A module with this body of `anyurl_canonicalize`.
fn with_canonicalize(body: &str) -> Registry {
    let more = format!(
        "(func (export \"anyurl_canonicalize\")
           (param $scheme i32) (param $url i32) (param $len i32) (param $spans i32) (param $n_spans i32)
           (param $out i32) (param $cap i32) (param $out_len i32) (param $error i32) (result i32)
           {body})"
    );
    registry(&Parts { more: &more, ..Parts::default() })
}

fn violation(registry: &Registry) -> Option<Violation> {
    let scheme: &dyn Scheme = registry.get("x-note", Profile::Rfc1738).unwrap().scheme();
    let scheme: &dyn Any = scheme;
    scheme.downcast_ref::<PluginScheme>().unwrap().violation()
}

/// One edit: replaces the bytes from start to end by `Z`.
fn edit(start: u32, end: u32) -> String {
    format!(
        "(i32.store (local.get $out) (i32.const {start})) (i32.store offset=4 (local.get $out) (i32.const {end}))
         (i32.store offset=8 (local.get $out) (i32.const 1)) (i32.store8 offset=12 (local.get $out) (i32.const 0x5A))
         (i32.store (local.get $out_len) (i32.const 13)) (i32.const 0)"
    )
}

#[test]
fn edits_are_applied() {
    let registry = with_canonicalize(&edit(7, 8));
    assert_eq!(registry.parse("X-NOTE:abc").unwrap().to_canonical(), "x-note:Zbc");
    assert_eq!(violation(&registry), None);
    let unsupported = with_canonicalize("(i32.const -2)");
    assert_eq!(unsupported.parse("X-NOTE:abc").unwrap().to_canonical(), "x-note:abc");
    assert_eq!(violation(&unsupported), None);
}

#[test]
fn edits_that_need_more_room_are_requested_again() {
    // Deletes the text, in as many edits as would need 4000 bytes: the first call is answered by the size.
    let body = "
        (i32.store (local.get $out_len) (i32.const 4008))
        (if (i32.lt_u (local.get $cap) (i32.const 4008)) (then (return (i32.const -1))))
        (i32.store (local.get $out) (i32.const 7)) (i32.store offset=4 (local.get $out) (i32.const 10))
        (i32.store offset=8 (local.get $out) (i32.const 3996))
        (memory.fill (i32.add (local.get $out) (i32.const 12)) (i32.const 0x62) (i32.const 3996))
        (i32.const 0)";
    let registry = with_canonicalize(body);
    // It would grow again in the second round, so it is no canonical form; but the edits were read.
    assert_eq!(registry.parse("x-note:abc").unwrap().to_canonical(), "x-note:abc");
    assert_eq!(violation(&registry), Some(Violation::Canonical));
}

#[test]
fn violations_leave_the_general_form() {
    let record = |len: u32, out_len: u32| {
        format!(
            "(i32.store (local.get $out) (i32.const 7)) (i32.store offset=4 (local.get $out) (i32.const 8))
             (i32.store offset=8 (local.get $out) (i32.const {len})) (i32.store (local.get $out_len) (i32.const {out_len}))
             (i32.const 0)"
        )
    };
    for (body, expected) in [
        (edit(0, 1), Violation::Edit),
        (edit(8, 7), Violation::Edit),
        (edit(7, 4000), Violation::Edit),
        (record(4_294_967_295, 13), Violation::Edit),
        (record(2, 13), Violation::Edit),
        (record(0, 11), Violation::Edit),
        (record(0, 4_000_000_000), Violation::Edit),
        (record(0, 300), Violation::Edit),
        ("(i32.const 0)".to_owned(), Violation::Edit),
        ("(i32.const -1)".to_owned(), Violation::Edit),
        ("(i32.store (local.get $out_len) (i32.const 9999999)) (i32.const -1)".to_owned(), Violation::Edit),
        ("(i32.store (local.get $out_len) (i32.const 1000000)) (i32.const -1)".to_owned(), Violation::Memory),
        (edit(7, 8).replace("0x5A", "0x23"), Violation::Edit),
        (edit(7, 8).replace("0x5A", "0xFF"), Violation::Edit),
        (edit(7, 7), Violation::Canonical),
        ("(loop $again (br $again)) (i32.const 0)".to_owned(), Violation::Fuel),
        ("(unreachable)".to_owned(), Violation::Trap),
        ("(drop (memory.grow (i32.const 1000))) (i32.const 0)".to_owned(), Violation::Memory),
        ("(i32.const -100)".to_owned(), Violation::Panic),
        ("(i32.const -3)".to_owned(), Violation::Failed),
        ("(i32.const 5)".to_owned(), Violation::Status),
    ] {
        let registry = with_canonicalize(&body);
        assert_eq!(registry.parse("X-NOTE:abc").unwrap().to_canonical(), "x-note:abc", "{body}");
        assert_eq!(violation(&registry), Some(expected), "{body}");
        assert!(registry.parse("x-note:abc").is_ok());
    }
}

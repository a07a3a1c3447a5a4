//! The words of a registry file for the numbers of the ABI.

use crate::abi;
use crate::definition::{Grammar, Status};

pub(super) const fn status(status: Status) -> &'static str {
    match status {
        Status::Permanent => "permanent",
        Status::Provisional => "provisional",
        Status::Historical => "historical",
        Status::Experimental => "experimental",
        Status::Reserved => "reserved",
        Status::Private => "private",
    }
}

pub(super) const fn grammar(grammar: Grammar) -> &'static str {
    match grammar {
        Grammar::Rfc1738 => "rfc1738",
        Grammar::Rfc3986 => "rfc3986",
    }
}

pub(super) const fn role(role: u32) -> &'static str {
    match role {
        abi::R_COMMON => "common",
        abi::R_TEXT => "text",
        abi::R_WHOLE => "whole",
        abi::R_KEYWORD => "keyword",
        abi::R_FLAG => "flag",
        abi::R_LIST_BETWEEN => "list-between",
        abi::R_LIST_AFTER => "list-after",
        abi::R_FIELDS => "fields",
        abi::R_NUMBER => "number",
        _ => panic!("a role that `Component` cannot have"),
    }
}

/// Returns the empty text if no fix is known.
pub(super) const fn fix(fix: u32) -> &'static str {
    match fix {
        abi::FIX_UNKNOWN => "",
        abi::FIX_ENCODE => "encode",
        abi::FIX_DECODE => "decode",
        abi::FIX_REMOVE => "remove",
        abi::FIX_REPLACE => "replace",
        _ => panic!("a fix that `Requirement` cannot have"),
    }
}

pub(super) const fn error_kind(status: abi::LocStatus) -> &'static str {
    match status {
        abi::E_UNEXPECTED => "unexpected",
        abi::E_MISSING => "missing",
        abi::E_RANGE => "out-of-range",
        abi::E_ESCAPE => "bad-escape",
        abi::E_FORBIDDEN => "forbidden",
        _ => panic!("a kind that `Reject` cannot have"),
    }
}

//! Modules for tests: a scheme `x-note` with one component, and parts that a test replaces.

use std::fmt::Write as _;

use anyurl_core::Registry;
use anyurl_host::wasm::{AddModule, ModuleLimits};
use anyurl_host::{PluginError, PluginPolicy};

/// The facts of the scheme.
pub(crate) const FACTS: &str = r#"
abi = "1.0"
name = "note"
version = "1.2.3"

[[scheme]]
name = "x-note"
version = "1.0.0"
status = "experimental"
grammar = "rfc1738"
description = "a note"
template = "{text}"
syntax = "noteurl = \"x-note:\" *xchar"
access = "read it"
steps = "[{ connect = \"{news-server}:119\" }, { send = \"{text}\\r\\n\" }]"
component = [{ name = "text", role = "text" }]
requirement = [{ id = "x-note-empty", section = "the handbook", rule = "text", text = "a note has a text", help = "write one" }]
example = [{ url = "x-note:a", components = "text=a" }]
reject = [{ url = "x-note:", kind = "missing", rule = "text", start = 7, end = 7 }]
"#;

/// `anyurl_parse` of a module whose URLs are all valid: the text is the component.
pub(crate) const PARSE: &str = "
    (i32.store (local.get $out) (i32.const 0x10000))
    (i32.store offset=4 (local.get $out) (local.get $begin))
    (i32.store offset=8 (local.get $out) (local.get $len))
    (i32.store (local.get $out_len) (i32.const 1))
    (i32.const 0)";

/// `anyurl_buffer` of a module with room for 64 KiB.
const BUFFER: &str = "
    (if (result i32) (i32.gt_u (local.get $len) (i32.const 65536)) (then (i32.const 0)) (else (i32.const 1024)))";

/// The parts of a module.
#[derive(Clone)]
pub(crate) struct Parts<'p> {
    pub(crate) memory: &'p str,
    /// Functions, data, imports.
    pub(crate) more: &'p str,
    pub(crate) buffer: &'p str,
    pub(crate) parse: &'p str,
    pub(crate) facts: &'p str,
}

impl Default for Parts<'_> {
    fn default() -> Self {
        Self { memory: "(memory (export \"memory\") 2)", more: "", buffer: BUFFER, parse: PARSE, facts: FACTS }
    }
}

impl Parts<'_> {
    /// The text of the module.
    pub(crate) fn text(&self) -> String {
        let Self { memory, more, buffer, parse, facts } = self;
        let mut escaped = String::new();
        for byte in facts.bytes() {
            let _ = write!(escaped, "\\{byte:02x}");
        }
        format!(
            "(module {more} {memory}
               (func (export \"anyurl_buffer\") (param $len i32) (result i32) {buffer})
               (func $parse (export \"anyurl_parse\")
                 (param $scheme i32) (param $url i32) (param $len i32) (param $begin i32) (param $flags i32)
                 (param $out i32) (param $cap i32) (param $out_len i32) (param $error i32) (result i32)
                 (local $n i32)
                 {parse})
               (@custom \"anyurl.plugin\" \"{escaped}\"))"
        )
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        bytes(&self.text())
    }
}

pub(crate) fn bytes(text: &str) -> Vec<u8> {
    wat::parse_str(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The policy for a module that the user has named.
pub(crate) fn trusting() -> PluginPolicy {
    PluginPolicy::new().allow_modules(true).require_sha256(false)
}

pub(crate) fn load(bytes: &[u8]) -> Result<Registry, PluginError> {
    load_with(bytes, &trusting())
}

pub(crate) fn load_with(bytes: &[u8], policy: &PluginPolicy) -> Result<Registry, PluginError> {
    Ok(Registry::builder().add_module("note.wasm", bytes, policy)?.build())
}

pub(crate) fn with_limits(bytes: &[u8], limits: ModuleLimits) -> Registry {
    load_with(bytes, &trusting().limits(limits)).unwrap_or_else(|error| panic!("{error}"))
}

/// A registry with the schemes of a module.
pub(crate) fn registry(parts: &Parts<'_>) -> Registry {
    load(&parts.bytes()).unwrap_or_else(|error| panic!("{error}"))
}

//! A build whose interpreter could overflow the stack loads no module (docs/decisions/0030-modules-are-interpreted.md).

use anyurl_host::wasm::load_bytes;
use anyurl_host::{PluginErrorKind, PluginPolicy};

const COULD_OVERFLOW: bool = cfg!(all(optimized, debug_assertions, not(feature = "portable")));

#[test]
fn modules_are_refused_in_a_build_that_could_overflow() {
    let policy = PluginPolicy::new().allow_modules(true).require_sha256(false);
    let error = load_bytes("empty.wasm", b"\0asm\x01\0\0\0", &policy).unwrap_err();
    assert_eq!(matches!(error.kind(), PluginErrorKind::Build), COULD_OVERFLOW, "{error}");
}

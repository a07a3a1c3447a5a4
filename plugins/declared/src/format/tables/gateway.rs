//! `[[gateway]]`: indirect access (RFC 1738 §4).

use crate::format::change_severity::Compared::{Set, Value};
use crate::format::change_severity::{DESTINATION, DOCUMENTATION, PROTECTION, SERVICE};
use crate::format::keywords::{GatewayMode, Prefer};
use crate::format::located::Located;
use crate::format::table::table;

table! {
    /// Indirect access through URLs of another scheme.
    #[derive(Clone, PartialEq, Debug)]
    pub struct GatewayEntry: GATEWAY = "gateway", span;

    /// The id by which schemes refer to it.
    id: Located<String>;
    /// The schemes that it serves.
    schemes: Vec<Located<String>>, key("for"), required(), change("SR733", Set, SERVICE);
    /// The variables of the template.
    mode: Located<GatewayMode>, change("SR733", Value, DESTINATION);
    /// The URL of the gateway, a template by RFC 6570 at level 1: `https://gateway.example/?{url}`.
    template: Located<String>, change("SR733", Value, DESTINATION);
    /// The supported operations.
    operations: Vec<Located<String>>, change("SR733", Set, SERVICE);
    /// Components that are never sent (SR504).
    strip: Vec<Located<String>>, change("SR733", Set, PROTECTION);
    /// When it is used; `only` by default.
    prefer: Option<Located<Prefer>>, change("SR733", Value, DESTINATION);
    /// The environments where it is used; all by default.
    environments: Vec<Located<String>>, change("SR733", Value, DESTINATION);
    /// Addresses for questions about the gateway.
    contact: Vec<Located<String>>, change("SR733", Set, DOCUMENTATION);
}

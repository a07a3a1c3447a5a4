//! `[registry.defaults]`: what entries have that do not state it themselves.

use anyurl_core::authors::Status;

use super::access::AccessTable;
use crate::format::fields::Fields;
use crate::format::keywords::Generic;
use crate::format::located::{Date, Located};
use crate::format::table::table;

table! {
    /// What the entries of a layer have that they do not state themselves.
    #[derive(Clone, PartialEq, Debug)]
    pub struct DefaultsTable: DEFAULTS = "registry.defaults", span;

    /// The registration status of the entries.
    status: Option<Located<Status>>, rule("SR202");
    /// What a URL of the entries locates.
    description: Option<Located<String>>;
    /// The applications and protocols that use the schemes.
    applications: Vec<Located<String>>;
    /// The team or person that maintains the entries.
    owner: Option<Located<String>>;
    /// Addresses for questions about the schemes; those of the header by default.
    contact: Vec<Located<String>>;
    /// The person or body that decides on changes to the schemes; that of the header by default.
    change_controller: Option<Located<String>>;
    /// What an attacker can do with a URL, and what a URL reveals.
    security: Option<Located<String>>;
    /// The character encoding of components, and what must be escaped.
    encoding: Option<Located<String>>;
    /// What differs between implementations.
    interoperability: Option<Located<String>>;
    /// The last day of the experiments, a date without quotes; other entries do not take it.
    expires: Option<Located<Date>>;
    /// The generic grammar of the syntaxes.
    syntax: Option<DefaultSyntax>;
    /// The access of the entries with a syntax; taken as a whole.
    access: Option<Box<AccessTable>>;

    and {
        /// Whether all values are valid; otherwise no entry takes them.
        sound: bool = Fields::has_no_errors;
    }
    impl Merge;
}

table! {
    /// What the syntaxes of the entries have that they do not state themselves.
    #[derive(Clone, PartialEq, Debug)]
    pub struct DefaultSyntax: DEFAULT_SYNTAX = "registry.defaults.syntax";

    /// The generic grammar that bounds the syntax, and the characters of a form.
    grammar: Option<Located<Generic>>;
}

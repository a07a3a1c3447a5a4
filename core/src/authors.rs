//! What a scheme is written with: the trait [`Scheme`], the facts of its [`Registration`], the [`Cursor`] that reads its
//! URLs, rules that schemes share, and the steps of its plan. Programs that only use schemes need nothing of it.

pub use crate::components::url_ref::UrlRef;
pub use crate::diagnostics::requirement::{Fix, Requirement, RequirementRef};
pub use crate::plan::builder::PlanBuilder;
pub use crate::plan::call_builder::CallBuilder;
pub use crate::plan::line_builder::LineBuilder;
pub use crate::registration::{
    Component, Delimiter, Deprecation, Example, FieldSyntax, FragmentUse, Grammar, InnerHosts, LazyList, List,
    Registration, RegistrationBuilder, Reject, Relative, Role, Status, Text, example, reject, text,
};
pub use crate::registry::{Fact, Handle, Origin, RegistrationNote};
pub use crate::scheme::Scheme;
pub use crate::syntax::class::{CharRequirements, Class, FRAGMENT};
pub use crate::syntax::cursor::Cursor;
pub use crate::syntax::shape::Shape;
pub use crate::syntax::{authority, escape, host, uri};
pub use crate::text::span::Spans;

/// Rules and functions for canonical forms.
pub mod canonical {
    pub use crate::components::canonical::{
        CanonicalRules, EscapeRule, escapes, general, internet_host, text_of, unreserved, write, write_by,
        write_keeping,
    };
}

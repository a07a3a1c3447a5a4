//! What URLs of a scheme are parsed and compared by, besides its automata.

use anyurl_core::authors::canonical::{CanonicalRules, EscapeRule};
use anyurl_core::{Mode, Slot, Span};

use super::component::Component;
use super::deviation::Deviation;

/// A value for strict and one for lenient mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ByMode<T> {
    pub(crate) strict: T,
    pub(crate) lenient: T,
}

impl<T> ByMode<T> {
    /// The value of a mode.
    pub(crate) fn of(&self, mode: Mode) -> &T {
        if mode == Mode::Lenient { &self.lenient } else { &self.strict }
    }
}

/// The rules of a syntax.
pub(crate) struct Syntax {
    /// The forms, such as `x-a:<b>` or `x-a://<host>`, if the entry has no grammar.
    pub(crate) forms: Option<String>,
    pub(crate) components: Vec<Component>,
    /// What lenient mode tolerates besides what it tolerates in all schemes.
    pub(crate) deviations: Vec<Deviation>,
    /// What errors in components say.
    pub(crate) mistakes: Vec<Mistake>,
    /// Whether lenient mode takes a `%` without digits as data.
    pub(crate) takes_bare_percent: bool,
    /// Whether lenient mode has its own grammar.
    pub(crate) has_lenient_grammar: bool,
    /// Whether lenient mode tries its own grammar first.
    pub(crate) is_lenient_first: bool,
    /// What the canonical form changes.
    pub(crate) equality: Equality,
    /// The components that do not count when URLs are compared.
    pub(crate) ignored: Vec<String>,
}

/// What an error in some components says.
pub(crate) struct Mistake {
    pub(crate) within: Vec<String>,
    pub(crate) message: String,
    pub(crate) help: String,
}

/// What the canonical form changes.
pub(crate) struct Equality {
    pub(crate) escapes: EscapeRule,
    pub(crate) keeps_default_port: bool,
    pub(crate) removes_dot_segments: bool,
    pub(crate) empty_path: String,
    pub(crate) local_host: String,
}

impl Equality {
    pub(crate) fn rules(&self) -> CanonicalRules {
        CanonicalRules::GENERAL
            .escapes(self.escapes)
            .keep_default_port(self.keeps_default_port)
            .remove_dot_segments(self.removes_dot_segments)
            .empty_path(self.empty_path.clone())
            .local_host(self.local_host.clone())
    }
}

impl Syntax {
    /// Whether a component has a slot. `userinfo` has the slots of user and password.
    pub(crate) fn has(&self, slot: Slot) -> bool {
        has(&self.components, slot)
    }
}

/// Whether one of the components has a slot. `userinfo` has the slots of user and password.
pub(crate) fn has<'c>(components: impl IntoIterator<Item = &'c Component>, slot: Slot) -> bool {
    let is_userinfo = slot == Slot::USER || slot == Slot::PASSWORD;
    components.into_iter().any(|one| one.slot == slot || is_userinfo && one.name == USERINFO)
}

/// The rule of RFC 3986 for user and password, which its first colon divides.
pub(crate) const USERINFO: &str = "userinfo";

/// The start rule of the grammar of a form.
pub(crate) const FORM_RULE: &str = "form";

/// The authority of a text, without its slashes; that of `jdbc:mysql://h`, too.
pub(crate) fn authority(text: &str, begin: usize) -> Span {
    let delimiter = |from: usize| memchr::memchr3(b'/', b'?', b'#', text.as_bytes().get(from..)?).map(|len| from + len);
    match delimiter(begin) {
        Some(slashes) if text[slashes..].starts_with("//") => {
            Span::new(slashes + 2, delimiter(slashes + 2).unwrap_or(text.len()))
        }
        _ => Span::at(0),
    }
}

/// The part of the text before the last `@` of the authority.
pub(crate) fn login(text: &str, begin: usize) -> Span {
    let authority = authority(text, begin);
    let last = authority.of(text).rfind('@').unwrap_or(0);
    Span::new(authority.start(), authority.start() + last)
}

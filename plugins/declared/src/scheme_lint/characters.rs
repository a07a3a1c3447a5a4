//! Rules for characters in a grammar: delimiters, reserved characters without a role, and characters that must not be sent.

use super::steps;
use crate::Declared;
use crate::format::{ComponentType, Finding, Findings, Generic, HostKind, RelativeTo, SchemeEntry, SyntaxTable};
use crate::scheme::component::{Component, Fields};
use anyurl_abnf::{Budget, ByteSet, CompiledGrammar};
use anyurl_core::authors::Delimiter;

/// SR312 to SR315 and SR317.
pub(super) fn check(
    entry: &SchemeEntry,
    scheme: &Declared,
    (grammar, budget): (&CompiledGrammar, &mut Budget),
    to: &mut Findings,
) {
    let Some(syntax) = &entry.syntax else { return };
    let found =
        [slashes(entry, syntax, grammar, budget), hierarchy(entry, syntax, grammar), password(entry, syntax, scheme)];
    found.into_iter().flatten().for_each(|one| to.add(one));
    without_role(entry, (syntax, scheme), grammar, to);
    line_ends(entry, syntax, scheme, (grammar, budget), to);
}

/// SR312: `//` begins an authority, and nothing else (RFC 7595 §3.2).
fn slashes(
    entry: &SchemeEntry,
    syntax: &SyntaxTable,
    grammar: &CompiledGrammar,
    budget: &mut Budget,
) -> Option<Finding> {
    let prefix = format!("{}://", entry.key());
    // A component that begins before `//` has it as data.
    if grammar.dfa().has_capture_before(&grammar.dfa().start_after(prefix.as_bytes())?) {
        return None;
    }
    let names = grammar.components_after(prefix.as_bytes(), budget).ok()??;
    let is_host = |kind: ComponentType| kind == ComponentType::Host;
    let hosts = syntax.components.iter().filter(|one| one.kind.is_some_and(|kind| is_host(*kind)));
    let hosts: Vec<_> = hosts.map(|one| one.name.as_str()).collect();
    let is_authority = |name: &&str| matches!(*name, "host" | "authority") || hosts.contains(name);
    if names.iter().any(is_authority) {
        return None;
    }
    let message = format!("`{prefix}` begins an authority, but no host can follow");
    let help = "omit `//`, or let `hostport` or `authority` of an imported rule set follow";
    Some(entry.finding("SR312", syntax.span, message).fix(help))
}

/// SR313: readers take `/` for a hierarchy, in which `..` can be resolved.
fn hierarchy(entry: &SchemeEntry, syntax: &SyntaxTable, grammar: &CompiledGrammar) -> Option<Finding> {
    let relative = syntax.relative.filter(|relative| **relative == RelativeTo::Nothing)?;
    grammar.delimiters().has(b'/').then(|| {
        let message = "`/` divides the URL, but relative references are not supported";
        let help = "write `relative = true`, or use another delimiter";
        entry.finding("SR313", relative.span, message).fix(help)
    })
}

/// SR314
fn password(entry: &SchemeEntry, syntax: &SyntaxTable, scheme: &Declared) -> Option<Finding> {
    use anyurl_core::authors::Scheme;

    let password = scheme.registration().component("password");
    password.filter(|component| !component.lenient).map(|_| {
        let message = "URLs of this scheme can contain a password, which anyone who sees the URL can read";
        let help =
            "ask for the password when it is needed: let `host [ \":\" port ]` follow `//`, or a user name alone";
        entry.finding("SR314", syntax.span, message).fix(help)
    })
}

/// SR315. The rules of a form are generated, so the author cannot change them.
fn without_role(
    entry: &SchemeEntry,
    (syntax, scheme): (&SyntaxTable, &Declared),
    grammar: &CompiledGrammar,
    to: &mut Findings,
) {
    let divides = |byte: u8| scheme.syntax.components.iter().any(|component| divides(component, byte));
    let Some(abnf) = syntax.abnf.as_ref().filter(|_| is_bound(syntax)) else {
        return;
    };
    for idle in grammar.unused_reserved() {
        let inside = abnf.document.inside(&abnf.text, idle.place.span.range());
        let bytes = idle.bytes.iter().filter(|byte| !divides(*byte)).map(|byte| format!("`{}`", char::from(byte)));
        let bytes: Vec<_> = bytes.collect();
        if bytes.is_empty() {
            continue;
        }
        let message = format!("{} in rule `{}`: a reserved character that divides nothing", bytes.join(" "), idle.rule);
        let help = "remove the character from the rule, so that it must be escaped, or use it as a delimiter";
        let finding = Finding::new("SR315", &abnf.document, inside, message);
        to.add(finding.about(&entry.key()).fix(help));
    }
}

/// Whether the type of a component divides its text by a character, of which the grammar need not know.
fn divides(component: &Component, byte: u8) -> bool {
    let is_delimiter = |delimiter: Delimiter| delimiter.byte() == byte;
    let divides_fields = |fields: Fields| {
        let fields = fields.syntax;
        is_delimiter(fields.delimiter()) || fields.equals() == byte || fields.lead() == Some(byte)
    };
    let has_port = matches!(component.host, Some(HostKind::Authority | HostKind::List));
    component.form.delimiter.is_some_and(is_delimiter)
        || component.fields.is_some_and(divides_fields)
        || has_port && byte == b':'
}

/// Whether the generic grammar reserves characters.
fn is_bound(syntax: &SyntaxTable) -> bool {
    *syntax.grammar != Generic::Opaque
}

/// SR317. Only for grammars: nearly every form contains `*uchar`, which derives all escapes and cannot be restricted.
fn line_ends(
    entry: &SchemeEntry,
    syntax: &SyntaxTable,
    scheme: &Declared,
    (grammar, budget): (&CompiledGrammar, &mut Budget),
    to: &mut Findings,
) {
    if syntax.abnf.is_none() {
        return;
    }
    let digits = [b'0', b'a', b'd'].map(ByteSet::folded);
    let escape = [ByteSet::one(b'%'), ByteSet::one(b'0'), digits.into_iter().fold(ByteSet::NONE, ByteSet::or)];
    for name in scheme.sent() {
        let Ok(Some(witness)) = grammar.text_containing(name, &escape, budget) else {
            continue;
        };
        let witness = String::from_utf8_lossy(&witness);
        let message = format!(
            "`{{{name}}}` is sent and can contain a line end or NUL: `{witness}` is a URL that every plan refuses"
        );
        let help = format!("change the rule of `{name}` so that it derives none of `%00`, `%0A` and `%0D`");
        to.add(entry.finding("SR317", steps::sending(entry, name), message).fix(help));
    }
}

//! Errors of slashes, login, host and port, which read the same in all schemes.

use anyurl_core::authors::Cursor;
use anyurl_core::internal::common;
use anyurl_core::{Error, ErrorKind, Slot, Span};

use super::super::{ParseContext, syntax};
use super::SchemeError;
use anyurl_abnf::StateId;

/// A host is required.
static NO_HOST: SchemeError = SchemeError::new("A-29", "the host may not be empty", "name the host after `//`");

/// The scheme has no user names.
static NO_LOGIN: SchemeError = SchemeError {
    removes: true,
    ..SchemeError::new(
        "no-login",
        "URLs of {scheme} have no user name and no password",
        "omit everything up to and including the `@`",
    )
};

/// The scheme has no ports.
static NO_PORT: SchemeError = SchemeError {
    removes: true,
    ..SchemeError::new("no-port", "URLs of {scheme} have no port", "omit the `:` and what follows it in the authority")
};

/// The error for the rest of a text that the grammar does not derive, if a mistake in the authority explains it.
pub(super) fn error(
    context: ParseContext<'_>,
    rest: Span,
    state: StateId,
    component: &str,
    at: &Cursor<'_>,
) -> Option<Error> {
    if !rest.is_empty() && at.text(rest).trim().is_empty() {
        return None;
    }
    missing_error(context, rest, state, at)
        .or_else(|| login_error(context, rest, component, at))
        .or_else(|| port_error(context, rest, component, at))
}

/// The error for slashes that the grammar requires after the scheme, and for a host that is missing where one begins.
fn missing_error(context: ParseContext<'_>, rest: Span, state: StateId, at: &Cursor<'_>) -> Option<Error> {
    let ParseContext { scheme, compiled, begin, .. } = context;
    let missing = |context, place| Some(at.shared_error(ErrorKind::Missing, Span::at(place), context).found(None));
    let (place, end) = (rest.start(), rest.end());
    let text = at.text(Span::new(0, end));
    let login = syntax::login(text, begin);
    let is_host = place == login.end() || place == login.end() + 1 && text[login.end()..].starts_with('@');
    let has_host = scheme.syntax.has(Slot::HOST);
    let mut ahead = compiled.dfa.matcher_in_state(state);
    if is_host && place > begin && has_host {
        let is_empty = place == end || text[place..].starts_with(['/', '?', '#', ':']);
        // Where the host may be empty, a port may not follow it.
        let is_required = is_empty && !compiled.labels().expected(&compiled.dfa, state).ends() && !ahead.step(b'/', 0);
        return is_required.then(|| missing(scheme.context(&NO_HOST, "host", "host"), place))?;
    }
    let mut needs_slash = || {
        let expected = compiled.labels().expected(&compiled.dfa, ahead.state());
        !expected.ends() && expected.bytes().iter().eq([b'/']) && ahead.step(b'/', 0)
    };
    let (requirement, place) = match &text[begin..place] {
        "" if needs_slash() && needs_slash() => (&common::SLASHES, place),
        "/" if has_host && needs_slash() => (&common::SECOND_SLASH, place),
        // The slash begins the path.
        "/" if !has_host && needs_slash() => (&common::SLASHES, begin),
        _ => return None,
    };
    missing(scheme.cited(requirement, "schemepart", "schemepart"), place)
}

/// The error for a port that is no number, or that the scheme does not have. Without an `@`, what seems to be a password may
/// be a port.
fn port_error(context: ParseContext<'_>, rest: Span, component: &str, at: &Cursor<'_>) -> Option<Error> {
    let ParseContext { scheme, begin, .. } = context;
    let text = at.text(Span::new(0, rest.end()));
    let authority = syntax::authority(text, begin);
    let [has_host, has_port] = [Slot::HOST, Slot::PORT].map(|slot| scheme.syntax.has(slot));
    let is_after_host = authority.start() < rest.start() && rest.start() < authority.end();
    if has_host && !has_port && is_after_host && text[rest.start()..].starts_with(':') {
        let context = scheme.context(&NO_PORT, "hostport", "port");
        return Some(at.shared_error(ErrorKind::Forbidden, Span::new(rest.start(), authority.end()), context));
    }
    let start = match component {
        "port" => rest.start(),
        "user" | "password" if has_port => no_number(text, authority)?,
        _ => return None,
    };
    // Another delimiter ends the port, and is an error of what follows.
    let found = text[start..].chars().next().filter(|found| !['/', '?', '#'].contains(found))?;
    let context = scheme.cited(&common::PORT_DIGITS, "port", "port");
    Some(at.shared_error(ErrorKind::Unexpected, Span::new(start, start + found.len_utf8()), context))
}

/// Where a port is no number, in an authority without a login.
fn no_number(text: &str, authority: Span) -> Option<usize> {
    let mut next = authority.start();
    let mut hosts = Some(authority.of(text)).filter(|text| !text.contains('@'))?.split(',');
    hosts.find_map(|host| {
        let start = next;
        next += host.len() + 1;
        let (name, port) = host.split_once(':')?;
        let digits = port.bytes().take_while(u8::is_ascii_digit).count();
        (digits < port.len()).then(|| start + name.len() + 1 + digits)
    })
}

/// The error for an `@` where none can be: it ends a user name that the scheme does not have, or it stands within a user name
/// or password.
fn login_error(context: ParseContext<'_>, rest: Span, component: &str, at: &Cursor<'_>) -> Option<Error> {
    let ParseContext { scheme, begin, .. } = context;
    let text = at.text(Span::new(0, rest.end()));
    let login = syntax::login(text, begin);
    let is_login = text[login.end()..].starts_with('@') && rest.start() <= login.end();
    let has_user = scheme.syntax.has(Slot::USER);
    let is_fault = |found: char| found == '@' || found == ':' && !has_user;
    if !is_login || !(component == "port" || text[rest.start()..].starts_with(is_fault)) {
        return None;
    }
    if !has_user {
        let context = scheme.context(&NO_LOGIN, "hostport", "user");
        let span = Span::new(login.start(), login.end() + 1);
        return Some(at.shared_error(ErrorKind::Forbidden, span, context));
    }
    let first = login.of(text).find('@')? + login.start();
    let component = if text[login.start()..first].contains(':') { "password" } else { "user" };
    let context = scheme.common_context(scheme.registration.grammar.login_at(), "userinfo", component);
    Some(at.shared_error(ErrorKind::Unexpected, Span::new(first, first + 1), context))
}

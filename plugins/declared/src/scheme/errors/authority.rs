//! Errors of slashes, login, host and port, which read the same in all schemes.

use anyurl_core::authors::{Cursor, InnerHosts};
use anyurl_core::{Error, ErrorKind, Slot, Span};

use super::requirements::{
    HOST_OR_PATH, NO_HOST, NO_LOGIN, NO_PASSWORD, NO_PORT, PORT, PORT_OR_LOGIN, SECOND_SLASH, SLASHES,
};
use super::state_after;
use crate::scheme::{Declared, ParseContext, syntax};
use anyurl_abnf::{Matcher, StateId};

/// The error for the rest of a text that the grammar does not derive, if a mistake in the authority explains it.
pub(super) fn error(
    context: ParseContext<'_>,
    rest: Span,
    state: StateId,
    component: &str,
    at: &Cursor<'_>,
) -> Option<Error> {
    // Most errors are others, and are found faster if these are not looked for.
    let found = at.text(rest).bytes().next();
    let is_at_start = rest.start() <= context.begin + 1;
    let is_after_authority =
        || rest.start() > syntax::authority(at.text(Span::new(0, rest.end())), context.begin).end();
    let can_be = match found {
        None | Some(b'/' | b'?' | b'#' | b':' | b'@') => true,
        _ => is_at_start || matches!(component, "user" | "password" | "port") || is_list(context.scheme, component),
    };
    let is_space = || found.is_some() && at.text(rest).trim().is_empty();
    if !can_be || is_space() || !is_at_start && is_after_authority() {
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
        // Where the host may be empty, something else is wrong.
        let is_required = is_empty && !compiled.labels().expected(&compiled.dfa, state).ends() && !ahead.step(b'/', 0);
        return if is_required { missing(scheme.context(&NO_HOST, "host", "host"), place) } else { None };
    }
    // Whether only a slash can follow, and whether one can.
    let after = |ahead: &mut Matcher<'_>| {
        let expected = compiled.labels().expected(&compiled.dfa, ahead.state());
        let needs_slash = !expected.ends() && expected.bytes().iter().eq([b'/']);
        (needs_slash, ahead.step(b'/', 0))
    };
    let (error, place) = match &text[begin..place] {
        "" if after(&mut ahead).0 && after(&mut ahead).0 => (&SLASHES, place),
        "/" if after(&mut ahead).0 => match after(&mut ahead) {
            (true, _) => (&SLASHES, begin),
            (false, true) => (&HOST_OR_PATH, begin),
            (false, false) => (&SECOND_SLASH, place),
        },
        _ => return None,
    };
    missing(scheme.context(error, "schemepart", "schemepart"), place)
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
    let password = text[..rest.start()].rfind(':').filter(|_| component == "port");
    let sign = text[rest.start()..authority.end().max(rest.start())].find('@').map(|sign| rest.start() + sign);
    if let (Some(colon), Some(sign)) = (password, sign) {
        let context = scheme.context(&NO_PASSWORD, "hostport", "password");
        return Some(at.shared_error(ErrorKind::Forbidden, Span::new(colon, sign), context));
    }
    let start = match component {
        "port" => rest.start(),
        "user" | "password" if has_port => no_number(text, authority)?,
        _ if is_list(scheme, component) => no_number(text, authority).filter(|start| *start == rest.start())?,
        _ => return None,
    };
    // Another delimiter ends the port, and is an error of what follows.
    let found = text[start..].chars().next().filter(|found| !['/', '?', '#'].contains(found))?;
    let error = if scheme.syntax.has(Slot::USER) { &PORT_OR_LOGIN } else { &PORT };
    let context = scheme.context(error, "port", "port");
    Some(at.shared_error(ErrorKind::Unexpected, Span::new(start, start + found.len_utf8()), context))
}

/// Whether a component is a list of hosts.
fn is_list(scheme: &Declared, component: &str) -> bool {
    let mut components = scheme.registration.components.iter();
    components.any(|one| one.hosts == Some(InnerHosts::List) && one.name == component)
}

/// Where a port is no number, in an authority whose user and password are complete or absent.
fn no_number(text: &str, authority: Span) -> Option<usize> {
    let hosts = authority.of(text).rsplit_once('@').map_or(authority.of(text), |(_, hosts)| hosts);
    let mut next = authority.end() - hosts.len();
    hosts.split(',').find_map(|host| {
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
        // Elsewhere, an `@` can be data: `docker://alpine@sha256:0`.
        let start = state_after(context.compiled, begin, "//")?;
        let first = context.compiled.labels().expected(&context.compiled.dfa, start).component()?;
        scheme.syntax.components.iter().find(|one| one.name == first && one.slot == Slot::HOST)?;
        let context = scheme.context(&NO_LOGIN, "hostport", "user");
        let span = Span::new(login.start(), login.end() + 1);
        return Some(at.shared_error(ErrorKind::Forbidden, span, context));
    }
    let first = login.of(text).find('@')? + login.start();
    let component = if text[login.start()..first].contains(':') { "password" } else { "user" };
    let context = scheme.common_context(scheme.registration.grammar.login_at(), "userinfo", component);
    Some(at.shared_error(ErrorKind::Unexpected, Span::new(first, first + 1), context))
}

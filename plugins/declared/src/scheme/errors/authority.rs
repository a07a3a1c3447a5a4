//! Errors of slashes, login, host and port, which read the same in all schemes.

use anyurl_core::authors::Cursor;
use anyurl_core::{Error, ErrorKind, Slot, Span};

use super::{SchemeError, state_after};
use crate::scheme::{ParseContext, syntax};
use anyurl_abnf::{Matcher, StateId};

const NO_SLASHES: SchemeError =
    SchemeError::new("R-3.1-1", "`//` must follow the colon in this scheme", "write `//` after the colon");

/// No slash follows the colon.
static SLASHES: SchemeError = SchemeError { fix: Some("//"), ..NO_SLASHES };

/// One slash follows the colon, and what follows it can be a host or the like.
static SECOND_SLASH: SchemeError = SchemeError {
    message: "two slashes must follow the colon in this scheme",
    help: "write a second slash",
    fix: Some("/"),
    ..NO_SLASHES
};

/// One slash follows the colon, and may begin a path.
static HOST_OR_PATH: SchemeError =
    SchemeError { help: "write `//` before a host, or before the slash of a path", ..NO_SLASHES };

/// A host is required.
static NO_HOST: SchemeError = SchemeError::new("A-29", "the host may not be empty", "name the host after `//`");

/// The scheme has no user names.
static NO_LOGIN: SchemeError = SchemeError {
    fix: Some(""),
    ..SchemeError::new(
        "no-login",
        "URLs of {scheme} have no user name and no password",
        "omit everything up to and including the `@`",
    )
};

/// The scheme has no passwords, or has them elsewhere.
static NO_PASSWORD: SchemeError = SchemeError {
    fix: Some(""),
    ..SchemeError::new(
        "no-password",
        "URLs of {scheme} have no password before the host",
        "omit the `:` and the password",
    )
};

/// The scheme has no ports.
static NO_PORT: SchemeError = SchemeError {
    fix: Some(""),
    ..SchemeError::new("no-port", "URLs of {scheme} have no port", "omit the `:` and what follows it in the authority")
};

/// The port is no number.
const PORT: SchemeError =
    SchemeError::new("R-3.1-10", "a port is a decimal number without a sign", "write the port in digits");

/// The port is no number, or the colon belongs to a login.
static PORT_OR_LOGIN: SchemeError =
    SchemeError { help: "write the port in digits, or encode a `:` that belongs to a user name or password", ..PORT };

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
        _ => is_at_start || matches!(component, "user" | "password" | "port"),
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
        _ => return None,
    };
    // Another delimiter ends the port, and is an error of what follows.
    let found = text[start..].chars().next().filter(|found| !['/', '?', '#'].contains(found))?;
    let error = if scheme.syntax.has(Slot::USER) { &PORT_OR_LOGIN } else { &PORT };
    let context = scheme.context(error, "port", "port");
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

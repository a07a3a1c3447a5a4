//! Round trips: a URL can be built again from its components, as written and decoded.

use anyurl_core::authors::{Role, escape};
use anyurl_core::components::value::Value;
use anyurl_core::{BuildError, Implementation, Mode, Url, UrlBuilder};

/// Checks that building a URL from its components, as written, gives an equivalent URL.
pub(crate) fn as_written(url: &Url<'_>) -> Result<(), String> {
    if url.registration().template.is_empty() {
        return Ok(());
    }
    match url.to_builder().build() {
        Ok(again) if again.is_equivalent(url) => Ok(()),
        Ok(again) if is_declared(url) && has_components_of(&again.as_url(), url) => Ok(()),
        Ok(again) => Err(format!("its components build {:?}", again.as_str())),
        // The builder does not write what only lenient mode accepts.
        Err(BuildError::Lenient { .. }) if url.mode() == Mode::Lenient => Ok(()),
        Err(BuildError::Missing { .. }) if url.mode() == Mode::Lenient && is_declared(url) => Ok(()),
        // Without the `/` before it, the fragment of `x://h:1/#a@b` would be part of a password.
        Err(BuildError::Rejected { .. }) if has_cut_login(url) => Ok(()),
        Err(error) => Err(format!("its components build no URL: {error}")),
    }
}

/// Whether the host ends within what may be a password.
fn has_cut_login(url: &Url<'_>) -> bool {
    url.warnings().iter().any(|warning| warning.id() == "login-cut")
}

/// Checks that building a URL from its decoded components gives a URL with the same decoded components.
pub(crate) fn from_decoded(url: &Url<'_>) -> Result<(), String> {
    let builder = url.registry().build_as(url.entry(), url.options());
    let built = builder.and_then(|builder| set_components(builder, url).build());
    let built = match built {
        Ok(built) => built,
        Err(_) if is_declared(url) => return Ok(()),
        Err(error) => return Err(format!("its decoded components build no URL: {error}")),
    };
    let (expected, actual) = (decoded(url), decoded(&built.as_url()));
    if actual == expected {
        Ok(())
    } else {
        Err(format!("its decoded components build {:?}, with {actual:?} for {expected:?}", built.as_str()))
    }
}

/// Whether the scheme comes from a registry file. Text between its components, such as the last slash of `redis://h/`,
/// may differ where no component does; and its grammar may forbid a byte that one spelling of a component escapes.
fn is_declared(url: &Url<'_>) -> bool {
    url.entry().implementation() == Implementation::Declared
}

/// Whether a built URL has the components of the URL that its builder started from, which in lenient mode is the
/// canonical form.
fn has_components_of(built: &Url<'_>, url: &Url<'_>) -> bool {
    if url.mode() == Mode::Strict {
        return texts(built) == texts(url);
    }
    let canonical = url.to_canonical();
    let parser = url.registry().parser().options(url.options()).entry(url.entry());
    parser.parse(&canonical).is_ok_and(|canonical| texts(built) == texts(&canonical))
}

/// The names and texts of the components.
fn texts<'u>(url: &Url<'u>) -> Vec<(&'u str, &'u str)> {
    url.components().map(|part| (part.name(), part.text())).collect()
}

/// Sets the components of a URL, decoded.
fn set_components(mut builder: UrlBuilder, url: &Url<'_>) -> UrlBuilder {
    for part in url.components().filter(|part| part.span().is_some()) {
        let name = part.name();
        builder = match part.value() {
            _ if part.role() == Role::Whole => builder,
            Value::True => builder.flag(name),
            Value::List(elements) => {
                elements.iter().fold(builder, |builder, element| builder.push(name, escape::decode(element)))
            }
            Value::Fields(fields) => fields.iter().fold(builder, |builder, (field, value)| {
                builder.push_field(name, escape::decode(field), value.map(escape::decode).as_deref())
            }),
            _ => builder.set(name, escape::decode(part.text())),
        };
    }
    builder
}

/// Returns the names of the components, with the decoded bytes of each element or field.
fn decoded<'u>(url: &Url<'u>) -> Vec<(&'u str, Vec<Vec<u8>>)> {
    let decode = |text: &str| escape::decode(text).into_owned();
    let parts = url.components().filter(|part| part.role() != Role::Whole);
    parts
        .map(|part| {
            let bytes = match part.value() {
                Value::List(elements) => elements.into_iter().map(decode).collect(),
                Value::Fields(fields) => {
                    fields.into_iter().flat_map(|(name, value)| [Some(name), value]).flatten().map(decode).collect()
                }
                _ => vec![decode(part.text())],
            };
            (part.name(), bytes)
        })
        .collect()
}

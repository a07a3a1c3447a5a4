//! What was read can be built again: from its components as they are written, and from the bytes they stand for.

use locator_core::components::value::Value;
use locator_core::registration::Role;
use locator_core::{BuildError, Mode, Url, UrlBuilder, syntax::escape};

/// A URL is equal to the one that is built of its components, each as it is written.
pub(crate) fn as_written(url: &Url<'_>) -> Result<(), String> {
    if url.registration().template.is_empty() {
        return Ok(());
    }
    match url.to_builder().build() {
        Ok(again) if again.as_url() == *url => Ok(()),
        Ok(again) => Err(format!("its components give {:?}", again.as_str())),
        // Nobody can write what only lenient mode reads.
        Err(BuildError::Lenient { .. }) if url.mode() == Mode::Lenient => Ok(()),
        Err(error) => Err(format!("its components give no URL: {error}")),
    }
}

/// A URL that is built of decoded bytes has components of the same bytes.
pub(crate) fn from_bytes(url: &Url<'_>) -> Result<(), String> {
    let builder = url.registry().build_as(url.entry(), url.options());
    let built = builder.and_then(|builder| given(builder, url).build());
    let built = built.map_err(|error| format!("its bytes give no URL: {error}"))?;
    let (should, is) = (bytes(url), bytes(&built.as_url()));
    if is == should { Ok(()) } else { Err(format!("its bytes give {:?}, with {is:?} for {should:?}", built.as_str())) }
}

/// The components that a template names, decoded.
fn given(mut builder: UrlBuilder, url: &Url<'_>) -> UrlBuilder {
    for part in url.components().filter(|part| part.span().is_some()) {
        let name = part.name();
        builder = match part.value() {
            _ if part.role() == Role::Whole => builder,
            Value::True => builder.flag(name),
            Value::List(elements) => {
                elements.iter().fold(builder, |builder, element| builder.push(name, escape::decode(element)))
            }
            Value::Fields(fields) => fields
                .iter()
                .fold(builder, |builder, (name, value)| builder.field(escape::decode(name), escape::decode(value))),
            Value::Text(_) | Value::Number(_) => builder.set(name, escape::decode(part.text())),
        };
    }
    builder
}

/// Names, and the bytes of each element or field.
fn bytes<'u>(url: &Url<'u>) -> Vec<(&'u str, Vec<Vec<u8>>)> {
    let decode = |text: &str| escape::decode(text).into_owned();
    let parts = url.components().filter(|part| part.role() != Role::Whole);
    parts
        .map(|part| {
            let bytes = match part.value() {
                Value::List(elements) => elements.into_iter().map(decode).collect(),
                Value::Fields(fields) => {
                    fields.into_iter().flat_map(|(name, value)| [decode(name), decode(value)]).collect()
                }
                _ => vec![decode(part.text())],
            };
            (part.name(), bytes)
        })
        .collect()
}

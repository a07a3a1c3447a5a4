//! Describes the result of parsing a text, to compare two implementations of a scheme.

use std::fmt::Write as _;

use anyurl_core::plan::LinePart;
use anyurl_core::{Environment, Error, Options, Registry, Step, Url, Warning};

/// Describes all that a registry says about a text, in one line: components, plan, warnings and canonical form of a URL,
/// or the error with its requirement.
///
/// Two implementations of a scheme that agree on a text give it the same description.
///
/// ```
/// use anyurl_core::{Options, Registry};
///
/// let registry = Registry::builder().build();
/// let line = anyurl_testkit::describe(&registry, "x-echo:a<", Options::new());
/// assert!(line.contains("A-42"), "{line}");
/// ```
pub fn describe(registry: &Registry, text: &str, options: Options) -> String {
    match registry.parser().options(options).parse(text) {
        Ok(url) => describe_url(&url),
        Err(error) => describe_error(&error),
    }
}

/// Describes a URL: its components with their spans, plan, warnings and canonical form.
pub fn describe_url(url: &Url<'_>) -> String {
    let mut text = String::new();
    for part in url.components() {
        if let Some(span) = part.span() {
            write!(text, "{} {span:?} ", part.name()).expect("a String");
        }
    }
    match url.plan(&Environment::new()) {
        Ok(plan) => plan.steps().iter().for_each(|step| text += &describe_step(step)),
        Err(error) => write!(text, "| {error} {:?}", error.span()).expect("a String"),
    }
    let warnings = url.warnings();
    let mut warnings: Vec<_> =
        warnings.iter().map(|warning| (warning.span().start(), describe_warning(warning))).collect();
    // Their order is that in which they are found.
    warnings.sort();
    write!(text, "| {warnings:?} | {}", url.to_canonical()).expect("a String");
    text
}

/// Describes a step by its text and the spans of its bytes in the URL, independent of how it was composed.
pub(crate) fn describe_step(step: &Step) -> String {
    match step {
        Step::Connect { transport, host, port, .. } => format!("| {transport:?} {host} {port} "),
        Step::Send(line) => {
            let pieces = line.parts().iter();
            let spans: Vec<_> = pieces
                .filter_map(|piece| match piece {
                    LinePart::Url(bytes) => Some(bytes.span()),
                    _ => None,
                })
                .collect();
            format!("| {line} {spans:?} ")
        }
        step => format!("| {step:?} "),
    }
}

fn describe_warning(warning: &Warning) -> String {
    format!("{:?} {warning}", warning.span())
}

/// Describes an error.
fn describe_error(error: &Error) -> String {
    let requirement = error.requirement();
    let (span, kind, rule, component) = (error.span(), error.kind(), error.rule(), error.component());
    let (id, help, fix) = (requirement.id(), requirement.help(), requirement.fix());
    format!("{span:?} {kind:?} {rule} {component} {id} | {error} | {help} {fix:?}")
}

//! [`ExportedScheme`]: a scheme of the core, with what its thunks need.

use locator_core::diagnostics::requirement::common;
use locator_core::registration::{Grammar, Registration, Role};
use locator_core::{Cursor, Error, Mode, Options, Registry, RegistryBuilder, Scheme, Slot, Span, Spans, Url, Warning};

use super::kinds;
use super::requirements::RequirementTable;
use crate::abi;

/// The largest number of deviations of a URL. The host accepts 4096 spans, and shows fewer.
const MAX_DEVIATIONS: usize = 4000;

/// A scheme of the core, and the registry that only it is in.
pub(super) struct ExportedScheme {
    pub(super) scheme: &'static dyn Scheme,
    registry: Result<Registry, String>,
    pub(super) requirements: RequirementTable,
}

/// The result of parsing a URL.
pub(super) struct Parsed {
    pub(super) spans: Spans,
    /// The index of a requirement, and the span that deviates from it.
    pub(super) deviations: Vec<(u32, Span)>,
    pub(super) error: Option<Refusal>,
}

/// An error in a URL.
pub(super) struct Refusal {
    pub(super) status: abi::LocStatus,
    pub(super) span: Span,
    pub(super) component: u32,
    /// 1 + the index of the requirement, or 0.
    pub(super) requirement: u32,
    /// What the host would not say otherwise.
    pub(super) message: Option<String>,
}

impl ExportedScheme {
    pub(super) fn new(scheme: &'static dyn Scheme) -> Self {
        let name = &scheme.registration().name;
        let registry = Registry::builder().allow_reserved(name).add(scheme);
        Self {
            scheme,
            registry: registry.map(RegistryBuilder::build).map_err(|error| error.to_string()),
            requirements: RequirementTable::of(scheme),
        }
    }

    pub(super) fn registration(&self) -> &'static Registration {
        self.scheme.registration()
    }

    /// Returns why the scheme cannot be exported.
    pub(super) fn problem(&self) -> Option<String> {
        let Registration { name, components, .. } = self.registration();
        let refused = components.iter().find_map(|component| {
            let what = match kinds::of_role(component) {
                _ if component.sensitive => "sensitive".to_owned(),
                None => format!("a {} of this kind", component.role.as_str()),
                Some(_) => return None,
            };
            Some(format!("scheme `{name}`: the ABI cannot say that the component `{}` is {what}", component.name))
        });
        self.registry.as_ref().err().cloned().or(refused)
    }

    /// Returns whether a component is a number, which hosts of ABI 1.0 do not know.
    pub(super) fn has_numbers(&self) -> bool {
        let mut components = self.registration().components.iter();
        components.any(|component| component.role == Role::Number)
    }

    /// Parses `url[begin..]`. Allocates nothing in strict mode if the URL is valid.
    pub(super) fn parse(&self, url: &str, begin: usize, mode: Mode) -> Parsed {
        let mut warnings = Vec::new();
        let mut on_warning = |warning: Warning| {
            if warnings.len() < MAX_DEVIATIONS {
                warnings.push(warning);
            }
        };
        let mut at = Cursor::new(url, Span::new(begin, url.len()), mode, Some(&mut on_warning));
        let outcome = self.scheme.parse(&mut at).and_then(|()| at.end("schemepart", "schemepart", &common::END));
        let mut spans = *at.spans();
        if outcome.as_ref().is_err_and(is_in_host) {
            locate_host(url, begin, self.registration().grammar, &mut spans);
        }
        let mut parsed = Parsed { spans, deviations: Vec::new(), error: None };
        parsed.error = match self.collect_deviations(&mut parsed, &warnings) {
            _ if outcome.is_err() => outcome.err().map(|error| self.refusal(url, &error)),
            unknown => unknown,
        };
        parsed
    }

    /// Collects the deviations that the host does not find itself. A deviation from a requirement outside the table, which
    /// cannot be passed, is an error: lenient mode accepts nothing without a warning.
    fn collect_deviations(&self, to: &mut Parsed, warnings: &[Warning]) -> Option<Refusal> {
        let host = to.host_and_port();
        // What is missing after the host, such as the slash of `http://h?x`, is no matter of the host.
        let is_of_host = |span: Span| {
            let is_inside = |host: &Span| host.start() <= span.start() && span.end() <= host.end();
            host.filter(is_inside).is_some_and(|host| span.start() < host.end() || host.is_empty())
        };
        for warning in warnings.iter().filter(|warning| !is_of_host(warning.span())) {
            let requirement = warning.requirement()?;
            let Some(index) = self.requirements.index(None, requirement) else {
                let message = Some(format!("{}; {}", requirement.text(), requirement.help()));
                let (status, span) = (abi::E_FORBIDDEN, warning.span());
                return Some(Refusal { status, span, component: 0, requirement: 0, message });
            };
            to.deviations.push((index, warning.span()));
        }
        None
    }

    /// Converts an error of the scheme.
    fn refusal(&self, url: &str, error: &Error) -> Refusal {
        let (span, requirement) = (error.span(), error.requirement());
        let component = match error.component() {
            "host" => abi::C_HOST,
            "port" => abi::C_PORT,
            name => self.registration().component(name).map_or(0, |component| kinds::of_slot(component.slot)),
        };
        let index = self.requirements.index(Some(error.rule()), requirement);
        let unknown = || format!("{} ({}); {}", requirement.text(), requirement.section(), requirement.help());
        Refusal {
            status: kinds::of_error(error.kind()),
            span,
            component,
            requirement: index.map_or(0, |index| index + 1),
            message: self.scheme.message(url, error).or_else(|| index.is_none().then(unknown)),
        }
    }

    /// Parses a URL that the scheme accepts, to plan or to compare it.
    ///
    /// The ABI does not say in which mode. What strict mode accepts means the same in lenient mode, unless a deviation
    /// is among the spans.
    pub(super) fn url<'u>(&'u self, text: &'u str, spans: &[abi::LocSpan]) -> Result<Url<'u>, String> {
        let registry = self.registry.as_ref().map_err(Clone::clone)?;
        let parse = |options| registry.parser().options(options).parse(text).map_err(|error| error.to_string());
        let is_deviation = |span: &abi::LocSpan| span.kind >= abi::C_DEVIATION;
        let lenient = Options::new().lenient();
        if spans.iter().any(is_deviation) { parse(lenient) } else { parse(Options::new()).or_else(|_| parse(lenient)) }
    }
}

impl Parsed {
    /// Returns the span from the start of the host to the end of the port.
    fn host_and_port(&self) -> Option<Span> {
        let host = self.spans.get(Slot::HOST)?;
        let port = self.spans.get(Slot::PORT).unwrap_or(host);
        Some(Span::new(host.start(), port.end().max(host.end())))
    }
}

fn is_in_host(error: &Error) -> bool {
    matches!(error.component(), "host" | "port")
}

/// Locates an invalid host, and its port, so that the host of the plugin parses both and reports the error: it knows the
/// text as its user wrote it.
fn locate_host(url: &str, begin: usize, grammar: Grammar, spans: &mut Spans) {
    let Some(rest) = url[begin..].strip_prefix("//") else { return };
    let ends: &[char] = if grammar == Grammar::Rfc1738 { &['/', '#'] } else { &['/', '?', '#'] };
    let authority = &rest[..rest.find(ends).unwrap_or(rest.len())];
    let after_login = || begin + 2 + authority.rfind('@').map_or(0, |sign| sign + 1);
    let start = spans.get(Slot::HOST).map_or_else(after_login, Span::start);
    let mut at = crate::Cursor::new(url, start, false);
    at.host_port();
    for (slot, span) in [(Slot::HOST, at.get(crate::Slot::HOST)), (Slot::PORT, at.get(crate::Slot::PORT))] {
        if let Some(span) = span {
            spans.set(slot, Span::new(span.start, span.end));
        }
    }
}

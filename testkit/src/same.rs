//! Compares two forms of one scheme, such as that of a crate and that of a library.

use anyurl_core::{Environment, Options, Registry};

use crate::describe::describe_step;

/// What a registry says about a text: the names of what is compared, with their values.
type Aspects = Vec<(&'static str, String)>;

/// Checks that two registries read each text in the same way, in strict and in lenient mode: whether it is a URL, its
/// components and their spans, its canonical form and its plan, or the kind and the span of the error.
///
/// The registries are those of two forms of one scheme; [`registry`](crate::registry) and
/// [`registry_of`](crate::registry_of) make them. Components are compared by name, in any order.
///
/// ```
/// use anyurl_core::Registry;
///
/// let (one, other) = (Registry::builder().build(), Registry::builder().build());
/// anyurl_testkit::check_same(&one, &other, ["x-job:a", "x-job:~"]);
/// ```
///
/// # Panics
/// If they differ, with a list of all differences.
pub fn check_same<T: AsRef<str>>(one: &Registry, other: &Registry, texts: impl IntoIterator<Item = T>) {
    let differences = differences(one, other, texts);
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
}

/// Returns what [`check_same`] finds, one line each.
pub fn differences<T: AsRef<str>>(one: &Registry, other: &Registry, texts: impl IntoIterator<Item = T>) -> Vec<String> {
    let mut differences = Vec::new();
    for text in texts {
        for options in [Options::new(), Options::new().lenient()] {
            let [left, right] = [one, other].map(|registry| aspects(registry, text.as_ref(), options));
            let pairs = left.iter().zip(&right);
            // If only one accepts the text, there is nothing else to compare.
            if let Some(((what, left), (_, right))) = pairs.into_iter().find(|(left, right)| left != right) {
                let mode = if options.is_lenient() { "lenient" } else { "strict" };
                differences.push(format!("{:?} ({mode}): the {what} is {left}, and {right}", text.as_ref()));
            }
        }
    }
    differences
}

fn aspects(registry: &Registry, text: &str, options: Options) -> Aspects {
    let url = match registry.parser().options(options).parse(text) {
        Ok(url) => url,
        Err(error) => {
            let (kind, span) = (format!("an error: {:?}", error.kind()), format!("{:?}", error.span()));
            return vec![("verdict", kind), ("span of the error", span)];
        }
    };
    let mut parts: Vec<_> =
        url.components().filter_map(|part| Some((part.name(), part.span()?, part.text()))).collect();
    parts.sort_unstable_by_key(|(name, ..)| *name);
    let components: Vec<_> = parts.iter().map(|(name, _, text)| format!("{name}={text}")).collect();
    let spans: Vec<_> = parts.iter().map(|(name, span, _)| format!("{name}={span:?}")).collect();
    let plan = match url.plan(&Environment::new()) {
        Ok(plan) => plan.steps().iter().map(describe_step).collect(),
        Err(error) => format!("an error: {}", error.kind()),
    };
    vec![
        ("verdict", "a URL".to_owned()),
        ("list of components", components.join(" ")),
        ("list of spans", spans.join(" ")),
        ("canonical form", url.to_canonical()),
        ("plan", plan),
    ]
}

//! SR415: what a library registers once it is loaded, and what it was listed for.

use crate::format::{Findings, SchemeEntry};

/// The schemes that a library registers, and that no entry lists it for (SR415). Whoever loads or probes the library says
/// which `names` it has reported; `library` is its base name, as the entries have it.
///
/// The finding stands at the first entry that lists the library. One that no entry lists is not to be loaded at all.
///
/// ```
/// use locator_declared::format::RegistryFile;
/// use locator_declared::lint::registered;
///
/// let text = r#"
/// schema = 1
/// [[scheme]]
/// name = "com.example.vault"
/// status = "private"
/// description = "An object in the vault"
/// [scheme.plugin]
/// library = "locator_vault"
/// abi = 1
/// "#;
/// let reading = RegistryFile::from_text("org.toml", text)?;
/// let entries = || reading.layer().schemes();
/// assert!(registered(entries(), "locator_vault", ["com.example.vault"]).is_empty());
/// let found = registered(entries(), "locator_vault", ["com.example.vault", "http"]);
/// assert_eq!(
///     found.to_string(),
///     "org.toml:8:11: error[SR415]: the library `locator_vault` registers `http`, which no entry lists it for\n"
/// );
/// # Ok::<(), locator_declared::format::RegistryFileError>(())
/// ```
pub fn registered<'e, 'n>(
    entries: impl IntoIterator<Item = &'e SchemeEntry>,
    library: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Findings {
    let is_its = |entry: &&SchemeEntry| {
        let plugin = entry.plugin.as_ref();
        plugin.is_some_and(|plugin| *plugin.library == library)
    };
    let listing: Vec<_> = entries.into_iter().filter(is_its).collect();
    let mut findings = Findings::new();
    let Some(first) = listing.first() else {
        return findings;
    };
    let span = first.plugin.as_ref().map_or(first.span, |plugin| plugin.library.span);
    for name in names {
        if listing.iter().any(|entry| entry.name.eq_ignore_ascii_case(name)) {
            continue;
        }
        let message = format!("the library `{library}` registers `{name}`, which no entry lists it for");
        let help = "do not load it; if it is right, write a `[[scheme]]` of that name with the same `plugin`";
        findings.add(first.finding("SR415", span, message).fix(help));
    }
    findings
}

//! SR415: compares the schemes that a library registers with its entries.

use crate::format::{Findings, SchemeEntry};

/// Reports schemes that a library registers without an entry for it (SR415). `names` are the schemes that the loaded
/// library reports; `library` is its base name.
///
/// The findings are at the first entry with the library. A library without any entry must not be loaded at all.
///
/// ```
/// use anyurl_declared::format::RegistryFile;
/// use anyurl_declared::scheme_lint::registered;
///
/// let text = r#"
/// schema = 1
/// [[scheme]]
/// name = "com.example.vault"
/// status = "private"
/// description = "An object in the vault"
/// [scheme.plugin]
/// library = "anyurl_vault"
/// abi = 1
/// "#;
/// let reading = RegistryFile::from_text("org.toml", text)?;
/// let entries = || reading.layer().schemes();
/// assert!(registered(entries(), "anyurl_vault", ["com.example.vault"]).is_empty());
/// let found = registered(entries(), "anyurl_vault", ["com.example.vault", "http"]);
/// assert_eq!(
///     found.to_string(),
///     "org.toml:8:11: error[SR415]: the library `anyurl_vault` registers `http` without an entry for it\n"
/// );
/// # Ok::<(), anyurl_declared::format::RegistryFileError>(())
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
        let message = format!("the library `{library}` registers `{name}` without an entry for it");
        let help = "do not load the library, or add a `[[scheme]]` of that name with the same `plugin`";
        findings.add(first.finding("SR415", span, message).fix(help));
    }
    findings
}

//! The version that a layer should have after its changes.

use anyurl_declared::format::{ChangeSeverity, Finding, Findings, RegistryFile};
use semver::Version;

/// Returns the version after changes of which the worst has this severity.
///
/// A breaking change is a major step, a change of what is allowed a minor one, and documentation a patch. Before 1.0.0,
/// a breaking change is a minor step.
///
/// ```
/// use anyurl_declared::format::ChangeSeverity;
/// use anyurl_registry_tools::next_version;
///
/// let next = |version: &str, severity| next_version(&version.parse().unwrap(), severity).to_string();
/// assert_eq!(next("1.2.3", ChangeSeverity::Breaking), "2.0.0");
/// assert_eq!(next("1.2.3", ChangeSeverity::Loosening), "1.3.0");
/// assert_eq!(next("1.2.3", ChangeSeverity::Harmless), "1.2.4");
/// assert_eq!(next("0.2.3", ChangeSeverity::Breaking), "0.3.0");
/// ```
pub fn next_version(before: &Version, severity: ChangeSeverity) -> Version {
    let Version { major, minor, patch, .. } = *before;
    match severity {
        ChangeSeverity::Breaking if major > 0 => Version::new(major + 1, 0, 0),
        ChangeSeverity::Harmless => Version::new(major, minor, patch + 1),
        _ => Version::new(major, minor + 1, 0),
    }
}

/// SR710 and SR711: `serial` and `version` are as before, although the content was changed.
pub(super) fn findings(before: &RegistryFile, after: &RegistryFile, proposed: &Version, to: &mut Findings) {
    let (old, new) = (&before.header, &after.header);
    if old.id.as_str() != new.id.as_str() {
        return;
    }
    let document = &after.main().document;
    if *new.serial <= *old.serial {
        let message = match *old.serial - *new.serial {
            0 => format!("the content changed, but `serial` is still {}", *new.serial),
            _ => format!("`serial` decreased from {} to {}", *old.serial, *new.serial),
        };
        let help = format!("write `serial = {}`", *old.serial + 1);
        to.add(Finding::new("SR710", document, new.serial.span, message).fix(help));
    }
    if new.version.value < *proposed {
        let message = format!("the changes require version {proposed}, not {}", *new.version);
        let help = format!("write `version = \"{proposed}\"`");
        to.add(Finding::new("SR711", document, new.version.span, message).fix(help));
    }
}

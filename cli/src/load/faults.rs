//! Warns of names that are refused because of a fault in a registry file, or of a plugin that cannot be loaded: other names
//! work, so the run goes on.

use std::collections::BTreeSet;

use anyurl::visible;
use anyurl_declared::format::{Finding, Level};
use anyurl_declared::layers::Resolved;

use crate::error::report;
use crate::output::plugin_error::PluginFault;

/// The maximum number of faults that are printed one by one.
const MAX_SHOWN: usize = 10;

/// Prints the faults of the layers and of their plugins, which are in the order of their names, on standard error.
pub(crate) fn warn(layers: &Resolved, plugins: &[(String, PluginFault)]) {
    let refused = layers.refused().map(|(name, why)| {
        let plugin = plugins.iter().find(|(of, _)| of == name).map(|(_, error)| error.to_text());
        let why = plugin.unwrap_or_else(|| with_help(&format!("{why} [{}]", why.id), Some(&why.help)));
        format!("URLs of `{}` are refused: {why}", visible(name))
    });
    let names: BTreeSet<_> = layers.refused().map(|(name, _)| name).collect();
    let is_refused =
        |finding: &Finding| finding.scheme().is_some_and(|name| names.contains(&*name.to_ascii_lowercase()));
    let errors = layers.findings().iter().filter(|finding| finding.level() == Level::Error && !is_refused(finding));
    let others = errors.map(|finding| {
        let text = format!("{}: {} [{}]", finding.place(), finding.message(), finding.id());
        with_help(&text, finding.help())
    });
    let mut faults = refused.chain(others);
    for fault in faults.by_ref().take(MAX_SHOWN) {
        report(format_args!("warning: {fault}"));
    }
    let more = faults.count();
    if more > 0 {
        report(format_args!("warning: {more} more faults: `anyurl registry lint` lists those of a file"));
    }
}

fn with_help(message: &str, help: Option<&str>) -> String {
    let message = visible(message);
    match help.filter(|help| !help.is_empty()) {
        Some(help) => format!("{message}\n  help: {}", visible(help)),
        None => message.to_string(),
    }
}

//! What desktop and mobile applications register: the schemes in use that can be accessed.

use anyurl_core::Registry;
use anyurl_core::authors::Status;
use anyurl_declared::format::{AccessKind, RegistryFile, SchemeEntry};
use serde_json::{Value, json};

use crate::row::builtin_schemes;

/// The names of the schemes that a program can be the handler of: those that are declared in full and can be accessed.
fn names(layers: &[RegistryFile], builtins: &Registry) -> Vec<String> {
    let mut names: Vec<_> = builtin_schemes(builtins).into_keys().collect();
    let entries = layers.iter().flat_map(RegistryFile::schemes).filter(|entry| is_handled(entry));
    names.extend(entries.map(SchemeEntry::key));
    // A system knows no families and subschemes.
    names.retain(|name| !name.contains(['*', ':']));
    names.sort();
    names.dedup();
    names
}

fn is_handled(entry: &SchemeEntry) -> bool {
    let is_accessible = entry.access.as_ref().is_some_and(|access| *access.kind != AccessKind::None);
    let is_in_use = !matches!(*entry.status, Status::Historical | Status::Reserved);
    entry.syntax.is_some() && is_accessible && is_in_use
}

fn title(layers: &[RegistryFile]) -> &str {
    layers.last().map_or("", |layer| layer.header.title.as_str())
}

/// `x-scheme-handler`: a line of a `.desktop` file.
pub(super) fn desktop(layers: &[RegistryFile], builtins: &Registry) -> String {
    let names = names(layers, builtins);
    let types = names.iter().map(|name| format!("x-scheme-handler/{name};"));
    format!("MimeType={}\n", types.collect::<String>())
}

/// `electron`: `protocols` of the configuration of electron-builder.
pub(super) fn electron(layers: &[RegistryFile], builtins: &Registry) -> String {
    document(&json!({ "protocols": [{ "name": title(layers), "schemes": names(layers, builtins) }] }))
}

/// `tauri`: the plugin `deep-link` in `tauri.conf.json`.
pub(super) fn tauri(layers: &[RegistryFile], builtins: &Registry) -> String {
    let names = names(layers, builtins);
    let mobile: Vec<_> = names.iter().map(|name| json!({ "scheme": [name], "appLink": false })).collect();
    document(&json!({ "plugins": { "deep-link": { "desktop": { "schemes": names }, "mobile": mobile } } }))
}

/// `web-manifest`: `protocol_handlers` of a web application, for which browsers take names that begin with `web+`, and few
/// others.
pub(super) fn web(layers: &[RegistryFile], builtins: &Registry) -> String {
    // https://html.spec.whatwg.org/multipage/system-state.html#safelisted-scheme
    const SAFE: [&str; 24] = [
        "bitcoin",
        "ftp",
        "ftps",
        "geo",
        "im",
        "irc",
        "ircs",
        "magnet",
        "mailto",
        "matrix",
        "mms",
        "news",
        "nntp",
        "openpgp4fpr",
        "sftp",
        "sip",
        "sms",
        "smsto",
        "ssh",
        "tel",
        "urn",
        "webcal",
        "wtai",
        "xmpp",
    ];
    let is_free =
        |name: &str| name.strip_prefix("web+").is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_lowercase()));
    let names = names(layers, builtins).into_iter().filter(|name| is_free(name) || SAFE.contains(&name.as_str()));
    let handlers: Vec<_> = names.map(|name| json!({ "protocol": name, "url": "/open?url=%s" })).collect();
    document(&json!({ "protocol_handlers": handlers }))
}

/// `android`: an intent filter of `AndroidManifest.xml`.
pub(super) fn android(layers: &[RegistryFile], builtins: &Registry) -> String {
    let names = names(layers, builtins);
    let data = names.iter().map(|name| format!("  <data android:scheme=\"{name}\" />\n"));
    format!(
        "<intent-filter xmlns:android=\"http://schemas.android.com/apk/res/android\">\n\
         \x20 <action android:name=\"android.intent.action.VIEW\" />\n\
         \x20 <category android:name=\"android.intent.category.DEFAULT\" />\n\
         \x20 <category android:name=\"android.intent.category.BROWSABLE\" />\n{}</intent-filter>\n",
        data.collect::<String>()
    )
}

/// `ios`: `CFBundleURLTypes` of `Info.plist`, for iOS and macOS.
pub(super) fn apple(layers: &[RegistryFile], builtins: &Registry) -> String {
    let names = names(layers, builtins);
    let names = names.iter().map(|name| format!("        <string>{name}</string>\n"));
    let id = layers.last().map_or("", |layer| layer.header.id.as_str());
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n\
         <plist version=\"1.0\">\n<dict>\n  <key>CFBundleURLTypes</key>\n  <array>\n    <dict>\n\
         \x20     <key>CFBundleURLName</key>\n      <string>{id}</string>\n\
         \x20     <key>CFBundleURLSchemes</key>\n      <array>\n{}      </array>\n    </dict>\n  </array>\n</dict>\n</plist>\n",
        names.collect::<String>()
    )
}

fn document(value: &Value) -> String {
    format!("{value:#}\n")
}

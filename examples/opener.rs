//! Opens URLs: a handler for each scheme, an access policy, gateways, and hot reload of the registry file behind it.
//!
//! ```sh
//! cargo run --example opener -- https://h/ gopher://h/ wais://h/db?q telnet://h/
//! cargo run --example opener -- --registry org.toml x-me-thing://h.example/b
//! ```

use std::error::Error;
use std::fs;

use anyurl::declared::format::{Decision, RegistryFile};
use anyurl::declared::layers::{AccessRules, Resolved, Stack};
use anyurl::gateway::{Expansion, Gateway, Gateways};
use anyurl::semver::VersionReq;
use anyurl::{AnyUrl, Bound, Live, Report, SchemeMap};

/// What opens a URL of a scheme.
type Handler = fn(&AnyUrl<'_>) -> String;

/// Everything that a reload replaces together.
struct Opener {
    resolved: Resolved,
    gateways: Gateways,
    handlers: Bound<Handler>,
}

impl Opener {
    fn load(file: Option<&str>) -> Result<Self, Box<dyn Error>> {
        let mut stack = Stack::new();
        if let Some(path) = file {
            stack = stack.push(RegistryFile::from_text(path, fs::read(path)?)?.load()?);
        }
        let rules = AccessRules::new().never("telnet")?.otherwise(Decision::User);
        let resolved = stack.resolve(anyurl::registry(), None)?.with_access_rules(rules);
        let old = Gateway::new("old", Expansion::Url, "https://gateway.example/?{url}", ["wais"]);
        let gateways = Gateways::new(resolved.registry(), [old])?;
        let handlers = handlers()?.bind(resolved.registry());
        Ok(Self { resolved, gateways, handlers })
    }

    /// Opens a URL, or says why not.
    fn open(&self, text: &str) -> String {
        let registry = self.resolved.registry();
        let url = match registry.parse(text) {
            Ok(url) => url,
            Err(error) => return Report::new(registry, text, registry.options(), &error).to_string(),
        };
        if self.resolved.decision(&url) == Decision::Never {
            return format!("refused: {}", self.resolved.decide(&url));
        }
        if let Some(question) = registry.did_you_mean(&url.scheme()).filter(|_| !url.is_known()) {
            return format!("the scheme `{}` is not registered: {question}", url.scheme());
        }
        if let Ok(Some(other)) = self.gateways.locate(&url) {
            return format!("by gateway: {}", self.open(other.as_str()));
        }
        match self.handlers.get(&url) {
            Some(handler) => handler(&url),
            None => format!("no handler for `{}`", url.scheme()),
        }
    }
}

/// The handlers: by name, and by version where two versions need different clients.
fn handlers() -> Result<SchemeMap<Handler>, Box<dyn Error>> {
    let browser: Handler = |url| format!("browser: {url}");
    let mut handlers = SchemeMap::new();
    handlers.insert("http", "^2".parse()?, browser)?;
    handlers.insert("http", "^1".parse()?, |url| format!("client of 1994: {}", url.to_canonical()))?;
    handlers.insert("https", VersionReq::STAR, browser)?;
    handlers.insert("mailto", VersionReq::STAR, |url| format!("mail client: {}", url.path()))?;
    handlers.insert("gopher", VersionReq::STAR, |url| format!("gopher client: {:?}", url.host()))?;
    handlers.alias("x-gopher", "gopher")?;
    handlers.set_default(|url| format!("the system, for `{}`", url.scheme()));
    Ok(handlers)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let names_file = arguments.len() > 1 && arguments[0] == "--registry";
    let file = names_file.then(|| arguments.remove(1));
    arguments.retain(|argument| argument != "--registry");
    if arguments.is_empty() {
        arguments = ["https://h/", "wais://h/db?q", "telnet://h/", "x-gopher:x", "htpp://h/"].map(str::to_owned).into();
    }
    let live = Live::new(Opener::load(file.as_deref())?);
    for url in &arguments {
        println!("{url}\n  {}", live.read().open(url));
    }
    // A reload that fails keeps what there was.
    let failed = live.update(|_| Opener::load(Some("no-such-file.toml")));
    assert!(failed.is_err());
    assert!(live.read().open("telnet://h/").starts_with("refused: never"));
    Ok(())
}

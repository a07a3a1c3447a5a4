//! What the layers of a run know of one version of a scheme besides its registration: its entry after all overrides,
//! where these are written, and its gateways.

use anyurl_declared::format::{Facet, Iana, Keyword, Located, Metadata, PortTable, SchemeEntry};
use anyurl_declared::layers::{FacetValue, GatewayRow, Resolved, SchemeDefinition};
use serde_json::{Map, Value, json};

/// The keys of metadata that the registration has, too.
const REGISTERED: [&str; 3] = ["rfc1738", "demonstration", "left_out"];

/// The keys of metadata with a place of their own on the page of a scheme.
pub(crate) const PLACED: [&str; 12] = [
    "rfc1738",
    "applications",
    "owner",
    "contact",
    "change_controller",
    "security",
    "encoding",
    "interoperability",
    "demonstration",
    "expires",
    "graduates_to",
    "left_out",
];

/// What is known of a version.
#[derive(Default)]
pub(crate) struct Known<'e> {
    /// Its entry; `None` for a scheme in code.
    pub(crate) file: Option<&'e SchemeEntry>,
    metadata: Option<&'e Metadata>,
    /// IANA's data of a scheme in code.
    iana: Option<&'e Iana>,
    overrides: Vec<(Facet, &'e FacetValue)>,
    gateways: Vec<&'e GatewayRow>,
}

impl<'e> Known<'e> {
    /// A version of the layers.
    pub(crate) fn in_layers(resolved: &'e Resolved, name: &str, definition: &'e SchemeDefinition) -> Self {
        let overrides = definition.facets.iter().filter(|(_, value)| !value.hides.is_empty());
        let is_for = |row: &&GatewayRow| row.entry.schemes.iter().any(|one| one.eq_ignore_ascii_case(name));
        Self {
            file: definition.entry(),
            metadata: definition.metadata(),
            iana: None,
            overrides: overrides.map(|(facet, value)| (*facet, value)).collect(),
            gateways: resolved.gateway_rows().iter().filter(is_for).filter(|row| row.lost.is_empty()).collect(),
        }
    }

    /// With an entry of the shipped file, of which the layers know only what decides how URLs are read.
    pub(crate) fn with_file(mut self, file: Option<&'e SchemeEntry>) -> Self {
        if self.file.is_none() {
            self.file = file;
            self.metadata = file.map(|file| &file.metadata).or(self.metadata);
        }
        self
    }

    /// IANA's data, for a scheme whose entry has none.
    pub(crate) fn with_iana(mut self, iana: Option<&'e Iana>) -> Self {
        self.iana = iana;
        self
    }

    /// `since 1.1.0: reason; use NAME; to be removed after DATE`
    pub(crate) fn deprecation(&self) -> Option<String> {
        let notice = self.metadata?.deprecated.as_ref()?;
        let since = notice.since.as_ref().map_or_else(|| "yes".to_owned(), |since| format!("since {since}"));
        let reason = notice.reason.as_ref().map(|reason| format!(": {reason}"));
        let replacement = notice.replacement.as_ref().map(|name| format!("; use {name}"));
        let removal = notice.remove_after.as_ref().map(|date| format!("; to be removed after {date}"));
        Some([Some(since), reason, replacement, removal].into_iter().flatten().collect())
    }

    /// The last day of an experiment, and its later name.
    pub(crate) fn experiment(&self) -> Option<String> {
        let metadata = self.metadata?;
        let name = metadata.graduates_to.as_ref().map(|name| format!(" as {name}"));
        match (&metadata.expires, name) {
            (Some(date), name) => {
                Some(format!("on {date}{}", name.map(|name| format!(", then{name}")).unwrap_or_default()))
            }
            (None, name) => name.map(|name| format!("later{name}")),
        }
    }

    /// `tcp, tls`, and the source of the port.
    pub(crate) fn transport(&self) -> Option<String> {
        let port = self.file?.port.as_ref()?;
        let source = port.source.as_ref().map(|source| format!("assigned by {source}"));
        let parts: Vec<_> = port.transports().into_iter().map(str::to_owned).chain(source).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// What a URL locates, as the file says: `data-object`, `service` or `name`.
    pub(crate) fn locates(&self) -> Option<&'static str> {
        Some(self.file?.access.as_ref()?.locates.as_str())
    }

    /// What the names mean, unless the registration only repeats the description.
    pub(crate) fn name_properties<'t>(&self, registered: &'t str) -> Option<&'t str> {
        let access = self.file.and_then(|file| file.access.as_ref());
        let is_written = access.is_none_or(|access| access.name_properties.is_some());
        Some(registered).filter(|text| is_written && !text.is_empty())
    }

    /// The generic grammar, as the file says.
    pub(crate) fn grammar(&self) -> Option<&'static str> {
        Some(self.file?.syntax.as_ref()?.grammar.as_str())
    }

    /// `get (default), put`
    pub(crate) fn operations(&self) -> Option<String> {
        let access = self.file?.access.as_ref()?;
        let default = access.default.as_ref();
        let name = |one: &Located<String>| match default.filter(|default| ***default == **one) {
            Some(_) if access.operations.len() > 1 => format!("{one} (default)"),
            _ => one.to_string(),
        };
        let names: Vec<_> = access.operations.iter().map(name).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// The applications that use the scheme.
    pub(crate) fn applications(&self) -> Vec<String> {
        self.metadata.map(|metadata| texts(&metadata.applications)).unwrap_or_default()
    }

    /// Whether the file has a `demonstration`. Without one, the registration has the references in its place.
    pub(crate) fn has_demonstration(&self) -> bool {
        self.file.is_none_or(|file| file.metadata.demonstration.is_some())
    }

    /// The people in charge, each with the key of the file.
    pub(crate) fn people(&self) -> Vec<(&'static str, String)> {
        let Some(metadata) = self.metadata else { return Vec::new() };
        let rows = [
            ("owner", metadata.owner.as_ref().map(ToString::to_string)),
            ("contact", Some(texts(&metadata.contact).join(", ")).filter(|text| !text.is_empty())),
            ("change_controller", metadata.change_controller.as_ref().map(ToString::to_string)),
        ];
        present(rows)
    }

    /// The considerations of RFC 7595, each with the key of the file.
    pub(crate) fn considerations(&self) -> Vec<(&'static str, String)> {
        let Some(metadata) = self.metadata else { return Vec::new() };
        let keys = [
            ("security", &metadata.security),
            ("encoding", &metadata.encoding),
            ("interoperability", &metadata.interoperability),
        ];
        present(keys.map(|(key, text)| (key, text.as_ref().map(ToString::to_string))))
    }

    /// The other metadata, each with its name.
    pub(crate) fn others(&self) -> Vec<(String, String)> {
        self.metadata.map(|metadata| metadata.others(&PLACED)).unwrap_or_default()
    }

    /// IANA's columns, each with the key of the file.
    pub(crate) fn iana(&self) -> Vec<(&'static str, String)> {
        let iana = self.metadata.and_then(|metadata| metadata.iana.as_ref()).or(self.iana);
        let Some(iana) = iana.filter(|iana| iana.is_listed) else { return Vec::new() };
        iana.values().into_iter().map(|(key, value)| (key, value.plain())).collect()
    }

    /// The facets that other layers replaced: `port by com.example (org.toml:12): reason`.
    pub(crate) fn overrides(&self) -> Vec<String> {
        let line = |(facet, value): &(Facet, &FacetValue)| {
            let reason = value.reason.as_deref().unwrap_or_default();
            format!("{} by {}: {reason}", facet.as_str(), value.by)
        };
        self.overrides.iter().map(line).collect()
    }

    /// The gateways for the scheme: `boxes of com.example (org.toml:12): TEMPLATE`.
    pub(crate) fn gateways(&self) -> Vec<String> {
        let line = |row: &&GatewayRow| {
            let preference = row.entry.prefer.as_ref().map(|prefer| format!(", {}", prefer.as_str()));
            format!("{} of {}{}: {}", row.entry.id, row.by, preference.unwrap_or_default(), row.entry.template)
        };
        self.gateways.iter().map(line).collect()
    }

    /// The addresses and errata of the references, by the place of a reference in the file.
    pub(crate) fn reference_note(&self, index: usize) -> Option<String> {
        let reference = self.metadata?.references.get(index)?;
        let errata: Vec<_> = reference.errata.iter().map(ToString::to_string).collect();
        let errata = (!errata.is_empty()).then(|| format!("errata {}", errata.join(", ")));
        let url = reference.url.as_ref().filter(|_| reference.title.is_some()).map(ToString::to_string);
        let notes: Vec<_> = url.into_iter().chain(errata).collect();
        (!notes.is_empty()).then(|| notes.join(", "))
    }

    /// Why the file rejects a URL, in its own words.
    pub(crate) fn why(&self, url: &str) -> Option<&'e str> {
        let example = self.file?.examples.iter().find(|one| *one.url == url && !*one.accept)?;
        example.why.as_ref().map(|why| why.as_str())
    }

    /// The canonical form of an example, as the file says.
    pub(crate) fn canonical(&self, url: &str) -> Option<&'e str> {
        let example = self.file?.examples.iter().find(|one| *one.url == url && *one.accept)?;
        example.canonical.as_ref().map(|text| text.as_str())
    }

    /// All of this for programs, with the keys of the file.
    pub(crate) fn to_json(&self) -> Map<String, Value> {
        let mut value = Map::new();
        let mut add = |key: &str, of: Option<Value>| value.extend(of.map(|of| (key.to_owned(), of)));
        add("locates", self.locates().map(Into::into));
        let access = self.file.and_then(|file| file.access.as_ref());
        add("operations", access.map(|access| json!(texts(&access.operations))));
        add("default_operation", access.and_then(|access| Some(json!(access.default.as_ref()?.as_str()))));
        let port = self.file.and_then(|file| file.port.as_ref());
        let transports = port.map(PortTable::transports).filter(|all| !all.is_empty());
        add("transport", transports.map(|all| json!(all)));
        if let Some(metadata) = self.metadata {
            for (key, value) in metadata.values().into_iter().filter(|(key, _)| !REGISTERED.contains(key)) {
                // The canonical text is JSON.
                add(key, serde_json::from_str(&value.to_string()).ok());
            }
            add("deprecated", metadata.deprecated.as_ref().map(deprecated));
        }
        let iana = self.iana().into_iter().map(|(key, text)| (key.to_owned(), text.into()));
        let iana: Map<String, Value> = iana.collect();
        add("iana", (!iana.is_empty()).then(|| iana.into()));
        let overrides: Vec<_> = self.overrides.iter().map(|(facet, value)| overriding(*facet, value)).collect();
        add("overrides", (!overrides.is_empty()).then(|| overrides.into()));
        let gateways: Vec<_> = self.gateways.iter().map(|row| gateway(row)).collect();
        add("gateways", (!gateways.is_empty()).then(|| gateways.into()));
        value
    }
}

fn texts(list: &[Located<String>]) -> Vec<String> {
    list.iter().map(|text| text.value.clone()).collect()
}

fn present<const N: usize>(rows: [(&'static str, Option<String>); N]) -> Vec<(&'static str, String)> {
    rows.into_iter().filter_map(|(key, text)| Some((key, text?))).collect()
}

fn deprecated(notice: &anyurl_declared::format::Deprecated) -> Value {
    notice
        .values()
        .into_iter()
        .map(|(key, value)| (key.to_owned(), Value::from(value.plain())))
        .collect::<Map<_, _>>()
        .into()
}

fn overriding(facet: Facet, value: &FacetValue) -> Value {
    let by = &value.by;
    json!({ "facet": facet.as_str(), "layer": by.layer, "file": by.file, "line": by.line, "reason": value.reason })
}

fn gateway(row: &GatewayRow) -> Value {
    let (by, entry) = (&row.by, &row.entry);
    json!({ "id": entry.id.value, "template": entry.template.value, "layer": by.layer, "file": by.file, "line": by.line })
}

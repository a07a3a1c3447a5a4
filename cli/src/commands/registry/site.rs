//! `anyurl registry site`: collects the data of all names, and writes their pages.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyurl::authors::{Example, Registration, Reject};
use anyurl::{Entry, Environment, Implementation, Options, Plan, Profile, Registry, Report, Step, visible};
use anyurl_abnf::GrammarRule;
use anyurl_declared::format::{DeviationTable, Keyword, LayerKind, Located, Metadata, RegistryFile, SchemeEntry};
use anyurl_declared::layers::{
    FacetValue, GatewayRow, NameRemoval, PlacedLayer, Provenance, Resolved, ResolvedName, SchemeDefinition,
};
use anyurl_registry_site as site;
use anyurl_registry_site::SiteError;
use anyurl_registry_tools as tools;

use crate::commands::schemes::known::{Known, PLACED};
use crate::commands::schemes::{self, shared, steps, svg, written};
use crate::error::{CliError, report};
use crate::exit::Exit;
use crate::input::reader::InputReader;
use crate::load::layers::resolve_to_publish;
use crate::load::plugins;
use crate::output::components::Masked;
use crate::output::numbers::count;
use crate::output::table::pieces;
use crate::progress::Progress;
use crate::session::Session;
use crate::{args, input};

mod releases;

pub(super) fn run(session: &mut Session, args: &args::Site) -> Result<Exit, CliError> {
    let resolved = resolve_to_publish(&session.sources, session.environment.as_deref())?;
    // Leaked once, for the lifetime of the process.
    let resolved = plugins::add_declared(Box::leak(Box::new(resolved)), &session.config.plugins, session.quiet);
    let reader = InputReader { registry: resolved.registry(), ..session.reader };
    let collector = Collector { resolved, reader };
    let module = tester_module(args, resolved.registry())?;
    let releases = releases::since(session, resolved, &args.earlier)?;
    let site = site::Site {
        title: args.title.clone().unwrap_or_else(|| title(resolved)),
        base: args.base.clone(),
        layers: layers(resolved),
        releases,
        module,
    };
    let progress = Progress::of_items(session, "writing pages", resolved.names().count() as u64);
    let schemes = resolved.names().map(|(name, of)| collector.scheme(name, of));
    let written = site.write(&args.out, schemes.inspect(|_| progress.advance()));
    drop(progress);
    let written = written.map_err(|error| site_error(error, args))?;
    if !session.quiet {
        let names = count(written.schemes as u64, "name");
        writeln!(session.out, "{}: {names}", input::name(&args.out.join("index.html")))?;
    }
    Ok(Exit::Success)
}

/// The module of the tester: the one that is named, or that of the command.
fn tester_module(args: &args::Site, registry: &Registry) -> Result<Option<Vec<u8>>, CliError> {
    if args.no_tester {
        return Ok(None);
    }
    if let Some(path) = &args.tester {
        return named_module(path).map(Some);
    }
    // Only a site with schemes that are modules needs the interpreter, which visitors load.
    let has_modules = registry.entries().any(|entry| entry.implementation() == Implementation::Module);
    // In a checkout, it may be what an earlier version has left.
    let module = anyurl_tester::module(has_modules).filter(|module| site::module_version(module) == Some(VERSION));
    if module.is_none() {
        let schemes = if has_modules { " for schemes that are WebAssembly modules" } else { "" };
        report(format_args!(
            "the pages have no tester: this command was built without its module{schemes}\n  help: `bindings/web/build` \
             in the sources makes it; `--tester FILE` names one, and `--no-tester` needs none"
        ));
    }
    Ok(module)
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The module of a file, which is of this version.
fn named_module(path: &Path) -> Result<Vec<u8>, CliError> {
    let module = fs::read(path).map_err(|error| CliError::File(input::name(path), error))?;
    match site::module_version(&module) {
        Some(VERSION) => Ok(module),
        found => Err(CliError::Usage(format!(
            "{}: the module of the tester is {}, and this command is anyurl {VERSION}\n  help: `bindings/web/build` makes it",
            input::name(path),
            found.map_or_else(|| "another file".to_owned(), |version| format!("of anyurl {}", visible(version))),
        ))),
    }
}

fn site_error(error: SiteError, args: &args::Site) -> CliError {
    match error {
        SiteError::NotASite(_) => {
            let name = input::name(&args.out);
            CliError::Usage(format!("--out {name}: {error}; choose a new folder or an empty one"))
        }
        SiteError::Base(_) => CliError::Usage(format!("--base: {error}")),
        SiteError::File { path, source } => CliError::File(input::name(&path), source),
        error => CliError::Registry(error.to_string()),
    }
}

/// The title of the lowest own layer, such as that of an organization with teams, or else of the public one.
fn title(resolved: &Resolved) -> String {
    let headers = || resolved.layers().map(|placed| &placed.layer().header);
    let own = headers().find(|header| *header.kind != LayerKind::Public).or_else(|| headers().next());
    own.map_or_else(|| "URL schemes".to_owned(), |header| header.title.value.clone())
}

fn layers(resolved: &Resolved) -> Vec<site::Layer> {
    let layer = |placed: &PlacedLayer| {
        let header = &placed.layer().header;
        site::Layer {
            id: header.id.value.clone(),
            kind: header.kind.as_str().to_owned(),
            title: header.title.value.clone(),
            version: header.version.to_string(),
            serial: *header.serial,
            contact: header.contact.iter().map(|contact| contact.value.clone()).collect(),
            change_controller: header.change_controller.value.clone(),
            license: header.license.as_ref().map(|text| text.value.clone()),
            docs: header.docs.as_ref().map(|text| text.value.clone()),
            hash: placed.layer().hash().to_string(),
        }
    };
    resolved.layers().map(layer).collect()
}

/// Collects the data of one name at a time.
struct Collector {
    resolved: &'static Resolved,
    reader: InputReader,
}

impl Collector {
    fn scheme(&self, name: &str, of: &ResolvedName) -> site::Scheme {
        let resolved = self.resolved;
        let removal = match (&of.mask, &of.tombstone) {
            (Some(mask), _) => Some(self.removal("masked", mask)),
            (None, Some(stone)) if of.definitions.is_empty() => Some(self.removal("removed", stone)),
            _ => None,
        };
        let serves = |row: &&GatewayRow| row.serves.iter().any(|one| one == name);
        let verdict = resolved.decide_name(name);
        site::Scheme {
            name: name.to_owned(),
            aliases: of.aliases().map(str::to_owned).collect(),
            removal,
            versions: self.versions(name, of),
            gateways: resolved.gateway_rows().iter().filter(serves).map(gateway).collect(),
            policy: Some(site::Policy {
                decision: verdict.decision.as_str().to_owned(),
                reason: verdict.reason.as_ref().map(ToString::to_string).unwrap_or_default(),
                others: verdict.others.iter().map(ToString::to_string).collect(),
            }),
            why: resolved.why(name).to_string(),
            file: tools::resolved_file(resolved, name),
        }
    }

    fn removal(&self, status: &str, of: &NameRemoval) -> site::Removal {
        let has_page = |name: &String| self.resolved.name(name).is_some();
        site::Removal {
            status: status.to_owned(),
            by: place(&of.by),
            reason: of.reason.clone(),
            date: of.removed.as_ref().map(ToString::to_string),
            links_replacement: of.replacement.as_ref().is_some_and(has_page),
            replacement: of.replacement.clone(),
        }
    }

    /// The versions in use: that of the profile `current` first, then the others from the highest down.
    fn versions(&self, name: &str, of: &ResolvedName) -> Vec<site::Version> {
        let registry = self.reader.registry;
        let current = registry.get(name, Profile::Current);
        let is_current = |entry: &Entry| current.is_some_and(|current| std::ptr::eq(current, entry));
        let mut entries: Vec<_> = registry.versions(name).collect();
        entries.sort_by_key(|entry| !is_current(entry));
        let first = usize::from(entries.first().is_some_and(|entry| is_current(entry)));
        entries[first..].reverse();
        let definition = |entry: &Entry| {
            let version = &entry.registration().version;
            // A name without a syntax has no version.
            of.visible().find(|one| one.version == *version || one.is_fact())
        };
        entries.into_iter().filter_map(|entry| Some(self.version(entry, definition(entry)?))).collect()
    }

    fn version(&self, entry: &'static Entry, definition: &SchemeDefinition) -> site::Version {
        let file = definition.entry();
        let metadata = definition.metadata();
        let Registration { components, examples, rejects, .. } = entry.registration();
        let notes = components.iter().map(|one| (one.name.to_string(), schemes::notes(one, file).join(", ")));
        site::Version {
            record: schemes::record(entry, &Known::in_layers(self.resolved, entry.name(), definition), &self.reader),
            profiles: self.profiles(entry),
            place: place(&definition.by),
            owner: metadata.map(owner).unwrap_or_default(),
            considerations: metadata.map(considerations).unwrap_or_default(),
            references: references(entry, metadata),
            deprecated: metadata.and_then(deprecation),
            expires: metadata.and_then(|one| one.expires.as_ref()).map(ToString::to_string),
            graduates_to: metadata.and_then(|one| one.graduates_to.as_ref()).map(ToString::to_string),
            history: self.history(entry, metadata),
            examples: examples.iter().map(|one| self.example(one, entry, file)).collect(),
            rejects: rejects.iter().map(|one| self.reject(one, entry, file)).collect(),
            lenient_rules: written::lenient(file).map(str::to_owned),
            syntax_keys: written::syntax_keys(file),
            deviations: deviations(file),
            component_notes: notes.collect(),
            steps: lines(file),
            plan: self.plan(entry),
            facets: definition.facets.iter().map(|(facet, value)| self::facet(facet.as_str(), value)).collect(),
            rules: rules(entry, file),
        }
    }

    /// The profiles that select a version.
    fn profiles(&self, entry: &Entry) -> Vec<String> {
        let selects = |profile| {
            let selected = self.reader.registry.get(entry.name(), profile);
            selected.is_some_and(|selected| std::ptr::eq(selected, entry))
        };
        let profiles = Profile::ALL.iter().copied().filter(|profile| selects(*profile));
        profiles.map(|profile| profile.as_str().to_owned()).collect()
    }

    /// Options that select a version where a profile does.
    fn options(&self, entry: &Entry) -> Options {
        let is_current = self.profiles(entry).iter().any(|name| name == "current");
        if is_current { Options::new() } else { Options::new().rfc1738() }
    }

    fn example(&self, example: &Example, entry: &Entry, file: Option<&SchemeEntry>) -> site::Example {
        let components = shared::components(example, &self.reader);
        site::Example {
            url: shared::url(&example.url, entry, &self.reader),
            section: written::section(file, &example.url).map(str::to_owned),
            components: pairs(components),
            parts: self.parts(&example.url, entry),
        }
    }

    /// The pieces of an example, each with the name of its component.
    fn parts(&self, url: &str, entry: &Entry) -> Vec<site::Part> {
        let Ok(url) = self.reader.registry.parser().entry(entry).parse(url) else { return Vec::new() };
        let masked = Masked::new(url, &self.reader);
        let components: Vec<_> = masked.components().collect();
        let part = |(number, text): (Option<usize>, String)| {
            let name = number.map(|number| components[number].name.to_owned());
            site::Part { name, number, text }
        };
        pieces(&masked, &components).into_iter().map(part).collect()
    }

    fn reject(&self, reject: &Reject, entry: &Entry, file: Option<&SchemeEntry>) -> site::Reject {
        let Self { reader, .. } = self;
        let report = match reader.registry.parser().entry(entry).parse(&reject.url) {
            Ok(_) => "accepted, although the registration lists it as rejected".to_owned(),
            Err(error) => {
                let report = Report::new(reader.registry, &reject.url, self.options(entry), &error);
                let report = if reader.shows_secrets { report.with_password() } else { report };
                report.to_string()
            }
        };
        site::Reject {
            url: shared::url(&reject.url, entry, reader),
            section: written::section(file, &reject.url).map(str::to_owned),
            report,
        }
    }

    /// The plan of the example with the most steps: others have parts that show no step of their own.
    fn plan(&self, entry: &Entry) -> Option<site::Plan> {
        let (reader, environment) = (&self.reader, Environment::new());
        let examples = entry.registration().examples.iter();
        let plans = examples.filter_map(|example| {
            let url = reader.registry.parser().entry(entry).parse(&example.url).ok()?;
            let plan = url.plan(&environment).ok()?;
            let address = shared::url(&example.url, entry, reader);
            Some((address, plan))
        });
        // The first of several with the same number of steps.
        let longer = |best: (String, Plan), one: (String, Plan)| {
            if one.1.steps().len() > best.1.steps().len() { one } else { best }
        };
        let (url, plan) = plans.filter(|(_, plan)| !plan.steps().is_empty()).reduce(longer)?;
        let notes = plan.notes().iter().map(|note| note.message.clone()).collect();
        Some(site::Plan { url, steps: plan.steps().iter().map(|step| plan_step(step, reader)).collect(), notes })
    }

    /// Dates and versions. IANA's dates of a built-in scheme are in the public layer.
    fn history(&self, entry: &Entry, metadata: Option<&Metadata>) -> Vec<(String, String)> {
        let layers = self.resolved.layers().map(PlacedLayer::layer);
        let mut builtins = layers.flat_map(RegistryFile::builtins);
        let facts = builtins.find(|one| *one.name == *entry.name());
        let is_static = entry.implementation() == Implementation::Static;
        let facts = facts.filter(|_| is_static).and_then(|one| one.iana.as_ref());
        let iana = metadata.and_then(|one| one.iana.as_ref()).or(facts);
        let rows = [
            ("In the registry since", metadata.and_then(|one| one.since.as_ref()).map(ToString::to_string)),
            ("Registered with IANA", iana.and_then(|one| one.registered.as_ref()).map(ToString::to_string)),
            ("Last updated by IANA", iana.and_then(|one| one.updated.as_ref()).map(ToString::to_string)),
            ("Experiment ends", metadata.and_then(|one| one.expires.as_ref()).map(ToString::to_string)),
            ("Name after the experiment", metadata.and_then(|one| one.graduates_to.as_ref()).map(ToString::to_string)),
        ];
        rows.into_iter().filter_map(|(what, when)| Some((what.to_owned(), when?))).collect()
    }
}

fn plan_step(step: &Step, reader: &InputReader) -> site::PlanStep {
    let summary = if reader.shows_secrets { step.summary_with_secrets() } else { step.summary() };
    site::PlanStep { op: summary.op.into_owned(), details: summary.details, aside: summary.aside }
}

fn place(of: &Provenance) -> site::Place {
    site::Place { layer: of.layer.clone(), file: of.file.clone(), line: of.line }
}

fn gateway(row: &GatewayRow) -> site::Gateway {
    let texts = |list: &[Located<String>]| -> Vec<String> { list.iter().map(|text| text.value.clone()).collect() };
    site::Gateway {
        id: row.entry.id.value.clone(),
        template: row.entry.template.value.clone(),
        strip: texts(&row.entry.strip),
        contact: texts(&row.entry.contact),
        by: place(&row.by),
    }
}

fn owner(metadata: &Metadata) -> site::Owner {
    site::Owner {
        name: metadata.owner.as_ref().map(ToString::to_string),
        change_controller: metadata.change_controller.as_ref().map(ToString::to_string),
        contact: metadata.contact.iter().map(ToString::to_string).collect(),
        applications: metadata.applications.iter().map(ToString::to_string).collect(),
        others: metadata.others(&[&PLACED[..], &["since"]].concat()),
    }
}

fn considerations(metadata: &Metadata) -> site::Considerations {
    site::Considerations {
        security: metadata.security.as_ref().map(ToString::to_string),
        encoding: metadata.encoding.as_ref().map(ToString::to_string),
        interoperability: metadata.interoperability.as_ref().map(ToString::to_string),
    }
}

/// The references of the registration; the addresses are in the metadata, in the same order.
fn references(entry: &Entry, metadata: Option<&Metadata>) -> Vec<site::Link> {
    let addresses = metadata.map_or(&[][..], |metadata| &metadata.references);
    let references = entry.registration().references.iter().enumerate();
    let link = |(n, text): (usize, &anyurl::authors::Text)| site::Link {
        text: text.to_string(),
        url: addresses.get(n).and_then(|one| one.url.as_ref()).map(ToString::to_string),
    };
    references.map(link).collect()
}

fn deprecation(metadata: &Metadata) -> Option<site::Deprecation> {
    let notice = metadata.deprecated.as_ref()?;
    Some(site::Deprecation {
        since: notice.since.as_ref().map(ToString::to_string),
        reason: notice.reason.as_ref().map(ToString::to_string),
        replacement: notice.replacement.as_ref().map(ToString::to_string),
        remove_after: notice.remove_after.as_ref().map(ToString::to_string),
    })
}

fn deviations(file: Option<&SchemeEntry>) -> Vec<site::Deviation> {
    let deviation = |one: &DeviationTable| site::Deviation {
        id: one.warning.as_ref().map(|warning| warning.id.to_string()),
        place: written::place(one),
        write: one.write.as_ref().map(ToString::to_string),
        message: one.warning.as_ref().map(|warning| warning.message.to_string()),
        section: one.warning.as_ref().map(|warning| warning.section.to_string()),
    };
    written::deviations(file).iter().map(deviation).collect()
}

fn lines(file: Option<&SchemeEntry>) -> Vec<site::Line> {
    let lines = steps::lines(&written::steps(file), 0).into_iter();
    lines.map(|(depth, text)| site::Line { depth, text }).collect()
}

/// The rules of the grammar, to draw. A syntax in prose has none.
fn rules(entry: &Entry, file: Option<&SchemeEntry>) -> Vec<GrammarRule> {
    if entry.implementation() == Implementation::Fact {
        return Vec::new();
    }
    svg::of_entry(entry, file).unwrap_or_default()
}

fn facet(name: &str, value: &FacetValue) -> site::Facet {
    let hides = value.hides.iter();
    site::Facet {
        name: name.to_owned(),
        by: place(&value.by),
        hash: value.hash.to_string(),
        reason: value.reason.clone(),
        hides: hides.map(|one| site::Hidden { by: place(&one.by), hash: one.hash.to_string() }).collect(),
    }
}

fn pairs<'p>(pairs: impl IntoIterator<Item = (&'p str, &'p str)>) -> Vec<(String, String)> {
    pairs.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
}

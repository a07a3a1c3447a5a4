//! The state of one run: the registry, how inputs are parsed, and where output goes.

use std::cell::LazyCell;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;

use anyurl::Options;
use anyurl_core::internal::MASK;
use anyurl_declared::layers::Resolved;

use crate::args::{Global, Profile};
use crate::error::{CliError, report};
use crate::exit::Exit;
use crate::input::reader::InputReader;
use crate::load::config::{Config, Required};
use crate::load::sources::LayerSources;
use crate::load::{layers, lock, plugins, profile};
use crate::output::sink::Sink;
use crate::secrets::{self, Disclosure, SecretNotes};
use crate::warnings::{Source, WarningRules};

/// The state that all commands share.
#[expect(clippy::struct_excessive_bools, reason = "options of the command line, independent of each other")]
pub(crate) struct Session {
    /// How inputs are read, and shown to people.
    pub(crate) reader: InputReader,
    disclosure: Disclosure,
    pub(crate) secret_notes: SecretNotes,
    pub(crate) sources: LayerSources,
    /// The schemes, gateways and policy of registry files; `None` without registry files.
    pub(crate) layers: Option<&'static Resolved>,
    /// The environment of the policy.
    pub(crate) environment: Option<String>,
    pub(crate) profile: Profile,
    pub(crate) config: Config,
    pub(crate) json: bool,
    pub(crate) quiet: bool,
    pub(crate) verbose: bool,
    /// Whether lines of data end with NUL.
    pub(crate) is_null_terminated: bool,
    /// Standard output: results.
    pub(crate) out: Sink,
    /// Standard error: problems with the input.
    pub(crate) err: Sink,
}

impl Session {
    /// Loads the registry files if the command `needs_layers`. `anyurl registry` reads the files itself, to report on
    /// each.
    pub(crate) fn new(global: &Global, config: Config, needs_layers: bool) -> Result<Self, CliError> {
        let color = global.color.or(config.color).unwrap_or_default();
        let (out, err) = if global.quiet {
            (Sink::null(), Sink::null())
        } else {
            (Sink::new(io::stdout(), color), Sink::new(io::stderr(), color))
        };
        // `--no-default-registry` also leaves out the files of the configuration, but not those that are named or required.
        let named = layers::named_files(global);
        let is_used = |layer: &&Required<PathBuf>| layer.is_required || !global.no_default_registry;
        let configured = config.layers.iter().filter(is_used).map(|layer| layer.value.clone());
        let registries: Vec<_> = configured.chain(named.iter().cloned()).collect();
        let environment = config.environment(global.env.as_deref())?;
        let base = if global.no_default_registry { anyurl::ten() } else { anyurl::registry() };
        let base = plugins::add_named(base, &global.plugins, &config.plugins)?;
        let sources = LayerSources {
            base,
            shipped: !global.no_default_registry,
            lock: lock::default_path(if named.is_empty() { &registries } else { &named }, config.folder.as_deref()),
            is_locked: global.locked,
            registries,
        };
        let layers = if needs_layers { layers::load(&sources, environment.as_deref())? } else { None };
        let layers = layers.map(|layers| plugins::add_declared(layers, &config.plugins, global.quiet));
        let registry = layers.map_or(base, Resolved::registry);
        let secrets = config.secrets(registry, &global.keep_fields);
        let registry = secrets::registry_of_run(registry, secrets.as_ref());
        let warnings = Box::leak(Box::new(warning_rules(global, &config, &sources)?));
        let mut options = Options::new();
        if global.lenient {
            options = options.lenient();
        }
        let disclosure = Disclosure::choose(global, &config)?;
        let profile = profile::choose(global.profile, config.profile)?;
        global.check_profile(profile).map_err(CliError::Usage)?;
        if profile == Profile::Rfc1738 {
            options = options.rfc1738();
        }
        Ok(Self {
            reader: InputReader { registry, options, shows_secrets: disclosure.is_for_people(), warnings },
            disclosure,
            secret_notes: SecretNotes::default(),
            sources,
            layers,
            environment,
            profile,
            config,
            json: global.json,
            quiet: global.quiet,
            verbose: global.verbose,
            is_null_terminated: false,
            out,
            err,
        })
    }

    /// Prints an item of several lines on standard output.
    pub(crate) fn print(&mut self, text: &str) -> io::Result<()> {
        self.begin_print()?;
        self.out.write_all(text.as_bytes())
    }

    /// Begins an item on standard output that the caller writes, because it is too long to be held as one text.
    pub(crate) fn begin_print(&mut self) -> io::Result<()> {
        self.out.begin_item(&mut self.err)
    }

    /// Prints an item of several lines on standard error.
    pub(crate) fn eprint(&mut self, text: &str) -> io::Result<()> {
        self.err.begin_item(&mut self.out)?;
        self.err.write_all(text.as_bytes())
    }

    /// Prints a message in one line on standard error, without what looks like a secret in it.
    pub(crate) fn eprint_message(&mut self, message: impl fmt::Display) -> io::Result<()> {
        self.eprint(&(secrets::mask_line(message) + "\n"))
    }

    /// The reader that shows data: with secrets, unless they are masked everywhere.
    pub(crate) fn data_reader(&self) -> InputReader {
        InputReader { shows_secrets: self.disclosure.is_in_data(), ..self.reader }
    }

    /// Writes data to standard output, as `make` writes it with the secrets that a reader shows.
    pub(crate) fn write_data(&mut self, make: impl Fn(&InputReader) -> String) -> io::Result<()> {
        let mut text = make(&self.data_reader());
        let other = |shows_secrets| make(&InputReader { shows_secrets, ..self.reader });
        match self.disclosure {
            Disclosure::InData if self.out.is_terminal() && !self.secret_notes.is_on_terminal => {
                self.secret_notes.is_on_terminal = text != other(false);
            }
            Disclosure::Nowhere { is_configured: true } if text.contains(MASK) && text != other(true) => {
                self.secret_notes.count_masked("the configuration says so");
            }
            _ => {}
        }
        if self.is_null_terminated {
            text = text.replace('\n', "\0");
        }
        self.out.exact().write_all(text.as_bytes())
    }

    /// Prints the notes about secrets, at the end of the run.
    pub(crate) fn note_secrets(&mut self) -> Result<(), CliError> {
        let text = self.secret_notes.text(self.err.palette.report);
        if !text.is_empty() {
            self.finish()?;
            self.err.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    /// Reports a stream that cannot be read. The others are read nevertheless.
    pub(crate) fn unreadable(&mut self, name: &str, error: &io::Error) -> Result<Exit, CliError> {
        self.finish()?;
        report(format_args!("{name}: {error}"));
        Ok(Exit::Stream)
    }

    /// Flushes both streams, while an error can still be reported.
    pub(crate) fn finish(&mut self) -> Result<(), CliError> {
        self.out.flush()?;
        self.err.flush()?;
        Ok(())
    }
}

/// The rules for warnings: those of the command line over those of the configuration.
fn warning_rules(global: &Global, config: &Config, sources: &LayerSources) -> Result<WarningRules, CliError> {
    // A registry file that cannot be read is reported where its schemes are loaded.
    let deviations = LazyCell::new(|| layers::deviations(sources).unwrap_or_default());
    let configured = Source { allowed: &config.warnings.allow, denied: &config.warnings.deny };
    let given = Source { allowed: &global.allow, denied: &global.deny };
    let rules = WarningRules::default().over(configured, || &deviations);
    let rules = rules.map_err(|error| CliError::Registry(format!("config.toml: [warnings]: {error}")))?;
    rules.over(given, || &deviations).map_err(CliError::Usage)
}

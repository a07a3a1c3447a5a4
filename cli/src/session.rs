//! One run of the command: the registry, how texts are read, and where output goes.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use locator::batch::{Content, MAX_LINE_LEN};
use locator::declared::layers::Resolved;
use locator::{Error, Options, Registry, Span, Url};

use crate::args::{self, Color, Global};
use crate::config::Config;
use crate::exit::Trouble;
use crate::libraries;
use crate::output::Palette;
use crate::refusal::{self, Refusal};
use crate::registry;

/// What all commands share.
pub(crate) struct Session {
    pub(crate) reader: Reader,
    pub(crate) files: Files,
    /// What they say: schemes, gateways and policy; none where there are no files.
    pub(crate) layers: Option<&'static Resolved>,
    /// The environment of the policy.
    pub(crate) environment: Option<String>,
    /// What a person has settled for every run.
    pub(crate) config: Config,
    pub(crate) json: bool,
    pub(crate) quiet: bool,
    pub(crate) verbose: bool,
    /// Standard output: what was asked for.
    pub(crate) out: Sink,
    /// Standard error: what went wrong with the input.
    pub(crate) err: Sink,
}

/// What registries the run has.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    /// What the program and the libraries that were named bring: without `--no-default-registry` also what is shipped as a
    /// file.
    pub(crate) base: &'static Registry,
    /// Whether the registry file that comes with Locator counts.
    pub(crate) shipped: bool,
    /// The registry files of the configuration, and those that were named, the lower ones first.
    pub(crate) registries: Vec<PathBuf>,
    /// Where the lock is.
    pub(crate) lock: PathBuf,
    /// Whether nothing may differ from it.
    pub(crate) is_locked: bool,
}

/// How texts are read, and whether their passwords may be shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader {
    pub(crate) registry: &'static Registry,
    pub(crate) options: Options,
    pub(crate) show_password: bool,
}

/// A stream, and the colours for it.
pub(crate) struct Sink {
    writer: Box<dyn Write>,
    pub(crate) palette: &'static Palette,
    is_terminal: bool,
    /// Whether an item was written.
    is_used: bool,
}

/// The registry files of the command line, else those of the environment.
fn named(global: &Global) -> Vec<PathBuf> {
    let files = std::env::var_os("LOCATOR_REGISTRY").unwrap_or_default();
    let files = std::env::split_paths(&files).filter(|file| !file.as_os_str().is_empty());
    match &global.registry[..] {
        [] => files.collect(),
        named => named.to_vec(),
    }
}

impl Session {
    /// `is_reading`: whether texts are read, and the layers are needed for that. Who keeps registry files names them, and
    /// is told what is wrong with each.
    pub(crate) fn new(global: &Global, is_reading: bool) -> Result<Self, Trouble> {
        let config = Config::load()?;
        let color = global.color.or(config.color).unwrap_or_default();
        let (out, err) = if global.quiet {
            (Sink::nothing(), Sink::nothing())
        } else {
            (Sink::new(io::stdout(), color), Sink::new(io::stderr(), color))
        };
        // Who wants nothing but the ten wants no files either, unless they are named.
        let mut registries = named(global);
        if !global.no_default_registry {
            registries.splice(0..0, config.layers.iter().cloned());
        }
        let environment = global.env.clone().or_else(|| config.environment.clone());
        let base = if global.no_default_registry { locator::rfc1738() } else { locator::registry() };
        let base = libraries::named(base, &global.plugins)?;
        let files = Files {
            base,
            shipped: !global.no_default_registry,
            lock: registry::lock_beside(registries.last(), config.folder.as_deref()),
            is_locked: global.locked,
            registries,
        };
        let layers = if is_reading { registry::layers(&files, environment.as_deref())? } else { None };
        let registry = match layers {
            Some(layers) => libraries::of_layers(layers, &config.plugins)?,
            None => base,
        };
        let profile = global.profile.or(config.profile).unwrap_or_default();
        Ok(Self {
            reader: Reader::new(global, registry, profile),
            files,
            layers,
            environment,
            config,
            json: global.json,
            quiet: global.quiet,
            verbose: global.verbose,
            out,
            err,
        })
    }

    /// Whether files are laid over what comes with Locator.
    pub(crate) fn has_default(&self) -> bool {
        self.files.shipped
    }

    /// Prints an item of several lines on standard output.
    pub(crate) fn answer(&mut self, text: &str) -> io::Result<()> {
        item(&mut self.out, &mut self.err, text)
    }

    /// Begins an item of several lines on standard output, which its writer goes on with: for one that is too long to be
    /// held as a text.
    pub(crate) fn begin_answer(&mut self) -> io::Result<()> {
        begin(&mut self.out, &mut self.err)
    }

    /// Prints an item of several lines on standard error.
    pub(crate) fn object(&mut self, text: &str) -> io::Result<()> {
        item(&mut self.err, &mut self.out, text)
    }

    /// Writes what is still held back, where failing to do so can be told.
    pub(crate) fn finish(&mut self) -> Result<(), Trouble> {
        self.out.flush()?;
        self.err.flush()?;
        Ok(())
    }
}

/// Prints an item behind all that was printed before.
fn item(to: &mut Sink, other: &mut Sink, text: &str) -> io::Result<()> {
    begin(to, other)?;
    to.write_all(text.as_bytes())
}

/// Begins an item behind all that was printed before, on either stream; an empty line separates it from the one before,
/// as the reader of this stream sees it.
fn begin(to: &mut Sink, other: &mut Sink) -> io::Result<()> {
    other.flush()?;
    let sees_other = other.is_used && other.is_terminal && to.is_terminal;
    if to.is_used || sees_other {
        to.write_all(b"\n")?;
    }
    to.is_used = true;
    Ok(())
}

impl Reader {
    fn new(global: &Global, registry: &'static Registry, profile: args::Profile) -> Self {
        let mut options = Options::new();
        if global.lenient {
            options = options.lenient();
        }
        if profile == args::Profile::Current {
            options = options.current();
        }
        Self { registry, options, show_password: global.show_password }
    }

    /// Reads one input.
    #[expect(clippy::result_large_err, reason = "the good result, a URL with its spans, is as large")]
    pub(crate) fn read<'a>(&self, input: Content<'a>) -> Result<Url<'a>, Refusal<'a>> {
        self.url(input).map_err(|error| Refusal::of(input, error, self.registry))
    }

    /// Reads one input; what is wrong is told in few words.
    pub(crate) fn url<'a>(&self, input: Content<'a>) -> Result<Url<'a>, Error> {
        match input {
            Content::Text(text) => self.registry.parse_with(text, self.options),
            Content::Bytes(_, at) => Err(refusal::not_utf8(Span::new(at, at + 1))),
            Content::TooLong(_) => Err(refusal::too_long(Span::at(MAX_LINE_LEN))),
        }
    }
}

impl Sink {
    fn new<S: RawStream + 'static>(stream: S, color: Color) -> Self
    where
        AutoStream<S>: Write,
    {
        let choice = match color {
            Color::Auto => AutoStream::choice(&stream),
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        let (choice, palette) = match choice {
            // The palette is empty: there is nothing to strip, and stripping would cost a look at every byte.
            ColorChoice::Never => (ColorChoice::AlwaysAnsi, Palette::plain()),
            choice => (choice, Palette::coloured()),
        };
        let is_terminal = stream.is_terminal();
        Self {
            writer: Box::new(BufWriter::with_capacity(64 * 1024, AutoStream::new(stream, choice))),
            palette,
            is_terminal,
            is_used: false,
        }
    }

    fn nothing() -> Self {
        Self { writer: Box::new(io::sink()), palette: Palette::plain(), is_terminal: false, is_used: false }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

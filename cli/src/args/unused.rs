//! Global options that a command does not use. They are usage errors, because an option without effect misleads: a check
//! with `--deny` that denies nothing passes.

use super::{Args, Command, Deferred, Global, Profile, Registry};

/// Options that a command does not use, and why.
struct Unused {
    options: &'static [&'static str],
    why: &'static str,
}

const fn unused(options: &'static [&'static str], why: &'static str) -> Unused {
    Unused { options, why }
}

/// What concerns URLs and registries. A command that reads neither may still print JSON, the first.
const ALL: [&str; 12] = [
    "--json",
    "--lenient",
    "--profile",
    "--no-default-registry",
    "--registry",
    "--locked",
    "--plugin",
    "--allow",
    "--deny",
    "--show-password",
    "--mask",
    "--keep-field",
];

/// How URLs are read.
const READING: [&str; 4] = ["--lenient", "--profile", "--allow", "--deny"];

/// What concerns URLs but not the registry.
const OF_TEXTS: [&str; 7] = ["--json", "--lenient", "--allow", "--deny", "--show-password", "--mask", "--keep-field"];

/// How secrets are shown.
const SHOWING: [&str; 3] = ["--show-password", "--mask", "--keep-field"];

/// Why `--explain` does not use an option. Some ids are of registry files.
const READS_NO_URL: &str = "it explains an id and reads no URLs";

/// What each command does not use, by its name.
const ROWS: [(&str, &[Unused]); 10] = [
    (
        "--explain",
        &[
            unused(&READING, READS_NO_URL),
            unused(&["--locked", "--plugin"], READS_NO_URL),
            unused(&SHOWING, READS_NO_URL),
        ],
    ),
    ("compare", &[unused(&READING, "it reads each text by every rulebook, and reports no warnings")]),
    (
        "scrub",
        &[
            unused(&READING, "it finds URLs of any syntax, valid or not, and reports no warnings"),
            unused(&["--show-password"], "it masks secrets"),
        ],
    ),
    ("encode", &[unused(&OF_TEXTS, "it reads texts, not URLs, and prints only texts")]),
    ("decode", &[unused(&ALL, "it reads texts of no scheme, and prints only texts")]),
    ("schemes", &[unused(&["--lenient", "--allow", "--deny"], "it shows all rules of a scheme, and reads no URLs")]),
    ("registry", &[unused(&READING, "it reads registry files, not URLs")]),
    ("plugin", &[unused(&READING, "it reads URLs in every mode and profile")]),
    ("completions", &[unused(&ALL, MANUAL)]),
    ("man", &[unused(&ALL, MANUAL)]),
];

/// Commands of registries without an output in JSON.
const NO_JSON: &[Unused] = &[unused(&["--json"], "it prints no JSON")];

const MANUAL: &str = "it prints what the command line is, and reads no URLs";

/// The rows of a command.
fn rows(name: &str) -> &'static [Unused] {
    ROWS.iter().find(|(command, _)| *command == name).map_or(&[], |(_, rows)| rows)
}

/// Whether a command uses an option.
pub(super) fn uses(command: &str, option: &str) -> bool {
    !rows(command).iter().any(|row| row.options.contains(&option))
}

/// Whether a command of registries has an output in JSON.
const fn prints_json(command: &Registry) -> bool {
    matches!(
        command,
        Registry::Lint(_) | Registry::Diff(_) | Registry::Merge(_) | Registry::Import(_) | Registry::Delta(_)
    )
}

impl Args {
    /// Refuses global options that the command does not use.
    pub(crate) fn check_unused(&self) -> Result<(), String> {
        let command = self.command.as_ref().filter(|_| self.global.explain.is_none());
        let name = command.map_or("--explain", Command::name);
        let no_json = match command {
            Some(Command::Registry(Deferred(command))) if !prints_json(command) => NO_JSON,
            _ => &[],
        };
        match rows(name).iter().chain(no_json).find_map(|row| Some((self.global.given_of(row.options)?, row.why))) {
            Some((option, why)) => Err(format!("`{name}` does not use {option}: {why}; remove the option")),
            None => Ok(()),
        }
    }
}

impl Global {
    /// Refuses options that the profile does not use. It may come from the configuration.
    pub(crate) fn check_profile(&self, profile: Profile) -> Result<(), String> {
        let options = self.given_of(&["--lenient", "--allow", "--deny"]).filter(|_| profile == Profile::Whatwg);
        options.map_or(Ok(()), |option| {
            Err(format!("the profile `whatwg` does not use {option}: browsers have one mode, and their own warnings"))
        })
    }

    /// The first of these options that is given.
    fn given_of(&self, options: &[&'static str]) -> Option<&'static str> {
        let is_given = |option: &&str| match *option {
            "--lenient" => self.lenient,
            "--profile" => self.profile.is_some(),
            "--no-default-registry" => self.no_default_registry,
            "--registry" => !self.registry.is_empty(),
            "--locked" => self.locked,
            "--plugin" => !self.plugins.is_empty(),
            "--allow" => !self.allow.is_empty(),
            "--deny" => !self.deny.is_empty(),
            "--json" => self.json,
            "--show-password" => self.show_password,
            "--mask" => self.mask,
            "--keep-field" => !self.keep_fields.is_empty(),
            other => unreachable!("{other} is no global option"),
        };
        options.iter().copied().find(|option| is_given(option))
    }
}

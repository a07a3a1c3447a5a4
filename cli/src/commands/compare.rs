//! `anyurl compare`: what each rulebook reads in a text, and why they differ.

mod table;

use std::io;

use anyurl::batch::Content;
use anyurl::compare::{Comparer, Comparison, MaskedValues, Part, Reading};
use anyurl::visible;
use serde_json::{Map, Value, json};

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::{Done, Shape, for_each_text, print_rejected};
use crate::input::reader::InputReader;
use crate::input::rejected::{masked_text, masked_words};
use crate::output::json;
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Compare) -> Result<Exit, CliError> {
    let comparer = Comparer::new(session.reader.registry);
    let comparer = match &args.base {
        Some(base) => comparer.base(base),
        None => comparer,
    };
    for_each_text(session, &args.inputs, "compare", Shape::Other, &mut |session, input, place| {
        let Content::Text(text) = input else {
            return match session.reader.read(input) {
                Err(rejected) => print_rejected(session, &rejected, place).map(Done::from),
                Ok(_) => Ok(Exit::Success.into()),
            };
        };
        let comparison = comparer.compare(text);
        print(session, &Compared::new(text, args.base.as_deref(), &comparison, session.reader))?;
        let fails = args.fail_on.is_some_and(|what| what.includes(comparison.verdict()));
        Ok(if fails { Exit::Invalid } else { Exit::Success }.into())
    })
}

fn print(session: &mut Session, compared: &Compared<'_>) -> io::Result<()> {
    if session.json {
        return json::print(session, |reader| Compared { reader: *reader, ..compared.clone() }.to_json());
    }
    let palette = session.out.palette;
    session.begin_print()?;
    table::write(&mut session.out, compared, palette)
}

/// A comparison, with secrets masked.
#[derive(Clone)]
struct Compared<'c> {
    text: &'c str,
    base: Option<&'c str>,
    comparison: &'c Comparison,
    reader: InputReader,
    masked: MaskedValues<'c>,
}

impl<'c> Compared<'c> {
    fn new(text: &'c str, base: Option<&'c str>, comparison: &'c Comparison, reader: InputReader) -> Self {
        Self { text, base, comparison, reader, masked: MaskedValues::new(reader.registry, text, comparison) }
    }

    /// The text, as it may be shown.
    fn input(&self) -> String {
        if self.reader.shows_secrets { self.text.to_owned() } else { self.masked.text() }
    }

    /// A component, as it may be shown.
    fn value(&self, part: Part, value: &str) -> String {
        match self.base {
            _ if self.reader.shows_secrets => value.to_owned(),
            // With a reference, the secret of a base need not be found: the scheme may read another URL there, or none.
            Some(base) if part != Part::Host => masked_words(&self.masked.value(part, value), [base], &self.reader),
            _ => self.masked.value(part, value),
        }
    }

    fn to_json(&self) -> Value {
        let rulebooks =
            self.comparison.readings().map(|(rulebook, reading)| (rulebook.id().to_owned(), self.reading(reading)));
        let verdict = self.comparison.verdict();
        let mut value = json!({ "input": self.input() });
        if let Some(base) = self.base {
            value["base"] = masked_text(base, &self.reader).into();
        }
        value["verdict"] = verdict.as_str().into();
        value["severity"] = verdict.severity().as_str().into();
        value["rulebooks"] = Value::Object(rulebooks.collect());
        value["differences"] = self.differences().collect();
        value
    }

    fn reading(&self, reading: &Reading) -> Value {
        let mut object = Map::new();
        let mut insert = |key: &str, value: Value| object.insert(key.to_owned(), value);
        match reading {
            Reading::Accepted(parts) => {
                insert("status", "accepted".into());
                for part in Part::ALL {
                    let value = parts.get(part).map(|value| self.value(part, value));
                    let port =
                        value.as_deref().filter(|_| part == Part::Port).and_then(|port| port.parse::<u64>().ok());
                    insert(part.id(), port.map_or_else(|| value.into(), Value::from));
                }
            }
            Reading::Rejected(rejection) => {
                insert("status", "rejected".into());
                insert("message", visible(rejection.message()).into());
                insert("section", rejection.section().into());
                if let Some(span) = rejection.span() {
                    insert("span", json::span(span));
                }
            }
            _ => {
                insert("status", "not-covered".into());
            }
        }
        Value::Object(object)
    }

    fn differences(&self) -> impl Iterator<Item = Value> {
        self.comparison.differences().iter().map(|difference| {
            let part = difference.part();
            let readings = difference.readings().iter().map(|reading| {
                json!({
                    "rulebook": reading.rulebook().id(),
                    "value": reading.value().map(|value| self.value(part, value)),
                    "rule": reading.rule(),
                    "section": reading.section(),
                })
            });
            json!({ "component": part.id(), "readings": readings.collect::<Vec<_>>() })
        })
    }
}

//! The rows below the schemes of a page, each a statement about a URL.

use std::fmt::Write as _;

use anyurl_core::components::value::Value;
use anyurl_core::plan::EmptySearch;
use anyurl_core::{Environment, Error, Options, Plan, PlanError, Profile, Registry, Step, Url};

/// Checks a row. `Err` says what is true instead.
pub(super) fn check(registry: &Registry, line: &str) -> Result<(), String> {
    let row = Row::new(registry, line);
    let (expected, found) = row.compare().map_err(|error| format!("{line}\n  {error}"))?;
    if expected == found { Ok(()) } else { Err(format!("{line}\n  found: {found}")) }
}

/// A row and how it is read.
struct Row<'r> {
    registry: &'r Registry,
    /// The row without its first word, `lenient`, `rfc1738` or `compact`.
    text: &'r str,
    is_lenient: bool,
    profile: Profile,
    /// Whether the client omits empty searches.
    is_compact: bool,
}

impl<'r> Row<'r> {
    fn new(registry: &'r Registry, line: &'r str) -> Self {
        let [lenient, rfc1738, compact] = ["lenient ", "rfc1738 ", "compact "].map(|word| line.strip_prefix(word));
        let text = lenient.or(rfc1738).or(compact).unwrap_or(line);
        let profile = rfc1738.map_or(Profile::Current, |_| Profile::Rfc1738);
        Self { registry, text, is_lenient: lenient.is_some(), profile, is_compact: compact.is_some() }
    }

    /// What the row says, and what is true.
    fn compare(&self) -> Result<(String, String), String> {
        let sides = |sign| self.text.split_once(sign).map(|(one, other): (&str, &str)| (one.trim(), other.trim()));
        if let Some((url, values)) = sides(" → ") {
            return Ok((values.to_owned(), values_of(&self.parse(url)?)));
        }
        if let Some((url, steps)) = sides(" ⇒ ") {
            return Ok((steps.to_owned(), steps_of(&self.parse(url)?.plan(&self.environment()))));
        }
        if let Some((url, place)) = sides(" ✗ ") {
            let error = self.read(url).err();
            return Ok((place.to_owned(), error.map_or("nothing".to_owned(), |error| quoted(error.span().of(url)))));
        }
        if let Some((url, warnings)) = sides(" ~ ") {
            return Ok((warnings.to_owned(), self.warnings(url)?));
        }
        if let Some((url, masked)) = sides(" ⊳ ") {
            return Ok((masked.to_owned(), self.parse(url)?.redaction().apply(url).into_owned()));
        }
        if let Some((one, other)) = sides(" ≠ ") {
            return Ok(("differs".to_owned(), self.compared(one, other)?));
        }
        let (one, other) = sides(" = ").ok_or("a row without a sign")?;
        match one.split_once(" + ") {
            Some((base, reference)) => {
                let base = self.parse(base)?;
                let resolved = base.resolve(reference.trim(), base.reference_rules());
                let found = resolved.map_or_else(|_| "nothing".to_owned(), |found| found.url().to_owned());
                Ok((other.to_owned(), found))
            }
            None => Ok(("same".to_owned(), self.compared(one, other)?)),
        }
    }

    fn read(&self, text: &'r str) -> Result<Url<'r>, Error> {
        let options = Options::new().profile(self.profile);
        let options = if self.is_lenient { options.lenient() } else { options };
        self.registry.parser().options(options).parse(text)
    }

    fn parse(&self, text: &'r str) -> Result<Url<'r>, String> {
        self.read(text).map_err(|error| format!("rejected at {}: {error}", quoted(error.span().of(text))))
    }

    fn environment(&self) -> Environment {
        Environment::new().empty_search(if self.is_compact { EmptySearch::Omitted } else { EmptySearch::Sent })
    }

    /// `same` or `differs`.
    fn compared(&self, one: &'r str, other: &'r str) -> Result<String, String> {
        let is_same = self.parse(one)?.is_equivalent(&self.parse(other)?);
        Ok(if is_same { "same" } else { "differs" }.to_owned())
    }

    /// The warnings of lenient mode about a text that strict mode rejects.
    fn warnings(&self, text: &str) -> Result<String, String> {
        let parser = self.registry.parser().profile(self.profile);
        if parser.parse(text).is_ok() {
            return Err("accepted in strict mode".to_owned());
        }
        let url = parser.lenient().parse(text).map_err(|error| error.to_string())?;
        let warnings = url.warnings().into_iter();
        let shown: Vec<_> =
            warnings.map(|warning| format!("{} at {}", warning.id(), quoted(warning.span().of(text)))).collect();
        Ok(if shown.is_empty() { "nothing".to_owned() } else { shown.join(", ") })
    }
}

fn quoted(text: &str) -> String {
    format!("`{text}`")
}

/// `host: h, list: [a, b], flag`
fn values_of(url: &Url<'_>) -> String {
    let values = url.components().map(|part| match part.value() {
        Value::Text(text) => format!("{}: {text}", part.name()),
        Value::Number(number) => format!("{}: {number}", part.name()),
        Value::List(items) => format!("{}: [{}]", part.name(), items.join(", ")),
        Value::Fields(fields) => {
            let fields = fields.iter().map(|(name, value)| match value {
                Some(value) => format!("{name}: {value}"),
                None => (*name).to_owned(),
            });
            format!("{}: [{}]", part.name(), fields.collect::<Vec<_>>().join(", "))
        }
        _ => part.name().to_owned(),
    });
    values.collect::<Vec<_>>().join(", ")
}

/// `connect tcp h:70; send "a\r\n"; note skipped`
fn steps_of(plan: &Result<Plan, PlanError>) -> String {
    let plan = match plan {
        Ok(plan) => plan,
        Err(error) => return format!("refused: {}", error.kind()),
    };
    let notes = plan.notes().iter().map(|note| format!("note {}", note.id));
    plan.steps().iter().map(step).chain(notes).collect::<Vec<_>>().join("; ")
}

fn step(step: &Step) -> String {
    let text = |bytes: &[u8]| bytes.escape_ascii().to_string();
    let after = |code: Option<u16>| code.map(|code| format!(" when {code}")).unwrap_or_default();
    match step {
        Step::Connect { transport, host, port } => format!("connect {} {host}:{port}", transport.as_str()),
        Step::Send(line) => {
            let guess = if line.is_guess() { " guess" } else { "" };
            format!("send \"{}\"{}{guess}", text(&line.template()), after(line.after_reply()))
        }
        Step::Receive(until) => format!("receive {}", until.as_str()),
        Step::Prompt { what, after_reply } => format!("prompt {}{}", what.as_str(), after(*after_reply)),
        Step::Advise { user, .. } => format!("advise {}", text(user.bytes())),
        Step::Compose { to } => format!("compose {}", text(to.bytes())),
        Step::Open { segments, .. } => {
            let segments: Vec<_> = segments.iter().map(|one| text(one.bytes())).collect();
            format!("open [{}]", segments.join(", "))
        }
        Step::Call(call) => {
            let mut shown = format!("call {}", call.name());
            for (name, value) in &call.arguments {
                write!(shown, " {name}={}", text(value.bytes())).unwrap();
            }
            for (name, value) in call.fields.iter().flatten() {
                write!(shown, " field {}={}", text(&name.bytes()), text(value.bytes())).unwrap();
            }
            shown
        }
        Step::Follow { what } => format!("follow {what}"),
        other => format!("{other:?}"),
    }
}

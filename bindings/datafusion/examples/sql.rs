//! SQL over a file of URLs, with an organization's registry:
//!
//! ```sh
//! cargo run --example sql -- --registry org.toml urls.parquet "select url_scheme(url), count(*) from urls group by 1"
//! ```
//!
//! The file is Parquet, or a text with one URL on each line, which is the column `url`. The table is `urls`.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyurl::Options;
use anyurl::declared::PortableRegistry;
use anyurl_datafusion::Functions;
use datafusion::arrow::array::{ArrayRef, RecordBatch, StringViewArray};
use datafusion::prelude::{ParquetReadOptions, SessionContext};

const USAGE: &str = "usage: sql [--registry FILE]... [--prefix PREFIX] [--strict] FILE SQL

  --registry FILE   a registry file of an organization, above the ones before it
  --prefix PREFIX   what the names of the functions begin with [url_]
  --strict          RFC 1738 to the letter, in place of the profile `current`
  FILE              Parquet (*.parquet), or a text with one URL on each line: the table `urls`";

type Error = Box<dyn std::error::Error>;

#[derive(Default)]
struct Arguments {
    registries: Vec<String>,
    prefix: Option<String>,
    is_strict: bool,
    rest: Vec<String>,
}

impl Arguments {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, Error> {
        let mut arguments = Self::default();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value\n{USAGE}"));
            match word.as_str() {
                "--registry" => arguments.registries.push(value()?),
                "--prefix" => arguments.prefix = Some(value()?),
                "--strict" => arguments.is_strict = true,
                "--help" => return Err(USAGE.into()),
                option if option.starts_with("--") => return Err(format!("there is no {option}\n{USAGE}").into()),
                _ => arguments.rest.push(word),
            }
        }
        Ok(arguments)
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Error> {
    let arguments = Arguments::read(std::env::args().skip(1))?;
    let [file, sql] = arguments.rest.as_slice() else { return Err(USAGE.into()) };
    let mut functions = Functions::new(&PortableRegistry::open(&arguments.registries)?);
    if let Some(prefix) = &arguments.prefix {
        functions = functions.prefix(prefix);
    }
    if arguments.is_strict {
        functions = functions.options(Options::new().rfc1738());
    }
    let mut context = SessionContext::new();
    functions.register(&mut context)?;
    register(&context, file).await.map_err(|error| format!("{file}: {error}"))?;
    context.sql(sql).await?.show().await?;
    Ok(())
}

/// Registers a file as the table `urls`.
async fn register(context: &SessionContext, file: &str) -> Result<(), Error> {
    if Path::new(file).extension().is_some_and(|extension| extension == "parquet") {
        std::fs::File::open(file)?;
        context.register_parquet("urls", file, ParquetReadOptions::default()).await?;
    } else {
        let text = std::fs::read_to_string(file)?;
        let urls: ArrayRef = Arc::new(StringViewArray::from_iter_values(text.lines()));
        context.register_batch("urls", RecordBatch::try_from_iter([("url", urls)])?)?;
    }
    Ok(())
}

//! The command line.

use std::net::SocketAddr;

pub(crate) const USAGE: &str = "usage:
  cluster scheduler [--bind ADDRESS] [--executor-timeout SECONDS]
  cluster executor --scheduler ADDRESS --bind ADDRESS --grpc-port PORT [--name NAME] [--vcores COUNT]
  cluster client --scheduler ADDRESS [--registry FILE]... FOLDER SQL...

  ADDRESS             host and port, such as 127.0.0.1:50050
  --executor-timeout  after how many seconds without a sign an executor counts as lost [180]
  --registry FILE     client: a registry file of an organization, above the ones before it
                      executor: what a machine may have besides; the registry of a query counts all the same
  --without-functions executor: Ballista's own, without the codec of these functions
  FOLDER              Parquet files, which each executor can read: the table `urls`";

#[derive(Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) bind: Option<SocketAddr>,
    pub(crate) scheduler: Option<SocketAddr>,
    pub(crate) grpc_port: Option<u16>,
    pub(crate) vcores: Option<usize>,
    pub(crate) executor_timeout: Option<u64>,
    pub(crate) name: Option<String>,
    pub(crate) registries: Vec<String>,
    pub(crate) is_without_functions: bool,
    pub(crate) rest: Vec<String>,
}

impl Arguments {
    pub(crate) fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = Self::default();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value\n{USAGE}"));
            match word.as_str() {
                "--bind" => arguments.bind = Some(parse(&word, &value()?)?),
                "--scheduler" => arguments.scheduler = Some(parse(&word, &value()?)?),
                "--grpc-port" => arguments.grpc_port = Some(parse(&word, &value()?)?),
                "--vcores" => arguments.vcores = Some(parse(&word, &value()?)?),
                "--executor-timeout" => arguments.executor_timeout = Some(parse(&word, &value()?)?),
                "--name" => arguments.name = Some(value()?),
                "--registry" => arguments.registries.push(value()?),
                "--without-functions" => arguments.is_without_functions = true,
                option if option.starts_with("--") => return Err(format!("there is no {option}\n{USAGE}")),
                _ => arguments.rest.push(word),
            }
        }
        Ok(arguments)
    }
}

fn parse<T: std::str::FromStr>(option: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("`{value}` is no value for {option}\n{USAGE}"))
}

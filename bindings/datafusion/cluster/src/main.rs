//! A Ballista cluster whose queries bring the registry with them: scheduler, executor and client in one binary.

#![forbid(unsafe_code)]

mod arguments;

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;

use anyurl::declared::PortableRegistry;
use anyurl_datafusion::Functions;
use anyurl_datafusion_cluster::{client_config, logical_codec, physical_codec};
use ballista::prelude::SessionContextExt;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use tracing_subscriber::EnvFilter;

use crate::arguments::{Arguments, USAGE};

type Error = Box<dyn std::error::Error>;

/// The scheduler plans by recursion, for which the stack of a thread is short.
const STACK: usize = 32 << 20;

fn main() -> ExitCode {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().with_ansi(false).with_writer(std::io::stderr).with_env_filter(filter).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(STACK).build();
    let result = runtime.map_err(Error::from).and_then(|runtime| runtime.block_on(run()));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Error> {
    let mut words = std::env::args().skip(1);
    let command = words.next().ok_or(USAGE)?;
    let arguments = Arguments::read(words)?;
    match command.as_str() {
        "scheduler" => scheduler(&arguments).await,
        "executor" => executor(&arguments).await,
        // Planning needs a large stack here, too.
        "client" => tokio::spawn(async move { client(&arguments).await.map_err(|error| error.to_string()) })
            .await?
            .map_err(Error::from),
        _ => Err(USAGE.into()),
    }
}

async fn scheduler(arguments: &Arguments) -> Result<(), Error> {
    let address = arguments.bind.unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 50050)));
    let mut config = SchedulerConfig {
        bind_host: address.ip().to_string(),
        external_host: address.ip().to_string(),
        bind_port: address.port(),
        override_logical_codec: Some(logical_codec()),
        override_physical_codec: Some(physical_codec()),
        ..SchedulerConfig::default()
    };
    if let Some(seconds) = arguments.executor_timeout {
        config.executor_timeout_seconds = seconds;
        config.no_executors_grace_period_seconds = seconds;
        config.expire_dead_executor_interval_seconds = seconds.div_ceil(4);
    }
    let cluster = BallistaCluster::new_from_config(&config).await?;
    Ok(start_server(cluster, address, Arc::new(config)).await?)
}

async fn executor(arguments: &Arguments) -> Result<(), Error> {
    let (Some(address), Some(scheduler), Some(grpc_port)) = (arguments.bind, arguments.scheduler, arguments.grpc_port)
    else {
        return Err(USAGE.into());
    };
    let mut config = ExecutorProcessConfig {
        bind_host: address.ip().to_string(),
        external_host: Some(address.ip().to_string()),
        port: address.port(),
        grpc_port,
        scheduler_host: scheduler.ip().to_string(),
        scheduler_port: scheduler.port(),
        scheduler_connect_timeout_seconds: 60,
        executor_heartbeat_interval_seconds: 1,
        ..ExecutorProcessConfig::default()
    };
    if let Some(name) = &arguments.name {
        config.executor_id.clone_from(name);
    }
    if let Some(vcores) = arguments.vcores {
        config.vcores = vcores;
    }
    if !arguments.registries.is_empty() {
        config.override_function_registry = Some(Arc::new(functions_by_name(&arguments.registries)?));
    }
    if !arguments.is_without_functions {
        config.override_logical_codec = Some(logical_codec());
        config.override_physical_codec = Some(physical_codec());
    }
    Ok(start_executor_process(Arc::new(config)).await?)
}

/// Functions by a registry of this machine, as a naive set-up would have them.
fn functions_by_name(registries: &[String]) -> Result<BallistaFunctionRegistry, Error> {
    let mut known = BallistaFunctionRegistry::default();
    for function in Functions::new(&PortableRegistry::open(registries)?).all() {
        known.scalar_functions.insert(function.name().to_owned(), Arc::new(function));
    }
    Ok(known)
}

async fn client(arguments: &Arguments) -> Result<(), Error> {
    let (Some(scheduler), Some((folder, queries))) = (arguments.scheduler, arguments.rest.split_first()) else {
        return Err(USAGE.into());
    };
    let state = SessionStateBuilder::new().with_config(client_config()).with_default_features().build();
    let mut context = SessionContext::remote_with_state(&format!("df://{scheduler}"), state).await?;
    // After the connection is made, which replaces all functions.
    Functions::new(&PortableRegistry::open(&arguments.registries)?).register(&mut context)?;
    context.register_parquet("urls", folder, ParquetReadOptions::default()).await?;
    for sql in queries {
        context.sql(sql).await?.show().await?;
    }
    Ok(())
}

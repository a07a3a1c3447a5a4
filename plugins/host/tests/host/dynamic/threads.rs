//! Threads: the functions of a plugin are called concurrently, and loading is serialised.

use std::sync::Barrier;
use std::thread;

use crate::dynamic::support::{Folder, trusting};
use anyurl_core::{Registry, RegistryBuilder};
use anyurl_host::Violation;
use anyurl_host::dynamic::AddLibrary;

/// Loads a Rust library and, if there is a compiler, a C library.
fn load_two(folder: &Folder) -> RegistryBuilder {
    let built = anyurl_testkit::plugin::build("x-panics-plugin");
    let path = folder.file("panics.so", &std::fs::read(built).expect("what was built"));
    let mut builder = Registry::builder().add_library(path, &trusting()).unwrap();
    if let Some(path) = folder.plugin("pigeon-good", &[]) {
        builder = builder.add_library(path, &trusting()).unwrap();
    }
    builder
}

#[test]
fn eight_threads_read_two_schemes() {
    let folder = Folder::new();
    let registry = load_two(&folder).build();
    let has_c = registry.names().count() == 2;
    thread::scope(|scope| {
        for n in 0..8 {
            let registry = &registry;
            scope.spawn(move || {
                let ring = format!("x-pigeon://h{n}:70{n}/roof%20{n}/{n}");
                let host = format!("h{n}");
                for i in 0..anyurl_testkit::iterations(100_000) {
                    if has_c && i % 2 == 0 {
                        let url = registry.parse(&ring).unwrap();
                        assert_eq!((url.host(), url.port()), (Some(&*host), Some(700 + n)));
                    } else if i % 1001 == 0 {
                        let error = registry.parse("x-panics://h/number").unwrap_err();
                        assert_eq!(*error.requirement(), *Violation::Panic.requirement());
                    } else {
                        let url = registry.parse("x-panics://h/calm").unwrap();
                        assert_eq!(url.component("word").unwrap().text(), "calm");
                    }
                }
            });
        }
    });
}

#[test]
fn threads_that_load_wait_for_each_other() {
    let folder = Folder::new();
    let schemes = ["x-wait-0", "x-wait-1", "x-wait-2"];
    let paths: Vec<_> = schemes
        .iter()
        .filter_map(|scheme| {
            let flag = format!("-DSCHEME=\"{scheme}\"");
            folder.plugin(&format!("pigeon-{scheme}"), &[&flag])
        })
        .collect();
    let barrier = Barrier::new(8);
    thread::scope(|scope| {
        for n in 0..8 {
            let (paths, barrier) = (&paths, &barrier);
            scope.spawn(move || {
                barrier.wait();
                let mut builder = Registry::builder();
                for i in 0..paths.len() {
                    let path = &paths[(i + n) % paths.len()];
                    builder = builder.add_library(path, &trusting()).unwrap();
                }
                assert_eq!(builder.build().names().count(), paths.len());
            });
        }
    });
}

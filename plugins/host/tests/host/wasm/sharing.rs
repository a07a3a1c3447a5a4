//! Threads and registries that share a module.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyurl_core::Registry;
use anyurl_host::wasm::AddModule;

use crate::wasm::support::{PARSE, Parts, load, registry, trusting};

#[test]
fn threads_share_a_registry() {
    let registry = registry(&Parts::default());
    let read = AtomicUsize::new(0);
    thread::scope(|scope| {
        for thread in 0..8 {
            let (registry, read) = (&registry, &read);
            scope.spawn(move || {
                for n in 0..500 {
                    let text = format!("x-note:{thread}-{n}");
                    let url = registry.parse(&text).unwrap();
                    assert_eq!(url.component("text").unwrap().text(), &text[7..]);
                    read.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(read.into_inner(), 4000);
}

#[test]
fn a_thread_has_its_own_instance() {
    // The length of the text is the number of calls so far.
    let more = "(global $calls (mut i32) (i32.const 0))";
    let parse = format!(
        "(global.set $calls (i32.add (global.get $calls) (i32.const 1))) {}",
        PARSE.replace("(local.get $len))", "(i32.add (local.get $begin) (global.get $calls)))")
    );
    let registry = registry(&Parts { more, parse: &parse, ..Parts::default() });
    let calls = || registry.parse("x-note:abcdef").unwrap().component("text").unwrap().text().len();
    assert_eq!((calls(), calls()), (1, 2));
    // A thread may take over the instance of one that has ended, but never one that is in use.
    for before in 0..2 {
        thread::scope(|scope| assert_eq!(scope.spawn(calls).join().unwrap(), before + 1));
    }
    assert_eq!(calls(), 3);
}

#[test]
fn registries_share_the_code_of_a_module() {
    let more = "(global $calls (mut i32) (i32.const 0))";
    let parse = format!(
        "(global.set $calls (i32.add (global.get $calls) (i32.const 1))) {}",
        PARSE.replace("(local.get $len))", "(i32.add (local.get $begin) (global.get $calls)))")
    );
    // Other bytes than those of the test above.
    let module = Parts { more, parse: &format!("(nop) {parse}"), ..Parts::default() }.bytes();
    let calls = |registry: &Registry| registry.parse("x-note:abcdef").unwrap().component("text").unwrap().text().len();
    let [one, two] = [(); 2].map(|()| Registry::builder().add_module("a", &module, &trusting()).unwrap().build());
    assert_eq!((calls(&one), calls(&two)), (1, 2));
    drop(one);
    assert_eq!(calls(&two), 3);
    drop(two);
    // It is freed with its last registry, and starts again.
    assert_eq!(calls(&load(&module).unwrap()), 1);
}

#[test]
fn urls_outlive_their_registry() {
    let text = "x-note:hello".to_owned();
    let url = registry(&Parts::default()).parse(&text).unwrap().into_owned();
    assert_eq!(url.to_canonical(), "x-note:hello");
}

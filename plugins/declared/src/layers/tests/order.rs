//! Independence of the order in a file.

use super::*;

/// The tables of one layer, in any order.
fn shuffled() -> impl Strategy<Value = String> {
    let tables = vec![
        scheme("com.example.a", "1.0.0", "private"),
        scheme("com.example.a", "2.0.0", "private"),
        scheme("com.example.b", "1.0.0", "private"),
        port_override("builtin", "builtin", &builtin_hash(Facet::Port), 71),
        "[[mask]]\nname = \"hxxp\"\nreason = \"r\"\n".to_owned(),
        "[[tombstone]]\nname = \"com.example.w\"\nremoved = 2025-01-01\n".to_owned(),
        gateway("one", "\"x-a\"", ""),
        gateway("two", "\"x-b\"", ""),
        "[policy]\nnever = [\"com.example.b\", \"com.example.*\"]\n".to_owned(),
        "[pin]\n\"com.example.a\" = \"^1\"\n".to_owned(),
    ];
    Just(tables).prop_shuffle().prop_map(|tables| tables.concat())
}

/// Summarizes a resolution, without line numbers.
fn essence(resolved: &Resolved) -> String {
    let mut text = String::new();
    for scheme in resolved.lock().schemes {
        writeln!(text, "{scheme:?}").unwrap();
    }
    for delta in resolved.delta() {
        writeln!(text, "{:?} {} {:?}", delta.kind, delta.name, delta.detail).unwrap();
    }
    for (name, _) in resolved.names() {
        writeln!(text, "{name} {:?}", resolved.decide_name(name).decision).unwrap();
    }
    let mut gateways: Vec<_> = resolved.gateways().iter().map(|one| &one.id).collect();
    gateways.sort();
    writeln!(text, "{gateways:?}").unwrap();
    text
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn the_order_in_a_file_has_no_effect(one in shuffled(), other in shuffled()) {
        let echo = || public(&scheme("echo", "1.0.0", "permanent"));
        let essence = |text: &str| essence(&resolve([echo(), org(text)]));
        prop_assert_eq!(essence(&one), essence(&other));
    }
}

//! Locks, and layers that are older than their lock.

use super::*;

#[test]
fn locks_round_trip() {
    let layers = || {
        [
            public(&scheme("echo", "1.0.0", "permanent")),
            org(&(scheme("com.example.a", "1.0.0", "private")
                + &port_override("builtin", "builtin", &builtin_hash(Facet::Port), 71))),
        ]
    };
    let lock = resolve(layers()).lock();
    let names: Vec<_> = lock.schemes.iter().map(|scheme| scheme.name.as_str()).collect();
    assert_eq!(names, ["builtin", "com.example.a", "echo"]);
    assert!(lock.to_string().contains("port = \"sha256:"), "{lock}");
    // Earlier locks have the digits alone.
    assert_eq!(lock.to_string().replace("sha256:", "").parse::<RegistryLock>().unwrap(), lock);
    let read: RegistryLock = lock.to_string().parse().unwrap();
    assert_eq!(read, lock);
    assert_eq!(resolve(layers()).verify(&read), []);
    let [low, high] = layers();
    let changed =
        layer("organization", "com.example", &["com.example.*"], &scheme("com.example.a", "1.0.1", "private"));
    let differences = resolve([low, changed]).verify(&read);
    let mut text = String::new();
    for one in &differences {
        writeln!(text, "{one}").unwrap();
    }
    for expect in [
        "the sha256 of the layer `com.example` was sha256:",
        "the port of `builtin` 1.0.0 was sha256:",
        "`com.example.a` 1.0.0 was removed: layer com.example, syntax sha256:",
        "`com.example.a` 1.0.1 is new: layer com.example, syntax sha256:",
    ] {
        assert!(text.contains(expect), "{text}");
    }
    drop(high);
}

#[test]
fn a_lock_shows_the_change_below_a_stale_override() {
    let below = |port: &str| {
        let entry = scheme("com.example.a", "1.0.0", "private");
        org(&entry.replace("default = 7", port))
    };
    let above = |expect: &str| user(&port_override("com.example.a", "com.example", expect, 71));
    let expect = hash(&resolve([below("default = 7")]), "com.example.a", Facet::Port);
    let locked = resolve([below("default = 7"), above(&expect)]).lock();
    let stack = stack([below("default = 8"), above(&expect)]);
    assert_eq!(found(&stack)[0].id(), "SR603");
    let differences = locked.differences(&stack.lock(&base()));
    let what: Vec<_> = differences.iter().map(|one| one.what.as_str()).collect();
    assert_eq!(what, ["the sha256 of the layer `com.example`", "the port of `com.example.a` 1.0.0"]);
}

#[test]
fn the_order_of_layers_is_locked() {
    let lock = |layers: [RegistryFile; 2]| resolve(layers).lock();
    let team = |id: &str| layer("team", id, &[&format!("{id}.*")], "");
    let (one, other) = (team("com.one"), team("com.other"));
    let locked = lock([one.clone(), other.clone()]);
    let differences = locked.differences(&lock([other, one]));
    let lines: Vec<_> = differences.iter().map(LockDifference::to_string).collect();
    assert_eq!(lines, ["the order of the layers was com.one < com.other, now com.other < com.one"]);
}

#[test]
fn malformed_locks_are_rejected() {
    for (text, expect) in [
        ("schema = 1\n[[layer]]\nid = 1\n", "the lock, `[[layer]]` number 1: expected a string in `id`"),
        ("schema = 1\n[[scheme]]\nnam = \"a\"\n", "unknown key `nam`"),
        ("schema = 1\nlayer = 1\n", "`layer` is not an array of tables"),
        ("schema = 2\n", "schema 2"),
        ("schema = 1\nmore = 1\n", "unknown key `more`"),
        ("[", "cannot be parsed"),
    ] {
        let error = text.parse::<RegistryLock>().unwrap_err().to_string();
        assert!(error.contains(expect), "{text}: {error}");
    }
}

#[test]
fn older_layers_are_rejected() {
    let mut lock = resolve([org("")]).lock();
    let with = |lock: &RegistryLock| {
        let stack = stack([org("")]).with_lock(lock.clone());
        found(&stack).iter().map(Finding::id).collect::<Vec<_>>()
    };
    assert_eq!(with(&lock), Vec::<&str>::new());
    lock.layers[0].serial = 6;
    assert_eq!(with(&lock), ["SR612"]);
    lock.layers[0].serial = 5;
    lock.layers[0].version = semver::Version::new(1, 0, 1);
    assert_eq!(with(&lock), ["SR612"]);
}

#[test]
fn stale_layers_have_a_warning() {
    let text = org("[registry.source]\nupdated = 2026-01-01\n");
    let on = |day: &str| found(&stack([text.clone()]).with_date(day.parse().unwrap())).len();
    assert_eq!((on("2026-04-01"), on("2026-04-02")), (0, 1));
}

//! The answers of a plugin: each violation of the contract rejects the URL, and does not affect the next one.

use std::any::Any;

use crate::dynamic::support::{Folder, registry};
use anyurl_core::{Environment, ErrorKind, Options, PlanError, Profile, Registry, Report, Step};
use anyurl_host::{PluginScheme, Violation};

fn pigeons() -> Option<(Folder, Registry)> {
    let folder = Folder::new();
    let path = folder.plugin("pigeon-good", &[])?;
    let registry = registry(&path);
    Some((folder, registry))
}

#[test]
fn answers_that_break_the_contract_reject_the_url() {
    let Some((_folder, registry)) = pigeons() else {
        return;
    };
    for (loft, violation) in [
        ("range", Violation::Span),
        ("before", Violation::Span),
        ("reversed", Violation::Span),
        ("kind", Violation::Kind),
        ("user", Violation::Lenient),
        ("twice", Violation::Twice),
        ("port", Violation::Order),
        ("count", Violation::Count),
        ("unwritten", Violation::Count),
        ("huge", Violation::Count),
        ("loop", Violation::Count),
        ("status", Violation::Status),
        ("hundred", Violation::Status),
        ("lenient", Violation::Lenient),
        ("error", Violation::Error),
        ("requirement", Violation::Error),
        ("component", Violation::Error),
        ("panic", Violation::Panic),
        ("memory", Violation::Failed),
    ] {
        let text = format!("x-pigeon://h/bad-{loft}");
        let error = registry.parse(&text).unwrap_err();
        assert_eq!(*error.requirement(), *violation.requirement(), "{loft}");
        assert_eq!((error.kind(), error.span().range()), (ErrorKind::Forbidden, 9..text.len()));
        assert!(error.to_string().contains("plugin"), "{error}");
        assert!(registry.parse("x-pigeon://h/roof/7").is_ok());
    }
    let lenient = Options::new().lenient();
    for (loft, violation) in
        [("deviation", Violation::Deviation), ("loop", Violation::Count), ("huge", Violation::Count)]
    {
        let text = format!("x-pigeon://h/bad-{loft}");
        let error = registry.parser().options(lenient).parse(&text).unwrap_err();
        assert_eq!(*error.requirement(), *violation.requirement(), "{loft}");
    }
}

#[test]
fn messages_of_a_plugin_are_sanitized() {
    let Some((_folder, registry)) = pigeons() else {
        return;
    };
    for (loft, shown) in [("panic", "caught \u{FFFD}[31mred"), ("message", "\u{FFFD} lies")] {
        let text = format!("x-pigeon://h/bad-{loft}");
        let error = registry.parse(&text).unwrap_err();
        let explanation = registry.explain(&text, Options::new(), &error);
        let expected = explanation.message.unwrap();
        assert_eq!(expected.trim_end_matches('\u{FFFD}'), shown, "{loft}");
        assert!(expected.len() < 2000);
        let report = Report::new(&registry, &text, Options::new(), &error);
        assert!(!report.to_string().contains('\x1B'));
    }
}

/// A text; kind, rule, component, span and requirement of its error.
const ERRORS: &[(&str, &str)] = &[
    ("x-pigeon:h", "missing ip-schemepart schemepart 9..9 R-3.1-1"),
    ("x-pigeon:/h", "missing ip-schemepart schemepart 10..10 R-3.1-1"),
    ("x-pigeon://h", "missing loft loft 12..12 R-2.1-2"),
    ("x-pigeon://h/a~b", "unexpected loft loft 14..15 A-42"),
    ("x-pigeon://h/a%4", "bad-escape loft loft 14..15 A-31"),
    ("x-pigeon://h/a b", "unexpected loft loft 14..15 A-43"),
    ("x-pigeon://h/a#b", "unexpected loft loft 14..16 A-40"),
    ("x-pigeon://h/a/x", "unexpected ring ring 15..16 ring-digits"),
    // The host parses host and port itself, and reports the leftmost error.
    ("x-pigeon://a_b/~", "unexpected host host 12..13 A-27"),
    ("x-pigeon://1.2.3.999/a", "out-of-range hostnumber host 17..20 A-25"),
    ("x-pigeon:///a", "missing host host 11..11 A-29"),
    ("x-pigeon://h:/a", "missing port port 12..13 A-24"),
    ("x-pigeon://h:x/~", "unexpected port port 13..14 R-3.1-10"),
    ("x-pigeon://h:99999/a", "out-of-range port port 13..18 A-24"),
    ("x-pigeon://joe:pw@h/a", "forbidden hostport user 11..18 A-09"),
    // A plugin never sees characters outside US-ASCII; errors before them are reported first.
    ("x-pigeon://h/a\u{e9}~", "unexpected loft loft 14..16 A-43"),
    ("x-pigeon://h/~\u{e9}", "unexpected loft loft 13..14 A-42"),
    ("x-pigeon://h\u{e9}/a", "unexpected host host 12..14 R-3.1-5"),
    ("x-pigeon://h/a/7\u{e9}", "unexpected ring ring 16..18 ring-digits"),
    ("x-pigeon:\u{e9}", "missing ip-schemepart schemepart 9..9 R-3.1-1"),
];

#[test]
fn errors_equal_those_of_built_in_schemes() {
    let Some((_folder, registry)) = pigeons() else {
        return;
    };
    for (text, should) in ERRORS {
        let error = registry.parser().rfc1738().parse(text).unwrap_err();
        let (kind, rule, component) = (error.kind(), error.rule(), error.component());
        let (span, id) = (error.span(), error.requirement().id());
        let is = format!("{kind} {rule} {component} {span:?} {id}");
        assert_eq!(is, *should, "{text}");
    }
}

#[test]
fn lenient_mode_forgives_what_every_scheme_forgives() {
    let Some((_folder, registry)) = pigeons() else {
        return;
    };
    let lenient = Options::new().lenient().rfc1738();
    for (text, loft, warnings) in [
        ("x-pigeon://h/a b", "a b", &["A-43@14..15"][..]),
        ("x-pigeon://h/a\u{e9}\u{e9}~%", "a\u{e9}\u{e9}~%", &["A-43@14..18", "A-42@18..19", "A-31@19..20"]),
        ("x-pigeon://h_/a", "a", &["A-27@12..13"]),
        ("x-pigeon://h:/a/+7", "a", &["A-24@12..13", "ring-hash@16..17"]),
        (" x-pigeon://h/a~#f", "a~", &["A-44@0..1", "A-42@15..16", "A-40@16..18"]),
        ("x-pigeon://h/a", "a", &[]),
    ] {
        let url = registry.parser().options(lenient).parse(text).unwrap();
        assert_eq!(url.component("loft").unwrap().text(), loft, "{text}");
        let mut is: Vec<_> = url.warnings();
        is.sort_by_key(|warning| warning.span().start());
        let is: Vec<_> = is.iter().map(|one| format!("{}@{:?}", one.id(), one.span())).collect();
        assert_eq!(is, warnings, "{text}");
    }
    // More deviations than the first buffer holds: the host calls the plugin once more.
    let many = format!("x-pigeon://h/a/{}7", "+".repeat(100));
    assert_eq!(registry.parser().options(lenient).parse(&many).unwrap().warnings().len(), 100);
    let most = format!("x-pigeon://h/a/{}7", "+".repeat(5000));
    let error = registry.parser().options(lenient).parse(&most).unwrap_err();
    assert_eq!(*error.requirement(), *Violation::Count.requirement());
}

#[test]
fn steps_pass_the_guard() {
    let folder = Folder::new();
    let steps = "-DSTEPS=\"\"";
    let Some(plans) = folder.plugin("pigeon-plans", &["-DCASE_PLAN", steps]) else {
        return;
    };
    let declared = folder.plugin("pigeon-good", &[]).unwrap();
    for path in [&plans, &declared] {
        let registry = registry(path);
        let environment = Environment::new();
        let url = registry.parse("x-pigeon://h/ro%2Fof/7").unwrap();
        let plan = url.plan(&environment).unwrap();
        let [Step::Connect { port: 7070, .. }, Step::Send(line), Step::Receive(_)] = plan.steps() else {
            panic!("{plan:?}");
        };
        assert_eq!(line.bytes().unwrap(), b"ro/of 7\r\n");
        // Decoded bytes that would act as protocol.
        let error = registry.parse("x-pigeon://h/a%0D%0ab/7").unwrap().plan(&environment).unwrap_err();
        let PlanError::UnsafeByte { byte: 13, component, span, .. } = error else {
            panic!("{error}");
        };
        assert_eq!((component.as_str(), span.range()), ("loft", 14..17));
        // So would a space, which separates arguments.
        let url = registry.parse("x-pigeon://h/ro%20of/7").unwrap();
        let error = url.plan(&environment).unwrap_err();
        assert_eq!(error.kind().as_str(), "unsafe-octets", "{error}");
    }
    let registry = registry(&plans);
    for (loft, says) in [
        ("kind", "a step of the undefined kind 9"),
        ("brace", "`{other}` is not a component"),
        ("until", "`ever` is not a valid end"),
        ("utf8", "could not complete the call"),
        ("null", "could not complete the call"),
        // A refused step fails the plan even if the plugin ignores it.
        ("silent", "could not complete the call"),
        ("many", "too many steps"),
        ("none", "its plugin has no plan for it"),
        ("panic", "panicked: fell\u{FFFD}"),
        ("no", "a ring has a number"),
        ("status", "an undefined status"),
    ] {
        let text = format!("x-pigeon://h/plan-{loft}/7");
        let error = registry.parse(&text).unwrap().plan(&Environment::new()).unwrap_err();
        let kind = if loft == "none" { "no-access-method" } else { "failed" };
        assert_eq!(error.kind().as_str(), kind);
        assert!(error.to_string().contains(says), "{loft}: {error}");
    }
}

#[test]
fn canonical_forms_are_the_general_ones_with_edits() {
    let folder = Folder::new();
    let Some(path) = folder.plugin("pigeon-canonical", &["-DCASE_CANONICAL"]) else {
        return;
    };
    let registry = registry(&path);
    let lenient = Options::new().lenient();
    for (text, canonical) in [
        ("X-PIGEON://H:07070/roof/7", "x-pigeon://h/ROOF/7"),
        ("x-pigeon://h/%7ea", "x-pigeon://h/%7EA"),
        // Offsets in escaped characters are mapped back to whole characters.
        ("x-pigeon://h/\u{e9}a#f", "x-pigeon://h/%C3%A9A#f"),
        // The general rules apply to the result of the edits.
        ("x-pigeon://h/edits-escape", "x-pigeon://h/A%7E"),
        ("x-pigeon://H/edits-none", "x-pigeon://h/edits-none"),
    ] {
        let url = registry.parser().options(lenient).parse(text).unwrap();
        assert_eq!(url.to_canonical(), canonical, "{text}");
        assert_eq!(registry.parser().options(lenient).parse(canonical).unwrap().to_canonical(), canonical);
    }
    // One edit for each byte of a long URL is allowed.
    let text = format!("x-pigeon://h/{}", "a".repeat(50_000));
    let canonical = registry.parse(&text).unwrap().to_canonical();
    assert_eq!(canonical, text.replace('a', "A"));
}

/// Edits that violate the contract.
const EDITS: &[(&str, Violation)] = &[
    ("far", Violation::Edit),
    ("before", Violation::Edit),
    ("back", Violation::Edit),
    ("space", Violation::Edit),
    ("hash", Violation::Edit),
    ("control", Violation::Edit),
    ("utf8", Violation::Edit),
    ("null", Violation::Edit),
    ("over", Violation::Edit),
    ("order", Violation::Edit),
    ("within", Violation::Edit),
    ("whole", Violation::Edit),
    ("large", Violation::Edit),
    ("large-back", Violation::Edit),
    ("many", Violation::Edit),
    ("append", Violation::Canonical),
    ("port", Violation::Canonical),
    ("label", Violation::Canonical),
    ("user", Violation::Canonical),
    ("slashes", Violation::Canonical),
    ("foreign", Violation::Canonical),
    ("nothing", Violation::Canonical),
    ("grow", Violation::Canonical),
    ("turn", Violation::Canonical),
    ("panic", Violation::Panic),
    ("memory", Violation::Failed),
    ("status", Violation::Status),
    ("bad-url", Violation::Status),
];

/// The canonical form is then the general one, and the scheme reports the violation.
#[test]
fn edits_that_break_the_contract_are_not_made() {
    let folder = Folder::new();
    for (name, violation) in EDITS {
        // A separate scheme for each row, because a scheme keeps its first violation.
        let scheme = format!("x-{name}");
        let flags = ["-DCASE_CANONICAL", &format!("-DSCHEME=\"{scheme}\"")];
        let Some(path) = folder.plugin(&format!("pigeon-edits-{name}"), &flags) else {
            return;
        };
        let registry = registry(&path);
        let canonical = |text: &str| registry.parse(text).unwrap().to_canonical();
        let said = || {
            let entry = registry.get(&scheme, Profile::Rfc1738).unwrap();
            let scheme: &dyn Any = entry.scheme();
            scheme.downcast_ref::<PluginScheme>().unwrap().violation()
        };
        assert_eq!(canonical(&format!("{scheme}://h/roof")), format!("{scheme}://h/ROOF"));
        assert_eq!(said(), None, "{name}");
        let text = format!("{scheme}://H.example:7070/edits-{name}");
        let general = format!("{scheme}://h.example/edits-{name}");
        assert_eq!(canonical(&text), general);
        assert_eq!(canonical(&general), general);
        assert_eq!(said(), Some(*violation), "{name}");
    }
}

/// A plugin may write a message if and only if the host provides a buffer.
#[test]
fn a_message_is_written_only_into_a_buffer() {
    let Some((_folder, registry)) = pigeons() else {
        return;
    };
    // `say` writes wherever the pointer is not null; so does `canonicalize` in the tests above.
    let text = "x-pigeon://h/bad-write";
    let error = registry.parse(text).unwrap_err();
    let explanation = registry.explain(text, Options::new(), &error);
    assert_eq!(explanation.message.as_deref(), Some("written"));
}

#[test]
fn urls_are_built_by_the_template() {
    let Some((_folder, registry)) = pigeons() else {
        return;
    };
    let url = registry.build("x-pigeon").unwrap().host("h").set("loft", "a b/c").set("ring", "7");
    assert_eq!(url.build().unwrap().as_str(), "x-pigeon://h/a%20b%2Fc/7");
}

//! Validity, components, warnings, lenient mode, canonical forms.

use anyurl_core::components::value::Value;
use anyurl_core::{Options, Url};
use serde_json::{Map, Value as Json, json};

use super::{cases, each, registry};

fn parse(text: &str) -> Result<Url<'_>, anyurl_core::Error> {
    registry().parse(text)
}

fn parse_with(text: &str, options: Options) -> Result<Url<'_>, anyurl_core::Error> {
    registry().parser().options(options).parse(text)
}

fn input(case: &Json) -> Option<&str> {
    case["input"].as_str()
}

#[test]
fn validity_and_scheme() {
    each(1, |case| {
        let (Some(text), Some(valid)) = (input(case), case["valid"].as_bool()) else {
            return Ok(false);
        };
        match parse(text) {
            Ok(url) if valid && case["scheme"] == *url.scheme() => Ok(true),
            Ok(url) if valid => Err(format!("{text:?} has the scheme {}", url.scheme())),
            Ok(_) => Err(format!("{text:?} is accepted")),
            Err(error) if valid => Err(format!("{text:?} is rejected: {error}")),
            Err(_) => Ok(true),
        }
    });
}

#[test]
fn refusals_explain_themselves() {
    each(1, |case| {
        let Some(Err(error)) = input(case).map(parse) else {
            return Ok(false);
        };
        let text = input(case).unwrap_or_default();
        let requirement = error.requirement();
        let is_complete = text.get(error.span().range()).is_some()
            && !error.rule().is_empty()
            && !error.component().is_empty()
            && !requirement.help().is_empty()
            && error.to_string().ends_with(&format!("({})", requirement.section()));
        let corrected = registry().explain(text, Options::new().rfc1738(), &error).repaired;
        match corrected.map(|text| parse(&text).map(drop)) {
            Some(Err(error)) => Err(format!("the repair of {text:?} is rejected: {error}")),
            _ if is_complete => Ok(true),
            _ => Err(format!("{text:?}: {error:?}")),
        }
    });
}

#[test]
fn lenient_mode() {
    each(1, |case| {
        let (Some(text), Some(lenient)) = (input(case), case["lenient"].as_bool()) else {
            return Ok(false);
        };
        let outcome = parse_with(text, Options::new().rfc1738().lenient());
        match (outcome, case["amb"].as_array()) {
            (Err(error), _) if lenient => Err(format!("{text:?} is rejected leniently: {error}")),
            (Ok(_), _) if !lenient => Err(format!("{text:?} is accepted leniently")),
            (Ok(url), Some(ids)) => {
                let warnings = url.warnings();
                let is_reported = warnings.iter().any(|warning| ids.contains(&json!(warning.id())));
                if is_reported { Ok(true) } else { Err(format!("{text:?}: {warnings:?}, none of {ids:?}")) }
            }
            _ => Ok(true),
        }
    });
}

#[test]
fn components() {
    each(1, |case| {
        let (Some(text), Some(expect)) = (input(case), case["components"].as_object()) else {
            return Ok(false);
        };
        let url = parse(text).map_err(|error| error.to_string())?;
        let mut expect = expect.clone();
        if let Some(Json::Object(ip)) = expect.remove("ip") {
            expect.extend(ip);
        }
        for (name, expect) in &expect {
            let is = component(&url, name);
            if is != *expect && has_component(&url, name) {
                return Err(format!("{text:?}: {name} is {is}, should be {expect}"));
            }
        }
        let extra = url.components().find(|part| !expect.contains_key(part.name()));
        extra.map_or(Ok(true), |part| Err(format!("{text:?}: the case has no component {}", part.name())))
    });
}

/// Whether the registration has a component: the cases list `url-path` for all schemes, but only ftp and generic URLs
/// have it.
fn has_component(url: &Url<'_>, name: &str) -> bool {
    name != "url-path" || url.registration().component(name).is_some()
}

/// A component in the format of the cases: raw and decoded separately if they differ.
fn component(url: &Url<'_>, name: &str) -> Json {
    if name == "effective_port" {
        return json!(url.effective_port());
    }
    let Some(part) = url.component(name) else {
        return Json::Null;
    };
    match part.value() {
        Value::Text(text) if part.decoded().is_none() => json!(text),
        Value::Text(text) => raw_and_decoded(&text),
        Value::Number(number) => json!(number.as_u64()),
        Value::True => json!(true),
        Value::List(list) => list.into_iter().map(raw_and_decoded).collect(),
        Value::Fields(fields) => {
            fields.into_iter().map(|(name, value)| json!([raw_and_decoded(name), value.map(raw_and_decoded)])).collect()
        }
        other => unreachable!("{other:?}"),
    }
}

fn raw_and_decoded(text: &str) -> Json {
    let bytes = anyurl_core::authors::escape::decode(text);
    if *bytes == *text.as_bytes() {
        return json!(text);
    }
    match std::str::from_utf8(&bytes) {
        Ok(decoded) => json!({"raw": text, "decoded": decoded}),
        Err(_) => json!({"raw": text, "decoded_hex": hex(&bytes)}),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

#[test]
fn warnings() {
    each(1, |case| {
        let Some(Ok(url)) = input(case).map(parse) else {
            return Ok(false);
        };
        // The cases contain only warnings of Section 6; `unregistered-scheme` is our own.
        let warnings = url.warnings();
        let is: Vec<_> =
            warnings.iter().map(anyurl_core::Warning::id).filter(|id| *id != "unregistered-scheme").collect();
        let expect = case["warnings"].as_array().cloned().unwrap_or_default();
        if json!(is) == json!(expect) { Ok(true) } else { Err(format!("{url}: {is:?}, should be {expect:?}")) }
    });
}

#[test]
fn canonical_forms() {
    each(1, |case| {
        let (Some(text), Some(expect)) = (input(case), case["canonical"].as_str()) else {
            return Ok(false);
        };
        let canonical = |text| parse(text).map(|url| url.to_canonical()).map_err(|error| error.to_string());
        let is = canonical(text)?;
        if is != expect {
            return Err(format!("{text:?} is {is:?}, should be {expect:?}"));
        }
        for (key, equal) in [("equivalent_to", true), ("not_equivalent_to", false)] {
            for other in case[key].as_array().into_iter().flatten().filter_map(Json::as_str) {
                let parse = |text| parse(text).map_err(|error| error.to_string());
                let (one, two) = (parse(text)?, parse(other)?);
                let ways =
                    [canonical(other)? == is, one.is_equivalent(&two), one.canonical_key() == two.canonical_key()];
                if ways != [equal; 3] {
                    return Err(format!("{text:?} and {other:?}: {key} does not hold"));
                }
            }
        }
        Ok(true)
    });
}

#[test]
fn every_character_in_a_template() {
    each(1, |case| {
        let Some(template) = case["input_template"].as_str() else {
            return Ok(false);
        };
        for c in (0..128_u8).map(char::from) {
            let text = template.replace("{c}", &c.to_string());
            let holds = |set: &str| case[set].as_str().is_some_and(|set| set.contains(c));
            let parsed = parse(&text);
            if parsed.is_ok() != (holds("allowed") || holds("valid_but_delimits")) {
                return Err(format!("{text:?}: {parsed:?}"));
            }
            if let (Ok(url), true) = (parsed, holds("allowed")) {
                same_component(case, &url, "{c}", &c.to_string())?;
            }
        }
        Ok(true)
    });
}

#[test]
fn every_byte_in_a_template() {
    each(1, |case| {
        let Some(template) = case["octet_template"].as_str() else {
            return Ok(false);
        };
        for byte in 0..=255_u8 {
            let xx = format!("{byte:02X}");
            let text = template.replace("{xx}", &xx);
            let listed = |set: &str| case[set].as_array().is_some_and(|set| set.contains(&json!(xx)));
            let parsed = parse(&text);
            if parsed.is_ok() == listed("invalid_octets") {
                return Err(format!("{text:?}: {parsed:?}"));
            }
            if let (Ok(url), false) = (parsed, listed("delimiter_octets")) {
                same_component(case, &url, "{xx}", &xx)?;
            }
        }
        Ok(true)
    });
}

/// Checks that the component has the text of the case's template.
fn same_component(case: &Json, url: &Url<'_>, hole: &str, filling: &str) -> Result<(), String> {
    let name = case["component"].as_str().unwrap_or_default();
    let expect = case["component_template"].as_str().unwrap_or_default().replace(hole, filling);
    let is = raw(url, name);
    if is.as_deref() == Some(&expect) || !has_component(url, name) {
        Ok(())
    } else {
        Err(format!("{url}: {name} is {is:?}, should be {expect:?}"))
    }
}

/// The raw text of the component `name`, or of element `n` of the list `name` for `name.n`.
fn raw(url: &Url<'_>, name: &str) -> Option<String> {
    let (name, n) = name.split_once('.').unwrap_or((name, ""));
    let part = url.component(name)?;
    match (part.value(), n.parse::<usize>()) {
        (Value::List(list), Ok(n)) => list.get(n).map(ToString::to_string),
        _ => Some(part.text().to_owned()),
    }
}

/// Every case has a shape that some test handles.
#[test]
fn every_case_has_one_of_the_three_shapes() {
    let shapes = ["input", "input_template", "octet_template"];
    let has = |case: &Json, shape: &&str| case.as_object().is_some_and(|case: &Map<_, _>| case.contains_key(*shape));
    assert!(cases().all(|case| shapes.iter().filter(|shape| has(&case, shape)).count() == 1));
}

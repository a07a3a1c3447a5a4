//! The `access` and `access_error` of the cases.

use anyurl_core::plan::{EmptySearch, LinePart, SentBytes};
use anyurl_core::{Environment, Plan, Step};
use serde_json::{Value as Json, json};

use super::{each, registry};

#[test]
fn access() {
    each(100, |case| {
        let (Some(text), Some(expect)) = (case["input"].as_str(), case["access"].as_array()) else {
            return Ok(false);
        };
        let is = planned(text, &Environment::new())?;
        if same(&is, expect) {
            return Ok(true);
        }
        Err(format!("{text:?} is planned as\n  {}\n, should be\n  {}", json!(is), json!(expect)))
    });
}

/// with the compact option, the plan is `alt` of the case.
#[test]
fn access_compact() {
    let compact = Environment::new().empty_search(EmptySearch::Omitted);
    each(4, |case| {
        let alternative = |step: &Json| step["alt"][0]["bytes"].as_str().map(str::to_owned);
        let steps = case["access"].as_array();
        let Some(bytes) = steps.and_then(|steps| steps.iter().find_map(alternative)) else {
            return Ok(false);
        };
        let is = planned(case["input"].as_str().unwrap_or_default(), &compact)?;
        // Form data has one TAB in §3.4.9; the case lists two as the alternative.
        let expect = bytes.replacen("\t\t+\t1", "\t+\t1", 1);
        if is.iter().any(|step| step["bytes"] == *expect) {
            Ok(true)
        } else {
            Err(format!("{is:?} does not send {bytes:?}"))
        }
    });
}

#[test]
fn access_error() {
    each(4, |case| {
        let (Some(text), Some(expect)) = (case["input"].as_str(), case["access_error"].as_str()) else {
            return Ok(false);
        };
        let url = registry().parse(text).map_err(|error| error.to_string())?;
        match url.plan(&Environment::new()) {
            Err(error) if error.kind().as_str() == expect => Ok(true),
            other => Err(format!("{text:?}: {other:?}")),
        }
    });
}

#[test]
fn no_access_without_a_registration() {
    each(4, |case| {
        let Some(Ok(url)) = case["input"].as_str().map(|text| registry().parse(text)) else {
            return Ok(false);
        };
        if !url.is_generic() {
            return Ok(false);
        }
        match url.plan(&Environment::new()) {
            Err(error) if error.kind().as_str() == "no-access-method" && error.to_string().contains("register") => {
                Ok(true)
            }
            other => Err(format!("{url}: {other:?}")),
        }
    });
}

#[test]
fn every_byte_in_a_template() {
    each(3, |case| {
        let (Some(template), Some(refused)) =
            (case["octet_template"].as_str(), case["access_refused_octets"].as_array())
        else {
            return Ok(false);
        };
        for byte in 0..=255_u8 {
            let xx = format!("{byte:02X}");
            let text = template.replace("{xx}", &xx);
            let Ok(url) = registry().parse(&text) else {
                continue;
            };
            let outcome = url.plan(&Environment::new());
            let is_unsafe = matches!(&outcome, Err(error) if error.kind().as_str() == "unsafe-octets");
            if is_unsafe != refused.contains(&json!(xx)) {
                return Err(format!("{text:?}: {outcome:?}"));
            }
        }
        Ok(true)
    });
}

fn planned(text: &str, environment: &Environment) -> Result<Vec<Json>, String> {
    let url = registry().parse(text).map_err(|error| error.to_string())?;
    let plan = url.plan(environment).map_err(|error| format!("{text:?}: {error}"))?;
    Ok(steps(&plan, text))
}

/// A plan in the format of the cases.
fn steps(plan: &Plan, text: &str) -> Vec<Json> {
    let coded = |bytes: &SentBytes| coded(bytes, text);
    let step = |step: &Step| match step {
        Step::Connect { transport, host, port } => {
            json!({"op": "connect", "transport": transport.as_str(), "host": host.to_string(), "port": port})
        }
        Step::Send(line) => {
            let bytes: String = line.template().iter().map(|byte| char::from(*byte)).collect();
            let mut step = json!({"op": "send", "bytes": bytes});
            if let Some(code) = line.after_reply() {
                step["when"] = json!(code.to_string());
            }
            if line.is_guess() {
                step["guess"] = json!(true);
            }
            step
        }
        Step::Prompt { what, after_reply: when } => {
            json!({"op": "prompt", "what": what.as_str(), "when": when.map(|code| code.to_string())})
        }
        Step::Advise { user, password } => {
            json!({"op": "advise", "user": coded(user), "password": password.as_ref().map(coded)})
        }
        Step::Compose { to } => {
            json!({"op": "compose", "to": String::from_utf8_lossy(to.bytes())})
        }
        Step::Open { segments, .. } => {
            json!({"op": "open", "host": null, "segments": segments.iter().map(coded).collect::<Vec<_>>()})
        }
        Step::Call(call) => {
            let mut step = json!({"op": call.name()});
            for (name, value) in &call.arguments {
                step[name.as_ref()] = coded(value);
            }
            // The cases write the version that lenient mode reads into the name of the object.
            let field = |(name, value): &(LinePart, SentBytes)| match name {
                LinePart::Url(name) => Some(json!([coded(name), coded(value)])),
                _ => None,
            };
            if let Some(fields) = &call.fields {
                step["fields"] = fields.iter().filter_map(field).collect();
            }
            step
        }
        Step::Follow { what } => json!({"op": "follow", "what": what}),
        other => json!({"op": format!("{other:?}")}),
    };
    plan.steps().iter().map(step).collect()
}

/// Raw and decoded separately if they differ.
fn coded(bytes: &SentBytes, text: &str) -> Json {
    let raw = bytes.span().of(text);
    match std::str::from_utf8(bytes.bytes()) {
        Ok(decoded) if decoded == raw => json!(raw),
        Ok(decoded) => json!({"raw": raw, "decoded": decoded}),
        Err(_) => {
            let hex = bytes.bytes().iter().map(|byte| format!("{byte:02x}"));
            json!({"raw": raw, "decoded_hex": hex.collect::<Vec<_>>().concat()})
        }
    }
}

/// Compares step by step. If the case leaves the type open, either guess is accepted; [`access_compact`] tests `alt`.
fn same(is: &[Json], expect: &[Json]) -> bool {
    is.len() == expect.len()
        && is.iter().zip(expect).all(|(is, expect)| {
            let mut expect = expect.clone();
            expect.as_object_mut().expect("a step is an object").remove("alt");
            let guessed = expect["bytes"] == "TYPE {guess}\r\n";
            if guessed && (is["bytes"] == "TYPE A\r\n" || is["bytes"] == "TYPE I\r\n") {
                return is["guess"] == true;
            }
            *is == expect
        })
}

//! `Plan`: the steps that access a URL.

use anyurl::Step;
use anyurl::plan::{LinePart, SentBytes};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::plan_error;

/// The steps that access a URL, as data.
#[pyclass(frozen, module = "anyurl")]
pub(crate) struct Plan {
    plan: anyurl::Plan,
}

impl Plan {
    pub(crate) fn new(plan: anyurl::Plan) -> Self {
        Self { plan }
    }
}

#[pymethods]
impl Plan {
    /// ``{"op": "connect", "transport": "tcp", "host": "h", "port": 70}``, ``{"op": "send", "data": b"…"}`` …
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.plan.steps().iter().map(|one| step(py, one)).collect()
    }

    /// The ids and texts of notes.
    #[getter]
    fn notes(&self) -> Vec<(String, String)> {
        self.plan.notes().iter().map(|note| (note.id.to_string(), note.message.clone())).collect()
    }

    /// The placeholders of values that are still to be given, such as ``{email}``.
    #[getter]
    fn needs(&self) -> Vec<&'static str> {
        self.plan.needs().into_iter().map(|need| need.placeholder()).collect()
    }

    /// All bytes that are sent. Raises ``PlanError`` if a value is missing.
    fn wire<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.plan.wire().map_err(|error| plan_error(py, &error))?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn __repr__(&self) -> String {
        format!("<anyurl.Plan of {} steps>", self.plan.steps().len())
    }
}

/// `{"op": …}` with the keys of `anyurl plan --json`; what is sent is `bytes`.
fn step<'py>(py: Python<'py>, step: &Step) -> PyResult<Bound<'py, PyDict>> {
    let map = PyDict::new(py);
    let bytes = |sent: &SentBytes| PyBytes::new(py, sent.bytes());
    match step {
        Step::Connect { transport, host, port } => {
            map.set_item("op", "connect")?;
            map.set_item("transport", transport.as_str())?;
            map.set_item("host", host.to_string())?;
            map.set_item("port", port)?;
        }
        Step::Send(line) => {
            map.set_item("op", "send")?;
            map.set_item("data", PyBytes::new(py, &line.template()))?;
            if let Some(code) = line.after_reply() {
                map.set_item("when", code)?;
            }
            if line.is_guess() {
                map.set_item("guess", true)?;
            }
        }
        Step::Receive(until) => {
            map.set_item("op", "receive")?;
            map.set_item("until", until.as_str())?;
        }
        Step::Prompt { what, after_reply } => {
            map.set_item("op", "prompt")?;
            map.set_item("what", what.as_str())?;
            if let Some(code) = after_reply {
                map.set_item("when", code)?;
            }
        }
        Step::Advise { user, password } => {
            map.set_item("op", "advise")?;
            map.set_item("user", bytes(user))?;
            if let Some(password) = password {
                map.set_item("password", bytes(password))?;
            }
        }
        Step::Compose { to } => {
            map.set_item("op", "compose")?;
            map.set_item("to", bytes(to))?;
        }
        Step::Open { root, segments } => {
            let root = root.iter().map(|name| PyBytes::new(py, name.as_bytes()));
            map.set_item("op", "open")?;
            map.set_item("segments", root.chain(segments.iter().map(bytes)).collect::<Vec<_>>())?;
        }
        Step::Call(call) => {
            map.set_item("op", call.name())?;
            for (name, value) in &call.arguments {
                map.set_item(name.as_ref(), bytes(value))?;
            }
            if let Some(fields) = &call.fields {
                let name = |part: &LinePart| PyBytes::new(py, &part.bytes());
                let pairs: Vec<_> = fields.iter().map(|(part, value)| (name(part), bytes(value))).collect();
                map.set_item("fields", pairs)?;
            }
        }
        Step::Follow { what } => {
            map.set_item("op", "follow")?;
            map.set_item("what", what.as_ref())?;
        }
        Step::Gateway { url } => {
            map.set_item("op", "gateway")?;
            map.set_item("url", PyBytes::new(py, &url.template()))?;
        }
        other => {
            map.set_item("op", "other")?;
            map.set_item("step", format!("{other:?}"))?;
        }
    }
    Ok(map)
}

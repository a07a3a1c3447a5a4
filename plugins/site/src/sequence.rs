//! The steps of a plan as a sequence picture, and as a list with the same content.

use std::fmt::{self, Write};

use serde::Serialize;
use serde_json::Value;

use crate::text::{cut, escaped};

/// The steps of a plan for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Sequence {
    /// The picture, an `svg` element.
    pub(crate) svg: String,
    /// The steps as sentences.
    pub(crate) items: Vec<Item>,
}

/// A step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Item {
    /// What is done, such as `send`.
    pub(crate) what: String,
    /// With what: bytes, a file, arguments.
    pub(crate) with: String,
    /// When it is done, or that it is a guess.
    pub(crate) aside: String,
    #[serde(skip)]
    direction: Direction,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    ToServer,
    ToClient,
    /// The client does it by itself.
    Here,
}

/// The picture of steps as `locator plan --json` prints them; `title` says what it shows.
pub(crate) fn sequence(steps: &[Value], title: &str) -> Sequence {
    let items: Vec<_> = steps.iter().map(item).collect();
    let server = steps.iter().find(|step| step["op"] == "connect").map(address);
    let mut svg = String::new();
    // Writing to a `String` cannot fail.
    let _ = Picture { to: &mut svg }.write(&items, server.as_deref(), title);
    Sequence { svg, items }
}

fn address(step: &Value) -> String {
    format!("{}:{}", text(&step["host"]), text(&step["port"]))
}

/// A value as text: bytes that are not text in hexadecimal digits, line ends as escapes.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => {
            text.replace('\\', "\\\\").replace('\r', "\\r").replace('\n', "\\n").replace('\t', "\\t")
        }
        Value::Object(bytes) => bytes.get("hex").map(|hex| format!("hex {}", text(hex))).unwrap_or_default(),
        Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join(" = "),
        other => other.to_string(),
    }
}

fn item(step: &Value) -> Item {
    let op = step["op"].as_str().unwrap_or_default();
    let (what, with, direction) = match op {
        "connect" => {
            let what = format!("connect by {}", text(&step["transport"]).to_uppercase());
            (what, address(step), Direction::ToServer)
        }
        "send" if step.get("hex").is_some() => {
            ("send".to_owned(), format!("hex {}", text(&step["hex"])), Direction::ToServer)
        }
        "send" => ("send".to_owned(), text(&step["text"]), Direction::ToServer),
        "receive" => {
            ("receive".to_owned(), format!("until {}", text(&step["until"]).replace('-', " ")), Direction::ToClient)
        }
        "prompt" => ("ask the user".to_owned(), text(&step["what"]).replace('-', " "), Direction::Here),
        "open" => {
            let segments = step["segments"].as_array().into_iter().flatten();
            let path: Vec<_> = segments.map(|segment| format!("/{}", text(segment))).collect();
            ("open the file".to_owned(), path.concat(), Direction::Here)
        }
        "compose" => ("compose a message".to_owned(), text(&step["to"]), Direction::Here),
        "follow" => ("follow".to_owned(), text(&step["what"]), Direction::Here),
        "gateway" => ("use the gateway".to_owned(), text(&step["url"]), Direction::Here),
        "advise" => ("show the login".to_owned(), arguments(step), Direction::Here),
        call => (format!("call {call}"), arguments(step), Direction::Here),
    };
    Item { what, with, aside: aside(step), direction }
}

/// The members of a step besides its name.
fn arguments(step: &Value) -> String {
    let members = step.as_object().into_iter().flatten().filter(|(key, _)| *key != "op");
    let members: Vec<_> = members
        .map(|(key, value)| match (key.as_str(), value) {
            ("fields", Value::Array(fields)) => fields.iter().map(text).collect::<Vec<_>>().join(", "),
            _ => format!("{key} {}", text(value)),
        })
        .collect();
    members.join(", ")
}

fn aside(step: &Value) -> String {
    match (step.get("when"), step.get("guess")) {
        (Some(when), _) => format!("after reply {}", text(when)),
        (None, Some(_)) => "a guess".to_owned(),
        (None, None) => String::new(),
    }
}

/// The positions of the lifelines, and sizes, in units of the picture.
const CLIENT: usize = 60;
const SERVER: usize = 500;
const WIDTH: usize = 560;
const TOP: usize = 46;
const ROW: usize = 46;
/// The width of a character of the monospaced font, in tenths.
const CHARACTER: usize = 75;
/// The characters that fit between the lifelines.
const LABEL: usize = 54;

struct Picture<'p> {
    to: &'p mut String,
}

impl Picture<'_> {
    fn write(&mut self, items: &[Item], server: Option<&str>, title: &str) -> fmt::Result {
        let bottom = TOP + items.len() * ROW;
        let (height, title) = (bottom + 16, escaped(title));
        write!(
            self.to,
            "<svg class=\"sequence\" role=\"img\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
             xmlns=\"http://www.w3.org/2000/svg\"><title>{title}</title>"
        )?;
        self.lifeline(CLIENT, "client", "start", bottom)?;
        // A plan without a connection has no server.
        if let Some(server) = server {
            self.lifeline(SERVER, server, "end", bottom)?;
        }
        for (row, item) in items.iter().enumerate() {
            let y = TOP + row * ROW + 30;
            match (item.direction, server) {
                (Direction::ToServer, Some(_)) => self.arrow(y, item, CLIENT, SERVER)?,
                (Direction::ToClient, Some(_)) => self.arrow(y, item, SERVER, CLIENT)?,
                _ => self.note(y, item)?,
            }
        }
        self.to.write_str("</svg>")
    }

    fn lifeline(&mut self, x: usize, name: &str, anchor: &str, bottom: usize) -> fmt::Result {
        let name = escaped(&cut(name, LABEL - 14));
        let text_x = if anchor == "start" { 4 } else { WIDTH - 4 };
        write!(
            self.to,
            "<text class=\"party\" x=\"{text_x}\" y=\"20\" text-anchor=\"{anchor}\">{name}</text>\
             <line class=\"life\" x1=\"{x}\" y1=\"30\" x2=\"{x}\" y2=\"{bottom}\"/>"
        )
    }

    fn arrow(&mut self, y: usize, item: &Item, from: usize, to: usize) -> fmt::Result {
        let (class, label) = match item.direction {
            Direction::ToClient => ("arrow back", format!("reply {}", item.with)),
            Direction::ToServer if item.what == "send" => ("arrow", item.with.clone()),
            _ => ("arrow", item.what.clone()),
        };
        let (label, middle) = (escaped(&cut(&label, LABEL)), usize::midpoint(CLIENT, SERVER));
        let (near, base) = if to > from { (to - 1, to - 9) } else { (to + 1, to + 9) };
        write!(
            self.to,
            "<text class=\"label\" x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{label}</text>\
             <line class=\"{class}\" x1=\"{from}\" y1=\"{y}\" x2=\"{base}\" y2=\"{y}\"/>\
             <path class=\"head\" d=\"M{base} {} L{near} {y} L{base} {} Z\"/>",
            y - 7,
            y - 4,
            y + 4
        )?;
        self.aside(middle, "middle", y + 13, item)
    }

    fn note(&mut self, y: usize, item: &Item) -> fmt::Result {
        let label = if item.with.is_empty() { item.what.clone() } else { format!("{}: {}", item.what, item.with) };
        let label = cut(&label, LABEL + 6);
        let (x, width) = (CLIENT - 44, label.chars().count() * CHARACTER / 10 + 24);
        write!(
            self.to,
            "<rect class=\"note\" x=\"{x}\" y=\"{}\" width=\"{width}\" height=\"26\" rx=\"5\"/>\
             <text class=\"label\" x=\"{}\" y=\"{}\">{}</text>",
            y - 21,
            x + 12,
            y - 4,
            escaped(&label)
        )?;
        self.aside(CLIENT + 10, "start", y + 17, item)
    }

    fn aside(&mut self, x: usize, anchor: &str, y: usize, item: &Item) -> fmt::Result {
        if item.aside.is_empty() {
            return Ok(());
        }
        let aside = escaped(&item.aside);
        write!(self.to, "<text class=\"aside\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{aside}</text>")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_step_is_an_item() {
        for (step, what, with, aside) in [
            (json!({ "op": "connect", "transport": "tcp", "host": "h", "port": 21 }), "connect by TCP", "h:21", ""),
            (json!({ "op": "send", "text": "USER me\r\n", "when": "331" }), "send", "USER me\\r\\n", "after reply 331"),
            (json!({ "op": "send", "text": "TYPE I", "guess": true }), "send", "TYPE I", "a guess"),
            (json!({ "op": "send", "hex": "ff" }), "send", "hex ff", ""),
            (json!({ "op": "receive", "until": "dot-line" }), "receive", "until dot line", ""),
            (json!({ "op": "prompt", "what": "password" }), "ask the user", "password", ""),
            (json!({ "op": "open", "segments": ["etc", { "hex": "ff" }] }), "open the file", "/etc/hex ff", ""),
            (
                json!({ "op": "wais.search", "database": "d", "query": "q" }),
                "call wais.search",
                "database d, query q",
                "",
            ),
            (json!({ "op": "x.y", "fields": [["a", "1"], ["b", "2"]] }), "call x.y", "a = 1, b = 2", ""),
        ] {
            let item = item(&step);
            assert_eq!((&*item.what, &*item.with, &*item.aside), (what, with, aside), "{step}");
        }
    }

    #[test]
    fn texts_are_escaped_and_cut() {
        let steps = [
            json!({ "op": "connect", "transport": "tcp", "host": "<script>", "port": 1 }),
            json!({ "op": "send", "text": format!("<b a=\"'\">\u{202E}{}", "x".repeat(100)) }),
            json!({ "op": "</svg>", "a": "&" }),
        ];
        let Sequence { svg, items } = sequence(&steps, "</title>");
        for text in
            ["&lt;script&gt;:1", "&lt;b a=&quot;&#39;&quot;&gt;\u{FFFD}x", "call &lt;/svg&gt;", "&lt;/title&gt;", "…"]
        {
            assert!(svg.contains(text), "{text}: {svg}");
        }
        assert_eq!((svg.matches("</svg>").count(), svg.matches("<script").count()), (1, 0));
        assert!(!svg.contains(&"x".repeat(60)) && items[1].with.contains(&"x".repeat(100)));
    }

    #[test]
    fn without_a_connection_there_is_no_server() {
        let file = sequence(&[json!({ "op": "open", "segments": ["a"] })], "a file");
        assert_eq!((file.svg.matches("life").count(), file.svg.matches("class=\"note\"").count()), (1, 1));
    }
}

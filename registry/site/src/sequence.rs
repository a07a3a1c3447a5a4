//! The steps of a plan as a sequence picture.

use std::fmt::{self, Write};

use crate::data::PlanStep;
use crate::text::{cut, escaped};

/// The picture of steps; `title` says what it shows.
pub(crate) fn sequence(steps: &[PlanStep], title: &str) -> String {
    let server = steps.iter().find_map(server);
    let mut svg = String::new();
    // Writing to a `String` cannot fail.
    let _ = Picture { to: &mut svg }.write(steps, server, title);
    svg
}

/// The host and port of `connect`, whose details begin with the transport, or of the URL of a gateway.
fn server(step: &PlanStep) -> Option<&str> {
    match &*step.op {
        "connect" => Some(step.details.split_once(' ').map_or(&step.details, |(_, address)| address)),
        "gateway" => step.details.split_once("://")?.1.split('/').next(),
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    ToServer,
    ToClient,
    /// The client does it by itself.
    Here,
}

fn direction(step: &PlanStep) -> Direction {
    match &*step.op {
        "connect" | "gateway" | "send" => Direction::ToServer,
        "receive" => Direction::ToClient,
        _ => Direction::Here,
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
    fn write(&mut self, steps: &[PlanStep], server: Option<&str>, title: &str) -> fmt::Result {
        let bottom = TOP + steps.len() * ROW;
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
        for (row, step) in steps.iter().enumerate() {
            let y = TOP + row * ROW + 30;
            match (direction(step), server) {
                (Direction::ToServer, Some(_)) => self.arrow(y, step, CLIENT, SERVER)?,
                (Direction::ToClient, Some(_)) => self.arrow(y, step, SERVER, CLIENT)?,
                _ => self.note(y, step)?,
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

    fn arrow(&mut self, y: usize, step: &PlanStep, from: usize, to: usize) -> fmt::Result {
        let (class, label) = match &*step.op {
            "receive" => ("arrow back", format!("reply {}", step.details)),
            "send" => ("arrow", step.details.clone()),
            _ => ("arrow", format!("{} {}", step.op, step.details)),
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
        self.aside(middle, "middle", y + 13, step)
    }

    fn note(&mut self, y: usize, step: &PlanStep) -> fmt::Result {
        let words = format!("{} {}", step.op, step.details);
        let label = cut(words.trim_end(), LABEL + 6);
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
        self.aside(CLIENT + 10, "start", y + 17, step)
    }

    fn aside(&mut self, x: usize, anchor: &str, y: usize, step: &PlanStep) -> fmt::Result {
        let Some(aside) = &step.aside else { return Ok(()) };
        let aside = escaped(aside);
        write!(self.to, "<text class=\"aside\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{aside}</text>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(op: &str, details: &str) -> PlanStep {
        PlanStep { op: op.to_owned(), details: details.to_owned(), aside: None }
    }

    #[test]
    fn a_gateway_is_a_party() {
        let svg = sequence(&[step("gateway", "https://g.example:8443/a/b")], "a plan");
        assert!(svg.contains(">g.example:8443</text>") && svg.contains("class=\"arrow\""), "{svg}");
        assert!(!sequence(&[step("gateway", "urn:a")], "a plan").contains("class=\"arrow\""));
    }

    #[test]
    fn texts_are_escaped_and_cut() {
        let steps = [
            step("connect", "tcp <script>:1"),
            PlanStep {
                aside: Some("after reply <i>".to_owned()),
                ..step("send", &format!("<b a=\"'\">\u{202E}{}", "x".repeat(100)))
            },
            step("</svg>", "&"),
        ];
        let svg = sequence(&steps, "</title>");
        for text in [
            "&lt;script&gt;:1",
            "&lt;b a=&quot;&#39;&quot;&gt;\u{FFFD}x",
            "&lt;/svg&gt; &amp;",
            "after reply &lt;i&gt;",
            "&lt;/title&gt;",
            "…",
        ] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
        assert_eq!((svg.matches("</svg>").count(), svg.matches("<script").count()), (1, 0));
        assert!(!svg.contains(&"x".repeat(60)));
    }

    #[test]
    fn arrows_point_to_the_receiver() {
        let steps = [step("connect", "tcp h:21"), step("send", "QUIT"), step("receive", "until close")];
        let svg = sequence(&steps, "ftp");
        assert_eq!(svg.matches("class=\"arrow\" x1=\"60\"").count(), 2, "{svg}");
        assert_eq!(svg.matches("class=\"arrow back\" x1=\"500\"").count(), 1, "{svg}");
    }

    #[test]
    fn without_a_connection_there_is_no_server() {
        let file = sequence(&[step("open", "/a")], "a file");
        assert_eq!((file.matches("life").count(), file.matches("class=\"note\"").count()), (1, 1));
    }
}

//! Railroad diagrams of grammars, as SVG.
//!
//! A literal is a box with round corners, a rule one with square corners; what can be repeated has a way back below it,
//! and what can be left out a way above it.

mod labels;
mod layout;

use std::fmt;

use anyurl_abnf::{Element, GrammarRule};
use railroad::svg::{HDir, Renderer};
use railroad::{End, Node, NodeGeometry, Sequence, Start};

use layout::{Drawn, Layout};

use crate::text::visible;

/// Style of the diagrams in a page: text and lines have the colour of the text around them.
pub const CSS: &str = include_str!("../assets/diagram.css");

/// Further style of a document: colours for light and dark displays.
const DOCUMENT_CSS: &str = include_str!("../assets/diagram_document.css");

/// Wider sequences are divided into rows.
const WIDTH: i64 = 960;

/// The width of `Start` and `End`.
const ENDS: i64 = 60;
const MARGIN: i64 = 12;
const TITLE_HEIGHT: i64 = 36;
const NAME_HEIGHT: i64 = 26;
const RULE_GAP: i64 = 22;

/// The diagram of one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RuleDiagram {
    /// The name of the rule.
    pub name: String,
    /// The id that references link to; the element around the picture must have it.
    pub id: String,
    /// The picture: an SVG element for a page with [`CSS`].
    pub svg: String,
}

/// The diagram of each rule, to put into a page.
///
/// References to rules of the grammar are links to their ids, which begin with `prefix`. A page with several grammars
/// has several prefixes.
///
/// ```
/// use anyurl_abnf::{Dialect, rules};
/// use anyurl_registry_site::diagram::rule_diagrams;
///
/// let diagrams = rule_diagrams(&rules("t = \"x-t:\" name\nname = 1*ALPHA", Dialect::Rfc5234)?, "rule-");
/// assert_eq!(diagrams[1].id, "rule-name");
/// assert!(diagrams[0].svg.contains("\"#rule-name\""));
/// # Ok::<(), anyurl_abnf::GrammarError>(())
/// ```
pub fn rule_diagrams(rules: &[GrammarRule], prefix: &str) -> Vec<RuleDiagram> {
    let drawn = drawn(rules, prefix);
    drawn.iter().map(|rule| RuleDiagram { name: rule.name.to_owned(), id: rule.id.clone(), svg: rule.svg() }).collect()
}

/// A rule whose references lack a prefix.
pub(crate) fn without_prefix(rule: &GrammarRule, prefix: &str) -> GrammarRule {
    GrammarRule::new(&*rule.name, element_without(&rule.element, prefix))
}

fn element_without(element: &Element, prefix: &str) -> Element {
    let one = |element: &Element| element_without(element, prefix);
    match element {
        Element::Rule(name) => Element::Rule(name.strip_prefix(prefix).unwrap_or(name).to_owned()),
        Element::Choice(all) => Element::Choice(all.iter().map(one).collect()),
        Element::Sequence(all) => Element::Sequence(all.iter().map(one).collect()),
        Element::Repeat { min, max, element } => {
            Element::Repeat { min: *min, max: *max, element: Box::new(one(element)) }
        }
        other => other.clone(),
    }
}

/// The diagrams of all rules, one below the other, as an SVG file.
///
/// ```
/// use anyurl_abnf::{Dialect, rules};
/// use anyurl_registry_site::diagram::document;
///
/// let svg = document("x-t 1.0.0", &rules("t = \"x-t:\" 1*ALPHA", Dialect::Rfc5234)?);
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
/// # Ok::<(), anyurl_abnf::GrammarError>(())
/// ```
pub fn document(title: &str, rules: &[GrammarRule]) -> String {
    let drawn = drawn(rules, PREFIX);
    written(|to| write_document(to, &visible(title), &drawn))
}

/// The prefix of ids in a document.
const PREFIX: &str = "rule-";

/// The id of a rule: its name in lower case, with other characters than those of names as numbers.
fn id(prefix: &str, name: &str) -> String {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "-_+.".contains(char);
    let written = |char: char| {
        if is_plain(char) { char.to_ascii_lowercase().to_string() } else { format!("~{:X}", u32::from(char)) }
    };
    let chars = name.chars().map(written);
    chars.fold(prefix.to_owned(), |id, char| id + &char)
}

/// A rule with its place on the paper.
struct DrawnRule<'r> {
    name: &'r str,
    id: String,
    node: Sequence<Drawn>,
    geometry: NodeGeometry,
}

fn drawn<'r>(rules: &'r [GrammarRule], prefix: &str) -> Vec<DrawnRule<'r>> {
    let ids = rules.iter().map(|rule| (rule.name.as_str(), id(prefix, &rule.name)));
    let layout = Layout::new(ids);
    let drawn = |rule: &'r GrammarRule| {
        let element = layout.element(&rule.element, WIDTH - ENDS - 2 * MARGIN);
        let node: Sequence<Drawn> = Sequence::new(vec![Box::new(Start), element, Box::new(End)]);
        let geometry = node.compute_geometry();
        DrawnRule { name: &rule.name, id: id(prefix, &rule.name), node, geometry }
    };
    rules.iter().map(drawn).collect()
}

impl DrawnRule<'_> {
    fn svg(&self) -> String {
        let (width, height) = (self.geometry.width + 2 * MARGIN, self.geometry.height + 2 * MARGIN);
        written(|to| {
            begin(to, width, height)?;
            title(to, &format!("Diagram of the rule {}", visible(self.name)))?;
            self.write(to, MARGIN)?;
            to.end_element("svg")
        })
    }

    fn write(&self, to: &mut Renderer<'_>, top: i64) -> fmt::Result {
        self.node.render_with_geometry(to, MARGIN, top, HDir::LTR, &self.geometry)
    }

    /// With the name above it.
    fn height_with_name(&self) -> i64 {
        NAME_HEIGHT + self.geometry.height + RULE_GAP
    }

    fn write_with_name(&self, to: &mut Renderer<'_>, top: i64) -> fmt::Result {
        let mut group = to.start_element("g")?;
        group.attr("id", &self.id)?;
        group.finish()?;
        heading(to, "rule-name", &visible(self.name), top)?;
        self.write(to, top + NAME_HEIGHT)?;
        to.end_element("g")
    }
}

fn write_document(to: &mut Renderer<'_>, text: &str, rules: &[DrawnRule<'_>]) -> fmt::Result {
    let widest = rules.iter().map(|rule| rule.geometry.width).max().unwrap_or_default();
    let height = rules.iter().map(DrawnRule::height_with_name).sum::<i64>() + TITLE_HEIGHT + MARGIN;
    begin(to, widest + 2 * MARGIN, height)?;
    title(to, &format!("Diagrams of the syntax of {text}"))?;
    to.raw_text_element("style", &format!("\n{CSS}\n{DOCUMENT_CSS}"), |_| Ok(()))?;
    let mut canvas = to.start_element("rect")?;
    canvas.attr("class", "canvas")?;
    canvas.attr("width", "100%")?;
    canvas.attr("height", "100%")?;
    canvas.finish_empty()?;
    heading(to, "title", text, MARGIN)?;
    let mut top = MARGIN + TITLE_HEIGHT;
    for rule in rules {
        rule.write_with_name(to, top)?;
        top += rule.height_with_name();
    }
    to.end_element("svg")
}

fn begin(to: &mut Renderer<'_>, width: i64, height: i64) -> fmt::Result {
    let mut svg = to.start_element("svg")?;
    svg.attr("xmlns", "http://www.w3.org/2000/svg")?;
    svg.attr("xmlns:xlink", "http://www.w3.org/1999/xlink")?;
    svg.attr("class", "railroad")?;
    svg.attr("role", "img")?;
    svg.attr("width", width)?;
    svg.attr("height", height)?;
    svg.attr("viewBox", format_args!("0 0 {width} {height}"))?;
    svg.finish()
}

fn title(to: &mut Renderer<'_>, text: &str) -> fmt::Result {
    to.text_element("title", text, |_| Ok(()))
}

fn heading(to: &mut Renderer<'_>, class: &str, text: &str, top: i64) -> fmt::Result {
    to.text_element("text", text, |tag| {
        tag.attr("class", class)?;
        tag.attr("x", MARGIN)?;
        tag.attr("y", top + 14)
    })
}

fn written(write: impl FnOnce(&mut Renderer<'_>) -> fmt::Result) -> String {
    let mut text = String::new();
    // Writing to a `String` does not fail.
    let _ = write(&mut Renderer::new(&mut text));
    text
}

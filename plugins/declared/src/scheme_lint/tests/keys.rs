//! The keys of lenient mode, of rules for decoded text, and of nested steps, each with the place of its finding.

use std::collections::BTreeSet;

use super::{E, Level, NAME, STEPS, W, edited, lint};

/// Adds keys to the syntax.
const KEYS: &str = "  imports = [";

const LENIENT: (&str, &str) =
    ("  imports = [", "  lenient = '''\npart = [ odd ] 1*DIGIT\nodd = \"-\"\n'''\n  imports = [");

/// The rule, its level, the edits, a part of the message, the text at its place, and the help.
type Row = (&'static str, Level, &'static [(&'static str, &'static str)], &'static str, &'static str, &'static str);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("SR307", E, &[(KEYS, "  hosts = [\"nam\"]\n  imports = [")], "`hosts` names the rule `nam`, which is not in the grammar", "\"nam\"", "did you mean `name`?"),
    ("SR307", E, &[(KEYS, "  hosts = [\"lost\"]\n  imports = ["), (NAME, "name = 1*ALPHA\nlost = ALPHA")], "`lost`, which no URL of the scheme contains", "\"lost\"", "name a rule that the start rule uses"),
    ("SR307", E, &[LENIENT, (KEYS, "  deviation = [{ rule = \"od\", write = \"\" }]\n  imports = [")], "`deviation.rule` names the rule `od`", "\"od\"", "did you mean `odd`?"),
    ("SR304", E, &[LENIENT, ("[ odd ]", "*odd"), (KEYS, "  deviation = [{ rule = \"odd\", write = \"\" }]\n  imports = [")], "can occur more than once", "\"odd\"", ""),
    ("SR307", E, &[LENIENT, (KEYS, "  deviation = [{ within = [\"prt\"], characters = \"-\", id = \"a\", message = \"b\", section = \"c\" }]\n  imports = [")], "`deviation.within` names `prt`", "\"prt\"", "did you mean `part`?"),
    ("SR307", E, &[LENIENT, (KEYS, "  deviation = [{ within = [\"fragment\"], escapes = true, id = \"a\", message = \"b\", section = \"c\" }]\n  imports = [")], "`fragment`, which is not a component", "\"fragment\"", "write one of `host`, `port`, `name`, `part`"),
    ("SR302", E, &[("rule = \"name\" }", "rule = \"name\", decoded = \"nme\" }")], "`decoded` names the rule `nme`", "\"nme\"", "did you mean `name`?"),
    ("SR302", E, &[LENIENT, ("rule = \"name\" }", "rule = \"name\", decoded = { lenient = \"quux\" } }")], "`decoded` names the rule `quux`", "\"quux\"", "define `quux` in the grammar"),
    ("SR302", E, &[("rule = \"name\" }", "rule = \"name\", decoded = \"thing\" }"), (NAME, "name = 1*ALPHA\nthing = 1*char\nchar = \"x\"")], "rule `char` differs", "char = \"x\"", "rename the rule"),
    ("SR302", E, &[("rule = \"name\" }", "rule = \"name\", decoded = \"thing\" }"), (NAME, "name = 1*ALPHA\nthing = 1024( 1024ALPHA )")], "which cannot be compiled", "\"thing\"", "write a smaller rule"),
    ("SR302", E, &[("{ send = \"{name}\\r\\n\" }", "{ if = { name = { matches = \"nme\" } }, then = [{ send = \"{name}\\r\\n\" }] }")], "`matches` names the rule `nme`", "\"nme\"", "did you mean `name`?"),
    ("SR302", E, &[("{ send = \"{name}\\r\\n\" }", "{ if = { name = true }, then = [{ send = \"{name}\\r\\n\", block = { component = \"name\", rule = \"nme\" } }] }")], "`block.rule` names the rule `nme`", "\"nme\"", "did you mean `name`?"),
    ("SR301", E, &[LENIENT, ("odd = \"-\"", "odd = ( \"-\"")], "replacements, line 2, column 7 is not closed", "", ""),
    ("SR302", E, &[LENIENT, ("odd = \"-\"", "odd = \"-\" / lost")], "`lost`", "lost", ""),
    ("SR302", E, &[LENIENT, ("odd = \"-\"", "odd = \"-\"\nhost = DIGIT")], "rule `host` differs", "host = DIGIT", "rename the rule"),
    ("SR320", E, &[(KEYS, "  lenient_first = true\n  imports = [")], "`lenient_first` has no effect without `lenient`", "[scheme.syntax]", "write the rules of lenient mode"),
    ("SR320", E, &[(KEYS, "  deviation = [{ rule = \"name\", write = \"\" }]\n  imports = [")], "a deviation has no effect without `lenient`", "{ rule = \"name\"", "write the rules of lenient mode"),
    ("SR320", E, &[("rule = \"name\" }", "rule = \"name\", decoded = { lenient = \"name\" } }")], "`decoded.lenient` has no effect", "\"name\" }", "write the rules of lenient mode"),
    ("SR320", E, &[LENIENT, (KEYS, "  deviation = [{ within = [\"part\"], characters = \"-\", id = \"a\", message = \"b\", section = \"c\", write = \"\" }]\n  imports = [")], "`write` has no effect", "\"\" }", "name a `rule`"),
    ("SR501", E, &[("{ send = \"{name}\\r\\n\" }", "{ if = { nam = true }, then = [{ send = \"{name}\\r\\n\" }] }")], "`{nam}` is not a component", "nam = true", ""),
    ("SR501", E, &[("{ send = \"{name}\\r\\n\" }", "{ each = \"part\", then = [{ send = \"{name}\\r\\n\" }] }")], "`each` needs a component of the type `list`, and `part` is none", "part\"", ""),
    ("SR321", W, &[("{ send = \"{name}\\r\\n\" }", "{ send = \"{name}\\r\\n\" }, { if = { part = true }, then = [] }")], "an `if` without steps", "{ if", "write the steps"),
    ("SR321", W, &[("\"{name}\\r\\n\"", "\"{name}\\r\\n\", map = { part = { a = \"b\" } }")], "texts for `part`", "{ send", "send the component"),
    ("SR321", W, &[("\"{name}\\r\\n\"", "\"{name}\\r\\n\", map = { name = { A = \"b\" } }")], "the text for `A`", "{ send", "in lower case"),
    ("SR009", E, &[("{ send = \"{name}\\r\\n\" }", "{ if = {}, then = [{ send = \"{name}\\r\\n\" }] }")], "`if` has no condition", "{}", "write a table"),
    ("SR009", E, &[("{ send = \"{name}\\r\\n\" }", "{ if = [], then = [{ send = \"{name}\\r\\n\" }] }")], "`if` has no condition", "[],", "write a table"),
    ("SR009", E, &[("{ send = \"{name}\\r\\n\" }", "{ if = { part = [] }, then = [{ send = \"{name}\\r\\n\" }] }")], "a component without a test", "[] }", "write `true`"),
    ("SR009", E, &[("{ send = \"{name}\\r\\n\" }", "{ if = { part = {} }, then = [{ send = \"{name}\\r\\n\" }] }")], "either `contains` or `matches`", "{} }", "write one"),
    ("SR009", E, &[("{ send = \"{name}\\r\\n\" }", "{ if = { part = true }, else = [{ send = \"{name}\\r\\n\" }] }")], "lacks the required key `then`", "{ if", "write `then"),
    ("SR009", E, &[("{ send = \"{name}\\r\\n\" }", "{ each = \"part\" }")], "lacks the required key `then`", "{ each", "write `then"),
    ("SR401", E, &[("\"{name}\\r\\n\"", "\"{name}\\r\\n\", when = 99")], "`when` cannot be 99", "99", "100 to 599"),
    ("SR401", E, &[("\"{name}\\r\\n\"", "\"{name}\\r\\n\", when = 600")], "`when` cannot be 600", "600", "100 to 599"),
];

/// The rules that the rows test.
pub(super) fn fired() -> BTreeSet<&'static str> {
    ROWS.iter().map(|row| row.0).collect()
}

/// Each edit has exactly one finding, of its rule and at its place.
#[test]
fn each_key_is_checked_at_its_place() {
    assert!(super::good().contains(STEPS));
    let mut wrong = String::new();
    for (id, level, edits, says, place, help) in ROWS {
        let text = edited(edits);
        let found = lint(&text);
        let mut all = found.iter();
        let is_right = match (all.next(), all.next()) {
            (Some(one), None) => {
                let line = text.lines().nth(one.line() - 1).unwrap_or_default();
                let at: String = line.chars().skip(one.column() - 1).collect();
                let is_said = one.message().contains(says) && one.help().unwrap_or_default().contains(help);
                one.id() == *id && one.level() == *level && is_said && at.starts_with(place)
            }
            _ => false,
        };
        if !is_right {
            wrong.extend([format!("{id} `{says}` at `{place}` for {edits:?}:\n{found}\n")]);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

//! Rules for the metadata of a scheme, after the template of RFC 7595 §7.4.

use anyurl_core::authors::Status;

use super::LintContext;
use crate::format::finding::{Findings, quoted};
use crate::format::keywords::ComponentType;
use crate::format::known_names;
use crate::format::lint_rules::Level;
use crate::format::located::Located;
use crate::format::registry_file::RegistryFile;
use crate::format::tables::{Override, SchemeEntry};

fn is_blank(text: &Located<String>) -> bool {
    text.trim().is_empty()
}

/// SR201
pub(super) fn description(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.schemes() {
        let text = &entry.description;
        if is_blank(text) || text.trim().eq_ignore_ascii_case(&entry.name) {
            let message = format!("the description of {} is empty or only repeats the name", quoted(&entry.name));
            let help = "describe in a few words what a URL locates";
            to.add(entry.finding("SR201", text.span, message).fix(help));
        }
    }
}

/// SR203, SR204, SR206: contact, change controller, applications.
pub(super) fn people(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.registrations() {
        let metadata = &entry.metadata;
        let controller = metadata.change_controller.iter();
        for (id, key, is_present) in [
            ("SR203", "contact", has_text(metadata.contact.iter())),
            ("SR204", "change_controller", has_text(controller)),
            ("SR206", "applications", has_text(metadata.applications.iter())),
        ] {
            if !is_present {
                let message = format!("{} has no `{key}`", quoted(&entry.name));
                let help = format!("write `{key} = …`, as the template of RFC 7595 §7.4 asks");
                to.add(entry.finding(id, entry.span, message).fix(help));
            }
        }
    }
}

fn has_text<'t>(mut texts: impl Iterator<Item = &'t Located<String>>) -> bool {
    texts.any(|text| !is_blank(text))
}

/// The prose texts of an entry.
fn texts(entry: &SchemeEntry) -> impl Iterator<Item = &Located<String>> {
    let SchemeEntry { description, metadata, access, .. } = entry;
    let single = [
        metadata.owner.as_ref(),
        metadata.change_controller.as_ref(),
        metadata.security.as_ref(),
        metadata.encoding.as_ref(),
        metadata.interoperability.as_ref(),
        metadata.demonstration.as_ref(),
        access.as_ref().and_then(|access| access.algorithm.as_ref()),
        access.as_ref().and_then(|access| access.name_properties.as_ref()),
    ];
    let lists = metadata.applications.iter().chain(&metadata.contact);
    let examples = entry.examples.iter().filter_map(|one| one.why.as_ref());
    std::iter::once(description).chain(single.into_iter().flatten()).chain(lists).chain(examples)
}

/// SR207
pub(super) fn placeholders(context: &LintContext<'_>, to: &mut Findings) {
    const HELP: &str = "write the text, or remove the line";
    for (text, name) in of_file(context.layer).filter(|(text, _)| is_placeholder(text)) {
        let message = format!("{} is placeholder text", quoted(text));
        let finding = context.main("SR207", text.span, message).fix(HELP);
        to.add(match name {
            Some(name) => finding.about(name),
            None => finding,
        });
    }
    for entry in context.schemes() {
        for text in texts(entry).filter(|text| is_placeholder(text)) {
            let message = format!("{} is placeholder text", quoted(text));
            to.add(entry.finding("SR207", text.span, message).fix(HELP));
        }
    }
}

/// SR207: an override has a reason.
pub(super) fn reasons(context: &LintContext<'_>, to: &mut Findings) {
    // A missing reason is a finding of reading.
    let is_blank = |one: &&Override| one.reason.trim().is_empty() && one.reason.span != one.span;
    for one in context.layer.overrides().iter().filter(is_blank) {
        let message = format!("the override of {} has no reason", quoted(&one.name));
        let help = "write `reason`, which is shown to users of the overridden scheme";
        let finding = context.main("SR207", one.reason.span, message);
        to.add(finding.about(&one.name).fix(help));
    }
}

/// The prose texts of header, overrides and masks, with the name that they are about.
fn of_file(layer: &RegistryFile) -> impl Iterator<Item = (&Located<String>, Option<&str>)> {
    let header = &layer.header;
    let header = [&header.title, &header.change_controller].into_iter().chain(&header.contact);
    let overrides = layer.overrides().iter();
    let reasons = overrides.map(|one| (&one.reason, one.name.as_str()));
    let masks = layer.masks().iter();
    let masks = masks.filter_map(|mask| Some((mask.reason.as_ref()?, mask.name.as_str())));
    let reasons = reasons.chain(masks).map(|(text, name)| (text, Some(name)));
    header.map(|text| (text, None)).chain(reasons)
}

fn is_placeholder(text: &str) -> bool {
    const WHOLE: [&str; 8] = ["unknown", "tbd", "todo", "n/a", "use with care", "fixme", "xxx", "?"];
    const WORDS: [&str; 4] = ["TODO", "TBD", "FIXME", "XXX"];
    let whole = text.trim().trim_end_matches('.').to_ascii_lowercase();
    let mut words = text.split(|found: char| !found.is_ascii_alphanumeric());
    WHOLE.contains(&whole.as_str()) || words.any(|word| WORDS.contains(&word))
}

/// SR208
pub(super) fn mailboxes(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.schemes() {
        let contact = &entry.metadata.contact;
        let Some(first) = contact.first().filter(|_| contact.iter().all(|one| is_personal(one))) else {
            continue;
        };
        let message = format!("{} is a personal mailbox", quoted(first));
        let help = "add the address of a role, which does not depend on one person";
        to.add(entry.finding("SR208", first.span, message).fix(help));
    }
}

/// Returns whether an address looks personal: at a mail provider, or `jane.doe@`.
fn is_personal(contact: &str) -> bool {
    let address = contact.rsplit(['<', ' ']).next().unwrap_or(contact).trim_end_matches('>');
    let Some((local, host)) = address.rsplit_once('@') else {
        return false;
    };
    let is_name = |part: &str| part.len() > 1 && part.chars().all(|c| c.is_ascii_alphabetic());
    let is_full_name = local.split_once('.').is_some_and(|(first, last)| is_name(first) && is_name(last));
    is_full_name || known_names::MAILBOXES.contains(&host.to_ascii_lowercase().as_str())
}

/// SR212
pub(super) fn security(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.defined() {
        if has_text(entry.metadata.security.iter()) {
            continue;
        }
        let is_permanent = *entry.status == Status::Permanent;
        let level = if is_permanent { Level::Error } else { Level::Warning };
        let message = format!("{} has no security considerations", quoted(&entry.name));
        let help = "write `security = …`: what an attacker can do with a URL, and what a URL reveals";
        to.add(entry.finding("SR212", entry.span, message).at_level(level).fix(help));
    }
}

/// SR213
pub(super) fn encoding(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.registrations() {
        let components = entry.syntax.iter().flat_map(|syntax| &syntax.components);
        let is_text =
            |kind: Option<ComponentType>| matches!(kind, None | Some(ComponentType::String | ComponentType::Path));
        let mut text = components.filter(|one| is_text(one.kind.map(|kind| kind.value)));
        let Some(first) = text.next().filter(|_| !has_text(entry.metadata.encoding.iter())) else {
            continue;
        };
        let message = format!("{} is text without a specified encoding", quoted(&first.name));
        let help = "write `encoding = …` for the scheme: UTF-8, escapes, or ASCII only";
        to.add(entry.finding("SR213", first.name.span, message).fix(help));
    }
}

/// SR220: only the public layer says what IANA's table has, and what it lacks.
pub(super) fn unlisted(context: &LintContext<'_>, to: &mut Findings) {
    if context.is_public() {
        return;
    }
    for entry in context.schemes() {
        if let Some(iana) = entry.metadata.iana.as_ref().filter(|iana| !iana.is_listed) {
            let message = format!("{} has `iana = false`, which is for the public layer", quoted(&entry.name));
            let help = "remove the line: the names of this layer are not compared with IANA's table";
            to.add(entry.finding("SR220", iana.span, message).fix(help));
        }
    }
    for builtin in context.layer.builtins() {
        let message = format!("`[[builtin]]` for {}, which is for the public layer", quoted(&builtin.name));
        to.add(context.main("SR220", builtin.name.span, message).fix("remove the table: it has no effect"));
    }
}

/// SR221: a third-party registration names the creator of the scheme.
pub(super) fn third_party(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.registrations() {
        let metadata = &entry.metadata;
        let people = || metadata.contact.iter().chain(&metadata.change_controller);
        let says = |text: &Located<String>, words: &[&str]| {
            let text = text.to_ascii_lowercase();
            words.iter().any(|word| text.contains(word))
        };
        let third = people().find(|text| says(text, &["third party", "third-party", "on behalf of"]));
        let Some(third) = third.filter(|_| !people().any(|text| says(text, &["creator"]))) else {
            continue;
        };
        let message = format!("{} is registered by a third party without naming its creator", quoted(&entry.name));
        let help = "add the creator: `contact = [\"… (creator)\"]`";
        to.add(entry.finding("SR221", third.span, message).fix(help));
    }
}

//! `[policy]`: the schemes that may be accessed.

use crate::format::change_severity::Compared::{Elsewhere, Set};
use crate::format::change_severity::PERMISSION;
use crate::format::fields::Fields;
use crate::format::keywords::Decision;
use crate::format::located::Located;
use crate::format::schema::KeySchema;
use crate::format::schema::ValueType::{Flattened, Map, Table};
use crate::format::selector::Selector;
use crate::format::table::{Table as _, flattened, table};

table! {
    /// The schemes that may be accessed.
    #[derive(Clone, PartialEq, Debug)]
    pub struct PolicyTable: POLICY = "policy";

    /// The rules for every environment.
    everywhere: PolicyRules, value(Flattened(&POLICY_ENV)) => flattened;
    /// Policies of environments, which `--env NAME` adds.
    environments: Vec<(Located<String>, PolicyRules)>,
        key("env"), value(Map(&Table(&POLICY_ENV))), change("SR738", Elsewhere, PERMISSION) => environments;
}

fn environments(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Vec<(Located<String>, PolicyRules)> {
    let environment = |(name, value): (Located<String>, _)| {
        let rules = PolicyRules::read(&fields.as_table(&name, value, &POLICY_ENV)?);
        Some((name, rules))
    };
    fields.members(key.name, "a table").into_iter().filter_map(environment).collect()
}

table! {
    /// The policy of an environment.
    #[derive(Clone, PartialEq, Debug)]
    pub struct PolicyRules: POLICY_ENV = "policy.env", span;

    /// The decision for schemes that no line names.
    default: Option<Located<Decision>>, change("SR738", Elsewhere, PERMISSION);
    /// Schemes that may be accessed: names, globs, `status:…`, `kind:…` or `layer:…`.
    always: Vec<Located<Selector>>, change("SR738", Elsewhere, PERMISSION);
    /// Schemes that may be accessed if the user asked for the URL.
    user: Vec<Located<Selector>>, change("SR738", Elsewhere, PERMISSION);
    /// Schemes whose URLs no program may access.
    never: Vec<Located<Selector>>, change("SR738", Elsewhere, PERMISSION);
    /// Schemes that an upper layer may allow by name.
    relaxable: Vec<Located<Selector>>, change("SR738", Set, PERMISSION);
    /// Schemes whose libraries may be loaded.
    allow_dylib: Vec<Located<String>>, change("SR738", Set, PERMISSION);
    /// Schemes whose modules may be loaded.
    allow_wasm: Vec<Located<String>>, change("SR738", Set, PERMISSION);
    /// The largest number of redirects.
    max_redirects: Option<Located<u32>>, change("SR738", Elsewhere, PERMISSION);
}

impl PolicyTable {
    /// The total number of selectors.
    pub(in crate::format) fn selectors(&self) -> usize {
        let here = self.environments.iter().map(|(_, rules)| rules);
        let all = here.chain([&self.everywhere]);
        let lists = all.flat_map(|rules| [&rules.always, &rules.user, &rules.never, &rules.relaxable]);
        lists.map(Vec::len).sum()
    }
}

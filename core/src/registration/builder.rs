//! A const builder of registrations, for `static` items.

use semver::Version;

use super::{Component, Example, FragmentUse, Grammar, LazyList, List, Registration, Reject, Rows, Status, Text};

/// Builds a [`Registration`] from constants. Fields without a method call have the default that the method names.
///
/// ```
/// use anyurl_core::authors::{text, Component, Registration, RegistrationBuilder, Status, Text};
///
/// const COMPONENTS: &[Component] = &[Component::HOST, Component::PORT];
/// const ACCESS: &[Text] = &[text("connect to host:port by TCP"), text("send what is to be echoed")];
///
/// static REGISTRATION: Registration = RegistrationBuilder::new("x-echo", [1, 0, 0], Status::Experimental)
///     .description("an echo service")
///     .port(7)
///     .components(COMPONENTS, "//{host}[:{port}]")
///     .syntax(r#"echourl = "x-echo://" hostport"#, "/:")
///     .access(ACCESS)
///     .no_data_object("names a service, not an object")
///     .build();
/// assert_eq!(REGISTRATION.default_port, Some(7));
/// ```
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about a scheme, not states")]
#[must_use]
pub struct RegistrationBuilder {
    name: &'static str,
    version: [u64; 3],
    status: Status,
    grammar: Grammar,
    rfc1738: bool,
    description: &'static str,
    default_port: Option<u16>,
    fragment: FragmentUse,
    connects: bool,
    local_host: bool,
    command_line: bool,
    components: &'static [Component],
    template: &'static str,
    reserved: &'static str,
    syntax: &'static str,
    access: &'static [Text],
    hierarchical: bool,
    has_origin: bool,
    form_query: bool,
    data_object: bool,
    name_properties: &'static str,
    demonstration: &'static str,
    references: &'static [Text],
    examples: &'static [Example],
    rejects: &'static [Reject],
    rows: Option<&'static Rows>,
}

impl RegistrationBuilder {
    /// A registration of this name, version and status.
    pub const fn new(name: &'static str, version: [u64; 3], status: Status) -> Self {
        Self {
            name,
            version,
            status,
            grammar: Grammar::Rfc1738,
            rfc1738: false,
            description: "",
            default_port: None,
            fragment: FragmentUse::Separate,
            connects: false,
            local_host: false,
            command_line: false,
            components: &[],
            template: "",
            reserved: "",
            syntax: "",
            access: &[],
            hierarchical: false,
            has_origin: false,
            form_query: false,
            data_object: true,
            name_properties: "",
            demonstration: "",
            references: &[],
            examples: &[],
            rejects: &[],
            rows: None,
        }
    }

    /// The version that RFC 1738 itself defines; by default it does not.
    pub const fn rfc1738(mut self) -> Self {
        self.rfc1738 = true;
        self
    }

    /// The generic grammar of RFC 3986; by default that of RFC 1738.
    pub const fn rfc3986(mut self) -> Self {
        self.grammar = Grammar::Rfc3986;
        self
    }

    /// The description; by default empty.
    pub const fn description(mut self, description: &'static str) -> Self {
        self.description = description;
        self
    }

    /// The default port; by default none.
    pub const fn port(mut self, port: u16) -> Self {
        self.default_port = Some(port);
        self
    }

    /// What a `#` is; by default it begins a fragment, where the profile or the grammar allows one.
    pub const fn fragment(mut self, fragment: FragmentUse) -> Self {
        self.fragment = fragment;
        self
    }

    /// Clients look up the host; by default only if there is a default port.
    pub const fn connects(mut self) -> Self {
        self.connects = true;
        self
    }

    /// A URL without a host is about this computer; by default it is not.
    pub const fn local_host(mut self) -> Self {
        self.local_host = true;
        self
    }

    /// Clients pass user, host and path to a command as arguments; by default they do not.
    pub const fn command_line(mut self) -> Self {
        self.command_line = true;
        self
    }

    /// The components and the [template](super::template) that assembles them; by default none.
    pub const fn components(mut self, components: &'static [Component], template: &'static str) -> Self {
        (self.components, self.template) = (components, template);
        self
    }

    /// The syntax, which is required, and the reserved ones of `;/?:@=&`.
    pub const fn syntax(mut self, syntax: &'static str, reserved: &'static str) -> Self {
        (self.syntax, self.reserved) = (syntax, reserved);
        self
    }

    /// The access algorithm, which is required.
    pub const fn access(mut self, access: &'static [Text]) -> Self {
        self.access = access;
        self
    }

    /// `/` separates the levels of a hierarchy; by default it does not.
    pub const fn hierarchical(mut self) -> Self {
        self.hierarchical = true;
        self
    }

    /// Scheme, host and port are an origin (RFC 6454 §4); by default there is none.
    pub const fn origin(mut self) -> Self {
        self.has_origin = true;
        self
    }

    /// The query is that of an HTML form, in which `+` is a space; by default `+` is itself.
    pub const fn form_query(mut self) -> Self {
        self.form_query = true;
        self
    }

    /// URLs designate no object that can be retrieved, but names with these properties; by default a data object.
    pub const fn no_data_object(mut self, name_properties: &'static str) -> Self {
        (self.data_object, self.name_properties) = (false, name_properties);
        self
    }

    /// What demonstrates use and operability; by default empty.
    pub const fn demonstration(mut self, demonstration: &'static str) -> Self {
        self.demonstration = demonstration;
        self
    }

    /// The documents, the defining one first; by default none.
    pub const fn references(mut self, references: &'static [Text]) -> Self {
        self.references = references;
        self
    }

    /// The examples and rejects; by default none.
    pub const fn examples(mut self, examples: &'static [Example], rejects: &'static [Reject]) -> Self {
        (self.examples, self.rejects) = (examples, rejects);
        self
    }

    /// The examples and rejects, packed by [`rows!`](crate::rows).
    #[doc(hidden)]
    pub const fn rows(mut self, rows: &'static Rows) -> Self {
        self.rows = Some(rows);
        self
    }

    /// Returns the registration.
    pub const fn build(self) -> Registration {
        let [major, minor, patch] = self.version;
        Registration {
            name: Text::Borrowed(self.name),
            version: Version::new(major, minor, patch),
            status: self.status,
            deprecated: None,
            grammar: self.grammar,
            rfc1738: self.rfc1738,
            description: Text::Borrowed(self.description),
            default_port: self.default_port,
            fragment: self.fragment,
            connects: self.connects,
            local_host: self.local_host,
            command_line: self.command_line,
            components: List::Borrowed(self.components),
            template: Text::Borrowed(self.template),
            reserved: Text::Borrowed(self.reserved),
            syntax: Text::Borrowed(self.syntax),
            access: List::Borrowed(self.access),
            hierarchical: self.hierarchical,
            has_origin: self.has_origin,
            form_query: self.form_query,
            subschemes: None,
            advises: false,
            data_object: self.data_object,
            name_properties: Text::Borrowed(self.name_properties),
            demonstration: Text::Borrowed(self.demonstration),
            references: List::Borrowed(self.references),
            examples: match self.rows {
                Some(rows) => LazyList::packed(rows, Rows::examples),
                None => LazyList::known(self.examples),
            },
            rejects: match self.rows {
                Some(rows) => LazyList::packed(rows, Rows::rejects),
                None => LazyList::known(self.rejects),
            },
        }
    }
}

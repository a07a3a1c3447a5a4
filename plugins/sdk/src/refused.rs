//! Plugins that do not compile. That one does which lacks nothing, the last example shows.

/// ```compile_fail,E0080
/// # mod x_finger { include!("../testdata/finger.rs"); }
/// # use locator_plugin::*;
/// # struct Bad;
/// # impl Scheme for Bad {
/// # const DEFINITION: Definition = Definition {
/// name: "X-Finger",
/// # ..x_finger::Finger::DEFINITION };
/// # fn parse(at: &mut Cursor<'_>) -> Result<(), Error> { x_finger::Finger::parse(at) }
/// # }
/// # export_plugin! { schemes: [Bad] }
/// ```
const fn is_named_in_upper_case() {}

/// ```compile_fail,E0080
/// # mod x_finger { include!("../testdata/finger.rs"); }
/// # use locator_plugin::*;
/// # struct Bad;
/// # impl Scheme for Bad {
/// # const DEFINITION: Definition = Definition {
/// name: "x finger",
/// # ..x_finger::Finger::DEFINITION };
/// # fn parse(at: &mut Cursor<'_>) -> Result<(), Error> { x_finger::Finger::parse(at) }
/// # }
/// # export_plugin! { schemes: [Bad] }
/// ```
const fn has_a_space_in_its_name() {}

/// ```compile_fail,E0080
/// # mod x_finger { include!("../testdata/finger.rs"); }
/// # use locator_plugin::*;
/// # struct Bad;
/// # impl Scheme for Bad {
/// # const DEFINITION: Definition = Definition {
/// name: "",
/// # ..x_finger::Finger::DEFINITION };
/// # fn parse(at: &mut Cursor<'_>) -> Result<(), Error> { x_finger::Finger::parse(at) }
/// # }
/// # export_plugin! { schemes: [Bad] }
/// ```
const fn has_no_name() {}

/// ```compile_fail,E0080
/// # mod x_finger { include!("../testdata/finger.rs"); }
/// # use locator_plugin::*;
/// # struct Bad;
/// # impl Scheme for Bad {
/// # const DEFINITION: Definition = Definition {
/// version: "1",
/// # ..x_finger::Finger::DEFINITION };
/// # fn parse(at: &mut Cursor<'_>) -> Result<(), Error> { x_finger::Finger::parse(at) }
/// # }
/// # export_plugin! { schemes: [Bad] }
/// ```
const fn has_no_version() {}

/// ```compile_fail,E0080
/// # mod x_finger { include!("../testdata/finger.rs"); }
/// # use locator_plugin::*;
/// # struct Bad;
/// # impl Scheme for Bad {
/// # const DEFINITION: Definition = Definition {
/// syntax: "",
/// # ..x_finger::Finger::DEFINITION };
/// # fn parse(at: &mut Cursor<'_>) -> Result<(), Error> { x_finger::Finger::parse(at) }
/// # }
/// # export_plugin! { schemes: [Bad] }
/// ```
const fn has_no_syntax() {}

/// ```compile_fail,E0080
/// # mod x_finger { include!("../testdata/finger.rs"); }
/// # use locator_plugin::*;
/// # struct Bad;
/// # impl Scheme for Bad {
/// # const DEFINITION: Definition = Definition {
/// access: "",
/// # ..x_finger::Finger::DEFINITION };
/// # fn parse(at: &mut Cursor<'_>) -> Result<(), Error> { x_finger::Finger::parse(at) }
/// # }
/// # export_plugin! { schemes: [Bad] }
/// ```
const fn has_no_access() {}

/// ```compile_fail,E0080
/// # mod x_finger { include!("../testdata/finger.rs"); }
/// # use locator_plugin::*;
/// # struct Bad;
/// # impl Scheme for Bad {
/// # const DEFINITION: Definition = Definition {
/// steps: "",
/// # ..x_finger::Finger::DEFINITION };
/// # fn parse(at: &mut Cursor<'_>) -> Result<(), Error> { x_finger::Finger::parse(at) }
/// # }
/// # export_plugin! { schemes: [Bad] }
/// ```
const fn has_neither_steps_nor_a_plan() {}

/// ```compile_fail,E0080
/// # mod x_finger { include!("../testdata/finger.rs"); }
/// # use locator_plugin::*;
/// # struct Bad;
/// # impl Scheme for Bad {
/// # const DEFINITION: Definition = Definition {
/// examples: &[],
/// # ..x_finger::Finger::DEFINITION };
/// # fn parse(at: &mut Cursor<'_>) -> Result<(), Error> { x_finger::Finger::parse(at) }
/// # }
/// # export_plugin! { schemes: [Bad] }
/// ```
const fn has_no_examples() {}

/// ```compile_fail,E0080
/// # mod x_finger { include!("../testdata/finger.rs"); }
/// # use locator_plugin::*;
/// # struct Bad;
/// # impl Scheme for Bad {
/// # const DEFINITION: Definition = Definition {
/// rejects: &[],
/// # ..x_finger::Finger::DEFINITION };
/// # fn parse(at: &mut Cursor<'_>) -> Result<(), Error> { x_finger::Finger::parse(at) }
/// # }
/// # export_plugin! { schemes: [Bad] }
/// ```
const fn has_no_rejects() {}

/// ```compile_fail,E0080
/// # mod x_finger { include!("../testdata/finger.rs"); }
/// # use locator_plugin::*;
/// # struct Bad;
/// # impl Scheme for Bad {
/// # const DEFINITION: Definition = Definition {
/// data_object: false,
/// # ..x_finger::Finger::DEFINITION };
/// # fn parse(at: &mut Cursor<'_>) -> Result<(), Error> { x_finger::Finger::parse(at) }
/// # }
/// # export_plugin! { schemes: [Bad] }
/// ```
const fn names_no_properties() {}

/// ```compile_fail,E0080
/// # mod x_finger { include!("../testdata/finger.rs"); }
/// # use locator_plugin::*;
/// # struct Bad;
/// # impl Scheme for Bad {
/// # const DEFINITION: Definition = Definition {
/// components: &[Component::text("user", Slot::own(1))],
/// # ..x_finger::Finger::DEFINITION };
/// # fn parse(at: &mut Cursor<'_>) -> Result<(), Error> { x_finger::Finger::parse(at) }
/// # }
/// # export_plugin! { schemes: [Bad] }
/// ```
const fn has_a_gap() {}

/// ```compile_fail,E0080
/// # mod x_finger { include!("../testdata/finger.rs"); }
/// # use locator_plugin::*;
/// # struct Bad;
/// # impl Scheme for Bad {
/// # const DEFINITION: Definition = Definition {
/// components: &[Component::HOST, Component::HOST],
/// # ..x_finger::Finger::DEFINITION };
/// # fn parse(at: &mut Cursor<'_>) -> Result<(), Error> { x_finger::Finger::parse(at) }
/// # }
/// # export_plugin! { schemes: [Bad] }
/// ```
const fn lists_a_component_twice() {}

/// ```
/// # mod x_finger { include!("../testdata/finger.rs"); }
/// # use locator_plugin::*;
/// # struct Good;
/// # impl Scheme for Good {
/// # const DEFINITION: Definition = Definition {
/// name: "x-good",
/// # ..x_finger::Finger::DEFINITION };
/// # fn parse(at: &mut Cursor<'_>) -> Result<(), Error> { x_finger::Finger::parse(at) }
/// # }
/// # export_plugin! { schemes: [Good] }
/// ```
const fn is_accepted() {}

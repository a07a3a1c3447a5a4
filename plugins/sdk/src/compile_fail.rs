//! Doctests: incomplete plugins do not compile. The last row is complete and compiles.

/// A doctest that exports the scheme of `testdata/finger.rs` with one field of its definition replaced.
macro_rules! doctests {
    ($($name:ident: $fence:literal, $field:literal;)*) => {$(
        #[doc = concat!(
            "```", $fence, "\n",
            "# mod x_finger { include!(\"../testdata/finger.rs\"); }\n",
            "# use anyurl_plugin::*;\n",
            "# struct Changed;\n",
            "# impl Scheme for Changed {\n",
            "# const DEFINITION: Definition = Definition {\n",
            $field, ",\n",
            "# ..x_finger::Finger::DEFINITION };\n",
            "# fn parse(at: &mut Cursor<'_>) -> Result<(), Error> { x_finger::Finger::parse(at) }\n",
            "# }\n",
            "# export_plugin! { schemes: [Changed] }\n",
            "```",
        )]
        const fn $name() {}
    )*};
}

doctests! {
    upper_case_name: "compile_fail,E0080", "name: \"X-Finger\"";
    space_in_name: "compile_fail,E0080", "name: \"x finger\"";
    no_name: "compile_fail,E0080", "name: \"\"";
    incomplete_version: "compile_fail,E0080", "version: \"1\"";
    no_syntax: "compile_fail,E0080", "syntax: \"\"";
    no_access: "compile_fail,E0080", "access: \"\"";
    neither_steps_nor_plan: "compile_fail,E0080", "steps: \"\"";
    no_examples: "compile_fail,E0080", "examples: &[]";
    no_rejects: "compile_fail,E0080", "rejects: &[]";
    no_name_properties: "compile_fail,E0080", "data_object: false";
    gap_in_slots: "compile_fail,E0080", "components: &[Component::text(\"user\", Slot::own(1))]";
    component_listed_twice: "compile_fail,E0080", "components: &[Component::HOST, Component::HOST]";
    complete: "", "name: \"x-good\"";
}

/// Doctests of what `export_plugin!` calls for a WebAssembly module: it refuses a scheme that plans.
///
/// ```compile_fail,E0080
/// # mod x_finger { include!("../testdata/finger.rs"); }
/// # use anyurl_plugin::{__private::{NoPlan as _, Probe, module::Calls}, *};
/// # use x_finger::Finger;
/// impl Plan for Finger {
///     fn plan(_: &Url<'_>, _: &mut Steps<'_>) -> Result<(), Failure> {
///         Ok(())
///     }
/// }
/// const CALLS: Calls = Calls::new::<Finger>(Probe::<Finger>::PLAN, None);
/// # let _ = CALLS;
/// ```
///
/// ```
/// # mod x_finger { include!("../testdata/finger.rs"); }
/// # use anyurl_plugin::{__private::{NoPlan as _, Probe, module::Calls}, *};
/// # use x_finger::Finger;
/// const CALLS: Calls = Calls::new::<Finger>(Probe::<Finger>::PLAN, None);
/// # let _ = CALLS;
/// ```
const fn module() {}

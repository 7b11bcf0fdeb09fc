//! Names of the standard library, of ours and of generated code, all of them declared by the page itself
//! as something else. Whatever named one of them bare would not compile.
#![expect(
    clippy::absolute_paths,
    dead_code,
    unused_macros,
    non_camel_case_types,
    non_upper_case_globals,
    reason = "they are there to be in the way"
)]
#![cfg_attr(
    not(test),
    expect(clippy::missing_docs_in_private_items, reason = "the same")
)]

macro_rules! assert {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! concat {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! format {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! vec {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! quote {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! panic {
    ($($t:tt)*) => {
        compile_error!("not this one")
    };
}

/// A page in its own way.
#[affordances::page(route = "/shadowed", state = crate::counter::Counter)]
pub mod page {
    use crate::counter::{Count, Counter, Step, Total};
    use ::affordances::{action, entities, guard, load, markdown, nav, view};

    mod core {}
    mod std {}
    mod alloc {}
    mod affordances {}
    mod serde {}
    mod serde_json {}
    mod schemars {}
    mod __private {}

    struct Option;
    struct Vec;
    struct Box;
    struct String;
    enum Result {}
    enum Some {}
    enum None {}
    enum Ok {}
    enum Err {}
    struct str;
    struct usize;
    struct bool;
    struct State;
    struct Path;
    struct Write;
    struct Input;
    struct PageDef;
    struct PageView;
    struct Verdict;
    struct Nav;
    trait Send {}
    trait Sync {}
    trait Sized {}
    trait Future {}
    trait FromCall {}
    trait Entity {}
    trait PageEntities {}
    trait Declares {}
    trait Receives {}
    /// Gives every type a method and a constant that generated code could be thought to mean.
    trait Any {
        const SAME: () = ();
        const OF: () = ();
        fn get(&self) {}
        fn map(&self) {}
        fn admitted(&self) {}
        fn drawn(&self) {}
        fn as_ref(&self) {}
    }
    impl<T> Any for T {}

    // What patterns would match instead of binding.
    const a0: () = ();
    static a1: () = ();
    struct a2;
    static cx: () = ();
    const page: () = ();
    const input: () = ();
    static entity: () = ();
    const all: () = ();
    static to: () = ();
    const ACTIONS: () = ();
    const LOAD: () = ();
    const PAGES: () = ();

    type Permission<'call> = &'call ::affordances::Write<Count>;

    /// What it shows.
    #[entities]
    #[derive(Debug)]
    pub struct Entities {
        /// The number.
        pub count: Count,
    }

    /// Loads.
    #[load]
    pub async fn load(
        ::axum::extract::State(counter): ::axum::extract::State<Counter>,
    ) -> Entities {
        Entities {
            count: counter.count(),
        }
    }

    /// Draws.
    #[view]
    #[must_use]
    pub fn shown(entities: &Entities, _: &::affordances::PageView) -> ::std::string::String {
        ::std::format!("{}", entities.count.value)
    }

    /// Is always there.
    #[guard("always")]
    pub fn entities_guard(_: &Entities) -> ::affordances::Verdict {
        ::affordances::Verdict::available()
    }

    /// Adds.
    #[action(expose = "public", effects = [count], guard = entities_guard)]
    pub async fn add(
        ::axum::extract::State(counter): ::axum::extract::State<Counter>,
        ::affordances::Input(step): ::affordances::Input<Step>,
        permission: Permission<'_>,
    ) -> ::affordances::Result<Total> {
        ::core::result::Result::Ok(counter.add(permission, step))
    }

    /// Adds as a person approves.
    #[action(expose = "confirm", effects = [], summary = "Add {by}")]
    pub async fn template(_: ::affordances::Input<Step>) {}

    /// Adds as a person approves, in other words.
    #[action(expose = "confirm", effects = [], summary = summarised)]
    pub async fn function(_: ::affordances::Input<Step>) {}

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "a summary is given a reference"
    )]
    fn summarised(
        _: &Entities,
        step: &Step,
        _: ::core::option::Option<&::affordances::Caller>,
    ) -> ::std::string::String {
        ::std::format!("{}", step.by)
    }

    /// Leads nowhere.
    #[nav]
    #[must_use]
    pub fn links(_: &Entities) -> ::std::vec::Vec<::affordances::Nav> {
        ::std::vec::Vec::new()
    }

    /// Writes.
    #[markdown]
    #[must_use]
    pub fn written(_: &Entities) -> ::std::string::String {
        ::std::string::String::new()
    }
}

//! A page where no name is in scope: neither the standard prelude's nor an import.
#![no_implicit_prelude]
#![expect(clippy::absolute_paths, reason = "there are no others")]

/// A page without a prelude.
#[::affordances::page(route = "/no-prelude/[slug]", state = crate::counter::Counter)]
pub mod product {
    /// What it shows.
    #[::affordances::entities]
    #[derive(::core::fmt::Debug)]
    pub struct Entities {
        /// The number.
        #[::affordances::entity(volatile)]
        pub count: crate::counter::Count,
        /// The parameter of the route.
        pub slug: ::std::string::String,
    }

    /// Loads.
    #[::affordances::load]
    pub async fn load(
        ::axum::extract::State(counter): ::axum::extract::State<crate::counter::Counter>,
        ::axum::extract::Path((slug,)): ::axum::extract::Path<(::std::string::String,)>,
    ) -> Entities {
        Entities {
            count: counter.count(),
            slug,
        }
    }

    /// Draws.
    #[::affordances::view]
    #[must_use]
    pub fn view(_: &Entities) -> &'static str {
        ""
    }

    /// Is always there.
    #[::affordances::guard("always")]
    pub fn always(_: &Entities) -> ::affordances::Verdict {
        ::affordances::Verdict::available()
    }

    /// Adds.
    #[::affordances::action(expose = "public", effects = [count], guard = always)]
    pub async fn add(
        ::axum::extract::State(counter): ::axum::extract::State<crate::counter::Counter>,
        ::affordances::Input(step): ::affordances::Input<crate::counter::Step>,
        count: &::affordances::Write<crate::counter::Count>,
    ) -> ::affordances::Result<crate::counter::Total> {
        ::core::result::Result::Ok(counter.add(count, step))
    }

    /// Adds what a person approves.
    #[::affordances::action(
        expose = "confirm",
        effects = [],
        guard = always,
        summary = "Add {start} to {end}",
        visible_to = everybody,
        rate = "10/min",
        timeout = "5s",
    )]
    pub async fn range(_: ::affordances::Input<::core::ops::Range<u32>>) {}

    /// Hides nothing.
    fn everybody(_: ::core::option::Option<&::affordances::Caller>) -> bool {
        true
    }

    /// Leads nowhere.
    #[::affordances::nav]
    #[must_use]
    pub fn nav(_: &Entities) -> ::std::vec::Vec<::affordances::Nav> {
        ::std::vec::Vec::new()
    }

    /// Writes.
    #[::affordances::markdown]
    #[must_use]
    pub fn markdown(entities: &Entities) -> ::std::string::String {
        ::core::clone::Clone::clone(&entities.slug)
    }
}

::affordances::site! {
    /// A site may be declared there as well.
    pub static ALONE: crate::counter::Counter = { name: "Alone", auth: [], pages: [product] }
}

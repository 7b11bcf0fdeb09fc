//! Handlers called like modules, types and crates that the page imports, by name and by glob, and a page
//! inside of a page.
#![expect(clippy::pub_use, reason = "a site lists a page by a path to it")]
#![cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "globs are the point")
)]
use affordances::prelude::*;

use crate::counter::{Count, Counter, Step, Total};

/// A module like an action.
pub mod orders {
    /// Something of it.
    pub const OPEN: u32 = 1;
}

/// What comes by glob.
pub mod everything {
    #![expect(
        non_camel_case_types,
        reason = "they are called like functions on purpose"
    )]

    /// A module like an action.
    pub mod basket {
        /// Something of it.
        pub const SIZE: u32 = 2;
    }
    /// A struct like an action.
    #[derive(Debug)]
    pub struct checkout {
        /// Something of it.
        pub lines: u32,
    }
    impl ship for checkout {}
    /// A unit struct like an action, which is a value too.
    #[derive(Debug)]
    pub struct parcel;
    /// An enum like an action.
    #[derive(Debug)]
    pub enum refund {}
    /// A trait like an action.
    pub trait ship {}
    /// An alias like a guard.
    pub type allowed = u32;
    /// A function that the page's own of the same name goes before.
    #[must_use]
    pub fn repeat() -> u32 {
        3
    }
    /// A type like the markers' module of every page.
    #[derive(Debug)]
    pub enum __affordances {}
}

/// A page that imports what its handlers are called.
#[page(route = "/imported", state = Counter)]
pub mod page {
    use super::everything::*;
    use super::orders;
    use super::{Count, Counter, Step, Total};
    use affordances::prelude::*;
    use std::{fmt, str};

    /// What it shows.
    #[entities]
    pub struct Entities {
        /// The number.
        pub count: Count,
    }

    impl fmt::Debug for Entities {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(str::from_utf8(b"entities").unwrap_or_default())
        }
    }

    /// Loads, under the name of an imported attribute.
    #[load]
    pub async fn entities(State(counter): State<Counter>) -> Entities {
        Entities {
            count: counter.count(),
        }
    }

    /// Draws, under the name of this module.
    #[view]
    pub fn page(entities: &Entities) -> Html<String> {
        Html(format!("{}", entities.count.value))
    }

    /// Is always there, under the name of an alias.
    #[guard("always")]
    pub fn allowed(_: &Entities) -> Verdict {
        Verdict::available()
    }

    /// Leads nowhere, under the name of its own type.
    #[nav]
    #[expect(non_snake_case, reason = "called like its type on purpose")]
    pub fn Nav(_: &Entities) -> Vec<Nav> {
        Vec::new()
    }

    /// Adds, under the name of an imported module.
    #[action(expose = "public", effects = [count], guard = allowed)]
    pub async fn orders(State(counter): State<Counter>, count: &Write<Count>) -> Total {
        counter.add(count, Step { by: orders::OPEN })
    }

    /// Adds, under the name of a module that comes by glob.
    #[action(expose = "public", effects = [count])]
    pub async fn basket(State(counter): State<Counter>, count: &Write<Count>) -> Total {
        counter.add(count, Step { by: basket::SIZE })
    }

    /// Bears the name of a struct, and takes one.
    #[action(expose = "public", effects = [])]
    pub async fn checkout() -> u32 {
        let checkout { lines } = checkout { lines: 4 };
        lines
    }

    /// Bears the name of a unit struct.
    #[action(expose = "public", effects = [])]
    pub async fn parcel() -> u32 {
        5
    }

    /// Bears the name of an enum.
    #[action(expose = "public", effects = [])]
    pub async fn refund() -> Option<u32> {
        let nothing: Option<refund> = None;
        nothing.map(|refund| match refund {})
    }

    /// Bears the name of a trait.
    #[action(expose = "public", effects = [])]
    pub async fn ship() -> u32 {
        fn shipped<T: ship>(_: T) -> u32 {
            6
        }
        shipped(checkout { lines: 0 })
    }

    /// Bears the name of a function that comes by glob.
    #[action(expose = "public", effects = [])]
    pub async fn repeat() -> u32 {
        super::everything::repeat().saturating_add(4)
    }

    /// Bears the name of a module of the standard library, imported, and of a type.
    #[action(expose = "public", effects = [])]
    pub async fn str() -> &'static str {
        "str"
    }

    /// Bears the name of a crate.
    #[action(expose = "public", effects = [])]
    pub async fn core() -> u32 {
        8
    }

    /// Bears the name of ours.
    #[action(expose = "public", effects = [])]
    pub async fn affordances() -> u32 {
        9
    }

    /// Bears the name of a number.
    #[action(expose = "public", effects = [])]
    pub async fn u32() -> u32 {
        10
    }

    /// A page inside, whose names are those around it.
    #[page(route = "/imported/nested", state = Counter)]
    pub mod nested {
        use super::*;

        /// What it shows.
        #[entities]
        pub struct Entities {
            /// The number.
            pub count: Count,
        }

        impl fmt::Debug for Entities {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("nested")
            }
        }

        /// Loads.
        #[load]
        pub async fn entities(State(counter): State<Counter>) -> Entities {
            Entities {
                count: counter.count(),
            }
        }

        /// Draws by the function of the page around it.
        #[view]
        pub fn view(entities: &Entities) -> Html<String> {
            page(&super::Entities {
                count: entities.count,
            })
        }

        /// Adds.
        #[action(expose = "public", effects = [count])]
        pub async fn orders(State(counter): State<Counter>, count: &Write<Count>) -> Total {
            super::orders(State(counter), count).await
        }
    }
}

pub use page::nested;

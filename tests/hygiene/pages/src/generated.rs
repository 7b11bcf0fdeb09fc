//! Pages that a macro of the app's own writes: the names, types and literals come from its variables, and
//! `$crate` is the way to everything.
#![expect(
    clippy::absolute_paths,
    clippy::pub_use,
    reason = "whoever calls a macro spells types out, and `$crate` must lead to ours"
)]

#[doc(hidden)]
pub use affordances;

/// A page whose parts are the macro's variables, each kind of fragment once.
macro_rules! counting_page {
    (
        $(#[$docs:meta])*
        $vis:vis $page:ident at $route:literal for $state:ty;
        $entity:ident: $shown:ty;
        $pattern:pat => $input:ty, $permission:ty, $body:block
        $level:expr, $rate:literal, $timeout:literal, $words:literal, $guard:ident, $summary:literal;
        $marker:meta;
        $lifetime:lifetime;
        $whole:item
        $($more:tt)*
    ) => {
        $(#[$docs])*
        #[$crate::generated::affordances::page(
            route = $route,
            state = $state,
            crate = $crate::generated::affordances,
        )]
        $vis mod $page {
            use $crate::generated::affordances::{PageView, prelude::*};

            /// What it shows.
            #[entities]
            #[derive(Debug)]
            pub struct Entities {
                /// The macro's.
                pub $entity: $shown,
            }

            /// Loads.
            #[load]
            pub async fn load(State(counter): State<$state>) -> Entities {
                Entities { $entity: counter.count() }
            }

            /// Draws.
            #[view]
            pub fn view<$lifetime>(entities: &$lifetime Entities, page: &$lifetime PageView) -> Html<String> {
                Html(format!("{} {}", page.path(), entities.$entity.value))
            }

            /// Holds.
            #[guard($words)]
            pub fn $guard(_: &Entities) -> Verdict {
                Verdict::available()
            }

            /// Adds.
            #[action(
                expose = $level,
                effects = [$entity],
                guard = $guard,
                rate = $rate,
                timeout = $timeout,
            )]
            pub async fn add(
                State(counter): State<$state>,
                $pattern: $input,
                permission: $permission,
            ) -> $crate::counter::Total {
                counter.add(permission, $body)
            }

            /// Adds what a person approves.
            #[action(expose = "confirm", effects = [], summary = $summary)]
            pub async fn approved(_: $input) {}

            /// Bears an attribute of the macro's.
            #[$marker]
            pub async fn marked(_: &Write<$shown>) {}

            $whole

            $($more)*
        }
    };
}

counting_page! {
    /// A page by fragments.
    pub first at "/generated/first" for crate::counter::Counter;
    count: crate::counter::Count;
    Input(step) => Input<crate::counter::Step>, &Write<crate::counter::Count>, {
        let by = 1;
        crate::counter::Step { by: step.by.saturating_add(by) }
    }
    "public", "100/min", "5s", "it holds", holds, "Add {by}";
    action(expose = "public", effects = [count]);
    'page;
    /// A whole handler, with a type that the page spells otherwise.
    #[action(expose = "public", effects = [count])]
    pub async fn whole(_: &Write<crate::counter::Count>) {}
}

counting_page! {
    /// The same again, beside the first.
    pub second at "/generated/second" for crate::counter::Counter;
    shown: crate::counter::Count;
    Input(crate::counter::Step { by }) => Input<crate::counter::Step>, &Write<crate::counter::Count>, {
        crate::counter::Step { by }
    }
    "public", "100/min", "5s", "it holds", load_again, "Add {by}";
    action(expose = "public", effects = [shown], idempotent);
    'other;
    #[nav]
    #[must_use]
    /// Leads nowhere.
    pub fn nav(_: &Entities) -> Vec<Nav> { Vec::new() }
    /// Token by token.
    #[action(expose = "public", effects = [])]
    pub async fn more() -> u32 { 1 }
    /// And more.
    #[markdown]
    #[must_use]
    pub fn markdown(_: &Entities) -> String { String::new() }
}

/// Writes a macro that writes a page: `$` itself is handed through.
macro_rules! macro_for {
    ($d:tt $name:ident) => {
        macro_rules! $name {
            ($d($d page:tt)*) => {
                /// A page through two macros.
                #[affordances::page(route = "/generated/whole", state = crate::counter::Counter)]
                $d($d page)*
            };
        }
    };
}

macro_for!($ written_by_a_macro);

written_by_a_macro! {
    pub mod whole {
        use affordances::prelude::*;
        use crate::counter::{Count, Counter, Step, Total};

        /// What it shows.
        #[entities]
        #[derive(Debug)]
        pub struct Entities {
            /// The number.
            pub count: Count,
        }

        /// Loads.
        #[load]
        pub async fn load(State(counter): State<Counter>) -> Entities {
            Entities { count: counter.count() }
        }

        /// Draws.
        #[view]
        pub fn view(entities: &Entities) -> Html<String> {
            Html(format!("{}", entities.count.value))
        }

        /// Adds.
        #[action(expose = "public", effects = [count])]
        pub async fn add(
            State(counter): State<Counter>,
            Input(step): Input<Step>,
            count: &Write<Count>,
        ) -> Result<Total> {
            Ok(counter.add(count, step))
        }
    }
}

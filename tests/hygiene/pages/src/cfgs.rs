//! `cfg` on everything that can stand under one. What is off names what does not exist.
//!
//! Everything under the feature `extra` has a counterpart under `not`; and `test` is on for the tests in
//! this file and off for those in `tests/`, so each condition is tried both ways.
use affordances::prelude::*;

use crate::counter::{Count, Counter, Step, Total};

/// A page under conditions.
#[page(route = "/cfgs", state = Counter)]
pub mod page {
    use super::{Count, Counter, Step, Total};
    use affordances::prelude::*;

    /// What it shows.
    #[entities]
    #[derive(Debug)]
    pub struct Entities {
        /// The number.
        pub count: Count,
        /// With the feature.
        #[cfg(feature = "extra")]
        #[entity(volatile, name = "extra")]
        pub with: Count,
        /// Without the feature.
        #[cfg(not(feature = "extra"))]
        #[entity(resource = Plain)]
        pub without: Count,
        /// In the tests of this file.
        #[cfg(test)]
        #[entity(resource = Tested)]
        pub tested: Count,
        /// Never.
        #[cfg(any())]
        #[entity(volatile)]
        pub never: Nothing,
        /// Never, by an attribute that is under a condition itself.
        #[cfg_attr(all(), cfg(any()))]
        pub never_either: Nothing,
    }

    /// A resource without the feature.
    #[cfg(not(feature = "extra"))]
    #[derive(Debug)]
    pub struct Plain;

    /// A resource in the tests of this file.
    #[cfg(test)]
    #[derive(Debug)]
    pub struct Tested;

    /// Loads.
    #[cfg(feature = "extra")]
    #[load]
    pub async fn load(State(counter): State<Counter>) -> Entities {
        Entities {
            count: counter.count(),
            with: counter.count(),
            #[cfg(test)]
            tested: counter.count(),
        }
    }

    /// Loads.
    #[load]
    #[cfg(not(feature = "extra"))]
    pub async fn load(State(counter): State<Counter>) -> Result<Entities> {
        Ok(Entities {
            count: counter.count(),
            without: counter.count(),
            #[cfg(test)]
            tested: counter.count(),
        })
    }

    /// Loads never.
    #[load]
    #[cfg(any())]
    pub async fn load_nothing(nothing: Nothing) -> Nothing {}

    /// Draws.
    #[cfg(feature = "extra")]
    #[view]
    pub fn view(_: &Entities) -> Html<&'static str> {
        Html("with")
    }

    /// Draws.
    #[cfg(not(feature = "extra"))]
    #[view]
    pub fn view_without(_: &Entities) -> Html<&'static str> {
        Html("without")
    }

    /// Holds.
    #[cfg(feature = "extra")]
    #[guard("with")]
    pub fn holds(_: &Entities) -> Verdict {
        Verdict::available()
    }

    /// Does not hold.
    #[guard("without")]
    #[cfg(not(feature = "extra"))]
    pub fn holds(_: &Entities) -> Verdict {
        Verdict::unavailable("there is no extra")
    }

    /// Adds, in one of two forms.
    #[cfg(feature = "extra")]
    #[action(expose = "public", effects = [count, with])]
    pub async fn add(
        State(counter): State<Counter>,
        Input(step): Input<Step>,
        count: &Write<Count>,
    ) -> Total {
        counter.add(count, step)
    }

    /// Adds, in the other.
    #[cfg(not(feature = "extra"))]
    #[action(expose = "public", effects = [count, without])]
    pub async fn add(
        State(counter): State<Counter>,
        Input(step): Input<Step>,
        count: &Write<Count>,
        _: &Write<Plain>,
    ) -> Result<Total> {
        Ok(counter.add(count, step))
    }

    /// Asks a guard that is another in each build.
    #[action(expose = "public", effects = [], guard = holds)]
    pub async fn guarded() {}

    /// Only with the feature.
    #[cfg(feature = "extra")]
    #[action(expose = "confirm", effects = [], summary = "Add {by}")]
    pub async fn only_with(_: Input<Step>) {}

    /// Only without the feature.
    #[cfg(not(feature = "extra"))]
    #[action(expose = "public", effects = [])]
    pub async fn only_without() {}

    /// Only in the tests of this file.
    #[cfg(test)]
    #[action(expose = "public", effects = [tested])]
    pub async fn only_tested(_: &Write<Tested>) {}

    /// Never.
    #[cfg(any())]
    #[action(expose = "confirm", effects = [never], guard = holds, summary = "{it}")]
    pub async fn never(_: Input<Nothing>, _: &Write<Nothing>) -> Nothing {}

    /// Never, by an attribute that is under a condition itself.
    #[cfg_attr(all(), allow(unused), cfg(any()))]
    #[action(expose = "public", effects = [])]
    pub async fn never_either(_: Nothing) -> Nothing {}

    /// Leads nowhere.
    #[cfg(feature = "extra")]
    #[nav]
    pub fn nav(_: &Entities) -> Vec<Nav> {
        Vec::new()
    }

    /// Writes.
    #[cfg(not(feature = "extra"))]
    #[markdown]
    pub fn markdown(_: &Entities) -> String {
        String::new()
    }
}

/// Is there with the feature.
#[cfg(feature = "extra")]
#[page(route = "/cfgs/either", state = Counter, name = "with")]
pub mod with_extra {
    use affordances::prelude::*;

    use super::Counter;

    /// What it shows.
    #[entities]
    #[derive(Debug)]
    pub struct Entities {}

    /// Loads.
    #[load]
    pub async fn load() -> Entities {
        Entities {}
    }

    /// Draws.
    #[view]
    pub fn view() -> Html<&'static str> {
        Html("with")
    }
}

/// Is there without it, at the same address.
#[page(route = "/cfgs/either", state = Counter, name = "without")]
#[cfg(not(feature = "extra"))]
pub mod without_extra {
    use affordances::prelude::*;

    use super::Counter;

    /// What it shows.
    #[entities]
    #[derive(Debug)]
    pub struct Entities {}

    /// Loads.
    #[load]
    pub async fn load() -> Entities {
        Entities {}
    }

    /// Draws.
    #[view]
    pub fn view() -> Html<&'static str> {
        Html("without")
    }
}

/// Compares what the first page is found to have with what this build says that it has. `with` and
/// `without` are the feature.
///
/// # Panics
///
/// When it has something else.
pub fn assert_contents(entities: &[String], actions: &[String]) {
    let test = cfg!(test);
    let (with, without) = (cfg!(feature = "extra"), cfg!(not(feature = "extra")));
    let on = |names: &[(&'static str, bool)]| {
        let on = names.iter().filter(|name| name.1);
        on.map(|name| name.0).collect::<Vec<_>>()
    };
    let shown = [
        ("count", true),
        ("extra", with),
        ("tested", test),
        ("without", without),
    ];
    assert_eq!(entities, on(&shown));
    let offered = [
        ("add", true),
        ("guarded", true),
        ("onlyTested", test),
        ("onlyWith", with),
        ("onlyWithout", without),
    ];
    assert_eq!(actions, on(&offered));
}

#[cfg(test)]
mod tests {
    use affordances::testing::Agent;
    use serde_json::json;

    #[tokio::test]
    async fn under_test_there_is_more() {
        let mut agent = Agent::new(crate::app().unwrap()).bearer("agent:test");
        let graph = agent.get("/cfgs").await.graph();
        let mut entities = graph.entities.keys().cloned().collect::<Vec<_>>();
        // In whichever order this build of serde_json keeps an object's members.
        entities.sort();
        let actions = graph.actions.iter().map(|action| action.name.clone());
        super::assert_contents(&entities, &actions.collect::<Vec<_>>());
        let tested = agent.call("/cfgs", "onlyTested", json!({})).await;
        assert!(tested.delta().ok);
    }

    #[tokio::test]
    async fn one_of_two_guards_and_of_two_pages_is_there() {
        let mut agent = Agent::new(crate::app().unwrap());
        let answer = agent.call("/cfgs", "guarded", json!({})).await;
        let drawn = agent.html("/cfgs/either").await.text();
        if cfg!(feature = "extra") {
            assert!(answer.delta().ok);
            assert_eq!(drawn, "with");
        } else {
            let message = answer.refused("unavailable").message;
            assert_eq!(message.as_deref(), Some("there is no extra"));
            assert_eq!(drawn, "without");
        }
        assert_eq!(agent.html("/cfgs").await.text(), drawn);
    }
}

//! The user's own attributes on handlers, on entities and on their fields: each still does what it does.
use affordances::prelude::*;

use crate::counter::{Count, Counter, Step, Total};

/// A page under attributes.
#[page(route = "/forwarded", state = Counter)]
#[expect(clippy::allow_attributes, reason = "the attribute is the point")]
#[doc(alias = "passed-on")]
pub mod page {
    use super::{Count, Counter, Step, Total};
    use affordances::prelude::*;

    /// What it shows.
    #[derive(Clone, Debug, Serialize)]
    #[entities]
    #[serde(rename_all = "camelCase")]
    #[must_use = "it was loaded"]
    pub struct Entities {
        /// The number.
        #[doc(alias = "number")]
        #[entity(volatile)]
        #[serde(skip)]
        pub count: Count,
    }

    /// Loads.
    #[tracing::instrument(skip_all)]
    #[load]
    #[inline]
    pub async fn load(State(counter): State<Counter>) -> Entities {
        Entities {
            count: counter.count(),
        }
    }

    /// Draws.
    #[view]
    #[tracing::instrument(skip_all)]
    #[cfg_attr(all(), must_use = "it was drawn", inline(never))]
    pub fn view(entities: &Entities) -> Html<String> {
        Html(format!("{}", entities.count.value))
    }

    /// Holds.
    #[guard("it holds")]
    #[deprecated = "it always holds"]
    #[track_caller]
    pub fn holds(_: &Entities) -> Verdict {
        Verdict::available()
    }

    /// Says in which span it runs.
    #[must_use]
    #[tracing::instrument(name = "instrumented", skip_all, fields(step = input.by))]
    #[action(expose = "public", effects = [count], guard = holds)]
    #[allow(unused_variables, reason = "the attribute is the point")]
    pub async fn span(
        State(counter): State<Counter>,
        Input(input): Input<Step>,
        unused: &Write<Count>,
    ) -> Option<&'static str> {
        tracing::Span::current()
            .metadata()
            .map(tracing::Metadata::name)
    }

    /// Goes some day.
    #[action(expose = "public", effects = [count])]
    #[deprecated(since = "0.1.0", note = "call `span`")]
    #[cold]
    pub async fn old(
        State(counter): State<Counter>,
        Input(step): Input<Step>,
        count: &Write<Count>,
    ) -> Result<Total> {
        Ok(counter.add(count, step))
    }

    /// Takes a lot.
    #[doc(hidden)]
    #[expect(clippy::too_many_arguments, reason = "the attribute is the point")]
    #[action(expose = "public", effects = [])]
    #[rustfmt::skip]
    pub async fn many(_: State<Counter>, _: State<Counter>, _: State<Counter>, _: State<Counter>,
        _: State<Counter>, _: State<Counter>, _: State<Counter>, _: State<Counter>) {}

    /// Leads nowhere.
    #[nav]
    #[deprecated]
    #[must_use]
    pub fn nav(_: &Entities) -> Vec<Nav> {
        Vec::new()
    }

    /// Writes.
    #[tracing::instrument(skip_all)]
    #[markdown]
    pub fn markdown(_: &Entities) -> String {
        String::new()
    }
}

/// What fails to compile if an attribute is lost: each of these lints is expected.
#[cfg(test)]
mod tests {
    use super::page::*;
    use affordances::prelude::*;

    use crate::counter::Counter;

    #[tokio::test]
    #[expect(unused_must_use, reason = "`view` must be used")]
    async fn must_use_and_deprecated_are_passed_on() {
        let entities = load(State(Counter::default())).await;
        view(&entities);
        #[expect(deprecated, reason = "`holds` is")]
        let verdict = holds(&entities);
        assert!(verdict.is_available());
        // Without its `skip` the field would be there.
        assert_eq!(serde_json::to_string(&entities).unwrap(), "{}");
    }
}

//! An onboarding flow: its steps are called by keywords and like what the flow imports, take their
//! arguments in every way, bear attributes and stand under `cfg`.
//!
//! The flow is this file, as one-flow-per-file has it.
#![cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "globs are the point")
)]
#![expect(clippy::ref_patterns, reason = "patterns are the point")]
use affordances::prelude::*;

use crate::counter::{Count, Counter, Step, Total};

/// A flow under harsh lints.
#[onboarding(name = "Hygiene", state = Counter, identity = "optional")]
pub mod flow {
    use super::{Count, Counter, Step, Total};
    use crate::imported::everything::*;
    use crate::imported::orders;
    use affordances::prelude::*;

    /// Bears the name of an imported module.
    #[step(writes = [Count])]
    pub async fn orders(State(counter): State<Counter>, count: &Write<Count>) -> Total {
        counter.add(count, Step { by: orders::OPEN })
    }

    /// Bears the name of a module that comes by glob.
    #[step(writes = [Count])]
    pub async fn basket(State(ref counter): State<Counter>, __private: &Write<Count>) -> Total {
        counter.add(__private, Step { by: basket::SIZE })
    }

    /// Bears the name of a struct that comes by glob, and takes one apart.
    #[step]
    #[deprecated = "there is nothing left to check out"]
    pub fn checkout(_: Input<Step>, _: &StepContext) -> Result<u32> {
        let checkout { lines } = checkout { lines: 4 };
        Ok(lines)
    }

    /// Is called by a keyword, after others that are.
    #[tracing::instrument(skip_all)]
    #[step(depends_on = [r#match, orders], stuck_after = 2)]
    pub async fn r#move(Input(Step { by: r#where }): Input<Step>) -> u32 {
        r#where
    }

    /// Is called by a keyword.
    #[step(depends_on = [])]
    pub async fn r#match<'call>(r#in: &'call StepContext, _: &'call StepContext) -> u32 {
        r#in.attempt()
    }

    /// Is there with the feature.
    #[cfg(feature = "extra")]
    #[step]
    pub async fn only_with() {}

    /// Is there without the feature.
    #[step]
    #[cfg(not(feature = "extra"))]
    pub async fn only_without() {}

    /// Is never there.
    #[cfg_attr(all(), cfg(any()))]
    #[step]
    pub async fn never(_: Nothing) -> Nothing {}
}

/// A flow whose types are a macro's.
macro_rules! flow_of {
    ($name:ident: $input:ty, $permission:ty => $output:ty) => {
        /// A flow by fragments.
        #[onboarding(name = "Generated", state = Counter, slug = "generated")]
        pub mod $name {
            use super::{Count, Counter, Step, Total};
            use affordances::prelude::*;

            /// Adds what a macro says.
            #[step(writes = [Count])]
            pub async fn add(
                State(counter): State<Counter>,
                Input(step): $input,
                count: $permission,
            ) -> $output {
                Ok(counter.add(count, step))
            }
        }
    };
}

flow_of!(generated: Input<Step>, &Write<Count> => Result<Total>);

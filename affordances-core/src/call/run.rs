//! What a shim does, once for each number of parameters: read them in order,
//! call the function, convert what it gives.
//!
//! Generic functions here, in place of an `async` block in each expansion: what
//! the compiler has to check of those, it checks once and in this crate, and in
//! the user's only what differs.

use super::{BoxFuture, Cx, ExtractFn, Failure};

macro_rules! runs {
    ($($run:ident $run_async:ident ($($read:ident: $T:ident),*);)*) => {$(
        /// Reads the parameters, calls a function, and converts what it gives.
        #[allow(clippy::too_many_arguments, reason = "the macros write the call")]
        pub fn $run<'x, 'c, L, $($T,)* F, Given, Out>(
            cx: &'x mut Cx<'c, L>,
            $($read: ExtractFn<'c, L, $T>,)*
            function: F,
            convert: fn(Given) -> Result<Out, Failure>,
        ) -> BoxFuture<'x, Result<Out, Failure>>
        where
            L: Sync,
            $($T: Send + 'x,)*
            F: FnOnce($($T),*) -> Given + Send + 'x,
            Given: 'x,
            Out: 'x,
        {
            Box::pin(async move {
                $(let $read = $read(cx).await?;)*
                convert(function($($read),*))
            })
        }

        /// Reads the parameters, awaits an `async` function, and converts what
        /// it gives.
        #[allow(clippy::too_many_arguments, reason = "the macros write the call")]
        pub fn $run_async<'x, 'c, L, $($T,)* F, Given, Out>(
            cx: &'x mut Cx<'c, L>,
            $($read: ExtractFn<'c, L, $T>,)*
            function: F,
            convert: fn(Given::Output) -> Result<Out, Failure>,
        ) -> BoxFuture<'x, Result<Out, Failure>>
        where
            L: Sync,
            $($T: Send + 'x,)*
            F: FnOnce($($T),*) -> Given + Send + 'x,
            Given: Future<Output: 'x> + Send + 'x,
            Out: 'x,
        {
            Box::pin(async move {
                $(let $read = $read(cx).await?;)*
                convert(function($($read),*).await)
            })
        }
    )*};
}

runs! {
    run1 run1_async (a: A);
    run2 run2_async (a: A, b: B);
    run3 run3_async (a: A, b: B, c: C);
    run4 run4_async (a: A, b: B, c: C, d: D);
    run5 run5_async (a: A, b: B, c: C, d: D, e: E);
    run6 run6_async (a: A, b: B, c: C, d: D, e: E, f: G);
    run7 run7_async (a: A, b: B, c: C, d: D, e: E, f: G, g: H);
    run8 run8_async (a: A, b: B, c: C, d: D, e: E, f: G, g: H, h: I);
}

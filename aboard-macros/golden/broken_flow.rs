// /// A flow.
// #[onboarding(name = "Acme", state = App)]
// mod broken {
//     use super::*;
//
//     /// Sound.
//     #[step]
//     async fn sound() {}
//
//     #[step(depends_on = [soud])]
//     async fn without_description() {}
// }

::core::compile_error! {
    "step `without_description` needs a description for agents and people\nwrite a doc comment above it: `/// What the step does.`\nsee `missing_description` in affordances::errors"
}
::core::compile_error! {
    "a step must not depend on `soud`, which is no step of this flow; did you mean `sound`?\nthe steps of flow `broken` are `sound`, `without_description`\nsee `unknown_dependency` in affordances::errors"
}
/// A flow.
mod broken {
    use super::*;
    /// Sound.
    async fn sound() {}
    async fn without_description() {}
    mod __affordances_names {
        use ::affordances::__private::attributes::step;
        const _: () = {
            use super::*;
            #[step(__read)]
            #[step(__read)]
            const _: () = ();
        };
    }
    #[allow(
        unused_qualifications,
        reason = "lints judge what is written where it is written"
    )]
    const __AFFORDANCES_STEPS: (
        &[::affordances::__private::StepDef<App>],
        &[::affordances::__private::StepTypes],
    ) = {
        use ::affordances::__private;
        type __State = App;
        use __private::NoError as _;
        (
            &[
                __private::StepDef::new(
                        "sound",
                        "Sound.",
                        |_| __private::Box::pin(async move {
                            <() as __private::StepReturn<
                                _,
                            >>::into_step(__private::sendable(sound()).await)
                        }),
                    )
                    .fails_with(__private::ErrorOf::<()>::HANDLER_ERROR),
                __private::StepDef::new(
                        "without_description",
                        "",
                        |_| __private::Box::pin(async move {
                            <() as __private::StepReturn<
                                _,
                            >>::into_step(
                                __private::sendable(without_description()).await,
                            )
                        }),
                    )
                    .fails_with(__private::ErrorOf::<()>::HANDLER_ERROR)
                    .depends_on(&["soud"]),
            ],
            &[
                (<() as __private::StepReturn<_>>::schema, &[]),
                (<() as __private::StepReturn<_>>::schema, &[]),
            ],
        )
    };
    /// The table of this flow: give it to `Onboarding::new`.
    #[allow(
        unused_qualifications,
        reason = "lints judge what is written where it is written"
    )]
    pub static FLOW: ::affordances::__private::FlowDef<App> = {
        use ::affordances::__private;
        type __State = App;
        __private::FlowDef::stub()
    };
}

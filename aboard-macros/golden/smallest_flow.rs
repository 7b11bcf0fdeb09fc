// /// Get a workspace.
// #[onboarding(name = "Acme", state = App)]
// pub mod flow {
//     use super::*;
//
//     /// Provision the user's workspace.
//     #[step]
//     pub async fn create_org(State(app): State<App>, Input(input): Input<CreateOrg>) -> Result<Org> {
//         app.create_org(input).await
//     }
// }

/// Get a workspace.
pub mod flow {
    use super::*;
    /// Provision the user's workspace.
    pub async fn create_org(
        State(app): State<App>,
        Input(input): Input<CreateOrg>,
    ) -> Result<Org> {
        app.create_org(input).await
    }
    mod __affordances_names {
        use ::affordances::__private::attributes::step;
        const _: () = {
            use super::*;
            #[step(__read)]
            const _: () = ();
        };
    }
    #[allow(
        non_camel_case_types,
        reason = "each bears the name of its function, which is what messages print"
    )]
    mod __affordances {
        pub(super) enum create_org {}
    }
    #[allow(
        unused_qualifications,
        reason = "lints judge what is written where it is written"
    )]
    const _: () = {
        use ::affordances::__private;
        impl __private::Receives<__private::StepContext> for __affordances::create_org {}
        impl __private::Receives<__private::TheInput> for __affordances::create_org {}
    };
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
                        "create_org",
                        "Provision the user's workspace.",
                        |__cx| __private::run2_async(
                            __cx,
                            <State<
                                App,
                            > as __private::FromCall<
                                '_,
                                __State,
                                _,
                            >>::admitted::<__affordances::create_org>(),
                            <Input<
                                CreateOrg,
                            > as __private::FromCall<
                                '_,
                                __State,
                                _,
                            >>::admitted::<__affordances::create_org>(),
                            |__a0, __a1| __private::sendable(create_org(__a0, __a1)),
                            <Result<Org> as __private::StepReturn<_>>::into_step,
                        ),
                    )
                    .fails_with(__private::ErrorOf::<Result<Org>>::HANDLER_ERROR),
            ],
            &[
                (
                    <Result<Org> as __private::StepReturn<_>>::schema,
                    &[
                        <State<App> as __private::FromCall<'_, __State, _>>::schema,
                        <Input<CreateOrg> as __private::FromCall<'_, __State, _>>::schema,
                    ],
                ),
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
        __private::FlowDef::new(
                "default",
                "Acme",
                "Get a workspace.",
                ::core::concat!(::core::file!(), ":", ::core::line!()),
                __AFFORDANCES_STEPS.0,
            )
            .types(__AFFORDANCES_STEPS.1)
    };
}
#[allow(clippy::pub_use, reason = "how else could a file stand for its flow?")]
pub use self::flow::FLOW;

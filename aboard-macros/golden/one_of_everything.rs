// /// Get a workspace and deploy a first project.
// #[onboarding(
//     slug = "start", name = "Acme", state = App, at = "/start", identity = "optional",
//     discovery = "/auth.md", stuck_after = 5, crate = ::facade::affordances
// )]
// pub mod start {
//     use super::*;
//
//     /// Provision the user's workspace.
//     #[step]
//     pub async fn create_org(State(app): State<App>, cx: &StepContext, Input(i): Input<CreateOrg>) -> Result<Org> {
//         app.create(cx.attempt_key(), i).await
//     }
//
//     /// Create the first project.
//     #[affordances::step(id = "create-project", depends_on = [create_org], stuck_after = 2)]
//     #[cfg(unix)]
//     pub fn create_project<'a>(input: Input<Named<'a>>) -> Project {
//         Project::new(input.0)
//     }
//
//     /// Download the starter kit.
//     #[step(depends_on = [create_project], artifact(name = "kit", path = "/downloads/kit.json"))]
//     pub async fn starter_kit() {}
//
//     fn helper() {}
// }

/// Get a workspace and deploy a first project.
pub mod start {
    use super::*;
    /// Provision the user's workspace.
    pub async fn create_org(
        State(app): State<App>,
        cx: &StepContext,
        Input(i): Input<CreateOrg>,
    ) -> Result<Org> {
        app.create(cx.attempt_key(), i).await
    }
    /// Create the first project.
    #[cfg(unix)]
    pub fn create_project<'a>(input: Input<Named<'a>>) -> Project {
        Project::new(input.0)
    }
    /// Download the starter kit.
    pub async fn starter_kit() {}
    fn helper() {}
    mod __affordances_names {
        use ::facade::affordances::__private::attributes::step;
        const _: () = {
            use super::*;
            #[step(__read)]
            #[step(__read)]
            const _: () = ();
        };
    }
    #[cfg_attr(all(unix), affordances::step(__read))]
    const _: () = ();
    #[allow(
        non_camel_case_types,
        reason = "each bears the name of its function, which is what messages print"
    )]
    mod __affordances {
        pub(super) enum create_org {}
        #[cfg(unix)]
        pub(super) enum create_project {}
    }
    #[allow(
        unused_qualifications,
        reason = "lints judge what is written where it is written"
    )]
    const _: () = {
        use ::facade::affordances::__private;
        impl __private::Receives<__private::StepContext> for __affordances::create_org {}
        impl __private::Receives<__private::TheInput> for __affordances::create_org {}
        #[cfg(unix)]
        impl __private::Receives<__private::StepContext>
        for __affordances::create_project {}
        #[cfg(unix)]
        impl __private::Receives<__private::TheInput> for __affordances::create_project {}
    };
    #[allow(
        unused_qualifications,
        reason = "lints judge what is written where it is written"
    )]
    const __AFFORDANCES_STEPS: (
        &[::facade::affordances::__private::StepDef<App>],
        &[::facade::affordances::__private::StepTypes],
    ) = {
        use ::facade::affordances::__private;
        type __State = App;
        use __private::NoError as _;
        (
            &[
                __private::StepDef::new(
                        "create_org",
                        "Provision the user's workspace.",
                        |__cx| __private::run3_async(
                            __cx,
                            <State<
                                App,
                            > as __private::FromCall<
                                '_,
                                __State,
                                _,
                            >>::admitted::<__affordances::create_org>(),
                            <&StepContext as __private::FromCall<
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
                            |__a0, __a1, __a2| __private::sendable(
                                create_org(__a0, __a1, __a2),
                            ),
                            <Result<Org> as __private::StepReturn<_>>::into_step,
                        ),
                    )
                    .fails_with(__private::ErrorOf::<Result<Org>>::HANDLER_ERROR),
                #[cfg(unix)]
                __private::StepDef::new(
                        "create-project",
                        "Create the first project.",
                        |__cx| __private::run1(
                            __cx,
                            <Input<
                                Named<'_>,
                            > as __private::FromCall<
                                '_,
                                __State,
                                _,
                            >>::admitted::<__affordances::create_project>(),
                            create_project,
                            <Project as __private::StepReturn<_>>::into_step,
                        ),
                    )
                    .fails_with(__private::ErrorOf::<Project>::HANDLER_ERROR)
                    .depends_on(&["create_org"])
                    .stuck_after(2),
                __private::StepDef::new(
                        "starter_kit",
                        "Download the starter kit.",
                        |_| __private::Box::pin(async move {
                            <() as __private::StepReturn<
                                _,
                            >>::into_step(__private::sendable(starter_kit()).await)
                        }),
                    )
                    .fails_with(__private::ErrorOf::<()>::HANDLER_ERROR)
                    .depends_on(&["create-project"])
                    .artifact("kit", "/downloads/kit.json"),
            ],
            &[
                (
                    <Result<Org> as __private::StepReturn<_>>::schema,
                    &[
                        <State<App> as __private::FromCall<'_, __State, _>>::schema,
                        <Input<CreateOrg> as __private::FromCall<'_, __State, _>>::schema,
                    ],
                ),
                #[cfg(unix)]
                (
                    <Project as __private::StepReturn<_>>::schema,
                    &[<Input<Named<'_>> as __private::FromCall<'_, __State, _>>::schema],
                ),
                (<() as __private::StepReturn<_>>::schema, &[]),
            ],
        )
    };
    /// The table of this flow: give it to `Onboarding::new`.
    #[allow(
        unused_qualifications,
        reason = "lints judge what is written where it is written"
    )]
    pub static FLOW: ::facade::affordances::__private::FlowDef<App> = {
        use ::facade::affordances::__private;
        type __State = App;
        __private::FlowDef::new(
                "start",
                "Acme",
                "Get a workspace and deploy a first project.",
                ::core::concat!(::core::file!(), ":", ::core::line!()),
                __AFFORDANCES_STEPS.0,
            )
            .types(__AFFORDANCES_STEPS.1)
            .at("/start")
            .identity_optional()
            .discovery("/auth.md")
            .stuck_after(5)
    };
}

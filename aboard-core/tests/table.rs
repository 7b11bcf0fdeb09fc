//! A flow's table as the macro emits it: whatever compiles here is what
//! annotations can expand to.

use aboard_core::__macro::{
    FlowDef, FlowSource, StepContext, StepDef, StepDone, StepReturn, StepTypes,
};
use aboard_core::StepError;
use aboard_core::documents::prompt;
use aboard_core::plan::Plan;
use aboard_core::protocol::Identity;
use aboard_core::runtime::{Flow, Runtime, Settings};
use aboard_core::store::MemoryStore;
use aboard_core::token::TokenKeys;
use aboard_core::verifier::StaticTokens;
use affordances_core::__macro::{
    Cx, ErrorOf, FromCall, NoError as _, Receives, TheInput, sendable,
};
use affordances_core::Input;
use axum_core::extract::{FromRef, FromRequestParts};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Stands for axum's `State`, which is not in this crate's tree.
struct State<T>(T);

impl<T, S: Sync> FromRequestParts<S> for State<T>
where
    T: FromRef<S>,
{
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(
        _: &mut http::request::Parts,
        state: &S,
    ) -> Result<Self, Self::Rejection> {
        Ok(Self(T::from_ref(state)))
    }
}

#[derive(Clone)]
struct App {
    prefix: &'static str,
}

#[derive(Deserialize, JsonSchema)]
struct CreateOrg {
    name: String,
}

#[derive(Serialize, JsonSchema)]
struct Org {
    org_id: String,
}

async fn create_org(
    State(app): State<App>,
    cx: &StepContext,
    Input(input): Input<CreateOrg>,
) -> Result<Org, StepError> {
    let owner = cx.identity().map_or("nobody", |who| &who.subject);
    if input.name.is_empty() {
        return Err(StepError::invalid_input("/name", "must not be empty"));
    }
    let org_id = format!("{}/{owner}/{}", app.prefix, input.name);
    Ok(Org { org_id })
}

async fn starter_kit() {}

mod marker {
    #[allow(non_camel_case_types, reason = "bears the name of its function")]
    pub(crate) enum create_org {}
}
impl Receives<StepContext> for marker::create_org {}
impl Receives<TheInput> for marker::create_org {}

#[allow(clippy::unit_arg, reason = "a step may return nothing")]
static FLOW: FlowDef<App> = {
    type L = App;
    static STEPS: &[StepDef<App>] = &[
        StepDef::new("create_org", "Provision a workspace.", |cx| {
            Box::pin(async move {
                let a0 = <State<App> as FromCall<'_, L, _>>::admitted::<marker::create_org>()(cx)
                    .await?;
                let a1 = <&StepContext as FromCall<'_, L, _>>::admitted::<marker::create_org>()(cx)
                    .await?;
                let a2 =
                    <Input<CreateOrg> as FromCall<'_, L, _>>::admitted::<marker::create_org>()(cx)
                        .await?;
                <Result<Org, StepError> as StepReturn<_>>::into_step(
                    sendable(create_org(a0, a1, a2)).await,
                )
            })
        })
        .fails_with(ErrorOf::<Result<Org, StepError>>::HANDLER_ERROR)
        .stuck_after(2),
        StepDef::new("starter_kit", "Download the starter kit.", |_| {
            Box::pin(async move { <() as StepReturn<_>>::into_step(sendable(starter_kit()).await) })
        })
        .fails_with(ErrorOf::<()>::HANDLER_ERROR)
        .artifact("acme-starter-kit", "/downloads/starter-kit.json"),
    ];
    static TYPES: &[StepTypes] = &[
        (
            <Result<Org, StepError> as StepReturn<_>>::schema,
            &[<Input<CreateOrg> as FromCall<'_, L, _>>::schema],
        ),
        (<() as StepReturn<_>>::schema, &[]),
    ];
    FlowDef::new("default", "Acme", "Get a workspace.", "here:1", STEPS)
        .types(TYPES)
        .stuck_after(4)
};

async fn run(step: usize, input: serde_json::Value) -> Result<StepDone, String> {
    let (parts, ()) = http::Request::new(()).into_parts();
    let app = App { prefix: "acme" };
    let context = StepContext::new("s").with_identity(Identity::new("ada"));
    let mut cx = Cx::new(&parts, &app, None);
    cx.told = Some(&context);
    cx.input = Some(input);
    let ran = (FLOW.steps[step].run)(&mut cx).await;
    ran.map_err(|failure| failure.message)
}

#[tokio::test]
async fn a_step_reads_its_parameters_and_returns_its_output() {
    let done = run(0, serde_json::json!({ "name": "x" })).await.unwrap();
    assert_eq!(done.output.unwrap().get(), r#"{"org_id":"acme/ada/x"}"#);
    assert!(
        run(1, serde_json::Value::Null)
            .await
            .unwrap()
            .output
            .is_none()
    );
    assert!(run(0, serde_json::json!({ "name": "" })).await.is_err());
}

#[test]
fn the_table_says_what_was_annotated() {
    let plan = Plan::new(&FLOW.meta, FLOW.step_metas()).unwrap();
    assert_eq!(
        plan.ids().collect::<Vec<_>>(),
        ["create_org", "starter_kit"]
    );
    assert_eq!(plan.needs(1).collect::<Vec<_>>(), ["create_org"]);
    assert_eq!(plan.steps()[0].stuck_after, 2);
    assert_eq!(plan.steps()[1].stuck_after, 4);
    let [org, kit] = [0, 1].map(|step| FLOW.types.unwrap()[step]);
    assert!((org.0)().is_some() && (kit.0)().is_none());
    assert!(org.1[0]().is_some() && kit.1.is_empty());
    let kit = &FLOW.steps[1].meta;
    assert_eq!(kit.artifact.unwrap().name, "acme-starter-kit");
}

#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
fn runtime() -> Runtime {
    let keys = TokenKeys::new("0123456789abcdef0123456789abcdef").unwrap();
    let mut settings = Settings::new(MemoryStore::new(), keys);
    settings.verifier(StaticTokens::new());
    Runtime::new(settings).unwrap()
}

#[test]
fn an_exported_descriptor_serves_the_flow_that_it_was_made_of() {
    let dir = tempfile::tempdir().unwrap();
    FLOW.export(dir.path()).unwrap();
    let exported = std::fs::read_to_string(dir.path().join("default.json")).unwrap();
    assert!(exported.contains(r#""session_endpoint": "/api/onboarding/sessions""#));
    let exported: &'static str = exported.leak();
    static BARE: FlowDef<App> = FLOW.without_schemas();

    let runtime = runtime();
    let base = "https://acme.example";
    let embedded = Flow::new(&runtime, FlowSource::embedded(&BARE, exported), base).unwrap();
    let made = Flow::new(&runtime, &FLOW, base).unwrap();
    assert_eq!(embedded.descriptor(), made.descriptor());
    assert!(Flow::new(&runtime, &BARE, base).is_err());

    // Of another flow, or of another version of this one.
    static OTHER: FlowDef<App> = FLOW.without_schemas().discovery("/auth.md");
    let foreign = Flow::new(&runtime, FlowSource::embedded(&OTHER, exported), base);
    let faults = foreign.unwrap_err().to_string();
    assert!(faults.contains("not that of this flow"), "{faults}");
    let broken = Flow::new(&runtime, FlowSource::embedded(&BARE, "{}"), base);
    assert!(broken.is_err());
}

#[test]
fn b27_the_prompt_says_what_the_descriptor_says() {
    let flow = Flow::new(&runtime(), &FLOW, "https://acme.example").unwrap();
    let descriptor = flow.descriptor();
    let prompt = prompt(descriptor, FLOW.meta.description);
    for step in &descriptor.steps {
        for text in [&step.id, &step.endpoint, &step.description] {
            assert!(prompt.contains(text.as_str()), "{text}");
        }
    }
    for text in [
        "Get a workspace.",
        "POST https://acme.example/api/onboarding/sessions",
        "Depends on: `create_org`",
        "Authorization: Bearer <sessionToken>",
        "https://acme.example/downloads/starter-kit.json",
        r#""org_id": {"#,
    ] {
        assert!(prompt.contains(text), "{text} in {prompt}");
    }
}

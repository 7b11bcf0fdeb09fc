//! From nothing to a deployed project.

/// Get a workspace and deploy a first project.
#[affordances::onboarding(
    slug = "default", name = "Acme", state = Acme, discovery = "/auth.md", stuck_after = 2
)]
pub mod flow {
    use affordances::prelude::*;

    use crate::Acme;

    /// The workspace to make.
    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    pub struct CreateOrg {
        /// What it is to be called.
        #[schemars(length(min = 1))]
        name: String,
    }

    /// A workspace.
    #[derive(Debug, Serialize, JsonSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct Org {
        org_id: String,
        name: String,
    }

    /// The project to make.
    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    pub struct CreateProject {
        /// What it is to be called.
        #[schemars(length(min = 1))]
        project: String,
    }

    /// A project.
    #[derive(Debug, Serialize, JsonSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct Project {
        project_id: String,
    }

    /// The person's word that the project may go live.
    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    pub struct Deploy {
        /// That the person has agreed.
        #[schemars(extend("const" = true))]
        confirmed: bool,
    }

    /// A deployment.
    #[derive(Debug, Serialize, JsonSchema)]
    pub struct Deployment {
        deployed: bool,
        url: String,
    }

    /// Provision the user's workspace.
    #[step]
    pub async fn create_org(cx: &StepContext, Input(input): Input<CreateOrg>) -> Result<Org> {
        // Whoever provisions for money hands over `cx.attempt_key()` too.
        Ok(Org {
            org_id: named("org", cx),
            name: input.name,
        })
    }

    /// Create the first project in the workspace.
    #[step]
    pub async fn create_project(
        cx: &StepContext,
        Input(input): Input<CreateProject>,
    ) -> Result<Project> {
        tracing::info!(project = input.project, "a project is created");
        Ok(Project {
            project_id: named("prj", cx),
        })
    }

    /// Download the starter kit; it says how a project is laid out.
    #[step(artifact(name = "acme-starter-kit", path = "/downloads/starter-kit.json"))]
    pub async fn starter_kit() {}

    /// Deploy the project. Ask the person first.
    #[step]
    pub async fn deploy(
        State(acme): State<Acme>,
        cx: &StepContext,
        Input(input): Input<Deploy>,
    ) -> Result<Deployment> {
        Ok(Deployment {
            deployed: input.confirmed,
            url: format!("https://{}.{}", named("prj", cx), acme.domain),
        })
    }

    /// What a session makes bears the session's name: made twice, it is the same.
    fn named(kind: &str, cx: &StepContext) -> String {
        let session: String = cx.session_id().chars().filter(|c| *c != '-').collect();
        format!("{kind}-{session}")
    }
}

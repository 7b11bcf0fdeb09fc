//! The flow, as an author annotates it.

use affordances::prelude::*;

#[derive(Clone)]
pub(crate) struct App;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Named {
    #[schemars(length(min = 1, max = 100))]
    pub(crate) name: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Made {
    pub(crate) made_id: String,
    pub(crate) name: String,
}

/// What each step does.
pub(crate) async fn make(named: Named) -> Made {
    Made {
        made_id: format!("made_{}", named.name.len()),
        name: named.name,
    }
}

/// Get a workspace.
#[onboarding(name = "Acme", state = App)]
pub(crate) mod acme {
    use super::*;

    /// Create the organisation.
    #[step]
    pub(crate) async fn create_org(Input(named): Input<Named>) -> Made {
        make(named).await
    }

    /// Create a project.
    #[step]
    pub(crate) async fn create_project(Input(named): Input<Named>) -> Made {
        make(named).await
    }

    /// Deploy it.
    #[step]
    pub(crate) async fn deploy(Input(named): Input<Named>) -> Made {
        make(named).await
    }
}

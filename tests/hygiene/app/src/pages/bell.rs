//! A page through a dependency that is renamed.
use web::page;

/// A bell.
#[page(route = "/bell", state = crate::App, crate = ::web)]
pub mod page {
    use std::sync::atomic::Ordering;

    use web::prelude::*;

    use crate::App;

    /// How often it rang.
    #[derive(Debug, Serialize)]
    pub struct Rings(u32);

    /// What it shows.
    #[entities]
    #[derive(Debug)]
    pub struct Entities {
        /// How often it rang.
        pub rings: Rings,
    }

    /// Loads.
    #[load]
    pub async fn load(State(app): State<App>) -> Entities {
        Entities {
            rings: Rings(app.rings.load(Ordering::SeqCst)),
        }
    }

    /// Draws.
    #[view]
    pub fn view(_: &Entities) -> Html<&'static str> {
        Html("a bell")
    }

    /// How to ring.
    #[derive(Debug, Deserialize, JsonSchema)]
    pub struct Pull {
        /// How often.
        pub times: u32,
    }

    /// Ring the bell.
    #[action(expose = "session", effects = [rings])]
    pub async fn ring(
        State(app): State<App>,
        Input(pull): Input<Pull>,
        _: &Write<Rings>,
    ) -> Result<()> {
        app.rings.fetch_add(pull.times, Ordering::SeqCst);
        Ok(())
    }
}

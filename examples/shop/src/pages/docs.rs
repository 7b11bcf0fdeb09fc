//! `/help/[...path]`: the handbook, to read and not to do anything with.

use affordances::prelude::*;
use maud::Markup;

use crate::entities::Article;
use crate::{Shop, articles, html};

/// How this shop works, for people and for agents.
#[page(route = "/help/[...path]", state = Shop)]
pub mod page {
    use super::*;

    #[derive(Debug, Deserialize)]
    pub struct Params {
        path: String,
    }

    #[derive(Debug)]
    #[entities]
    pub struct Entities {
        pub article: Article,
    }

    #[load]
    pub async fn load(Path(params): Path<Params>) -> Result<Entities> {
        let article = articles::article(&params.path).ok_or_else(ActionError::not_found)?;
        Ok(Entities { article })
    }

    #[view]
    pub fn view(entities: &Entities, page: &PageView) -> Markup {
        html::article(&entities.article, page)
    }

    #[nav]
    pub fn nav() -> Vec<Nav> {
        vec![Nav::to("/").label("All products")]
    }

    #[markdown]
    pub fn markdown(entities: &Entities) -> String {
        let Article { title, body, .. } = &entities.article;
        format!("# {title}\n\n{body}")
    }
}

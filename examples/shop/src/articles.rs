//! The handbook's articles, compiled into the binary.

use crate::entities::Article;

const ARTICLES: [(&str, &str, &str); 2] = [
    ("shipping", "Shipping", include_str!("../help/shipping.txt")),
    (
        "agents/calling",
        "Calling actions as an agent",
        include_str!("../help/agents/calling.txt"),
    ),
];

/// The article at this path below `/help/`.
#[must_use]
pub fn article(path: &str) -> Option<Article> {
    let (path, title, body) = ARTICLES.into_iter().find(|(known, ..)| *known == path)?;
    Some(Article {
        path: path.to_owned(),
        title: title.to_owned(),
        body: body.trim_end().to_owned(),
    })
}

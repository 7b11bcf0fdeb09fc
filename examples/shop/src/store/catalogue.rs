//! Reading the goods.

use sqlx::SqliteConnection;

use super::{Error, Result, Store};
use crate::entities::{Catalogue, Product, ProductCard, Variant};
use crate::inputs::{Found, Search};

/// A list that shows more is no longer one that people or agents read.
const SHOWN: u32 = 10;

impl Store {
    /// The goods, as many as fit on a page.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn catalogue(&self) -> Result<Catalogue> {
        let mut db = self.read().await?;
        let count = sqlx::query_scalar("select count(*) from product")
            .fetch_one(&mut *db)
            .await?;
        let mut products = cards(&mut db, &Search::default()).await?;
        products.truncate(SHOWN as usize);
        Ok(Catalogue { count, products })
    }

    /// The goods that match.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn search(&self, search: &Search) -> Result<Found> {
        let mut db = self.read().await?;
        // Names are compared here and not with `like`, which would read `%` and
        // `_` as wildcards and fold the case of ASCII alone.
        let query = search.query.to_lowercase();
        let mut hits = cards(&mut db, search).await?;
        hits.retain(|product| product.name.to_lowercase().contains(&query));
        hits.truncate(SHOWN as usize);
        Ok(Found { hits })
    }

    /// One product.
    ///
    /// # Errors
    ///
    /// `NotFound` when no product has this slug.
    pub async fn product(&self, slug: &str) -> Result<Product> {
        let mut db = self.read().await?;
        let (name, description, price_cents) =
            sqlx::query_as("select name, description, price_cents from product where slug = ?1")
                .bind(slug)
                .fetch_optional(&mut *db)
                .await?
                .ok_or(Error::NotFound)?;
        let tags =
            sqlx::query_scalar("select tag from product_tag where product = ?1 order by tag")
                .bind(slug)
                .fetch_all(&mut *db)
                .await?;
        let variants: Vec<(String, u32)> =
            sqlx::query_as("select sku, stock from variant where product = ?1 order by rowid")
                .bind(slug)
                .fetch_all(&mut *db)
                .await?;
        Ok(Product {
            slug: slug.to_owned(),
            name,
            description,
            price_cents,
            tags,
            variants: variants
                .into_iter()
                .map(|(sku, stock)| Variant { sku, stock })
                .collect(),
        })
    }
}

/// The products of a price and with tags.
async fn cards(db: &mut SqliteConnection, search: &Search) -> Result<Vec<ProductCard>> {
    let rows: Vec<(String, String, i64, bool)> = sqlx::query_as(
        "select slug, name, price_cents,
                exists (select 1 from variant where product = slug and stock > 0)
           from product
          where price_cents <= coalesce(?1, price_cents)
            and not exists (select 1 from json_each(?2) as wanted
                             where wanted.value not in
                                   (select tag from product_tag where product = slug))
          order by position",
    )
    .bind(search.max_price_cents)
    .bind(serde_json::Value::from(search.tags.as_slice()).to_string())
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|(slug, name, price_cents, in_stock)| ProductCard {
            slug,
            name,
            price_cents,
            in_stock,
        })
        .collect())
}

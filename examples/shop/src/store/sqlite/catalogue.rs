//! The goods in SQLite.

use affordances::Write;
use async_trait::async_trait;

use super::stock::{give_back, require_variant};
use super::{Database, Error, Result};
use crate::calls::{Found, Search};
use crate::entities::{Catalogue, Cents, Product, ProductCard, Stock, Variant};
use crate::store::Goods;

/// A list that shows more is no longer one that people or agents read.
const SHOWN: usize = 10;

#[async_trait]
impl Goods for Database {
    async fn catalogue(&self, query: &str) -> Result<Catalogue> {
        let search = Search {
            query: query.to_owned(),
            ..Search::default()
        };
        let mut products = self.find(&search).await?;
        let count = products.len();
        products.truncate(SHOWN);
        Ok(Catalogue { count, products })
    }

    async fn search(&self, search: &Search) -> Result<Found> {
        let mut hits = self.find(search).await?;
        hits.truncate(SHOWN);
        Ok(Found { hits })
    }

    async fn product(&self, slug: &str) -> Result<Product> {
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

    async fn restock(
        &self,
        stock: &Write<Stock>,
        product: &str,
        sku: &str,
        quantity: u32,
    ) -> Result<()> {
        let mut tx = self.write().await?;
        require_variant(&mut tx, product, sku).await?;
        give_back(&mut tx, stock, sku, quantity).await?;
        Ok(tx.commit().await?)
    }
}

impl Database {
    async fn find(&self, search: &Search) -> Result<Vec<ProductCard>> {
        let rows: Vec<(String, String, Cents, bool)> = sqlx::query_as(
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
        .fetch_all(&self.db)
        .await?;
        // Names are compared here and not with `like`, which would read `%` and
        // `_` as wildcards and fold the case of ASCII alone.
        let query = search.query.to_lowercase();
        Ok(rows
            .into_iter()
            .filter(|(_, name, ..)| name.to_lowercase().contains(&query))
            .map(|(slug, name, price_cents, in_stock)| ProductCard {
                slug,
                name,
                price_cents,
                in_stock,
            })
            .collect())
    }
}

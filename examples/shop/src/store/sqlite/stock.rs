//! Pieces in and out of stock: the only statements that change it.

use sqlx::SqliteConnection;

use super::{Error, Result};
use crate::entities::Stock;
use affordances::Write;

/// Takes pieces out. The condition is part of the statement, so however many
/// callers there are, none gets a piece that is not there.
pub(super) async fn take(
    db: &mut SqliteConnection,
    _: &Write<Stock>,
    sku: &str,
    quantity: u32,
) -> Result<()> {
    let taken = sqlx::query("update variant set stock = stock - ?1 where sku = ?2 and stock >= ?1")
        .bind(quantity)
        .bind(sku)
        .execute(&mut *db)
        .await?;
    match taken.rows_affected() {
        0 => Err(out_of_stock(db, sku).await?),
        _ => Ok(()),
    }
}

/// Puts pieces in.
pub(super) async fn give_back(
    db: &mut SqliteConnection,
    _: &Write<Stock>,
    sku: &str,
    quantity: u32,
) -> Result<()> {
    sqlx::query("update variant set stock = stock + ?1 where sku = ?2")
        .bind(quantity)
        .bind(sku)
        .execute(db)
        .await?;
    Ok(())
}

/// The refusal, with the number that explains it.
pub(super) async fn out_of_stock(db: &mut SqliteConnection, sku: &str) -> Result<Error> {
    let left = sqlx::query_scalar("select stock from variant where sku = ?1")
        .bind(sku)
        .fetch_optional(db)
        .await?;
    Ok(Error::OutOfStock {
        sku: sku.to_owned(),
        left: left.unwrap_or(0),
    })
}

/// Only the variants of its own product can be bought on a page.
pub(super) async fn require_variant(
    db: &mut SqliteConnection,
    product: &str,
    sku: &str,
) -> Result<()> {
    sqlx::query_scalar::<_, i64>("select 1 from variant where product = ?1 and sku = ?2")
        .bind(product)
        .bind(sku)
        .fetch_optional(db)
        .await?
        .map(|_| ())
        .ok_or(Error::NotOfProduct)
}

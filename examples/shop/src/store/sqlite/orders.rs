//! Orders in SQLite.

use async_trait::async_trait;

use super::cart::contents;
use super::stock::{give_back, take};
use super::{Database, Error, Result};
use crate::calls::Placed;
use crate::entities::{Cart, Cents, Order, OrderLine, OrderStatus, OrderSummary, Orders, Stock};
use crate::store::OrderBook;
use affordances::Write;

#[async_trait]
impl OrderBook for Database {
    async fn place_order(
        &self,
        _: &Write<Cart>,
        _: &Write<Order>,
        stock: &Write<Stock>,
        caller: &str,
        note: Option<&str>,
    ) -> Result<Placed> {
        let mut tx = self.write().await?;
        let cart = contents(&mut tx, caller).await?;
        if cart.items.is_empty() {
            return Err(Error::EmptyCart);
        }
        let (seq, order_id): (i64, String) = sqlx::query_as(
            "insert into orders (caller, total_cents, gift_card, gift_cents, note)
             values (?1, ?2, ?3, ?4, ?5)
             returning seq, id",
        )
        .bind(caller)
        .bind(cart.bill.total)
        .bind(&cart.gift_card)
        .bind(cart.bill.gift)
        .bind(note)
        .fetch_one(&mut *tx)
        .await?;
        for line in &cart.items {
            take(&mut tx, stock, &line.sku, line.quantity - line.reserved).await?;
            sqlx::query(
                "insert into order_line (seq, sku, name, quantity, price_cents)
                 values (?1, ?2, ?3, ?4, ?5)",
            )
            .bind(seq)
            .bind(&line.sku)
            .bind(&line.name)
            .bind(line.quantity)
            .bind(line.price_cents)
            .execute(&mut *tx)
            .await?;
        }
        sqlx::query("update gift_card set balance_cents = balance_cents - ?1 where number = ?2")
            .bind(cart.bill.gift)
            .bind(&cart.gift_card)
            .execute(&mut *tx)
            .await?;
        for emptied in [
            "delete from cart_line where caller = ?1",
            "delete from cart_discount where caller = ?1",
        ] {
            sqlx::query(emptied).bind(caller).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(Placed { order_id })
    }

    async fn orders(&self, caller: Option<&str>) -> Result<Orders> {
        let Some(caller) = caller else {
            return Ok(Orders::default());
        };
        let mut db = self.read().await?;
        let count = sqlx::query_scalar("select count(*) from orders where caller = ?1")
            .bind(caller)
            .fetch_one(&mut *db)
            .await?;
        let rows: Vec<(String, bool, Cents)> = sqlx::query_as(
            "select id, status = 'placed', total_cents from orders
              where caller = ?1 order by seq desc limit 5",
        )
        .bind(caller)
        .fetch_all(&mut *db)
        .await?;
        let recent = rows
            .into_iter()
            .map(|(id, placed, total_cents)| OrderSummary {
                id,
                status: status(placed),
                total_cents,
            })
            .collect();
        Ok(Orders { count, recent })
    }

    async fn order(&self, caller: &str, id: &str) -> Result<Order> {
        let mut db = self.read().await?;
        let (seq, placed, total_cents): (i64, bool, Cents) = sqlx::query_as(
            "select seq, status = 'placed', total_cents from orders where caller = ?1 and id = ?2",
        )
        .bind(caller)
        .bind(id)
        .fetch_optional(&mut *db)
        .await?
        .ok_or(Error::NotFound)?;
        let rows: Vec<(String, String, u32, Cents)> = sqlx::query_as(
            "select sku, name, quantity, price_cents from order_line where seq = ?1 order by rowid",
        )
        .bind(seq)
        .fetch_all(&mut *db)
        .await?;
        let items = rows
            .into_iter()
            .map(|(sku, name, quantity, price_cents)| OrderLine {
                sku,
                name,
                quantity,
                price_cents,
            })
            .collect();
        Ok(Order {
            id: id.to_owned(),
            status: status(placed),
            total_cents,
            items,
        })
    }

    async fn cancel_order(
        &self,
        _: &Write<Order>,
        stock: &Write<Stock>,
        caller: &str,
        id: &str,
    ) -> Result<()> {
        let order = self.order(caller, id).await?;
        let mut tx = self.write().await?;
        let (gift_card, gift): (Option<String>, Cents) = sqlx::query_as(
            "update orders set status = 'cancelled'
              where caller = ?1 and id = ?2 and status = 'placed'
             returning gift_card, gift_cents",
        )
        .bind(caller)
        .bind(id)
        .fetch_optional(&mut *tx)
        .await?
        .ok_or(Error::NotPlaced)?;
        for line in &order.items {
            give_back(&mut tx, stock, &line.sku, line.quantity).await?;
        }
        sqlx::query("update gift_card set balance_cents = balance_cents + ?1 where number = ?2")
            .bind(gift)
            .bind(gift_card)
            .execute(&mut *tx)
            .await?;
        Ok(tx.commit().await?)
    }
}

fn status(placed: bool) -> OrderStatus {
    if placed {
        OrderStatus::Placed
    } else {
        OrderStatus::Cancelled
    }
}

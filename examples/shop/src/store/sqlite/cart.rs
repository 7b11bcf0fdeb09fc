//! Carts in SQLite.

use async_trait::async_trait;
use sqlx::SqliteConnection;

use super::bill::Bill;
use super::stock::{give_back, out_of_stock, require_variant, take};
use super::{Database, Error, Result};
use crate::calls::{ApplyCoupon, InCart};
use crate::entities::{Cart, CartLine, Cents, Stock};
use crate::store::Carts;
use affordances::Write;

#[async_trait]
impl Carts for Database {
    async fn cart(&self, caller: Option<&str>) -> Result<Cart> {
        let Some(caller) = caller else {
            return Ok(Cart::default());
        };
        let mut db = self.read().await?;
        let contents = contents(&mut db, caller).await?;
        Ok(Cart {
            discount_cents: contents.bill.discount(),
            total_cents: contents.bill.total,
            items: contents.items,
        })
    }

    async fn add_to_cart(
        &self,
        _: &Write<Cart>,
        caller: &str,
        product: &str,
        sku: &str,
        quantity: u32,
    ) -> Result<InCart> {
        let mut tx = self.write().await?;
        require_variant(&mut tx, product, sku).await?;
        let added = sqlx::query_scalar(
            "insert into cart_line (caller, sku, quantity)
             select ?1, sku, ?3 from variant
              where sku = ?2
                and stock >= ?3 + coalesce((select quantity - reserved from cart_line
                                             where caller = ?1 and sku = ?2), 0)
             on conflict (caller, sku) do update set quantity = quantity + excluded.quantity
             returning quantity",
        )
        .bind(caller)
        .bind(sku)
        .bind(quantity)
        .fetch_optional(&mut *tx)
        .await?;
        let Some(quantity) = added else {
            return Err(out_of_stock(&mut tx, sku).await?);
        };
        tx.commit().await?;
        Ok(InCart { quantity })
    }

    async fn reserve(
        &self,
        _: &Write<Cart>,
        stock: &Write<Stock>,
        caller: &str,
        product: &str,
        sku: &str,
        quantity: u32,
    ) -> Result<InCart> {
        let mut tx = self.write().await?;
        require_variant(&mut tx, product, sku).await?;
        take(&mut tx, stock, sku, quantity).await?;
        let quantity = sqlx::query_scalar(
            "insert into cart_line (caller, sku, quantity, reserved) values (?1, ?2, ?3, ?3)
             on conflict (caller, sku) do update
                set quantity = quantity + excluded.quantity,
                    reserved = reserved + excluded.reserved
             returning quantity",
        )
        .bind(caller)
        .bind(sku)
        .bind(quantity)
        .fetch_one(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(InCart { quantity })
    }

    async fn set_quantity(
        &self,
        _: &Write<Cart>,
        stock: &Write<Stock>,
        caller: &str,
        sku: &str,
        quantity: u32,
    ) -> Result<()> {
        let mut tx = self.write().await?;
        let reserved: u32 =
            sqlx::query_scalar("select reserved from cart_line where caller = ?1 and sku = ?2")
                .bind(caller)
                .bind(sku)
                .fetch_optional(&mut *tx)
                .await?
                .ok_or(Error::NotInCart)?;
        let kept = reserved.min(quantity);
        give_back(&mut tx, stock, sku, reserved - kept).await?;
        if quantity == 0 {
            sqlx::query("delete from cart_line where caller = ?1 and sku = ?2")
                .bind(caller)
                .bind(sku)
                .execute(&mut *tx)
                .await?;
        } else {
            let set = sqlx::query(
                "update cart_line set quantity = ?3, reserved = ?4
                  where caller = ?1 and sku = ?2
                    and ?3 - ?4 <= (select stock from variant where sku = ?2)",
            )
            .bind(caller)
            .bind(sku)
            .bind(quantity)
            .bind(kept)
            .execute(&mut *tx)
            .await?;
            if set.rows_affected() == 0 {
                return Err(out_of_stock(&mut tx, sku).await?);
            }
        }
        Ok(tx.commit().await?)
    }

    async fn apply_coupon(
        &self,
        _: &Write<Cart>,
        caller: &str,
        coupon: &ApplyCoupon,
    ) -> Result<()> {
        let (noted, otherwise) = match coupon {
            ApplyCoupon::Percent { code } => (
                sqlx::query(
                    "insert into cart_discount (caller, coupon)
                     select ?1, code from coupon where code = ?2
                     on conflict (caller) do update set coupon = excluded.coupon",
                )
                .bind(caller)
                .bind(code),
                Error::UnknownCoupon,
            ),
            ApplyCoupon::GiftCard { number, pin } => (
                sqlx::query(
                    "insert into cart_discount (caller, gift_card)
                     select ?1, number from gift_card where number = ?2 and pin = ?3
                     on conflict (caller) do update set gift_card = excluded.gift_card",
                )
                .bind(caller)
                .bind(number)
                .bind(pin),
                Error::UnknownCard,
            ),
        };
        // One statement is a transaction by itself.
        match noted.execute(&self.db).await?.rows_affected() {
            0 => Err(otherwise),
            _ => Ok(()),
        }
    }
}

/// Everything that an order is made of.
pub(super) struct Contents {
    pub(super) items: Vec<CartLine>,
    pub(super) gift_card: Option<String>,
    pub(super) bill: Bill,
}

pub(super) async fn contents(db: &mut SqliteConnection, caller: &str) -> Result<Contents> {
    let rows: Vec<(String, String, u32, u32, Cents)> = sqlx::query_as(
        "select sku, product.name, quantity, reserved, price_cents
           from cart_line
           join variant using (sku)
           join product on product.slug = variant.product
          where caller = ?1
          order by cart_line.rowid",
    )
    .bind(caller)
    .fetch_all(&mut *db)
    .await?;
    let items: Vec<_> = rows
        .into_iter()
        .map(|(sku, name, quantity, reserved, price_cents)| CartLine {
            sku,
            name,
            quantity,
            reserved,
            price_cents,
        })
        .collect();
    let (percent, gift_card, balance) = sqlx::query_as(
        "select coalesce(percent, 0), gift_card, coalesce(balance_cents, 0)
           from cart_discount
           left join coupon on coupon.code = cart_discount.coupon
           left join gift_card on gift_card.number = cart_discount.gift_card
          where caller = ?1",
    )
    .bind(caller)
    .fetch_optional(&mut *db)
    .await?
    .unwrap_or((0, None, 0));
    Ok(Contents {
        bill: Bill::of(&items, percent, balance),
        gift_card,
        items,
    })
}

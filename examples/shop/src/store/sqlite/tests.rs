//! What the store promises: nothing is sold twice and nothing gets lost, however
//! many callers there are and whatever they do.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::calls::{ApplyCoupon, Search};
use crate::entities::{Cart, Order, OrderStatus, Stock};
use crate::store::{Carts, Goods, OrderBook};
use affordances::Write;

const TEE: (&str, &str) = ("heavyweight-tee", "TEE-BLK-M");
const TOTE: (&str, &str) = ("canvas-tote", "TOTE-NAT");

fn cart() -> &'static Write<Cart> {
    Write::outside_any_action("a test")
}

fn stock() -> &'static Write<Stock> {
    Write::outside_any_action("a test")
}

fn order() -> &'static Write<Order> {
    Write::outside_any_action("a test")
}

async fn memory() -> Database {
    Database::open(None).await.unwrap()
}

fn gift_card(pin: &str) -> ApplyCoupon {
    ApplyCoupon::GiftCard {
        number: "4000123412341234".into(),
        pin: pin.into(),
    }
}

fn welcome() -> ApplyCoupon {
    ApplyCoupon::Percent {
        code: "WELCOME10".into(),
    }
}

impl Database {
    async fn add(&self, caller: &str, (slug, sku): (&str, &str), n: u32) -> Result<u32> {
        let added = self.add_to_cart(cart(), caller, slug, sku, n).await?;
        Ok(added.quantity)
    }

    async fn hold(&self, caller: &str, (slug, sku): (&str, &str), n: u32) -> Result<u32> {
        let held = self.reserve(cart(), stock(), caller, slug, sku, n).await?;
        Ok(held.quantity)
    }

    async fn set(&self, caller: &str, sku: &str, n: u32) -> Result<()> {
        self.set_quantity(cart(), stock(), caller, sku, n).await
    }

    async fn buy(&self, caller: &str) -> Result<String> {
        let placed = self
            .place_order(cart(), order(), stock(), caller, None)
            .await?;
        Ok(placed.order_id)
    }

    async fn cancel(&self, caller: &str, id: &str) -> Result<()> {
        self.cancel_order(order(), stock(), caller, id).await
    }

    async fn left(&self, (slug, sku): (&str, &str)) -> u32 {
        let product = self.product(slug).await.unwrap();
        product
            .variants
            .iter()
            .find(|v| v.sku == sku)
            .unwrap()
            .stock
    }

    /// Each variant's pieces, wherever they are.
    async fn census(&self) -> BTreeMap<String, i64> {
        sqlx::query_as(
            "select sku, stock
                + (select coalesce(sum(reserved), 0) from cart_line where sku = variant.sku)
                + (select coalesce(sum(quantity), 0) from order_line join orders using (seq)
                    where sku = variant.sku and status = 'placed')
               from variant",
        )
        .fetch_all(&self.db)
        .await
        .unwrap()
        .into_iter()
        .collect()
    }

    /// The gift card's money, on the card or in orders that stand.
    async fn gift_money(&self) -> i64 {
        sqlx::query_scalar(
            "select (select sum(balance_cents) from gift_card)
                  + (select coalesce(sum(gift_cents), 0) from orders where status = 'placed')",
        )
        .fetch_one(&self.db)
        .await
        .unwrap()
    }
}

macro_rules! assert_refused {
    ($result:expr, $($error:tt)+) => {
        match $result {
            Err(Error::$($error)+) => {}
            other => panic!("{} wanted, got {other:?}", stringify!($($error)+)),
        }
    };
}

#[tokio::test]
async fn the_seed_is_ten_products_of_which_one_is_sold_out() {
    let store = memory().await;
    let catalogue = store.catalogue("").await.unwrap();
    assert_eq!((catalogue.count, catalogue.products.len()), (10, 10));
    let in_stock: Vec<_> = catalogue.products.iter().map(|p| p.in_stock).collect();
    assert_eq!(
        in_stock,
        [[true, true, false].as_slice(), &[true; 7]].concat()
    );
    let tee = store.product("heavyweight-tee").await.unwrap();
    assert_eq!(tee.price_cents, 3200);
    assert_eq!(tee.tags, ["clothing", "cotton"]);
    let stocks: Vec<_> = tee
        .variants
        .iter()
        .map(|v| (v.sku.as_str(), v.stock))
        .collect();
    assert_eq!(stocks, [("TEE-BLK-M", 12), ("TEE-BLK-L", 0)]);
    assert_refused!(store.product("nothing").await, NotFound);
}

#[tokio::test]
async fn a_search_is_literal_and_ignores_case() {
    let store = memory().await;
    let search = async |query: &str, max_price_cents, tags: &[&str]| {
        let search = Search {
            query: query.into(),
            max_price_cents,
            tags: tags.iter().map(|&tag| tag.into()).collect(),
        };
        let hits = store.search(&search).await.unwrap().hits;
        hits.into_iter()
            .map(|hit| hit.slug)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(search("TEE", None, &[]).await, "heavyweight-tee");
    assert_eq!(search("CAFÉ", None, &[]).await, "cafe-candle");
    assert_eq!(search("%", None, &[]).await, "");
    assert_eq!(search("_", None, &[]).await, "");
    assert_eq!(
        search("an", None, &[]).await,
        "canvas-tote wool-beanie cafe-candle"
    );
    assert_eq!(
        search("an", Some(2200), &[]).await,
        "canvas-tote cafe-candle"
    );
    assert_eq!(
        search("e", None, &["clothing", "cotton"]).await,
        "heavyweight-tee"
    );
    assert_eq!(search("e", None, &["cotton", "kitchen"]).await, "");
}

#[tokio::test]
async fn a_line_wishes_for_no_more_than_there_is() {
    let store = memory().await;
    assert_eq!(store.add("a", TOTE, 2).await.unwrap(), 2);
    assert_refused!(store.add("a", TOTE, 2).await, OutOfStock { left: 3, .. });
    assert_refused!(store.set("a", TOTE.1, 4).await, OutOfStock { left: 3, .. });
    store.set("a", TOTE.1, 3).await.unwrap();
    assert_refused!(store.add("a", (TEE.0, TOTE.1), 1).await, NotOfProduct);
    assert_refused!(store.hold("a", (TEE.0, TOTE.1), 1).await, NotOfProduct);
    assert_refused!(store.set("a", TEE.1, 1).await, NotInCart);
    assert_eq!(
        store.left(TOTE).await,
        3,
        "a wish takes nothing out of stock"
    );
}

#[tokio::test]
async fn reserved_pieces_come_on_top_and_go_back_when_given_up() {
    let store = memory().await;
    store.add("a", TEE, 4).await.unwrap();
    assert_eq!(
        store.hold("a", TEE, 8).await.unwrap(),
        12,
        "a line may exceed ten"
    );
    assert_eq!(store.left(TEE).await, 4);
    assert_refused!(store.hold("b", TEE, 5).await, OutOfStock { left: 4, .. });

    store.set("a", TEE.1, 10).await.unwrap();
    assert_eq!(store.left(TEE).await, 4, "only wishes were given up");
    store.set("a", TEE.1, 3).await.unwrap();
    assert_eq!(store.left(TEE).await, 9);
    let line = store.cart(Some("a")).await.unwrap().items.remove(0);
    assert_eq!((line.quantity, line.reserved), (3, 3));
    store.set("a", TEE.1, 0).await.unwrap();
    assert_eq!(store.left(TEE).await, 12);
    assert_eq!(store.cart(Some("a")).await.unwrap(), Cart::default());
}

#[tokio::test]
async fn a_cart_has_one_coupon_and_one_card_until_it_is_ordered() {
    let store = memory().await;
    let sums = async || {
        let cart = store.cart(Some("a")).await.unwrap();
        (cart.discount_cents, cart.total_cents)
    };
    store.add("a", TEE, 1).await.unwrap();
    for coupon in [welcome(), welcome(), gift_card("1234"), gift_card("1234")] {
        store.apply_coupon(cart(), "a", &coupon).await.unwrap();
    }
    assert_eq!(sums().await, (1320, 1880));

    let unknown = ApplyCoupon::Percent {
        code: "welcome10' or 1".into(),
    };
    assert_refused!(
        store.apply_coupon(cart(), "a", &unknown).await,
        UnknownCoupon
    );
    let wrong_pin = gift_card("4321");
    assert_refused!(
        store.apply_coupon(cart(), "a", &wrong_pin).await,
        UnknownCard
    );
    assert_eq!(sums().await, (1320, 1880), "a refusal changes nothing");

    let id = store.buy("a").await.unwrap();
    assert_eq!(store.order("a", &id).await.unwrap().total_cents, 1880);
    store.add("a", TEE, 1).await.unwrap();
    assert_eq!(sums().await, (0, 3200), "both were cleared");
    store
        .apply_coupon(cart(), "a", &gift_card("1234"))
        .await
        .unwrap();
    assert_eq!(sums().await, (0, 3200), "the card is empty");
    store.cancel("a", &id).await.unwrap();
    assert_eq!(sums().await, (1000, 2200), "and filled again");
}

#[tokio::test]
async fn an_order_is_its_owners_and_is_cancelled_once() {
    let store = memory().await;
    assert_refused!(store.buy("a").await, EmptyCart);
    store.add("a", TOTE, 1).await.unwrap();
    store.hold("a", TOTE, 2).await.unwrap();
    let id = store.buy("a").await.unwrap();
    assert_eq!(store.left(TOTE).await, 0);
    assert_eq!(store.orders(Some("a")).await.unwrap().recent[0].id, id);
    assert_eq!(store.orders(Some("b")).await.unwrap().count, 0);
    assert_eq!(store.orders(None).await.unwrap().count, 0);

    assert_refused!(store.order("b", &id).await, NotFound);
    assert_refused!(store.cancel("b", &id).await, NotFound);
    store.cancel("a", &id).await.unwrap();
    assert_refused!(store.cancel("a", &id).await, NotPlaced);
    assert_eq!(store.left(TOTE).await, 3);
    assert_eq!(
        store.order("a", &id).await.unwrap().status,
        OrderStatus::Cancelled
    );
}

#[tokio::test]
async fn an_order_that_comes_too_late_changes_nothing() {
    let store = memory().await;
    store.add("a", TEE, 1).await.unwrap();
    store.add("a", TOTE, 3).await.unwrap();
    store.hold("b", TOTE, 1).await.unwrap();
    let before = store.cart(Some("a")).await.unwrap();
    assert_refused!(store.buy("a").await, OutOfStock { left: 2, .. });
    assert_eq!(store.cart(Some("a")).await.unwrap(), before);
    assert_eq!((store.left(TEE).await, store.left(TOTE).await), (12, 2));
}

#[tokio::test]
async fn the_newest_five_orders_are_listed() {
    let store = memory().await;
    let mut ids = Vec::new();
    for _ in 0..7 {
        store.add("a", TEE, 1).await.unwrap();
        ids.push(store.buy("a").await.unwrap());
    }
    let orders = store.orders(Some("a")).await.unwrap();
    let listed: Vec<_> = orders.recent.iter().map(|order| &order.id).collect();
    assert_eq!(orders.count, 7);
    assert_eq!(listed, ids.iter().rev().take(5).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_restart_keeps_every_row() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shop.db");
    let store = Database::open(Some(&file)).await.unwrap();
    store.hold("a", TOTE, 1).await.unwrap();
    store.apply_coupon(cart(), "a", &welcome()).await.unwrap();
    let cart_before = store.cart(Some("a")).await.unwrap();
    store.add("b", TEE, 2).await.unwrap();
    let id = store.buy("b").await.unwrap();
    store.restock(stock(), TEE.0, TEE.1, 5).await.unwrap();
    store.db.close().await;

    let store = Database::open(Some(&file)).await.unwrap();
    assert_eq!(store.cart(Some("a")).await.unwrap(), cart_before);
    assert_eq!(store.order("b", &id).await.unwrap().items[0].quantity, 2);
    assert_eq!((store.left(TOTE).await, store.left(TEE).await), (2, 15));
}

/// Two hundred callers want one of twelve pieces, half of them by reserving.
async fn rush(store: Database) {
    let before = store.census().await;
    let callers: Vec<_> = (0..200)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                let caller = format!("caller-{n}");
                let mine = match n % 2 {
                    0 => store.hold(&caller, TEE, 1).await,
                    _ => store.add(&caller, TEE, 1).await,
                };
                match mine {
                    Ok(_) => store.buy(&caller).await.map(Some),
                    Err(error) => Err(error),
                }
                .or_else(|error| match error {
                    Error::OutOfStock { .. } => Ok(None),
                    other => Err(other),
                })
            })
        })
        .collect();
    let mut sold = 0;
    for caller in callers {
        sold += u32::from(caller.await.unwrap().unwrap().is_some());
    }
    assert_eq!(sold, 12);
    assert_eq!(store.left(TEE).await, 0);
    assert_eq!(store.census().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rush_never_oversells_in_memory() {
    rush(memory().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rush_never_oversells_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shop.db");
    rush(Database::open(Some(&file)).await.unwrap()).await;
}

/// Anything a caller can do.
#[derive(Clone, Debug)]
enum Deed {
    Add(u32),
    Hold(u32),
    Set(u32),
    Coupon(bool),
    Buy,
    Cancel(prop::sample::Index),
}

fn deeds() -> impl Strategy<Value = Vec<(bool, bool, Deed)>> {
    let deed = prop_oneof![
        (1..=10_u32).prop_map(Deed::Add),
        (1..=10_u32).prop_map(Deed::Hold),
        (0..=10_u32).prop_map(Deed::Set),
        any::<bool>().prop_map(Deed::Coupon),
        Just(Deed::Buy),
        any::<prop::sample::Index>().prop_map(Deed::Cancel),
    ];
    prop::collection::vec((any::<bool>(), any::<bool>(), deed), 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_two_callers_do_no_piece_and_no_cent_gets_lost(deeds in deeds()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let store = memory().await;
            let (pieces, money) = (store.census().await, store.gift_money().await);
            let mut orders = Vec::new();
            for (first, tee, deed) in deeds {
                let caller = if first { "a" } else { "b" };
                let product = if tee { TEE } else { TOTE };
                let done = match deed {
                    Deed::Add(n) => store.add(caller, product, n).await.map(drop),
                    Deed::Hold(n) => store.hold(caller, product, n).await.map(drop),
                    Deed::Set(n) => store.set(caller, product.1, n).await,
                    Deed::Coupon(true) => store.apply_coupon(cart(), caller, &welcome()).await,
                    Deed::Coupon(false) => store.apply_coupon(cart(), caller, &gift_card("1234")).await,
                    Deed::Buy => store.buy(caller).await.map(|id| orders.push(id)),
                    Deed::Cancel(_) if orders.is_empty() => Ok(()),
                    Deed::Cancel(n) => store.cancel(caller, &orders[n.index(orders.len())]).await,
                };
                if let Err(Error::Db(error)) = done {
                    panic!("a condition was left to the schema's checks: {error}");
                }
                assert_eq!(store.census().await, pieces);
                assert_eq!(store.gift_money().await, money);
                let cart = store.cart(Some(caller)).await.unwrap();
                assert!(cart.total_cents >= 0);
                assert!(cart.items.iter().all(|line| line.reserved <= line.quantity));
            }
        });
    }
}

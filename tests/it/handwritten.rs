//! A page whose table is written by hand: what `#[page]` expands to, in the
//! shape that the goldens of the macros have. It shows that the engine needs
//! nothing from the macros but constants.

use affordances::prelude::*;
use affordances::protocol::{Delta, Graph};
use affordances::testing::Agent;
use axum::Router;
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
struct Shop(Arc<Mutex<u32>>);

#[derive(Serialize)]
struct Cart {
    quantity: u32,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Add {
    #[schemars(range(min = 1, max = 10))]
    quantity: u32,
}

struct Entities {
    cart: Cart,
}

async fn load(State(shop): State<Shop>) -> Result<Entities> {
    let quantity = *shop.0.lock().unwrap();
    Ok(Entities {
        cart: Cart { quantity },
    })
}

fn view(entities: &Entities, page: &PageView) -> Html<String> {
    let quantity = entities.cart.quantity;
    Html(format!(
        "<head>{}</head>{quantity} in the cart",
        page.link_element()
    ))
}

fn has_room(entities: &Entities) -> Verdict {
    Verdict::available_if(entities.cart.quantity < 10, "The cart is full")
}

async fn add(
    State(shop): State<Shop>,
    Input(add): Input<Add>,
    _: &Write<Cart>,
) -> Result<Outcome<u32>> {
    let mut quantity = shop.0.lock().unwrap();
    *quantity += add.quantity;
    Ok(Outcome::new(*quantity).message("Added"))
}

#[automatically_derived]
impl ::affordances::__private::PageEntities for Entities {
    const ENTITIES: &'static [::affordances::__private::EntityMeta] =
        &[::affordances::__private::EntityMeta::new("cart")];
    fn write(
        &self,
        entity: usize,
        to: &mut ::affordances::__private::JsonWriter,
    ) -> ::core::result::Result<(), ::affordances::__private::serde_json::Error> {
        #[allow(
            clippy::match_single_binding,
            reason = "one arm an entity, as the macro writes it"
        )]
        match entity {
            _ => ::affordances::__private::Entity::write(&self.cart, to),
        }
    }
}

static PAGE: ::affordances::__private::PageDef<Shop> = {
    use ::affordances::__private as __affordances;
    #[allow(non_camel_case_types, reason = "a marker bears its handler's name")]
    mod __affordances_handlers {
        pub(super) enum load {}
        pub(super) enum view {}
        pub(super) enum has_room {}
        pub(super) enum add {}
    }
    impl __affordances::Receives<Entities> for __affordances_handlers::view {}
    impl __affordances::Receives<__affordances::PageView> for __affordances_handlers::view {}
    impl __affordances::Receives<Entities> for __affordances_handlers::has_room {}
    impl __affordances::Receives<__affordances::TheInput> for __affordances_handlers::add {}
    impl __affordances::Declares<Cart> for __affordances_handlers::add {}
    const __AFFORDANCES_GUARD_HAS_ROOM: __affordances::Shim<Shop, __affordances::Verdict> = |cx| {
        __affordances::run1(
            cx,
            <&Entities as __affordances::FromCall<'_, Shop, _>>::admitted::<
                __affordances_handlers::has_room,
            >(),
            has_room,
            __affordances::Returns::<__affordances::Verdict>::into_value,
        )
    };
    static __AFFORDANCES_ACTIONS: &[__affordances::ActionDef<Shop>] = &[
        __affordances::ActionDef::new("add", "Put pieces into the cart.", |cx| {
            __affordances::run3_async(
                cx,
                <State<Shop> as __affordances::FromCall<'_, Shop, _>>::admitted::<
                    __affordances_handlers::add,
                >(),
                <Input<Add> as __affordances::FromCall<'_, Shop, _>>::admitted::<
                    __affordances_handlers::add,
                >(),
                <&Write<Cart> as __affordances::FromCall<'_, Shop, _>>::admitted::<
                    __affordances_handlers::add,
                >(),
                |a0, a1, a2| __affordances::sendable(add(a0, a1, a2)),
                __affordances::IntoDone::into_done,
            )
        })
        .expose(__affordances::Expose::Public)
        .guard("the cart has room", __AFFORDANCES_GUARD_HAS_ROOM)
        .effects(&["cart"]),
    ];
    __affordances::PageDef::new::<Entities>(
        "cart",
        "/cart",
        &["/cart"],
        "What the visitor has chosen.",
        ::core::concat!(::core::file!(), ":", ::core::line!()),
        |cx| {
            __affordances::run1_async(
                cx,
                <State<Shop> as __affordances::FromCall<'_, Shop, _>>::admitted::<
                    __affordances_handlers::load,
                >(),
                |a0| __affordances::sendable(load(a0)),
                __affordances::Loads::<Entities>::into_loaded,
            )
        },
    )
    .actions(
        __AFFORDANCES_ACTIONS,
        const { &__affordances::metas::<_, 1>(__AFFORDANCES_ACTIONS) },
    )
    .view(|cx| {
        __affordances::run2(
            cx,
            <&Entities as __affordances::FromCall<'_, Shop, _>>::admitted::<
                __affordances_handlers::view,
            >(),
            <&PageView as __affordances::FromCall<'_, Shop, _>>::admitted::<
                __affordances_handlers::view,
            >(),
            view,
            __affordances::Drawn::drawn,
        )
    })
};

const SCHEMAS: ::affordances::__private::PageTypes = {
    use ::affordances::__private as __affordances;
    &[(
        <Result<Outcome<u32>> as __affordances::IntoDone<_>>::schema,
        &[
            <State<Shop> as __affordances::FromCall<'_, Shop, _>>::schema,
            <Input<Add> as __affordances::FromCall<'_, Shop, _>>::schema,
        ],
    )]
};

static SITE: ::affordances::__private::Site<Shop> = {
    static PAGES: &[::affordances::__private::Entry<Shop>] =
        &[::affordances::__private::Entry::new(&PAGE.meta, &PAGE)];
    ::affordances::__private::Site::new("Shop", &[], PAGES).schemas(&[SCHEMAS])
};
const _: () = ::affordances::__private::check_page(SITE.pages, 0);

fn app() -> Router {
    let site = Affordances::new(&SITE);
    let app = Router::new()
        .merge(site.pages())
        .with_state(Shop::default());
    site.finish(app).unwrap()
}

#[tokio::test]
async fn a01_a54_a_table_made_by_hand_answers_with_its_graph() {
    let mut agent = Agent::new(app());
    let graph: Graph = agent.get("/cart").await.graph();
    assert_eq!(graph.v, "0");
    assert_eq!(graph.entities["cart"]["quantity"], 0);
    assert!(graph.action("add").unwrap().available);
}

#[tokio::test]
async fn a115_a116_a_call_answers_with_what_changed() {
    let mut agent = Agent::new(app());
    let delta: Delta = agent
        .call("/cart", "add", serde_json::json!({ "quantity": 3 }))
        .await
        .done();
    assert_eq!(delta.changed.unwrap()["cart"]["quantity"], 3);
    assert_eq!(delta.output.unwrap(), 3);
    let failed = agent
        .call("/cart", "add", serde_json::json!({ "quantity": 30 }))
        .await;
    assert_eq!(failed.status(), 422);
}

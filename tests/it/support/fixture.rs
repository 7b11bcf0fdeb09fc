//! The fixture of the conformance tests: a shop with counters, in memory.
//!
//! Two people (`ada`, `bob`) sign in by a cookie that is their name, two agents
//! (`token-a`, `token-b`) by bearer. Every load, guard and run is counted, so
//! that a test can prove that a later step was not reached.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use affordances::prelude::*;
use affordances_core::engine::{Authenticator, Unreachable};
use axum::Router;
use axum::http::request::Parts;
use axum::routing::get;

use super::client::Client;

/// The origin that the fixture believes to be deployed at.
pub(crate) const ORIGIN: &str = "https://shop.example";

/// The state: rows by subject, and the counters.
#[derive(Clone, Default)]
pub(crate) struct Shop(pub(crate) Arc<Inner>);

#[derive(Default)]
pub(crate) struct Inner {
    pub(crate) carts: Mutex<BTreeMap<String, u32>>,
    pub(crate) stock: Mutex<i64>,
    pub(crate) loads: AtomicUsize,
    pub(crate) guards: AtomicUsize,
    pub(crate) runs: AtomicUsize,
    /// The page's resource is gone.
    pub(crate) gone: Mutex<bool>,
    /// What the next loads do, the nearest last.
    pub(crate) next_loads: Mutex<Vec<LoadFault>>,
}

#[derive(Clone, Copy)]
pub(crate) enum LoadFault {
    None,
    Error,
    Panic,
}

impl Shop {
    pub(crate) fn with_stock(stock: i64) -> Self {
        let shop = Self::default();
        *shop.0.stock.lock().unwrap() = stock;
        shop
    }

    pub(crate) fn counts(&self) -> (usize, usize, usize) {
        (
            self.0.loads.load(SeqCst),
            self.0.guards.load(SeqCst),
            self.0.runs.load(SeqCst),
        )
    }

    pub(crate) fn runs(&self) -> usize {
        self.0.runs.load(SeqCst)
    }

    fn cart_of(&self, caller: Option<&Caller>) -> Cart {
        let carts = self.0.carts.lock().unwrap();
        let quantity = caller
            .and_then(|caller| carts.get(caller.subject()))
            .copied();
        Cart {
            quantity: quantity.unwrap_or_default(),
        }
    }

    fn add(&self, _: &Write<Cart>, caller: &Caller, quantity: u32) -> u32 {
        let mut carts = self.0.carts.lock().unwrap();
        let line = carts.entry(caller.subject().to_owned()).or_default();
        *line += quantity;
        *line
    }

    fn count_load(&self) -> Result<()> {
        self.0.loads.fetch_add(1, SeqCst);
        let fault = self.0.next_loads.lock().unwrap().pop();
        match fault {
            Some(LoadFault::Error) => Err(ActionError::internal("secret-cause: the disk is full")),
            Some(LoadFault::Panic) => panic!("secret-cause: a load panics"),
            _ => Ok(()),
        }
    }
}

/// What a visitor has chosen.
#[derive(Serialize)]
pub(crate) struct Cart {
    pub(crate) quantity: u32,
}

/// What is for sale.
#[derive(Serialize)]
pub(crate) struct Product {
    pub(crate) slug: String,
    pub(crate) name: String,
    pub(crate) stock: i64,
}

/// The front page.
#[page(route = "/", state = Shop)]
pub(crate) mod home {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        visitor: Visitor,
    }

    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct Visitor {
        signed_in: bool,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct SignIn {
        #[schemars(length(min = 1, max = 40))]
        name: String,
    }

    #[load]
    pub(crate) async fn load(State(shop): State<Shop>, caller: Option<Caller>) -> Result<Entities> {
        shop.count_load()?;
        Ok(Entities {
            visitor: Visitor {
                signed_in: caller.is_some(),
            },
        })
    }

    #[view]
    pub(crate) fn view(entities: &Entities, page: &PageView) -> Html<String> {
        let who = if entities.visitor.signed_in {
            "yes"
        } else {
            "no"
        };
        Html(format!(
            "<head>{}</head><p>Signed in: {who}</p>",
            page.link_element()
        ))
    }

    /// Sign in under a name.
    #[action(expose = "public", effects = [visitor])]
    pub(crate) async fn sign_in(
        State(shop): State<Shop>,
        Input(input): Input<SignIn>,
        _: &Write<Visitor>,
    ) -> Result<Outcome<()>> {
        shop.0.runs.fetch_add(1, SeqCst);
        let cookie = [(
            "set-cookie",
            format!("session={}; HttpOnly; SameSite=Lax", input.name),
        )];
        Ok(Outcome::new(())
            .with(axum::response::AppendHeaders(cookie))
            .acting_as(Caller::new(format!("person:{}", input.name))))
    }

    #[nav]
    pub(crate) fn nav() -> Vec<Nav> {
        vec![
            Nav::to("/cart")
                .label("Your cart")
                .when("after adding something"),
            Nav::to("/products/tee"),
        ]
    }
}

/// One product.
///
/// With its stock and the visitor's cart.
#[page(route = "/products/[slug]", state = Shop)]
pub(crate) mod product {
    use super::*;

    #[derive(Deserialize)]
    pub(crate) struct Params {
        slug: String,
    }

    #[entities]
    pub(crate) struct Entities {
        pub(crate) product: Product,
        pub(crate) cart: Cart,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct AddToCart {
        sku: String,
        #[schemars(range(min = 1, max = 10))]
        #[serde(default = "one")]
        quantity: u32,
    }

    fn one() -> u32 {
        1
    }

    #[derive(Serialize, JsonSchema)]
    pub(crate) struct Added {
        quantity: u32,
    }

    #[load]
    pub(crate) async fn load(
        State(shop): State<Shop>,
        Path(params): Path<Params>,
        caller: Option<Caller>,
    ) -> Result<Entities> {
        shop.count_load()?;
        if params.slug == "missing" || *shop.0.gone.lock().unwrap() {
            return Err(ActionError::not_found());
        }
        Ok(Entities {
            product: Product {
                name: format!("The {}", params.slug),
                slug: params.slug,
                stock: *shop.0.stock.lock().unwrap(),
            },
            cart: shop.cart_of(caller.as_ref()),
        })
    }

    #[view]
    pub(crate) fn view(entities: &Entities, page: &PageView) -> Html<String> {
        let Entities { product, cart } = entities;
        Html(format!(
            "<head>{}</head><h1>{} ({})</h1><p>{} in stock, {} in your cart</p>",
            page.link_element(),
            product.name,
            product.slug,
            product.stock,
            cart.quantity
        ))
    }

    #[guard("the product is in stock")]
    pub(crate) fn in_stock(State(shop): State<Shop>, entities: &Entities) -> Verdict {
        shop.0.guards.fetch_add(1, SeqCst);
        Verdict::available_if(entities.product.stock > 0, "Sold out")
    }

    /// Add pieces to the cart.
    #[action(expose = "session", effects = [cart], guard = in_stock)]
    pub(crate) async fn add_to_cart(
        State(shop): State<Shop>,
        caller: Caller,
        Input(input): Input<AddToCart>,
        cart: &Write<Cart>,
    ) -> Result<Outcome<Added>> {
        shop.0.runs.fetch_add(1, SeqCst);
        if input.sku != "TEE" {
            return Err(ActionError::invalid_input(
                "/sku",
                "is not a variant of this product",
            ));
        }
        let quantity = shop.add(cart, &caller, input.quantity);
        Ok(Outcome::new(Added { quantity }).message("Added to the cart"))
    }

    /// Take the last pieces.
    #[action(expose = "confirm", effects = [product, cart], guard = in_stock,
             summary = "Buy {quantity} of {sku} out")]
    pub(crate) async fn buy_out(
        State(shop): State<Shop>,
        caller: Caller,
        Input(input): Input<AddToCart>,
        cart: &Write<Cart>,
        _: &Write<Product>,
    ) -> Result<Added> {
        shop.0.runs.fetch_add(1, SeqCst);
        *shop.0.stock.lock().unwrap() = 0;
        Ok(Added {
            quantity: shop.add(cart, &caller, input.quantity),
        })
    }

    /// Take the product out of the range.
    #[action(expose = "session", destructive)]
    pub(crate) async fn discontinue(State(shop): State<Shop>, _: Caller) -> Result<Outcome<()>> {
        shop.0.runs.fetch_add(1, SeqCst);
        *shop.0.gone.lock().unwrap() = true;
        Ok(Outcome::new(()).message("Gone").redirect("/"))
    }

    /// Staff code.
    #[action(effects = [product])]
    pub(crate) async fn secret(State(shop): State<Shop>, _: &Write<Product>) {
        shop.0.runs.fetch_add(1, SeqCst);
    }
}

/// What the visitor has chosen.
#[page(route = "/cart", state = Shop)]
pub(crate) mod cart {
    use super::*;

    #[entities]
    pub(crate) struct Entities {
        pub(crate) cart: Cart,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
    pub(crate) enum Coupon {
        Percent { code: String },
        GiftCard { number: String, pin: String },
    }

    #[load]
    pub(crate) async fn load(State(shop): State<Shop>, caller: Option<Caller>) -> Result<Entities> {
        shop.count_load()?;
        Ok(Entities {
            cart: shop.cart_of(caller.as_ref()),
        })
    }

    #[view]
    pub(crate) fn view(entities: &Entities, page: &PageView) -> Html<String> {
        let failure = page.failure().map_or(String::new(), |failure| {
            format!("<p role=alert>{} {:?}</p>", failure.message, failure.issues)
        });
        let confirm = page.confirmation().map_or(String::new(), |confirmation| {
            format!(
                "<form action='{}'>{}</form>",
                confirmation.post_url, confirmation.summary
            )
        });
        Html(format!(
            "<head>{}</head>{failure}{confirm}<p>{} in your cart</p>",
            page.link_element(),
            entities.cart.quantity
        ))
    }

    #[guard("the cart is not empty")]
    pub(crate) async fn not_empty(
        State(shop): State<Shop>,
        entities: &Entities,
    ) -> Result<Verdict> {
        shop.0.guards.fetch_add(1, SeqCst);
        Ok(Verdict::available_if(
            entities.cart.quantity > 0,
            "The cart is empty",
        ))
    }

    /// Take a coupon.
    #[action(expose = "session")]
    pub(crate) async fn apply_coupon(
        State(shop): State<Shop>,
        Input(coupon): Input<Coupon>,
    ) -> Result<()> {
        shop.0.runs.fetch_add(1, SeqCst);
        match coupon {
            Coupon::Percent { code } if code == "TEN" => Ok(()),
            Coupon::Percent { .. } => Err(ActionError::invalid_input("/code", "is not known")),
            Coupon::GiftCard { number, pin } => {
                Err(ActionError::invalid_input("/number", "is not known").and(
                    "/pin",
                    format!("{} digits expected", number.len().min(pin.len())),
                ))
            }
        }
    }

    /// Order what is in the cart.
    #[action(expose = "confirm", effects = [cart], guard = not_empty, summary = what_is_ordered)]
    pub(crate) async fn checkout(
        State(shop): State<Shop>,
        caller: Caller,
        _: &Write<Cart>,
    ) -> Result<Outcome<u32>> {
        shop.0.runs.fetch_add(1, SeqCst);
        let ordered = shop.0.carts.lock().unwrap().remove(caller.subject());
        Ok(Outcome::new(ordered.unwrap_or_default())
            .redirect("/")
            .message("Ordered"))
    }

    fn what_is_ordered(entities: &Entities, (): &(), caller: Option<&Caller>) -> String {
        let who = caller.map_or("nobody", Caller::subject);
        format!("Order {} pieces for {who}", entities.cart.quantity)
    }

    #[markdown]
    pub(crate) fn md(entities: &Entities) -> String {
        format!("{} in your cart", entities.cart.quantity)
    }
}

/// What goes wrong, and how often one may look.
#[page(route = "/faults/[[...rest]]", state = Shop)]
pub(crate) mod faults {
    use super::*;

    #[derive(Deserialize)]
    pub(crate) struct Params {
        rest: Option<String>,
    }

    #[entities]
    pub(crate) struct Entities {
        address: Address,
        clock: usize,
    }

    #[derive(Serialize)]
    pub(crate) struct Address {
        rest: Option<String>,
        query: Option<String>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    pub(crate) struct Search {
        #[schemars(length(min = 1, max = 100))]
        query: String,
    }

    #[load]
    pub(crate) async fn load(
        State(shop): State<Shop>,
        Path(params): Path<Params>,
        axum::extract::RawQuery(query): axum::extract::RawQuery,
    ) -> Result<Entities> {
        shop.count_load()?;
        Ok(Entities {
            address: Address {
                rest: params.rest,
                query,
            },
            clock: shop.runs(),
        })
    }

    #[view]
    pub(crate) fn view(entities: &Entities, page: &PageView) -> Html<String> {
        Html(format!(
            "<head>{}</head><pre>{:?} {:?} {}</pre>",
            page.link_element(),
            entities.address.rest,
            entities.address.query,
            entities.clock
        ))
    }

    /// Look for something.
    #[action(expose = "public", read_only)]
    pub(crate) async fn search(Input(input): Input<Search>) -> Vec<String> {
        vec![input.query]
    }

    /// Look, but not often.
    #[action(expose = "session", rate = "2/min")]
    pub(crate) async fn rarely(State(shop): State<Shop>, Input(_): Input<Search>) {
        shop.0.runs.fetch_add(1, SeqCst);
    }

    /// Change nothing that is shown.
    #[action(expose = "public")]
    pub(crate) async fn idle() {}

    /// Fail.
    #[action(expose = "public")]
    pub(crate) async fn fail() -> Result<()> {
        Err(std::io::Error::other("secret-cause: the disk is full"))?
    }

    /// Panic.
    #[action(expose = "public")]
    pub(crate) async fn explode() -> Result<()> {
        panic!("secret-cause: an action panics")
    }

    /// Take some time, then count.
    #[action(expose = "public", timeout = "300ms")]
    pub(crate) async fn slowly(State(shop): State<Shop>) {
        tokio::time::sleep(Duration::from_millis(600)).await;
        shop.0.runs.fetch_add(1, SeqCst);
    }

    /// For those who may know of it.
    #[action(expose = "session", visible_to = is_ada)]
    pub(crate) async fn hidden() {}

    fn is_ada(caller: Option<&Caller>) -> bool {
        caller.is_some_and(|caller| caller.subject() == "person:ada")
    }

    /// For those who hold the scope.
    #[action(expose = "session", requires = "faults:write")]
    pub(crate) async fn scoped(State(shop): State<Shop>) {
        shop.0.runs.fetch_add(1, SeqCst);
    }
}

site! {
    pub(crate) static SITE: Shop = {
        name: "The fixture",
        auth: [cookie, bearer],
        pages: [home, product, cart, faults],
    }
}

/// Cookies name people, tokens name agents.
pub(crate) struct Callers;

impl Authenticator for Callers {
    async fn bearer(&self, token: &str, _: &Parts) -> Result<Option<Caller>, Unreachable> {
        match token {
            "token-a" => Ok(Some(Caller::new("agent:a").with_scopes(["faults:write"]))),
            "token-b" => Ok(Some(Caller::new("agent:b"))),
            "out-of-reach" => Err(Unreachable::new("secret-cause: the token service is down")),
            _ => Ok(None),
        }
    }

    async fn session(&self, parts: &Parts) -> Result<Option<Caller>, Unreachable> {
        let cookie = parts
            .headers
            .get("cookie")
            .and_then(|value| value.to_str().ok());
        let name = cookie.and_then(|cookie| cookie.strip_prefix("session="));
        Ok(name
            .filter(|name| ["ada", "bob"].contains(name))
            .map(|name| Caller::new(format!("person:{name}"))))
    }
}

/// The site with the fixture's settings; a test may change more.
pub(crate) fn site() -> Affordances<Shop> {
    Affordances::new(&SITE)
        .origin(ORIGIN)
        .authenticate(Callers)
        .rate_limit(None)
}

/// The fixture's app: every page, a plain one, and its own 404.
pub(crate) fn app(site: &Affordances<Shop>, shop: Shop) -> Router {
    let app = Router::new()
        .merge(site.pages())
        .route("/about", get(async || Html("<h1>About</h1>")))
        .fallback(async || {
            (
                axum::http::StatusCode::NOT_FOUND,
                Html("<h1>Nothing here</h1>"),
            )
        })
        .with_state(shop);
    site.finish(app).unwrap()
}

/// Starts the fixture with a shop.
pub(crate) async fn start(shop: &Shop) -> Client {
    serve(app(&site(), shop.clone())).await
}

/// Serves an app on a free loopback port, until the test ends.
pub(crate) async fn serve(app: Router) -> Client {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = app.into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    Client::new(address)
}

// /// One product.
// #[page(route = "/products/[slug]", state = Shop)]
// pub mod product {
//     use super::*;
//
//     #[derive(Deserialize)]
//     pub struct Params {
//         slug: String,
//     }
//
//     #[entities]
//     pub struct Entities {
//         #[entity(resource = Stock)]
//         pub product: Product,
//         #[entity(volatile)]
//         pub cart: Cart,
//     }
//
//     #[load]
//     pub async fn load(State(shop): State<Shop>, Path(params): Path<Params>) -> Result<Entities> {
//         shop.load(params.slug).await
//     }
//
//     #[view]
//     pub fn view(entities: &Entities, page: &PageView) -> Html<String> {
//         Html(entities.product.name.clone())
//     }
//
//     #[guard("a variant is in stock")]
//     pub fn in_stock(entities: &Entities) -> Verdict {
//         Verdict::available()
//     }
//
//     /// Add a variant of this product to the cart.
//     #[action(expose = "session", effects = [cart], guard = in_stock)]
//     pub async fn add_to_cart(Input(input): Input<AddToCart>, cart: &Write<Cart>) -> Result<Added> {
//         Ok(Added {})
//     }
//
//     #[nav]
//     pub fn nav(entities: &Entities) -> Vec<Nav> {
//         Vec::new()
//     }
//
//     #[markdown]
//     pub fn markdown(entities: &Entities) -> String {
//         String::new()
//     }
// }

/// One product.
pub mod product {
    use super::*;
    #[derive(Deserialize)]
    pub struct Params {
        slug: String,
    }
    pub struct Entities {
        pub product: Product,
        pub cart: Cart,
    }
    pub async fn load(
        State(shop): State<Shop>,
        Path(params): Path<Params>,
    ) -> Result<Entities> {
        shop.load(params.slug).await
    }
    pub fn view(entities: &Entities, page: &PageView) -> Html<String> {
        Html(entities.product.name.clone())
    }
    pub fn in_stock(entities: &Entities) -> Verdict {
        Verdict::available()
    }
    /// Add a variant of this product to the cart.
    pub async fn add_to_cart(
        Input(input): Input<AddToCart>,
        cart: &Write<Cart>,
    ) -> Result<Added> {
        Ok(Added {})
    }
    pub fn nav(entities: &Entities) -> Vec<Nav> {
        Vec::new()
    }
    pub fn markdown(entities: &Entities) -> String {
        String::new()
    }
    mod __affordances_names {
        use ::affordances::__private::attributes::{
            entities, entity, load, view, guard, action, nav, markdown,
        };
        const _: () = {
            use super::*;
            #[entities(__read)]
            #[entity(__read)]
            #[entity(__read)]
            #[load(__read)]
            #[view(__read)]
            #[guard(__read)]
            #[action(__read)]
            #[nav(__read)]
            #[markdown(__read)]
            const _: () = ();
        };
    }
    #[allow(
        non_camel_case_types,
        reason = "each bears the name of its function, which is what messages print"
    )]
    mod __affordances {
        pub(super) enum load {}
        pub(super) enum view {}
        pub(super) enum nav {}
        pub(super) enum markdown {}
        pub(super) enum in_stock {}
        pub(super) enum add_to_cart {}
    }
    #[allow(
        unused_qualifications,
        reason = "lints judge what is written where it is written"
    )]
    const _: () = {
        use ::affordances::__private;
        #[automatically_derived]
        impl __private::PageEntities for Entities {
            const ENTITIES: &'static [__private::EntityMeta] = &[
                __private::EntityMeta::new("product").of::<Stock>(),
                __private::EntityMeta::new("cart").volatile(),
            ];
            fn write(
                &self,
                __number: ::core::primitive::usize,
                __to: &mut __private::JsonWriter,
            ) -> ::core::result::Result<(), __private::serde_json::Error> {
                let __all: &[&dyn __private::Entity] = &[&self.product, &self.cart];
                match __all.get(__number) {
                    ::core::option::Option::Some(__entity) => {
                        __private::Entity::write(*__entity, __to)
                    }
                    ::core::option::Option::None => ::core::result::Result::Ok(()),
                }
            }
        }
        impl __private::Recognises<__private::Somebody> for __affordances::load {}
        impl __private::Recognises<__private::Somebody> for __affordances::view {}
        impl __private::Receives<Entities> for __affordances::view {}
        impl __private::Receives<__private::PageView> for __affordances::view {}
        impl __private::Recognises<__private::Somebody> for __affordances::nav {}
        impl __private::Receives<Entities> for __affordances::nav {}
        impl __private::Recognises<__private::Somebody> for __affordances::markdown {}
        impl __private::Receives<Entities> for __affordances::markdown {}
        impl __private::Recognises<__private::Somebody> for __affordances::in_stock {}
        impl __private::Receives<Entities> for __affordances::in_stock {}
        impl __private::Receives<Entities> for __affordances::add_to_cart {}
        impl __private::Receives<__private::TheInput> for __affordances::add_to_cart {}
        impl __private::Recognises<__private::Somebody> for __affordances::add_to_cart {}
        impl __private::Declares<Cart> for __affordances::add_to_cart {}
    };
    #[allow(
        unused_qualifications,
        reason = "lints judge what is written where it is written"
    )]
    const __AFFORDANCES_ACTIONS: (
        &[::affordances::__private::ActionDef<Shop>],
        ::affordances::__private::PageTypes,
    ) = {
        use ::affordances::__private;
        type __State = Shop;
        use __private::NoError as _;
        const __AFFORDANCES_GUARD_in_stock: (
            &::core::primitive::str,
            __private::Shim<__State, __private::Verdict>,
        ) = (
            "a variant is in stock",
            |__cx| __private::run1(
                __cx,
                <&Entities as __private::FromCall<
                    '_,
                    __State,
                    _,
                >>::admitted::<__affordances::in_stock>(),
                in_stock,
                <Verdict as __private::Returns<__private::Verdict>>::into_value,
            ),
        );
        (
            &[
                __private::ActionDef::new(
                        "addToCart",
                        "Add a variant of this product to the cart.",
                        |__cx| __private::run2_async(
                            __cx,
                            <Input<
                                AddToCart,
                            > as __private::FromCall<
                                '_,
                                __State,
                                _,
                            >>::admitted::<__affordances::add_to_cart>(),
                            <&Write<
                                Cart,
                            > as __private::FromCall<
                                '_,
                                __State,
                                _,
                            >>::admitted::<__affordances::add_to_cart>(),
                            |__a0, __a1| __private::sendable(add_to_cart(__a0, __a1)),
                            <Result<Added> as __private::IntoDone<_>>::into_done,
                        ),
                    )
                    .fails_with(__private::ErrorOf::<Result<Added>>::HANDLER_ERROR)
                    .expose(__private::Expose::Session)
                    .guard(
                        __AFFORDANCES_GUARD_in_stock.0,
                        __AFFORDANCES_GUARD_in_stock.1,
                    )
                    .effects(&["cart"]),
            ],
            &[
                (
                    <Result<Added> as __private::IntoDone<_>>::schema,
                    &[<Input<AddToCart> as __private::FromCall<'_, __State, _>>::schema],
                ),
            ],
        )
    };
    /// The table of this page: name the page in `site!`.
    #[allow(
        unused_qualifications,
        reason = "lints judge what is written where it is written"
    )]
    pub static PAGE: ::affordances::__private::PageDef<Shop> = {
        use ::affordances::__private;
        type __State = Shop;
        const __AFFORDANCES_LOAD: __private::Shim<__State, __private::Loaded> = |__cx| __private::run2_async(
            __cx,
            <State<
                Shop,
            > as __private::FromCall<'_, __State, _>>::admitted::<__affordances::load>(),
            <Path<
                Params,
            > as __private::FromCall<'_, __State, _>>::admitted::<__affordances::load>(),
            |__a0, __a1| __private::sendable(load(__a0, __a1)),
            <Result<Entities> as __private::Loads<Entities>>::into_loaded,
        );
        let __page = __private::PageDef::new::<
            Entities,
        >(
            __private::page_name(::core::module_path!()),
            "/products/[slug]",
            &["/products/{slug}"],
            "One product.",
            ::core::concat!(::core::file!(), ":", ::core::line!()),
            __AFFORDANCES_LOAD,
        );
        let __page = __page
            .view(|__cx| __private::run2(
                __cx,
                <&Entities as __private::FromCall<
                    '_,
                    __State,
                    _,
                >>::admitted::<__affordances::view>(),
                <&PageView as __private::FromCall<
                    '_,
                    __State,
                    _,
                >>::admitted::<__affordances::view>(),
                view,
                <Html<String> as __private::Drawn<_>>::drawn,
            ));
        let __page = __page
            .nav(|__cx| __private::run1(
                __cx,
                <&Entities as __private::FromCall<
                    '_,
                    __State,
                    _,
                >>::admitted::<__affordances::nav>(),
                nav,
                <Vec<
                    Nav,
                > as __private::Returns<__private::Vec<__private::Nav>>>::into_value,
            ));
        let __page = __page
            .markdown(|__cx| __private::run1(
                __cx,
                <&Entities as __private::FromCall<
                    '_,
                    __State,
                    _,
                >>::admitted::<__affordances::markdown>(),
                markdown,
                <String as __private::Returns<__private::String>>::into_value,
            ));
        __page
            .actions(
                __AFFORDANCES_ACTIONS.0,
                const {
                    &__private::metas::<
                        _,
                        { __AFFORDANCES_ACTIONS.0.len() },
                    >(__AFFORDANCES_ACTIONS.0)
                },
            )
    };
    #[doc(hidden)]
    pub const __SCHEMAS: ::affordances::__private::PageTypes = __AFFORDANCES_ACTIONS.1;
}

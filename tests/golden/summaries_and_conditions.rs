// /// One product.
// #[page(route = "/products", state = Shop, name = "products", crate = crate::web)]
// pub mod product {
//     use super::*;
//
//     #[entities]
//     pub struct Entities {
//         #[cfg(feature = "carts")]
//         pub cart: Cart,
//     }
//
//     #[load]
//     pub fn load(State(shop): State<Shop>) -> Entities {
//         shop.load()
//     }
//
//     /// Buy what is in the cart.
//     #[cfg(feature = "carts")]
//     #[action(expose = "confirm", effects = [cart], summary = "Buy {quantity} of {sku}")]
//     pub async fn buy<'a>(input: Input<Buy>, permission: Permission<'a>) {}
//
//     /// Forget everything.
//     #[action(expose = "confirm", writes = [Vec<Order>], summary = describe, rate = "1/min", destructive)]
//     pub async fn forget(orders: &Write<Vec<Order>>) -> Result<Outcome<()>> {}
// }

/// One product.
pub mod product {
    use super::*;
    pub struct Entities {
        #[cfg(feature = "carts")]
        pub cart: Cart,
    }
    pub fn load(State(shop): State<Shop>) -> Entities {
        shop.load()
    }
    /// Buy what is in the cart.
    #[cfg(feature = "carts")]
    pub async fn buy<'a>(input: Input<Buy>, permission: Permission<'a>) {}
    /// Forget everything.
    pub async fn forget(orders: &Write<Vec<Order>>) -> Result<Outcome<()>> {}
    mod __affordances_names {
        use crate::web::__private::attributes::{entities, load, action};
        const _: () = {
            use super::*;
            #[entities(__read)]
            #[load(__read)]
            #[cfg_attr(all(feature = "carts"), action(__read))]
            #[action(__read)]
            const _: () = ();
        };
    }
    #[allow(
        non_camel_case_types,
        reason = "each bears the name of its function, which is what messages print"
    )]
    mod __affordances {
        pub(super) enum load {}
        #[cfg(feature = "carts")]
        pub(super) enum buy {}
        pub(super) enum forget {}
    }
    #[allow(
        unused_qualifications,
        reason = "lints judge what is written where it is written"
    )]
    const _: () = {
        use crate::web::__private;
        #[automatically_derived]
        impl __private::PageEntities for Entities {
            const ENTITIES: &'static [__private::EntityMeta] = &[
                #[cfg(feature = "carts")]
                __private::EntityMeta::new("cart"),
            ];
            fn write(
                &self,
                __number: ::core::primitive::usize,
                __to: &mut __private::JsonWriter,
            ) -> ::core::result::Result<(), __private::serde_json::Error> {
                let __all: &[&dyn __private::Entity] = &[
                    #[cfg(feature = "carts")]
                    &self.cart,
                ];
                match __all.get(__number) {
                    ::core::option::Option::Some(__entity) => {
                        __private::Entity::write(*__entity, __to)
                    }
                    ::core::option::Option::None => ::core::result::Result::Ok(()),
                }
            }
        }
        impl __private::Recognises<__private::Somebody> for __affordances::load {}
        #[cfg(feature = "carts")]
        impl __private::Receives<Entities> for __affordances::buy {}
        impl __private::Receives<Entities> for __affordances::forget {}
        #[cfg(feature = "carts")]
        const _: () = {
            use __private::NotSame as _;
            ::core::assert!(
                __private::Same:: < & __private::Write < Cart >, Input < Buy > >
                ::IS_SAME_TYPE || __private::Same:: < & __private::Write < Cart >,
                Permission < '_ > > ::IS_SAME_TYPE,
                "action `buy` declares an effect on `cart` but takes no `&Write<Cart>`, so it cannot change it\nadd the parameter, or drop `cart` from `effects`\nsee `effect_without_permission` in affordances::errors"
            );
        };
        #[cfg(feature = "carts")]
        impl __private::Receives<__private::TheInput> for __affordances::buy {}
        #[cfg(feature = "carts")]
        impl __private::Recognises<__private::Somebody> for __affordances::buy {}
        #[cfg(feature = "carts")]
        impl __private::Declares<Cart> for __affordances::buy {}
        impl __private::Receives<__private::TheInput> for __affordances::forget {}
        impl __private::Recognises<__private::Somebody> for __affordances::forget {}
        impl __private::Declares<Vec<Order>> for __affordances::forget {}
    };
    #[allow(
        unused_qualifications,
        reason = "lints judge what is written where it is written"
    )]
    const __AFFORDANCES_ACTIONS: (
        &[crate::web::__private::ActionDef<Shop>],
        crate::web::__private::PageTypes,
    ) = {
        use crate::web::__private;
        type __State = Shop;
        use __private::NoError as _;
        (
            &[
                #[cfg(feature = "carts")]
                __private::ActionDef::new(
                        "buy",
                        "Buy what is in the cart.",
                        |__cx| __private::run2_async(
                            __cx,
                            <Input<
                                Buy,
                            > as __private::FromCall<
                                '_,
                                __State,
                                _,
                            >>::admitted::<__affordances::buy>(),
                            <Permission<
                                '_,
                            > as __private::FromCall<
                                '_,
                                __State,
                                _,
                            >>::admitted::<__affordances::buy>(),
                            |__a0, __a1| __private::sendable(buy(__a0, __a1)),
                            <() as __private::IntoDone<_>>::into_done,
                        ),
                    )
                    .fails_with(__private::ErrorOf::<()>::HANDLER_ERROR)
                    .expose(__private::Expose::Confirm)
                    .effects(&["cart"])
                    .summary(|__cx| __private::Box::pin(async move {
                        let __input = <Input<
                            Buy,
                        > as __private::FromCall<
                            '_,
                            __State,
                            _,
                        >>::admitted::<__affordances::buy>()(__cx)
                            .await?;
                        ::core::result::Result::Ok(
                            __private::format!(
                                "Buy {} of {}", __private::Shown(& __input.0. quantity),
                                __private::Shown(& __input.0. sku)
                            ),
                        )
                    })),
                __private::ActionDef::new(
                        "forget",
                        "Forget everything.",
                        |__cx| __private::run1_async(
                            __cx,
                            <&Write<
                                Vec<Order>,
                            > as __private::FromCall<
                                '_,
                                __State,
                                _,
                            >>::admitted::<__affordances::forget>(),
                            |__a0| __private::sendable(forget(__a0)),
                            <Result<Outcome<()>> as __private::IntoDone<_>>::into_done,
                        ),
                    )
                    .fails_with(__private::ErrorOf::<Result<Outcome<()>>>::HANDLER_ERROR)
                    .expose(__private::Expose::Confirm)
                    .writes(&["Vec<Order>"])
                    .summary(|__cx| __private::Box::pin(async move {
                        let __entities = <&Entities as __private::FromCall<
                            '_,
                            __State,
                            _,
                        >>::admitted::<__affordances::forget>()(__cx)
                            .await?;
                        let __input = &();
                        ::core::result::Result::Ok(
                            __private::summary(
                                __entities,
                                __input,
                                __cx.caller.as_ref(),
                                describe,
                            ),
                        )
                    }))
                    .rate(1, 60)
                    .destructive(),
            ],
            &[
                #[cfg(feature = "carts")]
                (
                    <() as __private::IntoDone<_>>::schema,
                    &[
                        <Input<Buy> as __private::FromCall<'_, __State, _>>::schema,
                        <Permission<'_> as __private::FromCall<'_, __State, _>>::schema,
                    ],
                ),
                (<Result<Outcome<()>> as __private::IntoDone<_>>::schema, &[]),
            ],
        )
    };
    /// The table of this page: name the page in `site!`.
    #[allow(
        unused_qualifications,
        reason = "lints judge what is written where it is written"
    )]
    pub static PAGE: crate::web::__private::PageDef<Shop> = {
        use crate::web::__private;
        type __State = Shop;
        const __AFFORDANCES_LOAD: __private::Shim<__State, __private::Loaded> = |__cx| __private::run1(
            __cx,
            <State<
                Shop,
            > as __private::FromCall<'_, __State, _>>::admitted::<__affordances::load>(),
            load,
            <Entities as __private::Loads<Entities>>::into_loaded,
        );
        let __page = __private::PageDef::new::<
            Entities,
        >(
            "products",
            "/products",
            &["/products"],
            "One product.",
            ::core::concat!(::core::file!(), ":", ::core::line!()),
            __AFFORDANCES_LOAD,
        );
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
    pub const __SCHEMAS: crate::web::__private::PageTypes = __AFFORDANCES_ACTIONS.1;
}

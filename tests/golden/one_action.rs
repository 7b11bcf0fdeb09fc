// /// Your cart.
// #[page(route = "/cart", state = Shop)]
// pub mod cart {
//     use super::*;
//
//     #[entities]
//     pub struct Entities {
//         pub cart: Cart,
//     }
//
//     #[load]
//     pub async fn load(State(shop): State<Shop>) -> Result<Entities> {
//         Ok(Entities { cart: shop.cart().await? })
//     }
//
//     /// Add a product to the cart.
//     #[action(expose = "session", effects = [cart], rate = "10/min")]
//     pub async fn add(Input(input): Input<Add>, cart: &Write<Cart>) -> Result<Added> {
//         Ok(Added {})
//     }
// }

/// Your cart.
pub mod cart {
    use super::*;
    pub struct Entities {
        pub cart: Cart,
    }
    pub async fn load(State(shop): State<Shop>) -> Result<Entities> {
        Ok(Entities {
            cart: shop.cart().await?,
        })
    }
    /// Add a product to the cart.
    pub async fn add(Input(input): Input<Add>, cart: &Write<Cart>) -> Result<Added> {
        Ok(Added {})
    }
    mod __affordances_names {
        use ::affordances::__private::attributes::{entities, load, action};
        const _: () = {
            use super::*;
            #[entities(__read)]
            #[load(__read)]
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
        pub(super) enum add {}
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
                __private::EntityMeta::new("cart"),
            ];
            fn write(
                &self,
                __number: ::core::primitive::usize,
                __to: &mut __private::JsonWriter,
            ) -> ::core::result::Result<(), __private::serde_json::Error> {
                let __all: &[&dyn __private::Entity] = &[&self.cart];
                match __all.get(__number) {
                    ::core::option::Option::Some(__entity) => {
                        __private::Entity::write(*__entity, __to)
                    }
                    ::core::option::Option::None => ::core::result::Result::Ok(()),
                }
            }
        }
        impl __private::Recognises<__private::Somebody> for __affordances::load {}
        impl __private::Receives<Entities> for __affordances::add {}
        impl __private::Receives<__private::TheInput> for __affordances::add {}
        impl __private::Recognises<__private::Somebody> for __affordances::add {}
        impl __private::Declares<Cart> for __affordances::add {}
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
        (
            &[
                __private::ActionDef::new(
                        "add",
                        "Add a product to the cart.",
                        |__cx| __private::run2_async(
                            __cx,
                            <Input<
                                Add,
                            > as __private::FromCall<
                                '_,
                                __State,
                                _,
                            >>::admitted::<__affordances::add>(),
                            <&Write<
                                Cart,
                            > as __private::FromCall<
                                '_,
                                __State,
                                _,
                            >>::admitted::<__affordances::add>(),
                            |__a0, __a1| __private::sendable(add(__a0, __a1)),
                            <Result<Added> as __private::IntoDone<_>>::into_done,
                        ),
                    )
                    .fails_with(__private::ErrorOf::<Result<Added>>::HANDLER_ERROR)
                    .expose(__private::Expose::Session)
                    .effects(&["cart"])
                    .rate(10, 60),
            ],
            &[
                (
                    <Result<Added> as __private::IntoDone<_>>::schema,
                    &[<Input<Add> as __private::FromCall<'_, __State, _>>::schema],
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
        const __AFFORDANCES_LOAD: __private::Shim<__State, __private::Loaded> = |__cx| __private::run1_async(
            __cx,
            <State<
                Shop,
            > as __private::FromCall<'_, __State, _>>::admitted::<__affordances::load>(),
            |__a0| __private::sendable(load(__a0)),
            <Result<Entities> as __private::Loads<Entities>>::into_loaded,
        );
        let __page = __private::PageDef::new::<
            Entities,
        >(
            __private::page_name(::core::module_path!()),
            "/cart",
            &["/cart"],
            "Your cart.",
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
    pub const __SCHEMAS: ::affordances::__private::PageTypes = __AFFORDANCES_ACTIONS.1;
}

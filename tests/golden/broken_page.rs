// #[page(route = "/cart", state = Shop)]
// pub mod page {
//     use super::*;
//
//     #[entities]
//     pub struct Entities {
//         pub cart: Cart,
//     }
//
//     #[load]
//     pub async fn load() -> Entities {
//         shop.load()
//     }
//
//     /// Unsound: the effect has no such name.
//     #[action(expose = "session", effects = [crat])]
//     pub async fn add(cart: &Write<Cart>) {}
//
//     /// Sound, and still checked.
//     #[action(expose = "session", effects = [cart])]
//     pub async fn clear(cart: &Write<Cart>) {}
// }

::core::compile_error! {
    "page `page` needs a description for agents and people\nwrite a doc comment above it: `/// What the page shows.`\nsee `missing_description` in affordances::errors"
}
::core::compile_error! {
    "unknown effect `crat`; did you mean `cart`?\nthe entities of page `page` are `cart`\nsee `unknown_effect` in affordances::errors"
}
pub mod page {
    use super::*;
    pub struct Entities {
        pub cart: Cart,
    }
    pub async fn load() -> Entities {
        shop.load()
    }
    /// Unsound: the effect has no such name.
    pub async fn add(cart: &Write<Cart>) {}
    /// Sound, and still checked.
    pub async fn clear(cart: &Write<Cart>) {}
    mod __affordances_names {
        use ::affordances::__private::attributes::{entities, load, action};
        const _: () = {
            use super::*;
            #[entities(__read)]
            #[load(__read)]
            #[action(__read)]
            #[action(__read)]
            const _: () = ();
        };
    }
    #[allow(
        non_camel_case_types,
        reason = "each bears the name of its function, which is what messages print"
    )]
    mod __affordances {
        pub(super) enum clear {}
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
        impl __private::Receives<Entities> for __affordances::clear {}
        impl __private::Receives<__private::TheInput> for __affordances::clear {}
        impl __private::Recognises<__private::Somebody> for __affordances::clear {}
        impl __private::Declares<Cart> for __affordances::clear {}
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
                        "clear",
                        "Sound, and still checked.",
                        |__cx| __private::run1_async(
                            __cx,
                            <&Write<
                                Cart,
                            > as __private::FromCall<
                                '_,
                                __State,
                                _,
                            >>::admitted::<__affordances::clear>(),
                            |__a0| __private::sendable(clear(__a0)),
                            <() as __private::IntoDone<_>>::into_done,
                        ),
                    )
                    .fails_with(__private::ErrorOf::<()>::HANDLER_ERROR)
                    .expose(__private::Expose::Session)
                    .effects(&["cart"]),
            ],
            &[(<() as __private::IntoDone<_>>::schema, &[])],
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
        const __AFFORDANCES_LOAD: __private::Shim<__State, __private::Loaded> = |_| __private::Box::pin(async move {
            <Entities as __private::Loads<
                Entities,
            >>::into_loaded(__private::sendable(load()).await)
        });
        __private::PageDef::stub()
    };
    #[doc(hidden)]
    pub const __SCHEMAS: ::affordances::__private::PageTypes = __AFFORDANCES_ACTIONS.1;
}
#[allow(clippy::pub_use, reason = "how else could a file stand for its page?")]
pub use self::page::PAGE;
#[doc(hidden)]
#[allow(clippy::pub_use, reason = "how else could a file stand for its page?")]
pub use self::page::__SCHEMAS;

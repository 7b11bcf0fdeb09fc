// site! {
//     /// Everything there is to buy.
//     pub static SITE: Shop = {
//         name: "Shop",
//         auth: [cookie, bearer],
//         prefix: "/app",
//         mcp: "/mcp",
//         pages: [home, #[cfg(feature = "help")] help, pages::product],
//     };
// }

/// Everything there is to buy.
pub static SITE: ::affordances::__private::Site<Shop> = {
    static PAGES: &[::affordances::__private::Entry<Shop>] = &[
        ::affordances::__private::Entry::new(&home::PAGE.meta, &home::PAGE),
        #[cfg(feature = "help")]
        ::affordances::__private::Entry::new(&help::PAGE.meta, &help::PAGE),
        ::affordances::__private::Entry::new(
            &pages::product::PAGE.meta,
            &pages::product::PAGE,
        ),
    ];
    ::affordances::__private::Site::new(
            "Shop",
            &[
                ::affordances::__private::Auth::Cookie,
                ::affordances::__private::Auth::Bearer,
            ],
            PAGES,
        )
        .schemas(
            &[
                home::__SCHEMAS,
                #[cfg(feature = "help")]
                help::__SCHEMAS,
                pages::product::__SCHEMAS,
            ],
        )
        .prefix("/app")
        .mcp("/mcp")
};
const _: () = ::affordances::__private::check_page(SITE.pages, 0usize);
#[cfg(feature = "help")]
const _: () = ::affordances::__private::check_page(SITE.pages, 1usize);
const _: () = ::affordances::__private::check_page(
    SITE.pages,
    1usize
        + {
            const BEFORE: &[()] = &[#[cfg(feature = "help")] ()];
            BEFORE.len()
        },
);

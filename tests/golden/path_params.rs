// #[derive(Deserialize, PathParams)]
// #[serde(rename_all = "camelCase")]
// pub struct ProductParams {
//     product_slug: String,
//     path: Option<String>,
// }

#[automatically_derived]
impl ::affordances::__private::PathParams for ProductParams {
    const READS: ::affordances::__private::Reads<'static> = {
        use ::affordances::__private::AlwaysPresent as _;
        ::affordances::__private::Reads::Fields {
            fields: &[
                ::affordances::__private::Field {
                    names: &["productSlug"],
                    required: ::affordances::__private::Presence::<
                        String,
                    >::MUST_BE_PRESENT,
                },
                ::affordances::__private::Field {
                    names: &["path"],
                    required: ::affordances::__private::Presence::<
                        Option<String>,
                    >::MUST_BE_PRESENT,
                },
            ],
            others: ::affordances::__private::Others::Ignored,
        }
    };
}

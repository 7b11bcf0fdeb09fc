//! `#[derive(PathParams)]` → an impl that publishes what the struct reads.
use affordances_grammar::route::Others;
use affordances_macro_support::entry::RELATIVE_CRATE_PATH;
use affordances_macro_support::items::{DataItem, DataKind, FieldStyle};
use affordances_macro_support::krate::CratePath;
use affordances_macro_support::sink::{ErrorSink, ErrorStore};
use affordances_macro_support::spanned::{Args, Key};
use affordances_macro_support::spans::{first, respan};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, Parser as _};
use syn::{Attribute, Meta};

use super::{PathField, PathFields, Presence};
use crate::entry;

const ATTRIBUTE: &str = "#[path_params(..)]";
const CRATE: Key = Key::new("crate", "a path, as in `crate = ::facade::affordances`");

/// The impl, or what is wrong with the struct.
pub(crate) fn expand_path_params(item: TokenStream) -> TokenStream {
    let parse = |input: syn::parse::ParseStream<'_>| {
        let attrs = input.call(Attribute::parse_outer)?;
        Ok((attrs, input.call(DataItem::parse)?))
    };
    let Ok((attrs, data)) = parse.parse2(item) else {
        return TokenStream::new(); // rustc has the better error
    };
    let store = ErrorStore::new();
    let published = {
        let errors = store.sink();
        let krate = krate(&attrs, &errors);
        publish(&krate, &attrs, &data, &errors)
    };
    let mut tokens = store.into_compile_errors();
    tokens.extend(published);
    tokens
}

/// The path of our crate: `#[path_params(crate = ..)]`.
fn krate(attrs: &[Attribute], errors: &ErrorSink<'_>) -> CratePath {
    let ours = attrs
        .iter()
        .filter(|attr| attr.path().is_ident("path_params"));
    let lists = ours.filter_map(|attr| match &attr.meta {
        Meta::List(list) => Some(list.tokens.clone()),
        Meta::Path(_) | Meta::NameValue(_) => None,
    });
    let mut krate = CratePath::default();
    for tokens in lists {
        let mut args = Args::parse(ATTRIBUTE, tokens, errors);
        if let Some(path) = args.explained::<CratePath>(CRATE, RELATIVE_CRATE_PATH, errors) {
            krate = path.value;
        }
        args.finish(errors);
    }
    krate
}

fn publish(
    krate: &CratePath,
    attrs: &[Attribute],
    data: &DataItem,
    errors: &ErrorSink<'_>,
) -> Option<TokenStream> {
    let name = &data.ident;
    if !data.generics.params.is_empty() {
        errors.on(
            entry::UNPUBLISHABLE_PARAMS,
            &data.generics,
            format!(
                "`{name}` must not be generic to publish its path parameters\n\
                 drop `PathParams`: it is then compared with the route when the site starts"
            ),
        );
        return None;
    }
    let fields = PathFields::of(data, attrs).filter(|_| data.kind == DataKind::Struct);
    let Some(PathFields { fields, others }) = fields else {
        let what = match (data.kind, data.style) {
            (DataKind::Struct, FieldStyle::Named) => "a struct that serde reads as something else",
            (DataKind::Struct, _) => "a struct without named fields",
            (kind, _) => kind.noun(),
        };
        errors.on(
            entry::UNPUBLISHABLE_PARAMS,
            name,
            format!(
                "`PathParams` belongs on a struct that is read by its fields, and `{name}` is {what}\n\
                 drop `PathParams`: it is then compared with the route when the site starts"
            ),
        );
        return None;
    };
    let rows = fields.iter().map(|field| row(krate, field));
    let others = match others {
        Others::Ignored => quote!(Ignored),
        Others::Kept => quote!(Kept),
        Others::Refused => quote!(Refused),
    };
    Some(quote! {
        #[automatically_derived]
        impl #krate::__private::PathParams for #name {
            const READS: #krate::__private::Reads<'static> = {
                use #krate::__private::AlwaysPresent as _;
                #krate::__private::Reads::Fields {
                    fields: &[#(#rows),*],
                    others: #krate::__private::Others::#others,
                }
            };
        }
    })
}

/// One field. Whether its type is an `Option` is for the compiler to say.
fn row(krate: &CratePath, field: &PathField<'_>) -> TokenStream {
    let PathField {
        ident: _,
        ty,
        names,
    } = field;
    let accepted = &names.accepted;
    let required = match names.presence {
        Presence::Always => quote!(true),
        Presence::Required => {
            let ty = ty.to_token_stream();
            let span = first(&ty);
            let krate = respan(krate.to_token_stream(), span);
            quote_spanned!(span=> #krate::__private::Presence::<#ty>::MUST_BE_PRESENT)
        }
        Presence::Optional | Presence::Never | Presence::Flattened => quote!(false),
    };
    quote! {
        #krate::__private::Field { names: &[#(#accepted),*], required: #required }
    }
}

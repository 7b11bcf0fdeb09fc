//! What the macro could not compare with the route: checks by types while compiling, and the rows by
//! which serde is asked when the site starts.
use affordances_macro_support::spans::{TypeSpans, first};
use affordances_macro_support::spell::spelled;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};

use super::aliases;
use crate::handler::private;
use crate::page::params::{Unseen, UnseenField, UnseenPath};

/// One constant for each, at the user's own type.
pub(super) fn checks(unseen: &Unseen) -> TokenStream {
    let Unseen {
        route,
        paths,
        fields,
    } = unseen;
    let paths = paths.iter().map(|path| path_check(route, path));
    let fields = fields.iter().map(field_check);
    quote!(#(#paths)* #(#fields)*)
}

fn path_check(route: &str, path: &UnseenPath) -> TokenStream {
    let UnseenPath {
        cfgs,
        handler: _,
        ty,
        all,
    } = path;
    let spans = TypeSpans::of(ty);
    let (ours, _) = aliases();
    let text = spelled(ty);
    let (head, inner) = (private(spans.first), private(spans.last));
    let check = quote_spanned!(spans.first=> #head::check_path);
    let arguments = quote_spanned! {spans.last=>
        (#route, #text, #inner::PathOf::<#ty>::PATH_READS, #all)
    };
    quote! {
        #(#cfgs)*
        const _: () = {
            use #ours::NotPublished as _;
            #check #arguments
        };
    }
}

fn field_check(field: &UnseenField) -> TokenStream {
    let UnseenField {
        cfgs,
        place,
        ty,
        message,
    } = field;
    let span = first(place);
    let (private, (ours, _)) = (private(span), aliases());
    let check = quote_spanned! {span=>
        ::core::assert!(!#private::Presence::<#ty>::MUST_BE_PRESENT, #message);
    };
    quote! {
        #(#cfgs)*
        const _: () = {
            use #ours::AlwaysPresent as _;
            #check
        };
    }
}

/// `.readers(&[..])`, where there is something to be asked.
pub(super) fn readers(unseen: &Unseen) -> TokenStream {
    if unseen.paths.is_empty() {
        return TokenStream::new();
    }
    let rows = unseen.paths.iter().map(|path| {
        let UnseenPath {
            cfgs,
            handler,
            ty,
            all,
        } = path;
        let (ours, _) = aliases();
        // Called where the type is written: that is the place in the message.
        let span = first(&ty.to_token_stream());
        let private = private(span);
        let (handler, text) = (handler.to_string(), spelled(ty));
        // Not at the type: of an import there, rustc would say that it is unused.
        let traits = quote!(use #ours::{Foreign as _, Published as _, Readable as _};);
        quote_spanned! {span=>
            #(#cfgs)*
            #private::PathRow::new(#handler, #text, #all, || {
                #traits
                (&&&#private::PathOf::<#ty>::OF).attempt()
            })
        }
    });
    quote!(.readers(&[#(#rows),*]))
}

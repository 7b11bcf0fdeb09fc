//! Claims about reading modules.
use super::*;
use crate::sink::ErrorStore;
use quote::quote;

fn module(text: &str) -> Module {
    read(text.parse().expect("tokens")).expect("a module")
}

fn read(tokens: TokenStream) -> Option<Module> {
    Module::read("#[page(..)]", tokens, &ErrorStore::new().sink())
}

/// The keywords of the items of a module with this body.
fn kinds(body: &str) -> Vec<String> {
    module(&format!("mod m {{ {body} }}"))
        .items
        .iter()
        .map(|item| match &item.kind {
            ItemKind::Fn(head) => format!("fn {}", head.sig.ident),
            ItemKind::Data(data) => format!("{} {}", data.kind.noun(), data.ident),
            ItemKind::Other(keyword) => keyword.clone(),
            ItemKind::Unreadable => "?".to_owned(),
        })
        .collect()
}

fn refusal(text: &str) -> String {
    let store = ErrorStore::new();
    let tokens = text.parse().expect("tokens");
    assert!(Module::read("#[page(..)]", tokens, &store.sink()).is_none());
    let errors = store.into_errors();
    assert_eq!(errors.len(), 1);
    errors[0].to_string()
}

#[test]
fn a_module_is_written_out_as_it_was_read() {
    let text = quote! {
        /// Docs.
        #[allow(unused)]
        pub(crate) mod product {
            //! Inner docs.
            #![allow(dead_code)]
            use super::{A, b::*};
            const N: usize = { 1 + { 2 } };
            pub async fn add<'a, T>(#[cfg(unix)] x: &'a T,) -> [u8; { N }] where T:, { x.a(b => c) }
            struct Unit;
            pub struct Tuple<const N: usize>(pub u8, [(); N],) where u8: Copy;
            impl Trait<{ N }> for Tuple<{ N }> { fn f() {} }
            thread_local! { static X: u8 = 1; }
        }
    };
    let read = read(text.clone()).expect("a module");
    assert_eq!(read.to_token_stream().to_string(), text.to_string());
}

#[test]
fn bodies_are_not_parsed() {
    assert_eq!(
        kinds("fn a() { int main(void) { return 0 ? : ; } s.carts. } fn b() { let x = }"),
        ["fn a", "fn b"]
    );
}

#[test]
fn every_kind_of_item_ends_where_it_should() {
    let body = r#"
        use a::{b, c};
        extern crate x;
        const A: [u8; 2] = [{ 1 }, if B { 2 } else { 3 }];
        static B: bool = match 1 { _ => true };
        type C = Foo<{ 1 }>;
        struct D { x: u8 }
        struct E;
        struct F(u8);
        enum G { A { x: u8 }, B(u8) }
        union H { x: u8 }
        trait I: Sized { fn f(&self) {} }
        impl<const N: usize> I for J<{ N }> where K<{ N }, { 2 }>: L { }
        mod k { mod l {} fn m() {} }
        mod n;
        macro_rules! o { () => {} }
        vec![1];
        a::b! { c }
        extern "C" { fn p(); }
        unsafe extern "C" fn q() {}
        const unsafe fn r() -> S<{ 1 }> { }
        pub(in crate::a) async fn t() where U<{ 1 }>: V {}
        unsafe impl Send for W {}
        auto trait X {}
        const _: () = {};
    "#;
    assert_eq!(
        kinds(body),
        [
            "use",
            "crate",
            "const",
            "static",
            "type",
            "a struct D",
            "a struct E",
            "a struct F",
            "an enum G",
            "a union H",
            "trait",
            "impl",
            "mod",
            "mod",
            "macro_rules!",
            "vec!",
            "a",
            "extern",
            "fn q",
            "fn r",
            "fn t",
            "impl",
            "trait",
            "const"
        ]
    );
}

#[test]
fn an_unreadable_head_is_kept_and_costs_nothing_else() {
    let body = "fn a(x: ) -> {} struct B { x: } fn c() {}";
    assert_eq!(kinds(body), ["?", "?", "fn c"]);
    let read = module(&format!("mod m {{ {body} }}"));
    let text = format!("mod m {{ {body} }}")
        .parse::<TokenStream>()
        .expect("tokens");
    assert_eq!(read.to_token_stream().to_string(), text.to_string());
}

#[test]
fn a_signature_that_is_not_closed_does_not_swallow_the_next_item() {
    assert_eq!(kinds("fn a() -> Result<u8 { 1 } fn b() {}"), ["?", "fn b"]);
}

#[test]
fn attributes_and_doc_comments_belong_to_their_item() {
    let read = module("mod m { #[a] /** doc */ #[b(c = 1)] fn f() {} #[d] use e; }");
    let counts = read
        .items
        .iter()
        .map(|item| item.attrs.len())
        .collect::<Vec<_>>();
    assert_eq!(counts, [3, 1]);
}

#[test]
fn items_from_macro_fragments_are_unwrapped() {
    use proc_macro2::{Delimiter, Group};
    let item = Group::new(
        Delimiter::None,
        quote!(
            #[a]
            pub fn f() {}
        ),
    );
    let vis = Group::new(Delimiter::None, quote!(pub));
    let nothing = Group::new(Delimiter::None, TokenStream::new());
    let read = read(quote!(mod m { #item #vis struct S; #nothing fn g() {} })).expect("a module");
    let nouns = read
        .items
        .iter()
        .map(|item| item.kind.noun())
        .collect::<Vec<_>>();
    assert_eq!(nouns, ["a function", "a struct", "a function"]);
    assert_eq!(read.items[0].attrs.len(), 1);
}

#[test]
fn field_attributes_are_stripped_by_name_only() {
    let mut item = module(
        "mod m { pub struct E { #[entity(volatile)] #[serde(skip)] pub a: [u8; 3], #[web::entity] b: B } }",
    )
    .items
    .remove(0);
    item.strip_field_attrs(&["entity"]);
    let expected = "pub struct E { #[serde(skip)] pub a: [u8; 3], b: B }";
    let expected = expected.parse::<TokenStream>().expect("tokens");
    assert_eq!(item.to_token_stream().to_string(), expected.to_string());
}

#[test]
fn fields_keep_their_attributes_for_reading() {
    let read =
        module("mod m { struct E { #[entity(volatile)] a: A, b: B } struct T(C); enum X { Y } }");
    let fields = |number: usize| match &read.items[number].kind {
        ItemKind::Data(data) => (data.style, data.fields.len()),
        other => panic!("{}", other.noun()),
    };
    assert_eq!(fields(0), (FieldStyle::Named, 2));
    assert_eq!(fields(1), (FieldStyle::Tuple, 1));
    assert_eq!(fields(2), (FieldStyle::Unit, 0));
}

#[test]
fn what_is_no_module_is_told_the_form() {
    assert_eq!(
        refusal("pub fn f() {}"),
        "`#[page(..)]` belongs on a module: write `#[page(..)] mod name { .. }`\n\
         see `misplaced_attribute` in affordances::errors"
    );
}

#[test]
fn a_module_in_another_file_is_refused() {
    assert!(refusal("pub mod product;").contains("must see the module's body"));
}

#[test]
fn self_is_taken_off_and_the_body_stays() {
    let mut module = module("mod m { pub fn f<F: Fn(u8)>(&self, a: A) -> B { a. } fn g(a: A) {} }");
    let texts = module.items.iter_mut().map(|item| {
        item.drop_receiver();
        item.tokens().to_string()
    });
    assert_eq!(
        texts.collect::<Vec<_>>(),
        [
            "pub fn f < F : Fn (u8) > (a : A) -> B { a . }",
            "fn g (a : A) { }"
        ]
    );
}

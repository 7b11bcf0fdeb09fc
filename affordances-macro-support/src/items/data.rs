//! The head and the fields of a `struct`, an `enum` or a `union`.
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Field, Fields, Generics, Ident, Item, Token, Type, Visibility};

/// A data type.
#[derive(Clone)]
pub struct DataItem {
    /// Which keyword declares it.
    pub kind: DataKind,
    /// `pub`, or nothing.
    pub vis: Visibility,
    /// Its name.
    pub ident: Ident,
    /// Its generics, with the `where` clause.
    pub generics: Generics,
    /// How a struct writes its fields; `Unit` for an enum.
    pub style: FieldStyle,
    /// The fields of a struct or union, in order; none for an enum.
    pub fields: Vec<FieldItem>,
}

/// The keyword of a data type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataKind {
    /// `struct`
    Struct,
    /// `enum`
    Enum,
    /// `union`
    Union,
}

/// How a struct writes its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldStyle {
    /// `{ a: A }`
    Named,
    /// `(A)`
    Tuple,
    /// `;`
    Unit,
}

/// A field.
#[derive(Clone)]
pub struct FieldItem {
    /// Its attributes.
    pub attrs: Vec<Attribute>,
    /// Its name; a field of a tuple has none.
    pub ident: Option<Ident>,
    /// Its type.
    pub ty: Type,
}

impl DataKind {
    /// The kind in words, for messages.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            Self::Struct => "a struct",
            Self::Enum => "an enum",
            Self::Union => "a union",
        }
    }
}

impl Parse for DataItem {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (kind, vis, ident, generics, (style, fields)) = match input.parse()? {
            Item::Struct(item) => {
                let fields = styled(item.fields);
                (
                    DataKind::Struct,
                    item.vis,
                    item.ident,
                    item.generics,
                    fields,
                )
            }
            Item::Enum(item) => {
                let fields = styled(Fields::Unit);
                (DataKind::Enum, item.vis, item.ident, item.generics, fields)
            }
            Item::Union(item) => {
                let fields = styled(Fields::Named(item.fields));
                (DataKind::Union, item.vis, item.ident, item.generics, fields)
            }
            other => return Err(Error::new_spanned(other, "expected a data type")),
        };
        Ok(Self {
            kind,
            vis,
            ident,
            generics,
            style,
            fields: read(fields),
        })
    }
}

fn styled(fields: Fields) -> (FieldStyle, Punctuated<Field, Token![,]>) {
    match fields {
        Fields::Named(fields) => (FieldStyle::Named, fields.named),
        Fields::Unnamed(fields) => (FieldStyle::Tuple, fields.unnamed),
        Fields::Unit => (FieldStyle::Unit, Punctuated::new()),
    }
}

fn read(fields: Punctuated<Field, Token![,]>) -> Vec<FieldItem> {
    fields
        .into_iter()
        .map(|field| FieldItem {
            attrs: field.attrs,
            ident: field.ident,
            ty: field.ty,
        })
        .collect()
}

/// The same item without the attributes of `names` on its fields, and without a `cfg_attr` that holds
/// one.
pub(super) fn without_field_attrs(tokens: TokenStream, names: &[&str]) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) if group.delimiter() != Delimiter::None => {
                let mut stripped =
                    Group::new(group.delimiter(), without_attrs(group.stream(), names));
                stripped.set_span(group.span());
                TokenTree::Group(stripped)
            }
            other => other,
        })
        .collect()
}

fn without_attrs(tokens: TokenStream, names: &[&str]) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let ours = matches!(&token, TokenTree::Group(group) if is_attr(group, names));
        let hash = matches!(kept.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == '#');
        if ours && hash {
            kept.pop();
        } else {
            kept.push(token);
        }
    }
    kept.into_iter().collect()
}

fn is_attr(group: &Group, names: &[&str]) -> bool {
    let attrs = Attribute::parse_outer.parse2(quote!(# #group));
    attrs.is_ok_and(|attrs| {
        attrs.iter().any(|attr| {
            let name = crate::attrs::name(attr);
            name.is_some_and(|name| names.iter().any(|ours| name == ours))
                || crate::attrs::hidden_in_cfg_attr(attr, names).is_some()
        })
    })
}

//! `site! { .. }` as written.
use affordances_macro_support::krate::CratePath;
use affordances_macro_support::sink::ErrorSink;
use affordances_macro_support::spanned::{Arg, Args, Key};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::token::{Brace, Static};
use syn::{Attribute, Error, Ident, LitStr, Path, Token, Type, Visibility};

use super::MACRO;

const NAME: Key = Key::new("name", "a string, as in `name: \"Shop\"`");
const AUTH: Key = Key::new(
    "auth",
    "a list of `cookie` and `bearer`, as in `auth: [cookie, bearer]`; `auth: []` for a site where nobody signs in",
);
const PAGES: Key = Key::new(
    "pages",
    "a list of page modules, as in `pages: [home, pages::product]`",
);
const PREFIX: Key = Key::new("prefix", "a path, as in `prefix: \"/app\"`");
const MCP: Key = Key::new("mcp", "a path, as in `mcp: \"/mcp\"`");

/// A site as its macro sees it.
pub(crate) struct SiteArgs {
    /// The path of our crate.
    pub(crate) krate: CratePath,
    pub(crate) head: SiteHead,
    /// What stands in the braces.
    pub(crate) settings: TokenStream,
}

/// `pub static SITE: Shop =`
pub(crate) struct SiteHead {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) keyword: Static,
    pub(crate) ident: Ident,
    pub(crate) state: Type,
}

/// The settings of a site, each as it was written.
pub(crate) struct SiteSettings {
    pub(crate) name: Option<Arg<LitStr>>,
    pub(crate) auth: Option<Arg<Vec<Ident>>>,
    pub(crate) pages: Option<Arg<Vec<PagePath>>>,
    pub(crate) prefix: Option<Arg<LitStr>>,
    pub(crate) mcp: Option<Arg<LitStr>>,
}

/// The path of a page's module, perhaps under `cfg`.
pub(crate) struct PagePath {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) path: Path,
}

impl Parse for PagePath {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self {
            attrs: input.call(Attribute::parse_outer)?,
            path: input.call(Path::parse_mod_style)?,
        })
    }
}

impl SiteArgs {
    /// Reads the input up to the settings. The facade's front hands in the path of our crate as a first
    /// group in brackets; the user's tokens follow.
    pub(crate) fn read(input: TokenStream) -> syn::Result<Self> {
        let mut tokens = input.clone().into_iter();
        let (krate, site) = match tokens.next() {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
                (syn::parse2(group.stream())?, tokens.collect())
            }
            _ => (CratePath::default(), input),
        };
        let parse = |input: ParseStream<'_>| {
            let head = input.parse()?;
            let settings;
            syn::braced!(settings in input);
            input.parse::<Option<Token![;]>>()?;
            Ok(Self {
                krate,
                head,
                settings: settings.parse()?,
            })
        };
        parse.parse2(site)
    }
}

impl Parse for SiteHead {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        if !input.peek(Token![static]) {
            return Err(input.error(
                "a site is a static, since it is found by its address: `pub static SITE: State = { .. }`",
            ));
        }
        let keyword = input.parse()?;
        if let Some(mutable) = input.parse::<Option<Token![mut]>>()? {
            return Err(Error::new_spanned(
                mutable,
                "a site must not be `mut`: nothing about it changes\ndrop `mut`",
            ));
        }
        let ident: Ident = input.parse()?;
        if !input.peek(Token![:]) {
            return Err(Error::new(
                ident.span(),
                format!("a site names the state of its pages: `static {ident}: State = {{ .. }}`"),
            ));
        }
        input.parse::<Token![:]>()?;
        let state = input.parse()?;
        input.parse::<Token![=]>()?;
        if !input.peek(Brace) {
            return Err(input.error(
                "a site's settings stand in braces: `{ name: \"..\", auth: [..], pages: [..] }`",
            ));
        }
        Ok(Self {
            attrs,
            vis,
            keyword,
            ident,
            state,
        })
    }
}

impl SiteSettings {
    /// Reads the settings; what is missing is reported at `place`.
    pub(crate) fn parse(tokens: TokenStream, place: Span, errors: &ErrorSink<'_>) -> Self {
        let mut args = Args::separated(MACRO, ':', tokens, errors);
        let settings = Self {
            name: args.required(NAME, place, errors),
            auth: args.required_list(AUTH, place, errors),
            pages: args.required_list(PAGES, place, errors),
            prefix: args.value(PREFIX, errors),
            mcp: args.value(MCP, errors),
        };
        args.finish(errors);
        settings
    }
}

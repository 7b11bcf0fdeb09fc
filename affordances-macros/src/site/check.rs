//! Settings → the model of a site. Whether pages get in each other's way is decided by constants, where
//! their routes are known.
use affordances_grammar::Route;
use affordances_grammar::names::did_you_mean;
use affordances_macro_support::attrs::cfgs;
use affordances_macro_support::sink::ErrorSink;
use affordances_macro_support::spanned::{Arg, listed};
use affordances_macro_support::spell::spelled;
use syn::{Ident, LitStr};

use super::args::{PagePath, SiteSettings};
use super::model::{Auth, SiteModel, SitePage};
use crate::entry;

/// The site, unless a setting is missing or wrong.
pub(crate) fn check(settings: SiteSettings, errors: &ErrorSink<'_>) -> Option<SiteModel> {
    let SiteSettings {
        name,
        auth,
        pages,
        prefix,
        mcp,
    } = settings;
    if let Some(name) = &name
        && name.value.value().trim().is_empty()
    {
        errors.on(
            entry::INVALID_NAME,
            &name.value,
            "the name of a site must not be empty\nwrite what people call it, as in `name: \"Shop\"`",
        );
    }
    let prefix = prefix.map(|prefix| path(prefix, errors));
    let mcp = mcp.map(|mcp| path(mcp, errors));
    let auth = auth.map(|auth| read_auth(&auth, errors));
    let pages = pages.map(|pages| read_pages(pages, errors));
    Some(SiteModel {
        name: name?.value,
        auth: auth?,
        prefix,
        mcp,
        pages: pages?,
    })
}

/// A path by itself: a route without parameters that is more than `/`.
fn path(arg: Arg<LitStr>, errors: &ErrorSink<'_>) -> LitStr {
    let Arg { key, value } = arg;
    match Route::parse(&value.value()) {
        Err(error) => errors.on(entry::INVALID_ROUTE, &value, error),
        Ok(route) => {
            if let Some(parameter) = route.parameters().next() {
                errors.on(
                    entry::INVALID_SITE_PATH,
                    &value,
                    format!("`{key}` must be one path: `{parameter}` stands for many\nwrite it without parameters, as in `{key}: \"/{key}\"`"),
                );
            } else if route.segments().is_empty() {
                errors.on(
                    entry::INVALID_SITE_PATH,
                    &value,
                    format!(
                        "`{key}` must have a segment, as in `{key}: \"/{key}\"`, or be left out"
                    ),
                );
            }
        }
    }
    value
}

fn read_auth(auth: &Arg<Vec<Ident>>, errors: &ErrorSink<'_>) -> Vec<Auth> {
    let mut read = Vec::new();
    for word in &auth.value {
        let name = word.to_string();
        let known = Auth::ALL.iter().find(|(known, _)| *known == name);
        match known {
            Some((_, mode)) if read.contains(mode) => {
                errors.on(
                    entry::LISTED_TWICE,
                    word,
                    format!("`{name}` is listed twice\ndrop one of the two"),
                );
            }
            Some((_, mode)) => read.push(*mode),
            None => {
                let names = Auth::ALL.map(|(name, _)| name);
                let guess = did_you_mean(&name, names)
                    .map_or_else(String::new, |guess| format!("; did you mean `{guess}`?"));
                errors.on(
                    entry::UNKNOWN_AUTH,
                    word,
                    format!(
                        "`{name}` is not a way to sign in{guess}\nthere are {}",
                        listed(&names)
                    ),
                );
            }
        }
    }
    read
}

fn read_pages(pages: Arg<Vec<PagePath>>, errors: &ErrorSink<'_>) -> Vec<SitePage> {
    let mut read: Vec<SitePage> = Vec::new();
    for PagePath { attrs, path } in pages.value {
        let cfgs = cfgs(&attrs);
        let name = spelled(&path);
        if let Some(module) = name.strip_suffix("::PAGE") {
            errors.on(
                entry::TABLE_OF_A_PAGE,
                &path,
                format!("`{name}` is the table of a page: list its module, `{module}`"),
            );
            continue;
        }
        let twin = |earlier: &&SitePage| earlier.cfgs.is_empty() && spelled(&earlier.path) == name;
        if cfgs.is_empty() && read.iter().any(|page| twin(&page)) {
            errors.on(
                entry::LISTED_TWICE,
                &path,
                format!("page `{name}` is listed twice\ndrop one of the two"),
            );
        } else {
            read.push(SitePage { cfgs, path });
        }
    }
    read
}

//! The `#[entities]` struct: what a page shows, by key.
use affordances_grammar::names::{camel_case, check_entity_name};
use affordances_macro_support::attrs::{self, cfgs};
use affordances_macro_support::entry::MISPLACED_ATTRIBUTE;
use affordances_macro_support::items::{DataItem, DataKind, FieldItem, FieldStyle};
use affordances_macro_support::sink::ErrorSink;
use affordances_macro_support::spanned::{Args, Key};
use quote::ToTokens;
use syn::{Attribute, Ident, LitStr, Meta, Type};

use super::item::EntitiesItem;
use crate::entry;

const RESOURCE: Key = Key::new("resource", "a type, as in `resource = Stock`");
const NAME: Key = Key::new("name", "a string, as in `name = \"recentOrders\"`");
const VOLATILE: Key = Key::new("volatile", "written alone");

/// The entities of a page, read from its struct.
pub(crate) struct Entities {
    pub(crate) ident: Ident,
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) all: Vec<Entity>,
}

/// One field of the struct.
pub(crate) struct Entity {
    pub(crate) field: Ident,
    pub(crate) cfgs: Vec<Attribute>,
    /// The key in the graph.
    pub(crate) key: String,
    /// The field's type.
    pub(crate) ty: Type,
    /// The type of the permission that changes it, if it is not the field's own.
    pub(crate) resource: Option<Type>,
    pub(crate) volatile: bool,
}

impl Entity {
    /// The type of the permission that changes it.
    pub(crate) fn resource(&self) -> &Type {
        self.resource.as_ref().unwrap_or(&self.ty)
    }
}

/// The entities, or what is wrong with the struct.
pub(crate) fn check(item: &EntitiesItem, errors: &ErrorSink<'_>) -> Option<Entities> {
    let errors = errors.child();
    let EntitiesItem {
        marker,
        attrs,
        data,
    } = item;
    if !matches!(marker.meta, Meta::Path(_)) {
        errors.on(
            entry::UNEXPECTED_ARGUMENTS,
            &marker.meta,
            "`#[entities]` takes no arguments\nwrite `#[entities]` alone; settings stand on the fields: `#[entity(..)]`",
        );
    }
    check_form(data, &errors);
    let mut all: Vec<Entity> = Vec::new();
    for field in &data.fields {
        let Some(entity) = entity(field, &errors) else {
            continue;
        };
        let twin = |other: &&Entity| other.key == entity.key && other.cfgs.is_empty();
        if let Some(twin) = all.iter().find(twin)
            && entity.cfgs.is_empty()
            && twin.field != entity.field
        {
            errors.on(
                entry::DUPLICATE_NAME,
                &entity.field,
                format!(
                    "`{}` and `{}` are both called `{}`: rename one with `#[entity(name = \"..\")]`",
                    twin.field, entity.field, entity.key
                ),
            );
        }
        all.push(entity);
    }
    (!errors.failed()).then(|| Entities {
        ident: data.ident.clone(),
        cfgs: cfgs(attrs),
        all,
    })
}

fn check_form(data: &DataItem, errors: &ErrorSink<'_>) {
    let name = &data.ident;
    if data.kind != DataKind::Struct {
        errors.on(
            MISPLACED_ATTRIBUTE,
            name,
            format!(
                "`#[entities]` belongs on a struct, and `{name}` is {}\nmake it a struct with a field for each entity",
                data.kind.noun()
            ),
        );
    } else if data.style == FieldStyle::Tuple {
        errors.on(
            entry::UNNAMED_FIELDS,
            name,
            format!("`{name}` must have named fields: a field's name is the key of its entity\nwrite it as `struct {name} {{ cart: Cart }}`"),
        );
    }
    if !data.generics.params.is_empty() {
        errors.on(
            entry::GENERIC_ENTITIES,
            &data.generics,
            format!("`{name}` must not be generic: a page has one set of entities\nname the types of its fields"),
        );
    }
}

fn entity(field: &FieldItem, errors: &ErrorSink<'_>) -> Option<Entity> {
    let FieldItem { attrs, ident, ty } = field;
    let ident = ident.clone()?;
    let mut attrs = attrs.clone();
    let markers = attrs::take(&mut attrs, &["entity"]);
    let mut read = Entity {
        cfgs: cfgs(&attrs),
        key: camel_case(&ident.to_string()),
        ty: ty.clone(),
        resource: None,
        volatile: false,
        field: ident,
    };
    let mut place = read.field.to_token_stream();
    for marker in &markers {
        let tokens = match &marker.meta {
            Meta::List(list) => list.tokens.clone(),
            Meta::Path(_) | Meta::NameValue(_) => {
                errors.on(
                    entry::EMPTY_ATTRIBUTE,
                    marker,
                    "`#[entity(..)]` must say something: `resource = Type`, `name = \"..\"` or `volatile`",
                );
                continue;
            }
        };
        let mut args = Args::parse("#[entity(..)]", tokens, errors);
        if let Some(resource) = args.value::<Type>(RESOURCE, errors) {
            read.resource = Some(resource.value);
        }
        if let Some(name) = args.value::<LitStr>(NAME, errors) {
            read.key = name.value.value();
            place = name.value.to_token_stream();
        }
        read.volatile |= args.flag(VOLATILE, errors).is_some();
        args.finish(errors);
    }
    if let Err(error) = check_entity_name(&read.key) {
        errors.on(entry::INVALID_NAME, place, error);
        return None;
    }
    Some(read)
}

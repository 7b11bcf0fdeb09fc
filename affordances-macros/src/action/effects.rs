//! Effects: what an action declares that it changes, against the permissions that it takes.
//!
//! The rule itself is enforced by types, through the trait `Declares`, whatever a type is called. What
//! can be seen in the tokens is said here, because here the message can name the entity and the exact
//! fix; and each such error makes the trait stay silent about the same parameter.
use affordances_grammar::names::did_you_mean;
use affordances_macro_support::sink::ErrorSink;
use affordances_macro_support::spanned::{Arg, listed};
use affordances_macro_support::spans::{last_segment, ungrouped};
use affordances_macro_support::spell::spelled;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::{GenericArgument, Ident, PathArguments, Type};

use super::ActionArgs;
use crate::entry;
use crate::handler::Handler;
use crate::page::{Entity, Scope};

/// What an action may change.
#[derive(Default)]
pub(crate) struct Effects {
    /// The keys of the entities; `None` where the attribute has no `effects`.
    pub(crate) keys: Option<Vec<String>>,
    /// The resources of `writes`, as written.
    pub(crate) writes: Vec<Type>,
    /// The types for which the action may hold a permission, each spelling once.
    pub(crate) declares: Vec<Type>,
    /// Declared effects for which no parameter *looks like* the permission.
    pub(crate) unproven: Vec<Unproven>,
}

/// A declared effect whose permission may hide behind an alias: the compiler has to compare the types.
pub(crate) struct Unproven {
    /// Where the effect is declared.
    pub(crate) place: TokenStream,
    pub(crate) resource: Type,
    pub(crate) message: String,
}

/// Reads the effects. `fatal` takes what spoils the action; `errors` an undeclared effect, after which
/// the action can still be checked by the compiler.
pub(crate) fn check(
    args: &ActionArgs,
    handler: &Handler,
    scope: &Scope<'_>,
    fatal: &ErrorSink<'_>,
    errors: &ErrorSink<'_>,
) -> Effects {
    let Some(entities) = &scope.entities else {
        // The entities have errors of their own; without them every effect would look unknown.
        return Effects::default();
    };
    let declared = fatal.child();
    check_read_only(&handler.ident, args, &declared);
    let effects = known_effects(args.effects.as_ref(), entities, scope, &declared);
    check_shared_resources(&effects, entities, args, &declared);
    let writes = check_writes(args.writes.as_ref(), entities, &declared);

    let mut list = Declared::default();
    for (place, entity) in &effects {
        let resource = spelled(entity.resource());
        list.push(
            place.to_token_stream(),
            entity.resource(),
            format!(
                "action `{}` declares an effect on `{place}` but takes no `&Write<{resource}>`, so it cannot change it\n\
                 add the parameter, or drop `{place}` from `effects`",
                handler.ident
            ),
        );
    }
    for resource in &writes {
        let text = spelled(resource);
        list.push(
            resource.to_token_stream(),
            resource,
            format!(
                "action `{}` declares that it writes `{text}` but takes no `&Write<{text}>`, so it cannot change it\n\
                 add the parameter, or drop `{text}` from `writes`",
                handler.ident
            ),
        );
    }
    // With a bad list every parameter would look undeclared.
    if !declared.failed() {
        check_parameters(&mut list, handler, args, entities, fatal, errors);
    }
    Effects {
        keys: args.effects.as_ref().map(|_| {
            let keys = effects.iter().map(|(_, entity)| entity.key.clone());
            keys.collect()
        }),
        writes,
        declares: list.resources.into_iter().map(|(_, ty)| ty).collect(),
        unproven: list.unproven,
    }
}

/// The declared resources, each spelling once, and what is left to prove about them.
#[derive(Default)]
struct Declared {
    resources: Vec<(String, Type)>,
    unproven: Vec<Unproven>,
}

impl Declared {
    fn push(&mut self, place: TokenStream, resource: &Type, message: String) {
        self.add(resource);
        self.unproven.push(Unproven {
            place,
            resource: resource.clone(),
            message,
        });
    }

    fn add(&mut self, resource: &Type) {
        let text = spelled(resource);
        if !self.contains(&text) {
            self.resources.push((text, resource.clone()));
        }
    }

    fn contains(&self, resource: &str) -> bool {
        self.resources.iter().any(|(known, _)| known == resource)
    }
}

fn check_read_only(ident: &Ident, args: &ActionArgs, errors: &ErrorSink<'_>) {
    if args.read_only.is_none() {
        return;
    }
    let effects = args
        .effects
        .as_ref()
        .filter(|effects| !effects.value.is_empty());
    let keys = [
        effects.map(|arg| &arg.key),
        args.writes.as_ref().map(|arg| &arg.key),
    ];
    for key in keys.into_iter().flatten() {
        errors.on(
            entry::CONTRADICTS_READ_ONLY,
            key,
            format!("`{ident}` is `read_only`, so it has no `{key}`: drop one of the two"),
        );
    }
}

fn known_effects<'a>(
    effects: Option<&'a Arg<Vec<Ident>>>,
    entities: &[&'a Entity],
    scope: &Scope<'_>,
    errors: &ErrorSink<'_>,
) -> Vec<(&'a Ident, &'a Entity)> {
    let mut known: Vec<(&Ident, &Entity)> = Vec::new();
    for effect in effects.map(|arg| arg.value.as_slice()).unwrap_or_default() {
        if known.iter().any(|(earlier, _)| *earlier == effect) {
            errors.on(
                entry::LISTED_TWICE,
                effect,
                format!("effect `{effect}` is listed twice\ndrop one of the two"),
            );
        } else if let Some(entity) = entities.iter().find(|entity| entity.field == *effect) {
            known.push((effect, entity));
        } else {
            let names = entities
                .iter()
                .map(|entity| entity.field.unraw().to_string())
                .collect::<Vec<_>>();
            let word = effect.unraw().to_string();
            let guess = did_you_mean(&word, names.iter().map(String::as_str))
                .map_or_else(String::new, |guess| format!("; did you mean `{guess}`?"));
            let page = scope.page;
            let all = if names.is_empty() {
                format!("page `{page}` has no entities")
            } else {
                format!("the entities of page `{page}` are {}", listed(&names))
            };
            errors.on(
                entry::UNKNOWN_EFFECT,
                effect,
                format!("unknown effect `{word}`{guess}\n{all}"),
            );
        }
    }
    known
}

/// One permission opens every entity of its type, so they are declared together or told apart.
fn check_shared_resources(
    effects: &[(&Ident, &Entity)],
    entities: &[&Entity],
    args: &ActionArgs,
    errors: &ErrorSink<'_>,
) {
    for (place, entity) in effects {
        let resource = spelled(entity.resource());
        let twin = entities.iter().find(|other| {
            spelled(other.resource()) == resource
                && other.cfgs.is_empty()
                && effects.iter().all(|(_, known)| known.field != other.field)
        });
        if let Some(twin) = twin {
            let mut names = written(args);
            names.push(twin.field.to_string());
            errors.on(
                entry::SHARED_RESOURCE,
                place,
                format!(
                    "entities `{place}` and `{}` are both `{}`, and `&Write<{}>` lets an action change either\n\
                     declare both (`effects = [{}]`), or give one a resource of its own: `#[entity(resource = ..)]`",
                    twin.field,
                    resource,
                    resource,
                    names.join(", ")
                ),
            );
            return;
        }
    }
}

/// The names in `effects = [..]`, to be repeated in a fix.
fn written(args: &ActionArgs) -> Vec<String> {
    let effects = args.effects.as_ref().map(|arg| arg.value.as_slice());
    let names = effects.unwrap_or_default().iter().map(Ident::to_string);
    names.collect()
}

fn check_writes(
    writes: Option<&Arg<Vec<Type>>>,
    entities: &[&Entity],
    errors: &ErrorSink<'_>,
) -> Vec<Type> {
    let mut kept: Vec<Type> = Vec::new();
    for resource in writes.map(|arg| arg.value.as_slice()).unwrap_or_default() {
        let text = spelled(resource);
        if kept.iter().any(|earlier| spelled(earlier) == text) {
            errors.on(
                entry::LISTED_TWICE,
                resource,
                format!("`{text}` is listed twice in `writes`\ndrop one of the two"),
            );
        } else if let Some(entity) = entities
            .iter()
            .find(|entity| spelled(entity.resource()) == text)
        {
            errors.on(
                entry::SHOWN_RESOURCE_IN_WRITES,
                resource,
                format!(
                    "this page shows `{text}` as `{0}`: declare it in `effects = [{0}]` and drop it from `writes`",
                    entity.field
                ),
            );
        } else {
            kept.push(resource.clone());
        }
    }
    kept
}

/// Whether a reference is never given back.
fn is_static(ty: &Type) -> bool {
    let Type::Reference(reference) = ungrouped(ty) else {
        return false;
    };
    let lifetime = reference.lifetime.as_ref();
    lifetime.is_some_and(|lifetime| lifetime.ident == "static")
}

/// Compares the permissions that can be recognised among the parameters with what is declared.
fn check_parameters(
    list: &mut Declared,
    handler: &Handler,
    args: &ActionArgs,
    entities: &[&Entity],
    fatal: &ErrorSink<'_>,
    errors: &ErrorSink<'_>,
) {
    let ident = &handler.ident;
    let mut proven = Vec::new();
    let mut undeclared: Vec<(&Type, &Type, &Entity)> = Vec::new();
    for parameter in &handler.parameters {
        let ty = &parameter.written;
        let Some(resource) = permission(ty) else {
            continue;
        };
        let text = spelled(resource);
        if !matches!(ungrouped(ty), Type::Reference(reference) if reference.mutability.is_none()) {
            fatal.on(
                entry::PERMISSION_BY_VALUE,
                ty,
                format!("action `{ident}` must take the permission by reference: `&Write<{text}>`"),
            );
        } else if is_static(ty) {
            fatal.on(
                entry::PERMISSION_BY_VALUE,
                ty,
                format!(
                    "action `{ident}` must borrow the permission for the call alone\n\
                     write `&Write<{text}>`"
                ),
            );
        } else if let Some(entity) = entities
            .iter()
            .find(|entity| spelled(entity.resource()) == text)
            .filter(|_| !list.contains(&text))
        {
            undeclared.push((ty, resource, entity));
        }
        proven.push(text);
    }
    list.unproven
        .retain(|effect| !proven.contains(&spelled(&effect.resource)));
    let mut names = written(args);
    if let ([(ty, resource, entity)], [declared]) = (&*undeclared, &*list.unproven) {
        // One is declared and another taken: that is one mistake, and not two.
        let (field, wanted) = (&entity.field, spelled(&declared.resource));
        let names = names
            .iter()
            .filter(|name| **name != declared.place.to_string());
        let names = names
            .cloned()
            .chain([field.to_string()])
            .collect::<Vec<_>>();
        errors.on(
            entry::UNDECLARED_EFFECT,
            ty,
            format!(
                "action `{ident}` can change `{field}` but declares an effect on `{}`\n\
                 take `&Write<{wanted}>`, or declare `effects = [{}]`",
                declared.place,
                names.join(", ")
            ),
        );
        list.unproven.clear();
        list.add(resource);
        undeclared.clear();
    }
    for (ty, resource, entity) in undeclared {
        names.push(entity.field.to_string());
        let declare = format!("declare it: `effects = [{}]`", names.join(", "));
        let fix = match args.read_only {
            Some(_) => format!("drop `read_only` and {declare}"),
            None => declare,
        };
        errors.on(
            entry::UNDECLARED_EFFECT,
            ty,
            format!(
                "action `{ident}` can change `{}` but does not declare it\n{fix}, or drop this parameter",
                entity.field
            ),
        );
        list.add(resource);
        names.pop();
    }
    if handler.parameters.is_empty() {
        for Unproven { place, message, .. } in list.unproven.drain(..) {
            errors.on(entry::EFFECT_WITHOUT_PERMISSION, place, message);
        }
    }
}

/// `T` of what is spelled `Write<T>`, behind references or not.
fn permission(ty: &Type) -> Option<&Type> {
    let path = match ungrouped(ty) {
        Type::Reference(reference) => return permission(&reference.elem),
        Type::Path(path) if last_segment(ty).is_some_and(|name| name == "Write") => path,
        _ => return None,
    };
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else {
        return None;
    };
    match (arguments.args.first(), arguments.args.len()) {
        (Some(GenericArgument::Type(resource)), 1) => Some(resource),
        _ => None,
    }
}

//! The context of one phase of a request: what a shim reads its handler's
//! parameters from.

use std::any::Any;
use std::fmt;
use std::pin::Pin;

use http::request::Parts;
use serde_json::Value;

use super::{Caller, Failure, PageView};

/// A boxed future that may borrow for `'a`.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A generated function that reads one handler's parameters from the context,
/// calls it and converts what it returns.
pub type Shim<L, T> =
    for<'x, 'c> fn(&'x mut Cx<'c, L>) -> BoxFuture<'x, std::result::Result<T, Failure>>;

/// What one phase (load, guard, run, view, …) reads its parameters from.
pub struct Cx<'c, L> {
    /// The request without its body.
    pub parts: PhaseParts<'c>,
    /// The page's state.
    pub state: &'c L,
    /// Who calls, if the app recognises them.
    pub caller: Option<Caller>,
    /// The validated input; taken by the one `Input<T>` parameter.
    pub input: Option<Value>,
    /// What the load has returned.
    pub entities: Option<&'c Loaded>,
    /// What the view is told beside the entities.
    pub view: Option<&'c PageView>,
    /// What another engine tells its own handlers: the context of a step.
    pub told: Option<&'c (dyn Any + Send + Sync)>,
}

impl<'c, L> Cx<'c, L> {
    /// A context with nothing but the request.
    pub fn new(parts: &'c Parts, state: &'c L, caller: Option<Caller>) -> Self {
        Self {
            parts: PhaseParts::of(parts),
            state,
            caller,
            input: None,
            entities: None,
            view: None,
            told: None,
        }
    }

    /// With the entities that the page has loaded.
    #[must_use]
    pub fn with_entities(mut self, entities: &'c Loaded) -> Self {
        self.entities = Some(entities);
        self
    }
}

impl<L> fmt::Debug for Cx<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cx")
            .field("uri", &self.parts.request.uri)
            .field("caller", &self.caller)
            .finish_non_exhaustive()
    }
}

/// The parts of a request, as one phase may change them.
///
/// An extractor may take out what it reads, and no phase may see another's
/// changes: so each phase has a copy, made when it first asks for one.
#[derive(Debug)]
pub struct PhaseParts<'c> {
    request: &'c Parts,
    own: Option<Parts>,
}

impl<'c> PhaseParts<'c> {
    fn of(request: &'c Parts) -> Self {
        Self { request, own: None }
    }

    /// The phase's own copy.
    pub fn own(&mut self) -> &mut Parts {
        self.own.get_or_insert_with(|| self.request.clone())
    }
}

/// The entities of a page, their type erased: a page's table is not generic
/// over them.
pub struct Loaded(Box<dyn Any + Send + Sync>);

impl Loaded {
    /// Erases the type.
    pub fn new<E: Any + Send + Sync>(entities: E) -> Self {
        Self(Box::new(entities))
    }

    /// The entities, if they are an `E`.
    #[must_use]
    pub fn get<E: Any>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }
}

impl fmt::Debug for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Loaded(..)")
    }
}

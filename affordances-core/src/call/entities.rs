//! What a page shows: the trait behind `#[entities]` and how one entity
//! becomes JSON.

use std::any::Any;

use serde::Serialize;

use super::{BoxError, Loaded, repeated};

/// The buffer that JSON is written to.
pub type JsonWriter = Vec<u8>;

/// One entity of a page, as its table names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct EntityMeta {
    /// The key in graphs and deltas.
    pub key: &'static str,
    /// It differs between two loads by itself (a clock); the effects audit
    /// looks past it.
    pub volatile: bool,
}

impl EntityMeta {
    /// An entity that changes only when an action changes it.
    #[must_use]
    pub const fn new(key: &'static str) -> Self {
        Self {
            key,
            volatile: false,
        }
    }

    /// An entity whose permission is `Write<R>`. Nothing but that the type exists
    /// has to be known of it here.
    #[must_use]
    pub const fn of<R: ?Sized>(self) -> Self {
        self
    }

    /// An entity that changes by itself.
    #[must_use]
    pub const fn volatile(mut self) -> Self {
        self.volatile = true;
        self
    }
}

/// The struct that `#[entities]` marks: each field is an entity, its name the
/// key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the entities of a page",
    label = "not marked with `#[entities]`",
    note = "put `#[entities]` on the struct whose fields the page shows",
    note = "see `not_entities` in affordances::errors"
)]
pub trait PageEntities: Any + Send + Sync + Sized {
    /// The fields, in order.
    const ENTITIES: &'static [EntityMeta];

    /// Writes the value of field number `entity` as JSON.
    ///
    /// # Errors
    ///
    /// What the value's `Serialize` says, such as a map with keys that JSON
    /// cannot have.
    fn write(&self, entity: usize, to: &mut JsonWriter) -> Result<(), serde_json::Error>;
}

/// A value that a page can show: anything that serialises.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an entity of a page",
    label = "needs `serde::Serialize`",
    note = "write `#[derive(Serialize)]` on `{Self}`, and use types that are `Send + Sync + 'static`",
    note = "see `unusable_entity` in affordances::errors"
)]
pub trait Entity: Send + Sync + 'static {
    /// Writes the value as JSON.
    ///
    /// # Errors
    ///
    /// What the value's `Serialize` says.
    fn write(&self, to: &mut JsonWriter) -> Result<(), serde_json::Error>;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + Send + Sync + 'static> Entity for T {
    fn write(&self, to: &mut JsonWriter) -> Result<(), serde_json::Error> {
        serde_json::to_writer(to, self)
    }
}

/// The type-erased writer that a page's table holds.
///
/// # Errors
///
/// As [`PageEntities::write`]; in debug builds, that a member is written twice;
/// also when `loaded` is another page's, which the
/// table rules out.
pub(crate) fn write_entity<E: PageEntities>(
    loaded: &Loaded,
    entity: usize,
    to: &mut JsonWriter,
) -> Result<(), BoxError> {
    let Some(entities) = loaded.get::<E>() else {
        return Err("the entities are of another type than the page's table says".into());
    };
    let start = to.len();
    entities.write(entity, to)?;
    if cfg!(debug_assertions) {
        repeated::check(&to[start..])?;
    }
    Ok(())
}

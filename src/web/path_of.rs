//! Which check a `Path<..>` gets that the macro could not see into: decided by
//! its type, so an extractor of the app's own that is called `Path` gets none.

use std::fmt;
use std::marker::PhantomData;

use affordances_core::__macro::{AttemptFn, PathParams, Reads, attempt};
use axum::extract::Path;
use serde::de::DeserializeOwned;

/// The type of a parameter that is spelled `Path`.
pub struct PathOf<P>(PhantomData<fn() -> P>);

impl<P> PathOf<P> {
    /// To call the methods on.
    pub const OF: Self = Self(PhantomData);
}

/// A struct that has published what it reads: the compiler decides. An inherent
/// constant is found before one of a trait.
impl<T: PathParams> PathOf<Path<T>> {
    /// What it reads.
    pub const PATH_READS: Option<Reads<'static>> = Some(T::READS);
}

/// Every other type.
pub trait NotPublished {
    /// Not known while compiling.
    const PATH_READS: Option<Reads<'static>> = None;
}

impl<P> NotPublished for PathOf<P> {}

/// The compiler has decided. Called on `&&&PathOf`, `attempt` is that of the first
/// of these three traits whose bounds hold: a call looks behind one reference
/// after the other.
pub trait Published {
    /// Nothing is left to be asked.
    fn attempt(&self) -> Option<AttemptFn> {
        None
    }
}

impl<T: PathParams> Published for &&PathOf<Path<T>> {}

/// Serde can be asked.
pub trait Readable {
    /// Reads a `T`.
    fn attempt(&self) -> Option<AttemptFn>;
}

impl<T: DeserializeOwned> Readable for &PathOf<Path<T>> {
    fn attempt(&self) -> Option<AttemptFn> {
        Some(attempt::<T>)
    }
}

/// Another extractor.
pub trait Foreign {
    /// Nothing can be asked.
    fn attempt(&self) -> Option<AttemptFn> {
        None
    }
}

impl<P> Foreign for PathOf<P> {}

impl<P> fmt::Debug for PathOf<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::any::type_name::<P>())
    }
}

//! Stand-in for `affordances::prelude::Write` until that exists.

use std::marker::PhantomData;

/// The permission to change stored data of type `T`.
#[derive(Debug)]
pub struct Write<T: ?Sized + 'static>(PhantomData<fn(&T) -> &T>);

impl<T: ?Sized> Write<T> {
    const TOKEN: &'static Self = &Self(PhantomData);

    /// For changes that no agent's call makes.
    #[must_use]
    pub const fn outside_any_action(_why: &'static str) -> &'static Self {
        Self::TOKEN
    }
}

//! Effects as capabilities: the token that a store's mutators ask for, and the
//! compile-time rule that an action holds it only when it declares the effect.
//!
//! Stands between the macros (which emit [`Declares`] for each declared
//! effect) and [`FromCall`](super::FromCall) (which hands the token out).

use std::fmt;
use std::marker::PhantomData;

/// The permission to change stored data of type `T`.
///
/// A store's mutator takes it by reference, so that nobody can change the data
/// without having been given the permission:
///
/// ```
/// use affordances_core::Write;
///
/// struct Cart;
/// struct Carts(std::sync::Mutex<Vec<String>>);
///
/// impl Carts {
///     fn add(&self, _: &Write<Cart>, sku: &str) {
///         self.0.lock().unwrap().push(sku.to_owned());
///     }
/// }
///
/// // An action receives `cart: &Write<Cart>` as a parameter once it declares
/// // the effect. Seeds and jobs say why they stand outside:
/// let carts = Carts(Default::default());
/// carts.add(Write::outside_any_action("seed data"), "TEE-BLK-M");
/// ```
///
/// It has no size and no public constructor but that one. It cannot be cloned,
/// moved out of the action or stored: a handler only ever borrows it.
///
/// This is a guard rail against forgetting, not a security boundary: whoever
/// writes the code of an app can always go around it.
pub struct Write<T: ?Sized + 'static> {
    /// Invariant in `T`, and `Send + Sync` whatever `T` is.
    resource: PhantomData<fn(&T) -> &T>,
    _seal: Seal,
}

struct Seal;

impl<T: ?Sized> Write<T> {
    pub(crate) const TOKEN: &'static Self = &Self {
        resource: PhantomData,
        _seal: Seal,
    };

    /// The escape hatch for seeds, background jobs and staff code: changes that
    /// no agent's call makes. `why` is for the reader of the code; search for
    /// this name to find every change that is not declared.
    #[must_use]
    pub const fn outside_any_action(why: &'static str) -> &'static Self {
        let _ = why;
        Self::TOKEN
    }
}

impl<T: ?Sized> fmt::Debug for Write<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Write<{}>", std::any::type_name::<T>())
    }
}

/// Says that the action `Self` declares an effect on the resource `T`.
///
/// Implemented by `#[action(effects = [..], writes = [..])]`, never by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` takes `Write<{T}>` but does not declare an effect on `{T}`",
    label = "`{T}` is not among the declared effects of `{Self}`",
    note = "add the entity of type `{T}` to `effects = [..]` in `#[action(..)]` (or `{T}` to `writes = [..]` when this page does not show it), or drop this parameter",
    note = "only a declared effect lets an action change stored data, so that people and agents are told what a call will change; nothing but an action has effects",
    note = "see `undeclared_effect` in affordances::errors"
)]
pub trait Declares<T: ?Sized> {}

/// What a parameter asks for that asks for nothing: every handler may take it.
#[derive(Debug)]
pub enum Nothing {}

#[diagnostic::do_not_recommend]
impl<A> Declares<Nothing> for A {}

/// Compares two types in a constant: `Same::<A, B>::IS_SAME_TYPE`.
///
/// An inherent constant is found before one of a trait, so the answer is
/// `true` for equal types and falls back to [`NotSame`] for others. The macros
/// use it to find an effect that is declared without its token, whatever alias
/// the user has spelled.
#[derive(Debug)]
pub struct Same<A: ?Sized, B: ?Sized>(PhantomData<fn(&A, &B)>);

impl<T: ?Sized> Same<T, T> {
    /// The two types are one.
    pub const IS_SAME_TYPE: bool = true;
}

/// The answer of [`Same`] for two different types.
pub trait NotSame {
    /// The two types differ.
    const IS_SAME_TYPE: bool = false;
}

impl<A: ?Sized, B: ?Sized> NotSame for Same<A, B> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_takes_no_space() {
        assert_eq!(size_of::<Write<String>>(), 0);
    }

    #[test]
    fn same_tells_types_apart() {
        type Alias = String;
        const { assert!(Same::<&'static Write<Alias>, &'static Write<String>>::IS_SAME_TYPE) }
        const { assert!(!Same::<&'static Write<str>, &'static Write<String>>::IS_SAME_TYPE) }
    }
}

//! What handlers read from the path, against the route: by what a struct has
//! published, while compiling, or else by what serde says, when the site starts.
//!
//! A struct that stands in the page itself is read by the macro. Of any other
//! type the macro sees the name alone; it emits both of these checks, and the
//! type decides which one there is.

mod attempt;
mod probe;

use std::fmt;
use std::marker::PhantomData;
use std::panic::Location;

use affordances_grammar::route::{Mismatch, Reads, mismatch};
use affordances_grammar::text::ConstText;

pub use attempt::{Attempt, attempt};
pub(crate) use probe::mismatches;

/// A struct that reads the parameters of a route by name, as in `Path<Params>`.
///
/// Derive it beside `Deserialize` on a struct that stands outside of the page
/// which takes it: then the compiler compares its fields with that page's route.
/// Without it they are compared when the site starts. A struct inside of the
/// page needs nothing.
pub trait PathParams {
    /// What it reads, by the names that serde gives to its fields.
    const READS: Reads<'static>;
}

/// Whether a field of type `T` must have a value. An inherent constant is found
/// before one of a trait, so an `Option` is known by whatever name.
#[derive(Debug)]
pub struct Presence<T: ?Sized>(PhantomData<T>);

impl<T> Presence<Option<T>> {
    /// It may be absent.
    pub const MUST_BE_PRESENT: bool = false;
}

/// The answer of [`Presence`] for every other type.
pub trait AlwaysPresent {
    /// It must be present.
    const MUST_BE_PRESENT: bool = true;
}

impl<T: ?Sized> AlwaysPresent for Presence<T> {}

/// Compares what `path`, the type of a parameter, reads with the route of its
/// page; `None`: serde is asked when the site starts. `all`: every parameter of
/// the route is to be read, as a load does.
///
/// # Panics
///
/// While compiling: when they do not agree.
#[allow(
    clippy::panic,
    reason = "it runs in the compiler: this is how a constant says what is wrong"
)]
#[track_caller]
pub const fn check_path(route: &str, path: &str, reads: Option<Reads<'_>>, all: bool) {
    let Some(reads) = reads else { return };
    if let Some(found) = mismatch(route, &reads, all, 0) {
        let text = ConstText::new().add("in `").add(path).add("`, ");
        let text = found.what(route, text).add("\n");
        let entry = match found {
            Mismatch::Count { .. } | Mismatch::Varies { .. } => {
                "see `parameter_count` in affordances::errors"
            }
            Mismatch::MayBeAbsent { .. } => "see `parameter_type` in affordances::errors",
            Mismatch::Unread { .. } => "see `unread_route_parameter` in affordances::errors",
            _ => "see `not_a_route_parameter` in affordances::errors",
        };
        let text = found.fix(route, text).add("\n").add(entry);
        panic!("{}", text.as_str())
    }
}

/// One `Path<..>` of a page's handlers whose type the macro could not see.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct PathRow {
    handler: &'static str,
    path: &'static str,
    place: &'static Location<'static>,
    all: bool,
    attempt: fn() -> Option<AttemptFn>,
}

/// Has a type read what is offered.
pub type AttemptFn = fn(&mut Attempt<'_>);

impl PathRow {
    /// `path`, a parameter of `handler`, which stands where this is called. See
    /// [`check_path`]. `attempt` gives nothing where the compiler has decided.
    #[must_use]
    #[track_caller]
    pub const fn new(
        handler: &'static str,
        path: &'static str,
        all: bool,
        attempt: fn() -> Option<AttemptFn>,
    ) -> Self {
        Self {
            handler,
            path,
            place: Location::caller(),
            all,
            attempt,
        }
    }

    /// What is wrong between the type and the route of its page, each in one
    /// sentence.
    pub(crate) fn faults(&self, route: &str) -> Vec<String> {
        let Some(attempt) = (self.attempt)() else {
            return Vec::new();
        };
        let Self {
            handler,
            path,
            place,
            ..
        } = self;
        let place = format_args!("{}:{}", place.file(), place.line());
        mismatches(route, attempt, self.all)
            .iter()
            .map(|told| format!("`{handler}` ({place}) takes `{path}`, and in it {told}"))
            .collect()
    }
}

impl fmt::Debug for PathRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PathRow").field(&self.path).finish()
    }
}

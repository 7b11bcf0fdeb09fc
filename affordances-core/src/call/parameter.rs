//! Parameters of handlers: where each comes from, and what the handler's
//! annotation must say before it may take one.
//!
//! `M` tells the impls apart (`ViaParts`, `ViaInput`, …); the compiler infers
//! it, so an alias of a type works like the type. The demands stand on
//! [`admitted`](FromCall::admitted) and not on the impls: that is what makes
//! rustc say *our* sentence when one is not met.

use axum_core::extract::FromRequestParts;

use super::input::disagreement;
use super::{
    BoxFuture, Caller, Cx, Declares, Failure, Input, InputSchema, InputShape, InputType, Nothing,
    PageEntities, PageView, Write,
};

/// Reads one parameter from the context.
pub type ExtractFn<'c, L, T> = for<'x> fn(&'x mut Cx<'c, L>) -> BoxFuture<'x, Result<T, Failure>>;

/// A parameter of a handler on a page whose state is `L`.
#[diagnostic::on_unimplemented(
    message = "a handler cannot take `{Self}`",
    label = "not `Input<T>`, `&Write<T>`, `&Entities`, `Caller`, nor an axum extractor for `{L}`",
    note = "any axum extractor that implements `FromRequestParts<{L}>` will do: `State`, `Path`, ..; `State<X>` needs `X: FromRef<{L}>`",
    note = "extractors that read the body (`Json`, `Form`, `Bytes`, `String`) are not allowed: take `Input<T>` instead",
    note = "`&Entities`, `&Write<T>`, `&PageView` and `&StepContext` are borrowed; `Input<T>`, `Caller` and extractors are taken by value",
    note = "see `unusable_parameter` in affordances::errors"
)]
pub trait FromCall<'c, L, M>: Sized {
    /// The resource whose declared effect it takes to receive this.
    type Needs: ?Sized;
    /// Who must be calling.
    type Who: ?Sized;
    /// What the phase must have at hand.
    type What: ?Sized;
    /// The type that the call's input is read as; `()` where this is not the input.
    type In: ?Sized;
    /// The schema of the action's input, where this is the input.
    #[must_use]
    fn schema() -> InputSchema
    where
        Self::In: InputType,
    {
        None
    }

    /// The function that reads it, for a handler whose annotation admits it.
    fn admitted<A>() -> ExtractFn<'c, L, Self>
    where
        A: Declares<Self::Needs> + Recognises<Self::Who> + Receives<Self::What>,
        Self::In: InputType;
}

/// By an axum extractor.
#[derive(Debug)]
pub enum ViaParts {}
/// As the permission to write.
#[derive(Debug)]
pub enum ViaWrite {}
/// As the input.
#[derive(Debug)]
pub enum ViaInput {}
/// As the loaded entities.
#[derive(Debug)]
pub enum ViaEntities {}
/// As the caller.
#[derive(Debug)]
pub enum ViaCaller {}
/// As what the view is told.
#[derive(Debug)]
pub enum ViaView {}

/// Strangers too.
#[derive(Debug)]
pub enum Anyone {}
/// A recognised caller.
#[derive(Debug)]
pub enum Somebody {}
/// The input of a call.
#[derive(Debug)]
pub enum TheInput {}

/// Says that the handler `Self` is reached only by callers of kind `W`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` demands a `Caller`, but nobody need be signed in to call it",
    label = "a stranger has no `Caller`",
    note = "in a `public` action take `Option<Caller>`, or write `expose = \"session\"`",
    note = "in a step take `&StepContext`, which knows on whose behalf the session runs",
    note = "see `public_action_demands_caller` in affordances::errors"
)]
pub trait Recognises<W: ?Sized> {}
#[diagnostic::do_not_recommend]
impl<A> Recognises<Anyone> for A {}

/// Says that the handler `Self` runs when `T` is at hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot take this parameter: it runs where there is none",
    label = "not at hand in `{Self}`",
    note = "`Input<T>` exists in actions and steps; `&Entities` everywhere on its page but in `#[load]`; `&PageView` in `#[view]`; `&StepContext` in steps",
    note = "see `parameter_not_at_hand` in affordances::errors"
)]
pub trait Receives<T: ?Sized> {}
#[diagnostic::do_not_recommend]
impl<A> Receives<Nothing> for A {}

/// An axum extractor that does not read the body.
#[diagnostic::on_unimplemented(
    message = "a handler cannot take `{Self}`",
    label = "not `Input<T>`, `&Write<T>`, `&Entities`, `Caller`, nor an axum extractor for `{L}`",
    note = "any axum extractor that implements `FromRequestParts<{L}>` will do: `State`, `Path`, ..; `State<X>` needs `X: FromRef<{L}>`",
    note = "extractors that read the body (`Json`, `Form`, `Bytes`, `String`) are not allowed: take `Input<T>` instead",
    note = "`&Entities`, `&Write<T>`, `&PageView` and `&StepContext` are borrowed; `Input<T>`, `Caller` and extractors are taken by value",
    note = "see `unusable_parameter` in affordances::errors"
)]
pub trait Extractor<L>: Sized + Send + 'static {
    /// Reads it; a rejection becomes a failure of the protocol.
    fn extract<'x>(cx: &'x mut Cx<'_, L>) -> BoxFuture<'x, Result<Self, Failure>>;
}

#[diagnostic::do_not_recommend]
impl<L, T> Extractor<L> for T
where
    T: FromRequestParts<L> + Send + 'static,
    L: Send + Sync,
{
    fn extract<'x>(cx: &'x mut Cx<'_, L>) -> BoxFuture<'x, Result<Self, Failure>> {
        let Cx { parts, state, .. } = cx;
        Box::pin(async move {
            T::from_request_parts(parts.own(), state)
                .await
                .map_err(Failure::from_rejection)
        })
    }
}

impl<'c, L, T: Extractor<L>> FromCall<'c, L, ViaParts> for T {
    type Needs = Nothing;
    type Who = Anyone;
    type What = Nothing;
    type In = ();

    fn admitted<A>() -> ExtractFn<'c, L, Self>
    where
        A: Declares<Nothing> + Recognises<Anyone> + Receives<Nothing>,
    {
        |cx| T::extract(cx)
    }
}

#[diagnostic::do_not_recommend]
impl<'c, L, T: ?Sized + 'static> FromCall<'c, L, ViaWrite> for &'c Write<T> {
    type Needs = T;
    type Who = Anyone;
    type What = Nothing;
    type In = ();

    fn admitted<A>() -> ExtractFn<'c, L, Self>
    where
        A: Declares<T> + Recognises<Anyone> + Receives<Nothing>,
    {
        |_| ready(Ok(Write::TOKEN))
    }
}

// Without `do_not_recommend`: the leaf that rustc then names is the input type
// that lacks a derive, which is what helps.
impl<'c, L, T: Send> FromCall<'c, L, ViaInput> for Input<T> {
    type Needs = Nothing;
    type Who = Anyone;
    type What = TheInput;
    type In = T;
    fn schema() -> InputSchema
    where
        T: InputType,
    {
        Some(InputShape::of::<T>())
    }

    fn admitted<A>() -> ExtractFn<'c, L, Self>
    where
        A: Declares<Nothing> + Recognises<Anyone> + Receives<TheInput>,
        T: InputType,
    {
        |cx| {
            let input = match &cx.input {
                Some(json) => T::read(json)
                    .map(Input)
                    .map_err(|error| disagreement(std::any::type_name::<T>(), &error)),
                None => Err(missing("the input")),
            };
            ready(input)
        }
    }
}

#[diagnostic::do_not_recommend]
impl<'c, L, E: PageEntities> FromCall<'c, L, ViaEntities> for &'c E {
    type Needs = Nothing;
    type Who = Anyone;
    type What = E;
    type In = ();

    fn admitted<A>() -> ExtractFn<'c, L, Self>
    where
        A: Declares<Nothing> + Recognises<Anyone> + Receives<E>,
    {
        |cx| {
            ready(
                cx.entities
                    .and_then(|loaded| loaded.get::<E>())
                    .ok_or_else(|| missing("the entities")),
            )
        }
    }
}

#[diagnostic::do_not_recommend]
impl<'c, L> FromCall<'c, L, ViaView> for &'c PageView {
    type Needs = Nothing;
    type Who = Anyone;
    type What = PageView;
    type In = ();

    fn admitted<A>() -> ExtractFn<'c, L, Self>
    where
        A: Declares<Nothing> + Recognises<Anyone> + Receives<PageView>,
    {
        |cx| ready(cx.view.ok_or_else(|| missing("the page's view")))
    }
}

#[diagnostic::do_not_recommend]
impl<'c, L> FromCall<'c, L, ViaCaller> for Caller {
    type Needs = Nothing;
    type Who = Somebody;
    type What = Nothing;
    type In = ();

    fn admitted<A>() -> ExtractFn<'c, L, Self>
    where
        A: Declares<Nothing> + Recognises<Somebody> + Receives<Nothing>,
    {
        |cx| ready(cx.caller.clone().ok_or_else(Failure::anonymous))
    }
}

#[diagnostic::do_not_recommend]
impl<'c, L> FromCall<'c, L, ViaCaller> for Option<Caller> {
    type Needs = Nothing;
    type Who = Anyone;
    type What = Nothing;
    type In = ();

    fn admitted<A>() -> ExtractFn<'c, L, Self>
    where
        A: Declares<Nothing> + Recognises<Anyone> + Receives<Nothing>,
    {
        |cx| ready(Ok(cx.caller.clone()))
    }
}

fn ready<'x, T: Send + 'x>(value: Result<T, Failure>) -> BoxFuture<'x, Result<T, Failure>> {
    Box::pin(std::future::ready(value))
}

/// `Receives` has ruled it out; should a table be made by hand, the answer is
/// a fault of the server and not a panic.
fn missing(what: &str) -> Failure {
    Failure::internal(format!("{what} is not at hand in this phase"))
}

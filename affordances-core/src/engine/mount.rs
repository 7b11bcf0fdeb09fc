//! A page as the adapter drives it: the type of its own state erased.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum_core::extract::FromRef;
use axum_core::response::Response;
use futures_util::FutureExt as _;
use http::request::Parts;

use super::runtime::Runtime;
use super::view::ViewRequest;
use super::visit::Visit;
use super::{Answer, FormPost, call, form, graph, view};
use crate::call::{BoxFuture, Failure};
use crate::protocol::Call;
use crate::table::PageDef;

/// One request for the page number `page` of a site whose state is `S`.
#[derive(Debug)]
#[non_exhaustive]
pub struct Arrival<S> {
    /// The site.
    pub site: Arc<Runtime>,
    /// The page's number in the site's table.
    pub page: usize,
    /// The request without its body.
    pub parts: Parts,
    /// The app's state.
    pub state: S,
}

impl<S> Arrival<S> {
    /// A request that has arrived.
    pub fn new(site: Arc<Runtime>, page: usize, parts: Parts, state: S) -> Self {
        Self {
            site,
            page,
            parts,
            state,
        }
    }
}

/// A page that can be part of a site whose state is `S`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be mounted on a site of state `{S}`",
    label = "its own state cannot be made from `{S}`",
    note = "write `impl FromRef<{S}> for` the page's state, or give the page `state = {S}`",
    note = "see `page_of_another_state` in affordances::errors"
)]
pub trait Mount<S>: Sync {
    /// Whether it draws its own HTML.
    fn has_view(&'static self) -> bool;

    /// The graph; `path` is the concrete path as it was requested.
    fn graph(&'static self, arrival: Arrival<S>, path: String) -> BoxFuture<'static, Answer>;

    /// A call.
    fn call(&'static self, arrival: Arrival<S>, call: Call) -> BoxFuture<'static, Answer>;

    /// A posted form.
    fn form(&'static self, arrival: Arrival<S>, post: FormPost) -> BoxFuture<'static, Response>;

    /// The HTML.
    fn view(
        &'static self,
        arrival: Arrival<S>,
        request: ViewRequest,
    ) -> BoxFuture<'static, Response>;
}

#[diagnostic::do_not_recommend]
impl<S, L> Mount<S> for PageDef<L>
where
    L: FromRef<S> + Clone + Send + Sync + 'static,
    S: Clone + Send + Sync + 'static,
{
    fn has_view(&'static self) -> bool {
        self.view.is_some()
    }

    fn graph(&'static self, arrival: Arrival<S>, path: String) -> BoxFuture<'static, Answer> {
        let site = arrival.site.clone();
        let visit = self.visit(arrival);
        guarded(
            site,
            async move { graph::graph(&visit, &path).await },
            |_, answer| answer,
        )
    }

    fn call(&'static self, arrival: Arrival<S>, call: Call) -> BoxFuture<'static, Answer> {
        let site = arrival.site.clone();
        let visit = self.visit(arrival);
        let answer = async move {
            let presented = visit.site.present(&visit.parts).await;
            call::call(visit, presented, call).await
        };
        guarded(site, answer, |_, answer| answer)
    }

    fn form(&'static self, arrival: Arrival<S>, post: FormPost) -> BoxFuture<'static, Response> {
        let site = arrival.site.clone();
        let visit = self.visit(arrival);
        let path = post.path.clone();
        guarded(site, form::form(visit, post), move |site, answer| {
            site.error_page(answer, path, None)
        })
    }

    fn view(
        &'static self,
        arrival: Arrival<S>,
        request: ViewRequest,
    ) -> BoxFuture<'static, Response> {
        let site = arrival.site.clone();
        let visit = self.visit(arrival);
        let path = request.path.clone();
        guarded(
            site,
            async move {
                let presented = visit.site.present(&visit.parts).await;
                view::view(&visit, presented, request).await
            },
            move |site, answer| site.error_page(answer, path, None),
        )
    }
}

impl<L: Clone + Send + Sync + 'static> PageDef<L> {
    fn visit<S>(&'static self, arrival: Arrival<S>) -> Visit<L>
    where
        L: FromRef<S>,
    {
        Visit {
            state: L::from_ref(&arrival.state),
            page: self,
            number: arrival.page,
            parts: arrival.parts,
            site: arrival.site,
        }
    }
}

/// Loads, guards and views run outside the task of step 7; a panic of theirs
/// becomes an answer here instead of a closed connection.
fn guarded<T: Send + 'static>(
    site: Arc<Runtime>,
    work: impl Future<Output = T> + Send + 'static,
    answer: impl FnOnce(&Runtime, Answer) -> T + Send + 'static,
) -> BoxFuture<'static, T> {
    Box::pin(async move {
        match AssertUnwindSafe(work).catch_unwind().await {
            Ok(done) => done,
            Err(payload) => {
                let payload: &(dyn Any + Send) = &*payload;
                let failure = Failure::internal(call::payload_text(payload));
                answer(&site, site.failed(failure))
            }
        }
    })
}

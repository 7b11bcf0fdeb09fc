//! The same trait, for use behind a pointer: the runtime is compiled once,
//! whatever the store.

use std::sync::Arc;

use affordances_core::__macro::BoxFuture;

use super::{Commit, Creation, CreationKey, Query, Store, StoreError, StoredNotice};
use crate::protocol::Event;
use crate::session::{Change, Millis, Session, SessionId};

macro_rules! dynamic {
    ($($name:ident($($arg:ident: $ty:ty),*) -> $ok:ty;)*) => {
        pub(crate) trait DynStore: Send + Sync {
            $(fn $name(&self, $($arg: $ty),*) -> BoxFuture<'_, Result<$ok, StoreError>>;)*
        }

        impl<S: Store> DynStore for S {
            $(fn $name(&self, $($arg: $ty),*) -> BoxFuture<'_, Result<$ok, StoreError>> {
                Box::pin(Store::$name(self, $($arg),*))
            })*
        }

        #[diagnostic::do_not_recommend]
        impl<S: Store> Store for Arc<S> {
            $(fn $name(&self, $($arg: $ty),*) -> impl Future<Output = Result<$ok, StoreError>> + Send {
                S::$name(self, $($arg),*)
            })*
        }
    };
}

dynamic! {
    create(change: Change, key: Option<CreationKey>) -> Creation;
    load(id: SessionId) -> Option<Arc<Session>>;
    commit(change: Change) -> Commit;
    events(id: SessionId, last: usize) -> Vec<Event>;
    list(query: Query) -> Vec<Arc<Session>>;
    notices(limit: usize) -> Vec<StoredNotice>;
    purge(before: Millis, now: Millis, limit: usize) -> usize;
}

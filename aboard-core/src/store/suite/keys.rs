//! Idempotency keys at creation.

use super::*;
use crate::store::CreationKey;

fn key(scope: u8, request: u8, now: Millis) -> Option<CreationKey> {
    Some(CreationKey {
        scope: [scope; 32],
        request: [request; 16],
        now,
        keep_until: now + 1000,
    })
}

pub async fn a_creation_key_replays_and_expires(on: Fixture<impl Store>) {
    let first = session(1);
    let id = first.session.id;
    let create = async |change, key| on.store.create(change, key).await.unwrap();
    assert_eq!(create(first, key(1, 1, NOW)).await, Creation::Written);
    let again = session(2);
    let unwritten = again.session.id;
    assert_eq!(
        create(again, key(1, 1, NOW + 999)).await,
        Creation::Replayed(id)
    );
    assert_eq!(
        create(session(3), key(1, 2, NOW + 999)).await,
        Creation::Mismatch
    );
    assert!(on.store.load(unwritten).await.unwrap().is_none());
    assert_eq!(create(session(4), key(2, 2, NOW)).await, Creation::Written);
    // Expired, it is as good as new, with a life of its own.
    let later = session(5);
    let later_id = later.session.id;
    assert_eq!(
        create(later, key(1, 2, NOW + 1000)).await,
        Creation::Written
    );
    assert_eq!(
        create(session(6), key(1, 2, NOW + 1999)).await,
        Creation::Replayed(later_id)
    );
    assert_eq!(
        create(session(7), key(1, 1, NOW + 1999)).await,
        Creation::Mismatch
    );
    // And purged, it is gone.
    on.store.purge(0, NOW + 2000, 100).await.unwrap();
    assert_eq!(
        create(session(8), key(1, 9, NOW + 1500)).await,
        Creation::Written
    );
}

pub async fn equal_creations_at_once_make_one_session(on: Fixture<impl Store>) {
    let tasks = (0..20).map(|n| {
        let store = on.store.clone();
        tokio::spawn(async move {
            let change = session(n);
            let id = change.session.id;
            match store.create(change, key(1, 1, NOW)).await.unwrap() {
                Creation::Written => id,
                Creation::Replayed(id) => id,
                Creation::Mismatch => panic!("a mismatch"),
            }
        })
    });
    let mut ids = Vec::new();
    for task in tasks.collect::<Vec<_>>() {
        ids.push(task.await.unwrap());
    }
    ids.dedup();
    assert_eq!(ids.len(), 1);
    assert!(on.store.load(ids[0]).await.unwrap().is_some());
}

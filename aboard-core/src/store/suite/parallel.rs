//! Changes at once.

use super::*;
use crate::session::{RevokedBy, extend, revoke};
use crate::store::Commit;

pub async fn changes_at_once_are_written_one_after_the_other(on: Fixture<impl Store>) {
    let created = on.create(session(1)).await;
    let (start, claimed) = started(&created, "one", None);
    on.commit(start).await;
    // Each extends the lease until it has done so five times.
    let tasks = (0..20).map(|n| {
        let (store, id) = (on.store.clone(), created.id);
        tokio::spawn(async move {
            let (mut written, mut conflicts) = (0, 0);
            while written < 5 {
                let now = store.load(id).await.unwrap().unwrap();
                let change = extend(&now, "one", claimed.attempt, &RULES(), NOW + n).unwrap();
                match store.commit(change).await.unwrap() {
                    Commit::Written => written += 1,
                    Commit::Conflict => conflicts += 1,
                }
                assert!(conflicts < 10_000, "no progress");
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
    assert_eq!(on.load(created.id).await.version, 2 + 20 * 5);
    // Of many changes of one version, one is written.
    let now = on.load(created.id).await;
    let tasks = (0..20).map(|_| {
        let (store, change) = (
            on.store.clone(),
            revoke(&now, RevokedBy::Admin, NOW).unwrap(),
        );
        tokio::spawn(async move { store.commit(change).await.unwrap() })
    });
    let mut written = 0;
    for task in tasks.collect::<Vec<_>>() {
        written += usize::from(task.await.unwrap() == Commit::Written);
    }
    assert_eq!(written, 1);
    assert_eq!(
        on.kinds(created.id).await,
        ["session.created", "step.started", "session.revoked"]
    );
}

pub async fn many_sessions_at_once_end_well(on: Fixture<impl Store>) {
    let tasks = (0..50).map(|n| {
        let store = on.store.clone();
        tokio::spawn(async move {
            let on = Fixture {
                store,
                _keep: Box::new(()),
            };
            let mut now = on.create(session(n)).await;
            for step in ["one", "two", "three"] {
                let (start, claimed) = started(&now, step, None);
                now = on.commit(start).await;
                assert_eq!(on.load(now.id).await.version, now.version);
                now = on.commit(ended(&now, &claimed, completed("1"))).await;
            }
            let events = on.store.events(now.id, usize::MAX).await.unwrap();
            assert_eq!(events.len(), 8);
            events
        })
    });
    let mut ids = Vec::new();
    for task in tasks.collect::<Vec<_>>() {
        let events = task.await.unwrap();
        assert!(events.windows(2).all(|pair| pair[0].id < pair[1].id));
        ids.extend(events.into_iter().map(|event| event.id));
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 50 * 8, "every id once");
}

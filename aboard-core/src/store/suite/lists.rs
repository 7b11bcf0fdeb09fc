//! Lists, and what is removed from them.

use super::*;
use crate::protocol::SessionStatus;
use crate::session::{RevokedBy, revoke};
use crate::store::Query;

pub async fn lists_filter_and_page(on: Fixture<impl Store>) {
    let mut made = Vec::new();
    for n in 0..10 {
        let mut now = on.create(session(n)).await;
        // Every second is a step further, every third is abandoned.
        if n % 2 == 0 {
            let (start, claimed) = started(&now, "one", None);
            now = on.commit(start).await;
            now = on.commit(ended(&now, &claimed, completed("1"))).await;
        }
        if n % 3 == 0 {
            now = on
                .commit(revoke(&now, RevokedBy::Admin, NOW).unwrap())
                .await;
        }
        made.push(now);
    }
    made.reverse();
    let ids = async |change: &dyn Fn(&mut Query)| {
        let mut query = Query::new("suite", 100);
        change(&mut query);
        let found = on.store.list(query).await.unwrap();
        found.iter().map(|session| session.id).collect::<Vec<_>>()
    };
    let those = |fits: &dyn Fn(&Session) -> bool| {
        let found = made.iter().filter(|session| fits(session));
        found.map(|session| session.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(&|_| {}).await, those(&|_| true));
    assert_eq!(ids(&|query| query.flow = "other".into()).await, []);
    for status in SessionStatus::ALL {
        let found = ids(&|query| query.status = Some(status)).await;
        assert_eq!(found, those(&|session| session.status == status));
    }
    let step = |query: &mut Query| query.step = Some("two".to_owned());
    assert_eq!(
        ids(&step).await,
        those(&|session| session.next.as_deref() == Some("two"))
    );
    let subject = |query: &mut Query| query.subject = Some("user-7".to_owned());
    assert_eq!(ids(&subject).await, [made[2].id]);
    let both = |query: &mut Query| {
        query.step = Some("one".to_owned());
        query.status = Some(SessionStatus::Active);
    };
    let fits = |session: &Session| {
        session.status == SessionStatus::Active && session.next.as_deref() == Some("one")
    };
    assert_eq!(ids(&both).await, those(&fits));
    // Pages join without a gap, whatever comes up meanwhile.
    let mut paged = Vec::new();
    loop {
        let before = paged.last().copied();
        let page = ids(&|query| {
            query.limit = 3;
            query.before = before;
        })
        .await;
        assert!(page.len() <= 3);
        if page.is_empty() {
            break;
        }
        paged.extend(page);
        on.create(session(100)).await;
    }
    assert_eq!(paged, those(&|_| true));
    // What is listed is whole.
    let listed = on.store.list(Query {
        subject: Some("user-6".into()),
        ..Query::new("suite", 1)
    });
    assert_eq!(all_of(&listed.await.unwrap()[0]), all_of(&made[3]));
}

pub async fn exactly_what_has_ended_is_purged(on: Fixture<impl Store>) {
    let mut ids = Vec::new();
    for n in [0, 10, 20, 30, 40] {
        ids.push(on.create(session(n)).await.id);
    }
    let purge = |before| on.store.purge(before, 0, 2);
    assert_eq!(purge(NOW + LIFETIME - 1).await.unwrap(), 0);
    assert_eq!(purge(NOW + LIFETIME).await.unwrap(), 1);
    assert_eq!(
        purge(NOW + LIFETIME + 39).await.unwrap(),
        2,
        "so many at once"
    );
    assert_eq!(purge(NOW + LIFETIME + 39).await.unwrap(), 1);
    assert_eq!(purge(NOW + LIFETIME + 39).await.unwrap(), 0);
    for id in &ids[..4] {
        assert!(on.store.load(*id).await.unwrap().is_none());
        assert!(on.store.events(*id, 10).await.unwrap().is_empty());
    }
    assert!(on.store.load(ids[4]).await.unwrap().is_some());
    assert_eq!(on.store.events(ids[4], 10).await.unwrap().len(), 1);
    assert_eq!(
        on.store.list(Query::new("suite", 10)).await.unwrap().len(),
        1
    );
}

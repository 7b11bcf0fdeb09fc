//! One change after another.

use super::*;
use crate::protocol::EventType;
use crate::session::{RevokedBy, revoke};
use crate::store::Commit;

pub async fn a_created_session_is_loaded_as_it_was_written(on: Fixture<impl Store>) {
    let with = on.create(session(1)).await;
    assert_eq!(all_of(&*on.load(with.id).await), all_of(&with));
    let without = create(&plan(), SessionId::generate(), None, None, NOW, LIFETIME);
    let without = on.create(without).await;
    assert_eq!(all_of(&*on.load(without.id).await), all_of(&without));
    assert_eq!(on.kinds(without.id).await, ["session.created"]);
}

pub async fn what_is_not_there_is_not_there(on: Fixture<impl Store>) {
    let nowhere = session(1);
    let id = nowhere.session.id;
    assert!(on.store.load(id).await.unwrap().is_none());
    assert!(on.store.events(id, 10).await.unwrap().is_empty());
    let revoked = revoke(&nowhere.session, RevokedBy::Admin, NOW).unwrap();
    assert_eq!(on.store.commit(revoked).await.unwrap(), Commit::Conflict);
    assert!(on.store.events(id, 10).await.unwrap().is_empty());
}

pub async fn a_change_and_its_events_are_written_in_order(on: Fixture<impl Store>) {
    let created = on.create(session(1)).await;
    let mut now = created.clone();
    for step in ["one", "two", "three"] {
        let (start, claimed) = started(&now, step, Some(step));
        now = on.commit(start).await;
        assert_eq!(all_of(&*on.load(now.id).await), all_of(&now));
        let end = ended(&now, &claimed, completed(r#"{"b":1,"a":[true,null]}"#));
        now = on.commit(end).await;
        assert_eq!(all_of(&*on.load(now.id).await), all_of(&now));
    }
    let revoked = on
        .commit(revoke(&now, RevokedBy::Agent, NOW + 9).unwrap())
        .await;
    let events = on.store.events(created.id, usize::MAX).await.unwrap();
    let kinds: Vec<_> = events.iter().map(|event| event.kind).collect();
    use EventType::{SessionCompleted, SessionCreated, SessionRevoked, StepCompleted, StepStarted};
    assert_eq!(kinds[0], SessionCreated);
    assert_eq!(kinds[1..7], [StepStarted, StepCompleted].repeat(3));
    assert_eq!(kinds[7..], [SessionCompleted, SessionRevoked]);
    assert!(
        events
            .windows(2)
            .all(|pair| pair[0].id < pair[1].id && pair[0].at <= pair[1].at)
    );
    assert!(
        events
            .iter()
            .all(|event| event.session_id == created.id.to_string())
    );
    assert_eq!(events[1].step_id.as_deref(), Some("one"));
    assert_eq!(events[1].data, Some(serde_json::json!({ "attempt": 1 })));
    assert_eq!(events[8].data, Some(serde_json::json!({ "by": "agent" })));
    assert_eq!(events[8].at, revoked.last_event_at);
}

pub async fn a_change_that_was_decided_on_an_older_version_is_a_conflict(on: Fixture<impl Store>) {
    let created = on.create(session(1)).await;
    let (first, _) = started(&created, "one", None);
    let second = revoke(&created, RevokedBy::Admin, NOW).unwrap();
    let written = on.commit(first.clone()).await;
    for stale in [second, first] {
        assert_eq!(on.store.commit(stale).await.unwrap(), Commit::Conflict);
    }
    assert_eq!(all_of(&*on.load(created.id).await), all_of(&written));
    assert_eq!(
        on.kinds(created.id).await,
        ["session.created", "step.started"]
    );
    // Nor is a version skipped.
    let mut ahead = revoke(&written, RevokedBy::Admin, NOW).unwrap();
    let mut session = (*ahead.session).clone();
    session.version += 1;
    ahead.session = session.into();
    assert_eq!(on.store.commit(ahead).await.unwrap(), Commit::Conflict);
}

pub async fn a_notice_is_written_with_its_change(on: Fixture<impl Store>) {
    let created = on.create(session(1)).await;
    let (start, claimed) = started(&created, "one", None);
    let now = on.commit(start).await;
    let now = on.commit(ended(&now, &claimed, completed("1"))).await;
    let (start, claimed) = started(&now, "three", None);
    let now = on.commit(start).await;
    let stuck = ended(&now, &claimed, failed());
    assert_eq!(stuck.notices.len(), 1);
    on.commit(stuck.clone()).await;
    // A conflict writes none.
    assert_eq!(
        on.store.commit(stuck.clone()).await.unwrap(),
        Commit::Conflict
    );
    let notices = on.store.notices(10).await.unwrap();
    assert_eq!(notices.len(), 1);
    assert_eq!(notices[0].body, stuck.notices[0].body);
    let events = on.store.events(created.id, 1).await.unwrap();
    assert_eq!(events[0].kind, EventType::AgentStuck);
    assert_eq!(events[0].id.parse::<u64>().unwrap(), notices[0].event);
    assert_eq!(events[0].at, notices[0].at);
}

pub async fn texts_of_any_kind_survive(on: Fixture<impl Store>) {
    let odd =
        r#"{"q":"'\" ; DROP TABLE sessions; -- \u0000 \ud83c\udf81 🎁 ","n":18446744073709551615}"#;
    let metadata = RawValue::from_string(odd.to_owned()).unwrap();
    let identity = Identity::new("o'brien \u{1f381} %_\\").with_agent_provider("\"");
    let created = create(
        &plan(),
        SessionId::generate(),
        Some(identity.into()),
        Some(metadata.into()),
        NOW,
        LIFETIME,
    );
    let created = on.create(created).await;
    let (start, claimed) = started(&created, "one", Some("'; key \u{1f511}"));
    let now = on.commit(start).await;
    let now = on.commit(ended(&now, &claimed, completed(odd))).await;
    assert_eq!(all_of(&*on.load(now.id).await), all_of(&now));
    let events = on.store.events(now.id, usize::MAX).await.unwrap();
    let expected: serde_json::Value = serde_json::from_str(odd).unwrap();
    assert_eq!(events[0].data.as_ref().unwrap()["metadata"], expected);
    let mut query = crate::store::Query::new("suite", 10);
    query.subject = Some("o'brien \u{1f381} %_\\".to_owned());
    assert_eq!(on.store.list(query).await.unwrap().len(), 1);
}

pub async fn the_latest_events_can_be_asked_for(on: Fixture<impl Store>) {
    let created = on.create(session(1)).await;
    let (start, _) = started(&created, "one", None);
    let now = on.commit(start).await;
    on.commit(revoke(&now, RevokedBy::Admin, NOW).unwrap())
        .await;
    let latest = async |last| {
        let events = on.store.events(created.id, last).await.unwrap();
        let kinds = events.iter().map(|event| event.kind.as_str());
        kinds.collect::<Vec<_>>()
    };
    assert_eq!(latest(2).await, ["step.started", "session.revoked"]);
    assert_eq!(latest(3).await.len(), 3);
    assert_eq!(latest(100).await.len(), 3);
    assert!(latest(0).await.is_empty());
}

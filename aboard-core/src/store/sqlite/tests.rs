//! What only a file can do wrong.

use super::*;
use crate::protocol::SessionStatus;
use crate::store::suite::{self, Fixture};

mod file {
    use super::*;

    async fn open() -> Fixture<SqliteStore> {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(folder.path().join("test.db"))
            .await
            .unwrap();
        Fixture::keeping(store, folder)
    }

    crate::store_suite!(open);
}

mod memory {
    use super::*;

    async fn open() -> Fixture<SqliteStore> {
        Fixture::new(SqliteStore::in_memory().await.unwrap())
    }

    crate::store_suite!(open);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_processes_may_start_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("test.db");
    let starts = (0..8).map(|n| {
        let file = file.clone();
        // Each with connections of its own, as a process has.
        tokio::spawn(async move {
            let store = SqliteStore::open(file).await.unwrap();
            assert_eq!(
                store.create(suite::session(n), None).await.unwrap(),
                Creation::Written
            );
            store
        })
    });
    let mut stores = Vec::new();
    for start in starts.collect::<Vec<_>>() {
        stores.push(start.await.unwrap());
    }
    for store in stores {
        assert_eq!(store.list(Query::new("suite", 100)).await.unwrap().len(), 8);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_processes_write_to_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("test.db");
    let stores = [
        SqliteStore::open(&file).await.unwrap(),
        SqliteStore::open(&file).await.unwrap(),
    ];
    let tasks = (0..100_usize).map(|n| {
        let store = stores[n % 2].clone();
        tokio::spawn(async move { store.create(suite::session(n as u64), None).await })
    });
    for task in tasks.collect::<Vec<_>>() {
        assert_eq!(task.await.unwrap().unwrap(), Creation::Written);
    }
    for store in &stores {
        assert_eq!(
            store.list(Query::new("suite", 1000)).await.unwrap().len(),
            100
        );
    }
    // A change of one is a conflict for the other.
    let change = suite::session(1);
    let session = change.session.clone();
    assert_eq!(
        stores[0].create(change, None).await.unwrap(),
        Creation::Written
    );
    let revoke = || crate::session::revoke(&session, crate::session::RevokedBy::Admin, 0).unwrap();
    assert_eq!(stores[1].commit(revoke()).await.unwrap(), Commit::Written);
    assert_eq!(stores[0].commit(revoke()).await.unwrap(), Commit::Conflict);
    let seen = stores[0].load(session.id).await.unwrap().unwrap();
    assert_eq!(seen.status, SessionStatus::Abandoned);
}

#[tokio::test]
async fn a_file_keeps_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("test.db");
    let store = SqliteStore::open(&file).await.unwrap();
    let change = suite::session(1);
    let id = change.session.id;
    assert_eq!(store.create(change, None).await.unwrap(), Creation::Written);
    store.close().await;
    assert!(store.load(id).await.is_err());
    let closed = store.create(suite::session(2), None).await.unwrap_err();
    assert!(closed.to_string().contains("closed"));
    let again = SqliteStore::open(&file).await.unwrap();
    assert!(again.load(id).await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_that_cannot_be_written_does_not_take_others_with_it() {
    let store = SqliteStore::in_memory().await.unwrap();
    let first = suite::session(0);
    assert_eq!(
        store.create(first.clone(), None).await.unwrap(),
        Creation::Written
    );
    // All wait in one batch; every fourth has an id that is taken.
    let tasks = (1..=40).map(|n| {
        let store = store.clone();
        let change = if n % 4 == 0 {
            first.clone()
        } else {
            suite::session(n)
        };
        tokio::spawn(async move { (n, store.create(change, None).await) })
    });
    for task in tasks.collect::<Vec<_>>() {
        let (n, created) = task.await.unwrap();
        assert_eq!(created.is_err(), n % 4 == 0);
    }
    assert_eq!(
        store.list(Query::new("suite", 100)).await.unwrap().len(),
        31
    );
    assert_eq!(store.events(first.session.id, 10).await.unwrap().len(), 1);
}

#[tokio::test]
async fn every_list_has_its_index() {
    let store = SqliteStore::in_memory().await.unwrap();
    let with = |change: &dyn Fn(&mut Query)| {
        let mut query = Query::new("suite", 10);
        change(&mut query);
        query
    };
    let step = |query: &mut Query| query.step = Some("one".into());
    let queries = [
        (with(&|_| {}), "aboard_sessions_flow"),
        (
            with(&|query| query.status = Some(SessionStatus::Active)),
            "aboard_sessions_status",
        ),
        (with(&step), "aboard_sessions_next"),
        (
            with(&|query| query.subject = Some("ada".into())),
            "aboard_sessions_subject",
        ),
    ];
    for (mut query, index) in queries {
        for before in [None, Some(SessionId::generate())] {
            query.before = before;
            let plan = plan(&store, &query).await;
            assert!(
                plan.contains(index) && !plan.contains("TEMP B-TREE"),
                "{plan}"
            );
        }
    }
}

async fn plan(store: &SqliteStore, query: &Query) -> String {
    use sqlx::Row as _;
    let mut explained = sqlx::QueryBuilder::<sqlx::Sqlite>::new("EXPLAIN QUERY PLAN ");
    explained.push(read::list_statement(query).sql().as_str());
    let mut explained = sqlx::query(sqlx::AssertSqlSafe(explained.sql().as_str().to_owned()));
    for _ in 0..8 {
        explained = explained.bind("x");
    }
    let rows = explained.fetch_all(&store.read).await.unwrap();
    let details = rows.iter().map(|row| row.get::<String, _>("detail"));
    details.collect::<Vec<_>>().join("; ")
}

#[tokio::test]
async fn a_commit_survives_what_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("test.db");
    for (durability, level) in [(Durability::PowerLoss, 2), (Durability::ProcessCrash, 1)] {
        let store = SqliteOptions::new()
            .durability(durability)
            .open(&file)
            .await
            .unwrap();
        let found: i64 = sqlx::query_scalar("PRAGMA synchronous")
            .fetch_one(&store.write)
            .await
            .unwrap();
        assert_eq!(found, level);
        let mode: String = sqlx::query_scalar("PRAGMA journal_mode")
            .fetch_one(&store.read)
            .await
            .unwrap();
        assert_eq!(mode, "wal");
    }
}

#[tokio::test]
async fn a_file_of_a_later_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("test.db");
    let store = SqliteStore::open(&file).await.unwrap();
    sqlx::query(
        "INSERT INTO _aboard_migrations (version, description, success, checksum, execution_time) \
         VALUES (99, 'later', TRUE, x'00', 0)",
    )
    .execute(&store.write)
    .await
    .unwrap();
    store.close().await;
    let error = SqliteStore::open(&file).await.unwrap_err();
    assert!(error.to_string().contains("later version"), "{error}");
}

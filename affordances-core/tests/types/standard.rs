//! Types of the standard library and of crates whose schemas schemars has.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::ops::{Bound, Range, RangeInclusive};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Utc, Weekday};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use url::Url;
use uuid::Uuid;

use crate::case::{Case, case};

/// A type of one's own that looks like one of the standard library.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Lapse {
    secs: u64,
    nanos: u32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Timed {
    lapse: Lapse,
    timeout: Option<Duration>,
    at: SystemTime,
    within: Range<u8>,
    from: RangeInclusive<NaiveDate>,
    host: Option<IpAddr>,
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        case::<String>("text").accepts([json!(""), json!("\u{0}é😀")]).refuses([json!(1), json!(null), json!(["a"])]),
        case::<char>("char").accepts([json!("a"), json!("😀")]).refuses([json!(""), json!("ab"), json!("e\u{301}"), json!(97)]),
        case::<PathBuf>("path").accepts([json!("/a"), json!("")]).refuses([json!(1)]),
        case::<Ipv4Addr>("ipv4").accepts([json!("127.0.0.1")]).refuses([json!("127.0.0.01"), json!("::1"), json!("127.1"), json!("localhost")]),
        case::<Ipv6Addr>("ipv6").accepts([json!("::1"), json!("::ffff:1.2.3.4")]).refuses([json!("127.0.0.1"), json!("::1%eth0"), json!("1::2::3")]),
        case::<IpAddr>("ip").accepts([json!("::1"), json!("127.0.0.1")]).refuses([json!("localhost"), json!(1)]),
        case::<Option<IpAddr>>("optional ip").accepts([json!("::1"), json!(null)]).refuses([json!("")]),
        case::<Duration>("duration")
            .accepts([json!({ "secs": 0, "nanos": 999_999_999 }), json!({ "secs": u64::MAX, "nanos": 0.0 })])
            .refuses([json!({ "secs": 1 }), json!({ "secs": -1, "nanos": 0 }), json!({ "secs": u64::MAX, "nanos": 1_000_000_000 }), json!({ "secs": 1, "nanos": 0, "millis": 1 })])
            .allows_less_than_serde([json!({ "secs": 1, "nanos": 1_000_000_000 })]),
        case::<SystemTime>("system time")
            .accepts([json!({ "secs_since_epoch": i64::MAX, "nanos_since_epoch": 0 })])
            .refuses([json!({ "secs_since_epoch": u64::MAX, "nanos_since_epoch": 0 }), json!({ "secs_since_epoch": 1 }), json!({ "secs_since_epoch": 1, "nanos_since_epoch": 0, "x": 0 })]),
        case::<Range<u8>>("range").accepts([json!({ "start": 1, "end": 0 })]).refuses([json!({ "start": 1 }), json!({ "start": 1, "end": 256 }), json!({ "start": 1, "end": 2, "step": 1 })]),
        case::<Bound<u8>>("bound").accepts([json!("Unbounded"), json!({ "Included": 1 })]).refuses([json!({ "Included": 1, "Excluded": 1 }), json!({}), json!("Included")]),
        case::<Result<u8, String>>("result").accepts([json!({ "Ok": 1 }), json!({ "Err": "" })]).refuses([json!({ "Ok": 1, "Err": "" }), json!({ "Ok": "" }), json!({ "Ok": 1, "x": 1 }), json!(1)]),
        case::<Lapse>("a type of one's own that looks like a duration")
            .accepts([json!({ "secs": 1, "nanos": 4_000_000_000_u32, "more": 1 })])
            .refuses([json!({ "secs": 1 })]),
        case::<Timed>("times and ranges within a struct")
            .accepts([json!({ "lapse": { "secs": 1, "nanos": 4_000_000_000_u32 }, "timeout": { "secs": 1, "nanos": 0 }, "at": { "secs_since_epoch": 1, "nanos_since_epoch": 0 },
                "within": { "start": 1, "end": 2 }, "from": { "start": "2024-01-01", "end": "2024-02-29" }, "host": "::1" })])
            .refuses([json!({ "lapse": { "secs": 1, "nanos": 0 }, "timeout": { "secs": 1 }, "at": { "secs_since_epoch": 1, "nanos_since_epoch": 0 },
                "within": { "start": 1, "end": 2 }, "from": { "start": "2024-01-01", "end": "2024-02-29" } })]),
        case::<Uuid>("uuid")
            .accepts([json!("67e55044-10b1-426f-9247-bb680e5fe0c8"), json!("67E55044-10B1-426F-9247-BB680E5FE0C8")])
            .refuses([json!("67e55044"), json!("g7e55044-10b1-426f-9247-bb680e5fe0c8")])
            .allows_less_than_serde([json!("67e5504410b1426f9247bb680e5fe0c8"), json!("{67e55044-10b1-426f-9247-bb680e5fe0c8}")]),
        case::<Url>("url").accepts([json!("https://a.example/b?c#d"), json!("mailto:a@b.example")]).refuses([json!("/a"), json!("a"), json!("")]).allows_less_than_serde([json!("https://a.example/b c")]),
        case::<DateTime<Utc>>("time in UTC").accepts([json!("2024-02-29T12:30:00Z"), json!("2024-02-29t12:30:00.123456789012z"), json!("1990-12-31T15:59:60-08:00")]).refuses([json!("2023-02-29T12:30:00Z"), json!("2024-02-29T12:30:00"), json!("2024-02-29"), json!(0)]).allows_less_than_serde([json!("2024-02-29 12:30:00Z")]),
        case::<DateTime<FixedOffset>>("time with an offset").accepts([json!("2024-02-29T12:30:00-23:59")]).refuses([json!("2024-02-29T12:30:00-24:00"), json!("")]),
        case::<NaiveDate>("date").accepts([json!("2024-02-29"), json!("0000-01-01")]).refuses([json!("2023-02-29"), json!("2024-13-01"), json!("2024-02-29T00:00:00")]),
        case::<NaiveDateTime>("local time").accepts([json!("2024-02-29T12:30:00"), json!("2024-02-29T23:59:59.5")]).refuses([json!("2023-02-29T12:30:00"), json!("2024-02-29T12:30:00Z"), json!("2024-02-29T24:00:00")]),
        case::<NaiveTime>("time of day").accepts([json!("12:30:00"), json!("23:59:59.999")]).refuses([json!("24:00:00"), json!("12:30:00Z"), json!("x")]),
        case::<Weekday>("weekday").accepts([json!("Mon")]).refuses([json!("Day")]).allows_less_than_serde([json!("monday")]),
        case::<chrono::TimeDelta>("time delta").accepts([json!([1, 0])]).refuses([json!([1]), json!([1, -1]), json!([1, 2_000_000_000])]),
        case::<serde_json::Value>("anything").accepts([json!(null), json!(1.0), json!({ "a": [] })]),
        case::<serde_json::Number>("any number").accepts([json!(1), json!(-1.5)]).refuses([json!("1")]),
    ]
}

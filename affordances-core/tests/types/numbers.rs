//! Numbers: their bounds are those of their types, exactly.

use std::num::{NonZeroI32, NonZeroU8, NonZeroU64};
use std::sync::atomic::AtomicU32;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::case::{Case, case};

fn numbers(texts: &[&str]) -> Vec<Value> {
    texts
        .iter()
        .map(|text| serde_json::from_str(text).unwrap())
        .collect()
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Limited {
    #[schemars(range(min = 1, max = 10))]
    few: u8,
    #[schemars(range(min = -1.5))]
    price: Option<f64>,
    #[schemars(extend("multipleOf" = 0.01))]
    amount: f64,
    #[schemars(extend("exclusiveMinimum" = 0))]
    above: i64,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Meters(u16);

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
struct Kilometers {
    meters: Meters,
}

pub(crate) fn cases() -> Vec<Case> {
    let no_integers = || vec![json!("1"), json!(true), json!(null), json!(1.5), json!([1])];
    vec![
        case::<u8>("u8")
            .accepts(numbers(&["0", "255", "1.0", "2.5e1", "-0"]))
            .refuses(numbers(&["256", "-1", "1e3", "-0.5"]))
            .refuses(no_integers()),
        case::<i8>("i8")
            .accepts(numbers(&["-128", "127"]))
            .refuses(numbers(&["-129", "128"])),
        case::<u16>("u16")
            .accepts(numbers(&["65535"]))
            .refuses(numbers(&["65536", "-1"])),
        case::<i16>("i16")
            .accepts(numbers(&["-32768"]))
            .refuses(numbers(&["32768"])),
        case::<u32>("u32")
            .accepts(numbers(&["4294967295", "4294967295.0"]))
            .refuses(numbers(&["4294967296"])),
        case::<i32>("i32")
            .accepts(numbers(&["-2147483648"]))
            .refuses(numbers(&["-2147483649", "2147483648"])),
        case::<u64>("u64")
            .accepts(numbers(&[
                "18446744073709551615",
                "9007199254740993",
                "1e19",
            ]))
            .refuses(numbers(&["18446744073709551616", "1e20", "-1"]))
            .refuses(no_integers()),
        case::<i64>("i64")
            .accepts(numbers(&[
                "-9223372036854775808",
                "9223372036854775807",
                "-1e18",
            ]))
            .refuses(numbers(&["9223372036854775808", "-1e19"])),
        case::<usize>("usize")
            .accepts(numbers(&["18446744073709551615"]))
            .refuses(numbers(&["-1"])),
        case::<isize>("isize")
            .accepts(numbers(&["-9223372036854775808"]))
            .refuses(numbers(&["9223372036854775808"])),
        case::<u128>("u128")
            .accepts(numbers(&["18446744073709551615"]))
            .refuses(numbers(&["18446744073709551616", "-1"])),
        case::<i128>("i128")
            .accepts(numbers(&["18446744073709551615", "-9223372036854775808"]))
            .refuses(numbers(&["18446744073709551616", "1e30"])),
        case::<f64>("f64")
            .accepts(numbers(&["0", "-1.5", "1e300", "18446744073709551616"]))
            .refuses(vec![json!("1"), json!(null)]),
        case::<f32>("f32")
            .accepts(numbers(&["0", "-1.5", "3.4028234663852886e38"]))
            .refuses(vec![json!("1")])
            // It would be infinite.
            .allows_less_than_serde(numbers(&["1e39", "-1e300"])),
        case::<NonZeroU8>("NonZeroU8")
            .accepts(numbers(&["1", "255"]))
            .refuses(numbers(&["0", "0.0", "256"])),
        case::<NonZeroU64>("NonZeroU64")
            .accepts(numbers(&["18446744073709551615"]))
            .refuses(numbers(&["0"])),
        case::<NonZeroI32>("NonZeroI32")
            .accepts(numbers(&["-1", "1"]))
            .refuses(numbers(&["0", "-0.0", "2147483648"])),
        case::<AtomicU32>("AtomicU32")
            .accepts(numbers(&["7"]))
            .refuses(numbers(&["-7"])),
        case::<bool>("bool")
            .accepts([json!(true)])
            .refuses([json!(0), json!("true"), json!(null)]),
        case::<Option<u8>>("optional u8")
            .accepts([json!(null), json!(255)])
            .refuses([json!(256), json!("")]),
        case::<Limited>("numbers with limits")
            .accepts([
                json!({ "few": 10, "amount": 19.99, "above": 1 }),
                json!({ "few": 1, "price": -1.5, "amount": 0, "above": 0.5e1 }),
            ])
            .allows_less_than_serde([
                json!({ "few": 11, "amount": 1, "above": 1 }),
                json!({ "few": 1, "amount": 0.005, "above": 1 }),
                json!({ "few": 1, "amount": 1, "above": 0 }),
                json!({ "few": 1, "amount": 1, "above": 1, "price": -1.6 }),
            ])
            .refuses([json!({ "few": 256, "amount": 1, "above": 1 })]),
        case::<Kilometers>("newtype of a newtype")
            .accepts(numbers(&["0", "65535"]))
            .refuses(numbers(&["65536"])),
    ]
}

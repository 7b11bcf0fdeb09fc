//! Patterns as JSON Schema reads them: ours are compared with an engine of
//! ECMA-262 itself, on patterns put together at random.

use affordances_core::schema::{Direction, Validator};
use proptest::prelude::*;
use regress::Regex;
use serde_json::json;

const PIECES: &[&str] = &[
    "a",
    "b",
    "1",
    "-",
    "_",
    " ",
    "é",
    "😀",
    ".",
    "^",
    "$",
    "|",
    "(",
    "(?:",
    "(?<n>",
    "(?=",
    "(?<!",
    "(?i)",
    ")",
    "[",
    "[^",
    "]",
    "a-c",
    "+--",
    "&&",
    "~~",
    r"\d",
    r"\D",
    r"\w",
    r"\W",
    r"\s",
    r"\S",
    r"\b",
    r"\B",
    r"\t",
    r"\n",
    r"\x41",
    r"\u0041",
    r"\u{1F600}",
    r"\ud83d\ude00",
    r"\cA",
    r"\0",
    r"\.",
    r"\[",
    r"\]",
    r"\-",
    r"\/",
    r"\\",
    r"\p{L}",
    r"\p{Lu}",
    r"\P{Script=Greek}",
    r"\p{Alphabetic}",
    r"\A",
    r"\z",
    r"\h",
    r"\1",
    "*",
    "+",
    "?",
    "{2}",
    "{1,}",
    "{0,2}",
    "{",
    "}",
    "??",
    "+?",
    "[:alpha:]",
    "#",
    "/",
    "\u{2028}",
];

const TEXTS: &[&str] = &[
    "", "a", "b", "A", "1", "٣", "-", "_", " ", "é", "É", "😀", "\n", "\t", "\r", "\u{2028}",
    "\u{feff}", "\u{85}", "\u{180e}", "\0", "\u{1}", "ab", "a1", "a b", "aé", "a\n", "\na", "aa",
    "bb", "[", "]", "\\", "/", "^", "$", "&", "~", "+", ",", ".", "α", "::", "#", "(a)",
];

fn compared(pattern: &str) -> Result<(), TestCaseError> {
    let ours = Validator::new(&json!({ "pattern": pattern }), Direction::Input);
    let judge = Regex::with_flags(pattern, "u");
    match (ours, judge) {
        (Ok(ours), Ok(judge)) => {
            for text in TEXTS {
                prop_assert_eq!(
                    ours.fits(&json!(text)),
                    judge.find(text).is_some(),
                    "{:?} {:?}",
                    pattern,
                    text
                );
            }
        }
        (Ok(_), Err(error)) => prop_assert!(false, "{:?} is none of ECMA-262: {}", pattern, error),
        (Err(faults), Ok(_)) => {
            let words = faults[0].to_string();
            // The judge repeats assertions, too, which the grammar does not.
            let known = [
                "nothing to repeat",
                "letter by letter",
                "looks around",
                "refers back",
                "sets flags",
                "too large",
            ];
            prop_assert!(
                known.iter().any(|known| words.contains(known)),
                "{:?} {}",
                pattern,
                words
            );
        }
        (Err(_), Err(_)) => {}
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn patterns_match_as_ecma_262_says(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 1..7)) {
        compared(&pieces.concat())?;
    }
}

//! Malformed header values for the tests: random, yet the same in every run.

use ::http::HeaderValue;

/// Pieces that the grammars of this module give a meaning to, and some that none does.
const PIECES: &[&str] = &[
    ",",
    ";",
    "=",
    "/",
    "*",
    "\"",
    "\\",
    " ",
    "\t",
    "q",
    "q=",
    "0.5",
    "1",
    "0.",
    "2",
    "text/html",
    "*/*",
    "text/*",
    "application/vnd.affordances+json",
    "charset=utf-8",
    "http://",
    "https://",
    "://",
    "null",
    "@",
    ":",
    ":443",
    "[",
    "]",
    "::1",
    "::ffff:10.0.0.1",
    "10.0.0.1",
    "shop.example",
    "for=",
    "for",
    "by=",
    "_x",
    "unknown",
    "%",
    "%61",
    "&",
    "affordances",
    "?",
    "#",
    "Accept",
    "-",
    ".",
    "\u{e9}",
    "\u{80}",
    "99999999999999999999",
    "",
];

/// Header values of up to 40 pieces each.
pub(super) fn header_values(count: usize) -> impl Iterator<Item = HeaderValue> {
    texts(count).filter_map(|text| HeaderValue::from_bytes(text.as_bytes()).ok())
}

/// The same as text.
pub(super) fn texts(count: usize) -> impl Iterator<Item = String> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    (0..count).map(move |_| {
        let length = random.below(40);
        (0..length)
            .map(|_| PIECES[random.below(PIECES.len())])
            .collect()
    })
}

/// Xorshift: good enough to hit odd combinations, and needs no dependency.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap_or(0)
    }
}

use super::compile;

#[track_caller]
fn matches(pattern: &str, texts: &[&str], others: &[&str]) {
    let compiled = compile(pattern).unwrap_or_else(|what| panic!("{pattern} {what}"));
    for text in texts {
        assert!(compiled.is_match(text), "{pattern} {text:?}");
    }
    for text in others {
        assert!(!compiled.is_match(text), "{pattern} {text:?}");
    }
}

#[test]
fn sets_are_those_of_ecma_262() {
    matches(r"^\d$", &["7"], &["٧"]);
    matches(r"^\w$", &["a", "_"], &["é", "-"]);
    matches(
        r"^\s$",
        &["\u{feff}", "\u{a0}", "\u{2029}", "\u{b}"],
        &["\u{180e}", "\u{85}"],
    );
    matches(r"^\S\D\W$", &["a-é"], &["a1é", " -é"]);
    matches(
        "^.$",
        &["é", "\u{85}"],
        &["\n", "\r", "\u{2028}", "\u{2029}", "ab"],
    );
    matches(r"\bé", &["aé"], &["é", " é"]);
    matches(r"a\Bb", &["ab"], &["a b"]);
    matches("^a$", &["a"], &["a\n", "b\na"]);
}

#[test]
fn classes_hold_what_is_written_in_them() {
    matches("^[]$", &[], &["", "a"]);
    matches("^[^]$", &["\n", "é"], &[""]);
    matches(r"^[\w.-]$", &["-", ".", "a"], &["+"]);
    matches(r"^[+--]$", &["+", ",", "-"], &["."]);
    matches(r"^[&&~~[]$", &["&", "~", "["], &["a"]);
    matches(r"^[\]\\\b\-^]$", &["]", "\\", "\u{8}", "-", "^"], &["b"]);
    matches(r"^[^\D]$", &["7"], &["a"]);
    matches(r"^[^\x00-\x1f\x7f-\x9f]*$", &["", "aé"], &["\t", "\u{85}"]);
    matches(r"^[\p{Lu}\d]$", &["É", "7"], &["é"]);
}

#[test]
fn characters_may_be_escaped_in_all_ways_of_the_dialect() {
    matches(
        r"^\x41\u0042\u{1F600}\ud83d\ude00\cA\0\/\t$",
        &["AB😀😀\u{1}\0/\t"],
        &[],
    );
    matches(r"^\.\*\+\?\(\)\[\]\{\}\|\^\$\\$", &[r".*+?()[]{}|^$\"], &[]);
    matches(
        r"^#&~ \-?$".replace(r"\-", "-").as_str(),
        &["#&~ ", "#&~ -"],
        &[],
    );
    matches(r"^\p{Script=Greek}\p{L}\P{L}$", &["αa1"], &["aa1"]);
    matches(r"^(?:a|b){2,3}?(?<year>c)$", &["abc", "bbbc"], &["ac"]);
    matches("^(a+)+$", &["a"], &[&("a".repeat(50_000) + "!")]);
}

#[test]
fn what_is_not_of_the_dialect_or_not_linear_is_refused_in_words() {
    for (pattern, why) in [
        ("(?=a)", "looks around"),
        ("(?<!a)b", "looks around"),
        (r"(a)\1", "refers back"),
        (r"(?<n>a)\k<n>", "refers back"),
        ("(?i)a", "spell both cases"),
        ("(?i:a)", "spell both cases"),
        ("(?P<n>a)", "write `(?<…>`"),
        (r"\Aa", "start of the text is `^`"),
        (r"a\z", "end of the text is `$`"),
        (r"\h", "does not know"),
        (r"\-", "write `-`"),
        (r"\_", "write `_`"),
        ("[[:alpha:]]", "letter by letter"),
        (r"[\w-z]", "write the `-` last"),
        ("[z-a]", "end is before its start"),
        ("[a", "never closed"),
        ("(a", "never closed"),
        ("a)", "too many"),
        ("a{", "bare `{`"),
        ("a{1", "bare `{`"),
        ("a{x}", "bare `{`"),
        ("a}", "bare `}`"),
        ("]", "bare `]`"),
        ("*a", "nothing to repeat"),
        ("a**", "nothing to repeat"),
        ("^*", "nothing to repeat"),
        (r"\b+", "nothing to repeat"),
        ("a{3,2}", "at least 3 and at most 2"),
        (r"\p{Greek}", "does not know"),
        (r"\p{letter}", "does not know"),
        (r"\pL", "does not know"),
        (r"\u12", "no character"),
        (r"\ud800", "no character"),
        (r"\01", "does not know"),
        ("a\\", "ends in a"),
        ("(?<1>a)", "whose name is none"),
        ("((a{100}){100}){100}", "too large"),
        ("a{4294967296}", "bare `{`"),
    ] {
        let what = compile(pattern).expect_err(pattern);
        assert!(what.contains(why), "{pattern} {what}");
    }
    assert!(
        compile(&"(".repeat(100_000))
            .unwrap_err()
            .contains("nests more than")
    );
}

//! "Did you mean": the known word that a mistyped one most likely stands for.

/// The fewest letters that are taken for a word cut short.
const MIN_PREFIX: usize = 3;

/// The candidate that `word` most likely stands for, if one is near enough.
///
/// Case and underscores are not held against it (`addToCart` finds
/// `add_to_cart`). Otherwise one slip (a letter added, lost, changed, or two
/// neighbours swapped) is allowed for every three letters; failing that, a word
/// cut short finds its only continuation. The first of equals wins.
///
/// # Example
///
/// ```
/// use affordances_grammar::names::did_you_mean;
///
/// let entities = ["product", "cart", "orders"];
/// assert_eq!(did_you_mean("crat", entities), Some("cart"));
/// assert_eq!(did_you_mean("prod", entities), Some("product"));
/// assert_eq!(did_you_mean("invoice", entities), None);
/// ```
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let word = folded(word);
    if word.is_empty() {
        return None;
    }
    let mut nearest: Option<(usize, &'a str)> = None;
    let mut continued: Option<&'a str> = None;
    let mut continuations = 0;
    for candidate in candidates {
        let letters = folded(candidate);
        let slips = distance(&word, &letters);
        let better = nearest.is_none_or(|(fewest, _)| slips < fewest);
        if better && slips <= allowed(&word, &letters) {
            nearest = Some((slips, candidate));
        }
        if word.len() >= MIN_PREFIX && letters.starts_with(&word) {
            continued = Some(candidate);
            continuations += 1;
        }
    }
    let continued = continued.filter(|_| continuations == 1);
    nearest.map(|(_, candidate)| candidate).or(continued)
}

fn folded(word: &str) -> Vec<char> {
    word.chars()
        .filter(|c| !matches!(c, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// How many slips still leave a word recognisable.
fn allowed(a: &[char], b: &[char]) -> usize {
    match a.len().max(b.len()) {
        // With one slip, any letter would stand for any other.
        0 | 1 => 0,
        length => (length / 3).max(1),
    }
}

/// Damerau-Levenshtein distance in its restricted form: no letter is edited twice.
fn distance(a: &[char], b: &[char]) -> usize {
    // Three rows of the usual table suffice: a swap looks back two.
    let mut before = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    let mut row = above.clone();
    for (i, &x) in a.iter().enumerate() {
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let changed = above[j] + usize::from(x != y);
            let mut slips = changed.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                slips = slips.min(before[j - 1] + 1);
            }
            row[j + 1] = slips;
        }
        std::mem::swap(&mut before, &mut above);
        std::mem::swap(&mut above, &mut row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(a: &str, b: &str) -> usize {
        distance(&folded(a), &folded(b))
    }

    #[test]
    fn a_swap_is_one_slip() {
        assert_eq!(letters("crat", "cart"), 1);
        assert_eq!(letters("slgu", "slug"), 1);
        assert_eq!(letters("ab", "ba"), 1);
    }

    #[test]
    fn distances_are_those_of_the_textbook() {
        let cases = [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("saturday", "sunday", 3),
            // Three, not two: the restricted form does not edit a swapped pair again.
            ("ca", "abc", 3),
        ];
        for (a, b, slips) in cases {
            assert_eq!(letters(a, b), slips, "{a} {b}");
            assert_eq!(letters(b, a), slips, "{b} {a}");
        }
    }

    #[test]
    fn the_nearest_candidate_wins() {
        assert_eq!(
            did_you_mean("quantty", ["quality", "quantity"]),
            Some("quantity")
        );
        assert_eq!(did_you_mean("cat", ["cart", "cast"]), Some("cart"));
    }

    #[test]
    fn another_convention_is_recognised() {
        assert_eq!(
            did_you_mean("addToCart", ["add_to_cart"]),
            Some("add_to_cart")
        );
        assert_eq!(did_you_mean("read-only", ["read_only"]), Some("read_only"));
        assert_eq!(
            did_you_mean("Session", ["public", "session"]),
            Some("session")
        );
    }

    #[test]
    fn a_word_cut_short_finds_its_only_continuation() {
        assert_eq!(
            did_you_mean("idem", ["idempotent", "timeout"]),
            Some("idempotent")
        );
        assert_eq!(did_you_mean("prod", ["product", "producer"]), None);
        assert_eq!(did_you_mean("id", ["idempotent"]), None);
    }

    #[test]
    fn strangers_are_not_suggested() {
        assert_eq!(did_you_mean("x", ["y", "z"]), None);
        assert_eq!(did_you_mean("guard", ["cart", "effects"]), None);
        assert_eq!(did_you_mean("", ["a", ""]), None);
        assert_eq!(did_you_mean("cart", []), None);
    }
}

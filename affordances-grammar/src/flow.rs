//! Grammar of onboarding flows: what steps may be called, in which order they
//! stand, and what is wrong with a flow that has no order.
//!
//! The macro asks it while the flow is compiled, the engine once more at start.

mod cycle;
mod fault;

pub use fault::{Edge, FlowFault};

use crate::names::{check_step_id, did_you_mean};

/// A step, as far as its place in the flow goes.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    /// Its id.
    pub id: &'a str,
    /// The ids of the steps that come first; `None`: the step before it.
    pub depends_on: Option<&'a [&'a str]>,
}

/// The order of a flow's steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The steps, by number, each after those that it needs; otherwise as they
    /// are written.
    pub steps: Vec<usize>,
    /// For each step, by number, the numbers of those that it needs.
    pub needs: Vec<Vec<usize>>,
}

/// Puts the steps in order.
///
/// ```
/// use affordances_grammar::flow::{Step, order};
///
/// let steps = [
///     Step { id: "root", depends_on: None },
///     Step { id: "left", depends_on: None },
///     Step { id: "right", depends_on: Some(&["root"]) },
///     Step { id: "finish", depends_on: Some(&["left", "right"]) },
/// ];
/// let order = order(&steps).unwrap();
/// assert_eq!(order.steps, [0, 1, 2, 3]);
/// assert_eq!(order.needs, [vec![], vec![0], vec![0], vec![1, 2]]);
/// ```
///
/// # Errors
///
/// All faults at once. Circles are looked for once everything else is right.
pub fn order<'a>(steps: &[Step<'a>]) -> Result<Order, Vec<FlowFault<'a>>> {
    let mut faults = Vec::new();
    if steps.is_empty() {
        faults.push(FlowFault::Empty);
    }
    let needs: Vec<Vec<usize>> = (0..steps.len())
        .map(|step| needs(steps, step, &mut faults))
        .collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    cycle::sorted(&needs)
        .map(|sorted| Order {
            steps: sorted,
            needs,
        })
        .map_err(|circles| {
            let fault = |circle: Vec<usize>| FlowFault::Circle(edges(steps, &circle));
            circles.into_iter().map(fault).collect()
        })
}

/// The steps that step number `step` needs, by number.
fn needs<'a>(steps: &[Step<'a>], step: usize, faults: &mut Vec<FlowFault<'a>>) -> Vec<usize> {
    let Step { id, depends_on } = steps[step];
    if let Err(error) = check_step_id(id) {
        faults.push(FlowFault::Id { step, error });
    } else if let Some(earlier) = position(&steps[..step], id) {
        faults.push(FlowFault::SameId { step, earlier, id });
    }
    let Some(ids) = depends_on else {
        return step.checked_sub(1).into_iter().collect();
    };
    let mut found = Vec::with_capacity(ids.len());
    for (dependency, &word) in ids.iter().enumerate() {
        match position(steps, word) {
            Some(needed) if needed == step || word == id => {
                faults.push(FlowFault::Itself {
                    step,
                    dependency,
                    id,
                });
            }
            Some(needed) if found.contains(&needed) => {
                faults.push(FlowFault::Twice {
                    step,
                    dependency,
                    word,
                });
            }
            Some(needed) => found.push(needed),
            None => faults.push(FlowFault::Unknown {
                step,
                dependency,
                word,
                meant: did_you_mean(word, steps.iter().map(|step| step.id)),
            }),
        }
    }
    found
}

/// Whether a text says where something is: a path on the same site, or an absolute
/// URL.
///
/// ```
/// use affordances_grammar::flow::is_location;
///
/// assert!(is_location("/downloads/kit.json") && is_location("https://acme.example/kit"));
/// assert!(!is_location("kit.json") && !is_location("//evil.example"));
/// ```
#[must_use]
pub fn is_location(text: &str) -> bool {
    let is_path = text.starts_with('/') && !text[1..].starts_with(['/', '\\']);
    let is_url = text.starts_with("https://") || text.starts_with("http://");
    (is_path || is_url) && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

fn position(steps: &[Step<'_>], id: &str) -> Option<usize> {
    steps.iter().position(|step| step.id == id)
}

/// A circle of step numbers as the edges between them.
fn edges<'a>(steps: &[Step<'a>], circle: &[usize]) -> Vec<Edge<'a>> {
    let next = circle.iter().cycle().skip(1);
    circle
        .iter()
        .zip(next)
        .map(|(&from, &to)| Edge {
            step: from,
            from: steps[from].id,
            to: steps[to].id,
            implicit: steps[from].depends_on.is_none(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step<'a>(id: &'a str, depends_on: Option<&'a [&'a str]>) -> Step<'a> {
        Step { id, depends_on }
    }

    fn faults(steps: &[Step<'_>]) -> Vec<String> {
        let faults = order(steps).unwrap_err();
        faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_step_needs_the_one_before_it_unless_it_says_otherwise() {
        let order = order(&[
            step("a", None),
            step("b", None),
            step("c", Some(&[])),
            step("d", Some(&["a"])),
        ])
        .unwrap();
        assert_eq!(order.needs, [vec![], vec![0], vec![], vec![0]]);
        assert_eq!(order.steps, [0, 1, 2, 3]);
    }

    #[test]
    fn a_step_may_be_written_before_those_that_it_needs() {
        let order = order(&[
            step("last", Some(&["first", "second"])),
            step("first", Some(&[])),
            step("second", None),
        ])
        .unwrap();
        assert_eq!(order.steps, [1, 2, 0]);
    }

    #[test]
    fn every_fault_is_found_at_once() {
        let faults = faults(&[
            step("create_org", Some(&["create_org"])),
            step("deploy", Some(&["craete_org", "create_org", "create_org"])),
            step("deploy", None),
            step("a/b", None),
        ]);
        assert_eq!(
            faults,
            [
                "step `create_org` must not depend on itself:\n  drop it from `depends_on`",
                "a step must not depend on `craete_org`, which is no step of this flow:\n  \
                 did you mean `create_org`?",
                "`depends_on` must not name `create_org` twice:\n  drop one",
                "step id `deploy` must not be used twice:\n  rename one of the two steps",
                "step id `a/b` must not contain `/`: use ASCII letters, digits, `_` and `-`",
            ]
        );
        assert_eq!(order(&[]).unwrap_err(), [FlowFault::Empty]);
    }

    #[test]
    fn b22_a_circle_is_spelled_out_and_its_unwritten_edges_are_marked() {
        let steps = [
            step("root", None),
            step("a", Some(&["c"])),
            step("b", None),
            step("c", Some(&["root", "b"])),
            step("d", None),
        ];
        assert_eq!(
            faults(&steps),
            ["steps must not need each other in a circle:\n    \
              `a` needs `c`\n    \
              `c` needs `b`\n    \
              `b` needs `a` (unwritten: it is the step before)\n  \
              drop one of these from `depends_on`, or write `depends_on = []` at a step that needs none"]
        );
    }

    #[test]
    fn separate_circles_are_separate_faults() {
        let steps = [
            step("a", Some(&["b"])),
            step("b", Some(&["a"])),
            step("c", Some(&["d"])),
            step("d", Some(&["c"])),
        ];
        assert_eq!(faults(&steps).len(), 2);
    }
}

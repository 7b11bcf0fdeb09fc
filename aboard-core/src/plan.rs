//! The order of a flow: what comes next, and what is missing before a step.
//!
//! Pure, and by the same rules that the macro applies: whatever order the table
//! has, the compiler has accepted it.

use std::sync::Arc;

use affordances_grammar::flow::{Step, order};
use affordances_grammar::names::check_slug;

use crate::table::{FlowMeta, StepMeta};

/// A flow's steps in order, each after those that it depends on.
#[derive(Debug)]
pub struct Plan {
    slug: Arc<str>,
    steps: Vec<PlannedStep>,
}

/// One step of a plan.
#[derive(Debug)]
#[non_exhaustive]
pub struct PlannedStep {
    /// Its id.
    pub id: Arc<str>,
    /// Which row of the flow's table it is.
    pub row: usize,
    /// The steps that come first, by their place in the plan.
    pub needs: Vec<usize>,
    /// After how many failures its agent counts as stuck.
    pub stuck_after: u32,
}

impl Plan {
    /// Puts a table in order.
    ///
    /// # Errors
    ///
    /// Every fault of the table, in words. The macro finds them earlier; they
    /// come up here for a table that was made by hand.
    pub fn new<'m>(
        flow: &FlowMeta,
        steps: impl IntoIterator<Item = &'m StepMeta>,
    ) -> Result<Self, Vec<String>> {
        let metas: Vec<&StepMeta> = steps.into_iter().collect();
        let steps: Vec<Step<'_>> = metas
            .iter()
            .map(|meta| Step {
                id: meta.id,
                depends_on: meta.depends_on,
            })
            .collect();
        let mut faults: Vec<String> = check_slug(flow.slug)
            .err()
            .map(|error| error.to_string())
            .into_iter()
            .collect();
        let thresholds = metas.iter().filter_map(|meta| meta.stuck_after);
        if thresholds.chain([flow.stuck_after]).any(|after| after == 0) {
            faults.push("`stuck_after` must not be 0:\n  a step has to fail once".to_owned());
        }
        let order = match order(&steps) {
            Ok(order) if faults.is_empty() => order,
            Ok(_) => return Err(faults),
            Err(found) => {
                faults.extend(found.iter().map(ToString::to_string));
                return Err(faults);
            }
        };
        let mut places = vec![0; metas.len()];
        for (place, &row) in order.steps.iter().enumerate() {
            places[row] = place;
        }
        let planned = order.steps.iter().map(|&row| PlannedStep {
            id: metas[row].id.into(),
            row,
            needs: order.needs[row].iter().map(|need| places[*need]).collect(),
            stuck_after: metas[row].stuck_after.unwrap_or(flow.stuck_after),
        });
        Ok(Self {
            slug: flow.slug.into(),
            steps: planned.collect(),
        })
    }

    /// The flow's slug.
    #[must_use]
    pub fn slug(&self) -> &Arc<str> {
        &self.slug
    }

    /// The steps, in order.
    #[must_use]
    pub fn steps(&self) -> &[PlannedStep] {
        &self.steps
    }

    /// The ids of the steps, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = &str> {
        self.steps.iter().map(|step| &*step.id)
    }

    /// The ids that the step at `place` depends on.
    pub fn needs(&self, place: usize) -> impl Iterator<Item = &str> {
        let needs = self.steps.get(place).map_or(&[][..], |step| &step.needs);
        needs.iter().map(|need| &*self.steps[*need].id)
    }

    /// The place of a step.
    #[must_use]
    pub fn place(&self, id: &str) -> Option<usize> {
        self.ids().position(|step| step == id)
    }

    /// The first step that is not done. Since each stands after those that it
    /// depends on, it can be called; `None` exactly when all are done.
    #[must_use]
    pub fn next(&self, is_done: impl Fn(usize) -> bool) -> Option<usize> {
        (0..self.steps.len()).find(|place| !is_done(*place))
    }

    /// What the step at `place` depends on and is not done.
    #[must_use]
    pub fn missing(&self, place: usize, is_done: impl Fn(usize) -> bool) -> Vec<Arc<str>> {
        let needs = self.steps[place].needs.iter();
        needs
            .filter(|need| !is_done(**need))
            .map(|need| self.steps[*need].id.clone())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::StepDone;
    use crate::table::{FlowDef, StepDef};

    const fn step(id: &'static str) -> StepDef<()> {
        StepDef::new(id, "A step.", |_| {
            Box::pin(async { Ok(StepDone::default()) })
        })
    }

    fn plan(steps: &'static [StepDef<()>]) -> Result<Plan, Vec<String>> {
        let flow = FlowDef::new("mini", "Test", "A flow.", "here", steps);
        Plan::new(&flow.meta, flow.step_metas())
    }

    static DIAMOND: &[StepDef<()>] = &[
        step("finish").depends_on(&["left", "right"]).stuck_after(9),
        step("root").depends_on(&[]),
        step("left"),
        step("right").depends_on(&["root"]),
    ];

    #[test]
    fn b74_next_can_be_called_whatever_is_done() {
        let plan = plan(DIAMOND).unwrap();
        assert_eq!(
            plan.ids().collect::<Vec<_>>(),
            ["root", "left", "right", "finish"]
        );
        for done in 0..16_u32 {
            let is_done = |place: usize| done >> place & 1 == 1;
            match plan.next(is_done) {
                Some(next) => assert!(!is_done(next)),
                None => assert_eq!(done, 15),
            }
            // Only what can have happened: each after what it needs.
            let possible =
                (0..4).all(|place| !is_done(place) || plan.missing(place, is_done).is_empty());
            if let (true, Some(next)) = (possible, plan.next(is_done)) {
                assert!(plan.missing(next, is_done).is_empty());
            }
        }
    }

    #[test]
    fn b59_missing_is_exactly_what_is_not_done() {
        let plan = plan(DIAMOND).unwrap();
        let finish = plan.place("finish").unwrap();
        let left = plan.place("left").unwrap();
        let missing = |done: &[usize]| -> Vec<String> {
            let missing = plan.missing(finish, |place| done.contains(&place));
            missing.iter().map(ToString::to_string).collect()
        };
        assert_eq!(missing(&[]), ["left", "right"]);
        assert_eq!(missing(&[left]), ["right"]);
        assert_eq!(plan.steps()[finish].stuck_after, 9);
        assert_eq!(plan.steps()[left].stuck_after, 3);
    }

    #[test]
    fn a_table_made_by_hand_is_judged_by_the_macros_rules() {
        static CIRCLE: &[StepDef<()>] = &[step("a").depends_on(&["b"]), step("b").stuck_after(0)];
        let flow = FlowDef::new("steps", "Test", "A flow.", "here", CIRCLE);
        let faults = Plan::new(&flow.meta, flow.step_metas()).unwrap_err();
        assert_eq!(faults.len(), 3);
        assert!(faults[0].contains("flow slug `steps`"));
        assert!(faults[1].contains("`stuck_after` must not be 0"));
        assert!(faults[2].contains("`b` needs `a` (unwritten"));
        assert!(plan(&[]).is_err());
    }
}

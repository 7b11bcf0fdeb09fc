//! What this crate promises of its cost, and whether figures keep it.

use std::fmt;

use crate::frameworks::{ALL, BASE, OURS, PLAIN};
use crate::measure::{Figures, Measure};

/// The promised ratio of slopes: measure, in relation to whom, at most.
const RATIOS: [(Measure, &str, f64); 5] = [
    (Measure::Dev, BASE, 1.3),
    (Measure::Check, BASE, 1.3),
    (Measure::Release, BASE, 1.5),
    (Measure::Size, BASE, 1.2),
    (Measure::Incremental, PLAIN, 1.0),
];

/// See [`guard`].
const GUARD: f64 = 2.5;

/// 500 actions cost at most so many times what 100 do.
const GROWTH: f64 = 5.5;

/// One promise beside what came out.
#[derive(Debug)]
pub struct Goal {
    /// In words.
    pub what: String,
    /// What is promised.
    pub promised: String,
    /// What came out; `None` where the run has not measured it.
    pub found: Option<Found>,
}

/// What came out.
#[derive(Debug)]
pub struct Found {
    /// The figure.
    pub figure: String,
    /// Whether the promise is kept.
    pub kept: bool,
}

impl Goal {
    /// Measured, and kept.
    #[must_use]
    pub fn kept(&self) -> bool {
        self.found.as_ref().is_some_and(|found| found.kept)
    }

    /// Measured, and not kept.
    #[must_use]
    pub fn missed(&self) -> bool {
        self.found.as_ref().is_some_and(|found| !found.kept)
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self
            .found
            .as_ref()
            .map_or("not measured", |found| &*found.figure);
        write!(
            f,
            "{}: promised {}, found {found}",
            self.what, self.promised
        )
    }
}

/// The loose promise that every change is held to: only a blunder breaks it.
#[must_use]
pub fn guard(figures: &Figures, actions: usize) -> Goal {
    let cost = |framework| figures.cost(Measure::Check, framework, actions);
    let ratio = cost(OURS).zip(cost(BASE)).map(|(ours, base)| ours / base);
    at_most(
        format!("`cargo check` of {actions} actions over {BASE}"),
        GUARD,
        ratio,
    )
}

/// Every goal.
#[must_use]
pub fn goals(figures: &Figures) -> Vec<Goal> {
    let ratios = RATIOS.map(|(measure, base, most)| {
        let ratio = ratio(figures, measure, base);
        at_most(
            format!("{}: slope over {base}", measure.name()),
            most,
            ratio,
        )
    });
    let peers = Measure::ALL.map(|measure| below_every_peer(figures, measure));
    let growth = Measure::ALL.map(|measure| {
        let cost = |actions| figures.cost(measure, OURS, actions);
        let growth = cost(500).zip(cost(100)).map(|(many, few)| many / few);
        at_most(
            format!("{}: 500 actions over 100", measure.name()),
            GROWTH,
            growth,
        )
    });
    let stacks = figures
        .small_stack
        .iter()
        .map(|((profile, actions), started)| Goal {
            what: format!("{actions} actions start on a small stack, {profile}"),
            promised: format!("{} KiB", crate::workspace::STACK_KIB),
            found: Some(Found {
                figure: started
                    .as_ref()
                    .err()
                    .map_or("starts", |_| "does not")
                    .to_owned(),
                kept: started.is_ok(),
            }),
        });
    ratios
        .into_iter()
        .chain(peers)
        .chain(growth)
        .chain(stacks)
        .collect()
}

/// What one more action costs us, over what one more costs `base`.
fn ratio(figures: &Figures, measure: Measure, base: &'static str) -> Option<f64> {
    Some(figures.per_action(measure, OURS)? / figures.per_action(measure, base)?)
}

fn at_most(what: String, most: f64, ratio: Option<f64>) -> Goal {
    Goal {
        what,
        promised: format!("≤ {most:.1}"),
        found: ratio.map(|ratio| Found {
            figure: format!("{ratio:.2}"),
            kept: ratio <= most,
        }),
    }
}

fn below_every_peer(figures: &Figures, measure: Measure) -> Goal {
    let ours = figures.per_action(measure, OURS);
    let lightest = ALL
        .iter()
        .map(|framework| framework.name)
        .filter(|name| ![OURS, BASE, PLAIN].contains(name))
        .filter_map(|name| Some((name, figures.per_action(measure, name)?)))
        .min_by(|(_, a), (_, b)| a.total_cmp(b));
    Goal {
        what: format!("{}: slope over the lightest peer's", measure.name()),
        promised: "< 1".to_owned(),
        found: ours.zip(lightest).map(|(ours, (name, peer))| Found {
            figure: format!("{:.2} ({name})", ours / peer),
            kept: ours < peer,
        }),
    }
}

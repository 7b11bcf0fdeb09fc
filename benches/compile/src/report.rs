//! The figures as Markdown.

use std::fmt::Write as _;

use crate::frameworks::{BASE, PLAIN};
use crate::goals::goals;
use crate::measure::{Figures, Measure, Plan};

/// A table per measure, and the goals.
#[must_use]
pub fn report(plan: &Plan, figures: &Figures) -> String {
    let mut text = format!(
        "# Compile cost\n\n\
         User CPU of cargo and all its children, or size of the stripped release binary; \
         medians of {}. Dependencies are built before. Per action: the least-squares slope \
         over the sizes, and its ratio to that of {PLAIN} and of {BASE}.\n",
        plan.runs
    );
    for &measure in &plan.measures {
        text.push_str(&table(plan, figures, measure));
    }
    text.push_str("\n## Goals\n\n| goal | promised | found | kept |\n| --- | --- | --- | --- |\n");
    for goal in goals(figures) {
        let (figure, kept) = match &goal.found {
            Some(found) if found.kept => (&*found.figure, "yes"),
            Some(found) => (&*found.figure, "**no**"),
            None => ("not measured", ""),
        };
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "| {} | {} | {figure} | {kept} |",
            goal.what, goal.promised
        );
    }
    text
}

fn table(plan: &Plan, figures: &Figures, measure: Measure) -> String {
    let (title, unit) = match measure {
        Measure::Check => ("`cargo check`", "s"),
        Measure::Dev => ("dev build", "s"),
        Measure::Incremental => ("dev build after one body has changed", "s"),
        Measure::Release => ("release build", "s"),
        Measure::Size => ("stripped release binary", "KiB"),
    };
    let (small, scale) = match measure {
        Measure::Size => ("KiB", 1.0),
        _ => ("ms", 1000.0),
    };
    let sizes = plan.sizes.iter().map(|n| format!(" {n} ({unit}) |"));
    let mut text = format!(
        "\n## {title}\n\n| |{} per action ({small}) | of {PLAIN} | of {BASE} |\n| --- |{} --- | --- | --- |\n",
        sizes.collect::<String>(),
        " --- |".repeat(plan.sizes.len())
    );
    for framework in &plan.frameworks {
        let name = framework.name;
        let costs = plan.sizes.iter().map(|&actions| {
            let cost = figures.cost(measure, name, actions);
            format!(" {} |", shown(cost, 1.0))
        });
        let slope = figures.per_action(measure, name);
        let of = |base| Some(slope? / figures.per_action(measure, base)?);
        let _ = writeln!(
            text,
            "| {name} |{} {} | {} | {} |",
            costs.collect::<String>(),
            shown(slope, scale),
            shown(of(PLAIN), 1.0),
            shown(of(BASE), 1.0),
        );
    }
    text
}

fn shown(value: Option<f64>, scale: f64) -> String {
    match value.map(|value| value * scale) {
        Some(value) if value.abs() >= 100.0 => format!("{value:.0}"),
        Some(value) if value.abs() >= 10.0 => format!("{value:.1}"),
        Some(value) => format!("{value:.2}"),
        None => "–".to_owned(),
    }
}

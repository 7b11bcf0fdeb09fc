//! The runs: what is built in which order, and what is read off.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::Failure;
use crate::cargo::{self, Cargo};
use crate::frameworks::{Framework, OURS};
use crate::stats::{median, slope};
use crate::workspace::{PER_PAGE, Package, Workspace};

/// What is measured of a package. Its dependencies are always built before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// `cargo check` of the package from nothing.
    Check,
    /// `cargo build` of the package from nothing.
    Dev,
    /// `cargo build` after one body has changed.
    Incremental,
    /// `cargo build --release` of the package from nothing.
    Release,
    /// The stripped release binary.
    Size,
}

impl Measure {
    /// In the order of the report.
    pub const ALL: [Self; 5] = [
        Self::Check,
        Self::Dev,
        Self::Incremental,
        Self::Release,
        Self::Size,
    ];

    /// As `--measures` calls it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Dev => "dev",
            Self::Incremental => "incremental",
            Self::Release => "release",
            Self::Size => "size",
        }
    }

    /// The measure of this name.
    ///
    /// # Errors
    ///
    /// When there is none; the text lists them.
    pub fn named(name: &str) -> Result<Self, Failure> {
        Self::ALL
            .into_iter()
            .find(|measure| measure.name() == name)
            .ok_or_else(|| {
                let names = Self::ALL.map(Self::name).join(", ");
                Failure::new(format!("`{name}` is no measure: take one of {names}"))
            })
    }
}

/// What is asked for.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Numbers of actions; a slope takes two of them.
    pub sizes: BTreeSet<usize>,
    /// Who takes part.
    pub frameworks: Vec<&'static Framework>,
    /// What is measured.
    pub measures: BTreeSet<Measure>,
    /// Each figure is the median of so many.
    pub runs: usize,
}

/// What came out.
#[derive(Debug, Default)]
pub struct Figures {
    /// Seconds of user CPU, or KiB, one per run.
    values: BTreeMap<(Measure, &'static str, usize), Vec<f64>>,
    /// Whether this crate's site started on a small stack, by profile and size.
    pub(crate) small_stack: BTreeMap<(&'static str, usize), Result<(), String>>,
}

impl Figures {
    /// The median over the runs: seconds of user CPU, or KiB.
    #[must_use]
    pub fn cost(&self, measure: Measure, framework: &'static str, actions: usize) -> Option<f64> {
        median(self.values.get(&(measure, framework, actions))?)
    }

    /// What one more action costs, in seconds or KiB; it takes two sizes.
    #[must_use]
    pub fn per_action(&self, measure: Measure, framework: &'static str) -> Option<f64> {
        slope(&self.points(measure, framework))
    }

    fn points(&self, measure: Measure, framework: &'static str) -> Vec<(f64, f64)> {
        let of_this = self
            .values
            .iter()
            .filter(|((m, f, _), _)| (*m, *f) == (measure, framework));
        let point = |((_, _, actions), values): (&(_, _, usize), &Vec<f64>)| {
            Some((number(*actions), median(values)?))
        };
        of_this.filter_map(point).collect()
    }

    fn note(&mut self, measure: Measure, package: Package, value: f64) {
        self.values
            .entry((measure, package.framework.name, package.actions))
            .or_default()
            .push(value);
    }
}

/// Runs the plan; `tell` hears what is being done.
///
/// # Errors
///
/// When something does not compile, or a figure cannot be had.
pub fn measure(
    plan: &Plan,
    workspace: &Workspace,
    target: &Path,
    tell: &mut dyn FnMut(&str),
) -> Result<Figures, Failure> {
    let bench = Bench {
        measures: &plan.measures,
        workspace,
        cargo: Cargo {
            dir: workspace.dir.clone(),
            target: target.to_owned(),
        },
    };
    let mut figures = Figures::default();
    let Some(&actions) = plan.sizes.first() else {
        return Ok(figures);
    };
    for &framework in &plan.frameworks {
        tell(&format!("dependencies of {}", framework.name));
        bench.build_all(Package { framework, actions })?;
    }
    for run in 1..=plan.runs {
        for &actions in &plan.sizes {
            for &framework in &plan.frameworks {
                let package = Package { framework, actions };
                tell(&format!("run {run} of {}: {}", plan.runs, package.name()));
                bench.one(package, run, &mut figures)?;
            }
        }
    }
    Ok(figures)
}

struct Bench<'a> {
    measures: &'a BTreeSet<Measure>,
    workspace: &'a Workspace,
    cargo: Cargo,
}

impl Bench<'_> {
    fn build_all(&self, package: Package) -> Result<(), Failure> {
        let commands = [
            (&["check"][..], [Measure::Check].as_slice()),
            (&["build"], &[Measure::Dev, Measure::Incremental]),
            (&["build", "--release"], &[Measure::Release, Measure::Size]),
        ];
        for (command, measures) in commands {
            if self.wants(measures) {
                self.cargo
                    .cpu(&[command, &["--package", &package.name()]].concat())?;
            }
        }
        Ok(())
    }

    /// All measures of one package, one after another.
    fn one(&self, package: Package, run: usize, figures: &mut Figures) -> Result<(), Failure> {
        let name = package.name();
        let mut cpu = |measure, command: &[&str]| {
            let cpu = self.cargo.cpu(&[command, &["--package", &name]].concat())?;
            if self.measures.contains(&measure) {
                figures.note(measure, package, cpu.as_secs_f64());
            }
            Ok::<_, Failure>(())
        };
        self.cargo.output(&["clean", "--package", &name])?;
        if self.wants(&[Measure::Check]) {
            cpu(Measure::Check, &["check"])?;
        }
        if self.wants(&[Measure::Dev, Measure::Incremental]) {
            cpu(Measure::Dev, &["build"])?;
        }
        if self.wants(&[Measure::Incremental]) {
            self.workspace.edit(package, run)?;
            cpu(Measure::Incremental, &["build"])?;
        }
        if self.wants(&[Measure::Release, Measure::Size]) {
            cpu(Measure::Release, &["build", "--release"])?;
        }
        if self.wants(&[Measure::Size]) {
            let binary = self.cargo.binary("release", &name);
            let bytes = fs::metadata(&binary)
                .map_err(|error| Failure::at(binary.display(), error))?
                .len();
            figures.note(Measure::Size, package, kib(bytes));
        }
        if package.framework.name == OURS && run == 1 {
            for (profile, measures) in [
                ("debug", [Measure::Dev, Measure::Incremental]),
                ("release", [Measure::Release, Measure::Size]),
            ] {
                if self.wants(&measures) {
                    let started = starts(self.cargo.binary(profile, &name), package);
                    figures
                        .small_stack
                        .insert((profile, package.actions), started);
                }
            }
        }
        Ok(())
    }

    fn wants(&self, any_of: &[Measure]) -> bool {
        any_of.iter().any(|measure| self.measures.contains(measure))
    }
}

/// The binary answers one graph on a thread with a small stack, and the graph
/// has the actions of its page.
fn starts(binary: PathBuf, package: Package) -> Result<(), String> {
    let printed = cargo::run(&binary, "graph").map_err(|failure| failure.to_string())?;
    let graph: Value = serde_json::from_str(&printed).map_err(|error| error.to_string())?;
    let actions = graph["actions"].as_array().map_or(0, Vec::len);
    if actions == package.actions.min(PER_PAGE) {
        Ok(())
    } else {
        Err(format!("the graph of its first page has {actions} actions"))
    }
}

#[allow(
    clippy::cast_precision_loss,
    reason = "sizes and counts are far below 2^52"
)]
fn kib(bytes: u64) -> f64 {
    bytes as f64 / 1024.0
}

#[allow(
    clippy::cast_precision_loss,
    reason = "sizes and counts are far below 2^52"
)]
fn number(actions: usize) -> f64 {
    actions as f64
}

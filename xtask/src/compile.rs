//! `compile-cost`, `compile-guard` and `cold`: what the suite in
//! `benches/compile/` is asked for, and where its files are.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use compile_cost::cold::cold;
use compile_cost::frameworks::{ALL, Framework, named};
use compile_cost::goals::{Goal, goals, guard};
use compile_cost::measure::{Measure, Plan, measure};
use compile_cost::report::report;
use compile_cost::workspace::Workspace;

use crate::{print, tell};

/// What is asked for.
pub(crate) struct Ask {
    pub(crate) task: Task,
    pub(crate) plan: Plan,
    /// Where the report goes beside stdout.
    pub(crate) out: Option<PathBuf>,
    /// Where the guard builds; otherwise below `target/compile-cost`.
    pub(crate) target: Option<PathBuf>,
}

/// What is done with the plan.
pub(crate) enum Task {
    Cost { enforce: bool },
    Guard,
    Cold,
    Update,
}

impl Ask {
    /// A task with its own defaults.
    pub(crate) fn new(task: Task) -> Self {
        let some = |names: &[&str]| names.iter().filter_map(|name| named(name).ok()).collect();
        let (sizes, frameworks, measures, runs): (&[usize], Vec<&'static Framework>, &[_], _) =
            match task {
                Task::Cost { .. } | Task::Update => {
                    (&[10, 100, 500], ALL.to_vec(), &Measure::ALL, 5)
                }
                Task::Guard => {
                    let both = some(&["axum+schemars", "affordances"]);
                    (&[100], both, &[Measure::Check], 1)
                }
                Task::Cold => {
                    let three = some(&["axum", "axum+schemars", "affordances"]);
                    (&[10], three, &[], 1)
                }
            };
        Self {
            task,
            plan: Plan {
                sizes: sizes.iter().copied().collect(),
                frameworks,
                measures: measures.iter().copied().collect(),
                runs,
            },
            out: None,
            target: None,
        }
    }
}

/// Does it; `false` when a promise that is to be kept is not.
pub(crate) fn run(ask: &Ask) -> Result<bool, Box<dyn Error>> {
    let Ask {
        task,
        plan,
        out,
        target,
    } = ask;
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .ok_or("xtask has no folder above it")?;
    let folder = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| repository.join("target"), PathBuf::from);
    let folder = std::path::absolute(folder)?.join("compile-cost");
    let workspace = Workspace::write(repository, &folder.join("workspace"), &plan.sizes)?;
    let target = target.clone().unwrap_or_else(|| folder.join("target"));
    let actions = plan.sizes.first().copied().unwrap_or_default();
    let (text, kept) = match task {
        Task::Update => {
            workspace.update_lock()?;
            ("the lock file is up to date\n".to_owned(), true)
        }
        Task::Cold => {
            let scratch = folder.join("cold");
            let text = cold(&workspace, &scratch, &plan.frameworks, actions, &mut tell)?;
            fs::remove_dir_all(&scratch)?;
            (text, true)
        }
        Task::Guard => {
            let figures = measure(plan, &workspace, &target, &mut tell)?;
            let goal = guard(&figures, actions);
            let kept = goal.kept();
            (format!("{goal}\n"), kept)
        }
        Task::Cost { enforce } => {
            let figures = measure(plan, &workspace, &target, &mut tell)?;
            let kept = !goals(&figures).iter().any(Goal::missed);
            (report(plan, &figures), kept || !enforce)
        }
    };
    for package in workspace.unpinned()? {
        tell(&format!("not in the suite's lock file: {package}"));
    }
    print(&text);
    if let Some(out) = out {
        fs::write(out, &text).map_err(|error| format!("writing {}: {error}", out.display()))?;
    }
    Ok(kept)
}

//! What a project pays once: its dependencies from nothing.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::Failure;
use crate::cargo::Cargo;
use crate::frameworks::Framework;
use crate::workspace::{Package, Workspace};

/// Packages and user CPU of `cargo check` and `cargo build` in an empty target
/// folder below `scratch`, as a Markdown table.
///
/// # Errors
///
/// When something does not compile, or a figure cannot be had.
pub fn cold(
    workspace: &Workspace,
    scratch: &Path,
    frameworks: &[&'static Framework],
    actions: usize,
    tell: &mut dyn FnMut(&str),
) -> Result<String, Failure> {
    let mut text = format!(
        "# Cold builds\n\n\
         User CPU of cargo and all its children in an empty target folder, with {actions} \
         actions; packages of the default tree without the app's own.\n\n\
         | | packages | `cargo check` (s) | dev build (s) |\n| --- | --- | --- | --- |\n"
    );
    for &framework in frameworks {
        let package = Package { framework, actions }.name();
        let mut cpu = |command| {
            tell(&format!("{command} of {package} from nothing"));
            let cargo = Cargo {
                dir: workspace.dir.clone(),
                target: scratch.to_owned(),
            };
            match fs::remove_dir_all(scratch) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(Failure::at(scratch.display(), error));
                }
                _ => {}
            }
            Ok::<_, Failure>(cargo.cpu(&[command, "--package", &package])?.as_secs_f64())
        };
        let (check, build) = (cpu("check")?, cpu("build")?);
        let packages = packages(workspace, scratch, &package)?;
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "| {} | {packages} | {check:.1} | {build:.1} |",
            framework.name
        );
    }
    Ok(text)
}

/// The packages that are built for a package, itself not counted.
fn packages(workspace: &Workspace, target: &Path, package: &str) -> Result<usize, Failure> {
    let cargo = Cargo {
        dir: workspace.dir.clone(),
        target: target.to_owned(),
    };
    let tree = cargo.output(&[
        "tree",
        "--package",
        package,
        "--edges",
        "normal,build",
        "--prefix",
        "none",
    ])?;
    let distinct = tree
        .lines()
        .map(|line| line.trim_end_matches(" (*)"))
        .collect::<BTreeSet<_>>();
    Ok(distinct.len().saturating_sub(1))
}

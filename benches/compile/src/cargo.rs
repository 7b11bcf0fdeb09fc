//! Runs cargo, and reads what it and all its children have cost.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use wait4::Wait4 as _;

use crate::Failure;

/// What would make one machine's builds unlike another's: a wrapper compiles in
/// a process of its own, whose CPU time is nobody's child's.
const FOREIGN: [&str; 5] = [
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_INCREMENTAL",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTC_WRAPPER",
    "RUSTFLAGS",
];

/// Cargo in one workspace.
#[derive(Debug)]
pub(crate) struct Cargo {
    pub(crate) dir: PathBuf,
    pub(crate) target: PathBuf,
}

impl Cargo {
    /// The user CPU of `cargo {arguments}`, its compilers and linkers included.
    ///
    /// By `wait4`, whose figures include the children that a child has waited
    /// for. Windows has no such figure.
    pub(crate) fn cpu(&self, arguments: &[&str]) -> Result<Duration, Failure> {
        if cfg!(windows) {
            return Err(Failure::new(
                "Windows does not tell the CPU time of a process's children: measure on Linux or macOS",
            ));
        }
        let words = format!("cargo {}", arguments.join(" "));
        let failed = |error: &dyn std::fmt::Display| Failure::at(&words, error);
        let mut child = self
            .command(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| failed(&error))?;
        let mut said = String::new();
        if let Some(stderr) = &mut child.stderr {
            stderr
                .read_to_string(&mut said)
                .map_err(|error| failed(&error))?;
        }
        let used = child.wait4().map_err(|error| failed(&error))?;
        if used.status.success() {
            Ok(used.rusage.utime)
        } else {
            Err(Failure::new(format!("{words}: {}\n{said}", used.status)))
        }
    }

    /// What `cargo {arguments}` prints.
    pub(crate) fn output(&self, arguments: &[&str]) -> Result<String, Failure> {
        printed(&mut self.command(arguments))
    }

    /// The built binary of a package; `profile` is `debug` or `release`.
    pub(crate) fn binary(&self, profile: &str, package: &str) -> PathBuf {
        let file = format!("{package}{}", std::env::consts::EXE_SUFFIX);
        self.target.join(profile).join(file)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        // Inside `cargo xtask` this is the very cargo that runs it.
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut run = Command::new(cargo);
        run.args(arguments)
            .current_dir(&self.dir)
            .env("CARGO_TARGET_DIR", &self.target)
            .stdin(Stdio::null());
        for name in FOREIGN {
            run.env_remove(name);
        }
        run
    }
}

/// What the program `binary` prints when it is run with `argument`.
pub(crate) fn run(binary: &Path, argument: &str) -> Result<String, Failure> {
    printed(Command::new(binary).arg(argument))
}

fn printed(command: &mut Command) -> Result<String, Failure> {
    let words = format!("{command:?}");
    let output = command
        .output()
        .map_err(|error| Failure::at(&words, error))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let said = String::from_utf8_lossy(&output.stderr);
        Err(Failure::new(format!("{words}: {}\n{said}", output.status)))
    }
}

//! The descriptor as a file, for a build script to write and a server to embed.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs, io};

use super::{Documents, descriptor, schemas};
use crate::plan::Plan;
use crate::runtime::FlowFaults;
use crate::table::{FlowDef, StepMeta};

/// What a build script's folder is called; what `include_onboarding!` reads.
const FOLDER: &str = "onboarding";

impl<L> FlowDef<L> {
    /// Writes `{slug}.json`, the flow's descriptor with paths for URLs, into the
    /// folder `dir`, which is made if it is not there.
    ///
    /// The same flow gives the same bytes, wherever and however it is built. A
    /// file that is the same already is not touched. It needs neither the app's
    /// state nor anything that the app talks to.
    ///
    /// # Errors
    ///
    /// What is wrong with the flow, all of it; or the file that cannot be
    /// written.
    pub fn export(&self, dir: impl AsRef<Path>) -> Result<(), ExportError> {
        let text = self
            .exported()
            .map_err(|faults| Kind::Flow(FlowFaults::new(&self.meta, faults)))?;
        let path = dir.as_ref().join(format!("{}.json", self.meta.slug));
        if fs::read(&path).is_ok_and(|there| there == text.as_bytes()) {
            return Ok(());
        }
        fs::create_dir_all(dir)
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| ExportError(Kind::Io(path, error)))
    }

    /// [`export`](Self::export) for a build script: into the folder that
    /// `include_onboarding!` reads, and only when the build script itself is new.
    ///
    /// ```no_run
    /// # static FLOW: aboard_core::table::FlowDef<()> =
    /// #     aboard_core::table::FlowDef::stub();
    /// // build.rs, with the annotated crate among the build-dependencies
    /// fn main() -> Result<(), Box<dyn std::error::Error>> {
    ///     Ok(FLOW.export_to_out_dir()?)
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`export`](Self::export); also where Cargo has set no `OUT_DIR`.
    pub fn export_to_out_dir(&self) -> Result<(), ExportError> {
        let Some(out) = env::var_os("OUT_DIR") else {
            return Err(ExportError(Kind::NoOutDir));
        };
        // The flow is part of the build script: when it changes, Cargo builds it
        // again and runs it. Nothing else has to be looked at.
        #[allow(clippy::print_stdout, reason = "how a build script talks to Cargo")]
        {
            println!("cargo::rerun-if-changed=build.rs");
        }
        self.export(Path::new(&out).join(FOLDER))
    }

    fn exported(&self) -> Result<String, Vec<String>> {
        let metas: Vec<&StepMeta> = self.step_metas().collect();
        let plan = Plan::new(&self.meta, metas.iter().copied())?;
        let of = Documents::made_of(self.types);
        let schemas = schemas(&self.meta, &plan, &metas, of)?;
        let descriptor = descriptor(&self.meta, &plan, &metas, &schemas, "")?;
        let mut text = serde_json::to_string_pretty(&descriptor)
            .map_err(|error| vec![format!("its descriptor is no JSON: {error}")])?;
        text.push('\n');
        Ok(text)
    }
}

/// Why a flow could not be exported.
pub struct ExportError(Kind);

enum Kind {
    Flow(FlowFaults),
    Io(PathBuf, io::Error),
    NoOutDir,
}

impl From<Kind> for ExportError {
    fn from(kind: Kind) -> Self {
        Self(kind)
    }
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Flow(faults) => write!(f, "the flow cannot be exported: {faults}"),
            Kind::Io(path, error) => write!(f, "cannot write {}: {error}", path.display()),
            Kind::NoOutDir => f.write_str(
                "OUT_DIR is not set: call `export_to_out_dir` in a build script, or `export(dir)` \
                 elsewhere",
            ),
        }
    }
}

/// As `Display`: a build script's `main` prints an error by its `Debug`.
impl fmt::Debug for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error for ExportError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.0 {
            Kind::Flow(faults) => Some(faults),
            Kind::Io(_, error) => Some(error),
            Kind::NoOutDir => None,
        }
    }
}

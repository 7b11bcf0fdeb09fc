//! The documents of a site as files, for a build script to write and a server to
//! embed.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{self, Write as _};
use std::path::{Component, Path, PathBuf};
use std::{env, fs, io};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::manifest::{ActionManifest, Manifest};
use super::{ActionDocument, Documents, made};
use crate::engine::SiteFault;
use crate::table::Site;

/// What a build script's folder is called where nobody says otherwise; what
/// `include_site!` reads.
const FOLDER: &str = "affordances";
const MANIFEST: &str = "manifest.json";

/// `manifest.json`.
#[derive(Serialize, Deserialize)]
struct ManifestFile {
    #[serde(flatten)]
    manifest: Manifest,
    /// All the others, so that the next export takes away what it does not
    /// write again.
    files: Vec<String>,
}

impl<S> Site<S> {
    /// Writes every document of the site into the folder `dir`, which is made if
    /// it is not there:
    ///
    /// - `index.json`: the site index, byte for byte as it is served;
    /// - `{page}/{action}.json`: an exposed action's descriptor, as the index has
    ///   it;
    /// - `{page}/{action}.input.json`, `.output.json`: its schemas, for whoever
    ///   reads one; not those of actions that some may not know about;
    /// - `manifest.json`: what the documents are about;
    /// - `site.rs`: what [`include_site!`] includes.
    ///
    /// The same site gives the same bytes: wherever and however it is built, and
    /// in whatever order its functions stand. A file that is the same already is
    /// not touched; one that an earlier export has left is taken away. It needs
    /// neither the app's state nor anything that the app talks to.
    ///
    /// [`include_site!`]: https://docs.rs/affordances/latest/affordances/macro.include_site.html
    ///
    /// # Errors
    ///
    /// Schemas that cannot be published, all of them; or the file that cannot be
    /// written.
    pub fn export(&self, dir: impl AsRef<Path>) -> Result<(), ExportError> {
        let documents = made::documents(self).map_err(Kind::Site)?;
        let files = files(&Manifest::of(self), self, &documents)?;
        write(dir.as_ref(), &files)
    }

    /// [`export`](Self::export) for a build script: into the folder that
    /// `include_site!` reads, and only when the build script itself is new.
    ///
    /// ```no_run
    /// # static SITE: affordances_core::table::Site<()> =
    /// #     affordances_core::table::Site::new("", &[], &[]);
    /// // build.rs, with the annotated crate among the build-dependencies
    /// fn main() -> Result<(), Box<dyn std::error::Error>> {
    ///     Ok(SITE.export_to_out_dir()?)
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`export`](Self::export); also where Cargo has set no `OUT_DIR`.
    pub fn export_to_out_dir(&self) -> Result<(), ExportError> {
        let Some(out) = env::var_os("OUT_DIR") else {
            return Err(Kind::NoOutDir.into());
        };
        // The pages are part of the build script: when they change, Cargo builds
        // it again and runs it. Nothing else has to be looked at.
        #[allow(clippy::print_stdout, reason = "how a build script talks to Cargo")]
        {
            println!("cargo::rerun-if-changed=build.rs");
        }
        self.export(Path::new(&out).join(FOLDER))
    }
}

/// The files by their paths, `/` between folders.
fn files<S>(
    manifest: &Manifest,
    site: &Site<S>,
    documents: &Documents,
) -> Result<BTreeMap<String, String>, ExportError> {
    let mut files = BTreeMap::new();
    let mut rows = String::new();
    for (number, page) in manifest.pages.iter().enumerate() {
        for action in &page.actions {
            let Some(document) = document(site, documents, number, action) else {
                continue;
            };
            let path = format!("{}/{}", file_name(&page.name), file_name(&action.name));
            let _ = writeln!(
                rows,
                "        ({:?}, {:?}, ::core::include_str!({:?})),",
                page.name,
                action.name,
                format!("{path}.json")
            );
            files.insert(format!("{path}.json"), summary(document));
            if action.in_index {
                files.insert(format!("{path}.input.json"), schema(&document.input));
                if let Some(output) = &document.output {
                    files.insert(format!("{path}.output.json"), schema(output));
                }
            }
        }
    }
    files.insert(
        "index.json".to_owned(),
        String::from_utf8_lossy(&documents.index.body).into_owned(),
    );
    files.insert("site.rs".to_owned(), rust(&rows));
    distinct(files.keys())?;
    let manifest = ManifestFile {
        manifest: manifest.clone(),
        files: files.keys().cloned().collect(),
    };
    files.insert(MANIFEST.to_owned(), pretty(&manifest));
    Ok(files)
}

fn document<'d, S>(
    site: &Site<S>,
    documents: &'d Documents,
    page: usize,
    action: &ActionManifest,
) -> Option<&'d ActionDocument> {
    let metas = site.pages.get(page)?.meta.actions;
    let number = metas.iter().position(|meta| meta.name == action.name)?;
    documents.pages.get(page)?.get(number)?.as_ref()
}

fn summary(document: &ActionDocument) -> String {
    String::from_utf8_lossy(document.descriptor.summary()).into_owned()
}

/// A schema as a file of its own, which says by itself what it is.
fn schema(schema: &Value) -> String {
    let mut schema = schema.clone();
    if let Value::Object(members) = &mut schema {
        let dialect = "https://json-schema.org/draft/2020-12/schema";
        members.insert("$schema".to_owned(), dialect.into());
        members.sort_keys();
    }
    pretty(&schema)
}

fn pretty(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// The expression that `include_site!` includes, with paths relative to itself.
fn rust(rows: &str) -> String {
    format!(
        "// Written by `Site::export`; `affordances::include_site!` includes it.\n\
         Embedded::new(\n    \
             ::core::include_str!({MANIFEST:?}),\n    \
             ::core::include_str!(\"index.json\"),\n    \
             &[\n{rows}    ],\n\
         )\n"
    )
}

/// A name as the name of a file or folder: a page may be called anything.
fn file_name(name: &str) -> String {
    let mut safe = String::new();
    for byte in name.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' => safe.push(byte.into()),
            _ => {
                let _ = write!(safe, "%{byte:02X}");
            }
        }
    }
    safe
}

/// Some file systems take `addToCart` and `addtocart` for one name.
fn distinct<'p>(paths: impl Iterator<Item = &'p String>) -> Result<(), ExportError> {
    let mut seen = BTreeMap::new();
    for path in paths {
        if let Some(other) = seen.insert(path.to_lowercase(), path) {
            return Err(Kind::SameFile(other.clone(), path.clone()).into());
        }
    }
    Ok(())
}

fn write(dir: &Path, files: &BTreeMap<String, String>) -> Result<(), ExportError> {
    let earlier: Option<ManifestFile> = fs::read(dir.join(MANIFEST))
        .ok()
        .and_then(|json| serde_json::from_slice(&json).ok());
    for (path, content) in files {
        let path = dir.join(path);
        if fs::read(&path).is_ok_and(|there| there == content.as_bytes()) {
            continue;
        }
        path.parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&path, content))
            .map_err(|error| Kind::Io(path, error))?;
    }
    let left = earlier.map_or(Vec::new(), |earlier| earlier.files);
    for path in left.iter().filter(|path| !files.contains_key(*path)) {
        let below = Path::new(path);
        let inside = |part: Component<'_>| matches!(part, Component::Normal(_));
        if below.components().all(inside) {
            // Gone already is as good.
            let _ = fs::remove_file(dir.join(below));
        }
    }
    Ok(())
}

/// Why a site could not be exported.
pub struct ExportError(Kind);

enum Kind {
    Site(Vec<SiteFault>),
    SameFile(String, String),
    NoOutDir,
    Io(PathBuf, io::Error),
}

impl From<Kind> for ExportError {
    fn from(kind: Kind) -> Self {
        Self(kind)
    }
}

/// As `Display`: `fn main() -> Result<..>` prints an error by its `Debug`.
impl fmt::Debug for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Site(faults) => {
                f.write_str("the site cannot be exported:")?;
                faults
                    .iter()
                    .try_for_each(|fault| write!(f, "\n  - {fault}"))
            }
            Kind::SameFile(a, b) => write!(
                f,
                "`{a}` and `{b}` would be one file where upper and lower case are the same: rename \
                 one of the two"
            ),
            Kind::NoOutDir => f.write_str(
                "`OUT_DIR` is not set: call `export_to_out_dir` from a build script, or \
                 `export(\"a/folder\")` elsewhere",
            ),
            Kind::Io(path, error) => write!(f, "cannot write {}: {error}", path.display()),
        }
    }
}

impl Error for ExportError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.0 {
            Kind::Io(_, error) => Some(error),
            _ => None,
        }
    }
}

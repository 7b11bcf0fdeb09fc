//! The documents, made once more where everything is otherwise: same bytes.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;
use std::{env, fs, io};

use serde_json::Value;

use crate::folder::{assert_same, texts, visit};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The package whose build script exports: that of `shop-server`, without the
/// server. Cargo builds a build script with the switches of the profile and as
/// little optimization as it can, so this is a minute's work and not five.
///
/// `preserve_order` is what many crates switch on for all: JSON objects then keep
/// the order in which they are filled.
const EXPORTER: &str = r#"
[package]
name = "exporter"
edition = "2024"

[build-dependencies]
shop = { path = "../examples/shop", default-features = false }
serde_json = { workspace = true, features = ["preserve_order"] }
"#;

/// All the differences are in one build, which makes one build enough: if the
/// bytes are the same, then none of them matters.
#[test]
fn an_export_is_the_same_bytes_wherever_and_however_it_is_built() {
    let here = texts(&Path::new(env!("OUT_DIR")).join("affordances"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("elsewhere");
    let source = folder.join("source");
    if source.exists() {
        write_protect(&source, false);
        fs::remove_dir_all(&source).unwrap();
    }
    copy(&fs::canonicalize(ROOT).unwrap(), &source);
    add_exporter(&source);
    let manifest: Value = serde_json::from_str(&here["manifest.json"]).unwrap();
    let pages = manifest["pages"].as_array().unwrap().len();
    assert_eq!(
        reverse_pages(&source.join("examples/shop/src/pages")),
        pages
    );

    write_protect(&source, true);
    let before = modified(&source);
    let built = build(&source, &folder.join("target"));
    assert_same(&here, &texts(&built.out_dir.join("affordances")));

    // Cargo has told the build script dozens of variables. It needs one.
    let bare = folder.join("bare");
    remove(&bare);
    let output = Command::new(&built.script)
        .env_clear()
        .env("OUT_DIR", &bare)
        .current_dir(&source)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_same(&here, &texts(&bare.join("affordances")));

    // Protection does not hold back everyone (root writes all the same).
    assert_eq!(before, modified(&source));
}

/// Copies the repository's files, with their times: what has not changed, Cargo
/// need not compile again.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (path, name) = (entry.path(), entry.file_name());
        let hidden = name.to_string_lossy().starts_with('.');
        if hidden || name == "target" || to.starts_with(&path) {
            continue;
        }
        let copied = to.join(&name);
        if path.is_dir() {
            copy(&path, &copied);
        } else {
            fs::copy(&path, &copied).unwrap();
            let time = entry.metadata().unwrap().modified().unwrap();
            let file = fs::File::options().append(true).open(&copied).unwrap();
            file.set_modified(time).unwrap();
        }
    }
}

/// Makes [`EXPORTER`] a member of the workspace, and of its lock file.
fn add_exporter(source: &Path) {
    let exporter = source.join("exporter");
    fs::create_dir_all(exporter.join("src")).unwrap();
    fs::write(exporter.join("Cargo.toml"), EXPORTER).unwrap();
    fs::write(exporter.join("src/lib.rs"), "").unwrap();
    let script = source.join("examples/shop-server/build.rs");
    fs::copy(script, exporter.join("build.rs")).unwrap();

    let workspace = source.join("Cargo.toml");
    let text = fs::read_to_string(&workspace).unwrap();
    let members = "members = [";
    assert!(text.contains(members));
    let text = text.replacen(members, "members = [\n  \"exporter\",", 1);
    fs::write(&workspace, text).unwrap();
    let output = cargo(source)
        .args(["update", "--workspace", "--offline"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// Turns the items of each page upside down. Gives the number of pages.
fn reverse_pages(folder: &Path) -> usize {
    let mut pages = 0;
    visit(folder, &mut |path| {
        if path.extension() != Some(OsStr::new("rs")) {
            return;
        }
        let mut file = syn::parse_file(&fs::read_to_string(path).unwrap()).unwrap();
        for item in &mut file.items {
            let syn::Item::Mod(module) = item else {
                continue;
            };
            if let Some((_, items)) = &mut module.content
                && module.attrs.iter().any(|a| a.path().is_ident("page"))
            {
                items.reverse();
                pages += 1;
            }
        }
        fs::write(path, prettyplease::unparse(&file)).unwrap();
    });
    pages
}

/// What a build has left.
struct Built {
    /// The build script, as a program.
    script: PathBuf,
    /// The folder that it was given.
    out_dir: PathBuf,
}

/// Builds the exporter under the profile that this test is not built under.
fn build(source: &Path, target: &Path) -> Built {
    let profile = if cfg!(debug_assertions) {
        "release"
    } else {
        "dev"
    };
    let output = cargo(source)
        .args(["build", "--package=exporter", "--offline", "--locked"])
        .args(["--message-format=json", "--profile", profile])
        .arg("--target-dir")
        .arg(target)
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(output.status.success());
    let messages: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|message: &Value| {
            let package = message["package_id"].as_str().unwrap_or_default();
            package.contains("exporter")
        })
        .collect();
    let path = |reason: &str, value: &dyn Fn(&Value) -> Option<PathBuf>| {
        let mut found = messages.iter().filter(|m| m["reason"] == reason);
        found.find_map(value).unwrap()
    };
    Built {
        script: path("compiler-artifact", &|message| {
            let kinds = message["target"]["kind"].as_array()?;
            let file = message["filenames"][0].as_str()?;
            kinds
                .iter()
                .any(|k| k == "custom-build")
                .then(|| file.into())
        }),
        out_dir: path("build-script-executed", &|message| {
            message["out_dir"].as_str().map(PathBuf::from)
        }),
    }
}

/// Cargo in the copy, with no more environment than it takes to find itself, its
/// compiler and the packages that are already here.
fn cargo(source: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.current_dir(source).env_clear();
    for name in [
        "PATH",
        "HOME",
        "CARGO_HOME",
        "RUSTUP_HOME",
        "RUSTUP_TOOLCHAIN",
        // Windows
        "USERPROFILE",
        "SystemRoot",
        "TEMP",
        "TMP",
    ] {
        if let Some(value) = env::var_os(name) {
            cargo.env(name, value);
        }
    }
    cargo
}

/// Every file and folder with the time of its last change.
fn modified(folder: &Path) -> BTreeMap<PathBuf, SystemTime> {
    let mut times = BTreeMap::new();
    visit(folder, &mut |path| {
        let time = fs::metadata(path).unwrap().modified().unwrap();
        times.insert(path.to_owned(), time);
    });
    times
}

fn remove(folder: &Path) {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => panic!("{error}"),
        _ => {}
    }
}

/// Takes the right to write from everything in a folder, or gives it back.
#[cfg(unix)]
fn write_protect(folder: &Path, protect: bool) {
    use std::os::unix::fs::PermissionsExt as _;
    let set = |path: &Path| {
        let mode = fs::metadata(path).unwrap().permissions().mode();
        let mode = if protect { mode & !0o222 } else { mode | 0o200 };
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    visit(folder, &mut |path| set(path));
    set(folder);
}

/// Elsewhere, the times of the files say whether something was written.
#[cfg(not(unix))]
fn write_protect(_: &Path, _: bool) {}

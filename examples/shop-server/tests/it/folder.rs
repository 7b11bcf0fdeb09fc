//! Folders of files, for tests that compare or copy them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Every file below a folder, by its path.
pub(crate) fn texts(folder: &Path) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    visit(folder, &mut |path| {
        if path.is_file() {
            let below = path.strip_prefix(folder).unwrap();
            let name = below.to_str().unwrap().replace('\\', "/");
            texts.insert(name, fs::read_to_string(path).unwrap());
        }
    });
    texts
}

/// Fails with the first file that is not the same in both.
pub(crate) fn assert_same(one: &BTreeMap<String, String>, other: &BTreeMap<String, String>) {
    assert!(one.contains_key("manifest.json"), "this is no export");
    let names = |files: &BTreeMap<String, String>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(one), names(other));
    for (name, text) in one {
        assert_eq!(text, &other[name], "{name}");
    }
}

/// Calls `seen` with all that is below a folder; what is in a folder comes first.
pub(crate) fn visit(folder: &Path, seen: &mut impl FnMut(&Path)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            visit(&path, seen);
        }
        seen(&path);
    }
}

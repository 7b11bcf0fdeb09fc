//! Writing JSON into a buffer by hand where a document is spliced from parts
//! that are JSON already.

use serde::Serialize;

/// Writes a string as a JSON string.
pub(crate) fn string(to: &mut Vec<u8>, text: &str) {
    value(to, text);
}

/// Writes a value that cannot fail to serialise: strings, numbers, lists and
/// structs of them.
pub(crate) fn value<T: Serialize + ?Sized>(to: &mut Vec<u8>, value: &T) {
    let start = to.len();
    if let Err(error) = serde_json::to_writer(&mut *to, value) {
        // Cannot happen for what it is used for; the document stays JSON.
        tracing::error!(%error, "a part of a document does not serialise");
        to.truncate(start);
        to.extend_from_slice(b"null");
    }
}

/// Writes the members of one object, with the commas where they belong.
#[derive(Debug)]
pub(crate) struct Members<'a> {
    to: &'a mut Vec<u8>,
    first: bool,
}

impl<'a> Members<'a> {
    /// Opens an object.
    pub(crate) fn open(to: &'a mut Vec<u8>) -> Self {
        to.push(b'{');
        Self { to, first: true }
    }

    /// Writes a key and gives the buffer for its value.
    pub(crate) fn key(&mut self, key: &str) -> &mut Vec<u8> {
        if !self.first {
            self.to.push(b',');
        }
        self.first = false;
        string(self.to, key);
        self.to.push(b':');
        self.to
    }

    /// Writes a member that is JSON already.
    pub(crate) fn raw(&mut self, key: &str, json: &[u8]) {
        self.key(key).extend_from_slice(json);
    }

    /// Writes a member.
    pub(crate) fn member<T: Serialize + ?Sized>(&mut self, key: &str, of: &T) {
        value(self.key(key), of);
    }

    /// Closes the object.
    pub(crate) fn close(self) {
        self.to.push(b'}');
    }
}

/// Writes an array.
pub(crate) fn list<T>(
    to: &mut Vec<u8>,
    items: impl Iterator<Item = T>,
    mut write: impl FnMut(T, &mut Vec<u8>),
) {
    to.push(b'[');
    for (n, item) in items.enumerate() {
        if n > 0 {
            to.push(b',');
        }
        write(item, to);
    }
    to.push(b']');
}

/// Writes an array of values that serialise.
pub(crate) fn values<T: Serialize>(to: &mut Vec<u8>, items: impl Iterator<Item = T>) {
    list(to, items, |item, to| value(to, &item));
}

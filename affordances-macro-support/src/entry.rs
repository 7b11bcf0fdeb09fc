//! Entries of the error index: the name under which a message is explained.
//!
//! A compiler has room for one sentence and a fix; why something is refused, and right beside wrong,
//! stand in the module `affordances::errors`, one heading an entry. Every way to make an error takes
//! its entry ([`ErrorSink`](crate::sink::ErrorSink)), so that a message which leads nowhere does not
//! compile; and a macro crate declares its entries in one list ([`entries!`](crate::entries)), which
//! its tests compare with the index.
use std::fmt::{self, Display};

/// The name of an entry: `snake_case` words that say the mistake. Messages of one kind share it.
///
/// Displayed, it is the last line of its messages.
///
/// ```
/// use affordances_macro_support::entry::UNKNOWN_KEY;
///
/// assert_eq!(UNKNOWN_KEY.to_string(), "see `unknown_key` in affordances::errors");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry(&'static str);

impl Entry {
    /// For [`entries!`](crate::entries), which also lists it.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// The name: its heading in the index.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0
    }

    /// A message with its last line. For texts that generated code carries; an
    /// [`ErrorSink`](crate::sink::ErrorSink) does it by itself.
    #[must_use]
    pub fn ends(self, message: impl Display) -> String {
        format!("{message}\n{self}")
    }
}

impl Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "see `{}` in affordances::errors", self.0)
    }
}

/// Declares the entries of a crate and a list of them all.
///
/// ```
/// mod entry {
///     affordances_macro_support::entries! {
///         pub(crate) ALL;
///         MISSING_LOAD = "missing_load";
///         MISSING_ENTITIES = "missing_entities";
///     }
/// }
/// assert_eq!(entry::ALL, [entry::MISSING_LOAD, entry::MISSING_ENTITIES]);
/// ```
#[macro_export]
macro_rules! entries {
    ($(#[$meta:meta])* $vis:vis $all:ident; $($entry:ident = $name:literal;)*) => {
        $(
            #[doc = concat!("Explained in `affordances::errors`, under `", $name, "`.")]
            $vis const $entry: $crate::entry::Entry = $crate::entry::Entry::new($name);
        )*
        $(#[$meta])*
        /// Every entry of this crate.
        $vis const $all: &[$crate::entry::Entry] = &[$($entry),*];
    };
}

entries! {
    pub ALL;
    ARGUMENTS_WITHOUT_PARENTHESES = "arguments_without_parentheses";
    ATTRIBUTE_IN_CFG_ATTR = "attribute_in_cfg_attr";
    CONDITIONAL_PARAMETER = "conditional_parameter";
    DUPLICATE_KEY = "duplicate_key";
    DUPLICATE_NAME = "duplicate_name";
    FLAG_WITH_VALUE = "flag_with_value";
    FOREIGN_FUNCTION = "foreign_function";
    GENERIC_HANDLER = "generic_handler";
    INVALID_NAME = "invalid_name";
    LISTED_TWICE = "listed_twice";
    MALFORMED_ARGUMENT = "malformed_argument";
    MARKED_TWICE = "marked_twice";
    NOTHING_IMPORTED = "nothing_imported";
    MISPLACED_ATTRIBUTE = "misplaced_attribute";
    MISSING_COMMA = "missing_comma";
    MISSING_DESCRIPTION = "missing_description";
    MISSING_KEY = "missing_key";
    MODULE_IN_ANOTHER_FILE = "module_in_another_file";
    OPAQUE_OUTPUT = "opaque_output";
    OPAQUE_PARAMETER = "opaque_parameter";
    RELATIVE_CRATE_PATH = "relative_crate_path";
    SELF_PARAMETER = "self_parameter";
    TWO_INPUTS = "two_inputs";
    UNEXPECTED_ARGUMENTS = "unexpected_arguments";
    UNKNOWN_KEY = "unknown_key";
    UNSAFE_HANDLER = "unsafe_handler";
    WRONG_VALUE = "wrong_value";
}

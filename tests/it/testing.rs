//! The in-process agent of the feature `testing`.
